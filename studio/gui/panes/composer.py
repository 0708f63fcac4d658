"""Where the person writes the next message: role, text, Send. Enter makes a new line, Ctrl+Enter sends.

Above: the Request pane's Chat. Below: the text editor. Knows no session: `sent` gives text and role.
"""

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from studio.gui.editors.text_editor import TextEditor
from studio.gui.look.theme import theme
from studio.gui.panes.wrapped_row import WrappedRow
from studio.gui.widgets.buttons import Button
from studio.gui.widgets.elided_label import ElidedLabel
from studio.gui.widgets.segmented import Segmented


class Composer(QWidget):
    """`sent` comes with the text (never empty) and the role."""

    sent = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hint = ElidedLabel("", self, colour="muted", size=11)
        self.role = Segmented("", [("user", "user"), ("system", "system")], self)
        self.editor = TextEditor("", self)
        self.editor.fit_height(3, 12)
        self.send = Button("", self, look="main", icon_name="send")
        self._lay_out()
        self.send.clicked.connect(self._send)
        self.editor.commit_requested.connect(self._send)
        self.editor.edited.connect(lambda _text: self._show())
        self._reword()
        self._show()

    def clear(self) -> None:
        """Forget what was typed."""
        self.editor.set_text("")
        self._show()

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
        super().changeEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the ground."""
        QPainter(self).fillRect(self.rect(), theme().color("raised"))

    def _lay_out(self) -> None:
        row = WrappedRow(self)
        row.add(self.role)
        row.add(self._hint)
        row.add_right(self.send)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 10, 12, 10)
        column.setSpacing(8)
        column.addWidget(self.editor)
        column.addWidget(row)

    def _reword(self) -> None:
        self.editor.setAccessibleName(self.tr("Next message"))
        self.editor.setPlaceholderText(self.tr("Write a message"))
        self.role.setAccessibleName(self.tr("Role of the message"))
        self.send.set_words(self.tr("Send"))
        self._hint.set_text(self.tr("Ctrl+Enter sends"))
        self.setAccessibleName(self.tr("Composer"))

    def _send(self) -> None:
        text = self.editor.text()
        if text.strip():
            self.sent.emit(text, self.role.current())

    def _show(self) -> None:
        self.send.setEnabled(bool(self.editor.text().strip()))
