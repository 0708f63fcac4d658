"""The page of the loop's settings that says what is done with values that do not fit a tool's schema.

Above: `loop_settings`, the page of a tool (its words). Below: `explained_choice`.
"""

from typing import Any

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from studio.gui.dialogs.explained_choice import ExplainedChoice
from studio.gui.dialogs.strategy_words import Entries
from studio.gui.parameters.field_section import FieldSection
from studio.present.labels import QT_TRANSLATE_NOOP
from studio.session.setup import Setup

COERCIONS: Entries = (
    (
        "lossless",
        QT_TRANSLATE_NOOP("LoopValues", "Change what loses nothing"),
        QT_TRANSLATE_NOOP(
            "LoopValues",
            'A value with one meaning is made to fit: "27" becomes 27, "false" becomes false, "eur" the allowed EUR. '
            "Fractions are never cut, long ids never rounded.",
        ),
    ),
    (
        "langchain4j",
        QT_TRANSLATE_NOOP("LoopValues", "As LangChain4j does"),
        QT_TRANSLATE_NOOP(
            "LoopValues", "Numbers and the case of allowed values are made to fit; true and false are not."
        ),
    ),
    (
        "ask",
        QT_TRANSLATE_NOOP("LoopValues", "Ask me"),
        QT_TRANSLATE_NOOP("LoopValues", "Nothing is changed by itself: the call stops and offers each change."),
    ),
    (
        "off",
        QT_TRANSLATE_NOOP("LoopValues", "Change nothing"),
        QT_TRANSLATE_NOOP("LoopValues", "A value that does not fit is an error."),
    ),
)


def coercion_words(text: str) -> str:
    """A text of the list in the language of the window."""
    return QCoreApplication.translate("LoopValues", text)


class LoopValues(FieldSection):
    """A value that fits is left alone under each setting; the original and the changed value are both shown."""

    def __init__(self, setup: Setup, parent: QWidget | None = None) -> None:
        super().__init__(QCoreApplication.translate("LoopValues", "Values that do not fit"), parent)
        words = coercion_words
        choices = [(value, words(said), words(why)) for value, said, why in COERCIONS]
        self.choice = ExplainedChoice(self.tr("What is done with values that do not fit"), choices, self)
        self.choice.set_value(setup.coercion)
        self.column.addWidget(self.choice)

    def values(self) -> dict[str, Any]:
        """What is chosen, as a member of a setup."""
        return {"coercion": self.choice.value()}
