"""The list of the Cost dock: rows that paint themselves, and the heads of their columns.

Above: the Cost dock. Below: `cost_paint`, `mcp_painted`, `models/cost_model`. Tells by signals which row is wanted.
"""

from collections.abc import Hashable

from PySide6.QtCore import QEvent, QRectF, QSize, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QTableView, QWidget

from studio.gui.look.theme import theme
from studio.gui.models.cost_model import CostModel, cells_of, details_of, title_of
from studio.gui.panes.cost_paint import COLUMN, CostContent, paint_heads, paint_row
from studio.gui.panes.mcp_painted import PaintedRows
from studio.gui.words import say
from studio.present.cost_rows import CostRow, CostRows
from studio.present.words import words

_ROW, _TWO, _HEAD = 27, 42, 24


class CostHeads(QWidget):
    """The words over the columns."""

    def __init__(self, over: QTableView, parent: QWidget | None = None) -> None:
        """They stand over the columns of `over`, which may have a scroll bar beside them."""
        super().__init__(parent)
        self._over = over
        over.verticalScrollBar().rangeChanged.connect(self._moved)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        theme().changed.connect(self.updateGeometry)

    def _moved(self, _least: int, _most: int) -> None:
        self.update()

    def sizeHint(self) -> QSize:
        """One line."""
        return QSize(0, theme().px(_HEAD))

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self.update()
        super().changeEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the words."""
        heads = {name: say(words(f"cost.column.{name}")) for name in COLUMN}
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), theme().color("raised"))
            paint_heads(
                painter,
                QRectF(0, 0, self._over.viewport().width(), self.height()),
                heads,
                (self.tr("tokens"), self.tr("time")),
            )


class CostList(PaintedRows):
    """`row_wanted` gives the row that was activated."""

    row_wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        self.costs, self._most = CostModel(), (1, 1.0)
        super().__init__(self.costs, _paint, _ROW, parent)
        self.costs.setParent(self)
        self.activated_at.connect(self._activated)

    def show_rows(self, rows: CostRows) -> None:
        """List other rows."""
        self._most = max(rows.most_tokens, 1), rows.most_seconds or 1.0
        self.set_row_height(_ROW if rows.by == "rounds" else _TWO)
        self.costs.show(rows, rows.by)
        self.viewport().update()

    def content_at(self, row: int, _width: int) -> Hashable | None:
        """What a row shows."""
        found = self.costs.row_at(row)
        return None if found is None else _content(found, *self._most)

    def _activated(self, at: int) -> None:
        row = self.costs.row_at(at)
        if row is not None:
            self.row_wanted.emit(row)


def _content(row: CostRow, tokens: int, seconds: float) -> CostContent:
    sums = row.sums
    return CostContent(
        title_of(row),
        details_of(row),
        cells_of(row),
        (round(row.input / tokens, 2), round(row.output / tokens, 2)),
        (round(sums.model_seconds / seconds, 2), round(sums.tool_seconds / seconds, 2)),
        code=not row.number,
        paid=bool(sums.live),
        two_lines=not row.number,
    )


def _paint(painter: QPainter, rect: QRectF, content: Hashable) -> None:
    assert isinstance(content, CostContent)
    paint_row(painter, rect, content)
