"""Two things beside one another, a row each: left, how they stand to one another, right.

Above: `compare_pane`. Below: `present/laid`, the theme. A plain list of painted rows; a row that differs is told by a word, too.
"""

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QFont, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QTableView, QWidget

from studio.gui.look.theme import theme
from studio.gui.widgets.bare_table import bare
from studio.gui.words import say, tip
from studio.present.laid import Laid, LaidRow, next_difference

Index = QModelIndex | QPersistentModelIndex
_MIDDLE, _ROW = 124, 27
_INDENT = "      "
_NO_PARENT = QModelIndex()


class LaidModel(QAbstractTableModel):
    """Rows are made when they are drawn; there may be very many."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.laid: Laid | None = None
        self._row: tuple[int, LaidRow] | None = None

    def show_laid(self, laid: Laid | None) -> None:
        """Something else."""
        self.beginResetModel()
        self.laid, self._row = laid, None
        self.endResetModel()

    def rowCount(self, parent: Index = _NO_PARENT) -> int:
        """What is laid beside one another."""
        return 0 if parent.isValid() or self.laid is None else len(self.laid)

    def columnCount(self, parent: Index = _NO_PARENT) -> int:
        """Left, how they stand, right."""
        return 0 if parent.isValid() else 3

    def row(self, at: int) -> LaidRow:
        """One row; that asked for last is kept."""
        assert self.laid is not None
        if self._row is None or self._row[0] != at:
            self._row = at, self.laid.row(at)
        return self._row[1]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Texts, colours, and one spoken sentence a row."""
        row, column = self.row(index.row()), index.column()
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return (_side(row, row.left), say(row.standing), _side(row, row.right))[column]
            case Qt.ItemDataRole.ForegroundRole:
                return QBrush(_ink(row, column))
            case Qt.ItemDataRole.BackgroundRole:
                return None if row.same else QBrush(theme().color("soft_edit"))
            case Qt.ItemDataRole.FontRole:
                return _font(row, column)
            case Qt.ItemDataRole.TextAlignmentRole:
                middle = Qt.AlignmentFlag.AlignCenter
                return int(middle if column == 1 else Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
            case Qt.ItemDataRole.ToolTipRole:
                return tip(_spoken(row))
            case Qt.ItemDataRole.AccessibleTextRole:
                return _spoken(row)
            case _:
                return None


def _side(row: LaidRow, text: str) -> str:
    return f"{_INDENT}{text}" if row.level and text else text


def _spoken(row: LaidRow) -> str:
    return " · ".join(filter(None, (row.left, say(row.standing), row.right)))


def _font(row: LaidRow, column: int) -> QFont:
    if column == 1:
        return theme().font(12)
    return theme().code_font(12) if row.code else theme().font(12, semibold=row.level == 0)


def _ink(row: LaidRow, column: int) -> QColor:
    if column == 1:
        return theme().color("muted" if row.same else "edit")
    return theme().color("muted" if row.shared else "text")


class LaidRows(QTableView):
    """`chosen` tells the row that is current, `activated_row` the one that was pressed."""

    chosen = Signal(int)
    activated_row = Signal(int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.rows = LaidModel(self)
        self.setModel(self.rows)
        bare(self)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.selectionModel().currentRowChanged.connect(lambda now, _was: self.chosen.emit(now.row()))
        self.doubleClicked.connect(lambda index: self.activated_row.emit(index.row()))
        theme().changed.connect(self._redraw)
        self._redraw()

    def show_laid(self, laid: Laid | None) -> None:
        """Something else, with its first difference as the current row."""
        self.rows.show_laid(laid)
        if laid is not None:
            self.go(laid.first)

    def go(self, row: int) -> None:
        """Make a row the current one."""
        if 0 <= row < self.rows.rowCount():
            self.selectRow(row)
            self.scrollTo(self.rows.index(row, 0))

    def go_to_difference(self, step: int) -> None:
        """The next row (`step` 1) or the one before (-1) that differs, round and round."""
        laid = self.rows.laid
        at = next_difference(laid, self.currentIndex().row(), step) if laid is not None and len(laid) else None
        if at is not None:
            self.go(at)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter goes to the round."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.activated_row.emit(self.currentIndex().row())
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Both sides get the same width; what is looked at stays in sight."""
        super().resizeEvent(event)
        self._share()
        self.scrollTo(self.currentIndex())

    def _share(self) -> None:
        middle = theme().px(_MIDDLE)
        side = max((self.viewport().width() - middle) // 2, 40)
        for column, width in enumerate((side, middle, self.viewport().width() - middle - side)):
            self.setColumnWidth(column, width)

    def _redraw(self) -> None:
        self.verticalHeader().setDefaultSectionSize(theme().row(_ROW))
        self._share()
        self.viewport().update()
