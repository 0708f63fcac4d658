"""The lines of a text in which something was found, cut to what can be read in one row, with the lines around them.

Above: `find_session`. Knows not what was looked for: it is given the places.
"""

from collections.abc import Iterable, Iterator

import msgspec

_BEFORE = 60
_ROOM = 240
_AROUND = 160


class FoundLine(msgspec.Struct, frozen=True):
    """A line as it is shown, with the places in it that were found. `at` is the place of the first one in the whole text, `number` the
    number of the line from 1; `above` and `below` are its neighbours, empty where there are none."""

    number: int
    at: int
    shown: str
    spans: tuple[tuple[int, int], ...]
    above: str = ""
    below: str = ""

    @property
    def found(self) -> str:
        """What was found first in it."""
        start, end = self.spans[0]
        return self.shown[start:end]


class _Window:
    """The piece of a line around a place."""

    def __init__(self, text: str, start: int, end: int) -> None:
        begin = text.rfind("\n", 0, start) + 1
        stop = text.find("\n", start)
        self.begin, self.stop = begin, len(text) if stop < 0 else stop
        self.left = max(begin, start - _BEFORE)
        self.right = min(self.stop, max(self.left + _ROOM, min(end, self.left + 2 * _ROOM)))
        self.spans: list[tuple[int, int]] = []

    def take(self, start: int, end: int) -> None:
        """One more place in it."""
        cut = 1 if self.left > self.begin else 0
        self.spans.append((start - self.left + cut, min(end, self.right) - self.left + cut))


def found_lines(text: str, spans: Iterable[tuple[int, int]]) -> Iterator[FoundLine]:
    """The lines in order; several places that are seen together stand in one."""
    now: _Window | None = None
    number, counted = 1, 0
    for start, end in spans:
        if now is not None and start < now.right:
            now.take(start, end)
            continue
        if now is not None:
            yield _line(text, now, number)
        number += text.count("\n", counted, start)
        counted = start
        now = _Window(text, start, end)
        now.take(start, end)
    if now is not None:
        yield _line(text, now, number)


def _line(text: str, window: _Window, number: int) -> FoundLine:
    left, right = window.left, window.right
    shown = ("…" if left > window.begin else "") + text[left:right] + ("…" if right < window.stop else "")
    at = left + window.spans[0][0] - (1 if left > window.begin else 0)
    before, after = _neighbours(text, window)
    return FoundLine(number, at, shown.replace("\r", " ").replace("\t", " "), tuple(window.spans), before, after)


def _neighbours(text: str, window: _Window) -> tuple[str, str]:
    before = after = ""
    if window.begin:
        start = text.rfind("\n", 0, window.begin - 1) + 1
        before = text[start : min(window.begin - 1, start + _AROUND)]
    if window.stop < len(text):
        end = text.find("\n", window.stop + 1)
        end = len(text) if end < 0 else end
        after = text[window.stop + 1 : min(end, window.stop + 1 + _AROUND)]
    return before, after
