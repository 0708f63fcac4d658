"""The rows of the tree of branches as a flat Qt model of one column.

Above: the list of the Branches dock. Below: `present/branch_tree`. Holds no session.
"""

from collections.abc import Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from studio.gui.words import say, tip
from studio.present.branch_tree import BranchRow, expectation_words, from_words, mark_words
from studio.present.words import words
from studio.session.nodes import NodeId

Index = QModelIndex | QPersistentModelIndex


class BranchTreeModel(QAbstractTableModel):
    """`rows` from top to bottom."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: tuple[BranchRow, ...] = ()

    def show(self, rows: Sequence[BranchRow]) -> None:
        """List other rows; those that only say something else stay where they are."""
        if tuple(rows) == self.rows:
            return
        same = [row.start for row in rows] == [row.start for row in self.rows]
        if not same:
            self.beginResetModel()
        self.rows = tuple(rows)
        if not same:
            self.endResetModel()
        else:
            self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, 0))

    def row_at(self, at: int) -> BranchRow | None:
        """The branch of a row; None where there is none."""
        return self.rows[at] if 0 <= at < len(self.rows) else None

    def place_of(self, start: NodeId) -> int:
        """The row of a branch; -1 when it is not listed."""
        return next((at for at, row in enumerate(self.rows) if row.start == start), -1)

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
                return row.name
            case Qt.ItemDataRole.ToolTipRole:
                return tip("\n".join(told(row)))
            case Qt.ItemDataRole.AccessibleTextRole:
                return ", ".join(told(row))
            case _:
                return None


def told(row: BranchRow) -> list[str]:
    """All that is known of a branch: name and facts, its note, what is expected of it and what became of that."""
    return list(filter(None, (" · ".join((row.name, *facts(row))), row.note, expected(row))))


def facts(row: BranchRow) -> list[str]:
    """Where it begins, how long it is, where it stands, and its marks."""
    said = (from_words(row), words("count.rounds", n=row.rounds), row.ended, *mark_words(row.marks))
    return [say(each) for each in said if each is not None]


def expected(row: BranchRow) -> str:
    """What is expected of it, and what became of that; empty where nothing is."""
    if not row.expects:
        return ""
    said = say(words("expectation.expects", expression=row.expects))
    return f"{said}: {say(expectation_words(row.expectation))}" if row.expectation is not None else said
