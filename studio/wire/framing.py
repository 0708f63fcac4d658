"""Cuts the body of an answer into its events, each with the place where it ends, and says which framing a body has.

Above: `present`. Below: `sse`. Pure: no I/O, and it does not know what the data means.
"""

import re
from typing import Literal, NamedTuple

from studio.wire.sse import SseReader

Framing = Literal["sse", "ndjson"]
Mode = Literal["", "whole", "sse", "ndjson"]

_BLANK_LINE = re.compile(rb"(?>\r\n|\n|\r)(?>\r\n|\n|\r)")
_LINE_END = re.compile(rb"\n")
_LONGEST_MARK = 3


class Framed(NamedTuple):
    """One event: where it ends in the body (it begins where the one before ends), its type (`message` when none is named)
    and its data; None when it holds none, as a comment that keeps the line open."""

    end: int
    event: str
    data: str | None


def mode_of(start: bytes, content_type: str, framing: Framing, *, streamed: bool) -> Mode:
    """How a body that begins with `start` is read; empty while that is not clear yet.

    Servers ignore `stream` in both directions, and their content types lie: the first byte tells. An event stream cannot
    begin with a brace.
    """
    first = start.lstrip(b"\xef\xbb\xbf \t\r\n")[:1]
    if not first:
        return ""
    if framing == "ndjson":
        return "ndjson" if streamed else "whole"
    if first in (b"{", b"[", b"<") or ("json" in content_type.lower() and first not in b"de:ir"):
        return "whole"
    return "sse"


class EventCutter:
    """Bytes in, events out, wherever the bytes are cut. Bytes without meaning (empty lines) belong to the event after them."""

    def __init__(self, framing: Framing) -> None:
        self._boundary = _BLANK_LINE if framing == "sse" else _LINE_END
        self._sse = SseReader() if framing == "sse" else None
        self._rest = bytearray()
        self._begins = self._scanned = 0

    def feed(self, data: bytes) -> list[Framed]:
        """The events that `data` completes."""
        rest = self._rest
        rest += data
        found: list[Framed] = []
        start = 0
        for match in self._boundary.finditer(rest, self._scanned):
            end = match.end()
            if end == len(rest) and rest[-1] == 13:  # the other half of a line end may follow
                break
            self._cut(bytes(rest[start:end]), self._begins + end, found)
            start = end
        del rest[:start]
        self._begins += start
        self._scanned = max(0, len(rest) - _LONGEST_MARK)
        return found

    def end(self) -> list[Framed]:
        """What stands at the end without its own end."""
        found: list[Framed] = []
        block = bytes(self._rest)
        self._begins += len(block)
        self._rest.clear()
        self._cut(block, self._begins, found)
        if self._sse is not None and (late := self._sse.end()):
            # Of several only the last one can stand here: those before were closed by an empty line.
            found[-1:] = [Framed(self._begins, late[-1].event, late[-1].data)]
        return found

    def _cut(self, block: bytes, end: int, found: list[Framed]) -> None:
        if self._sse is None:
            text = block.decode("utf-8", "replace").strip(" \t\r\n\ufeff")
            if text:
                found.append(Framed(end, "message", text))
            return
        events = self._sse.feed(block)
        found.extend(Framed(end, event.event, event.data) for event in events)
        if not events and block.strip():
            found.append(Framed(end, "message", None))
