"""A bar over a reply: a sign, a sentence that wraps, and perhaps one button.

Above: `turn_goes_on`, `printed_hint`. Below: `look`, `widgets`. Knows no session and words nothing by itself.
"""

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget

from studio.gui.look.theme import theme
from studio.gui.widgets.buttons import Button
from studio.gui.widgets.pane_header import IconSign


class ReplyBar(QWidget):
    """Hidden at first. Whoever is one says its sentence in `sentence()` and its button in `action()`."""

    pressed = Signal()

    def __init__(self, icon: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._line = QLabel(self)
        self._line.setWordWrap(True)
        self._line.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        self.button = Button("", self, look="link")
        self.button.clicked.connect(self.pressed)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 5, 12, 6)
        row.setSpacing(8)
        row.addWidget(IconSign(icon, "warn", self))
        row.addWidget(self._line, 1)
        row.addWidget(self.button)
        theme().changed.connect(self.reword)
        self.hide()

    @property
    def text(self) -> str:
        """What is said now; empty while hidden."""
        return "" if self.isHidden() else self._line.text()

    def sentence(self) -> str:
        """What to say."""
        return ""

    def action(self) -> str:
        """The words of the button; none without them."""
        return ""

    def reword(self) -> None:
        """Say it anew."""
        self._line.setFont(theme().font(12))
        self._line.setText(self.sentence())
        self.button.set_words(self.action())
        self.button.setVisible(bool(self.action()))
        self.setAccessibleName(self._line.text())
        self.update()

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self.reword()
        super().changeEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the ground and the line below."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme().color("soft_warn"))
        painter.fillRect(0, self.height() - 1, self.width(), 1, theme().color("border"))
