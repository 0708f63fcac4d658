"""The tools of an MCP server as a command sees and calls them: in a session that is thrown away again. Naming the server trusts it.

Above: `tools`, `call`, `run`. Below: `mcp_options`, `workspace`. What it writes to stderr is shown where it fails, or as it comes.
"""

import json
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

from msgspec.structs import replace

from studio.cli.command import SERVER_FAILED, failing
from studio.cli.server_answers import Chosen, answering
from studio.cli.server_facts import hints_of
from studio.cli.spare_folder import spare_folder
from studio.cli.terminal import Terminal
from studio.cli.tools_source import Around, Source
from studio.messages.toolspec import ToolSpec
from studio.present.text_lines import visible
from studio.problems import StudioError
from studio.session.server_view import WireMessage
from studio.session.setup import Setup
from studio.tools.tool import CallContext, Outcome
from studio.tools.tools_file import LoadedTools, Skipped
from studio.workspace.changes import Change, ServerChanged
from studio.workspace.opened import OpenedSession
from studio.workspace.serving import ReadServers
from studio.workspace.workspace import Workspace

_SECONDS = 60.0
_BESIDE = frozenset(("stderr", "noise"))
"""What a server writes beside its messages."""
_MESSAGES = frozenset(("request", "answer", "error", "notification"))


@asynccontextmanager
async def server_source(
    terminal: Terminal, read: ReadServers, answers: Chosen, *, seconds: float | None = None, shown: int = 0
) -> AsyncIterator[Source]:
    """The tools of the one server in `read`, as long as they are wanted; `answers` says who answers what it asks, `seconds` how long a call
    may take, `shown` what of its log goes to stderr (see `log_shown`). CommandError 4 when it cannot start."""
    workspace = Workspace()
    with spare_folder() as folder:
        try:
            # The arguments come checked and made to fit.
            setup = Setup(call_seconds=seconds or _SECONDS, coercion="off")
            session = workspace.new(setup=setup, path=folder / "server.tcsession", remember=False)
            with failing(SERVER_FAILED), log_shown(session, shown):
                (name,) = add_servers(terminal, session, read)
                async with answering(session, answers):
                    await session.start_server(name)
                    yield _source(session, name)
        finally:
            await workspace.close()


def add_servers(terminal: Terminal, session: OpenedSession, read: ReadServers) -> tuple[str, ...]:
    """Put servers into a session and trust them for this run; their names. Says what was not taken as it stands."""
    for note in read.notes:
        terminal.line(note, "quiet")
    names = session.add_servers(read, for_good=False)
    for name in names:
        session.trust_server(name, for_good=False)
    return names


async def start_servers(terminal: Terminal, session: OpenedSession, read: ReadServers) -> None:
    """Add servers and start them, so that their tools are known. Raises CommandError 4 when one that is needed cannot start; of another one
    that is said."""
    names = add_servers(terminal, session, read)
    needed = {server.name for server in read.servers if server.needed}
    switched_on = {server.name for server in read.servers if server.on}
    for name in names:
        if name not in switched_on:
            terminal.line(f"{name} is switched off.", "quiet")
            continue
        try:
            await session.start_server(name)
        except StudioError as error:
            if name in needed:
                with failing(SERVER_FAILED):
                    raise
            told = f"{error.sentence} It is not needed, so the run goes on without its tools.\n{error.help}".rstrip()
            print(visible(session.blanked(told)), file=sys.stderr)


@contextmanager
def log_shown(session: OpenedSession, much: int) -> Iterator[None]:
    """Meanwhile what servers do goes to stderr. `much` 0: nothing of it; 1: what they write to stderr, and what is no message on stdout;
    2: also each message both ways, and how the server fares."""
    shown: dict[str, int] = {}

    def take(change: Change) -> None:
        if not isinstance(change, ServerChanged) or change.what != "messages":
            return
        for message in session.server_messages(change.server):
            if message.number > shown.get(change.server, 0):
                shown[change.server] = message.number
                if much > 1 or message.kind in _BESIDE:
                    print(visible(_logged(change.server, message, whole=much > 1)), file=sys.stderr)

    end = session.subscribe(take) if much else lambda: None
    try:
        yield
    finally:
        for look in session.servers if much else ():
            take(ServerChanged(look.name, "messages"))
        end()


def _logged(server: str, message: WireMessage, *, whole: bool) -> str:
    """A message of the log, each of its lines under the name of the server; with `whole` also when and which way it went, and of an answer
    to which request."""
    head = f"{server}:"
    if whole:
        way = "→" if message.sent else "←" if message.kind in _MESSAGES else message.kind
        head = f"{server} #{message.number} {message.t:.2f} s {way}"
    text = f"{message.text}… ({message.cut} characters)" if message.cut else message.text
    if message.kind in ("answer", "error"):
        text += " (nobody waits for it)" if message.answers is None else f" (answers #{message.answers})"
    return "\n".join(f"{head} {line}" for line in text.splitlines() or [""])


def _source(session: OpenedSession, name: str) -> Source:
    taken = session.server_tools(name)
    specs = tuple(tool.spec for tool in taken if tool.spec is not None)
    left = tuple(
        Skipped(tool.own_name, "--only or --without says so, or the file") for tool in taken if tool.spec is None
    )

    async def run(spec: ToolSpec, arguments: dict[str, Any], context: CallContext) -> Outcome:
        text = json.dumps(arguments, ensure_ascii=False)
        return (await session.call_by_hand(spec.name, text, context.on_progress)).outcome

    async def around() -> Around:
        return await _around(session, name)

    told = {tool.spec.name: hints_of(tool) for tool in taken if tool.spec is not None}
    return Source(LoadedTools(specs, left), run, told=told, around=around)


async def _around(session: OpenedSession, name: str) -> Around:
    resources, prompts = await session.server_resources(name), await session.server_prompts(name)
    look = next(look for look in session.servers if look.name == name)
    counted = replace(look, resources=len(resources), prompts=len(prompts))
    return session.blanked(Around(counted, resources, prompts))
