"""An MCP server in memory that says exactly what the test wants, right or wrong: JSON in, JSON out. And a host that remembers.

Above: `test_connection` and its like. Below: the streams of the SDK. It fits where a transport to a process would.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import anyio
from mcp.shared.message import SessionMessage
from mcp_types import jsonrpc_message_adapter

from studio import tasks
from studio.session.mcp_servers import McpServer, Stdio
from studio.session.nodes import NodeId
from studio.session.server_view import Answer, Question
from studio.tools.mcp.connection import Connection
from studio.tools.mcp.held import What
from studio.tools.mcp.wire_log import WireLog
from studio.tools.tool import CallContext
from studio.wire.redact import Redactor

Json = dict[str, Any]
NO_DISCOVER = {"error": {"code": -32601, "message": "Method not found"}}


class Script:
    """What every life of the server does. `on[method]` gets the message and gives the answer's members (`{"result": …}` or `{"error": …}`),
    None for no answer; an answer may also be a coroutine function's. `heard` holds all that came, `lives` counts starts."""

    def __init__(self, **on: Any) -> None:
        self.on: dict[str, Callable[[Json], Any]] = {
            "server/discover": lambda _: NO_DISCOVER,
            "initialize": lambda asked: {"result": initialized(asked)},
            "tools/list": lambda _: {"result": {"tools": self.tools}},
            "ping": lambda _: {"result": {}},
        }
        self.on |= {name.replace("__", "/"): each for name, each in on.items()}
        self.tools: list[Any] = [{"name": "look", "inputSchema": {"type": "object"}}]
        self.heard: list[Json] = []
        self.lives: list[Life] = []

    def reach(self, _: WireLog) -> "Life":
        """The transport of the next life."""
        self.lives.append(Life(self))
        return self.lives[-1]

    def asked(self, method: str) -> list[Json]:
        """What came of that method."""
        return [each for each in self.heard if each.get("method") == method]

    def says(self, message: Json) -> None:
        """The running life says something by itself."""
        self.lives[-1].say(message)


class Life:
    """One life."""

    def __init__(self, script: Script) -> None:
        self.why = ""
        self.pid = 4711
        self.last_words = "its last words"
        self.running = False
        self._script = script
        self._waits: tasks.Tasks = tasks.Tasks("scripted")

    async def __aenter__(self) -> Any:
        self._out, incoming = anyio.create_memory_object_stream[SessionMessage | Exception](1000)
        outgoing, self._in = anyio.create_memory_object_stream[SessionMessage](1000)
        self.running = True
        self._waits.spawn(self._read(), name="read")
        return incoming, outgoing

    async def __aexit__(self, *_: object) -> None:
        self.running = False
        await self._waits.cancel_all(5)
        self._out.close()
        self._in.close()

    async def again(self, text: str) -> None:
        """As a transport does: past the SDK."""
        self._script.heard.append({"again": text})

    def say(self, message: Json) -> None:
        """To the client."""
        self._out.send_nowait(SessionMessage(jsonrpc_message_adapter.validate_python({"jsonrpc": "2.0", **message})))

    def die(self, why: str = "The server scripted ended: exit code 3.") -> None:
        """Its process ends."""
        self.why = why
        self._out.close()

    async def _read(self) -> None:
        async for item in self._in:
            message: Json = item.message.model_dump(by_alias=True, exclude_unset=True)
            self._script.heard.append(message)
            if "method" in message:
                self._waits.spawn(self._answer(message), name=message["method"])

    async def _answer(self, message: Json) -> None:
        does = self._script.on.get(message["method"])
        made = does(message) if does is not None else None
        given = await made if isinstance(made, Awaitable) else made
        if given is not None and "id" in message and self.running:
            self.say({"id": message["id"], **given})


def initialized(asked: Json, **capabilities: Any) -> Json:
    """The answer to `initialize`."""
    offered = capabilities or {"tools": {"listChanged": True}, "logging": {}, "experimental": {"odd": {}}}
    return {
        "protocolVersion": asked["params"]["protocolVersion"],
        "capabilities": offered,
        "serverInfo": {"name": "scripted", "version": "1"},
    }


class Host:
    """Remembers what it was told; `answer` answers questions."""

    def __init__(self) -> None:
        self.told: list[What] = []
        self.questions: list[Question] = []
        self.answer: Callable[[Question], Awaitable[Answer]] = _decline

    def changed(self, what: What) -> None:
        self.told.append(what)

    async def asked(self, question: Question) -> Answer:
        self.questions.append(question)
        return await self.answer(question)


async def _decline(_: Question) -> Answer:
    return Answer(action="decline")


@asynccontextmanager
async def connected(
    script: Script,
    host: Host | None = None,
    *,
    start: bool = True,
    seconds: float = 30.0,
    secrets: tuple[str, ...] = (),
) -> Any:
    """A connection to the scripted server, closed at the end."""
    way = Stdio("scripted")
    server = McpServer("scripted", way, start_seconds=seconds)
    made = Connection(server, way, Redactor(secrets), host or Host(), reached=script.reach)
    try:
        if start:
            await made.start()
        yield made
    finally:
        await made.close()
        assert not any(life.running for life in script.lives)


async def until(true: Callable[[], bool]) -> None:
    """Waits, at most half a minute, until `true()`."""
    async with asyncio.timeout(30):
        while not true():  # noqa: ASYNC110 - what is waited for happens in other tasks
            await asyncio.sleep(0)


CONTEXT = CallContext("call_1", key=(NodeId(7), 0))


def text(words: str) -> Json:
    """The answer of a tool that says `words`."""
    return {"result": {"content": [{"type": "text", "text": words}]}}


async def never(_: Any) -> None:
    """No answer."""
    await asyncio.Event().wait()
