"""The connections to MCP servers of one session: started when they are needed, ended with it; who is told when something changes.

Above: `services`, `serving`. Below: `world`, `server_ways`, `tools/mcp/connection` through `wiring`. Knows no journal: which servers
there are is handed in with each call, and what they list is taken over by others. One that fails does not touch the others.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from msgspec.structs import replace

from studio.problems import StudioError
from studio.said import said
from studio.session.mcp_servers import McpServer, StreamableHttp, Way
from studio.session.server_view import Answer, ListedTool, Question, ServerLook, WireMessage
from studio.tasks import spawn
from studio.tools import strategies
from studio.tools.tool import CallContext, Outcome
from studio.workspace.connected import Connected, What
from studio.workspace.server_ways import command_of, filled, trusted_as
from studio.workspace.world import World

Told = Callable[[str, What], None]
Asked = Callable[[Question], Awaitable[Answer]]
Reached = tuple[Way, str | None]
_AT_REST = ("stopped", "failed")
_SECONDS_OF_MESSAGES = 0.1
"""How long messages are gathered before they are told of."""


class ServerProblemError(StudioError):
    """A server cannot be used now: it is off, not trusted, or lacks what it is filled in from."""


class Host:
    """What one connection is owned by: `server` is what it was made for."""

    def __init__(self, servers: "Servers", server: McpServer) -> None:
        self.server = server
        self.connection: Connected | None = None
        self.problem = ""
        """Why there is no connection, though it was to start."""
        self.reached: Reached | None = None
        self.moving: asyncio.Task[StudioError | None] | None = None
        self.waiting = 0
        self._servers = servers

    def changed(self, what: What) -> None:
        """Something of the connection changed."""
        if self._servers.has(self):
            self._servers.tell(self.server.name, what)

    async def asked(self, question: Question) -> Answer:
        """The server wants an answer of the person."""
        return await self._servers.asked(replace(question, server=self.server.name))


async def nobody(question: Question) -> Answer:  # noqa: ARG001 - the same shape as one who answers
    """The answer where there is no person to ask."""
    return Answer(action="cancel")


class Servers:
    """The connections of one session. `told` hears of each change, many of one kind at once; `asked` answers the servers' questions."""

    def __init__(self, world: World) -> None:
        self.told: Told = lambda *_: None
        self.asked: Asked = nobody
        self._world = world
        self._hosts: dict[str, Host] = {}
        self._untold: dict[tuple[str, What], None] = {}
        self._soon: asyncio.Handle | None = None
        self._later: asyncio.TimerHandle | None = None
        self._endings: dict[str, asyncio.Task[None]] = {}
        self._closed = False

    def trusts(self, server: McpServer) -> bool:
        """Whether a server is trusted exactly as it is."""
        return self._world.trusts(trusted_as(server))

    def why_not(self, server: McpServer) -> str:
        """Why a server may not start; empty when it may."""
        if not server.on:
            return said("The MCP server {server} is switched off. Switch it on, or mock the call.", server=server.name)
        if not self.trusts(server):
            return said(
                "The MCP server {server} is not trusted yet, or how it is reached changed since. "
                "Review it and trust it, or mock the call.",
                server=server.name,
            )
        return ""

    def look(self, server: McpServer) -> ServerLook:
        """A server as it is now; `tools` and `left` are not counted here."""
        trusted = self.trusts(server)
        command = self._world.redactor.url(command_of(server.way))
        if not server.on or not trusted:
            return ServerLook(
                name=server.name, phase="untrusted" if server.on else "off", command=command, trusted=trusted
            )
        host = self._host(server)
        made = host.connection if host is not None else None
        if made is None:
            why = host.problem if host is not None else ""
            return ServerLook(
                name=server.name, phase="failed" if why else "stopped", why=why, command=command, trusted=True
            )
        return ServerLook(
            name=server.name,
            phase=made.phase,
            why=made.why,
            since=made.since,
            command=command,
            pid=made.pid,
            title=made.title,
            version=made.version,
            protocol=made.protocol,
            instructions=made.instructions,
            unused=made.unused,
            trusted=True,
        )

    def listed(self, server: McpServer) -> tuple[ListedTool, ...]:
        """What a server listed last in this run; empty while it never was ready."""
        made = self._connection(server)
        return made.listed if made is not None else ()

    def is_ready(self, server: McpServer) -> bool:
        """Whether a server answers."""
        made = self._connection(server)
        return made is not None and made.phase == "ready"

    def failed(self, server: McpServer) -> bool:
        """Whether a server was started in vain, or ended."""
        made = self._connection(server)
        return made is not None and made.phase == "failed"

    def was_tried(self, server: McpServer) -> bool:
        """Whether a server was to start in this run, whatever came of it."""
        return self._host(server) is not None

    def messages(self, server: McpServer) -> Sequence[WireMessage]:
        """The messages of a server both ways."""
        made = self._connection(server)
        return made.messages if made is not None else ()

    async def ready(self, server: McpServer) -> Connected:
        """The connection to a server, started if need be; several may wait for the same start, which ends when none of them does any more.
        Raises StudioError with what to do."""
        if self.is_ready(server) and not self.why_not(server):
            made = self._connection(server)
            assert made is not None
            return made
        host, made = await self._made(server)
        if made.phase != "ready":
            await self._move(host, made.start)
        return made

    async def start_all(self, servers: Sequence[McpServer]) -> dict[str, StudioError]:
        """Start several servers at once; what went wrong, by name."""
        tasks = {each.name: spawn(self._tried(each), name=f"start the MCP server {each.name}") for each in servers}
        if not tasks:
            return {}
        try:
            await asyncio.wait(tasks.values())
        except asyncio.CancelledError:
            for task in tasks.values():
                task.cancel()
            await asyncio.wait(tasks.values())
            raise
        found = {name: task.result() for name, task in tasks.items() if not task.cancelled()}
        return {name: error for name, error in found.items() if error is not None}

    async def restart(self, server: McpServer) -> None:
        """End a server and start it anew. Raises StudioError."""
        old = self._host(server)
        if old is not None:
            await self._still(old)
        host, made = await self._made(server, anew=True)
        await self._move(host, made.start if made.phase in _AT_REST else made.restart)

    async def stop(self, name: str) -> None:
        """End a server; nothing when it does not run."""
        host = self._hosts.get(name)
        if host is not None and host.connection is not None:
            await self._still(host)
            await host.connection.close()

    def drop(self, name: str) -> None:
        """Forget a server; it ends in the background, and closing waits for that."""
        host = self._hosts.pop(name, None)
        if host is None:
            return
        task = self._endings[name] = spawn(self._end(host), name=f"end the MCP server {name}")
        task.add_done_callback(lambda ended: self._ended(name, ended))
        self.tell(name, "state")

    def keep(self, servers: Sequence[McpServer]) -> None:
        """Forget all but these, as they are reached now: none runs that nobody can see and stop."""
        kept = {server.name: server.way for server in servers if server.on}
        for name, host in list(self._hosts.items()):
            if kept.get(name) != host.server.way:
                self.drop(name)

    def _ended(self, name: str, task: asyncio.Task[None]) -> None:
        if self._endings.get(name) is task:
            del self._endings[name]

    async def settled(self, servers: Sequence[McpServer]) -> None:
        """Wait until changes of lists that servers told of are learned."""
        ready = [each for each in map(self._connection, servers) if each is not None and each.phase == "ready"]
        if ready:
            await asyncio.gather(*(each.settled() for each in ready))

    async def close(self) -> None:
        """End all servers, those that are starting too. None starts any more."""
        self._closed = True
        for name in list(self._hosts):
            self.drop(name)
        if self._endings:
            await asyncio.wait(self._endings.values())
        self._still_untold()

    def has(self, host: Host) -> bool:
        """Whether a host is the one of its server, and not one that was dropped."""
        return self._hosts.get(host.server.name) is host

    def tell(self, server: str, what: What) -> None:
        """Tell of a change with others of the same time; of messages later, with more of them."""
        if self._closed:
            return
        self._untold[server, what] = None
        loop = asyncio.get_running_loop()
        if what != "messages" and self._soon is None:
            self._soon = loop.call_soon(self._tell_all)
        elif what == "messages" and self._later is None:
            self._later = loop.call_later(_SECONDS_OF_MESSAGES, self._tell_all)

    def _tell_all(self) -> None:
        self._still_untold()
        untold = list(self._untold)
        self._untold.clear()
        for server, what in untold:
            self.told(server, what)

    def _still_untold(self) -> None:
        for handle in (self._soon, self._later):
            if handle is not None:
                handle.cancel()
        self._soon = self._later = None

    def _host(self, server: McpServer) -> Host | None:
        """The host of a server, as it is reached now."""
        host = self._hosts.get(server.name)
        return host if host is not None and host.server.way == server.way else None

    def _connection(self, server: McpServer) -> Connected | None:
        host = self._host(server)
        return host.connection if host is not None else None

    async def _made(self, server: McpServer, *, anew: bool = False) -> tuple[Host, Connected]:
        """The host of a server with its connection, not started; `anew`: as if it did not run. One that is reached in another way, or
        filled in otherwise, ends. Raises StudioError."""
        await self._load()
        why = said("The session is closed.") if self._closed else self.why_not(server)
        if why:
            raise ServerProblemError(why)
        if server.name in self._endings:
            await asyncio.wait({self._endings[server.name]})
        host = self._host(server)
        if host is None or host.connection is None or anew or host.connection.phase in _AT_REST:
            host = await self._filled_in(server, host)
        assert host.connection is not None
        host.server = host.connection.server = server
        return host, host.connection

    async def _filled_in(self, server: McpServer, host: Host | None) -> Host:
        """The host with what the variables hold now."""
        try:
            reached = self._reached(server)
        except StudioError as error:
            if host is None:
                self.drop(server.name)
                host = self._hosts[server.name] = Host(self, server)
            host.problem = str(error)
            self.tell(server.name, "state")
            raise
        if host is not None and host.connection is not None and host.reached == reached:
            return host
        self.drop(server.name)
        if server.name in self._endings:
            await asyncio.wait({self._endings[server.name]})
        made = self._hosts.get(server.name)
        if made is None:
            made = self._hosts[server.name] = Host(self, server)
            made.reached = reached
            made.connection = self._world.connect(server, reached[0], self._world.redactor, made, token=reached[1])
        return made

    def _reached(self, server: McpServer) -> Reached:
        """How a server is reached now, its variables filled in, and its token."""
        secrets = self._world.server_secrets
        way = filled(server.way, lambda variable: secrets.value(server.name, variable))
        wants_token = isinstance(server.way, StreamableHttp) and server.way.key_ring
        return way, secrets.token(server.name) if wants_token else None

    async def _load(self) -> None:
        """The protocol takes more than half a second to load: beside what else goes on."""
        if self._world.load_mcp is not None:
            await asyncio.to_thread(self._world.load_mcp)

    async def call(
        self, server: McpServer, tool: str, own_name: str, arguments: dict[str, Any], context: CallContext
    ) -> Outcome:
        """Call a tool of a server that is ready; where it could not start, the model is told why."""
        host = self._host(server)
        made = host.connection if host is not None else None
        if made is None or made.phase != "ready":
            why = (made.why if made is not None else host.problem if host is not None else "") or said(
                "it does not run."
            )
            return Outcome(
                "error",
                strategies.not_run(
                    tool, said("The MCP server {server} is not ready: {why}", server=server.name, why=why)
                ),
            )
        return await made.call(own_name, arguments, context)

    async def _tried(self, server: McpServer) -> StudioError | None:
        try:
            await self.ready(server)
        except StudioError as error:
            return error
        return None

    async def _move(self, host: Host, move: Callable[[], Awaitable[None]]) -> None:
        """Start or restart in a task of its own, and wait for it with whoever waits already."""
        if host.moving is None or host.moving.done():
            host.moving = spawn(_caught(move), name=f"MCP server {host.server.name}")
        task = host.moving
        host.waiting += 1
        try:
            await asyncio.wait({task})
        except asyncio.CancelledError:
            if host.waiting == 1:
                await _ended(task)
            raise
        finally:
            host.waiting -= 1
        if task.cancelled():
            raise ServerProblemError(said("The start of the MCP server {server} was stopped.", server=host.server.name))
        error = task.result()
        if error is not None:
            raise error

    async def _still(self, host: Host) -> None:
        """End a start that is under way."""
        if host.moving is not None and not host.moving.done():
            await _ended(host.moving)

    async def _end(self, host: Host) -> None:
        await self._still(host)
        if host.connection is not None:
            await host.connection.close()


async def _caught(move: Callable[[], Awaitable[None]]) -> StudioError | None:
    """What went wrong is told to those who wait, not to the log."""
    try:
        await move()
    except StudioError as error:
        return error
    return None


async def _ended(task: "asyncio.Task[StudioError | None]") -> None:
    task.cancel()
    await asyncio.wait({task})
