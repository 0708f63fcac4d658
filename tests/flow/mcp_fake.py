"""MCP servers in memory: what each lists and does is said by the test; no process, no protocol. And a session around them.

Above: the flows of servers in a session. Below: `workspace/connected`, whose shape they have. `connect` is put into the world.
"""

import asyncio
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from studio.messages.message import user
from studio.problems import StudioError
from studio.session.mcp_servers import McpServer, Stdio, Way
from studio.session.server_view import (
    ListedTool,
    Phase,
    PromptInfo,
    PromptMessages,
    ReadContent,
    ResourceInfo,
    WireMessage,
)
from studio.session.setup import ResponderChoice, Setup
from studio.tools.tool import CallContext, Outcome
from studio.wire.redact import Redactor
from studio.workspace.connected import Owner
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace
from tests.flow.canned import Gate
from tests.flow.shop import NO_STOPS


class FakeServer:
    """A server. `fails` is why it cannot start, empty when it can; `gate` is waited at while it starts; `does` answers a call."""

    def __init__(self, *tools: str | dict[str, Any]) -> None:
        self.tools = [each if isinstance(each, dict) else {"name": each} for each in tools]
        self.fails = ""
        self.gate: Gate | None = None
        self.does: Callable[[str, dict[str, Any]], Outcome] = lambda name, _: Outcome("ok", f"{name} did it")
        self.starts = 0
        self.running = 0
        self.calls: list[tuple[str, dict[str, Any]]] = []
        self.late: list[list[str]] = []
        self.made: list[FakeConnection] = []

    def lists(self, *tools: str) -> None:
        """Another list from now on; what runs is told of it, and has learned it at once."""
        self.tools = [{"name": each} for each in tools]
        for each in self.made:
            each.learn()

    def dies(self) -> None:
        """Its process ends."""
        for each in self.made:
            each.over("failed", "it ended with exit code 3")


class FakeConnection:
    """A connection to such a server."""

    def __init__(self, named: McpServer, server: FakeServer, way: Way, host: Owner, token: str | None) -> None:
        self.server = named
        self.way, self.token = way, token
        self.phase: Phase = "stopped"
        self.why = ""
        self.since = 0.0
        self.pid: int | None = None
        self.title, self.version, self.protocol, self.instructions = "Fake", "1", "2026-07-28", ""
        self.unused: tuple[str, ...] = ()
        self.listed: tuple[ListedTool, ...] = ()
        self.messages: Sequence[WireMessage] = ()
        self.host = host
        self._server = server
        server.made.append(self)

    async def start(self) -> None:
        """Start, unless the test says why not."""
        self._server.starts += 1
        self._turn("starting")
        try:
            if self._server.gate is not None:
                await self._server.gate.pass_through()
        except asyncio.CancelledError:
            self._turn("stopped")
            raise
        if self._server.fails:
            self._turn("failed", self._server.fails)
            raise StudioError(self._server.fails)
        self._server.running += 1
        self.listed = tuple(map(ListedTool, self._server.tools))
        self._turn("ready")

    async def restart(self) -> None:
        """End and start."""
        await self.close()
        await self.start()

    async def close(self) -> None:
        """End."""
        self.over("stopped", "")

    def over(self, phase: Phase, why: str) -> None:
        """No more running."""
        if self.phase == "ready":
            self._server.running -= 1
            self._turn(phase, why)

    def learn(self) -> None:
        """The list as it is now."""
        if self.phase == "ready":
            self.listed = tuple(map(ListedTool, self._server.tools))
            self.host.changed("lists")

    def _turn(self, phase: Phase, why: str = "") -> None:
        self.phase, self.why = phase, why
        self.host.changed("state")

    async def refresh(self) -> None:
        """Learn the list."""
        self.learn()

    async def settled(self) -> None:
        """A change that was told of before is learned now."""
        if self._server.late:
            self._server.tools = [{"name": each} for each in self._server.late.pop(0)]
            self.learn()

    async def call(self, own_name: str, arguments: dict[str, Any], context: CallContext) -> Outcome:
        """What the test says."""
        self._server.calls.append((own_name, arguments))
        return self._server.does(own_name, arguments)

    async def resources(self) -> tuple[ResourceInfo, ...]:
        """None."""
        return ()

    async def read(self, uri: str) -> tuple[ReadContent, ...]:
        """Nothing."""
        return ()

    async def prompts(self) -> tuple[PromptInfo, ...]:
        """None."""
        return ()

    async def prompt(self, name: str, arguments: dict[str, str]) -> PromptMessages:
        """An empty one."""
        return PromptMessages(())

    async def send_again(self, text: str) -> None:
        """Nothing comes of it."""


class Fakes:
    """Servers by name."""

    def __init__(self, **servers: FakeServer) -> None:
        self.servers = servers

    def __call__(
        self, server: McpServer, way: Way, redactor: Redactor, host: Owner, *, token: str | None
    ) -> FakeConnection:
        return FakeConnection(server, self.servers[server.name], way, host, token)


def server(name: str, **members: Any) -> McpServer:
    """A server of that name; what it would start does not matter."""
    return McpServer(name, Stdio(f"serve-{name}"), **members)


def served(
    workspace: Workspace, folder: Path, fakes: Fakes, *servers: McpServer, trust: bool = True, **setup: Any
) -> OpenedSession:
    """A session with these servers, trusted unless said otherwise; nothing started. Its model calls what it is told (`say`)."""
    workspace.world.connect, workspace.world.load_mcp = fakes, None
    members = {"responder": told_model(folder), "stops": NO_STOPS, **setup}
    made = workspace.new("Served", setup=Setup(**members), path=folder / "served.tcsession")
    for each in servers:
        made.put_server(each)
        if trust:
            made.trust_server(each.name, for_good=False)
    return made


def told_model(folder: Path, *names: str) -> ResponderChoice:
    """A model that is told a tool's name and calls it with `{"text": "hi"}`, then says what came of it."""
    known = names or ("look", "look_more", "other_look", "b_look", "gone", "wipe", "echo")
    rules: list[dict[str, Any]] = [
        {"after": "user", "says": f"call {name}!", "parts": [{"call": name, "arguments": {"text": "hi"}}]}
        for name in known
    ]
    script = folder / "told.json"
    rules += [{"after": [name], "parts": [{"text": f"It said: ${{{name}.result}}"}]} for name in known]
    script.write_text(json.dumps({"rules": [*rules, {"parts": [{"text": "Hello."}]}]}), encoding="utf-8")
    return ResponderChoice("scripted", model_name="told", script=str(script))


def say(session: OpenedSession, text: str = "hello") -> None:
    """A message, not sent yet."""
    session.add_message(user(text))


def tools(session: OpenedSession) -> list[str]:
    """The names of the session's tools, in order."""
    return [tool.name for tool in session.state.setup.tools]


def phases(session: OpenedSession) -> dict[str, str]:
    """The states of the servers by name."""
    return {look.name: look.phase for look in session.servers}
