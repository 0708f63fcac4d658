"""A line of the session file that cannot be read, as it stands there; and the way to a copy that is only read.

Above: `damage_room`. Below: the frame. Changes nothing; `copy_wanted` asks for the copy.
"""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from studio.gui.dialogs.dialog_frame import DialogFrame
from studio.gui.dialogs.tabbed_dialog import TabbedDialog
from studio.gui.look.theme import theme
from studio.gui.widgets.buttons import Button
from studio.gui.words import fill
from studio.present.text_lines import spelled


class DamagedLineDialog(TabbedDialog):
    """`said` is what is wrong with the line."""

    copy_wanted = Signal()

    def __init__(self, parent: QWidget, file: str, number: int, said: str, text: str) -> None:
        super().__init__(parent)
        frame = DialogFrame(self, fill(self.tr("Line {line} of {file}"), line=number, file=file), said)
        self.text = QPlainTextEdit(spelled(text), self)
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.text.setProperty("look", "field")
        self.text.setFont(theme().code_font(12))
        self.text.setPlaceholderText(self.tr("The line is not in the file any more."))
        self.text.setAccessibleName(self.tr("The line as it stands in the file"))
        frame.body.addWidget(self.text, 1)
        self.copy = Button(self.tr("Open read-only copy"), self)
        close = Button(self.tr("Close"), self, look="main")
        self.copy.clicked.connect(self._copy)
        close.clicked.connect(self.accept)
        frame.add_buttons([self.copy], [close])
        frame.resize(720, 360)
        close.setFocus()

    def _copy(self) -> None:
        self.accept()
        self.copy_wanted.emit()
