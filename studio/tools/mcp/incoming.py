"""Messages from a reading thread to the SDK: a read stream that holds so much and no more, and logs each message as it comes.

Above: `stdio`. Below: `heard`, `tapped`. When the loop is slower than the server the thread waits, and with it the server.
"""

import asyncio
import threading
from collections import deque
from types import TracebackType
from typing import Self

import anyio
import msgspec
from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCMessage

from studio.tools.mcp.paced import tell
from studio.tools.mcp.tapped import Tap
from studio.tools.mcp.wire_log import Kind

_MOST_WEIGHT = 16_000_000
_WEIGHT = 50_000
"""Characters that each message counts beside its own: some 300 small ones wait at most, which the loop logs in a few milliseconds."""


class Came(msgspec.Struct, frozen=True):
    """What came at `at`, its text as it may be kept: a message, or with None what `kind` says."""

    message: JSONRPCMessage | None
    cleaned: tuple[str, int]
    at: float
    kind: Kind = "noise"

    @property
    def weight(self) -> int:
        """How much it counts while it waits."""
        return self.cleaned[1] + _WEIGHT


class Incoming:
    """The SDK's read stream; it ends when `end` was called and all is read."""

    def __init__(self, tap: Tap) -> None:
        self._tap = tap
        self._loop = asyncio.get_running_loop()
        self._room = threading.Condition()
        self._weight = 0
        self._came: list[Came] = []
        self._ready: deque[tuple[SessionMessage, int]] = deque()
        self._waiter: asyncio.Future[None] | None = None
        self._over = False
        self._closed = False

    def put(self, came: Came) -> None:
        """In the reading thread: hand on what came; waits while too much is waiting."""
        with self._room:
            self._room.wait_for(lambda: self._closed or self._weight < _MOST_WEIGHT)
            if self._closed:
                return
            self._weight += came.weight
            self._came.append(came)
            first = len(self._came) == 1
        if first:
            tell(self._loop, self.log)

    def log(self) -> None:
        """On the loop: log what came up to now."""
        with self._room:
            all_came, self._came = self._came, []
        for came in all_came:
            self._sort(came)
        self._wake()

    def end(self) -> None:
        """On the loop: nothing more will come."""
        self.log()
        self._over = True
        self._wake()

    def close(self) -> None:
        """Nobody reads any more; what waits and what still comes is thrown away."""
        with self._room:
            self._closed = True
            self._room.notify_all()
        self._ready.clear()
        self._wake()

    async def receive(self) -> SessionMessage:
        """The next message. EndOfStream when there is none, ClosedResourceError when it was closed here."""
        await asyncio.sleep(0)  # whoever reads on and on must not hold the loop
        while not self._ready:
            if self._closed:
                raise anyio.ClosedResourceError
            if self._over:
                raise anyio.EndOfStream
            self._waiter = self._loop.create_future()
            await self._waiter
        message, weight = self._ready.popleft()
        self._free(weight)
        return message

    async def aclose(self) -> None:
        """Close it."""
        self.close()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> SessionMessage:
        try:
            return await self.receive()
        except anyio.EndOfStream:
            raise StopAsyncIteration from None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _sort(self, came: Came) -> None:
        if came.message is None:
            self._tap.told(came.kind, came.cleaned[0], came.at, came.cleaned[1])
        elif self._tap.heard(came.message, came.cleaned, came.at) and not self._closed:
            self._ready.append((SessionMessage(came.message), came.weight))
            return
        self._free(came.weight)

    def _free(self, weight: int) -> None:
        with self._room:
            self._weight -= weight
            self._room.notify()

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)
