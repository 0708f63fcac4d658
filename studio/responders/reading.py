"""Reads one answer of an endpoint as its bytes come: streamed or whole, whatever the request asked for.

Above: `live`. Below: `dialects`, `wire/framing`, `wire/sse`, `wire/ndjson`, `messages/assemble`. Knows no connection.
"""

from studio.dialects.dialect import DeltaReader, Dialect
from studio.dialects.dialect_error import DialectError
from studio.messages.assemble import Assembly
from studio.messages.delta import Delta
from studio.messages.origin import marked
from studio.messages.reply import ChatReply, ProviderError
from studio.messages.request import ChatRequest
from studio.responders.failures import Headers, header, not_json
from studio.wire.framing import Mode, mode_of
from studio.wire.ndjson import NdjsonReader
from studio.wire.sse import SseReader


class Reading:
    """One answer with a 2xx status. Feed it bytes, then ask `end()` once; `body` holds all that came. `request` is what it
    answers. What only the dialect understands makes it the origin of the reply."""

    def __init__(
        self, dialect: Dialect, status: int, headers: Headers, *, stream: bool, request: ChatRequest | None = None
    ) -> None:
        self._dialect = dialect
        self._status = status
        self._headers = headers
        self._stream = stream
        self._request = request
        self._mode: Mode = ""
        self._sse = SseReader()
        self._lines = NdjsonReader()
        self._reader: DeltaReader = dialect.delta_reader(request)
        self._assembly = Assembly()
        self._heard = False
        self._body: list[bytes] = []

    @property
    def body(self) -> bytes:
        """All bytes so far."""
        return b"".join(self._body)

    def feed(self, data: bytes) -> list[Delta]:
        """The deltas that `data` completes; none while the answer is read as a whole."""
        self._body.append(data)
        if not self._mode:
            self._mode = self._choose(data)
            data = self.body if self._mode else b""
        deltas: list[Delta] = []
        if self._mode == "sse":
            for event in self._sse.feed(data):
                deltas += self._reader.feed(event.data)
        elif self._mode == "ndjson":
            for line in self._lines.feed(data):
                deltas += self._reader.feed(line)
        return self._heard_all(deltas)

    def end(self) -> list[Delta]:
        """The deltas of an event that was not closed by an empty line, and what the dialect held back."""
        rest = [event.data for event in self._sse.end()] if self._mode == "sse" else self._lines.end()
        deltas = [delta for data in rest for delta in self._reader.feed(data)]
        return self._heard_all([*deltas, *self._reader.rest()])

    def partial(self) -> ChatReply | None:
        """What has been understood so far, None when nothing has."""
        return self._assembled() if self._heard else None

    def result(self) -> ChatReply | ProviderError:
        """The reply, or why there is none; after `end()`."""
        if self._mode in ("sse", "ndjson") and self._heard:
            return self._assembly.error or self._reader.end() or self._assembled()
        if self._mode == "sse" and self._reader.end() is None:
            return self._assembled()
        try:
            return marked(self._dialect.read_reply(self.body, self._request), self._dialect.name)
        except DialectError as error:
            return error.provider or not_json(self._status, self._headers, self.body)

    def _assembled(self) -> ChatReply:
        return marked(self._assembly.reply(), self._dialect.name)

    def _heard_all(self, deltas: list[Delta]) -> list[Delta]:
        if deltas:
            self._heard = True
            self._assembly.feed_all(deltas)
        return deltas

    def _choose(self, data: bytes) -> Mode:
        """What came before `data` was blank."""
        kind = header(self._headers, "content-type")
        return mode_of(data, kind, self._dialect.framing, streamed=self._stream)
