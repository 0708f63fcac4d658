"""What a running tool prints, as it comes: the last lines of it, drawn a few times a second however much is printed.

Above: the call card. Below: the theme. Knows no call.
"""

from PySide6.QtCore import QTimer
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from studio.gui.look.theme import theme

_MOST, _PAUSE, _HEIGHT = 4000, 100, 90
"""Characters that stay, milliseconds between two drawings, height at 100 %."""


class LiveOutput(QPlainTextEdit):
    """`add` shows the first text at once, and what comes after it together."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = ""
        self._drawn = QTimer(self, singleShot=True, interval=_PAUSE)
        self._drawn.timeout.connect(self._draw)
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.setProperty("look", "pane")
        self.document().setDocumentMargin(8)
        self.hide()
        theme().changed.connect(self._restyle)
        self._restyle()

    @property
    def is_empty(self) -> bool:
        """Whether nothing was printed."""
        return not self._text

    def add(self, text: str) -> None:
        """The tool printed this."""
        self._text = (self._text + text)[-_MOST:]
        if not self._drawn.isActive():
            self._draw()
            self._drawn.start()

    def forget(self) -> None:
        """Another call is shown: nothing was printed yet."""
        self._text = ""
        self._drawn.stop()
        self._draw()

    def _draw(self) -> None:
        if self.toPlainText() != self._text:
            self.setPlainText(self._text)
            self.moveCursor(QTextCursor.MoveOperation.End)

    def _restyle(self) -> None:
        self.setFont(theme().code_font(12))
        self.setFixedHeight(theme().px(_HEIGHT))
