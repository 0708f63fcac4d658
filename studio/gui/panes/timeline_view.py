"""The timeline's table: fixed rows, keys, folding by mouse and keyboard, columns that go when it is narrow, following the newest row.

Above: the timeline pane. Below: the model and `timeline_drawing`. Knows no session beyond its rows.
"""

from PySide6.QtCore import QEvent, QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QFrame, QHeaderView, QTableView, QToolTip, QWidget

from studio.gui.look.theme import theme
from studio.gui.models.timeline_model import Column, Index, TimelineModel
from studio.gui.panes.timeline_drawing import TimelineDrawing
from studio.gui.panes.timeline_metrics import COLUMNS, GUTTER, LANE, RIGHT_EDGE, fold_middle, px, row_height
from studio.gui.panes.timeline_tips import gutter_tip
from studio.gui.widgets.bare_table import bare

HIDDEN_BELOW = {Column.BAR: 380, Column.TOKENS: 330, Column.TIME: 290}
"""Widths of the dock under which a column is not shown."""


class TimelineView(QTableView):
    """Selecting is looking; the head does not move."""

    row_selected = Signal(int)
    row_activated = Signal(int)
    resized = Signal()
    menu_wanted = Signal(int, QPoint)
    gutter_pressed = Signal(int)
    """The signs of breakpoints left of a row were pressed."""
    following_changed = Signal(bool)
    cleared = Signal()

    def __init__(self, model: TimelineModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("timeline_view")
        self._timeline = model
        self._following = True
        self._scrolling = False
        self._drawing = TimelineDrawing()
        self.setModel(model)
        self._prepare()
        bar = self.verticalScrollBar()
        bar.rangeChanged.connect(self._range_changed)
        bar.valueChanged.connect(self._value_changed)
        self.doubleClicked.connect(self._double_clicked)

    def _prepare(self) -> None:
        bare(self)
        self.setMouseTracking(False)
        self.horizontalHeader().setMinimumSectionSize(1)
        self.redraw()

    def redraw(self) -> None:
        """Take over sizes and colours of the theme."""
        header = self.verticalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setMinimumSectionSize(row_height())
        header.setDefaultSectionSize(row_height())
        self._drawing.forget()
        self._set_columns()
        self.viewport().update()

    # Following

    @property
    def following(self) -> bool:
        """Whether the newest row is kept in sight."""
        return self._following

    def follow(self) -> None:
        """Show the newest row, and go on doing so."""
        self._set_following(True)
        self.scrollToBottom()

    def show_row(self, at: int) -> None:
        """Bring a row into view."""
        self.scrollTo(self._timeline.index(at, 0))

    def in_sight(self, at: int) -> bool:
        """Whether a row can be seen."""
        top = self.rowViewportPosition(at)
        return -row_height() < top < self.viewport().height()

    def _range_changed(self, _least: int, most: int) -> None:
        if self._following:
            self.verticalScrollBar().setValue(most)
        else:  # fewer rows: the newest may be in sight without scrolling
            self._value_changed(self.verticalScrollBar().value())

    def _value_changed(self, value: int) -> None:
        self._set_following(value >= self.verticalScrollBar().maximum())

    def _set_following(self, following: bool) -> None:
        if following != self._following:
            self._following = following
            self.following_changed.emit(following)

    # Selecting and folding

    @property
    def current_row(self) -> int:
        """The row that has the keyboard; -1 when there is none."""
        return self.currentIndex().row()

    def select(self, at: int) -> None:
        """Make a row the current one."""
        self.setCurrentIndex(self._timeline.index(at, 0))

    def clear_selection(self) -> None:
        """Look at no row."""
        self.setCurrentIndex(QModelIndex())
        self.clearSelection()

    def fold(self, at: int, folded: bool) -> None:
        """Fold or open the round of a row, and stay on it."""
        rows = self._timeline.rows
        if rows is not None and at >= 0:
            self.select(rows.fold(at, folded))

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self.viewport().update()
        if current.isValid():
            self.row_selected.emit(current.row())

    def rowsAboutToBeRemoved(self, parent: Index, first: int, last: int) -> None:
        """When the current row goes, none is current: Qt would make its neighbour so, and nobody chose that."""
        if first <= self.current_row <= last:
            self.clear_selection()
            self.cleared.emit()
        super().rowsAboutToBeRemoved(parent, first, last)

    def keyboardSearch(self, search: str) -> None:
        """Typing does not search: there is a filter for that, and a long list would be walked."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier or not self._key(Qt.Key(event.key())):
            super().keyPressEvent(event)

    def _key(self, key: Qt.Key) -> bool:
        """Do what a key is for; False when it is not ours."""
        last = self._timeline.rowCount() - 1
        if last < 0:
            return False
        match key:
            case Qt.Key.Key_Left | Qt.Key.Key_Right:
                self._sideways(key == Qt.Key.Key_Left)
            case Qt.Key.Key_Up | Qt.Key.Key_Down if self.current_row < 0:
                self.select(self._head_row(last))
            case Qt.Key.Key_Home:
                self.select(0)
            case Qt.Key.Key_End:
                self.select(last)
                self.follow()
            case Qt.Key.Key_Return | Qt.Key.Key_Enter if self._keyboard_row() >= 0:
                self.row_activated.emit(self._keyboard_row())
            case Qt.Key.Key_Escape if self.current_row >= 0:
                self.clear_selection()
                self.cleared.emit()
            case _:
                return False
        return True

    def _sideways(self, left: bool) -> None:
        at = self.current_row
        row = self._timeline.row_at(at)
        if row is None:
            self.select(self._head_row(0))
        elif row.folded is not None and row.folded is not left:
            self.fold(at, left)
        elif row.folded is not None and not left:
            self.select(min(at + 1, self._timeline.rowCount() - 1))
        elif left and row.level:
            self.select(self._parent_of(at, row.level))

    def _head_row(self, otherwise: int) -> int:
        """The row with the arrow."""
        at = self._timeline.rows.head_row() if self._timeline.rows is not None else None
        return otherwise if at is None else at

    def _keyboard_row(self) -> int:
        """The row that keys act on: the current one, else the one with the arrow."""
        return self.current_row if self.current_row >= 0 else self._head_row(-1)

    def _parent_of(self, at: int, level: int) -> int:
        """The round of a step, or the call of the agent of a round."""
        while at > 0:
            row = self._timeline.row_at(at)
            if row is None or (row.level < level and row.folded is not None):
                break
            at -= 1
        return at

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        at = self.rowAt(event.position().toPoint().y())
        row = self._timeline.row_at(at)
        mark = fold_middle(row) if row is not None else None
        on_mark = mark is not None and abs(event.position().x() - mark) <= px(12)
        if row is None or event.button() != Qt.MouseButton.LeftButton:
            return
        if on_mark:
            self.fold(at, not row.folded)
        elif event.position().x() < px(GUTTER * 2):
            self.gutter_pressed.emit(at)

    def viewportEvent(self, event: QEvent) -> bool:
        """Over the gutter the tooltip says what a click there is for: a recorded step stands for its place."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent) and event.pos().x() < px(GUTTER * 2):
            row = self._timeline.row_at(self.rowAt(event.pos().y()))
            words = gutter_tip(row) if row is not None else ""
            QToolTip.showText(event.globalPos(), words, self.viewport())
            return True
        return super().viewportEvent(event)

    def _double_clicked(self, index: QModelIndex) -> None:
        self.row_activated.emit(index.row())

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        at = self.rowAt(event.pos().y()) if by_mouse else self._keyboard_row()
        if at >= 0:
            self.select(at)
            where = event.globalPos() if by_mouse else self._below(at)
            self.menu_wanted.emit(at, where)

    def _below(self, at: int) -> QPoint:
        rect = self.visualRect(self._timeline.index(at, 0))
        return self.viewport().mapToGlobal(QPoint(px(LANE), rect.bottom()))

    # Sizes and focus

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._set_columns()
        self.resized.emit()

    def _set_columns(self) -> None:
        scale = theme().text_scale
        widths = [0] * len(Column)
        for column, least in HIDDEN_BELOW.items():
            shown = self.width() >= least * scale
            self.setColumnHidden(column, not shown)
            widths[column] = px(COLUMNS[column.name.lower()]) if shown else 0
        if widths[Column.TIME] and not widths[Column.BAR]:
            widths[Column.TIME] += px(RIGHT_EDGE)
        widths[Column.STEP] = max(self.viewport().width() - sum(widths), 1)
        for column in Column:
            if widths[column]:
                self.setColumnWidth(column, widths[column])
        if tuple(widths) != self._drawing.widths:
            self._drawing.widths = tuple(widths)
            self._drawing.forget()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the rows that are to be seen, each as a whole."""
        rect, height = event.rect(), row_height()
        first = max(self.rowAt(max(rect.top(), 0)), 0)
        current = self._keyboard_row() if self.hasFocus() else -1
        selected = {index.row() for index in self.selectionModel().selectedRows()}
        y = self.rowViewportPosition(first)
        with QPainter(self.viewport()) as painter:
            while y <= rect.bottom() and (row := self._timeline.row_at(first)) is not None:
                on, ring = first in selected, first == current
                self._drawing.draw(painter, QPoint(0, y), row, height, selected=on, focused=ring)
                first, y = first + 1, y + height

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Take the keyboard; unlike Qt's tables, without making the first row the current one."""
        self.tell_row()
        QFrame.focusInEvent(self, event)
        self.viewport().update()

    def tell_row(self) -> None:
        """With no current row a screen reader has nothing to say: it is told the one that wears the ring."""
        at = self._keyboard_row() if self.hasFocus() and self.current_row < 0 else -1
        words = self._timeline.index(at, 0).data(Qt.ItemDataRole.AccessibleTextRole) if at >= 0 else ""
        self.setAccessibleDescription(str(words or ""))

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()
