"""Why an MCP server cannot be used as it is written, in one sentence, found before anything starts. Pure.

Above: `interop`, `workspace`. Below: `session/mcp_servers`, `wire/redact`. A secret in plain is refused: a server stands in session files.
"""

import re
from collections.abc import Iterable
from typing import assert_never
from urllib.parse import urlsplit

import msgspec

from studio.checks.secrets_told import secret_in
from studio.said import said
from studio.session.mcp_servers import McpServer, Stdio, StreamableHttp
from studio.wire.redact import SECRET_HEADERS, keys_in

MOST_NAME = 100
MOST_TEXT = 100_000
"""Characters of all words, values and names of a server together; a system takes hardly more for one word of a command."""
_HEADER = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_NAME = re.compile(r"[A-Za-z_]\w*")
_VARIABLE = re.compile(r"\$\{(\w+)\}")
_OPTION = re.compile(r"(?i)--?(?:[\w-]*[-_])?(?:api[-_]?key|token|secret|password|passwd)")
_GIVEN_OPTION = re.compile(rf"{_OPTION.pattern}=.")
_INSTEAD = said("write ${{NAME}} in its place, and keep it in the keyring or the environment")
_WHOLE_PATH = re.compile(r"/|[A-Za-z]:[\\/]|\\\\|\$\{\w+\}")
"""How a path begins that is whole on some system, or as whole as what a variable holds."""
_SECRET_NAME = re.compile(r"(?i)(?:^|[_-])(?:key|apikey|token|pat|secret|password|passwd|credentials?)$")


def server_problem(server: McpServer) -> str:
    """What is wrong with a server; empty when nothing is."""
    return _of_texts(server) or _of_name(server.name) or _of_way(server) or _of_rest(server)


def secret_name(name: str) -> bool:
    """Whether a variable or a header of that name holds a secret."""
    return name.lower() in SECRET_HEADERS or _SECRET_NAME.search(name) is not None


def _of_texts(server: McpServer) -> str:
    try:
        size = len(msgspec.json.encode(server))
    except UnicodeEncodeError:
        return said("One of the texts of the server holds half of a character.")
    except OverflowError:
        return said("A number of the server is too large.")
    return said("The server is longer than {most} characters.", most=f"{MOST_TEXT:,}") if size > MOST_TEXT else ""


def _of_name(name: str) -> str:
    if not name.strip():
        return said("A server needs a name.")
    if name != name.strip() or not name.isprintable():
        return said("The name of a server begins and ends with a letter or a sign, and holds no line break.")
    return said("The name of a server has at most {most} characters.", most=MOST_NAME) if len(name) > MOST_NAME else ""


def _of_way(server: McpServer) -> str:
    way = server.way
    match way:
        case Stdio():
            return _of_command(way)
        case StreamableHttp():
            return _of_address(way.url) or _first(_of_header(*pair) for pair in way.headers)
        case _:
            assert_never(way)


def _of_rest(server: McpServer) -> str:
    if not all(pattern.strip() for pattern in (*server.only, *server.without)):
        return said("One of the patterns for tools is empty.")
    if any(map(secret_in, (server.prefix, *server.only, *server.without))):
        return said("A key or a password stands where names of tools belong.")
    return said("A server needs some seconds to start.") if not 0 < server.start_seconds < float("inf") else ""


def _of_command(way: Stdio) -> str:
    if not way.command.strip():
        return said("The server has no command.")
    if any("\0" in word for word in (way.command, *way.args, way.cwd)):
        return said("A command holds no null character.")
    if way.cwd and not _WHOLE_PATH.match(way.cwd):
        return said("The folder of a server has to be a whole path.")
    if any(_is_key(word, before) for before, word in zip((way.command, *way.args), way.args, strict=False)):
        return said("One of the arguments is a key or a password: {instead}.", instead=_INSTEAD)
    return _first(_of_variable(name, value) for name, value in way.env.items())


def _is_key(word: str, before: str) -> bool:
    """Whether an argument is a secret, by its look or by the option that it belongs to."""
    if _VARIABLE.search(word):
        return False
    given = _OPTION.fullmatch(before) is not None and not word.startswith("-")
    return given or _GIVEN_OPTION.match(word) is not None or bool(secret_in(word))


def _of_variable(name: str, value: str) -> str:
    if not _NAME.fullmatch(name):
        return said("{name} is no name of a variable.", name=f"{name[:MOST_NAME]!r}")
    if "\0" in value:
        return said("The value of {name} holds a null character.", name=name)
    if not _VARIABLE.search(value) and value and (secret_name(name) or secret_in(value)):
        return said("The value of {name} is a secret: {instead}.", name=name, instead=_INSTEAD)
    return ""


def _of_address(url: str) -> str:
    if _VARIABLE.match(url):
        return ""
    try:
        parts = urlsplit(url)
        served = parts.scheme.lower() in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        served = False
    if not served:
        return said("The address has to begin with http:// or https:// and the name of a server, or with ${{NAME}}.")
    user = parts.netloc.rpartition("@")[0]
    told = any("${" not in key for key in keys_in(url)) or (secret_in(url) and not _VARIABLE.search(url))
    if told or (user and not _VARIABLE.search(user)):
        return said("The address holds a key or a password: {instead}.", instead=_INSTEAD)
    return ""


def _of_header(name: str, value: str) -> str:
    if not _HEADER.fullmatch(name):
        return said("{name} is no name of a header, such as X-Team.", name=f"{name[:MOST_NAME]!r}")
    if "\r" in value or "\n" in value:
        return said("The value of {name} holds a line break.", name=name)
    if not _VARIABLE.search(value) and (secret_name(name) or secret_in(value)):
        return said("The value of {name} is a secret: {instead}.", name=name, instead=_INSTEAD)
    return ""


def _first(said: Iterable[str]) -> str:
    return next(filter(None, said), "")
