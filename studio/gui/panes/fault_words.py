"""The ways in which a tool can be made to go wrong, in words.

Above: the card of a call, the mock editor. Below: `present/labels` for the short ones. Words are those of the context `FaultWords`.
"""

from PySide6.QtCore import QCoreApplication

from studio.gui.words import say
from studio.present.labels import QT_TRANSLATE_NOOP
from studio.present.words import words
from studio.session.mocks import Fault

_SENTENCES: dict[Fault, str] = {
    "timeout": QT_TRANSLATE_NOOP("FaultWords", "Time-out: no result within its time"),
    "error": QT_TRANSLATE_NOOP("FaultWords", "Error: its service does not answer"),
    "empty": QT_TRANSLATE_NOOP("FaultWords", "An empty result"),
    "not_json": QT_TRANSLATE_NOOP("FaultWords", "A page of HTML instead of JSON"),
    "truncated": QT_TRANSLATE_NOOP("FaultWords", "JSON that breaks off in the middle"),
    "huge": QT_TRANSLATE_NOOP("FaultWords", "One megabyte of text"),
    "slow": QT_TRANSLATE_NOOP("FaultWords", "Slow: it runs ten seconds later"),
    "closed": QT_TRANSLATE_NOOP("FaultWords", "Its process ends"),
}
FAULTS: tuple[Fault, ...] = tuple(_SENTENCES)


def fault_words(fault: Fault) -> str:
    """A way to go wrong in a word or two."""
    return say(words(f"fault.{fault}"))


def fault_sentence(fault: Fault) -> str:
    """The same as it is offered."""
    return QCoreApplication.translate("FaultWords", _SENTENCES[fault])
