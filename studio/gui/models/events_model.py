"""The events of an answer as a Qt table: a row for each, what is broken or odd in the colour of its weight.

Above: the Stream events dock. Below: `present/wire_events`. Rows are appended as the log grows; none is ever changed but by defects.
"""

from enum import IntEnum

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from studio.gui.look.icons import icon
from studio.gui.look.theme import theme
from studio.gui.words import number, say, seconds
from studio.present.wire_defects import Defect
from studio.present.wire_events import EventLog, WireEvent
from studio.present.words import words

Index = QModelIndex | QPersistentModelIndex


class Column(IntEnum):
    """What a column holds."""

    NUMBER = 0
    TIME = 1
    KIND = 2
    SIZE = 3
    TEXT = 4


class EventsModel(QAbstractTableModel):
    """`headers` are the names of the columns, set by the pane in the language of the window."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.headers: tuple[str, ...] = ("",) * len(Column)
        self._log: EventLog | None = None
        self._rows = self._known = 0
        self._wrong: dict[int, list[Defect]] = {}

    def set_log(self, log: EventLog | None) -> None:
        """Show the events of another log."""
        self.beginResetModel()
        self._log, self._rows, self._known = log, 0, 0
        self._wrong = {}
        self.endResetModel()
        self.grow()

    def grow(self) -> None:
        """Take in what the log has got since: all new rows in one go."""
        log = self._log
        if log is None:
            return
        if len(log.events) > self._rows:
            self.beginInsertRows(QModelIndex(), self._rows, len(log.events) - 1)
            self._rows = len(log.events)
            self.endInsertRows()
        if len(log.defects) > self._known:
            self._known = len(log.defects)
            self._wrong = {}
            for defect in log.defects:
                self._wrong.setdefault(defect.event, []).append(defect)
            self.dataChanged.emit(self.index(0, 0), self.index(self._rows - 1, len(Column) - 1))

    def event(self, row: int) -> WireEvent:  # type: ignore[override] # Qt's own `event` is for the loop and never asked here
        """The event of a row."""
        assert self._log is not None
        return self._log.events[row]

    def defects(self, number: int) -> list[Defect]:
        """What is wrong with the event of that number."""
        return self._wrong.get(number, [])

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        """How many events are listed."""
        return 0 if parent.isValid() else self._rows

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        """How many columns there are."""
        return 0 if parent.isValid() else len(Column)

    def headerData(self, section: int, way: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The names of the columns."""
        if way == Qt.Orientation.Vertical:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(Column(section))
        return self.headers[section] if role == Qt.ItemDataRole.DisplayRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """What a cell shows."""
        if not index.isValid():
            return None
        event, column = self.event(index.row()), Column(index.column())
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return _shown(event, column)
            case Qt.ItemDataRole.ToolTipRole:
                return "\n".join(filter(None, (event.text, *self._sentences(event)))) if column == Column.TEXT else None
            case Qt.ItemDataRole.AccessibleTextRole:
                return self._spoken(event, column)
            case Qt.ItemDataRole.TextAlignmentRole:
                return _alignment(column)
            case Qt.ItemDataRole.FontRole:
                return theme().code_font() if column in (Column.TEXT, Column.TIME, Column.SIZE) else theme().font(12)
            case _:
                return self._look(event, column, role)

    def _look(self, event: WireEvent, column: Column, role: int) -> object:
        severity = self._severity(event)
        if role == Qt.ItemDataRole.DecorationRole and column == Column.NUMBER and severity:
            return icon("provider_error", "error") if severity == "error" else icon("warn", "warn")
        if role == Qt.ItemDataRole.ForegroundRole:
            if severity:
                return theme().color("error" if severity == "error" else "warn")
            return theme().color("text" if column == Column.TEXT and not _is_quiet(event) else "muted")
        return None

    def _severity(self, event: WireEvent) -> str:
        found = {defect.severity for defect in self.defects(event.number)}
        return "error" if "error" in found else "warning" if found else ""

    def _sentences(self, event: WireEvent) -> list[str]:
        return [say(defect.words) for defect in self.defects(event.number)]

    def _spoken(self, event: WireEvent, column: Column) -> str:
        if column != Column.NUMBER:
            return _shown(event, column) or "–"
        return ", ".join((str(event.number), kinds(event), event.text, *self._sentences(event)))


def kinds(event: WireEvent) -> str:
    """What an event brought, in the language of the window; its own name where that says more."""
    said = ", ".join(say(words(f"wire.{kind}")) for kind in event.kinds)
    return f"{said} · {event.name}" if event.name and event.kinds[0] in ("nothing", "extra", "end") else said


def _shown(event: WireEvent, column: Column) -> str:
    match column:
        case Column.NUMBER:
            return str(event.number)
        case Column.TIME:
            return seconds(event.ms / 1000)
        case Column.KIND:
            return kinds(event)
        case Column.SIZE:
            return number(event.size)
        case Column.TEXT:
            return event.text


def _alignment(column: Column) -> int:
    side = (
        Qt.AlignmentFlag.AlignRight
        if column in (Column.NUMBER, Column.TIME, Column.SIZE)
        else Qt.AlignmentFlag.AlignLeft
    )
    return int(side | Qt.AlignmentFlag.AlignVCenter)


def _is_quiet(event: WireEvent) -> bool:
    return event.kinds[0] in ("ping", "nothing", "start", "end", "usage")
