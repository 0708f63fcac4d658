"""What is said of the damaged lines of a session file, marked for translation under the context `checks`.

Above: `opening`. Below: `store/lines` by its codes, `checks/sentences`. Knows no session.
"""

from studio.said import QT_TRANSLATE_NOOP, Sentence, said
from studio.store.lines import Damage

LOOKED_AT = said(QT_TRANSLATE_NOOP("checks", "The session is only looked at."))
_CUT = QT_TRANSLATE_NOOP("checks", "The last line ({line}) was cut while it was written.")
_SET_ASIDE = QT_TRANSLATE_NOOP(
    "checks", "The last line ({line}) was cut while it was written. It is kept beside the file."
)
_WORDS = {
    "torn_tail": _CUT,
    "bad_line": QT_TRANSLATE_NOOP(
        "checks", "Line {line} is not readable. What hangs under it is shown as a branch of its own."
    ),
    "bad_utf8": QT_TRANSLATE_NOOP("checks", "Line {line} holds bytes that are not UTF-8; they are shown as replaced."),
    "wrong_encoding": QT_TRANSLATE_NOOP("checks", "The file is not UTF-8."),
}


def damage_said(damage: Damage, *, set_aside: bool) -> Sentence:
    """What is wrong with a line; `set_aside`: the file was opened for writing, so that a line that was cut lies beside it now."""
    cut = set_aside and damage.code == "torn_tail"
    return said(_SET_ASIDE if cut else _WORDS[damage.code], line=damage.line)
