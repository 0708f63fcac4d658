"""The options that name MCP servers: a command line, an address, or a file as desktop clients keep it; and what is taken of them.

Above: `tools`, `call`, `run`. Below: `mcp_words`, `interop/mcp_servers`, `workspace/serving`. Starts nothing. A key is never an
option: a header and a variable name the one that holds it.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from studio.checks.server_names import name_of_words
from studio.checks.server_problem import server_problem
from studio.cli.command import BAD_FILE, CommandError, failing
from studio.cli.mcp_words import check_runs_something, header, seconds, variable, with_advice, words_of
from studio.interop.mcp_servers import read_servers
from studio.interop.server_keys import Keys
from studio.paths import file_bytes
from studio.session.mcp_servers import START_SECONDS, McpServer, Stdio, StreamableHttp
from studio.workspace.serving import ReadServers

_QUOTES = "In single quotes the shell leaves ${NAME} to the program:"
_AS_WORD = f"{_QUOTES} --mcp 'desk --key ${{DESK_KEY}}'."
_IN_HEADER = f"{_QUOTES} --header 'Authorization=Bearer ${{DESK_KEY}}'."
_VERBOSE = "show what a server writes beside its messages (stderr, and lines that are none), as it comes; -vv: its messages, too"


def parsed(options: argparse.ArgumentParser, arguments: Sequence[str]) -> argparse.Namespace:
    """The options; the words after `--`, with `--mcp` before them or without, are one more command of a server."""
    at = list(arguments).index("--") if "--" in arguments else len(arguments)
    before, command = list(arguments[:at]), list(arguments[at + 1 :])
    if command and before[-1:] == ["--mcp"]:
        del before[-1]
    given, unknown = options.parse_known_intermixed_args(before)
    if unknown:
        options.error(with_advice(f"unrecognized arguments: {' '.join(unknown)}", given))
    given.mcp = [*given.mcp, *([command] if command else [])]
    return given


def add_options(options: argparse.ArgumentParser, *, several: bool) -> None:
    """Add them, in a group of their own; `several`: for a run, which may use many servers."""
    group = options.add_argument_group("MCP servers" if several else "an MCP server instead of a file")
    _add_ways(group)
    group.add_argument(
        "--server",
        action="append",
        default=[],
        metavar="NAME",
        help=f"of --mcp-servers: this one ({'else all' if several else 'needed where it holds several'})",
    )
    for name, said in (
        ("only", "take in only the tools whose own name fits"),
        ("without", "leave out the tools whose own name fits"),
    ):
        group.add_argument(f"--{name}", action="append", default=[], metavar="PATTERN", help=f"{said}, such as read_*")
    group.add_argument("--prefix", default="", metavar="TEXT", help="stands before the names that the model sees")
    group.add_argument(
        "--start-seconds",
        type=seconds,
        metavar="N",
        help=f"how long a server may take until it is ready ({START_SECONDS:g})",
    )
    group.add_argument("-v", "--verbose", action="count", default=0, help=_VERBOSE)
    if several:
        group.add_argument(
            "--needed", action="store_true", help="stop when one cannot start; else the run goes on without it"
        )


def _add_ways(group: Any) -> None:
    group.add_argument(
        "--mcp",
        action="append",
        default=[],
        metavar="COMMAND",
        help="start this server: one text, split as a shell would, without a shell; or all words after --. Naming it trusts it",
    )
    group.add_argument(
        "--mcp-url", action="append", default=[], metavar="URL", help="a server that speaks streamable HTTP"
    )
    group.add_argument(
        "--header",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="of --mcp-url: a header, such as 'Authorization=Bearer ${MY_TOKEN}' (in single quotes: the program fills it in)",
    )
    group.add_argument(
        "--mcp-env",
        action="append",
        default=[],
        metavar="NAME[=VALUE]",
        help="of --mcp: a variable for the server; without a value as it is set here. It gets few others (PATH, HOME, …)",
    )
    group.add_argument(
        "--mcp-servers",
        type=Path,
        metavar="FILE.json",
        help='a file with {"mcpServers": {…}}, as desktop clients keep it, or {"servers": {…}} of an editor',
    )


def said(given: argparse.Namespace) -> bool:
    """Whether any server is named."""
    return bool(given.mcp or given.mcp_url or given.mcp_servers)


def servers(given: argparse.Namespace) -> ReadServers:
    """The servers that the options name. CommandError when they are wrong, 3 when the file cannot be used."""
    _check_together(given)
    read = _of_file(given) if given.mcp_servers else ReadServers(())
    named = [_command(text) for text in given.mcp] + [_address(url) for url in given.mcp_url]
    made = tuple(_with_options(server, given) for server in named)
    all_of = _told_apart((*(_taking(server, given) for server in read.servers), *made))
    for server in all_of:
        _check(server)
    return replace(read, servers=all_of)


def one_server(given: argparse.Namespace) -> ReadServers:
    """The same where exactly one server is wanted."""
    read = servers(given)
    if len(read.servers) != 1:
        names = ", ".join(server.name for server in read.servers)
        advice = f"Add --server NAME; the file has: {names}." if given.mcp_servers else "Name one --mcp or --mcp-url."
        raise CommandError("One server at a time.", advice)
    # Whoever names a server wants it, also one that the file has switched off.
    return replace(read, servers=(replace(read.servers[0], on=True),))


def _check_together(given: argparse.Namespace) -> None:
    for option, value, needs, there in (
        ("--header", given.header, "--mcp-url", given.mcp_url),
        ("--mcp-env", given.mcp_env, "--mcp", given.mcp),
        ("--server", given.server, "--mcp-servers", given.mcp_servers),
    ):
        if value and not there:
            raise CommandError(f"{option} goes with {needs}.")


def _check(server: McpServer) -> None:
    """Raise CommandError for what is wrong with a server; a key that stands in an option is, too."""
    problem = server_problem(server)
    if problem:
        raise CommandError(f"{server.name}: {problem}", _quotes(server) if "write ${" in problem else "")
    words = [server.way.command, *server.way.args] if isinstance(server.way, Stdio) else []
    if Keys(set(), {}).out_of_words(words) != words:
        raise CommandError(f"{server.name}: the command holds a key: name its variable instead.", _AS_WORD)


def _quotes(server: McpServer) -> str:
    return _AS_WORD if isinstance(server.way, Stdio) else _IN_HEADER


def _of_file(given: argparse.Namespace) -> ReadServers:
    path: Path = given.mcp_servers
    try:
        data = file_bytes(path)
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}.", code=BAD_FILE) from error
    with failing(BAD_FILE):
        found = read_servers(data, path.name)
    wanted = given.server or [server.name for server in found.servers]
    known = {server.name: server for server in found.servers}
    for name in wanted:
        if name not in known:
            raise CommandError(f"{path.name} has no server {name}.", f"It has: {', '.join(known)}.", code=BAD_FILE)
    chosen = tuple(known[name] for name in dict.fromkeys(wanted))
    notes = tuple(note for note in found.notes if note.partition(":")[0] in wanted or ":" not in note)
    keys = {key: one for key, one in found.keys.items() if key[0] in wanted}
    return ReadServers(chosen, keys, notes)


def _command(text: "str | list[str]") -> McpServer:
    words = words_of(text) if isinstance(text, str) else text
    check_runs_something(words)
    command, *args = words
    return McpServer(name_of_words([command, *args]), Stdio(command, tuple(args)))


def _address(url: str) -> McpServer:
    return McpServer(name_of_words([url]), StreamableHttp(url))


def _with_options(server: McpServer, given: argparse.Namespace) -> McpServer:
    way = server.way
    if isinstance(way, Stdio):
        env = dict(variable(text) for text in given.mcp_env)
        return _taking(replace(server, way=replace(way, env=env)), given)
    headers = tuple(header(text) for text in given.header)
    return _taking(replace(server, way=replace(way, headers=headers)), given)


def _taking(server: McpServer, given: argparse.Namespace) -> McpServer:
    """With what the options say of taking its tools in."""
    return replace(
        server,
        prefix=given.prefix or server.prefix,
        only=tuple(given.only) or server.only,
        without=(*server.without, *given.without),
        needed=server.needed or getattr(given, "needed", False),
        start_seconds=given.start_seconds or server.start_seconds,
    )


def _told_apart(named: tuple[McpServer, ...]) -> tuple[McpServer, ...]:
    """Each under a name of its own: the second `git` is `git_2`."""
    taken: set[str] = set()
    made = []
    for server in named:
        name, number = server.name, 1
        while name in taken:
            number += 1
            name = f"{server.name}_{number}"
        taken.add(name)
        made.append(replace(server, name=name))
    return tuple(made)
