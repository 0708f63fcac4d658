"""Words about what a tool does with its result and what a person can choose for it.

Above: the page of a tool. Below: `strategy_words`. Words are keys of the translation context `ToolWords`.
"""

from PySide6.QtCore import QCoreApplication

from studio.gui.dialogs.strategy_words import Entries
from studio.present.labels import QT_TRANSLATE_NOOP

RETURNS: Entries = (
    (
        "to_llm",
        QT_TRANSLATE_NOOP("ToolWords", "To the model"),
        QT_TRANSLATE_NOOP("ToolWords", "The model reads the result and goes on."),
    ),
    (
        "immediate",
        QT_TRANSLATE_NOOP("ToolWords", "To the caller at once"),
        QT_TRANSLATE_NOOP(
            "ToolWords", "When all calls of the reply do so, their results are the answer; the model is asked no more."
        ),
    ),
    (
        "immediate_if_last",
        QT_TRANSLATE_NOOP("ToolWords", "To the caller when it is the last call"),
        QT_TRANSLATE_NOOP(
            "ToolWords", "As the last call of a reply its result is the answer; else the model reads it."
        ),
    ),
)
KINDS: dict[str, str] = {
    "python": QT_TRANSLATE_NOOP("ToolWords", "py"),
    "http": QT_TRANSLATE_NOOP("ToolWords", "http"),
    "command": QT_TRANSLATE_NOOP("ToolWords", "command"),
    "hand": QT_TRANSLATE_NOOP("ToolWords", "by hand"),
}


def tool_words(text: str) -> str:
    """A text of these in the language of the window."""
    return QCoreApplication.translate("ToolWords", text)


def return_words(behaviour: str) -> str:
    """A return behaviour in the language of the window."""
    return next(tool_words(words) for value, words, _ in RETURNS if value == behaviour)
