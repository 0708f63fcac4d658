"""What the model is told of a tool: name, description, parameters; and what the program has to know of it.

Above: the page of a tool, the dialogs that add one. Below: `tool_schema`. What is wrong is said beside its field.
"""

import re

from msgspec.structs import replace
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from studio.gui.dialogs.tool_schema import ToolSchema
from studio.gui.editors.text_editor import TextEditor
from studio.gui.look.theme import theme
from studio.gui.parameters.labelled_field import LabelledField
from studio.gui.parameters.param_row import ParamRow
from studio.messages.toolspec import ToolSpec

_NAME = re.compile(r"[A-Za-z0-9_.-]{1,128}")


class ToolDeclaration(QWidget):
    """`edited`: something is another than before. An existing tool keeps its name: a renamed one would be another tool."""

    edited = Signal()

    def __init__(
        self, tool: ToolSpec, parent: QWidget | None = None, *, new: bool = False, editable: bool = True
    ) -> None:
        super().__init__(parent)
        self._tool, self._new = tool, new
        self.name, self.description = QLineEdit(tool.name, self), TextEditor(self.tr("Description"), self)
        self.description.set_text(tool.description)
        self.description.fit_height(2, 6)
        self.description.setReadOnly(not editable)
        self.description.setPlaceholderText(self.tr("What it does and when to use it, as the model reads it"))
        self.name.setAccessibleName(self.tr("Name of the tool"))
        self.name.setPlaceholderText("get_order")
        self.name.setFont(theme().code_font())
        self.schema = ToolSchema(self)
        self.schema.set_value(tool.parameters, editable=editable)
        self._name_row = ParamRow(self.name, self)
        self._lay_out()
        self.name.textEdited.connect(lambda _text: self._typed())
        self.description.left.connect(self.schema.switch.setFocus)
        self.description.edited.connect(lambda _text: self.edited.emit())
        self.schema.edited.connect(self.edited)

    def spec(self) -> ToolSpec:
        """The declaration as it stands; ask `problem` first."""
        return replace(
            self._tool,
            name=self.name.text().strip() if self._new else self._tool.name,
            description=self.description.text().strip(),
            parameters=self.schema.value(),
        )

    def problem(self) -> str:
        """Why this is no declaration yet; empty when it is one. Puts the keyboard there."""
        wrong = self._name_problem()
        self._name_row.set_problem(wrong)
        if wrong:
            self.name.setFocus()
            return wrong
        wrong = self.schema.problem()
        if wrong:
            self.schema.focus_problem()
        return wrong

    @property
    def is_changed(self) -> bool:
        """Whether it says another than the tool it was opened with."""
        return self.spec() != self._tool

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().px(10))
        line = LabelledField(self.tr("Name"), self._name_row, self)
        line.setVisible(self._new)
        column.addWidget(line)
        column.addWidget(LabelledField(self.tr("Description"), self.description, self))
        column.addWidget(self.schema, 1)

    def _typed(self) -> None:
        self._name_row.set_problem("")
        self.edited.emit()

    def _name_problem(self) -> str:
        name = self.name.text().strip()
        if not name:
            return self.tr("A tool needs a name.")
        if self._new and not _NAME.fullmatch(name):
            return self.tr("Letters without accents, digits, _, - and . are what providers take in a name.")
        return ""
