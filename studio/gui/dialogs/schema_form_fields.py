"""The fields of a flat form: text, number, yes or no, one of several, any of several, JSON. Each knows whether it is left out.

Above: `schema_form`. Below: `checks/form_values`, editors. What was typed is kept as it is typed: whether it fits is said by the form.
"""

import json
from typing import Any, assert_never

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from studio.checks.form_values import FieldState, FormField
from studio.gui.editors.json_editor import JsonEditor
from studio.gui.editors.text_editor import TextEditor
from studio.gui.look.theme import theme
from studio.gui.widgets.buttons import Button
from studio.gui.widgets.still_combo import StillCombo
from studio.gui.words import fill

_UNSET = object()
"""Stands in a choice for a field that is left out."""


class ValueField(QWidget):
    """The editor with *null* where that may be sent, and *Leave out* where something is set."""

    edited = Signal()

    def __init__(self, field: FormField, parent: QWidget) -> None:
        super().__init__(parent)
        self.field = field
        self._null = False
        self.focus_place: QWidget = self
        self.null = Button("null", self, look="link")
        self.drop = Button(self.tr("Leave out"), self, look="link")
        self.null.setAccessibleName(fill(self.tr("Send null as {name}"), name=field.title))
        self.drop.setAccessibleName(fill(self.tr("Leave {name} out"), name=field.title))
        self.null.clicked.connect(lambda _on=False: self._told(FieldState(set=True, value=None)))
        self.drop.clicked.connect(lambda _on=False: self._told(FieldState()))
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(theme().px(8))
        self._row.addWidget(self.null)
        self._row.addWidget(self.drop)

    def state(self) -> FieldState:
        """What stands in the field."""
        if self._null:
            return FieldState(set=True, value=None)
        value = self._value()
        return FieldState() if value is _UNSET else FieldState(set=True, value=value)

    def set_state(self, state: FieldState) -> None:
        """Show another state, without telling."""
        self._null = state.set and state.value is None
        self._show(state.value if state.set and state.value is not None else _UNSET)
        self._fit()

    def place(self, editor: QWidget, focus: QWidget | None = None) -> None:
        """Put the editor in."""
        self.focus_place = focus or editor
        self.focus_place.setAccessibleName(self.field.title)
        self._row.insertWidget(0, editor, 1)
        self._fit()

    def _value(self) -> Any:
        raise NotImplementedError

    def _show(self, value: Any) -> None:
        raise NotImplementedError

    def _told(self, state: FieldState) -> None:
        self.set_state(state)
        self.focus_place.setFocus()
        self.edited.emit()

    def _typed(self) -> None:
        self._null = False
        self._fit()
        self.edited.emit()

    def _fit(self) -> None:
        self.null.setVisible(self.field.nullable and not self._null)
        self.drop.setVisible(self.state().set and not (self.field.required and not self._null))


class TextField(ValueField):
    """Text of one line or more, or a number as it is typed. Emptied it is left out, unless it must be there."""

    def __init__(self, field: FormField, parent: QWidget) -> None:
        super().__init__(field, parent)
        self.many = TextEditor(field.title, self) if field.kind == "text" and not field.format else None
        self.line = QLineEdit(self)
        if self.many is not None:
            self.line.hide()
            self.many.fit_height(1, 6)
            self.many.edited.connect(lambda _text: self._typed())
            self.place(self.many)
        else:
            self.line.textEdited.connect(lambda _text: self._typed())
            self.place(self.line)

    def _value(self) -> Any:
        text = self.many.text() if self.many is not None else self.line.text()
        return text or _UNSET

    def _show(self, value: Any) -> None:
        text = "" if value is _UNSET else value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        if self.many is not None:
            self.many.set_text(text)
        else:
            self.line.setText(text)

    def _fit(self) -> None:
        super()._fit()
        said = "null" if self._null else "" if self.field.required else self.tr("left out")
        (self.line if self.many is None else self.many).setPlaceholderText(said)


class ChoiceField(ValueField):
    """One of several, by the titles that the schema gives; yes or no."""

    def __init__(self, field: FormField, parent: QWidget) -> None:
        super().__init__(field, parent)
        self.box = StillCombo(self)
        yes_no = [(True, self.tr("yes")), (False, self.tr("no"))]
        values = yes_no if field.kind == "switch" else [(each.value, each.title) for each in field.options]
        nothing = self.tr("choose") if field.required else self.tr("left out")
        self.box.show_choices([(_UNSET, nothing), *values], _UNSET)
        self._values = [value for value, _ in values]
        self.box.activated.connect(lambda _at: self._typed())
        self.place(self.box)

    def _value(self) -> Any:
        return self.box.value()

    def _show(self, value: Any) -> None:
        at = next((at for at, each in enumerate(self._values) if type(each) is type(value) and each == value), -1)
        with QSignalBlocker(self.box):
            self.box.setCurrentIndex(at + 1)


class ChoicesField(ValueField):
    """Any of several, a check box each."""

    def __init__(self, field: FormField, parent: QWidget) -> None:
        super().__init__(field, parent)
        self._set = False
        holder = QWidget(self)
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().px(2))
        self.boxes = [QCheckBox(each.title.replace("&", "&&"), holder) for each in field.options]
        for box, option in zip(self.boxes, field.options, strict=True):
            column.addWidget(box)
            box.clicked.connect(lambda _on=False: self._clicked())
            box.setAccessibleName(f"{field.title}: {option.title}")
        holder.setAccessibleName(field.title)
        self.place(holder, self.boxes[0] if self.boxes else holder)

    def place(self, editor: QWidget, focus: QWidget | None = None) -> None:
        """Put the editor in; each box keeps its own name."""
        name = focus.accessibleName() if focus is not None else ""
        super().place(editor, focus)
        self.focus_place.setAccessibleName(name or self.field.title)

    def _clicked(self) -> None:
        self._set = True
        self._typed()

    def _value(self) -> Any:
        pairs = zip(self.boxes, self.field.options, strict=True)
        return [option.value for box, option in pairs if box.isChecked()] if self._set else _UNSET

    def _show(self, value: Any) -> None:
        self._set = isinstance(value, list)
        for box, option in zip(self.boxes, self.field.options, strict=True):
            box.setChecked(isinstance(value, list) and option.value in value)


class JsonText(ValueField):
    """Anything else, as JSON."""

    def __init__(self, field: FormField, parent: QWidget) -> None:
        super().__init__(field, parent)
        self.editor = JsonEditor(field.title, self)
        self.editor.setProperty("look", "field")
        self.editor.fit_height(2, 10)
        self.editor.edited.connect(lambda _text: self._typed())
        self.editor.left.connect(self.drop.setFocus)
        self.place(self.editor)

    def _value(self) -> Any:
        return self.editor.text() if self.editor.draft().strip() else _UNSET

    def _show(self, value: Any) -> None:
        self.editor.set_text("" if value is _UNSET else json.dumps(value, ensure_ascii=False))


def value_field(field: FormField, parent: QWidget) -> ValueField:
    """The field for a member of a schema."""
    match field.kind:
        case "text" | "number" | "integer":
            return TextField(field, parent)
        case "switch" | "choice":
            return ChoiceField(field, parent)
        case "choices":
            return ChoicesField(field, parent)
        case "json":
            return JsonText(field, parent)
        case _:
            assert_never(field.kind)
