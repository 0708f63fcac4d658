"""What was found in a session as rows of a list: a heading for each round, below it the lines, with their neighbours on request.

Above: the list of the Find dock. Below: `present/find_session`. Grows while the search goes on; holds no session.
"""

from collections.abc import Sequence
from typing import Literal

import msgspec
from PySide6.QtCore import QAbstractTableModel, QCoreApplication, QModelIndex, QObject, QPersistentModelIndex, Qt

from studio.gui.words import fill
from studio.present.find_session import Hit
from studio.session.nodes import NodeId

translate = QCoreApplication.translate
Index = QModelIndex | QPersistentModelIndex


class FindRow(msgspec.Struct, frozen=True):
    """A row. `group` is the number of the heading it belongs to; `hit` is there for a line and for its neighbours."""

    kind: Literal["heading", "line", "near"]
    group: int
    text: str = ""
    hit: Hit | None = None


class FindModel(QAbstractTableModel):
    """`rows` from top to bottom; `counts` gives how many places each group has."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: list[FindRow] = []
        self.counts: list[int] = []
        self._taken = 0
        self._last: tuple[NodeId, str] | None = None
        self._around = False
        self.names: dict[NodeId, str] = {}

    def begin(self, names: dict[NodeId, str], *, around: bool) -> None:
        """Show nothing; `names` are those of the branches where there are several, `around`: with the lines beside each line."""
        self.beginResetModel()
        self.rows, self.counts, self._taken, self._last = [], [], 0, None
        self.names, self._around = names, around
        self.endResetModel()

    def take(self, hits: Sequence[Hit]) -> None:
        """Show those hits that are not shown yet, of all that were found."""
        new = hits[self._taken :]
        if not new:
            return
        made: list[FindRow] = []
        self._taken = len(hits)
        for hit in new:
            if (hit.branch, hit.round) != self._last:
                self._last = (hit.branch, hit.round)
                self.counts.append(0)
                made.append(FindRow("heading", len(self.counts) - 1, self._heading(hit), hit))
            self.counts[-1] += len(hit.line.spans)
            made += self._lines(hit)
        self.beginInsertRows(QModelIndex(), len(self.rows), len(self.rows) + len(made) - 1)
        self.rows += made
        self.endInsertRows()

    def row_at(self, at: int) -> FindRow | None:
        """The row at a place; None where there is none."""
        return self.rows[at] if 0 <= at < len(self.rows) else None

    def next_line(self, at: int, by: int) -> int:
        """The next line that was found (1), or the one before (-1), round the ends; -1 where nothing was found."""
        for step in range(1, len(self.rows) + 1):
            to = (at + by * step) % len(self.rows)
            if self.rows[to].kind == "line":
                return to
        return -1

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
                return row.text
            case Qt.ItemDataRole.AccessibleTextRole:
                return self.spoken(row)
            case _:
                return None

    def spoken(self, row: FindRow) -> str:
        """A row for those who hear it."""
        if row.kind != "line" or row.hit is None:
            return row.text
        told = fill(self.tr("{kind} {name}: {text}"), kind=kind_words(row.hit), name=row.hit.name, text=row.text)
        return " ".join(told.split())

    def _heading(self, hit: Hit) -> str:
        branch = self.names.get(hit.branch, "")
        if not hit.round:
            return fill(self.tr("{branch} · before the first round"), branch=branch) if branch else self.tr("Beginning")
        if branch:
            return fill(self.tr("{branch} · round {n}"), branch=branch, n=hit.round)
        return fill(self.tr("Round {n}"), n=hit.round)

    def _lines(self, hit: Hit) -> list[FindRow]:
        group, line = len(self.counts) - 1, hit.line
        above = [FindRow("near", group, line.above, hit)] if self._around and line.above.strip() else []
        below = [FindRow("near", group, line.below, hit)] if self._around and line.below.strip() else []
        return [*above, FindRow("line", group, line.shown, hit), *below]


def kind_words(hit: Hit) -> str:
    """What kind of text it was found in."""
    return kinds_worded()[hit.kind]


def kinds_worded() -> dict[str, str]:
    """The kinds of texts in the language of the window, in the order in which they are offered."""
    return {
        "message": translate("FindModel", "Message"),
        "reply": translate("FindModel", "Reply"),
        "reasoning": translate("FindModel", "Reasoning"),
        "call": translate("FindModel", "Call"),
        "arguments": translate("FindModel", "Arguments"),
        "result": translate("FindModel", "Result"),
        "error": translate("FindModel", "Error"),
        "note": translate("FindModel", "Note"),
    }
