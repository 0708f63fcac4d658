"""The tools as a flat Qt model of one column: a row for each that is listed, with its words for people who hear it.

Above: the Tools dock. Below: `tool_lines`, `tool_row`. Holds no session; changes nothing: `switched` tells what the person ticks.
"""

from collections.abc import Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from studio.gui.panes.tool_lines import ToolLine
from studio.gui.panes.tool_row import row_tip, spoken
from studio.session.setup import Setup

Index = QModelIndex | QPersistentModelIndex


class ToolsModel(QAbstractTableModel):
    """`lines` are the rows from top to bottom, `most` the tokens of the largest; `locked`: none can be switched."""

    switched = Signal(str)
    """The name of a tool that the person ticked or unticked."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.lines: Sequence[ToolLine] = ()
        self.setup = Setup()
        self.locked = False
        self.told = False
        self.most = 1

    def show(self, lines: Sequence[ToolLine], setup: Setup, *, locked: bool, told: bool) -> None:
        """List other lines. `told`: each row says why its tool is in or not."""
        same = [line.tool.name for line in lines] == [line.tool.name for line in self.lines]
        if not same:
            self.beginResetModel()
        self.lines, self.setup, self.locked, self.told = lines, setup, locked, told
        if not same:
            self.endResetModel()
        elif lines:
            self.dataChanged.emit(self.index(0, 0), self.index(len(lines) - 1, 0))

    def line_at(self, at: int) -> ToolLine | None:
        """The line of a row; None where there is none."""
        return self.lines[at] if 0 <= at < len(self.lines) else None

    def row_of(self, name: str) -> int:
        """The row of a tool; -1 when it is not listed."""
        return next((at for at, line in enumerate(self.lines) if line.tool.name == name), -1)

    def can_switch(self, line: ToolLine) -> bool:
        """Whether its box can be ticked."""
        return not (self.locked or line.own)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        """How many tools are listed."""
        return 0 if parent.isValid() else len(self.lines)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        """One."""
        return 0 if parent.isValid() else 1

    def flags(self, index: Index) -> Qt.ItemFlag:
        """A row can be chosen, and ticked where that means something."""
        line = self.line_at(index.row())
        can = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return can | Qt.ItemFlag.ItemIsUserCheckable if line is not None and self.can_switch(line) else can

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """What a row says."""
        line = self.line_at(index.row())
        if line is None:
            return None
        match Qt.ItemDataRole(role):
            case Qt.ItemDataRole.DisplayRole:
                return line.tool.name
            case Qt.ItemDataRole.CheckStateRole:
                return Qt.CheckState.Checked if line.ticked else Qt.CheckState.Unchecked
            case Qt.ItemDataRole.ToolTipRole:
                return row_tip(line, self.setup)
            case Qt.ItemDataRole.AccessibleTextRole:
                return spoken(line, self.setup)
            case _:
                return None

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Tick or untick a tool; assistive programs come this way."""
        line = self.line_at(index.row())
        if line is None or role != Qt.ItemDataRole.CheckStateRole or not self.can_switch(line):
            return False
        if (Qt.CheckState(value) == Qt.CheckState.Checked) != line.ticked:
            self.switched.emit(line.tool.name)
        return True

    def switch(self, at: int) -> None:
        """Tick or untick the tool of a row as the person would."""
        line = self.line_at(at)
        if line is not None and self.can_switch(line):
            self.switched.emit(line.tool.name)
