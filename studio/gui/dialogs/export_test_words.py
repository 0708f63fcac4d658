"""How a member or an answer may be asserted, in words.

Above: `export_test_calls`, `export_test_answer`. Below: `interop/planned_test`.
"""

from PySide6.QtCore import QCoreApplication

from studio.interop.planned_test import HowAnswer, HowLoose
from studio.present.labels import QT_TRANSLATE_NOOP

_MEMBERS: dict[HowLoose, str] = {
    "exact": QT_TRANSLATE_NOOP("ExportTest", "exactly"),
    "type": QT_TRANSLATE_NOOP("ExportTest", "its type"),
    "schema": QT_TRANSLATE_NOOP("ExportTest", "its schema"),
    "like": QT_TRANSLATE_NOOP("ExportTest", "a pattern"),
    "any": QT_TRANSLATE_NOOP("ExportTest", "any value"),
}
_ANSWERS: dict[HowAnswer, str] = {
    "exact": QT_TRANSLATE_NOOP("ExportTest", "exactly"),
    "contains": QT_TRANSLATE_NOOP("ExportTest", "contains"),
    "like": QT_TRANSLATE_NOOP("ExportTest", "a pattern"),
    "ignore": QT_TRANSLATE_NOOP("ExportTest", "not at all"),
}


def member_choices() -> list[tuple[HowLoose, str]]:
    """The ways for a member, each in words."""
    return [(how, _tr(words)) for how, words in _MEMBERS.items()]


def answer_choices() -> list[tuple[HowAnswer, str]]:
    """The ways for an answer, each in words."""
    return [(how, _tr(words)) for how, words in _ANSWERS.items()]


def member_words(how: HowLoose, pattern: str = "") -> str:
    """A way in words, with its pattern."""
    return f"{_tr(_MEMBERS[how])}: {pattern}" if pattern else _tr(_MEMBERS[how])


def answer_words(how: HowAnswer, said: str = "") -> str:
    """The same for an answer."""
    return f"{_tr(_ANSWERS[how])}: {said}" if said else _tr(_ANSWERS[how])


def _tr(text: str) -> str:
    return QCoreApplication.translate("ExportTest", text)
