"""The ring of a widget that has the keyboard and is filled by others, which would cover one that it drew itself.

Above: columns that scroll. Below: the theme. Takes no room and no click.
"""

from PySide6.QtCore import QEvent, QObject, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from studio.gui.look.theme import theme

WIDTH, _OUT = 2, 4


def draw_ring(painter: QPainter, rect: QRectF, radius: float = 0) -> None:
    """Two pixels of the accent just inside of a rectangle."""
    painter.setPen(QPen(theme().color("accent"), WIDTH))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), radius, radius)


class FocusRing(QWidget):
    """Lies over its target while that has the keyboard, or with `around` just outside of it: words that begin at its edge stay whole."""

    def __init__(self, target: QWidget, *, around: bool = False) -> None:
        super().__init__(target)
        self._target, self._around = target, around
        if around:
            target.destroyed.connect(self.deleteLater)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        target.installEventFilter(self)
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Come, go and grow with the target."""
        if event.type() == QEvent.Type.FocusIn:
            self._come()
        elif event.type() in (QEvent.Type.Resize, QEvent.Type.Move) and self.isVisible():
            self._place()
        elif event.type() in (QEvent.Type.FocusOut, QEvent.Type.Hide):
            self.hide()
        return super().eventFilter(watched, event)

    def _come(self) -> None:
        holder = self._target.parentWidget() if self._around else None
        if holder is not None and self.parentWidget() is not holder:
            self.setParent(holder)
        self._place()
        self.show()
        self.raise_()

    def _place(self) -> None:
        inside = self.parentWidget() is self._target
        self.setGeometry(self._target.rect() if inside else self._target.geometry().adjusted(-_OUT, -_OUT, _OUT, _OUT))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the ring."""
        draw_ring(QPainter(self), QRectF(self.rect()))
