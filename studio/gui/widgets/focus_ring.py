"""The ring of a widget that has the keyboard and is filled by others, which would cover one that it drew itself.

Above: columns that scroll. Below: the theme. Takes no room and no click.
"""

from PySide6.QtCore import QEvent, QObject, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from studio.gui.look.theme import theme

WIDTH = 2


def draw_ring(painter: QPainter, rect: QRectF, radius: float = 0) -> None:
    """Two pixels of the accent just inside of a rectangle."""
    painter.setPen(QPen(theme().color("accent"), WIDTH))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), radius, radius)


class FocusRing(QWidget):
    """Lies over its target while that has the keyboard."""

    def __init__(self, target: QWidget) -> None:
        super().__init__(target)
        self._target = target
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        target.installEventFilter(self)
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Come, go and grow with the target."""
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.Resize):
            self.setGeometry(self._target.rect())
            self.setVisible(event.type() == QEvent.Type.FocusIn or self.isVisible())
            self.raise_()
        elif event.type() == QEvent.Type.FocusOut:
            self.hide()
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the ring."""
        draw_ring(QPainter(self), QRectF(self.rect()))
