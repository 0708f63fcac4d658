"""What can be done when a call does not go well, in words: the entry of each choice and what it means.

Above: the loop's settings, the page of a tool. Below: `session/policies`. Words are keys of the translation context `Strategies`.
"""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from studio.present.labels import QT_TRANSLATE_NOOP

Entries = Sequence[tuple[str, str, str]]
"""(value, words, what it means)."""

_USUAL = QT_TRANSLATE_NOOP("Strategies", "Stop, as usual")
_USUAL_WHY = QT_TRANSLATE_NOOP(
    "Strategies", "Stops here in the window, so that you decide; on the command line the model is told."
)
_STOP = QT_TRANSLATE_NOOP("Strategies", "Stop")
_TELL = QT_TRANSLATE_NOOP("Strategies", "Tell the model")
_FAIL = QT_TRANSLATE_NOOP("Strategies", "Fail")
_FAIL_WHY = QT_TRANSLATE_NOOP(
    "Strategies", "Stops, and going on does not pass it: only your own decision does (edit, mock, reject)."
)

UNKNOWN_TOOL: Entries = (
    ("", _USUAL, _USUAL_WHY),
    ("stop", _STOP, QT_TRANSLATE_NOOP("Strategies", "Stops before the call; going on tells the model.")),
    (
        "tell",
        _TELL,
        QT_TRANSLATE_NOOP("Strategies", "The model reads that there is no such tool, and the names it may use."),
    ),
    ("fail", _FAIL, _FAIL_WHY),
)
BAD_ARGUMENTS: Entries = (
    ("", _USUAL, _USUAL_WHY),
    ("stop", _STOP, QT_TRANSLATE_NOOP("Strategies", "Stops before the call; going on tells the model.")),
    ("tell", _TELL, QT_TRANSLATE_NOOP("Strategies", "The model reads what does not fit, place by place.")),
    (
        "raw",
        QT_TRANSLATE_NOOP("Strategies", "Run with the raw text"),
        QT_TRANSLATE_NOOP("Strategies", 'The tool runs with {"rawArguments": "…"} and makes of it what it can.'),
    ),
    ("fail", _FAIL, _FAIL_WHY),
)
TOOL_ERROR: Entries = (
    ("", _USUAL, _USUAL_WHY),
    ("tell", _TELL, QT_TRANSLATE_NOOP("Strategies", "The model reads the message of the error.")),
    ("stop", _STOP, QT_TRANSLATE_NOOP("Strategies", "Stops after the result; going on tells the model.")),
    (
        "again",
        QT_TRANSLATE_NOOP("Strategies", "Run again"),
        QT_TRANSLATE_NOOP(
            "Strategies", "Runs an idempotent tool again, so often as you say; of any other the model is told."
        ),
    ),
    ("fail", _FAIL, _FAIL_WHY),
)


def worded(text: str) -> str:
    """A text of the lists in the language of the window."""
    return QCoreApplication.translate("Strategies", text)


def explained(entries: Entries, value: str) -> str:
    """What a choice means; empty for one that is not in the list."""
    return next((worded(why) for each, _, why in entries if each == value), "")
