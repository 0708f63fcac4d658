"""A bar over a reply that the provider paused: the turn is not over, and what the next step does.

Above: the Response pane. Below: `present/labels`. Knows no session.
"""

from PySide6.QtCore import QEvent
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget

from studio.gui.look.theme import theme
from studio.gui.widgets.pane_header import IconSign
from studio.gui.words import say
from studio.present.words import Words


class TurnGoesOn(QWidget):
    """Hidden for any other reply."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_last = True
        self._line = QLabel(self)
        self._line.setWordWrap(True)
        self._line.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 5, 12, 6)
        row.setSpacing(8)
        row.addWidget(IconSign("clock", "warn", self))
        row.addWidget(self._line, 1)
        theme().changed.connect(self._reword)
        self._reword()
        self.hide()

    def show_state(self, *, resumable: bool, is_last: bool) -> None:
        """`is_last`: nothing came after the reply yet, so that the next step sends it back."""
        self._is_last = is_last
        self.setVisible(resumable)
        self._reword()

    @property
    def text(self) -> str:
        """What is said now; empty while hidden."""
        return "" if self.isHidden() else self._line.text()

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
        super().changeEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the ground and the line below."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme().color("soft_warn"))
        painter.fillRect(0, self.height() - 1, self.width(), 1, theme().color("border"))

    def _reword(self) -> None:
        said = [say(Words("reply.paused"))]
        if self._is_last:
            said.append(say(Words("reply.paused_next")))
        self._line.setFont(theme().font(12))
        self._line.setText(" ".join(said))
        self.setAccessibleName(self._line.text())
        self.update()
