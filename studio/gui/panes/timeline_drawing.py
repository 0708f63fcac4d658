"""Draws the rows of the timeline. A row is drawn once, whole, and kept as a picture until it says something else.

Above: the timeline's table. Below: `timeline_paint`, the row. A cell at a time through Qt's style would cost ten times as much.
"""

from collections import OrderedDict
from itertools import takewhile
from typing import NamedTuple

from PySide6.QtCore import QPoint, QRectF
from PySide6.QtGui import QPainter, QPixmap

from studio.gui.models.timeline_model import Column, time_of, tokens_of
from studio.gui.panes import timeline_paint as paint
from studio.gui.panes.timeline_metrics import RIGHT_EDGE, px
from studio.present.row import Row

_KEPT = 256


class _Look(NamedTuple):
    """All that a drawn row depends on, but for the theme."""

    row: Row
    selected: bool
    focused: bool
    height: int
    ratio: float


class TimelineDrawing:
    """`widths` are those of the columns, 0 for one out of sight."""

    def __init__(self) -> None:
        self._drawn: OrderedDict[tuple[object, ...], tuple[_Look, QPixmap]] = OrderedDict()
        self.widths: tuple[int, ...] = (0, 0, 0, 0)

    def forget(self) -> None:
        """Colours, fonts or widths are others now."""
        self._drawn.clear()

    def draw(self, painter: QPainter, at: QPoint, row: Row, height: int, *, selected: bool, focused: bool) -> None:
        """Draw a row with its left upper corner `at`; `focused`: it has the keyboard."""
        look = _Look(row, selected, focused, height, painter.device().devicePixelRatio())
        painter.drawPixmap(at, self._picture(look))

    def _picture(self, look: _Look) -> QPixmap:
        place = (look.row.kind, look.row.node, look.row.call, look.row.start)
        known = self._drawn.get(place)
        if known is not None and known[0] == look:
            self._drawn.move_to_end(place)
            return known[1]
        picture = self._draw(look)
        self._drawn[place] = (look, picture)
        if len(self._drawn) > _KEPT:
            self._drawn.popitem(last=False)
        return picture

    def _draw(self, look: _Look) -> QPixmap:
        width = sum(self.widths)
        picture = QPixmap(round(width * look.ratio), round(look.height * look.ratio))
        picture.setDevicePixelRatio(look.ratio)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        whole = QRectF(0, 0, width, look.height)
        paint.ground(painter, whole, look.row, look.selected)
        self._steps(painter, look)
        self._figures(painter, look)
        if look.focused:
            paint.focus_ring(painter, whole)
        painter.end()
        return picture

    def _steps(self, painter: QPainter, look: _Look) -> None:
        row, rect = look.row, self._cell(Column.STEP, look.height)
        paint.gutter(painter, rect, row)
        paint.lane(painter, rect, row)
        paint.sign(painter, rect, row)
        rect = rect.adjusted(0, 0, self._free(row), 0)
        paint.words(painter, rect, row, paint.badges(painter, rect, row))

    def _free(self, row: Row) -> int:
        """How far the words go on into the columns beside them: those that say nothing of this row."""
        told = ((Column.TOKENS, tokens_of(row)), (Column.TIME, time_of(row)), (Column.BAR, row.bars))
        free = list(takewhile(lambda each: not each[1], told))
        edge = px(RIGHT_EDGE) if len(free) > 1 and not self.widths[Column.BAR] else 0
        return max(sum(self.widths[column] for column, _ in free) - edge, 0)

    def _figures(self, painter: QPainter, look: _Look) -> None:
        row = look.row
        if self.widths[Column.TOKENS]:
            paint.figures(painter, self._cell(Column.TOKENS, look.height), tokens_of(row), strong=row.estimate is None)
        if self.widths[Column.TIME]:
            edge = 0 if self.widths[Column.BAR] else px(RIGHT_EDGE)
            times = self._cell(Column.TIME, look.height).adjusted(0, 0, -edge, 0)
            paint.figures(painter, times, time_of(row), strong=row.kind == "round")
        if self.widths[Column.BAR]:
            paint.waterfall(painter, self._cell(Column.BAR, look.height), row.bars)

    def _cell(self, column: Column, height: int) -> QRectF:
        return QRectF(sum(self.widths[:column]), 0, self.widths[column], height)
