"""Bytes of a server's output, as they come, to lines. Pure, and linear however long a line is.

Above: `heard`, `process`. Below: nothing. Knows not what a line says.
"""

from collections.abc import Iterator

import msgspec

MOST_LINE = 128_000_000
"""A Python server that gives 50 MB of text sends them twice in one line, as content and as structured content."""
_END = 1_000


class Lost(msgspec.Struct, frozen=True):
    """A line of `size` bytes, which is longer than the limit and was not kept but for its first and last bytes."""

    head: bytes
    tail: bytes
    size: int


class Lines:
    """Splits at `\\n`; a `\\r` before it is not part of the line. A line of more than `most` bytes comes as `Lost`."""

    def __init__(self, most: int = MOST_LINE) -> None:
        self._most = most
        self._pieces: list[bytes] = []
        self._size = 0

    def feed(self, data: bytes) -> Iterator[bytes | Lost]:
        """The lines that `data` ends."""
        first, *others = data.split(b"\n")
        self._hold(first)
        for other in others:
            yield self._line()
            self._hold(other)

    def end(self) -> Iterator[bytes | Lost]:
        """The last line, where it was not ended."""
        if self._size:
            yield self._line()

    def _hold(self, piece: bytes) -> None:
        self._size += len(piece)
        if self._size > self._most:
            whole = b"".join((*self._pieces, piece))  # once; from then on no more than its ends is held
            self._pieces = [whole[:_END], whole[_END:][-_END:]]
        else:
            self._pieces.append(piece)

    def _line(self) -> bytes | Lost:
        pieces, size = self._pieces, self._size
        self._pieces, self._size = [], 0
        if size > self._most:
            return Lost(pieces[0], pieces[1], size)
        return b"".join(pieces).removesuffix(b"\r")
