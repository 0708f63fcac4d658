"""A long view as something that a find bar looks into.

Above: the long view. Below: `widgets/find_target`. Counts in UTF-16 units over all lines, as the bar does.
"""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import Protocol

from PySide6.QtWidgets import QWidget

from studio.gui.editors.long_caret import Place
from studio.gui.editors.long_lines import LongLines
from studio.gui.editors.text_units import from_units, to_units
from studio.gui.widgets.find_text import Cover, Hit


class Reading(Protocol):
    """What is asked of the view."""

    lines: LongLines

    def selection(self) -> tuple[Place, Place]: ...
    def selected_text(self) -> str: ...
    def go_to(self, place: Place, anchor: Place | None = None) -> None: ...
    def viewport(self) -> QWidget: ...
    def take_focus(self) -> None: ...


class LongTarget:
    """Nothing can be replaced in it."""

    def __init__(self, view: Reading) -> None:
        self._view = view
        self._starts: list[int] = [0]
        self._hits: Sequence[Hit] = ()
        self._current = -1
        self._known: tuple[LongLines, int, int] | None = None
        self._text = ""
        """The text of the known lines: making it takes a while."""

    def search_text(self) -> str:
        """All lines that were read; the view tells when there are more."""
        lines = self._view.lines
        known = (lines, len(lines.lines), len(lines.lines[-1]))
        if self._known != known:
            self._known, self._text = known, "\n".join(lines.lines)
            plain = self._text.isascii()
            lengths = map(len, lines.lines) if plain else (to_units(line, len(line)) for line in lines.lines)
            self._starts = [0, *accumulate(map((1).__add__, lengths))]
        return self._text

    def search_covers(self) -> Sequence[Cover]:
        """The folded strings."""
        lines = self._view.lines
        if not lines.folded:
            return ()
        found: list[Cover] = []
        for at, line in enumerate(lines.lines):
            if "… " in line:
                base = self._starts[at]
                found += [(base + to_units(line, a), base + to_units(line, b), real) for a, b, real in lines.covers(at)]
        return found

    def search_start(self) -> int:
        """From where the first hit is looked for."""
        line, column = self._view.selection()[0]
        return self._starts[min(line, len(self._starts) - 1)] + to_units(self._view.lines.lines[line], column)

    def chosen_words(self) -> str:
        """What is marked, if it lies in one line."""
        first, last = self._view.selection()
        return self._view.selected_text()[:200] if first[0] == last[0] else ""

    def show_hits(self, hits: Sequence[Hit], current: int) -> None:
        """Give these places a ground, the current one another."""
        self._hits, self._current = hits, current
        self._view.viewport().update()

    def go_to_hit(self, hit: Hit, *, chosen: bool) -> None:
        """Put the caret at a hit, or mark it."""
        start, end = self._place(hit[0]), self._place(hit[1])
        self._view.go_to(end, start)
        if not chosen:
            self._view.go_to(start)

    def can_replace(self) -> bool:
        """It is for reading."""
        return False

    def replace(self, changes: Sequence[tuple[int, int, str]]) -> None:
        """Never asked for."""

    def take_focus(self) -> None:
        """The keyboard goes into the text."""
        self._view.take_focus()

    def grounds(self, line: int) -> list[tuple[int, int, str]]:
        """The hits in a line as (column, column, token of the ground)."""
        if not self._hits or line + 1 >= len(self._starts):
            return []
        base, text, found = self._starts[line], self._view.lines.lines[line], []
        at = max(bisect_right(self._hits, (base, -1)) - 1, 0)
        while at < len(self._hits) and self._hits[at][0] < self._starts[line + 1]:
            start, end = (max(place - base, 0) for place in self._hits[at])
            if end > 0:
                token = "accent" if at == self._current else "search_hit"
                found.append((from_units(text, start), min(from_units(text, end), len(text)), token))
            at += 1
        return found

    def _place(self, offset: int) -> Place:
        line = min(max(bisect_right(self._starts, offset) - 1, 0), len(self._view.lines.lines) - 1)
        return line, from_units(self._view.lines.lines[line], offset - self._starts[line])
