"""One field of a form: name, marks, state, editor, help and problem; groups and lists hold further rows.

Knows the text's value only as it is spelled; changes are told by pointer, never made here.
"""

from PySide6.QtCore import Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from studio.gui.editors.date_value import DateValue
from studio.gui.editors.schema_plan import Field, fits, starting_value
from studio.gui.editors.value_editors import ChoiceValue, JsonValue, RawValue, SwitchValue, TextValue, ValueEditor
from studio.gui.look.theme import theme
from studio.gui.widgets.buttons import Button, IconButton
from studio.gui.widgets.elided_label import ElidedLabel
from studio.gui.widgets.pane_header import IconSign

_NO_NAME = '""'
"""How a member is called whose name is empty."""


class FieldRow(QWidget):
    """`put` asks for new JSON text at a pointer, `take` for the removal of what is there, `move_wanted` for an item to go up or down."""

    put = Signal(str, str)
    take = Signal(str)
    move_wanted = Signal(str, int)
    fit_changed = Signal()
    """Something was typed that is no value, or is one now."""

    def __init__(
        self,
        field: Field,
        pointer: str,
        raw: str | None,
        parent: QWidget | None = None,
        *,
        unknown: bool = False,
        beside: int = 0,
    ) -> None:
        """`beside`: of an item, how many the list has; 0 for what is no item."""
        super().__init__(parent)
        self._beside = beside
        self.up: IconButton | None = None
        self.down: IconButton | None = None
        self.field, self.pointer, self._unknown = field, pointer, unknown
        self._sent, self._mark, self._unfit = raw is not None, "", ""
        self._is_item = beside > 0
        named = field.key or (_NO_NAME if pointer else self.tr("Text"))
        self.name = str(int(pointer.rpartition("/")[2]) + 1) if self._is_item else named
        self.setAccessibleName(self.name)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(3)
        self._column.addLayout(self._head(raw))
        self._add_help()
        self.editor = self._make_editor(raw)
        if self.editor is not None:
            self._column.addWidget(self.editor)
            self.editor.changed.connect(lambda new: self.put.emit(self.pointer, new))
            self.editor.unfit.connect(self._set_unfit)
            self.editor.emptied.connect(self._emptied)
            self.editor.set_raw(raw)
        self.inner = _Inner(self)
        self._column.addWidget(self.inner)
        self.inner.hide()
        self._add_problem()

    def set_raw(self, raw: str | None) -> None:
        """Show another value of the same form; what is typed and no value yet stays."""
        if self.editor is not None and not self._unfit:
            self.editor.set_raw(raw)

    @property
    def is_unfit(self) -> bool:
        """Whether something is typed that is no value: what stands in the text is older."""
        return bool(self._unfit)

    def set_mark(self, sentence: str) -> None:
        """Show what a check says of this field; empty takes it away."""
        self._mark = sentence
        self._show_problem()

    def problem(self) -> str:
        """The sentence shown, or empty."""
        return self._unfit or self._mark

    def add_row(self, row: QWidget) -> None:
        """Put a row inside this group or list."""
        self.inner.column.addWidget(row)
        self.inner.show()

    def focus(self) -> None:
        """Give the focus to the value."""
        if self.editor is not None:
            self.editor.setFocus()
            self.editor.to_end()
        else:
            self.inner.setFocus()

    def _head(self, raw: str | None) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(ElidedLabel(self.name, self, size=12, semibold=True, code=True))
        row.addWidget(ElidedLabel(self._hint(), self, size=11, colour="muted"), 1)
        self._add_state(row, raw)
        return row

    def _add_state(self, row: QHBoxLayout, raw: str | None) -> None:
        """At the right: left out and *Add*, or *null* and the cross that takes the member out."""
        name = self.name
        if raw is None:
            row.addWidget(ElidedLabel(self.tr("left out"), self, size=11, colour="faint"))
            add = Button(self.tr("Add"), self, look="link")
            add.setAccessibleName(self.tr("Add {name}").format(name=name))
            add.clicked.connect(lambda _on=False: self.put.emit(self.pointer, starting_value(self.field)))
            row.addWidget(add)
            return
        if self.field.nullable and raw != "null":
            null = Button("null", self, look="link")
            null.setAccessibleName(self.tr("Send null as {name}").format(name=name))
            null.clicked.connect(lambda _on=False: self.put.emit(self.pointer, "null"))
            row.addWidget(null)
        elif raw == "null" and self.field.kind != "json":
            value = Button(self.tr("Set a value"), self, look="link")
            value.clicked.connect(lambda _on=False: self.put.emit(self.pointer, starting_value(self.field)))
            row.addWidget(value)
        if self._is_item:
            self._add_moves(row)
        if self.pointer:
            words = self.tr("Remove item {name}") if self._is_item else self.tr("Do not send {name}")
            drop = IconButton("close", words.format(name=name), self)
            drop.clicked.connect(lambda _on=False: self.take.emit(self.pointer))
            row.addWidget(drop)

    def _add_moves(self, row: QHBoxLayout) -> None:
        at = int(self.pointer.rpartition("/")[2])
        self.up = IconButton("up", self.tr("Move item {name} up").format(name=self.name), self)
        self.down = IconButton("down", self.tr("Move item {name} down").format(name=self.name), self)
        self.up.setEnabled(at > 0)
        self.down.setEnabled(at + 1 < self._beside)
        for button, by in ((self.up, -1), (self.down, 1)):
            button.clicked.connect(lambda _on=False, by=by: self.move_wanted.emit(self.pointer, by))
            row.addWidget(button)

    def _hint(self) -> str:
        words = [self._kind_words()]
        if self.field.least and self.field.most:
            words.append(self.tr("{least} to {most}").format(least=self.field.least, most=self.field.most))
        elif self.field.least:
            words.append(self.tr("at least {least}").format(least=self.field.least))
        elif self.field.most:
            words.append(self.tr("at most {most}").format(most=self.field.most))
        if self.field.required:
            words.append(self.tr("required"))
        if self._unknown:
            words.append(self.tr("not in the schema"))
        return " · ".join(word for word in words if word)

    def _kind_words(self) -> str:
        number = self.tr("whole number") if self.field.integer else self.tr("number")
        words = {
            "text": self.tr("text"),
            "date": self.tr("date"),
            "number": number,
            "switch": self.tr("true or false"),
            "choice": self.tr("one of {count}").format(count=len(self.field.choices)),
            "list": self.tr("list"),
            "group": self.tr("group"),
            "json": "JSON",
        }
        return words[self.field.kind]

    def _add_help(self) -> None:
        if self.field.help:
            label = QLabel(self.field.help, self)
            label.setProperty("role", "small_muted")
            label.setWordWrap(True)
            self._column.addWidget(label)

    def _add_problem(self) -> None:
        self._problem_line = QWidget(self)
        row = QHBoxLayout(self._problem_line)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        self._sentence = QLabel("", self)
        self._sentence.setProperty("role", "error")
        self._sentence.setWordWrap(True)
        row.addWidget(IconSign("provider_error", "error", self, size=13))
        row.addWidget(self._sentence, 1)
        self._column.insertWidget(self._column.indexOf(self.inner), self._problem_line)
        self._problem_line.hide()

    def _set_unfit(self, sentence: str) -> None:
        other = bool(sentence) != bool(self._unfit)
        self._unfit = sentence
        self._show_problem()
        if other:
            self.fit_changed.emit()

    def _emptied(self) -> None:
        """A field that was emptied is left out; an item of a list is not taken away by that."""
        if self._is_item:
            self._set_unfit(self.tr("not a number"))
        elif self._sent:
            self.take.emit(self.pointer)

    def _show_problem(self) -> None:
        sentence = self.problem()
        self._sentence.setText(sentence)
        self._problem_line.setVisible(bool(sentence))
        if self.editor is not None:
            self.editor.set_problem(bool(sentence))
        self.setAccessibleDescription(sentence)

    def _make_editor(self, raw: str | None) -> ValueEditor | None:
        field, name = self.field, self.name
        left_out = self.tr("left out") if raw is None else ""
        if raw is not None and not fits(field, raw):
            return JsonValue(name, self) if raw[:1] in ("{", "[") else RawValue(name, self)
        match field.kind:
            case "text":
                return TextValue(name, self, placeholder=left_out)
            case "date":
                return DateValue(name, self)
            case "number":
                return RawValue(name, self, number=True, placeholder=left_out)
            case "switch":
                return SwitchValue(name, self)
            case "choice":
                return ChoiceValue(name, field, self, placeholder=left_out)
            case "json":
                return self._json_editor(name, raw)
            case "list" | "group":
                return None

    def _json_editor(self, name: str, raw: str | None) -> ValueEditor | None:
        if raw is None:
            return None
        return JsonValue(name, self, hand_on_all=not self.pointer)


class _Inner(QWidget):
    """The rows inside a group or list, set in behind a line."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(14, 2, 0, 2)
        self.column.setSpacing(10)

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(4, 0, 1, self.height(), theme().color("border"))
