"""A session whose tools run by HTTP or as commands: a script that calls them, in a workspace of its own.

Above: the flows of `test_http_tools` and `test_command_tools`. Nothing in it leaves its folder or this machine.
"""

import json
from pathlib import Path
from typing import Any

from studio.messages.message import user
from studio.messages.toolspec import ToolSpec
from studio.session.events import ResultRecorded
from studio.session.executors import CommandLine, Outside
from studio.session.notes import Stopped
from studio.session.setup import ResponderChoice, Setup, Stops
from studio.tools.command_line import CommandTool
from studio.tools.http_endpoint import HttpTool
from studio.tools.tool import CallContext, OnOutput, Outcome
from studio.tools.variables import Variables
from studio.wire.http_client import HttpClient
from studio.wire.redact import Redactor
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace

NO_STOPS = Stops(before_call=False)
ANYTHING = {"type": "object"}


def equipped(
    workspace: Workspace, folder: Path, executor: Outside, arguments: dict[str, Any], path: Path | None = None
) -> OpenedSession:
    """A session of which the model, asked once, calls `look` with these arguments, and then says what came. Nothing is trusted."""
    script = folder / "script.json"
    call = {"after": "user", "parts": [{"call": "look", "arguments": arguments}]}
    script.write_text(json.dumps({"rules": [call, {"parts": [{"text": "It said: ${look.result}"}]}]}), encoding="utf-8")
    setup = Setup(
        ResponderChoice("scripted", model_name="m", script=str(script)),
        tools=(ToolSpec("look", "Look it up.", ANYTHING),),
        executors={"look": executor},
        stops=NO_STOPS,
    )
    made = workspace.new("Equipped", setup=setup, path=path)
    made.add_message(user("go"))
    return made


async def ran(session: OpenedSession) -> tuple[Stopped, ResultRecorded]:
    """Run a session with a trusted tool to its end; where it stopped, and what the tool gave."""
    session.trust_executor("look", for_good=False)
    stop = await session.run_to_end()
    return stop, recorded(session)


def recorded(session: OpenedSession) -> ResultRecorded:
    """The one result of a session."""
    (found,) = (event for event in session.tree.events(session.head) if isinstance(event, ResultRecorded))
    return found


def everything_in(folder: Path) -> bytes:
    """The bytes of all files in a folder."""
    return b"".join(file.read_bytes() for file in folder.rglob("*") if file.is_file())


async def run(
    executor: Outside,
    seconds: float | None = None,
    on_output: OnOutput | None = None,
    environ: dict[str, str] | None = None,
    **arguments: Any,
) -> Outcome:
    """Run an executor once, without a session around it."""
    client = HttpClient()
    variables = Variables(environ or {}, Redactor())
    spec = ToolSpec("look")
    tool = (
        CommandTool(spec, executor, variables)
        if isinstance(executor, CommandLine)
        else HttpTool(spec, executor, client, variables)
    )
    try:
        return await tool.run(arguments, CallContext("c1", seconds=seconds, on_output=on_output))
    finally:
        await client.close()
