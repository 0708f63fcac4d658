"""The frame of a card: a border that is amber while the card is due and the accent's while it has the keyboard.

Above: the call card. Below: the theme. Knows nothing of calls.
"""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFocusEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from studio.gui.look.theme import theme
from studio.gui.panes.low_minimum import low_minimum


class CardFrame(QWidget):
    """`is_due` is for the card to say."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        theme().changed.connect(self.update)

    @property
    def is_due(self) -> bool:
        """Whether the session stands at what the card shows."""
        return False

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Draw the ring."""
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Take the ring away."""
        super().focusOutEvent(event)
        self.update()

    def minimumSizeHint(self) -> QSize:
        """Low: the height follows from the width."""
        return low_minimum(self, super().minimumSizeHint())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw ground and border."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        strong = self.is_due or self.hasFocus()
        token = "accent" if self.hasFocus() else "paused_line" if self.is_due else "border"
        painter.setPen(QPen(theme().color(token), 2 if strong else 1))
        painter.setBrush(theme().color("surface"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 7, 7)
