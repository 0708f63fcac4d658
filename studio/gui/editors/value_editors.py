"""The editors of single values in a form: text, number or raw JSON, switch, choice, JSON of any size.

Each shows a value as it is spelled (`set_raw`, None for not sent) and gives the new spelling in `changed`.
"""

import json

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from studio.gui.editors.json_editor import JsonEditor
from studio.gui.editors.schema_plan import Field
from studio.gui.editors.text_editor import TextEditor
from studio.gui.look.theme import theme
from studio.gui.widgets.elided_label import ElidedLabel
from studio.gui.widgets.named_combo import NamedCombo
from studio.gui.widgets.switch import Switch
from studio.present import json_text


class ValueEditor(QWidget):
    """What all have in common; `changed` gives JSON text, `unfit` a sentence (empty when all is well), `emptied` that nothing stands in the
    field any more."""

    changed = Signal(str)
    unfit = Signal(str)
    emptied = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.line = QVBoxLayout(self)
        self.line.setContentsMargins(0, 0, 0, 0)

    def set_raw(self, raw: str | None) -> None:
        """Show a value; None when it is not sent."""
        raise NotImplementedError

    def set_problem(self, problem: bool) -> None:
        """Outline in the error colour; the sentence stands below."""

    def to_end(self) -> None:
        """Put the caret behind the value, where typing goes on."""

    def flush(self) -> None:
        """Tell of what was typed a moment ago."""


class TextValue(ValueEditor):
    """A JSON string as the text it means."""

    def __init__(self, name: str, parent: QWidget | None = None, *, placeholder: str = "") -> None:
        super().__init__(parent)
        self._raw: str | None = None
        self._edit = TextEditor(name, self, placeholder=placeholder)
        self._edit.fit_height(1, 8)
        self._edit.edited.connect(self._edited)
        self.line.addWidget(self._edit)
        self.setFocusProxy(self._edit)

    def set_raw(self, raw: str | None) -> None:
        """Show the decoded text, but leave a text alone that means the same already."""
        self._raw = raw
        text = "" if raw is None else str(json.loads(raw, strict=False))
        self._edit.set_text(text)

    def set_problem(self, problem: bool) -> None:
        """Outline the field."""
        self._edit.set_problem(problem)

    def to_end(self) -> None:
        """Put the caret behind the text."""
        self._edit.moveCursor(QTextCursor.MoveOperation.End)

    def _edited(self, text: str) -> None:
        self.changed.emit(json.dumps(text, ensure_ascii=False))


class RawValue(ValueEditor):
    """A number, or any scalar whose type does not fit, as it is spelled; Up and Down count."""

    def __init__(
        self, name: str, parent: QWidget | None = None, *, number: bool = False, placeholder: str = ""
    ) -> None:
        super().__init__(parent)
        self._number = number
        self._edit = QLineEdit(self)
        self._edit.setAccessibleName(name)
        self._edit.setPlaceholderText(placeholder)
        self._edit.textEdited.connect(self._edited)
        self.line.addWidget(self._edit)
        self.setFocusProxy(self._edit)
        self._restyle()
        theme().changed.connect(self._restyle)

    def set_raw(self, raw: str | None) -> None:
        """Show the spelling."""
        if (raw or "") != self._edit.text().strip():
            self._edit.setText(raw or "")
            self._edit.setCursorPosition(0)

    def set_problem(self, problem: bool) -> None:
        """Outline the field."""
        self._edit.setProperty("problem", problem)
        self._edit.style().unpolish(self._edit)
        self._edit.style().polish(self._edit)

    def to_end(self) -> None:
        """Put the caret behind the value."""
        self._edit.end(False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and Down count whole numbers, as far as the schema's check lets them."""
        step = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}.get(Qt.Key(event.key()))
        text = self._edit.text().strip()
        if self._number and step and text.lstrip("-").isdecimal():
            self._edit.setText(str(int(text) + step))
            self._edited(self._edit.text())
        else:
            super().keyPressEvent(event)

    def _edited(self, text: str) -> None:
        if self._number and not text.strip():
            self.unfit.emit("")
            self.emptied.emit()
            return
        map_ = json_text.scan(text)
        number = text.strip()[:1] in "-0123456789" and bool(text.strip())
        if not map_.is_valid:
            self.unfit.emit(
                self.tr("not a number") if self._number else self.tr("not a JSON value; text needs double quotes")
            )
        elif self._number and not number and text.strip()[:1] not in '"nft':
            self.unfit.emit(self.tr("not a number"))
        else:
            self.unfit.emit("")
            self.changed.emit(text.strip())

    def _restyle(self) -> None:
        self._edit.setFont(theme().code_font(12))


class SwitchValue(ValueEditor):
    """true or false."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        row = QHBoxLayout()
        row.setSpacing(8)
        self._switch = Switch(name, self)
        self._word = ElidedLabel("", self, size=12, code=True)
        row.addWidget(self._switch)
        row.addWidget(self._word, 1)
        self.line.addLayout(row)
        self._switch.clicked.connect(lambda on: self.changed.emit("true" if on else "false"))
        self.setFocusProxy(self._switch)

    def set_raw(self, raw: str | None) -> None:
        """Show on or off; off and no word when it is not sent."""
        self._switch.setChecked(raw == "true")
        self._word.set_text(raw or "")


class ChoiceValue(ValueEditor):
    """One of the allowed values; a value that is not allowed is shown all the same."""

    def __init__(self, name: str, field: Field, parent: QWidget | None = None, *, placeholder: str = "") -> None:
        super().__init__(parent)
        self._choices = list(field.choices)
        self._box = NamedCombo(self)
        self._box.setAccessibleName(name)
        self._box.setPlaceholderText(placeholder)
        self._box.activated.connect(lambda _at: self.changed.emit(str(self._box.currentData())))
        self.line.addWidget(self._box, 0, Qt.AlignmentFlag.AlignLeft)
        self.setFocusProxy(self._box)

    def set_raw(self, raw: str | None) -> None:
        """Choose the value."""
        with QSignalBlocker(self._box):
            self._box.clear()
            for choice in self._choices:
                self._box.addItem(_shown(choice), choice)
            at = next((n for n, choice in enumerate(self._choices) if raw is not None and _same(choice, raw)), -1)
            if raw is not None and at < 0:
                self._box.addItem(raw, raw)
                at = self._box.count() - 1
            self._box.setCurrentIndex(at)


class JsonValue(ValueEditor):
    """Any value in a small JSON editor; what is not JSON yet is not handed on."""

    def __init__(self, name: str, parent: QWidget | None = None, *, hand_on_all: bool = False) -> None:
        super().__init__(parent)
        self._hand_on_all = hand_on_all
        self._edit = JsonEditor(name, self)
        self._edit.fit_height(2, 12)
        self._edit.setProperty("look", "field")
        self._edit.edited.connect(self._edited)
        self.line.addWidget(self._edit)
        self.setFocusProxy(self._edit)

    def set_raw(self, raw: str | None) -> None:
        """Show the value, unless the editor has it already."""
        if self._edit.text() != (raw or ""):
            self._edit.set_text(raw or "")

    def flush(self) -> None:
        """The small editor waits for a moment before it tells."""
        self._edit.flush()

    def _edited(self, draft: str) -> None:
        valid = json_text.scan(draft).is_valid
        self.unfit.emit("" if valid else self.tr("not JSON yet"))
        if valid or self._hand_on_all:
            self.changed.emit(self._edit.text())


def _shown(choice: str) -> str:
    return str(json.loads(choice)) if choice.startswith('"') else choice


def _same(choice: str, raw: str) -> bool:
    return choice == raw or (
        raw.startswith('"') and choice.startswith('"') and json.loads(choice) == json.loads(raw, strict=False)
    )
