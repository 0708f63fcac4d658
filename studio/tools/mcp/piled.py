"""Lines that come faster than anybody reads: of a pile the first and the last are kept, and how many were left out is said. Pure.

Above: `stdio`. Below: nothing.
"""

from collections import deque
from collections.abc import Iterator

MOST_LINES = 100
"""So many from the beginning, and so many from the end."""
MOST_IN_A_LINE = 8_000


class Piled:
    """A pile of text: `add` what comes, `take` what a person should see of it."""

    def __init__(self) -> None:
        self._begun = ""
        self._lost = 0
        self._clear()

    def __bool__(self) -> bool:
        return bool(self._first or self._begun)

    def add(self, text: str) -> None:
        """More text; it may end within a line."""
        first, *others = text.split("\n")
        self._go_on(first)
        for other in others:
            self._put(self._ended())
            self._go_on(other)

    def take(self) -> str:
        """The whole lines of the pile, with the middle left out where there are many; only where there are none, the line begun."""
        text = "\n".join(self._lines() if self._first else [self._ended()])
        self._clear()
        return text

    def take_all(self) -> str:
        """All that is left, also a line that was not ended."""
        if self._begun:
            self._put(self._ended())
        return self.take() if self._first else ""

    def _clear(self) -> None:
        self._first: list[str] = []
        self._last: deque[str] = deque(maxlen=MOST_LINES)
        self._count = 0

    def _go_on(self, text: str) -> None:
        room = MOST_IN_A_LINE - len(self._begun)
        self._begun += text[:room]
        self._lost += max(0, len(text) - room)

    def _ended(self) -> str:
        line, lost = self._begun.removesuffix("\r"), self._lost
        self._begun, self._lost = "", 0
        return f"{line} … {lost:,} characters left out" if lost else line

    def _put(self, line: str) -> None:
        self._count += 1
        if len(self._first) < MOST_LINES:
            self._first.append(line)
        else:
            self._last.append(line)

    def _lines(self) -> Iterator[str]:
        yield from self._first
        left_out = self._count - len(self._first) - len(self._last)
        if left_out:
            yield f"… {left_out:,} lines left out …"
        yield from self._last
