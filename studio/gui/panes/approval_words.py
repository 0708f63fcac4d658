"""What will happen when a call is approved, in one sentence: which tool of which source, and in which folder, process or server.

Above: the facts of a card. Below: `session`, `workspace/executor_preview`. Words are those of the context `Approval`; runs nothing.
"""

import json
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication

from studio.gui.words import fill
from studio.messages.parts import Call
from studio.messages.toolspec import ToolSpec
from studio.session.agents import Agent
from studio.session.executors import CommandLine, HttpEndpoint
from studio.session.mcp_servers import McpServer, Stdio, server_of
from studio.session.setup import Setup
from studio.workspace.executor_preview import preview

translate = QCoreApplication.translate
_LONGEST = 160


def approval_words(call: Call, setup: Setup) -> str:
    """What running a call does; empty for a tool that nobody knows or that the person answers for."""
    tool = setup.tool(call.name)
    if tool is None:
        return ""
    executor = setup.executors.get(tool.name)
    match executor:
        case HttpEndpoint():
            sent = _line(executor, call.arguments, executor.method + " " + executor.url)
            return fill(translate("Approval", "It sends {request}."), request=sent)
        case CommandLine():
            words = _line(executor, call.arguments, " ".join(executor.argv))
            if executor.folder:
                return fill(
                    translate("Approval", "It runs {command} in {folder}."), command=words, folder=executor.folder
                )
            return fill(translate("Approval", "It runs {command}."), command=words)
        case Agent():
            return fill(translate("Approval", "It starts the agent {tool}, which asks a model."), tool=tool.name)
        case None:
            pass
    server = server_of(setup.servers, tool)
    return _of_server(tool, server) if server is not None else _of_file(tool, setup)


def _of_server(tool: ToolSpec, server: McpServer) -> str:
    at = (
        server.way.command if isinstance(server.way, Stdio) else server.way.url.partition("?")[0]
    )  # no secret of the rest
    said = translate("Approval", "It calls {tool} of the MCP server {server} ({at}).")
    return fill(said, tool=tool.own_name or tool.name, server=server.name, at=_cut(at))


def _of_file(tool: ToolSpec, setup: Setup) -> str:
    path = next((Path(file.path) for file in setup.files if Path(file.path).name == tool.source), None)
    if path is None:
        return ""
    said = translate("Approval", "It runs {tool} of {file} in a process of its own, in {folder}.")
    return fill(said, tool=tool.own_name or tool.name, file=path.name, folder=str(path.parent))


def _line(executor: HttpEndpoint | CommandLine, arguments: str, otherwise: str) -> str:
    """What goes out for these arguments; as it is declared where they do not fit."""
    try:
        given: Any = json.loads(arguments or "{}")
    except (ValueError, RecursionError):
        return _cut(otherwise)
    shown = preview(executor, given) if isinstance(given, dict) else None
    if shown is None or shown.problem or not shown.lines:
        return _cut(otherwise)
    return _cut(shown.lines[0] if isinstance(executor, HttpEndpoint) else " ".join(shown.lines))


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…"
