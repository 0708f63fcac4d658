"""How an MCP server is reached: what trust in it is bound to, which variables it is filled in from, and what a person sees of it before.

Above: `servers`, `serving`. Below: `session/mcp_servers`, `tools/filled`. Looks nothing up by itself and starts nothing.
"""

import hashlib
import os
import shlex
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import assert_never

import msgspec
from msgspec.structs import replace

from studio.session.mcp_servers import McpServer, Stdio, StreamableHttp, Way
from studio.session.setup import ToolFile
from studio.tools.executor_problem import has_folder
from studio.tools.filled import fill_variables, variables

Fill = Callable[[str], str]


def trusted_as(server: McpServer) -> ToolFile:
    """What trust in a server is bound to, as the settings keep it: its name and exactly how it is reached."""
    exact = msgspec.json.encode(server.way, order="sorted")
    return ToolFile(f"mcp:{server.name}", fingerprint=hashlib.sha256(exact).hexdigest())


def secret_of(server: str, name: str = "") -> str:
    """Under what the keyring keeps what `${name}` of a server stands for; without a name its bearer token."""
    return f"mcp:{server}:{name}"


def variables_of(way: Way) -> tuple[str, ...]:
    """The names that are filled in when the server starts, each once, in order."""
    found: dict[str, None] = {}

    def note(name: str) -> str:
        found[name] = None
        return ""

    filled(way, note)
    return tuple(found)


def filled(way: Way, value: Fill) -> Way:
    """The way with each `${NAME}` as `value` gives it; whatever that raises. In the words of a command a name of its own `env` stands for
    what that gives it."""
    match way:
        case Stdio():
            env = {name: fill_variables(text, value) for name, text in way.env.items()}

            def word(text: str) -> str:
                return fill_variables(text, lambda name: env[name] if name in env else value(name))

            return replace(way, command=word(way.command), args=tuple(map(word, way.args)), env=env, cwd=word(way.cwd))
        case StreamableHttp():
            headers = tuple((name, fill_variables(text, value)) for name, text in way.headers)
            return replace(way, url=fill_variables(way.url, value), headers=headers)
        case _:
            assert_never(way)


def command_of(way: Way) -> str:
    """The exact command line as a POSIX shell would be given it, or the address; nothing filled in."""
    match way:
        case Stdio():
            return shlex.join((way.command, *way.args))
        case StreamableHttp():
            return way.url
        case _:
            assert_never(way)


def _is_relative(path: str) -> bool:
    return not Path(path).is_absolute()


def program_of(way: Way) -> str:
    """The file that the command starts, looked for as it will be: in the server's own folder, on its own PATH. Empty when it is not found,
    there is none, or a variable of this program's environment would have to be known that is not set."""
    if not isinstance(way, Stdio) or variables(way.command) or variables(way.cwd):
        return ""
    if has_folder(way.command):
        return shutil.which(f"{way.cwd or os.curdir}/{way.command}" if _is_relative(way.command) else way.command) or ""
    try:
        path = fill_variables(way.env.get("PATH", os.environ.get("PATH", os.defpath)), lambda name: os.environ[name])
    except KeyError:
        return ""
    places = (f"{way.cwd or os.curdir}/{place}" if _is_relative(place) else place for place in path.split(os.pathsep))
    return shutil.which(way.command, path=os.pathsep.join(places)) or ""
