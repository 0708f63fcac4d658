"""One parameter in the schema form: name, type, required, description, allowed values, default, and JSON for what is nested.

Above: `tool_schema_form`. Below: `tool_parameters`, editors. Tells its parameter whenever a field holds a value.
"""

import json
from collections.abc import Callable

from msgspec.structs import replace
from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QCheckBox, QGridLayout, QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from studio.gui.dialogs.tool_parameters import (
    OTHER,
    TYPES,
    Parameter,
    allowed_text,
    default_text,
    with_allowed,
    with_default,
    with_description,
    with_type,
)
from studio.gui.look.theme import theme
from studio.gui.parameters.json_field import JsonField
from studio.gui.widgets.buttons import IconButton
from studio.gui.widgets.still_combo import StillCombo
from studio.gui.words import fill
from studio.present.json_text import scan

_NARROW = 400
_WIDE = ((0, 0, 1, 1), (0, 1, 1, 1), (0, 2, 1, 1), (0, 3, 1, 1))
"""Row, column and spans of name, type, required and the buttons, side by side."""


class ParameterRow(QWidget):
    """`changed`: the parameter is another one now. `moved` gives -1 or 1."""

    changed = Signal()
    removed = Signal()
    moved = Signal(int)

    def __init__(self, parameter: Parameter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.parameter = parameter
        self._wrong: dict[str, str] = {}
        self.name, self.type, self.required = QLineEdit(self), StillCombo(self), QCheckBox(self)
        self.description, self.allowed, self.default = QLineEdit(self), QLineEdit(self), QLineEdit(self)
        self.nested = JsonField(self, least=3, most=14)
        self.up, self.down, self.remove = (IconButton(name, "", self) for name in ("up", "down", "trash"))
        self._moves, self._first, self._narrow = QWidget(self), QGridLayout(), True
        self._said = QLabel(self)
        self._said.setProperty("role", "error")
        self._said.setWordWrap(True)
        self._said.hide()
        self._lay_out()
        self._place(narrow=False)
        self._wire()
        self._reword()
        self.show_parameter(parameter)

    def show_parameter(self, parameter: Parameter) -> None:
        """Show another parameter, without telling; a field that means the same already keeps its text."""
        self.parameter = parameter
        blockers = [QSignalBlocker(each) for each in (self.name, self.description, self.allowed, self.default)]
        for field, text in (
            (self.name, parameter.name),
            (self.description, parameter.description),
            (self.allowed, allowed_text(parameter)),
            (self.default, default_text(parameter)),
        ):
            if field.text() != text and not field.hasFocus():
                field.setText(text)
                field.setCursorPosition(0)
        del blockers
        with QSignalBlocker(self.required):
            self.required.setChecked(parameter.required)
        self._show_type()

    def show_place(self, *, first: bool, last: bool, editable: bool) -> None:
        """Whether the parameter can move, or be changed at all."""
        self.up.setEnabled(editable and not first)
        self.down.setEnabled(editable and not last)
        self.remove.setEnabled(editable)
        for field in (self.name, self.description, self.allowed, self.default, self.nested):
            field.setReadOnly(not editable)
        self.type.setEnabled(editable)
        self.required.setEnabled(editable)

    def say_name(self, sentence: str) -> None:
        """What is wrong with the name, beside what else is."""
        self._note("name", sentence)

    def problem(self) -> str:
        """The first thing that is wrong; empty when all is well."""
        return next(iter(self._wrong.values()), "")

    def keep_focus(self, by: int) -> None:
        """Keep the keyboard on the button that moved the row, or on its sister at the end."""
        wanted, other = (self.up, self.down) if by < 0 else (self.down, self.up)
        (wanted if wanted.isEnabled() else other).setFocus(Qt.FocusReason.OtherFocusReason)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow form the type stands below the name."""
        super().resizeEvent(event)
        self._place(narrow=self.width() < theme().px(_NARROW))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the line that holds the row together."""
        QPainter(self).fillRect(0, 2, 2, self.height() - 4, theme().color("border"))

    # ---- making

    def _lay_out(self) -> None:
        px = theme().px
        moves = QHBoxLayout(self._moves)
        moves.setContentsMargins(0, 0, 0, 0)
        moves.setSpacing(px(6))
        for button in (self.up, self.down, self.remove):
            moves.addWidget(button)
        self._first.setHorizontalSpacing(px(6))
        self._first.setVerticalSpacing(px(6))
        second = QHBoxLayout()
        second.setSpacing(px(6))
        second.addWidget(self.allowed, 3)
        second.addWidget(self.default, 2)
        column = QVBoxLayout(self)
        column.setContentsMargins(px(12), 0, 0, 0)
        column.setSpacing(px(6))
        column.addLayout(self._first)
        column.addWidget(self.description)
        column.addLayout(second)
        column.addWidget(self.nested)
        column.addWidget(self._said)
        for field in (self.name, self.allowed, self.default):
            field.setFont(theme().code_font())

    def _place(self, *, narrow: bool) -> None:
        if narrow == self._narrow and self._first.count():
            return
        self._narrow = narrow
        parts = (self.name, self.type, self.required, self._moves)
        for widget in parts:
            self._first.removeWidget(widget)
        places = ((0, 0, 1, 2), (1, 0, 1, 1), (1, 1, 1, 2), (0, 2, 1, 1)) if narrow else _WIDE
        for widget, place in zip(parts, places, strict=True):
            self._first.addWidget(widget, *place)
        for at, stretch in enumerate((1, 0, 0, 0) if narrow else (3, 2, 0, 0)):
            self._first.setColumnStretch(at, stretch)

    def _wire(self) -> None:
        self.name.textEdited.connect(lambda text: self._take(replace(self.parameter, name=text.strip())))
        self.description.textEdited.connect(lambda text: self._take(with_description(self.parameter, text.strip())))
        self.required.toggled.connect(lambda on: self._take(replace(self.parameter, required=on)))
        self.type.activated.connect(lambda _at: self._take_type())
        self.allowed.textEdited.connect(lambda text: self._try("allowed", lambda: with_allowed(self.parameter, text)))
        self.default.textEdited.connect(lambda text: self._try("default", lambda: with_default(self.parameter, text)))
        self.nested.left.connect(self.name.setFocus)
        self.nested.edited.connect(lambda _draft: self._take_nested())
        self.up.clicked.connect(lambda _on=False: self.moved.emit(-1))
        self.down.clicked.connect(lambda _on=False: self.moved.emit(1))
        self.remove.clicked.connect(lambda _on=False: self.removed.emit())

    def _reword(self) -> None:
        name = self.parameter.name
        self.required.setText(self.tr("required"))
        self.name.setPlaceholderText(self.tr("name"))
        self.description.setPlaceholderText(self.tr("What the model is told about it"))
        self.allowed.setPlaceholderText(self.tr("any value, or: EUR, USD"))
        self.default.setPlaceholderText(self.tr("no default"))
        for widget, words in (
            (self.name, self.tr("Name of {name}")),
            (self.type, self.tr("Type of {name}")),
            (self.required, self.tr("{name} is required")),
            (self.description, self.tr("Description of {name}")),
            (self.allowed, self.tr("Allowed values of {name}")),
            (self.default, self.tr("Default of {name}")),
            (self.nested, self.tr("Schema of {name} as JSON")),
        ):
            widget.setAccessibleName(fill(words, name=name))
        self.allowed.setToolTip(self.tr("Allowed values, with commas between them; empty allows all"))
        self.default.setToolTip(self.tr("What the tool takes when the model leaves it out"))
        for button, words in (
            (self.up, self.tr("Move {name} up")),
            (self.down, self.tr("Move {name} down")),
            (self.remove, self.tr("Remove {name}")),
        ):
            button.set_words(fill(words, name=name))

    def _types(self) -> list[tuple[str, str]]:
        words = {
            "string": self.tr("text"),
            "integer": self.tr("whole number"),
            "number": self.tr("number"),
            "boolean": self.tr("true or false"),
            "array": self.tr("list"),
            "object": self.tr("group"),
        }
        other = [(OTHER, self.tr("other (JSON)"))] if self.parameter.type == OTHER else []
        return [*((each, words[each]) for each in TYPES), *other]

    def _show_type(self) -> None:
        parameter = self.parameter
        self.type.show_choices(self._types(), parameter.type)
        self.allowed.setVisible(parameter.type in ("string", "integer", "number"))
        self.default.setVisible(not parameter.nested)
        self.nested.setVisible(parameter.nested)
        # A description stands in the JSON of what is nested too, but the line is where one looks for it.
        if parameter.nested and not self.nested.hasFocus():
            text = json.dumps(parameter.schema, ensure_ascii=False)
            if _value(self.nested.text()) != parameter.schema:
                self.nested.set_text(text)

    # ---- what the person types

    def _take(self, parameter: Parameter) -> None:
        if parameter != self.parameter:
            self.parameter = parameter
            self._reword()
            self._show_type()
            self.changed.emit()

    def _take_type(self) -> None:
        self._wrong.clear()
        self._show_wrong()
        self._take(with_type(self.parameter, self.type.value()))
        self.show_parameter(self.parameter)

    def _take_nested(self) -> None:
        value = _value(self.nested.draft())
        if not isinstance(value, dict):
            self._note("nested", self.tr("This is no JSON object yet."))
            return
        self._note("nested", "")
        self._take(replace(self.parameter, schema=value))
        with QSignalBlocker(self.description):
            self.description.setText(self.parameter.description)

    def _try(self, field: str, make: Callable[[], Parameter]) -> None:
        try:
            made = make()
        except ValueError:
            self._note(field, self.tr("This does not fit the type of the parameter."))
            return
        self._note(field, "")
        self._take(made)

    def _note(self, field: str, sentence: str) -> None:
        before = dict(self._wrong)
        self._wrong.pop(field, None)
        if sentence:
            self._wrong[field] = sentence
        if before != self._wrong:
            self._show_wrong()
            self.changed.emit()

    def _show_wrong(self) -> None:
        self._said.setText("\n".join(self._wrong.values()))
        self._said.setVisible(bool(self._wrong))
        for field, name in ((self.name, "name"), (self.allowed, "allowed"), (self.default, "default")):
            field.setProperty("problem", name in self._wrong)
            field.style().unpolish(field)
            field.style().polish(field)


def _value(text: str) -> object:
    try:
        return json.loads(text) if text.strip() and scan(text).is_valid else None
    except (ValueError, RecursionError):
        return None
