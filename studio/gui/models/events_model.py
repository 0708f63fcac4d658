"""The events of an answer as a Qt table: a row for each, what is broken or odd in the colour of its weight.

Above: the Stream events dock. Below: `present/wire_events`. Rows are appended as the log grows; none is ever changed but by defects.
"""

from collections.abc import Callable
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


_CODE = frozenset((Column.TEXT, Column.TIME, Column.SIZE))
_RIGHT = frozenset((Column.NUMBER, Column.TIME, Column.SIZE))
_QUIET = frozenset(("ping", "nothing", "start", "end", "usage"))
_ALIGNMENT = [
    int(
        (Qt.AlignmentFlag.AlignRight if column in _RIGHT else Qt.AlignmentFlag.AlignLeft)
        | Qt.AlignmentFlag.AlignVCenter
    )
    for column in Column
]


class EventsModel(QAbstractTableModel):
    """`headers` are the names of the columns, set by the pane in the language of the window."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.headers: tuple[str, ...] = ("",) * len(Column)
        self._log: EventLog | None = None
        self._rows = self._known = 0
        self._wrong: dict[int, list[Defect]] = {}
        self._makers: dict[int, Callable[[WireEvent, int], object]] = {
            int(Qt.ItemDataRole.DisplayRole): _shown,
            int(Qt.ItemDataRole.TextAlignmentRole): lambda _event, column: _ALIGNMENT[column],
            int(Qt.ItemDataRole.FontRole): self._font,
            int(Qt.ItemDataRole.ForegroundRole): self._colour,
            int(Qt.ItemDataRole.DecorationRole): self._sign,
            int(Qt.ItemDataRole.ToolTipRole): self._tool_tip,
            int(Qt.ItemDataRole.AccessibleTextRole): self._spoken,
        }

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
            return _ALIGNMENT[section]
        return self.headers[section] if role == Qt.ItemDataRole.DisplayRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """What a cell shows. Qt asks for every cell in view at every repaint, so what nobody answers costs one look-up."""
        make = self._makers.get(role)
        if make is None or self._log is None or not index.isValid():
            return None
        return make(self._log.events[index.row()], index.column())

    def _font(self, _event: WireEvent, column: int) -> object:
        return theme().code_font() if column in _CODE else theme().font(12)

    def _tool_tip(self, event: WireEvent, column: int) -> object:
        return "\n".join(filter(None, (event.text, *self._sentences(event)))) if column == Column.TEXT else None

    def _sign(self, event: WireEvent, column: int) -> object:
        if column != Column.NUMBER or event.number not in self._wrong:
            return None
        return icon("provider_error", "error") if self._severity(event) == "error" else icon("warn", "warn")

    def _colour(self, event: WireEvent, column: int) -> object:
        if event.number in self._wrong:
            return theme().color("error" if self._severity(event) == "error" else "warn")
        return theme().color("text" if column == Column.TEXT and event.kinds[0] not in _QUIET else "muted")

    def _severity(self, event: WireEvent) -> str:
        found = {defect.severity for defect in self.defects(event.number)}
        return "error" if "error" in found else "warning" if found else ""

    def _sentences(self, event: WireEvent) -> list[str]:
        return [say(defect.words) for defect in self.defects(event.number)]

    def _spoken(self, event: WireEvent, column: int) -> str:
        if column != Column.NUMBER:
            return _shown(event, column) or "–"
        return ", ".join((str(event.number), kinds(event), event.text, *self._sentences(event)))


def kinds(event: WireEvent) -> str:
    """What an event brought, in the language of the window; its own name where that says more."""
    said = ", ".join(say(words(f"wire.{kind}")) for kind in event.kinds)
    return f"{said} · {event.name}" if event.name and event.kinds[0] in ("nothing", "extra", "end") else said


def _shown(event: WireEvent, column: int) -> str:
    if column == Column.TEXT:
        return event.text
    if column == Column.KIND:
        return kinds(event)
    if column == Column.TIME:
        return seconds(event.ms / 1000)
    return number(event.size) if column == Column.SIZE else str(event.number)
