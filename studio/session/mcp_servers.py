"""MCP servers of a session, as values: how each is reached, which of its tools are taken in, and under which names.

Above: `setup`, `tools/mcp`, the fronts. Below: `messages/toolspec`. `${NAME}` stands for what the environment or the keyring holds and is
filled in only when the server starts, so that no key stands in a file.
"""

from collections.abc import Iterable
from fnmatch import fnmatchcase
from typing import Any

import msgspec

from studio.messages.toolspec import ToolSpec

START_SECONDS = 60.0


class Stdio(msgspec.Struct, frozen=True, omit_defaults=True, tag="stdio"):
    """A process that speaks over its standard input and output; never a shell. `env` is added to the few variables that any program
    needs; `cwd` is a whole path, empty for where the program runs."""

    command: str
    args: tuple[str, ...] = ()
    env: dict[str, str] = {}
    cwd: str = ""


class StreamableHttp(msgspec.Struct, frozen=True, omit_defaults=True, tag="http"):
    """An endpoint that speaks streamable HTTP. With `key_ring` the token that the keyring holds for this server goes along as
    `Authorization: Bearer …`."""

    url: str
    headers: tuple[tuple[str, str], ...] = ()
    key_ring: bool = False


Way = Stdio | StreamableHttp


class McpServer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A server by the `name` that the session gives it; its tools have that name as their source.

    `prefix` stands before the names that the model sees. Of the server's own names (or patterns, `read_*`) `only` are taken in,
    empty for all, and never those of `without`. A server that is not `on` does not start; one that is `needed` and cannot start stops the
    session, any other one is told and gone without. `start_seconds` is how long it may take until it is ready. `extra` holds members
    of the file it came from that are not ours, and goes back into such a file.
    """

    name: str
    way: Way
    prefix: str = ""
    only: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    on: bool = True
    needed: bool = False
    start_seconds: float = START_SECONDS
    extra: dict[str, Any] = {}

    def takes(self, own_name: str) -> bool:
        """Whether the tool that the server calls so is taken in."""
        fits = not self.only or any(fnmatchcase(own_name, each) for each in self.only)
        return fits and not any(fnmatchcase(own_name, each) for each in self.without)


class KeptCall(msgspec.Struct, frozen=True, omit_defaults=True):
    """A call that the person keeps to make again by hand: the tool's name here and the JSON text of its arguments, `name` for the list."""

    name: str
    tool: str
    arguments: str = "{}"


def server_of(servers: Iterable[McpServer], tool: ToolSpec) -> McpServer | None:
    """The server that gives a tool; None when none does."""
    return next((server for server in servers if server.name == tool.source), None)
