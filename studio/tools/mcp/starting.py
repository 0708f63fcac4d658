"""What a server's process is started with, and what to say when it cannot be.

Above: `stdio`. Below: `session/mcp_servers`.
"""

import os
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path, PurePath

from studio.paths import is_folder, is_there
from studio.said import said
from studio.session.mcp_servers import Stdio
from studio.tools.mcp.server_error import ServerError

_ORDINARY = (
    *("HOME", "LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "LOGNAME", "PATH", "SHELL", "TERM", "TMPDIR", "TZ", "USER"),
    *("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR"),
)
_ORDINARY_WINDOWS = (
    *("APPDATA", "COMSPEC", "HOMEDRIVE", "HOMEPATH", "LOCALAPPDATA", "NUMBER_OF_PROCESSORS", "OS", "PATH", "PATHEXT"),
    *("PROCESSOR_ARCHITECTURE", "PROGRAMDATA", "PROGRAMFILES", "SYSTEMDRIVE", "SYSTEMROOT", "TEMP", "TMP"),
    *("USERDOMAIN", "USERNAME", "USERPROFILE", "WINDIR"),
)
_MISSING = {
    "npx": said("It comes with Node.js: install that, or write the whole path of npx."),
    "node": said("Install Node.js, or write the whole path of node."),
    "uvx": said("It comes with uv: install that, or write the whole path of uvx."),
    "uv": said("Install uv, or write the whole path of uv."),
    "python": said("Write python3, or the whole path of the Python that has the server."),
    "python3": said("Write the whole path of the Python that has the server."),
    "docker": said("Install Docker, or write the whole path of docker."),
}
_ELSE = said("Install it, or write its whole path.")


def environment_of(way: Stdio, ours: Mapping[str, str] = os.environ) -> dict[str, str]:
    """The few variables that any program needs, and those of the server."""
    names = _ORDINARY_WINDOWS if sys.platform == "win32" else _ORDINARY
    return {name: ours[name] for name in names if name in ours} | way.env


def words_of(way: Stdio) -> tuple[str, ...]:
    """The command line. On Windows a command such as `npx` is a script whose ending has to be found first."""
    command = way.command
    if sys.platform == "win32":
        command = shutil.which(command, path=environment_of(way).get("PATH")) or command
    return (command, *way.args)


def not_started(name: str, way: Stdio, error: OSError | ValueError) -> ServerError:
    """Why the server called `name` could not be started, and what to do."""
    if way.cwd and not is_folder(Path(way.cwd)):
        return ServerError(
            said("The server {name} cannot start: there is no folder {cwd}.", name=name, cwd=way.cwd),
            said("Write another folder, or make this one."),
        )
    if isinstance(error, FileNotFoundError):
        return _not_found(name, way.command)
    if isinstance(error, PermissionError):
        return ServerError(
            said("The server {name} cannot start: {command} may not be run.", name=name, command=way.command),
            said("Make the file executable, or name its interpreter."),
        )
    if isinstance(error, OSError):
        return ServerError(
            said(
                "The server {name} cannot start: {command}: {why}.", name=name, command=way.command, why=error.strerror
            )
        )
    return ServerError(
        said(
            "The server {name} cannot start: its command or environment holds a character that cannot stand there.",
            name=name,
        )
    )


def _not_found(name: str, command: str) -> ServerError:
    program = PurePath(command)
    if is_there(Path(command)):
        return ServerError(
            said(
                "The server {name} cannot start: the interpreter that {command} names was not found.",
                name=name,
                command=command,
            ),
            said("Install it."),
        )
    if len(program.parts) > 1:
        return ServerError(
            said("The server {name} cannot start: there is no program {command}.", name=name, command=command),
            said("Look where it is and correct the path."),
        )
    return ServerError(
        said("The server {name} cannot start: the command {command} was not found.", name=name, command=command),
        _MISSING.get(program.stem, _ELSE),
    )
