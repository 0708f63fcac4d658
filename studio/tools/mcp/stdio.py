"""A server that speaks over its standard input and output, as a transport for the SDK: `mcp.Client(stdio_transport(…))`.

Above: `connection`. Below: `starting`, `process`, `reading`, `incoming`, `tapped`. Knows of JSON-RPC only what a message is.
"""

import asyncio
from collections.abc import Callable, Coroutine
from types import TracebackType
from typing import Self

import anyio
from mcp.shared.message import SessionMessage

from studio.said import said
from studio.session.mcp_servers import Stdio
from studio.tools.mcp.incoming import Incoming
from studio.tools.mcp.paced import Paced, tell
from studio.tools.mcp.process import ServerProcess
from studio.tools.mcp.reading import Errors, Reading
from studio.tools.mcp.starting import environment_of, not_started, words_of
from studio.tools.mcp.tapped import Tap, written
from studio.tools.mcp.wire_log import WireLog
from studio.tools.process_group import how_it_ended
from studio.wire.redact import Redactor

_MOST_UNREAD = 64_000_000
_MOST_UNREAD_MESSAGES = 1_000
"""Both have to be passed: a few large messages are the person's, very many small ones are answers that the server made us write."""
_LIVES_ON = 3.0
"""Seconds between the end of a stream and of the process: what takes longer has closed the stream and lives on."""


def stdio_transport(
    name: str, way: Stdio, log: WireLog, redactor: Redactor, on_end: Callable[[str], None] = lambda _: None
) -> "StdioTransport":
    """The transport to the server called `name`, to be entered once; `way` has its `${NAME}`s filled in.

    Entering starts the process: ServerError when it cannot be started; cancelled, no process stays. Leaving returns when the process and
    all that it started are gone. When the server ends by itself, `on_end(why)` is told, on the loop, how it ended, in a sentence
    that names it, before the SDK learns that the connection is closed.
    """
    return StdioTransport(name, way, log, redactor, on_end)


class StdioTransport:
    """See `stdio_transport`. `why` is what `on_end` was told, empty before; `pid` the server's own process, 0 before it runs."""

    def __init__(self, name: str, way: Stdio, log: WireLog, redactor: Redactor, on_end: Callable[[str], None]) -> None:
        self.why = ""
        self.pid = 0
        self._name, self._way = name, way
        self._log = log
        self._tap = Tap(log, redactor)
        self._on_end = on_end
        self._errors = Errors(redactor, lambda: self._from_thread(self._tell_errors))
        self._tell_errors = Paced(self._tell_errors_again)
        self._closing = self._over = False
        self._ended = asyncio.Event()
        self._lives_on: asyncio.TimerHandle | None = None

    @property
    def last_words(self) -> str:
        """The end of what it wrote to stderr, without secrets."""
        return self._errors.last

    async def again(self, text: str) -> None:
        """Send a message that the person typed; its answer comes into the log alone. Raises ServerError."""
        message, line = self._tap.again(text)
        self._tap.sent(message, line)
        self._process.write(line.encode("utf-8", "replace") + b"\n")

    async def __aenter__(self) -> tuple[Incoming, "Outgoing"]:
        self._loop = asyncio.get_running_loop()
        self._log.begin()
        self._incoming = Incoming(self._tap)
        reading = Reading(self._tap, self._incoming, lambda: self._from_thread(self._closed, "output"))
        self._process = ServerProcess(
            words_of(self._way),
            self._way.cwd,
            environment_of(self._way),
            on_output=reading.take,
            on_errors=self._errors.take,
            on_deaf=lambda: self._from_thread(self._closed, "input"),
        )
        await self._start()
        return self._incoming, Outgoing(self._process, self._tap, self._known_end, self._does_not_read)

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closing = True
        self._ended.set()
        self._incoming.close()
        with anyio.CancelScope(shield=True):
            await self._process.stop()

    async def _start(self) -> None:
        try:
            await self._process.start()
        except (OSError, ValueError) as error:
            raise not_started(self._name, self._way, error) from None
        except asyncio.CancelledError:
            if self._process.ended.done():  # it was there already, and is gone again
                self._closing = True
                self._end(self._process.ended.result())
            raise
        self.pid = self._process.pid
        self._process.ended.add_done_callback(lambda ended: self._end(ended.result()))
        command = " ".join((self._way.command, *self._way.args))
        self._tap.told("state", said("Started as process {pid}: {command}", pid=self.pid, command=command))

    def _from_thread(self, callback: Callable[..., None], *args: object) -> None:
        tell(self._loop, callback, *args)

    def _tell_errors_again(self) -> None:
        if self._give_errors():
            self._tell_errors()

    def _give_errors(self) -> bool:
        """Log what it wrote to stderr; whether a line that was begun is left."""
        text, more = self._errors.give()
        if text:
            self._log.add("stderr", text)
        return more

    def _closed(self, stream: str) -> None:
        """It may only have been quicker than the news of its end."""
        if not self._over and self._lives_on is None:
            why = said("closed its standard {stream} and lived on, so it was ended", stream=stream)
            self._lives_on = self._loop.call_later(_LIVES_ON, self._give_up, why)

    def _does_not_read(self) -> None:
        self._give_up(said("does not read what it is sent, so it was ended"))

    async def _known_end(self) -> None:
        """Wait until it is known why nothing can be said any more, and the SDK has heard that nothing will be."""
        if not self._closing:
            await self._ended.wait()
            await asyncio.sleep(0)

    def _give_up(self, why: str) -> None:
        self._finish(why)
        self._process.hang_up()

    def _end(self, code: int | None) -> None:
        self._finish(said("ended") if code is None else said("ended: {how}", how=how_it_ended(code)))

    def _finish(self, why: str) -> None:
        if self._over:
            return
        self._over = True
        if self._lives_on is not None:
            self._lives_on.cancel()
        while self._give_errors():
            pass
        self._incoming.log()
        self._tap.told("state", said("The server {why}.", why=why))
        if not self._closing:
            self.why = said("The server {name} {why}.", name=self._name, why=why)
            self._on_end(self.why)
        self._incoming.end()
        self._ended.set()


class Outgoing:
    """The SDK's write stream. A process that does not read does not hold up whoever speaks to it."""

    def __init__(
        self,
        process: ServerProcess,
        tap: Tap,
        known_end: Callable[[], Coroutine[None, None, None]],
        on_unread: Callable[[], None],
    ) -> None:
        self._process = process
        self._tap = tap
        self._known_end = known_end
        self._on_unread = on_unread
        self._closed = False

    async def send(self, item: SessionMessage) -> None:
        """Write a message. ClosedResourceError when it was closed here, BrokenResourceError when the server hears nothing any more."""
        if self._closed:
            raise anyio.ClosedResourceError
        if self._process.deaf:
            await self._known_end()
            raise anyio.BrokenResourceError
        text = written(item.message)
        self._tap.sent(item.message, text)
        self._process.write(text.encode("utf-8") + b"\n")
        messages, size = self._process.unread
        if messages > _MOST_UNREAD_MESSAGES and size > _MOST_UNREAD:
            self._on_unread()

    async def aclose(self) -> None:
        """Close it; the process is ended by the transport."""
        self._closed = True

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._closed = True
