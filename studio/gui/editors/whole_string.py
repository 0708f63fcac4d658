"""A folded string shown whole: to read, to copy, to save. A picture or other data in it is saved as what it is.

Above: the JSON editor. Below: the long view. Knows not where the string stands.
"""

import base64
import binascii
import json
import re
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QFileDialog, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from studio.gui.editors.long_view import LongView
from studio.gui.look.theme import theme
from studio.gui.widgets.buttons import Button
from studio.gui.words import fill, number

_data = re.compile(r"data:([\w.+-]+)/([\w.+-]+)(?:;[\w=.-]+)*;base64,")


class WholeString(QDialog):
    """`real` is the JSON string with its quotes."""

    def __init__(self, real: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("The whole string"))
        self.value = _value(real)
        self.text, self.said = LongView(self.tr("The whole string"), self), QLabel(self)
        self.save_button, self.copy_button = Button(self.tr("Save…"), self), Button(self.tr("Copy"), self)
        self.close_button = Button(self.tr("Close"), self, look="main")
        self.saving: QFileDialog | None = None
        self._lay_out()
        self.text.left.connect(self.reject)
        self.save_button.clicked.connect(self.save)
        self.copy_button.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.value))
        self.close_button.clicked.connect(self.accept)
        self.said.setText(fill(self.tr("{n} characters"), n=number(len(self.value))))
        self.text.set_text(self.value)
        self.text.setFocus()
        self.resize(theme().px(640), theme().px(420))

    def save(self) -> None:
        """Ask where to save it."""
        dialog = QFileDialog(self, self.tr("Save the string as"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.selectFile(f"value.{kind_of(self.value)}")
        dialog.fileSelected.connect(self.save_as)
        self.saving = dialog
        dialog.finished.connect(self._asked)
        dialog.open()

    def save_as(self, path: str) -> None:
        """Save it; what cannot be written is said."""
        try:
            Path(path).write_bytes(content_of(self.value))
            self.said.setText(fill(self.tr("Saved as {name}."), name=Path(path).name))
        except OSError as error:
            self.said.setText(fill(self.tr("It could not be saved: {why}"), why=error.strerror or str(error)))

    def _asked(self) -> None:
        self.saving = None

    def _lay_out(self) -> None:
        self.said.setProperty("role", "small_muted")
        self.said.setTextFormat(Qt.TextFormat.PlainText)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.said, 1)
        for button in (self.save_button, self.copy_button, self.close_button):
            row.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(12)
        column.addWidget(self.text, 1)
        column.addLayout(row)


def kind_of(value: str) -> str:
    """The ending of a file that holds the value."""
    found = _data.match(value)
    return found[2].partition("+")[0] if found else "txt"


def content_of(value: str) -> bytes:
    """What is saved of a value: the data of a data address, else the text."""
    found = _data.match(value)
    if found:
        try:
            return base64.b64decode(value[found.end() :], validate=True)
        except (ValueError, binascii.Error):
            pass
    return value.encode("utf-8", "surrogatepass")


def _value(real: str) -> str:
    """What the string means; a text that is no JSON string (the rest of a very long line) as it is."""
    try:
        return str(json.loads(real, strict=False))
    except ValueError:
        return real
