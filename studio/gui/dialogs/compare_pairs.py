"""The rounds of two paths beside one another, a pair a row: left, how they stand to one another, right.

Above: `compare`. Below: `present/compare_text`, the theme. A plain list of painted rows; a row that differs is told by a word, too.
"""

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QTableView, QWidget

from studio.gui.look.theme import theme
from studio.gui.widgets.bare_table import bare
from studio.gui.words import say
from studio.present.compare_text import brief, standing
from studio.present.compared import Pair
from studio.present.story_values import Round

Index = QModelIndex | QPersistentModelIndex
_MIDDLE = 132
_NO_PARENT = QModelIndex()


class PairModel(QAbstractTableModel):
    """One pair a row, three columns."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.pairs: tuple[Pair, ...] = ()

    def show_pairs(self, pairs: tuple[Pair, ...]) -> None:
        """Other pairs."""
        self.beginResetModel()
        self.pairs = pairs
        self.endResetModel()

    def rowCount(self, parent: Index = _NO_PARENT) -> int:
        """The pairs."""
        return 0 if parent.isValid() else len(self.pairs)

    def columnCount(self, parent: Index = _NO_PARENT) -> int:
        """Left, how they stand, right."""
        return 0 if parent.isValid() else 3

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Texts, colours, and one spoken sentence a row."""
        pair, column = self.pairs[index.row()], index.column()
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return (_side(pair.left), say(standing(pair)), _side(pair.right))[column]
            case Qt.ItemDataRole.ForegroundRole:
                return QBrush(_ink(pair, column))
            case Qt.ItemDataRole.BackgroundRole:
                return None if pair.same else QBrush(theme().color("soft_edit"))
            case Qt.ItemDataRole.TextAlignmentRole:
                middle = Qt.AlignmentFlag.AlignCenter
                return int(middle if column == 1 else Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
            case Qt.ItemDataRole.ToolTipRole | Qt.ItemDataRole.AccessibleTextRole:
                return " · ".join(filter(None, (_side(pair.left), say(standing(pair)), _side(pair.right))))
            case _:
                return None


def _side(round: Round | None) -> str:
    return f"{round.number}  {brief(round)}" if round is not None else ""


def _ink(pair: Pair, column: int) -> QColor:
    if column == 1:
        return theme().color("muted" if pair.same else "edit")
    return theme().color("muted" if pair.shared else "text")


class PairList(QTableView):
    """`chosen` tells the row that is current, `activated_row` the one that was pressed."""

    chosen = Signal(int)
    activated_row = Signal(int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.rows = PairModel(self)
        self.setModel(self.rows)
        bare(self)
        self.setAccessibleName(self.tr("Rounds beside one another"))
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setFont(theme().font(12))
        self.verticalHeader().setDefaultSectionSize(theme().px(27))
        self.selectionModel().currentRowChanged.connect(lambda now, _was: self.chosen.emit(now.row()))
        self.doubleClicked.connect(lambda index: self.activated_row.emit(index.row()))

    def show_pairs(self, pairs: tuple[Pair, ...], at: int) -> None:
        """Other pairs, with row `at` as the current one."""
        self.rows.show_pairs(pairs)
        self.go(at)

    def go(self, row: int) -> None:
        """Make a row the current one."""
        if 0 <= row < len(self.rows.pairs):
            self.selectRow(row)
            self.scrollTo(self.rows.index(row, 0))

    def next_difference(self, step: int) -> int | None:
        """The next row (`step` 1) or the one before (-1) that differs, round and round; None when none does."""
        count, here = len(self.rows.pairs), self.currentIndex().row()
        places = ((here + step * by) % count for by in range(1, count + 1))
        return next((at for at in places if not self.rows.pairs[at].same), None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter goes to the round."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.activated_row.emit(self.currentIndex().row())
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Both sides get the same width."""
        super().resizeEvent(event)
        middle = theme().px(_MIDDLE)
        side = max((self.viewport().width() - middle) // 2, 40)
        for column, width in enumerate((side, middle, self.viewport().width() - middle - side)):
            self.setColumnWidth(column, width)
