"""The tools of a file as a command sees and runs them: a Python file in its process, or a JSON file that declares them.

Above: `tools`, `call`. Below: `tools`, `workspace/wiring`. Naming the file trusts it. What the environment fills in
is blanked in every result.
"""

import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from studio.cli.command import BAD_FILE, CommandError, failing
from studio.messages.toolspec import ToolSpec
from studio.session.agents import Agent
from studio.session.executors import Executor
from studio.session.server_view import PromptInfo, ResourceInfo, ServerLook
from studio.tools.python_file import PythonTools
from studio.tools.tool import CallContext, Outcome
from studio.tools.tools_file import LoadedTools
from studio.tools.variables import Variables
from studio.wire.redact import Redactor
from studio.workspace import wiring

Run = Callable[[ToolSpec, dict[str, Any], CallContext], Awaitable[Outcome]]


class Around(msgspec.Struct, frozen=True):
    """What an MCP server offers around its tools, and what it says of itself."""

    server: ServerLook
    resources: tuple[ResourceInfo, ...] = ()
    prompts: tuple[PromptInfo, ...] = ()


class Source(msgspec.Struct, frozen=True):
    """The tools of a file or of an MCP server, and what runs a call of one. Of a JSON file also how each runs (`executors` is None for
    others), and `notes` on what was not taken as it stands. Of a server `told` is what it says of each tool, by name, and `around` gives
    what it offers beside them."""

    loaded: LoadedTools
    run: Run
    executors: dict[str, Executor] | None = None
    notes: tuple[str, ...] = ()
    told: dict[str, tuple[str, ...]] = {}
    around: Callable[[], Awaitable[Around]] | None = None


@asynccontextmanager
async def tools_of(path: Path, interpreter: str = "") -> AsyncIterator[Source]:
    """The tools of a file as long as they are wanted. CommandError 3 when the file cannot be used."""
    if path.suffix.lower() == ".json":
        async with _declared(path) as found:
            yield found
        return
    file = PythonTools(path, interpreter or None)
    try:
        with failing(BAD_FILE):
            loaded = await file.load()
        yield Source(loaded, lambda spec, arguments, context: file.run(spec.name, arguments, context))
    finally:
        await file.close()


@asynccontextmanager
async def _declared(path: Path) -> AsyncIterator[Source]:
    with failing(BAD_FILE):
        found = wiring.declared_tools(path)
    client = wiring.http_client()
    variables = Variables(os.environ, Redactor())

    async def run(spec: ToolSpec, arguments: dict[str, Any], context: CallContext) -> Outcome:
        executor = found.executors.get(spec.name)
        if isinstance(executor, Agent):
            raise CommandError(
                f"{spec.name} is an agent: it runs in a session, where a model answers.",
                f"run --tools {path.name} --prompt TEXT … begins one.",
            )
        if executor is None:
            raise CommandError(
                f"{spec.name} is only a declaration: {path.name} does not say how it runs.",
                'Add "http", "command" or "agent" to it; or let a rule answer it: run --tools … --mocks FILE.json.',
                code=BAD_FILE,
            )
        tool = wiring.executor_tool(spec, executor, lambda: client, variables)
        return _blanked(await tool.run(arguments, context), variables.redactor)

    try:
        notes = (*found.notes, *found.elsewhere)
        loaded = LoadedTools(found.specs, output="\n".join(notes))
        yield Source(loaded, run, found.executors, notes)
    finally:
        await client.close()


def _blanked(outcome: Outcome, redactor: Redactor) -> Outcome:
    clean = redactor.text
    return replace(outcome, text=clean(outcome.text), stdout=clean(outcome.stdout), stderr=clean(outcome.stderr))
