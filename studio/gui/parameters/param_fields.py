"""Fields of single parameters: a number, texts, a choice, a word. Each gives a value, None for left out, or what is wrong.

Above: `param_form`. Below: widgets. Knows no dialect.
"""

import json
import re
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from studio.gui.editors.text_editor import TextEditor
from studio.gui.look.theme import theme
from studio.gui.widgets.still_combo import StillCombo

_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?")
_WHOLE = re.compile(r"-?(?:0|[1-9]\d*)")


class ParamField(QWidget):
    """What all have in common. `edited`: the person changed it. `commit_requested`: and is done."""

    edited = Signal()
    commit_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(theme().px(6))

    def value(self) -> Any:
        """The value; None when it is left out, or is none yet."""
        raise NotImplementedError

    def set_value(self, value: Any) -> None:
        """Show a value, without telling."""
        raise NotImplementedError

    def wrong(self) -> str:
        """Why what stands in the field is no value; empty when it is one, or it is empty."""
        return ""

    def reword(self) -> None:
        """Words in the language of now."""

    def set_name(self, name: str) -> None:
        """The accessible name."""
        self.setAccessibleName(name)
        proxy = self.focusProxy()
        if proxy is not None:
            proxy.setAccessibleName(name)


class NumberField(ParamField):
    """A number as it is spelled; empty is left out."""

    def __init__(self, parent: QWidget | None = None, *, whole: bool = False) -> None:
        super().__init__(parent)
        self._whole = whole
        self.line = QLineEdit(self)
        self.line.textEdited.connect(lambda _text: self.edited.emit())
        self.line.returnPressed.connect(self.commit_requested)
        self.column.addWidget(self.line)
        self.setFocusProxy(self.line)
        self.reword()

    def value(self) -> Any:
        text = self.line.text().strip()
        return None if not text or self.wrong() else json.loads(text)

    def set_value(self, value: Any) -> None:
        shown = "" if value is None else json.dumps(value)
        if self.wrong() or self.value() != value:
            self.line.setText(shown)

    def wrong(self) -> str:
        text = self.line.text().strip()
        if not text or (_WHOLE if self._whole else _NUMBER).fullmatch(text):
            return ""
        return self.tr("Write a whole number.") if self._whole else self.tr("Write a number, such as 0.2.")

    def reword(self) -> None:
        self.line.setPlaceholderText(self.tr("left out"))


class TextsField(ParamField):
    """Texts, one a line; a line break within one is written as \\n, a tab as \\t, a backslash as two."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.texts = TextEditor("", self, code=True)
        self.texts.fit_height(1, 6)
        self.texts.edited.connect(lambda _text: self.edited.emit())
        self.texts.commit_requested.connect(self.commit_requested)
        self.column.addWidget(self.texts)
        self.setFocusProxy(self.texts)
        self.reword()

    def value(self) -> Any:
        return [_unescaped(line) for line in self.texts.text().split("\n") if line] or None

    def set_value(self, value: Any) -> None:
        if self.value() != value:
            self.texts.set_text("\n".join(_escaped(text) for text in value or ()))

    def reword(self) -> None:
        self.texts.setPlaceholderText(self.tr("left out"))


class ChoiceField(ParamField):
    """One of a few values, the first of which leaves the parameter out."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._choices: list[tuple[Any, str]] = []
        self.box = StillCombo(self)
        self.box.activated.connect(lambda _at: self.edited.emit())
        self.column.addWidget(self.box)
        self.setFocusProxy(self.box)

    def set_choices(self, choices: Sequence[tuple[Any, str]]) -> None:
        """Other values (with their words); the one that is chosen stays so where it is among them."""
        self._choices = list(choices)
        self.box.show_choices([(None, self.tr("left out")), *self._choices], self.value())

    def value(self) -> Any:
        return self.box.value()

    def set_value(self, value: Any) -> None:
        self.box.show_choices([(None, self.tr("left out")), *self._choices], value)


class WordField(ParamField):
    """A word: one that is offered, or any other."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.box = StillCombo(self)
        self.box.setEditable(True)
        self.box.setInsertPolicy(StillCombo.InsertPolicy.NoInsert)
        self.box.editTextChanged.connect(lambda _text: self.edited.emit())
        self.column.addWidget(self.box)
        self.setFocusProxy(self.box)
        self.reword()

    def set_words(self, words: Sequence[str]) -> None:
        """The words that are offered."""
        text = self.box.currentText()
        self.box.blockSignals(True)
        self.box.clear()
        self.box.addItems(list(words))
        self.box.setEditText(text)
        self.box.blockSignals(False)

    def value(self) -> Any:
        return self.box.currentText().strip() or None

    def set_value(self, value: Any) -> None:
        if self.value() != value:
            self.box.blockSignals(True)
            self.box.setEditText(value or "")
            self.box.blockSignals(False)

    def reword(self) -> None:
        line = self.box.lineEdit()
        if line is not None:
            line.setPlaceholderText(self.tr("left out"))


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t")


def _unescaped(line: str) -> str:
    return re.sub(r"\\([nrt\\])", lambda found: {"n": "\n", "r": "\r", "t": "\t", "\\": "\\"}[found[1]], line)
