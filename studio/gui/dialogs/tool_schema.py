"""The schema of a tool as a form or as JSON, over one value: from one to the other and back nothing is lost.

Above: the page of a tool, the dialogs that add one. Below: `tool_schema_form`, the JSON editor. What is wrong is said while typing.
"""

import json
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QStackedWidget, QVBoxLayout, QWidget

from studio.gui.dialogs.tool_parameters import fits_a_form
from studio.gui.dialogs.tool_schema_form import ToolSchemaForm
from studio.gui.dialogs.tool_schema_slips import schema_marks
from studio.gui.editors.json_editor import JsonEditor
from studio.gui.look.theme import theme
from studio.gui.panes.tab_order import tab_through
from studio.gui.widgets.scroll_column import ScrollColumn
from studio.gui.widgets.segmented import Segmented
from studio.gui.words import fill
from studio.present.json_text import scan

_MOST_ROWS = 50
"""A row has a dozen widgets: more of them would hold the window up when the page opens."""


class ToolSchema(QWidget):
    """`edited`: what stands here is another value, or became none."""

    edited = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._value: dict[str, Any] = {}
        self._editable = True
        self.title = QLabel(self.tr("Parameters"), self)
        self.title.setProperty("role", "strong")
        self.switch = Segmented(
            self.tr("View of the parameters"), [("form", self.tr("Form")), ("json", self.tr("JSON"))], self
        )
        self.form = ToolSchemaForm(self)
        self.json = JsonEditor(self.tr("Parameters as JSON Schema"), self, check=schema_marks)
        self.json.setProperty("look", "field")
        self._area = ScrollColumn(self.tr("Parameters"), self, inset=2)
        self._area.add(self.form)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self._area)
        self._stack.addWidget(self.json)
        self._lay_out()
        self.switch.chosen.connect(self.show_view)
        self.form.edited.connect(self._take_form)
        self.form.arranged.connect(self._order)
        self.json.edited.connect(lambda _draft: self._take_json())
        self.json.left.connect(self.switch.setFocus)

    def set_value(self, schema: dict[str, Any], *, editable: bool = True) -> None:
        """Show another schema, without telling."""
        self._value, self._editable = schema, editable
        self.json.set_text(json.dumps(schema, ensure_ascii=False))
        self.json.setReadOnly(not editable)
        self.show_view("form")

    def value(self) -> dict[str, Any]:
        """The schema as it stands; the last whole one while something is half typed (see `problem`)."""
        self.json.flush()
        self.form.flush()
        return self._value

    def problem(self) -> str:
        """Why what stands here is no schema of a tool; empty when it is one."""
        self.json.flush()
        if self.switch.current() == "form":
            return self.form.problem()
        marks = [mark for mark in self.json.check_now() if mark.severity == "error"]
        return marks[0].sentence if marks else ""

    def show_view(self, view: str) -> None:
        """Show the value as `form` or `json`. What is half typed in one of them keeps it there."""
        self.json.flush()
        on_form = self._stack.currentWidget() is self._area  # a switch that was pressed says the new view already
        if on_form and self.form.problem():
            self.switch.set_current("form")
            self.focus_problem()
            return
        if view == "form" and not self._fit():
            view = "json"
        if view == "form" and not (on_form and self.form.schema() is self._value):
            self.form.set_schema(self._value, editable=self._editable)
        elif view == "json" and on_form and self._differs():
            self.json.set_text(json.dumps(self._value, ensure_ascii=False))
        self.switch.set_current(view)
        self._stack.setCurrentWidget(self._area if view == "form" else self.json)

    def focus_problem(self) -> None:
        """Put the keyboard where something is wrong."""
        if self.switch.current() == "json":
            marks = self.json.marks()
            if marks:
                self.json.go_to(marks[0].start)
            self.json.setFocus()
            return
        row = next((row for row in self.form.rows if row.problem()), None)
        if row is not None:
            self._area.reveal(row)
            row.name.setFocus()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.addWidget(self.title)
        head.addStretch(1)
        head.addWidget(self.switch)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().px(8))
        column.addLayout(head)
        column.addWidget(self._stack, 1)

    def _order(self) -> None:
        """Tab goes through the rows as they stand."""
        tab_through([self.switch, *self.form.rows, self.form.add, self.json])

    def _fit(self) -> bool:
        """Whether the form can show what stands in the JSON; else the switch says why not."""
        whole = _read(self.json.draft())
        why = self._why_not(whole)
        self.switch.set_available("form", not why, why)
        return not why

    def _why_not(self, whole: Any) -> str:
        """Why this cannot be shown as a form; empty when it can."""
        if not isinstance(whole, dict):
            return self.tr("This is no JSON object yet.")
        if not fits_a_form(whole):
            return self.tr("The top of this schema is no plain group of parameters, so it is edited as JSON.")
        if len(whole.get("properties", {})) > _MOST_ROWS:
            return fill(self.tr("This tool takes more than {n} parameters, so they are edited as JSON."), n=_MOST_ROWS)
        return ""

    def _differs(self) -> bool:
        return bool(_read(self.json.draft()) != self._value)

    def _take_form(self) -> None:
        self._value = self.form.schema()
        self.json.set_text(json.dumps(self._value, ensure_ascii=False))
        self.edited.emit()

    def _take_json(self) -> None:
        value = _read(self.json.draft())
        if isinstance(value, dict):
            self._value = value
        self._fit()
        self.edited.emit()


def _read(text: str) -> Any:
    """The value of a JSON text; None for one that is none, or that Python cannot hold."""
    try:
        return json.loads(text) if text.strip() and scan(text).is_valid else None
    except (ValueError, RecursionError):
        return None
