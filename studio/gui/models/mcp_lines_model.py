"""Plain lines as a flat Qt model of one column: servers, tools, resources, prompts of the MCP dock.

Above: the lists of the MCP dock. Below: Qt. Holds no session.
"""

from collections.abc import Sequence

import msgspec
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from studio.gui.words import tip

Index = QModelIndex | QPersistentModelIndex


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """A row. `title` stands in the code font with `code`, `aside` behind it; `below` is a second line; `right` stands at the right end;
    `dim`: it is not in force. `hint` is all of it for the tooltip, `spoken` for those who hear it. Two lines of one `key` are the same
    thing, now and before."""

    key: str
    title: str
    code: bool = False
    aside: str = ""
    below: str = ""
    right: str = ""
    icon: str = ""
    colour: str = "muted"
    dim: bool = False
    hint: str = ""
    spoken: str = ""


class LinesModel(QAbstractTableModel):
    """`lines` from top to bottom."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.lines: Sequence[Line] = ()

    def show(self, lines: Sequence[Line]) -> None:
        """List other lines; those that are only worded otherwise stay where they are."""
        if lines == self.lines:
            return
        same = [line.key for line in lines] == [line.key for line in self.lines]
        if not same:
            self.beginResetModel()
        self.lines = tuple(lines)
        if not same:
            self.endResetModel()
        elif lines:
            self.dataChanged.emit(self.index(0, 0), self.index(len(lines) - 1, 0))

    def line_at(self, at: int) -> Line | None:
        """The line of a row; None where there is none."""
        return self.lines[at] if 0 <= at < len(self.lines) else None

    def row_of(self, key: str) -> int:
        """The row of a line; -1 when it is not listed."""
        return next((at for at, line in enumerate(self.lines) if line.key == key), -1)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        """How many lines there are."""
        return 0 if parent.isValid() else len(self.lines)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        """One."""
        return 0 if parent.isValid() else 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """What a row says."""
        line = self.line_at(index.row())
        if line is None:
            return None
        match Qt.ItemDataRole(role):
            case Qt.ItemDataRole.DisplayRole:
                return line.title
            case Qt.ItemDataRole.ToolTipRole:
                return tip(line.hint) if line.hint else None
            case Qt.ItemDataRole.AccessibleTextRole:
                return line.spoken or ", ".join(filter(None, (line.title, line.aside, line.below, line.right)))
            case _:
                return None
