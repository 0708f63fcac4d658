"""What the program has to know of a tool: whether it asks, may run twice, and what it undoes.

Above: the page of a tool, the dialogs that add one. Below: `field_section`.
"""

from collections.abc import Sequence

from msgspec.structs import replace
from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QCheckBox, QWidget

from studio.gui.dialogs.tool_words import RETURNS, tool_words
from studio.gui.parameters.field_section import FieldSection
from studio.gui.widgets.still_combo import StillCombo
from studio.messages.toolspec import ToolSpec


class ToolFacts(FieldSection):
    """`others` are the names of the other tools, of which it may undo one."""

    edited = Signal()

    def __init__(self, tool: ToolSpec, others: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(QCoreApplication.translate("ToolFacts", "What it is"), parent)
        self.sensitive = QCheckBox(self.tr("Asks before it runs"), self)
        self.idempotent = QCheckBox(self.tr("Running it twice does no more than running it once"), self)
        self.visible = QCheckBox(self.tr("Always offered, also where tools are searched for"), self)
        self.returns, self.undoes, self.undo_with = StillCombo(self), StillCombo(self), StillCombo(self)
        self.sensitive.setChecked(tool.sensitive)
        self.idempotent.setChecked(tool.idempotent)
        self.visible.setChecked(tool.always_visible)
        self.returns.show_choices([(value, tool_words(words)) for value, words, _ in RETURNS], tool.return_behavior)
        names = [*others, *([tool.compensates] if tool.compensates and tool.compensates not in others else [])]
        self.undoes.show_choices([("", self.tr("nothing")), *((name, name) for name in names)], tool.compensates)
        ways = [("arguments", self.tr("the same arguments")), ("record", self.tr("the record of the execution"))]
        self.undo_with.show_choices(ways, tool.undo_with)
        self._add_rows()
        self._fit()

    def applied(self, tool: ToolSpec) -> ToolSpec:
        """The tool with what is said here."""
        return replace(
            tool,
            sensitive=self.sensitive.isChecked(),
            idempotent=self.idempotent.isChecked(),
            always_visible=self.visible.isChecked(),
            return_behavior=self.returns.value(),
            compensates=self.undoes.value(),
            undo_with=self.undo_with.value() if self.undoes.value() else "arguments",
        )

    def _add_rows(self) -> None:
        self.add("sensitive", self.tr("Sensitive"), self.sensitive)
        self.add(
            "idempotent",
            self.tr("Idempotent"),
            self.idempotent,
            self.tr("Only such a tool is run again after an error."),
        )
        self.add("always_visible", self.tr("Visible"), self.visible)
        self.add("returns", self.tr("Result goes"), self.returns)
        undoes = self.tr("Called with undoing switched on, when a later call fails.")
        self.add("compensates", self.tr("Undoes"), self.undoes, undoes)
        record = self.tr("With the record the tool is not offered to the model: it takes call, arguments and result.")
        self.add("undo_with", self.tr("Undoes with"), self.undo_with, record)
        for box, name in (
            (self.returns, self.tr("Where the result goes")),
            (self.undoes, self.tr("The tool that it undoes")),
            (self.undo_with, self.tr("What it undoes with")),
        ):
            box.setAccessibleName(name)
            box.currentIndexChanged.connect(lambda _at: self._changed())
        for check in (self.sensitive, self.idempotent, self.visible):
            check.toggled.connect(lambda _on: self.edited.emit())

    def _changed(self) -> None:
        self._fit()
        self.edited.emit()

    def _fit(self) -> None:
        self.show_row("undo_with", bool(self.undoes.value()))
