"""A list of fixed rows that paint themselves, of which only those in view are made; a row is drawn once and kept as a picture.

Above: the lists of the MCP dock. Below: the theme. Knows not what a row shows: model and painter are handed in.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex, QPoint, QRectF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QFrame, QTableView, QWidget

from studio.gui.look.theme import theme
from studio.gui.widgets.bare_table import bare

Index = QModelIndex | QPersistentModelIndex
Paint = Callable[[QPainter, QRectF, Hashable], None]
_KEPT = 200


class PaintedRows(QTableView):
    """`activated_at` is Enter or a double click on a row, `looked_at` the row that has the keyboard now, `menu_at` asks for the menu of
    a row at a place of the screen, `key_at` tells a plain key that is no movement."""

    activated_at = Signal(int)
    looked_at = Signal(int)
    menu_at = Signal(int, QPoint)
    key_at = Signal(int, int)

    def __init__(self, model: QAbstractItemModel, paint: Paint, height: int, parent: QWidget | None = None) -> None:
        """`paint` draws a row into a rectangle; `height` is that of a row at 100 % text."""
        super().__init__(parent)
        self._paint, self._row_height = paint, height
        self._drawn: OrderedDict[tuple[Hashable, bool, int, int, float], QPixmap] = OrderedDict()
        self.own_keys: frozenset[Qt.Key] = frozenset()
        self.setModel(model)
        self._prepare()
        theme().changed.connect(self.redraw)
        self.redraw()

    def content_at(self, row: int, width: int) -> Hashable | None:
        """What a row shows in so much width; None where there is no such row."""
        raise NotImplementedError

    def set_row_height(self, height: int) -> None:
        """Give all rows another height, at 100 % text."""
        if height != self._row_height:
            self._row_height = height
            self._fit_height()

    def redraw(self) -> None:
        """Take over sizes and colours."""
        self._drawn.clear()
        self._fit_height()

    @property
    def row(self) -> int:
        """The row that has the keyboard; -1 where none has."""
        return self.currentIndex().row()

    def choose(self, row: int) -> None:
        """Give a row the keyboard and bring it into view."""
        if 0 <= row < self.model().rowCount():
            index = self.model().index(row, 0)
            self.setCurrentIndex(index)
            self.scrollTo(index)

    # ---- Qt's events

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self.viewport().update()
        self.looked_at.emit(current.row())

    def keyboardSearch(self, search: str) -> None:
        """Typing does not search: there is a field for that."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, plain = Qt.Key(event.key()), not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if plain and self.row >= 0 and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.activated_at.emit(self.row)
        elif plain and self.row >= 0 and key in self.own_keys:
            self.key_at.emit(self.row, key.value)
        elif plain and key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self.choose(0 if key == Qt.Key.Key_Home else self.model().rowCount() - 1)
        else:
            super().keyPressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        row = self.rowAt(event.position().toPoint().y())
        if row >= 0 and event.button() == Qt.MouseButton.LeftButton:
            self.activated_at.emit(row)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if event.reason() == QContextMenuEvent.Reason.Mouse:
            row, where = self.rowAt(event.pos().y()), event.globalPos()
        else:
            row = self.row
            where = self.viewport().mapToGlobal(self.visualRect(self.currentIndex()).bottomLeft())
        if row >= 0:
            self.setCurrentIndex(self.model().index(row, 0))
            self.menu_at.emit(row, where)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.setColumnWidth(0, max(self.viewport().width(), 1))

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if not self.currentIndex().isValid() and self.model().rowCount():
            self.setCurrentIndex(self.model().index(0, 0))
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the rows that are to be seen."""
        rect, width = event.rect(), self.viewport().width()
        height = self.verticalHeader().defaultSectionSize()
        at = max(self.rowAt(max(rect.top(), 0)), 0)
        y = self.rowViewportPosition(at)
        with QPainter(self.viewport()) as painter:
            while y <= rect.bottom() and (content := self.content_at(at, width)) is not None:
                chosen = at == self.row
                painter.drawPixmap(0, y, self._picture(content, chosen, width, height))
                if chosen and self.hasFocus():
                    painter.setPen(QPen(theme().color("accent"), 2))
                    painter.drawRect(1, y + 1, width - 2, height - 2)
                at, y = at + 1, y + height

    def _picture(self, content: Hashable, chosen: bool, width: int, height: int) -> QPixmap:
        ratio = self.devicePixelRatioF()
        key = (content, chosen, width, height, ratio)
        picture = self._drawn.get(key)
        if picture is not None:
            self._drawn.move_to_end(key)
            return picture
        picture = self._drawn[key] = QPixmap(round(width * ratio), round(height * ratio))
        picture.setDevicePixelRatio(ratio)
        rect = QRectF(0, 0, width, height)
        with QPainter(picture) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.fillRect(rect, theme().color("sel" if chosen else "surface"))
            self._paint(painter, rect, content)
        if len(self._drawn) > _KEPT:
            self._drawn.popitem(last=False)
        return picture

    def _prepare(self) -> None:
        bare(self)
        self.setFrameShape(QFrame.Shape.NoFrame)

    def _fit_height(self) -> None:
        height = theme().row(self._row_height)
        self.verticalHeader().setMinimumSectionSize(height)
        self.verticalHeader().setDefaultSectionSize(height)
        self.verticalScrollBar().setSingleStep(height)
        self.viewport().update()
