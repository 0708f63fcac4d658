"""The page of the loop's settings that says how the calls of one reply run, and how tools are declared.

Above: `loop_settings`. Below: `explained_choice`, `field_section`.
"""

from typing import Any

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QCheckBox, QLineEdit, QWidget

from studio.gui.dialogs.explained_choice import ExplainedChoice
from studio.gui.parameters.field_section import FieldSection
from studio.session.setup import Setup


class LoopCalls(FieldSection):
    """Order, undoing, strict schemas, and the id under which tools keep their memory."""

    def __init__(self, setup: Setup, parent: QWidget | None = None) -> None:
        super().__init__(QCoreApplication.translate("LoopCalls", "Calls"), parent)
        self.order = ExplainedChoice(self.tr("Calls of one reply"), self._orders(), self)
        self.order.set_value("once" if setup.concurrent else "after")
        self.undo = QCheckBox(self.tr("Undo what succeeded when a call fails"), self)
        self.undo.setChecked(setup.compensation)
        self.strict = QCheckBox(self.tr("Declare tools strictly"), self)
        self.strict.setChecked(setup.strict)
        self.memory = QLineEdit(setup.memory_id, self)
        self.memory.setAccessibleName(self.tr("Memory id"))
        self.memory.setPlaceholderText(self.tr("the id of this session"))
        self._add_rows()

    def values(self) -> dict[str, Any]:
        """What is chosen, as members of a setup."""
        return {
            "concurrent": self.order.value() == "once",
            "compensation": self.undo.isChecked(),
            "strict": self.strict.isChecked(),
            "memory_id": self.memory.text().strip(),
        }

    def _orders(self) -> list[tuple[str, str, str]]:
        after = self.tr("The model's order; each call can see what the one before did.")
        once = self.tr("All calls of a reply start together. Results still stand in the model's order; Step runs one.")
        return [
            ("after", self.tr("One after the other"), after),
            ("once", self.tr("At the same time"), once),
        ]

    def _add_rows(self) -> None:
        self.add("concurrent", self.tr("Calls of one reply"), self.order)
        undoes = self.tr(
            "Calls since your last message that another tool undoes are undone in reverse order; the model reads that they "
            "ran and were rolled back."
        )
        self.add("compensation", self.tr("After an error"), self.undo, undoes)
        strict = self.tr(
            "The provider holds the model to the schema. The page of a tool shows what has to be changed for that."
        )
        self.add("strict", self.tr("Schemas"), self.strict, strict)
        memory = self.tr("Told to tools that ask for it, so that several sessions can share what a tool remembers.")
        self.add("memory_id", self.tr("Memory id"), self.memory, memory)
