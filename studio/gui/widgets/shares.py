"""Two parts side by side that keep their shares of the room, until the person moves the handle.

Above: the centre of the window. Below: Qt. Knows nothing of what the parts show.
"""

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QWidget

_USUAL, _LEAST = 0.4, 0.05


class Shares(QSplitter):
    """At 40 and 60 percent at every size at first; then at the shares that the handle was moved to."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._first = _USUAL
        self.splitterMoved.connect(self._moved)

    def share(self) -> None:
        """Give the parts their usual shares from now on."""
        self._first = _USUAL
        self.lay()

    def lay(self) -> None:
        """Give the parts their shares of the room that there is now."""
        whole = max(2, self.width() if self.orientation() is Qt.Orientation.Horizontal else self.height())
        first = round(whole * self._first)
        self.setSizes([first, whole - first])

    def kept(self) -> str:
        """The share of the first part, and whether one stands above the other, to be remembered."""
        return f"{self._first:.4f} {self.orientation().name}"

    def take(self, kept: str) -> None:
        """Take over what was remembered; what is no share is the usual one. The parts need not be there yet."""
        share, _, way = kept.partition(" ")
        try:
            first = float(share)
        except ValueError:
            first = _USUAL
        self._first = first if _LEAST <= first <= 1 - _LEAST else _USUAL
        self.setOrientation(
            Qt.Orientation.Vertical if way == Qt.Orientation.Vertical.name else Qt.Orientation.Horizontal
        )
        self.lay()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the shares."""
        super().resizeEvent(event)
        self.lay()

    def _moved(self, _to: int, _handle: int) -> None:
        sizes = self.sizes()
        whole = sum(sizes)
        if len(sizes) > 1 and whole:
            self._first = sizes[0] / whole
