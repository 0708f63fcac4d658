"""The parameters of a tool as a form: a row each, in their order; what a row cannot say stays in the schema.

Above: `tool_schema`. Below: `tool_parameter_row`, `tool_parameters`. Knows no tool.
"""

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from studio.gui.dialogs.tool_parameter_row import ParameterRow
from studio.gui.dialogs.tool_parameters import Parameter, Schema, free_name, parameters, with_parameters
from studio.gui.look.theme import theme
from studio.gui.widgets.buttons import Button


class ToolSchemaForm(QWidget):
    """`edited`: the schema is another one now."""

    edited = Signal()
    arranged = Signal()
    """The rows are others, or stand in another order."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._schema: Schema = {}
        self._editable = True
        self.rows: list[ParameterRow] = []
        self._none = QLabel(self.tr("This tool takes nothing."), self)
        self._none.setProperty("role", "muted")
        self.add = Button(self.tr("Add a parameter"), self, look="link", icon_name="plus")
        self.add.clicked.connect(lambda _on=False: self._add())
        self._list = QVBoxLayout()
        self._list.setSpacing(theme().px(14))
        line = QHBoxLayout()
        line.addWidget(self.add)
        line.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().px(8))
        column.addWidget(self._none)
        column.addLayout(self._list)
        column.addLayout(line)
        column.addStretch(1)

    def set_schema(self, schema: Schema, *, editable: bool) -> None:
        """Show another schema, without telling."""
        self._schema, self._editable = schema, editable
        for row in self.rows:
            self._list.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.rows = []
        for parameter in parameters(schema):
            self._insert(parameter)
        self._show()
        self.arranged.emit()

    def schema(self) -> Schema:
        """The schema as it stands in the rows, with what was typed last."""
        self.flush()
        return self._schema

    def problem(self) -> str:
        """The first thing that is wrong in a row; empty when all is well."""
        self.flush()
        return next((row.problem() for row in self.rows if row.problem()), "")

    def flush(self) -> None:
        """Tell of what was typed into a row a moment ago."""
        for row in self.rows:
            row.nested.flush()

    def _add(self) -> None:
        row = self._insert(Parameter(free_name([each.parameter for each in self.rows]), True, {"type": "string"}))
        self._take()
        row.show()
        self.arranged.emit()
        row.name.setFocus(Qt.FocusReason.OtherFocusReason)
        row.name.selectAll()

    def _insert(self, parameter: Parameter) -> ParameterRow:
        row = ParameterRow(parameter, self)
        row.changed.connect(self._take)
        row.removed.connect(lambda: self._remove(row))
        row.moved.connect(lambda by: self._move(row, by))
        self.rows.append(row)
        self._list.addWidget(row)
        return row

    def _remove(self, row: ParameterRow) -> None:
        at = self.rows.index(row)
        self.rows.remove(row)
        self._list.removeWidget(row)
        row.hide()
        row.deleteLater()
        near = self.rows[min(at, len(self.rows) - 1)].name if self.rows else self.add
        near.setFocus(Qt.FocusReason.OtherFocusReason)
        self._take()

    def _move(self, row: ParameterRow, by: int) -> None:
        at = self.rows.index(row)
        to = at + by
        if 0 <= to < len(self.rows):
            self.rows.insert(to, self.rows.pop(at))
            self._list.removeWidget(row)
            self._list.insertWidget(to, row)
            self._take()
            self.arranged.emit()
            row.keep_focus(by)

    def _take(self) -> None:
        """The rows changed. While a name is missing or doubled the schema stays as it was: a member would be lost."""
        self._show()
        if all(not _said(row, self.rows) for row in self.rows):
            self._schema = with_parameters(self._schema, [row.parameter for row in self.rows])
        self.edited.emit()

    def _show(self) -> None:
        self._none.setVisible(not self.rows)
        self.add.setVisible(self._editable)
        for at, row in enumerate(self.rows):
            row.show_place(first=at == 0, last=at == len(self.rows) - 1, editable=self._editable)
            row.blockSignals(True)
            row.say_name(_said(row, self.rows))
            row.blockSignals(False)


def _said(row: ParameterRow, rows: list[ParameterRow]) -> str:
    """What is wrong with a row's name."""
    name = row.parameter.name
    if not name:
        return QCoreApplication.translate("ToolSchemaForm", "A parameter needs a name.")
    doubled = sum(each.parameter.name == name for each in rows) > 1
    return QCoreApplication.translate("ToolSchemaForm", "Two parameters have this name.") if doubled else ""
