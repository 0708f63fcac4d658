"""The events of one streamed answer as a list: when each came, what it brought, what was wrong, and the reply up to any of them.

Above: both fronts. Below: `dialects`, `messages/assemble`, `wire/framing`. It is fed bytes, live or from a file, and does no I/O.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from studio.dialects.dialect import Dialect
from studio.dialects.dialect_error import DialectError
from studio.dialects.json_bytes import loads
from studio.messages.assemble import Assembly
from studio.messages.delta import Delta
from studio.messages.reply import ChatReply, ProviderError
from studio.messages.request import ChatRequest
from studio.present.wire_defects import Defect, DefectFinder
from studio.present.wire_kinds import kind_of_silence, kinds_of, shortened, text_of
from studio.wire.framing import EventCutter, Framed, Mode, mode_of

MOST_EVENTS = 200_000
"""Events that are listed, and kept to be assembled up to; of what comes after them only the defects are looked for."""


class _Named(msgspec.Struct):
    type: Any = None


_BLANK = b"\xef\xbb\xbf \t\r\n"
_BROKEN = frozenset(("incomplete", "connection", "timeout", "cancelled"))
_named = msgspec.json.Decoder(_Named)


class WireEvent(msgspec.Struct, frozen=True, gc=False):
    """One event. `[start, end)` is its place in the body; `chunk` counts the network chunks from 1 and is the one in which it
    ended, `ms` when that came (milliseconds since the request began). `name` is the event's own; `kinds` see `wire_kinds`,
    beside them `ping`, `end`, `nothing`, `unreadable` and `whole`. `text` is the beginning of what it says."""

    number: int
    start: int
    end: int
    chunk: int
    ms: int
    name: str
    kinds: tuple[str, ...]
    text: str

    @property
    def size(self) -> int:
        """Bytes, framing and empty lines before it included."""
        return self.end - self.start


class Source(msgspec.Struct, frozen=True):
    """What the bytes are: the dialect they are written in, the request they answer (for its tools), whether that asked for a
    stream, and the head of the answer (`status` None: not known, read as a good one)."""

    dialect: Dialect
    request: ChatRequest | None = None
    streamed: bool = True
    status: int | None = None
    content_type: str = ""

    @property
    def is_good(self) -> bool:
        """Whether a reply is to be expected."""
        return self.status is None or 200 <= self.status < 300


class EventLog:
    """Feed it the body chunk by chunk, then end it. Everything can be asked at any time."""

    def __init__(self, source: Source, most: int = MOST_EVENTS) -> None:
        self._most = most
        self.events: list[WireEvent] = []
        self.unlisted = 0
        """How many events came after the last one that is listed."""
        self.size = 0
        """Bytes so far."""
        self.ended = False
        self._source = source
        self._mode: Mode = ""
        self._cutter: EventCutter | None = None
        self._reader = source.dialect.delta_reader(source.request)
        self._finder = DefectFinder()
        self._whole: ChatReply | None = None
        self._deltas: list[Sequence[Delta]] = []
        self._pieces: list[bytes] = []
        self._starts: list[int] = []
        self._chunk = self._ms = 0
        self._cursor: tuple[int, Assembly] = (0, Assembly())

    @property
    def defects(self) -> Sequence[Defect]:
        """What is wrong as far as it is known, by event once the log has ended."""
        return self._finder.found

    def feed(self, data: bytes, ms: int, *, more: bool = False) -> None:
        """A chunk of the body that came `ms` after the request began; `more`: it goes on with the chunk before."""
        self._chunk += not more
        self._ms = ms
        self._starts.append(self.size)
        self._pieces.append(data)
        self.size += len(data)
        if not self._mode and data.lstrip(_BLANK):
            data = self._choose()
        if self._cutter is not None:
            self._take(self._cutter.feed(data))

    def end(self, error: ProviderError | None = None) -> None:
        """No more bytes come; `error` is why the exchange failed, if it did."""
        if self.ended:
            return
        self.ended = True
        if self._cutter is not None:
            self._take(self._cutter.end())
            missing = self._reader.end()
            broke_off = any(one is not None and one.kind in _BROKEN for one in (missing, error))
            self._finder.end(len(self.events), broke_off=broke_off)
        elif self.size:
            self._take_whole(error)

    def assembled(self, number: int) -> ChatReply:
        """The reply as it stood after the event of that number. Going on from the event asked for last costs only what is new."""
        if self._whole is not None:
            return self._whole if number else ChatReply()
        at, assembly = self._cursor
        if number < at:
            at, assembly = 0, Assembly()
        for deltas in self._deltas[at:number]:
            for delta in deltas:
                assembly.feed(delta)
        self._cursor = (max(at, min(number, len(self._deltas))), assembly)
        return assembly.reply()

    def raw(self, number: int) -> bytes:
        """The bytes of an event as they came. IndexError when there is no such event."""
        event = self.events[number - 1]
        return self.body(event.start, event.end)

    def body(self, start: int, end: int) -> bytes:
        """The bytes [start, end) of the body."""
        return b"".join(self._slices(start, end))

    def _slices(self, start: int, end: int) -> Iterator[bytes]:
        from_ = max(0, bisect_right(self._starts, start) - 1)
        for piece, begins in zip(self._pieces[from_:], self._starts[from_:], strict=True):
            if begins >= end:
                return
            yield piece[max(0, start - begins) : end - begins]

    def _choose(self) -> bytes:
        """Decide how the body is read, now that it begins; the bytes to be read."""
        start, source = self.body(0, self.size), self._source
        if not source.is_good:
            self._mode = "whole"
        else:
            self._mode = mode_of(start, source.content_type, source.dialect.framing, streamed=source.streamed)
        if self._mode in ("sse", "ndjson"):
            self._cutter = EventCutter("sse" if self._mode == "sse" else "ndjson")
        return start

    def _take(self, framed: list[Framed]) -> None:
        for one in framed:
            number = len(self.events) + self.unlisted + 1
            name, is_json = _named_json(one)
            deltas = self._reader.feed(one.data) if one.data is not None else ()
            if one.data is not None:
                self._finder.feed(min(number, self._most), one.data, deltas, is_json=is_json)
            self._list(one, name, deltas, is_json=is_json)

    def _list(self, one: Framed, name: str, deltas: Sequence[Delta], *, is_json: bool) -> None:
        if len(self.events) >= self._most:
            self.unlisted += 1
            return
        start = self.events[-1].end if self.events else 0
        number = len(self.events) + 1
        kinds = kinds_of(deltas)
        if not is_json and "error" in kinds:
            kinds = ("unreadable",)
        data = one.data if one.data is not None else self.body(start, one.end).decode("utf-8", "replace").strip()
        if "\ufffd" in data and _is_bad(self.body(start, one.end)):
            self._finder.bad_bytes(number)
        text = shortened(data) if kinds == ("unreadable",) else text_of(deltas, data) if kinds else ""
        kinds = kinds or (kind_of_silence(name, one.data, is_json=is_json),)
        self.events.append(
            WireEvent(number, start, one.end, self._chunk, self._ms, name, kinds, text or shortened(data))
        )
        self._deltas.append(deltas)

    def _take_whole(self, error: ProviderError | None) -> None:
        body = self.body(0, self.size)
        text = shortened(body[:2000].decode("utf-8", "replace"))
        event = WireEvent(1, 0, self.size, self._chunk, self._ms, "", ("whole",), text)
        found = error if self._source.is_good else self._source.dialect.read_error(self._source.status or 0, body)
        if self._source.is_good:
            try:
                self._whole = self._source.dialect.read_reply(body, self._source.request)
            except DialectError as refused:
                found = refused.provider or error or ProviderError("not_json", str(refused))
        self.events.append(msgspec.structs.replace(event, kinds=("error",)) if found is not None else event)
        if found is not None:
            self._finder.whole_failed(found.message)


def _named_json(one: Framed) -> tuple[str, bool]:
    """The event's own name (that of its framing, else its member `type`), and whether its data is JSON."""
    if one.data is None:
        return "", True
    name = "" if one.event == "message" else one.event
    try:
        kind = _named.decode(one.data).type
    except (msgspec.DecodeError, RecursionError):
        return name, _is_json(one.data)
    return name or (kind if isinstance(kind, str) else ""), True


def _is_json(data: str) -> bool:
    """Also what the fast reader refuses: numbers that are none, halves of characters."""
    try:
        loads(data)
    except ValueError:
        return False
    return True


def _is_bad(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return True
    return False
