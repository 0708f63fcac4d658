"""Follows the brackets of a JSON text that comes in pieces, so that its end is known without reading it again and again.

Above: `openai_chat_calls`. Below: nothing. Checks no grammar: it only counts what is open.
"""

import re

_SIGNS = re.compile(r'\\.?|["{}\[\]]', re.DOTALL)


class Braces:
    """What is open after the pieces so far. `closed`: something was opened, and all of it is closed."""

    __slots__ = ("_depth", "_escaped", "_in_text", "_opened")

    def __init__(self) -> None:
        self._depth = 0
        self._opened = False
        self._in_text = False
        self._escaped = False

    @property
    def closed(self) -> bool:
        """Whether nothing can follow."""
        return self._opened and self._depth <= 0 and not self._in_text

    def feed(self, piece: str) -> None:
        """The next piece, which is not empty."""
        for sign in _SIGNS.findall(piece[1:] if self._escaped else piece):
            if sign[0] == "\\":
                continue
            if sign == '"':
                self._in_text = not self._in_text
            elif not self._in_text:
                self._opened = True
                self._depth += 1 if sign in "{[" else -1
        self._escaped = self._in_text and _ends_in_escape(piece, escaped=self._escaped)


def _ends_in_escape(piece: str, *, escaped: bool) -> bool:
    """Whether the last sign of the piece is a backslash that escapes the one to come."""
    count = len(piece) - len(piece.rstrip("\\"))
    if escaped and count == len(piece):
        count -= 1
    return count % 2 == 1
