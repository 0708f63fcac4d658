"""The lines of a long text as a view reads them: laid out and folded part by part, so that the first ones are there at once.

Above: the long view. Below: `present/json_text`, `folded_strings`. Pure: knows no widget.
"""

from collections.abc import Iterator
from itertools import chain, islice

from studio.gui.editors.folded_strings import LONGEST_LINE, FoldedStrings
from studio.present.json_text import pretty_parts

_PART = 100_000


class LongLines:
    """`lines` grows with each `more`; `is_whole` says that no line is missing."""

    def __init__(self, text: str = "", *, json: bool = False) -> None:
        self.lines: list[str] = []
        self.folded = FoldedStrings()
        self.longest = 0
        self.is_whole = False
        self._json = json
        self._parts: Iterator[str] = pretty_parts(text, size=_PART) if json else _parts(text)
        self._rest = ""
        self._cut: set[int] = set()
        """Lines that end only here: the text has no line end there."""

    def more(self, parts: int = 1) -> None:
        """Read so many parts more, and so many that there is a line."""
        for part in islice(self._parts, parts):
            *whole, self._rest = (self._rest + part).split("\n")
            self._take(whole)
            self._cut_rest()
            parts -= 1
        if parts and not self.is_whole:
            self._take([self._rest])
            self.is_whole = True
        elif not self.lines:
            self.more()

    def add(self, more: str) -> None:
        """The text goes on, of one that is no JSON."""
        if self.is_whole:
            self._rest, self.is_whole = self.lines.pop(), False
        self._parts = chain(self._parts, _parts(more))

    def covers(self, line: int) -> list[tuple[int, int, str]]:
        """The folded strings of a line, each with what it stands for."""
        text = self.lines[line]
        return [(start, end, self.folded.real(text[start:end]) or "") for start, end in self.folded.tokens(text)]

    def between(self, start: tuple[int, int], end: tuple[int, int]) -> str:
        """The text from one (line, column) to another, with folded strings whole."""
        (first, left), (last, right) = start, end
        if first == last:
            return self.folded.unfold(self.lines[first][left:right])
        found = [self.lines[first][left:], *self.lines[first + 1 : last], self.lines[last][:right]]
        ends = ["" if at in self._cut else "\n" for at in range(first, last)] + [""]
        return self.folded.unfold("".join(map("".join, zip(found, ends, strict=True))))

    def _take(self, lines: list[str]) -> None:
        if not self._json:
            lines = self._pieces(lines)
        elif lines:
            lines = self.folded.fold("\n".join(lines)).split("\n")
        self.lines += lines
        self.longest = max(self.longest, max(map(len, lines), default=0))

    def _cut_rest(self) -> None:
        """A line that has no end yet is there as far as it is known."""
        while not self._json and len(self._rest) > LONGEST_LINE:
            self._cut.add(len(self.lines))
            self.lines.append(self._rest[:LONGEST_LINE])
            self._rest, self.longest = self._rest[LONGEST_LINE:], LONGEST_LINE

    def _pieces(self, lines: list[str]) -> list[str]:
        found: list[str] = []
        for line in lines:
            for at in range(0, max(len(line), 1), LONGEST_LINE):
                found.append(line[at : at + LONGEST_LINE])
                if at + LONGEST_LINE < len(line):
                    self._cut.add(len(self.lines) + len(found) - 1)
        return found


def _parts(text: str) -> Iterator[str]:
    return (text[at : at + _PART] for at in range(0, len(text), _PART))
