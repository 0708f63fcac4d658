"""What goes over HTTP to a server and back, as it went: bodies and event streams are read along the way and logged.

Above: `http`. Below: `heard`, `tapped`, `wire/sse`. The SDK reads the same bytes by itself; of an answer that is too long it gets an error.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator

import httpx2

from studio.said import said
from studio.tools.mcp.heard import BIG, Message, Noise, read_line
from studio.tools.mcp.lines import MOST_LINE
from studio.tools.mcp.tapped import Tap
from studio.wire.sse import SseReader

_MOST_ERROR = 10_000
_TOLD = 500
_NOT_OFFERED = (404, 405)
"""With these a server says that it has no stream of its own, and no sessions to end."""


class Overhearing:
    """Hooks for the HTTP client. `trouble` is what it said with the last status that is an error; empty after one that is none."""

    def __init__(self, tap: Tap) -> None:
        self.trouble = ""
        self._tap = tap

    async def request(self, request: httpx2.Request) -> None:
        """A request goes out."""
        if request.method == "POST":
            for item in read_line(
                await request.aread()
            ):  # of one that is sent on to where it was redirected it has to be read
                if isinstance(item, Message):
                    self._tap.sent(item.message, item.text)

    async def response(self, response: httpx2.Response) -> None:
        """The head of an answer is there; its body will be read along."""
        if response.is_error:
            await self._error(response)
        elif response.request.method == "POST":
            self.trouble = ""
        coding = response.headers.get("content-encoding", "identity")
        if coding != "identity":
            self._tap.told("state", said("An answer came compressed ({coding}) and cannot be shown.", coding=coding))
        elif isinstance(response.stream, httpx2.AsyncByteStream) and not response.is_stream_consumed:
            response.stream = _Along(response.stream, self._reader(response), self._keep)

    def _reader(self, response: httpx2.Response) -> "_Body | _Events":
        events = response.headers.get("content-type", "").lower().startswith("text/event-stream")
        return _Events() if events else _Body()

    def _keep(self, item: Message | Noise) -> None:
        match item:
            case Message(message, text):
                self._tap.heard(message, self._tap.clean(text))
            case Noise(text):
                self._tap.told("noise", text)

    async def _error(self, response: httpx2.Response) -> None:
        request = response.request
        if request.method != "POST" and response.status_code in _NOT_OFFERED:
            return
        answer = f"HTTP {response.status_code} {response.reason_phrase}".rstrip()
        if 0 < int(response.headers.get("content-length", "0")) <= _MOST_ERROR:
            await response.aread()
            answer = f"{answer}: {' '.join(response.text.split())[:_TOLD]}"
        self.trouble = self._tap.clean(answer)[0]
        if response.status_code == 404 and "mcp-session-id" not in request.headers:
            self.trouble += said("\nIs the path of the address right? Many servers answer at /mcp.")
        self._tap.told("state", said("{method} was answered by {answer}", method=request.method, answer=answer))


class _Body:
    """A body that is one JSON text."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []
        self._size = 0

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Nothing comes before its end. StreamError when it is too long."""
        self._size += len(data)
        if self._size > MOST_LINE:
            raise httpx2.StreamError(
                said(
                    "The answer has more than {most} bytes and was not read to its end.",
                    most=f"{MOST_LINE:,}",
                )
            )
        self._pieces.append(data)
        return iter(())

    def end(self) -> Iterator[bytes]:
        """The text."""
        yield b"".join(self._pieces)


class _Events:
    """An event stream; its data are JSON texts."""

    def __init__(self) -> None:
        self._reader = SseReader()

    def feed(self, data: bytes) -> Iterator[bytes]:
        """The data of the events that end here. The SDK sees to it that none is too long."""
        for event in self._reader.feed(data):
            if event.data:
                yield event.data.encode("utf-8")

    def end(self) -> Iterator[bytes]:
        """An event that is not whole was none."""
        return iter(())


class _Along(httpx2.AsyncByteStream):
    """A body as it comes, read along."""

    def __init__(
        self, body: httpx2.AsyncByteStream, reader: _Body | _Events, keep: Callable[[Message | Noise], None]
    ) -> None:
        self._body = body
        self._reader = reader
        self._keep = keep

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for data in self._body:
            for text in self._reader.feed(data):
                await self._read(text)
            yield data
        for text in self._reader.end():
            await self._read(text)

    async def aclose(self) -> None:
        await self._body.aclose()

    async def _read(self, text: bytes) -> None:
        items = list(read_line(text)) if len(text) < BIG else await asyncio.to_thread(lambda: list(read_line(text)))
        for item in items:
            self._keep(item)
