"""A line of two pixels that says that something is under way, and how far it is where that is known.

The only motion in the window; with *reduce motion* it stands still. Knows not what is under way.
"""

from PySide6.QtCore import QRectF, QTimer
from PySide6.QtGui import QHideEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from studio.gui.look.theme import theme

_FRAME_MS = 33
_ROUND_MS = 1200


class ProgressLine(QWidget):
    """Idle (nothing drawn), busy (a piece that wanders) or a known fraction."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._fraction: float | None = None
        self._busy = False
        self._phase = 0.0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(2)
        self._timer = QTimer(self)
        self._timer.setInterval(_FRAME_MS)
        self._timer.timeout.connect(self._advance)

    def show_busy(self, meaning: str = "") -> None:
        """Show that work of unknown size is under way."""
        self._busy, self._fraction = True, None
        self.setAccessibleName(meaning or self.tr("Working"))
        if not theme().reduce_motion and not self._timer.isActive():
            self._timer.start()
        self.update()

    def show_fraction(self, fraction: float, meaning: str = "") -> None:
        """Show how far the work is, 0 to 1."""
        self._busy, self._fraction = False, min(max(fraction, 0.0), 1.0)
        percent = round(self._fraction * 100)
        working = self.tr("Working")
        self.setAccessibleName(f"{meaning or working}: {percent} %")
        self._timer.stop()
        self.update()

    def show_idle(self) -> None:
        """Show nothing."""
        self._busy, self._fraction = False, None
        self.setAccessibleName("")
        self._timer.stop()
        self.update()

    def is_busy(self) -> bool:
        """Whether anything is under way."""
        return self._busy or self._fraction is not None

    def hideEvent(self, event: QHideEvent) -> None:
        """Do not move while nobody sees it."""
        super().hideEvent(event)
        self._timer.stop()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the line."""
        painter = QPainter(self)
        if self.is_busy():
            painter.fillRect(self.rect(), theme().color("inset"))
            painter.fillRect(self._piece(), theme().color("accent"))

    def _piece(self) -> QRectF:
        width = float(self.width())
        if self._fraction is not None:
            return QRectF(0, 0, width * self._fraction, self.height())
        if theme().reduce_motion:
            return QRectF(width * 0.3, 0, width * 0.4, self.height())
        return QRectF((width * 1.3) * self._phase - width * 0.3, 0, width * 0.3, self.height())

    def _advance(self) -> None:
        self._phase = (self._phase + _FRAME_MS / _ROUND_MS) % 1.0
        self.update()
