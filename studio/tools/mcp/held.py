"""A server that is started, kept, and ended: its phases, its tools as they are now, and the messages that went both ways.

Above: `connection`. Below: `lifetime` (the SDK's client in its task), `offers`, `listening`, the transports and their log. Calls nothing.
"""

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import Literal, NoReturn, Protocol

from mcp.shared.exceptions import MCPError
from mcp_types import CONNECTION_CLOSED

from studio import tasks
from studio.said import joined, said, through
from studio.session.mcp_servers import McpServer, Way
from studio.session.server_view import Answer, ListedTool, Phase, Question, WireMessage
from studio.tools.mcp import offers
from studio.tools.mcp.asked import Asked
from studio.tools.mcp.failing import problem
from studio.tools.mcp.lifetime import Era, Lifetime, Reached
from studio.tools.mcp.listening import listening
from studio.tools.mcp.paced import Paced
from studio.tools.mcp.reaching import reach
from studio.tools.mcp.server_error import ServerError
from studio.tools.mcp.wire_log import WireLog
from studio.wire.redact import Redactor

What = Literal["state", "lists", "messages", "question"]
_SETTLE_SECONDS = 5.0
_LONGEST_PAUSE = 5.0


class Host(Protocol):
    """Who owns a connection."""

    def changed(self, what: What) -> None:
        """Something of the connection is otherwise now. Must not block, must not raise."""
        ...

    async def asked(self, question: Question) -> Answer:
        """Answer a question of the server. `number` is 0: the host gives it its own. Cancelled when the server wants no answer any more."""
        ...


class HeldServer:
    """One server. `reached` makes the transport of each life (in tests); else it follows from `way` and `token`."""

    def __init__(
        self,
        server: McpServer,
        way: Way,
        redactor: Redactor,
        host: Host,
        *,
        token: str | None = None,
        reached: Callable[[WireLog], Reached] | None = None,
    ) -> None:
        self.server = server
        self.phase: Phase = "stopped"
        self.why = ""
        self.since = time.monotonic()
        self.title = ""
        self.version = ""
        self.protocol = ""
        self.instructions = ""
        self.unused: tuple[str, ...] = ()
        self.listed: tuple[ListedTool, ...] = ()
        self._redactor = redactor
        self._host = host
        self._log = WireLog(Paced(lambda: host.changed("messages")))
        self._reach = reached or (lambda log: reach(server.name, way, token, log, redactor))
        self._era: Era = "auto"
        self._life: Lifetime | None = None
        self._starting = asyncio.Lock()
        self._listening: asyncio.Task[None] | None = None
        self._learning: asyncio.Task[None] | None = None
        self._stale = False
        self._ends = 0
        """How often it was ended from here: whoever waits for a start across that waits in vain."""

    @property
    def pid(self) -> int | None:
        """The server's process; None where there is none."""
        return (self._life.reached.pid or None) if self._life is not None else None

    @property
    def messages(self) -> Sequence[WireMessage]:
        """The messages both ways, noise and stderr, oldest first; bounded; of all lives of this server."""
        return self._log

    async def start(self) -> None:
        """Start the server and learn its tools; nothing when it is ready; waits when it is starting. Raises ServerError with what it
        wrote last to stderr. Cancelled: no process stays."""
        ends = self._ends
        async with self._starting:
            if ends != self._ends:
                raise self._stopped()
            if self.phase != "ready":
                await self._begin("starting")

    async def restart(self) -> None:
        """End the server and start it anew. Raises ServerError."""
        self._ends += 1
        await self._end()
        async with self._starting:
            await self._end()
            await self._begin("restarting")

    async def close(self) -> None:
        """End the server, also while it starts; its process is gone when this returns. A later call starts it again."""
        self._ends += 1
        await self._end()
        if self.phase != "stopped":
            self._set("stopped")

    async def refresh(self) -> None:
        """Ask for the list of tools again, all pages. Raises ServerError, and then the list stays as it was."""
        life = self._life
        if life is None or self.phase != "ready":
            raise ServerError(said("{server} is not running.", server=self.server.name), said("Start it first."))
        try:
            async with asyncio.timeout(self.server.start_seconds):
                await self._learn(life)
        except Exception as error:
            raise self._problem(error, life, "tools/list") from error

    async def settled(self) -> None:
        """Wait, at most 5 s, until a change of the list that the server told of is learned. Raises nothing."""
        if self._learning is not None and not self._learning.done():
            await asyncio.wait((self._learning,), timeout=_SETTLE_SECONDS)

    async def _over(self, life: Lifetime) -> None:
        """The server knows this life no more; the next call begins another one, if none has yet."""
        if life is not self._life:
            return
        self._set("failed", said("{server} ended the session.", server=self.server.name))
        await self._end()

    async def _answer(self, question: Question) -> Answer:
        return await self._host.asked(question)

    async def _ready(self) -> Lifetime:
        await self.start()
        if self._life is None:
            raise ServerError(said("{server} ended.", server=self.server.name), said("Start it again."))
        return self._life

    # ---- its beginning

    async def _begin(self, phase: Phase) -> None:
        ends = self._ends
        self._set(phase)
        try:
            async with asyncio.timeout(self.server.start_seconds):
                life = await self._opened()
                await self._learn(life)
            if life.silent:
                raise ConnectionError
        except asyncio.CancelledError:
            await self._end()
            self._set("stopped")
            raise
        except TimeoutError:
            seconds = f"{self.server.start_seconds:g}"
            await self._failed(
                ServerError(
                    said("{server} was not ready within {seconds} seconds.", server=self.server.name, seconds=seconds)
                ),
                ends,
            )
        except Exception as error:  # noqa: BLE001 - transports and the SDK raise of all kinds
            await self._failed(error, ends)
        self._set("ready")
        self._listening = tasks.spawn(listening(life.client, self._changed_unseen), name=f"listen {self.server.name}")
        if self._stale:
            self._learn_again()

    async def _opened(self) -> Lifetime:
        """A life that agreed on a version. A server that hung up when it was asked for its era is taken for an old one."""
        try:
            return await self._open(self._era)
        except MCPError as error:
            hung_up = error.error.code == CONNECTION_CLOSED and self._life is not None and self._life.silent
            if self._era == "legacy" or not hung_up:
                raise
        self._log.add(
            "state", said("It ended when it was asked which protocol it speaks. It is started again as an older one.")
        )
        life = await self._open("legacy")
        self._era = "legacy"
        return life

    async def _open(self, era: Era) -> Lifetime:
        asked = Asked(self.server.name, self._answer, self._redactor.value)
        life = self._life = Lifetime(self._reach(self._log), asked, era, self._noticed, self._ended)
        await life.open(self.server.name)
        return life

    async def _learn(self, life: Lifetime) -> None:
        client, info = life.client, life.client.server_info
        self._stale = False
        listed = self._redactor.value(await offers.tools_of(client))
        if life is not self._life:
            return
        self.title = self._redactor.text((info.title or info.name) if info is not None else "")
        self.version = self._redactor.text(info.version) if info is not None else ""
        self.protocol = client.protocol_version
        self.instructions = self._redactor.text(client.instructions or "")
        self.unused = self._redactor.value(offers.unused(client.server_capabilities))
        self.listed = tuple(ListedTool(each) for each in listed)
        self._host.changed("lists")

    # ---- its end

    async def _failed(self, error: Exception, ends: int) -> NoReturn:
        """Nothing of it is left; the reason is kept, and raised. `ends` as it was when it began."""
        life = self._life
        await self._end()
        if ends != self._ends:
            raise self._stopped() from error
        told = self._problem(error, life)
        self._set("failed", f"{told.sentence}\n{told.help}".rstrip())
        raise told from error

    def _stopped(self) -> ServerError:
        return ServerError(said("{server} was stopped while it started.", server=self.server.name))

    def _problem(self, error: Exception, life: Lifetime | None, doing: str = "") -> ServerError:
        """What went wrong, without secrets; with what it wrote last, where it is at its end."""
        made = problem(self.server.name, error, doing)
        if life is None or (doing and not life.silent):
            return ServerError(through(made.said, self._redactor.text), made.advice)
        ended = life.reached.why if life.silent and not isinstance(error, ServerError) else ""
        return ServerError(ended or through(made.said, self._redactor.text), life.reached.last_words or made.advice)

    async def _end(self) -> None:
        life, self._life = self._life, None
        for task in (self._listening, self._learning):
            if task is not None and not task.done():
                task.cancel()
                await asyncio.wait((task,))
        if life is not None:
            await life.close()

    def _ended(self, life: Lifetime) -> None:
        """It ended by itself."""
        if life is not self._life or self.phase != "ready":
            return
        self._life = None
        if self._listening is not None:
            self._listening.cancel()
        self._set("failed", f"{life.reached.why or f'{self.server.name} ended.'}\n{life.reached.last_words}".rstrip())

    # ---- its lists

    def _noticed(self, method: str) -> None:
        match method:
            case "notifications/tools/list_changed":
                self._stale = True
                if self.phase == "ready":
                    self._learn_again()
            case "notifications/resources/list_changed" | "notifications/prompts/list_changed":
                self._host.changed("lists")
            case _:
                pass

    def _changed_unseen(self) -> None:
        self._noticed("notifications/tools/list_changed")
        self._host.changed("lists")

    def _learn_again(self) -> None:
        if self._learning is None or self._learning.done():
            self._learning = tasks.spawn(self._keep_learning(), name=f"tools of {self.server.name}")

    async def _keep_learning(self) -> None:
        """A server that tells of a change whenever it is asked must not keep us busy."""
        pause = 0.0
        while self._stale and self.phase == "ready":
            await asyncio.sleep(pause)
            pause = min(pause * 2 or 0.1, _LONGEST_PAUSE)
            try:
                await self.refresh()
            except ServerError as error:
                self._stale = False
                self._log.add(
                    "state",
                    said(
                        "Its list of tools changed and could not be asked for: {why}",
                        why=joined(error.said, error.advice),
                    ),
                )

    def _set(self, phase: Phase, why: str = "") -> None:
        self.phase, self.why, self.since = phase, why, time.monotonic()
        self._host.changed("state")
