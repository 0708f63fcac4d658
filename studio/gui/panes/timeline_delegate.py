"""Paints a cell of the timeline. One delegate for all columns; makes nothing per cell that can be kept.

Above: the timeline pane. Below: `timeline_paint`, the model's rows.
"""

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from studio.gui.models.timeline_model import Column, TimelineModel, time_of, tokens_of
from studio.gui.panes import timeline_paint as paint
from studio.present.row import Row

Index = QModelIndex | QPersistentModelIndex


class TimelineDelegate(QStyledItemDelegate):
    """`last_column` is the last one in sight, where the focus ring closes."""

    def __init__(self, model: TimelineModel) -> None:
        super().__init__(model)
        self._model = model
        self.last_column = Column.BAR
        self.current = QPersistentModelIndex()
        self.focused = False

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = self._model.row_at(index.row())
        if row is None:
            return
        rect, column = QRectF(option.rect), Column(index.column())
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint.ground(painter, rect, row, bool(option.state & QStyle.StateFlag.State_Selected))
        if row.is_next:
            paint.dashes(painter, rect)
        self._content(painter, rect, row, column)
        if self.focused and index.row() == self.current.row():
            paint.focus_ring(painter, rect, column == Column.STEP, column == self.last_column)
        painter.restore()

    def _content(self, painter: QPainter, rect: QRectF, row: Row, column: Column) -> None:
        match column:
            case Column.STEP:
                paint.gutter(painter, rect, row)
                paint.lane(painter, rect, row)
                paint.sign(painter, rect, row)
                paint.words(painter, rect, row, paint.badges(painter, rect, row))
            case Column.TOKENS:
                paint.figures(painter, rect, tokens_of(row), strong=True)
            case Column.TIME:
                paint.figures(painter, rect, time_of(row), strong=row.kind == "round")
            case Column.BAR:
                paint.waterfall(painter, rect, row.bars)
