"""A list or table as something that a find bar looks into: a row is a line, and going to a hit makes its row the current one.

Above: `find_here`. Below: Qt's item views. Knows not what the rows say.
"""

from bisect import bisect_right
from collections.abc import Sequence

from PySide6.QtCore import QAbstractItemModel, Qt
from PySide6.QtWidgets import QAbstractItemView

from studio.gui.widgets.find_text import Cover, Hit

_MOST = 50_000
"""Rows that are looked through."""


class RowsTarget:
    """The texts of all columns are searched, of the first rows where there are very many."""

    def __init__(self, view: QAbstractItemView) -> None:
        self._view = view
        self._starts: list[int] = []

    def search_text(self) -> str:
        """A line for each row."""
        self._starts, at, lines = [], 0, []
        for row in range(min(self._model.rowCount(), _MOST)):
            line = self._line(row)
            self._starts.append(at)
            lines.append(line)
            at += len(line.encode("utf-16-le", "surrogatepass")) // 2 + 1
        return "\n".join(lines)

    def search_covers(self) -> Sequence[Cover]:
        """None."""
        return ()

    def search_start(self) -> int:
        """The beginning of the current row."""
        row = self._view.currentIndex().row()
        return self._starts[row] if 0 <= row < len(self._starts) else 0

    def chosen_words(self) -> str:
        """Nothing: a row is no word."""
        return ""

    def show_hits(self, hits: Sequence[Hit], current: int) -> None:
        """The current row is what is shown of a hit."""

    def go_to_hit(self, hit: Hit, *, chosen: bool) -> None:
        """Make the row of a hit the current one."""
        row = bisect_right(self._starts, hit[0]) - 1
        index = self._model.index(max(row, 0), 0)
        self._view.setCurrentIndex(index)
        self._view.scrollTo(index)

    def can_replace(self) -> bool:
        """Never."""
        return False

    def replace(self, changes: Sequence[tuple[int, int, str]]) -> None:
        """Nothing can be replaced."""

    def take_focus(self) -> None:
        """The keyboard goes into the list."""
        self._view.setFocus()

    @property
    def _model(self) -> QAbstractItemModel:
        return self._view.model()

    def _line(self, row: int) -> str:
        found = []
        for column in range(self._model.columnCount()):
            index = self._model.index(row, column)
            text = index.data(Qt.ItemDataRole.DisplayRole) or ""
            found.append(str(text).replace("\n", " "))
        spoken = self._model.index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole) if not any(found) else ""
        return str(spoken or " ".join(filter(None, found))).replace("\n", " ")
