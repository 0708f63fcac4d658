"""One life of a server: the SDK's client, held by a task of its own from its start to its end.

Above: `connection`. Below: the SDK, `lenient`, `asked`. The scopes of the SDK have to be left by the task that entered them; requests may
come from any task.
"""

import asyncio
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from typing import Literal, Protocol

from mcp.client import Client, Transport
from mcp_types import Implementation

from studio import tasks
from studio.said import said
from studio.tools.mcp.asked import Asked
from studio.tools.mcp.failing import first_of
from studio.tools.mcp.lenient import Lenient
from studio.tools.mcp.server_error import ServerError

Era = Literal["auto", "legacy"]
"""Whether it is asked first which era of the protocol it speaks, or taken for one of the older."""

_NAME = "toolcall-studio"
_MOST_ROUNDS = 10_000
"""A server may let itself be asked again until it is done; the time-out of the call is the bound."""


class Reached(Transport, Protocol):
    """A transport that can tell of what it reached. `why` says how the server ended by itself."""

    why: str

    @property
    def pid(self) -> int:
        """Its process; 0 where there is none."""
        ...

    @property
    def last_words(self) -> str:
        """The end of what it wrote to stderr, without secrets."""
        ...

    async def again(self, text: str) -> None:
        """Send a message as it stands. Raises ServerError."""
        ...


class Lifetime:
    """`on_notice(method)` hears of each notification; `on_end(life)` of the end that nobody here asked for, when all is cleared up.
    `silent`: nothing will come any more. `stopped`: it was ended from here."""

    def __init__(
        self,
        reached: Reached,
        asked: Asked,
        era: Era,
        on_notice: Callable[[str], None],
        on_end: Callable[["Lifetime"], None],
    ) -> None:
        self.reached = reached
        self.era = era
        self.silent = False
        self.stopped = False
        self.client = Client(
            Lenient(reached, on_notice, self._fell_silent),
            mode=era,
            cache=None,
            input_required_max_rounds=_MOST_ROUNDS,
            client_info=Implementation(name=_NAME, version=_own_version()),
            elicitation_callback=asked.elicited,
            sampling_callback=asked.sampled,
        )
        self._on_end = on_end
        self._entered = False
        self._error: Exception | None = None
        self._leave = asyncio.Event()
        self._settled = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def open(self, name: str) -> None:
        """Start it and agree on a version. Raises whatever went wrong, ServerError where it was closed meanwhile; then nothing of it is
        left, as after a cancellation."""
        self._task = tasks.spawn(self._live(), name=f"MCP server {name}")
        try:
            await self._settled.wait()
        except asyncio.CancelledError:
            await self._end()
            raise
        if not self._entered:
            await self.over()
            raise self._error or ServerError(said("{name} was stopped while it started.", name=name))

    async def close(self) -> None:
        """End it; returns when nothing of it is left."""
        self.stopped = True
        await self._end()

    async def _end(self) -> None:
        self._leave.set()
        if self._task is not None and not self._entered:
            self._task.cancel()
        await self.over()

    async def over(self) -> None:
        """Wait until nothing of it is left."""
        if self._task is not None:
            await asyncio.wait((self._task,))

    async def _live(self) -> None:
        try:
            async with self.client:
                self._entered = True
                self._settled.set()
                try:
                    await self._leave.wait()
                finally:
                    self.silent = True
        except Exception as error:  # noqa: BLE001 - told to who opened it; later there is nothing to be done about it
            self._error = first_of(error)
        finally:
            self._settled.set()
            if self._entered and not self.stopped:
                self._on_end(self)

    def _fell_silent(self) -> None:
        self.silent = True
        self._leave.set()


def _own_version() -> str:
    """What servers are told; a checkout that is not installed has no number."""
    try:
        return version(_NAME)
    except PackageNotFoundError:
        return "checkout"
