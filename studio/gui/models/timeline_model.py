"""The timeline as a Qt table: four columns over the rows of `present`, told of every change as it happens.

Above: the timeline pane. Below: `present/rows`. No proxy, no rows of its own; words come through `say`.
"""

from collections.abc import Callable
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from studio.gui.words import number, say, seconds
from studio.present.row import Phrase, Row, RowKind
from studio.present.row_filter import Fits, kinds_named, row_filter
from studio.present.row_kinds import HIDDEN_AT_FIRST, rows_of
from studio.present.row_speech import spoken
from studio.present.row_texts import whole_text
from studio.present.row_tokens import tokens_of_row
from studio.present.rows import Rows
from studio.present.words import words

Index = QModelIndex | QPersistentModelIndex
ROW_ROLE = Qt.ItemDataRole.UserRole
_NOWHERE = QModelIndex()
_KEPT = 512


class Column(IntEnum):
    """The columns in order."""

    STEP = 0
    TOKENS = 1
    TIME = 2
    BAR = 3


def phrase(text: Phrase) -> str:
    """A phrase in the language of the window; plain text as it is."""
    return text if isinstance(text, str) else say(text)


class TimelineModel(QAbstractTableModel):
    """Rows of one session, or none. It is the watcher of its `Rows`."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: Rows | None = None
        self._filter = ""
        self._hidden: frozenset[str] = HIDDEN_AT_FIRST
        self._made: dict[int, Row] = {}

    @property
    def rows(self) -> Rows | None:
        """What is shown; change it through its own verbs."""
        return self._rows

    def show(self, rows: Rows | None) -> None:
        """Show other rows."""
        self.beginResetModel()
        self._rows = rows
        self._made.clear()
        if rows is not None:
            rows.set_filter(self._fits(rows), self.unwanted)
            rows.watch(self)
        self.endResetModel()

    @property
    def hidden(self) -> frozenset[str]:
        """The kinds of rows that are not shown (names of `row_kinds`)."""
        return self._hidden

    def hide(self, names: frozenset[str]) -> None:
        """Show all rows but those of these kinds."""
        if names != self._hidden:
            self._hidden = names
            if self._rows is not None:
                self._rows.show_kinds(self.unwanted)

    @property
    def unwanted(self) -> frozenset[RowKind]:
        """The kinds of rows that are hidden and not asked for by the filter."""
        return rows_of(self._hidden - kinds_named(self._filter))

    def _fits(self, rows: Rows) -> Fits | None:
        return row_filter(self._filter, phrase, lambda row: whole_text(row, rows.tree))

    def set_filter(self, text: str) -> None:
        """Show only the rows that fit (see `row_filter`) and their rounds; an empty text shows all."""
        if not text and not self._filter:
            return
        self._filter = text
        if self._rows is not None:
            self.beginResetModel()
            self._made.clear()
            self._rows.watch(None)
            self._rows.set_filter(self._fits(self._rows), self.unwanted)
            self._rows.watch(self)
            self.endResetModel()

    def row_at(self, at: int) -> Row | None:
        """The row at a position, None when there is none."""
        row = self._made.get(at)
        if row is None and self._rows is not None and 0 <= at < len(self._rows):
            if len(self._made) >= _KEPT:
                self._made.clear()
            row = self._made[at] = self._rows.row(at)
        return row

    # Qt's questions

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() or self._rows is None else len(self._rows)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(Column)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal or role not in (
            Qt.ItemDataRole.DisplayRole,
            Qt.ItemDataRole.AccessibleTextRole,
        ):
            return None
        return (self.tr("Step"), self.tr("Tokens"), self.tr("Time"), self.tr("Waterfall"))[section]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        make = _ROLES.get(role)
        row = self.row_at(index.row()) if make is not None else None
        return make(row, Column(index.column())) if make is not None and row is not None else None

    # What the rows tell

    def inserting(self, first: int, count: int) -> None:
        """Rows will appear."""
        self._made.clear()
        self.beginInsertRows(QModelIndex(), first, first + count - 1)

    def inserted(self) -> None:
        """They are there."""
        self._made.clear()
        self.endInsertRows()

    def removing(self, first: int, count: int) -> None:
        """Rows will go."""
        self._made.clear()
        self.beginRemoveRows(QModelIndex(), first, first + count - 1)

    def removed(self) -> None:
        """They are gone."""
        self._made.clear()
        self.endRemoveRows()

    def changed(self, first: int, count: int) -> None:
        """Rows say something else now."""
        self._made.clear()
        self.dataChanged.emit(self.index(first, 0), self.index(first + count - 1, len(Column) - 1))


def tokens_of(row: Row) -> str:
    """The tokens column; an estimate is marked as one."""
    found = tokens_of_row(row)
    if found is None:
        return ""
    return number(found) if row.estimate is None else f"≈{number(found)}"


def time_of(row: Row) -> str:
    """The time column; a dash where something has an end but took no time that anyone measured."""
    if row.ms is not None:
        return seconds(row.ms / 1000) if row.ms else "<1 ms"
    return "—" if row.kind in ("result", "error", "undone") else ""


def text_of(row: Row) -> str:
    """Title and summary in one line."""
    return "  ".join(filter(None, (phrase(row.title), " · ".join(map(phrase, row.summary)))))


def _display(row: Row, column: Column) -> str:
    match column:
        case Column.STEP:
            return text_of(row)
        case Column.TOKENS:
            return tokens_of(row)
        case Column.TIME:
            return time_of(row)
        case Column.BAR:
            return ""


def _accessible(row: Row, column: Column) -> str:
    if column == Column.STEP:
        return ", ".join(map(phrase, spoken(row)))
    return (time_of(row) if column == Column.BAR else _display(row, column)) or "–"


def _tool_tip(row: Row, column: Column) -> str | None:
    if column == Column.TOKENS and row.estimate is not None:
        return say(words("tokens.estimated", n=row.estimate))
    if column != Column.STEP:
        return None
    badges = ", ".join(phrase(badge.words) for badge in row.badges)
    return "\n".join(filter(None, (text_of(row), badges, *map(phrase, row.notes))))


_ROLES: dict[int, Callable[[Row, Column], object]] = {
    int(Qt.ItemDataRole.DisplayRole): _display,
    int(Qt.ItemDataRole.AccessibleTextRole): _accessible,
    int(Qt.ItemDataRole.ToolTipRole): _tool_tip,
    int(ROW_ROLE): lambda row, _: row,
}
