"""Reads an event stream (WHATWG HTML, "server-sent events") from bytes as they come, wherever they are cut.

Above: `responders/live`. Below: nothing. Pure: no I/O, and it does not know what the data means.
"""

import msgspec


class SseEvent(msgspec.Struct, frozen=True, gc=False):
    """One event: its type (`message` when none is named), its data, and the last id the stream gave (else empty)."""

    event: str
    data: str
    id: str


class SseReader:
    """Bytes in, events out. Each byte is looked at once: a line that comes in pieces is joined when it ends."""

    def __init__(self) -> None:
        self._begun = False
        self._after_cr = False
        self._line: list[bytes] = []
        self._data: list[bytes] = []
        self._event = b""
        self._id = ""
        self._events: list[SseEvent] = []

    def feed(self, data: bytes) -> list[SseEvent]:
        """The events that `data` completes."""
        if not self._begun:
            data = self._without_mark(data)
        if self._after_cr and data:
            # CR and LF are one line end, also when they come in two pieces.
            data = data.removeprefix(b"\n")
            self._after_cr = False
        if data[-2:] == b"\n\n" and not (self._line or self._data or self._event) and b"\r" not in data:
            return self._take_blocks(data)
        if b"\r" in data:
            self._after_cr = data.endswith(b"\r")
            data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        *lines, rest = data.split(b"\n")
        if lines:
            self._take_lines(lines)
        if rest:
            self._line.append(rest)
        events, self._events = self._events, []
        return events

    def end(self) -> list[SseEvent]:
        """The event that stands unfinished at the end of the bytes. A strict reader drops it; whether a stream that
        ends so is whole is for the caller to say."""
        if self._line:
            self._take_lines([b""])
        self._dispatch()
        events, self._events = self._events, []
        return events

    def _take_blocks(self, data: bytes) -> list[SseEvent]:
        """The events of whole blocks. Nearly every piece of a model's stream is one: a line of data, with or without a name."""
        events: list[SseEvent] = []
        for block in data[:-2].split(b"\n\n"):
            lines = block.split(b"\n")
            last = lines[-1]
            if last[:6] == b"data: " and (len(lines) == 1 or (len(lines) == 2 and lines[0][:7] == b"event: ")):
                name = lines[0][7:].decode("utf-8", "replace") if len(lines) == 2 else ""
                events.append(SseEvent(name or "message", last[6:].decode("utf-8", "replace"), self._id))
            else:
                self._take_lines([*lines, b""])
                events += self._events
                self._events = []
        return events

    def _without_mark(self, data: bytes) -> bytes:
        """The first bytes without a byte order mark, which may come in pieces; empty while it is not yet clear."""
        start = b"".join(self._line) + data
        self._line.clear()
        mark = b"\xef\xbb\xbf"
        if len(start) < len(mark) and mark.startswith(start):
            self._line.append(start)
            return b""
        self._begun = True
        return start.removeprefix(mark)

    def _take_lines(self, lines: list[bytes]) -> None:
        if self._line:
            self._line.append(lines[0])
            lines[0] = b"".join(self._line)
            self._line.clear()
        for line in lines:
            if line.startswith(b"data: "):
                self._data.append(line[6:])
            elif line:
                self._take_field(line)
            else:
                self._dispatch()

    def _take_field(self, line: bytes) -> None:
        name, _, value = line.partition(b":")
        value = value.removeprefix(b" ")
        if name == b"data":
            self._data.append(value)
        elif name == b"event":
            self._event = value
        elif name == b"id" and b"\0" not in value:
            self._id = value.decode("utf-8", "replace")

    def _dispatch(self) -> None:
        if self._data:
            data = self._data[0] if len(self._data) == 1 else b"\n".join(self._data)
            event = self._event.decode("utf-8", "replace") or "message"
            self._events.append(SseEvent(event, data.decode("utf-8", "replace"), self._id))
            self._data.clear()
        self._event = b""
