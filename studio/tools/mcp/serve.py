"""The tools of a file as an MCP server, over the standard input and output of this process.

Above: `cli/mcp_serve`. Below: the SDK's server, `coerce`, `tool`. Calls run where the file's tools always run; here they are only told,
checked, cancelled and answered. From its first line on stdout belongs to the protocol: whatever else is written there goes to stderr.
"""

import asyncio
import itertools
import json
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, TypeVar

import mcp_types as mcp
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.session import ServerSession
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError

from studio.messages.parts import Image
from studio.messages.toolspec import ToolSpec
from studio.tasks import spawn
from studio.tools import strategies
from studio.tools.coerce import check_call
from studio.tools.tool import CallContext, Outcome

Run = Callable[[ToolSpec, dict[str, Any], CallContext], Awaitable[Outcome]]
Say = Callable[[str], None]
T = TypeVar("T")
_PATIENCE = 10.0
_Context = ServerRequestContext[Any, Any]


class OfferedTools:
    """Answers what a client asks about `specs`; `run` runs a call of one, `say` is told what it wrote beside its result."""

    def __init__(self, specs: Sequence[ToolSpec], run: Run, say: Say) -> None:
        self._specs = {spec.name: spec for spec in specs if spec.undo_with != "record"}
        self._run = run
        self._say = say
        self._numbers = itertools.count(1)
        self._running: set[asyncio.Task[Any]] = set()

    async def list(self, _: _Context, __: mcp.PaginatedRequestParams | None) -> mcp.ListToolsResult:
        """All of them, on one page."""
        return mcp.ListToolsResult(tools=[_told(spec) for spec in self._specs.values()])

    async def call(self, context: _Context, asked: mcp.CallToolRequestParams) -> mcp.CallToolResult:
        """Run one. A name that is not offered is an error of the protocol; what the model can do better next time is a result."""
        spec = self._specs.get(asked.name)
        if spec is None:
            raise MCPError(mcp.INVALID_PARAMS, strategies.unknown_tool(asked.name, list(self._specs)))
        checked = check_call(spec, json.dumps(asked.arguments or {}))
        if checked.value is None or not checked.fits:
            return _failed(strategies.bad_arguments(spec.name, checked.problems))
        outcome = await self._watched(context.session, spec, checked.value)
        for written in (outcome.stdout, outcome.stderr, outcome.detail):
            if written:
                self._say(written.rstrip("\n"))
        return _result(outcome)

    async def _watched(self, session: ServerSession, spec: ToolSpec, arguments: dict[str, Any]) -> Outcome:
        """The outcome of a call, its progress told meanwhile.

        The call is a task of its own: the SDK cancels a request's task again at each of its waits, and stopping a tool for real takes a
        few of them."""
        progress = _Progress(session)
        context = CallContext(f"call_{next(self._numbers)}", on_progress=progress.take)
        running = self._kept(_outcome(self._run(spec, arguments, context)), f"call {spec.name}")
        telling = self._kept(progress.tell(), f"progress of {spec.name}")
        try:
            outcome = await asyncio.shield(running)
            progress.end()
            await asyncio.shield(telling)
            return outcome
        finally:
            running.cancel()
            telling.cancel()

    def _kept(self, work: Coroutine[Any, Any, T], name: str) -> asyncio.Task[T]:
        task = spawn(work, name=f"mcp-serve: {name}")
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return task

    async def close(self) -> None:
        """Stop what still runs. A call that is being stopped already is left to it: a second cancellation would cut it short."""
        for task in self._running:
            if not task.cancelling():
                task.cancel()
        if self._running:
            await asyncio.wait(self._running, timeout=_PATIENCE)


class _Progress:
    """What a call says of its progress, told to the client in that order."""

    def __init__(self, session: ServerSession) -> None:
        self._session = session
        self._said: asyncio.Queue[tuple[float | None, str] | None] = asyncio.Queue()

    def take(self, fraction: float | None, text: str) -> None:
        """Told by the tool."""
        self._said.put_nowait((fraction, text))

    def end(self) -> None:
        """Nothing more will come."""
        self._said.put_nowait(None)

    async def tell(self) -> None:
        """Until the end. Where the tool does not say how far it is, its steps are counted."""
        for step in itertools.count(1):
            said = await self._said.get()
            if said is None:
                return
            fraction, text = said
            whole = None if fraction is None else 1.0
            await self._session.report_progress(step if fraction is None else fraction, whole, text or None)


async def serve(name: str, specs: Sequence[ToolSpec], run: Run, say: Say) -> None:
    """Offer tools until stdin ends; calls under way are then stopped. `name` is what the server calls itself."""
    offered = OfferedTools(specs, run, say)
    server: Server[Any] = Server(name, on_list_tools=offered.list, on_call_tool=offered.call)
    try:
        async with stdio_server() as (incoming, outgoing):
            await server.run(incoming, outgoing, server.create_initialization_options())
    finally:
        await offered.close()


async def _outcome(running: Awaitable[Outcome]) -> Outcome:
    return await running


def _told(spec: ToolSpec) -> mcp.Tool:
    """A tool as clients read it. What the file does not say of it is left open, not denied."""
    hints = mcp.ToolAnnotations(destructive_hint=spec.sensitive or None, idempotent_hint=spec.idempotent or None)
    said = spec.sensitive or spec.idempotent
    return mcp.Tool(
        name=spec.name,
        description=spec.description or None,
        input_schema={"type": "object", **spec.parameters},
        annotations=hints if said else None,
    )


def _result(outcome: Outcome) -> mcp.CallToolResult:
    """Text first, then pictures; an address of a picture goes as text, because the protocol has pictures only as data."""
    if outcome.status != "ok":
        return _failed(outcome.text)
    texts = [outcome.text] if outcome.text or not outcome.media else []
    blocks: list[mcp.ContentBlock] = [mcp.TextContent(text=text) for text in texts]
    return mcp.CallToolResult(content=[*blocks, *map(_picture, outcome.media)])


def _picture(image: Image) -> mcp.ContentBlock:
    head, comma, data = image.url.partition(",")
    if not (head.startswith("data:") and head.endswith(";base64") and comma):
        return mcp.TextContent(text=image.url)
    media_type = image.media_type or head.removeprefix("data:").removesuffix(";base64") or "image/png"
    return mcp.ImageContent(data=data, mime_type=media_type)


def _failed(text: str) -> mcp.CallToolResult:
    return mcp.CallToolResult(content=[mcp.TextContent(text=text)], is_error=True)
