"""An open session and its MCP servers: added, changed, trusted, started, and what each of them lists.

Above: `opened`. Below: `declared`, `servers`. Nothing of a server starts before it is trusted exactly as it is.
"""

from collections.abc import Awaitable, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from studio.checks.server_problem import server_problem
from studio.engine.edits import EditRefusedError
from studio.said import said
from studio.session.events import Event
from studio.session.journal import Journal
from studio.session.mcp_servers import McpServer, Stdio, StreamableHttp
from studio.session.notes import AnyNote, HeadMoved
from studio.session.server_view import ServerLook, WireMessage
from studio.session.setup import Setup
from studio.store.session_file import SessionSink
from studio.tools.text_file import read_bytes
from studio.workspace import wiring
from studio.workspace.changes import ModeChanged, ServerChanged
from studio.workspace.connected import What
from studio.workspace.declared import DeclaringSession
from studio.workspace.server_ways import command_of, program_of, trusted_as, variables_of
from studio.workspace.services import Wired
from studio.workspace.settling import listed_now
from studio.workspace.taken_in import TakenTool, server_put, server_removed, taken_tools, tools_of

MOST_OF_FILE = 4_000_000
"""Bytes of a `mcpServers` file; real ones have a few thousand."""
__all__ = ["ReadServers", "ServerShown", "ServingSession", "TakenTool"]


class ServerShown(msgspec.Struct, frozen=True, kw_only=True):
    """A server as a person sees it before trusting it. No value that the environment or the keyring fills in stands here.

    `command` is the exact command line (POSIX quoting) or the address; `program` the file that it starts, empty when it is not found;
    `env` are pairs of a name and the text as it is written, `headers` names; `variables` are those that are filled in, `unset` the
    first that holds nothing; `problem` is why it cannot be used at all.
    """

    name: str
    kind: str
    trusted: bool
    command: str
    program: str = ""
    folder: str = ""
    env: tuple[tuple[str, str], ...] = ()
    headers: tuple[str, ...] = ()
    variables: tuple[str, ...] = ()
    unset: str = ""
    problem: str = ""


class ReadServers(msgspec.Struct, frozen=True):
    """What a `mcpServers` file holds. `secrets` are keys that stood in it, by (server, NAME): they are never written to a session; the
    servers say `${NAME}` in their place. `notes` are sentences about what was not taken as it stands."""

    servers: tuple[McpServer, ...]
    secrets: dict[tuple[str, str], str] = {}
    notes: tuple[str, ...] = ()


class ServingSession(DeclaringSession):
    """Servers. Each change is one change of the setup."""

    def __init__(self, path: Path, journal: Journal, wired: Wired, sink: SessionSink | None, retries: int = 0) -> None:
        super().__init__(path, journal, wired, sink, retries)
        self._wired.servers.told = self._server_changed

    @property
    def servers(self) -> tuple[ServerLook, ...]:
        """The servers of the session as they are now, in their order."""
        return tuple(self._look(server) for server in self.state.setup.servers)

    def _look(self, server: McpServer) -> ServerLook:
        tools = self.server_tools(server.name)
        taken = sum(tool.spec is not None for tool in tools)
        left = sum(tool.spec is None and not server.takes(tool.own_name) for tool in tools)
        return replace(self._wired.servers.look(server), tools=taken, left=left)

    def put_server(self, server: McpServer, *, was: str = "") -> None:
        """Add a server, or put it in the place of the one that is named `was`. Trusts and starts nothing; a running one that is reached
        otherwise or named otherwise from now on ends. A mere renaming needs no new trust. Raises EditRefusedError."""
        old = self._server(was) if was else None
        changed = self._changed(self.state.setup, server, old)
        trusted = old is not None and old.way == server.way and self._wired.servers.trusts(old)
        self.change_setup(**changed)
        if old is not None and old.name != server.name:
            self._wired.world.server_secrets.rename(old.name, server.name, variables_of(server.way))
            if trusted:
                self._wired.world.trust(trusted_as(server), for_good=False)
        self._placed(server, old)

    def _changed(self, setup: Setup, server: McpServer, old: McpServer | None) -> dict[str, Any]:
        """What changes when a server is put in the place of `old`, or behind all others. Raises EditRefusedError."""
        self._check_server(setup, server, old.name if old is not None else "")
        listed = self._wired.servers.listed(old) if old is not None and server.on else ()
        changed = server_put(setup, server, old, listed)
        self._check_calls(setup, changed)
        return changed

    def _placed(self, server: McpServer, old: McpServer | None) -> None:
        """It stands there now: what ran of the old one ends, unless it is reached and named as it was."""
        if old is not None and (old.name, old.way, old.on) != (server.name, server.way, server.on):
            self._wired.servers.drop(old.name)
        self._server_changed(server.name, "state")

    def remove_server(self, name: str) -> None:
        """Take a server and its tools out of the session; it ends. Refused while a call of one is open."""
        setup = self.state.setup
        self._server(name)
        changed = server_removed(setup, name)
        self._check_calls(setup, changed)
        self.change_setup(**changed)
        self._wired.servers.drop(name)
        self._server_changed(name, "state")

    def _check_server(self, setup: Setup, server: McpServer, was: str) -> None:
        problem = server_problem(server)
        if problem:
            raise EditRefusedError(problem)
        if server.name == was:
            return
        if any(each.name == server.name for each in setup.servers):
            raise EditRefusedError(
                said("A server named {server} is there already.", server=server.name),
                said("Give this one another name."),
            )
        files = {Path(file.path).name for file in setup.files}
        if server.name in files or tools_of(setup, server.name):
            raise EditRefusedError(
                said("Tools of {server} are in the session already, and they are not of a server.", server=server.name),
                said("Give the server another name."),
            )

    def _check_calls(self, setup: Setup, changed: dict[str, Any]) -> None:
        """A tool that goes, or has another name, has no open call; and no agent is at work, which has settings of its own by names."""
        kept = {tool.name for tool in changed.get("tools", setup.tools)}
        gone = {tool.name for tool in setup.tools if tool.name not in kept}
        if gone and self.state.outer is not None:
            raise EditRefusedError(
                said("An agent is at work: its settings are not all of the session."), said("Step out of it first.")
            )
        calls = self.state.open.calls if self.state.open is not None else ()
        name = next((call.call.name for call in calls if call.status != "done" and call.call.name in gone), None)
        if name is not None:
            raise EditRefusedError(said("A call of {name} is open.", name=name), said("Run, mock or reject it first."))

    def _known(self, name: str) -> McpServer | None:
        return next((server for server in self.state.setup.servers if server.name == name), None)

    def _server(self, name: str) -> McpServer:
        found = self._known(name)
        if found is None:
            raise EditRefusedError(said("There is no MCP server named {name}.", name=name))
        return found

    def servers_file(self, path: Path) -> bytes:
        """What stands in a file of servers. Raises StudioError for what is no plain file, or far too large."""
        return read_bytes(path, MOST_OF_FILE)

    def read_servers(self, data: bytes, name: str = "") -> ReadServers:
        """The servers of a `mcpServers` file, or of pasted JSON. Adds nothing. Raises ServersFileError with the place."""
        found = wiring.read_servers(data, name)
        return ReadServers(found.servers, found.keys, found.notes)

    def add_servers(self, read: ReadServers, *, for_good: bool = True) -> tuple[str, ...]:
        """Add what was read; keys go to the keyring (where there is none, or not `for_good`, they are kept for this run). The names; those
        of servers that were there are replaced."""
        setup, changed, put = self.state.setup, dict[str, Any](), []
        for server in read.servers:
            old = next((each for each in setup.servers if each.name == server.name), None)
            changed |= self._changed(setup, server, old)
            setup = replace(setup, **changed)
            put.append((server, old))
        if changed:
            self.change_setup(**changed)
        for server, old in put:
            self._placed(server, old)
        self._wired.world.redactor.register(*read.secrets.values())
        for (server_name, name), value in read.secrets.items():
            self._wired.world.server_secrets.keep(server_name, name, value, for_good=for_good)
        return tuple(server.name for server in read.servers)

    def keys_for_this_run(self, name: str) -> bool:
        """Whether a key of a server is kept until the program ends and no longer, because there is no keyring."""
        return self._wired.world.server_secrets.only_now(name)

    def servers_text(self) -> str:
        """The servers as a `mcpServers` file, without any secret."""
        return self.blanked(wiring.write_servers(self.state.setup.servers))

    def store_server_secret(self, server: str, name: str, value: str) -> None:
        """Keep what `${name}` of a server stands for in the keyring (`name` empty: its bearer token). Raises KeyringError."""
        self._wired.world.server_secrets.store(server, name, value)
        self._server_changed(server, "state")

    def server_trust(self, name: str) -> ServerShown:
        """What to see before trusting a server, and whether it is trusted."""
        return self.server_shown(self._server(name))

    def server_shown(self, server: McpServer) -> ServerShown:
        """The same of a server that is not in the session (yet)."""
        way, redactor = server.way, self._wired.world.redactor
        named = variables_of(way)
        made = ServerShown(
            name=server.name,
            kind="stdio" if isinstance(way, Stdio) else "http",
            trusted=self._wired.servers.trusts(server),
            command=redactor.url(command_of(way)) if isinstance(way, StreamableHttp) else command_of(way),
            program=program_of(way),
            folder=way.cwd if isinstance(way, Stdio) else "",
            env=tuple(way.env.items()) if isinstance(way, Stdio) else (),
            headers=tuple(header for header, _ in way.headers) if isinstance(way, StreamableHttp) else (),
            variables=named,
            unset=self._wired.world.server_secrets.unset(server.name, named),
            problem=server_problem(server),
        )
        return redactor.value(made)

    def trust_server(self, name: str, *, for_good: bool = True) -> None:
        """Trust a server exactly as it is now; `for_good` remembers it. Starts nothing."""
        self._wired.world.trust(trusted_as(self._server(name)), for_good=for_good)
        self.tell(ModeChanged())
        self._server_changed(name, "state")

    def untrusted_servers(self) -> tuple[str, ...]:
        """The servers that are on and wait for trust."""
        servers = self._wired.servers
        return tuple(each.name for each in self.state.setup.servers if each.on and not servers.trusts(each))

    async def start_server(self, name: str) -> None:
        """Start a trusted server and take its tools in; nothing when it is ready. Raises ServerError with what to do."""
        await self._listing(self._wired.servers.ready(self._server(name)))

    async def restart_server(self, name: str) -> None:
        """End a server and start it anew. Raises ServerError."""
        await self._listing(self._wired.servers.restart(self._server(name)))

    async def stop_server(self, name: str) -> None:
        """End a server; its tools stay in the session, and the next call of one starts it again."""
        await self._wired.servers.stop(name)

    async def refresh_server(self, name: str) -> None:
        """Ask a server for its lists again. Raises ServerError."""
        made = await self._wired.servers.ready(self._server(name))
        await self._listing(made.refresh())

    async def _listing(self, work: Awaitable[Any]) -> None:
        await work
        self._take_lists()

    def _take_lists(self) -> None:
        """Take in what the servers list now, where nothing is under way; else it is done before the next request."""
        if self.read_only or self._stepper.busy or not self._wired.runs_tools():
            return
        changed = listed_now(self._wired.servers, self.state)
        if changed is not None:
            self.journal.append(changed)

    def _sync(self) -> None:
        self._take_lists()
        super()._sync()

    def _took(self, change: Event | AnyNote) -> None:
        """Where the head goes elsewhere, servers that the session does not have there end."""
        if isinstance(change, HeadMoved):
            self._wired.servers.keep(self.state.setup.servers)
        super()._took(change)

    def server_tools(self, name: str) -> tuple[TakenTool, ...]:
        """What a server lists, and what the session has of it beside that; of one that is gone nothing."""
        server = self._known(name)
        return taken_tools(self.state.setup, server, self._wired.servers.listed(server)) if server is not None else ()

    def server_messages(self, name: str) -> Sequence[WireMessage]:
        """The messages both ways, noise and stderr, oldest first; of very many only the newest, of a server that is gone none."""
        server = self._known(name)
        return self._wired.servers.messages(server) if server is not None else ()

    async def send_message_again(self, name: str, text: str) -> None:
        """Send a JSON-RPC message as it stands in `text`; a request gets an id of its own. Its answer is shown, nothing else comes of it.
        Raises EditRefusedError for what is no message, ServerError."""
        made = await self._wired.servers.ready(self._server(name))
        await made.send_again(text)

    def _server_changed(self, name: str, what: What) -> None:
        self.tell(ServerChanged(name, what))
        if what == "lists":
            self._take_lists()
