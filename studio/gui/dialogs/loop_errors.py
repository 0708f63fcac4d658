"""The page of the loop's settings that says what is done when a call does not go well.

Above: `loop_settings`. Below: `field_section`, the strategies of `session/policies`.
"""

from typing import Any

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from studio.gui.dialogs.limit_number import LimitNumber
from studio.gui.dialogs.strategy_words import BAD_ARGUMENTS, TOOL_ERROR, UNKNOWN_TOOL, Entries, explained, worded
from studio.gui.parameters.field_section import FieldSection
from studio.gui.widgets.still_combo import StillCombo
from studio.session.policies import Strategies
from studio.session.setup import Setup


class LoopErrors(FieldSection):
    """`boxes` by the name of the strategy."""

    def __init__(self, setup: Setup, parent: QWidget | None = None) -> None:
        super().__init__(QCoreApplication.translate("LoopErrors", "When something goes wrong"), parent)
        self.boxes: dict[str, StillCombo] = {}
        said = setup.strategies
        self._add("unknown_tool", self.tr("Unknown tool"), UNKNOWN_TOOL, said.unknown_tool)
        self._add("bad_arguments", self.tr("Bad arguments"), BAD_ARGUMENTS, said.bad_arguments)
        self._add("tool_error", self.tr("Error of a tool"), TOOL_ERROR, said.tool_error)
        self.again = LimitNumber(self.tr("How often a tool is run again"), self, least=1, most=20, suffix=" ×")
        self.again.setValue(said.again)
        how = self.tr("Only tools marked as idempotent: running one twice does no more than running it once.")
        self.add("again", self.tr("Run again"), self.again, how)
        self._fit()

    def values(self) -> dict[str, Any]:
        """What stands in the fields, as members of a setup."""
        chosen = {name: box.value() for name, box in self.boxes.items()}
        return {"strategies": Strategies(**chosen, again=self.again.whole())}

    def _add(self, name: str, label: str, entries: Entries, chosen: str) -> None:
        self.boxes[name] = box = StillCombo(self)
        box.setAccessibleName(label)
        box.show_choices([(value, worded(words)) for value, words, _ in entries], chosen)
        row = self.add(name, label, box)
        box.currentIndexChanged.connect(lambda _at: row.set_hint(explained(entries, box.value())))
        box.currentIndexChanged.connect(lambda _at: self._fit())
        row.set_hint(explained(entries, chosen))

    def _fit(self) -> None:
        self.show_row("again", self.boxes["tool_error"].value() == "again")
