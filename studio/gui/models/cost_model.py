"""The rows of the Cost dock as a flat Qt model of one column. A row is made when it is looked at.

Above: the Cost dock. Below: `present/cost_rows`, `words`. Holds no session.
"""

from collections.abc import Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from studio.gui.words import number, say, seconds, tip
from studio.present.cost_rows import CostRow
from studio.present.cost_text import COLUMNS
from studio.present.words import Words, words

Index = QModelIndex | QPersistentModelIndex
NOTHING = "–"


def said(text: Words | str) -> str:
    """Words in the language of the window; a foreign name as it is."""
    return text if isinstance(text, str) else say(text)


def title_of(row: CostRow) -> str:
    """What the row is about."""
    return said(row.title)


def details_of(row: CostRow) -> str:
    """What is said of it in small."""
    return " · ".join(map(said, row.details))


def cells_of(row: CostRow) -> tuple[str, ...]:
    """The figures, in the order of the columns; a dash for nothing."""
    about = "≈" if row.estimated else ""
    sums = row.sums
    counts = ((about, row.input), ("", sums.cached), (about, row.output), ("", sums.reasoning))
    times = (sums.model_seconds, sums.tool_seconds, sums.waited)
    return (
        *(f"{sign}{number(count)}" if count else NOTHING for sign, count in counts),
        say(row.cost),
        *(seconds(value) if value else NOTHING for value in times),
    )


def spoken(row: CostRow) -> str:
    """All of a row, for those who hear it and for the tooltip: figures that there are, by their columns."""
    told = [
        f"{say(words(f'cost.column.{name}'))} {cell}"
        for name, cell in zip(COLUMNS, cells_of(row), strict=True)
        if cell != NOTHING
    ]
    return ", ".join(filter(None, (title_of(row), details_of(row), *told)))


class CostModel(QAbstractTableModel):
    """`rows` from top to bottom."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: Sequence[CostRow] = ()
        self._of = ""

    def show(self, rows: Sequence[CostRow], of: str) -> None:
        """List other rows; `of` names the list, which goes on where it is the same as before."""
        before, count = len(self.rows), len(rows)
        if of != self._of or count < before:
            self.beginResetModel()
            self.rows, self._of = rows, of
            self.endResetModel()
            return
        if count > before:
            self.beginInsertRows(QModelIndex(), before, count - 1)
        self.rows = rows
        if count > before:
            self.endInsertRows()
        if before:
            self.dataChanged.emit(self.index(0, 0), self.index(before - 1, 0))

    def row_at(self, at: int) -> CostRow | None:
        """The row at a place; None where there is none."""
        return self.rows[at] if 0 <= at < len(self.rows) else None

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        """How many rows there are."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        """One."""
        return 0 if parent.isValid() else 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """What a row says."""
        row = self.row_at(index.row())
        if row is None:
            return None
        match Qt.ItemDataRole(role):
            case Qt.ItemDataRole.DisplayRole:
                return title_of(row)
            case Qt.ItemDataRole.ToolTipRole:
                return tip(spoken(row))
            case Qt.ItemDataRole.AccessibleTextRole:
                return spoken(row)
            case _:
                return None
