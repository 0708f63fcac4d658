"""Draws the rows of the Tools dock. A row is drawn once and kept as a picture until it says something else.

Above: `tools_view`. Below: `tools_paint`.
"""

from collections import OrderedDict

from PySide6.QtCore import QPoint, QRectF, QSize
from PySide6.QtGui import QPainter, QPixmap

from studio.gui.panes.tools_paint import RowContent, paint_row

_KEPT = 160


class ToolsDrawing:
    """Pictures of rows by what they show."""

    def __init__(self) -> None:
        self._drawn: OrderedDict[tuple[RowContent, int, int, float], QPixmap] = OrderedDict()

    def forget(self) -> None:
        """Colours or fonts are others now."""
        self._drawn.clear()

    def draw(self, painter: QPainter, at: QPoint, size: QSize, row: RowContent) -> None:
        """Draw a row with its left upper corner `at`."""
        key = (row, size.width(), size.height(), painter.device().devicePixelRatio())
        picture = self._drawn.get(key)
        if picture is None:
            picture = self._drawn[key] = _draw(*key)
            if len(self._drawn) > _KEPT:
                self._drawn.popitem(last=False)
        else:
            self._drawn.move_to_end(key)
        painter.drawPixmap(at, picture)


def _draw(row: RowContent, width: int, height: int, ratio: float) -> QPixmap:
    picture = QPixmap(round(width * ratio), round(height * ratio))
    picture.setDevicePixelRatio(ratio)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint_row(painter, QRectF(0, 0, width, height), row)
    painter.end()
    return picture
