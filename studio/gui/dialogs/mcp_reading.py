"""What a pasted text says of an MCP server: a command line, an address, or JSON that the session reads. Pure.

Above: the dialog of a server. Below: `session/mcp_servers`. Starts nothing and looks nothing up.
"""

import re
import shlex
from typing import Literal

from studio.checks.secrets_told import secret_in
from studio.checks.server_names import name_of_words
from studio.checks.server_problem import secret_name
from studio.session.mcp_servers import McpServer, Stdio, StreamableHttp

Kind = Literal["json", "address", "command", ""]

LONGEST_LINE = 100_000
"""Characters of a command line; no system takes a longer one."""
_ASSIGNED = re.compile(r"([A-Za-z_]\w*)=(.*)", re.DOTALL)
_WINDOWS = re.compile(r"\b[A-Za-z]:\\")
_OF_SERVERS = re.compile(r'"(?:mcpServers|servers|mcp|context_servers|command|url|serverUrl|httpUrl)"\s*:')
_NAMED = re.compile(r"\$\{\w+\}")


def kind_of(text: str) -> Kind:
    """What a text looks like; empty where it is nothing of a server."""
    text = text.strip()
    if text.startswith(("{", "[")) or (text.startswith('"') and _OF_SERVERS.search(text)):
        return "json"
    if re.fullmatch(r"https?://\S+", text):
        return "address"
    return "command" if words_of(text) else ""


def names_servers(text: str) -> bool:
    """Whether JSON holds members by which a server is told, so that it is meant for no single field."""
    return kind_of(text) == "json" and _OF_SERVERS.search(text) is not None


def words_of(line: str) -> tuple[str, ...]:
    """The words of a command line as a shell would split them; none where a quote is open, nothing stands there, or far too much."""
    if len(line) > LONGEST_LINE:
        return ()
    line = re.sub(r"\\\r?\n", " ", line.strip()).removeprefix("$ ")
    if not line or "\n" in line:
        return ()
    try:
        words = shlex.split(line, posix=not _WINDOWS.search(line))
    except ValueError:
        return ()
    return tuple(_unquoted(word) for word in words)


def server_in(text: str) -> McpServer | None:
    """The server of a command line (with `NAME=value` before it) or of an address, under a name made of either; None for anything else."""
    match kind_of(text):
        case "address":
            url = text.strip()
            return McpServer(name_of_words([url]), StreamableHttp(url))
        case "command":
            words = list(words_of(text))
            env: dict[str, str] = {}
            while words and (found := _ASSIGNED.fullmatch(words[0])) is not None:
                env[found[1]] = found[2]
                del words[0]
            return McpServer(name_of_words(words), Stdio(words[0], tuple(words[1:]), env)) if words else None
        case _:
            return None


def line_of(way: Stdio) -> str:
    """The command line that means exactly these words."""
    return shlex.join((way.command, *way.args)) if way.command else ""


def is_secret(name: str, value: str) -> bool:
    """Whether a value is a key, or looks like one, that should stand in no file; what names a variable is none."""
    if not value.strip() or _NAMED.search(value):
        return False
    return secret_name(name) or bool(secret_in(value) or secret_in(f"{name}: {value}"))


def variable_for(name: str) -> str:
    """The name under which the value of a variable or a header is kept: `X-API-Key` → `X_API_KEY`."""
    return re.sub(r"\W+", "_", name).strip("_").upper() or "KEY"


def kept_out(name: str, value: str) -> tuple[str, str]:
    """(what stands in the value's place, the secret alone): the word before it (`Bearer`) stays."""
    word, _, rest = value.strip().partition(" ")
    stand_in = f"${{{variable_for(name)}}}"
    if rest and word.lower() in ("bearer", "basic", "token"):
        return f"{word} {stand_in}", rest.strip()
    return stand_in, value.strip()


def _unquoted(word: str) -> str:
    return word[1:-1] if len(word) > 1 and word[0] == word[-1] and word[0] in "\"'" else word
