"""The options of `run` that say which tools a request offers: groups, sources, context values, tools that stay in, other names.

Above: `run`. Below: `workspace`, `tools/group_file`, `terminal`. What a file of groups says wrong is named with its place.
"""

import argparse
import json
from pathlib import Path
from typing import Any

from studio.checks.finite import has_endless
from studio.cli.answering import named
from studio.cli.idle_toolbox import idle
from studio.cli.terminal import Terminal
from studio.problems import StudioError
from studio.session.setup import Setup
from studio.session.toolbox import Chooser
from studio.tools.group_file import EXAMPLE, ChooserNamed, read_groups
from studio.workspace.opened import OpenedSession
from studio.workspace.taken_name import TakenNameError
from studio.workspace.workspace import Workspace


def add_options(options: argparse.ArgumentParser) -> None:
    """Add them, in a group of their own."""
    group = options.add_argument_group("which tools a request offers")
    group.add_argument(
        "--groups",
        type=Path,
        metavar="FILE.json",
        help=f"groups of tools, each with a rule (always, words, expression, hand, chosen): {EXAMPLE}; the files of its sources "
        "are trusted for this run",
    )
    group.add_argument(
        "--context",
        type=context_value,
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a value that rules of groups may ask for, such as role=admin; JSON, else a text",
    )
    group.add_argument("--pin", action="append", default=[], metavar="NAME", help="offer this tool in any case")
    group.add_argument(
        "--rename",
        type=_renaming,
        action="append",
        default=[],
        metavar="FILE:OLD=NEW",
        help="another name for a tool of a file of --tools or of an MCP server, such as crm.py:search=search_crm",
    )


def members(given: argparse.Namespace) -> dict[str, Any]:
    """The members of the setup that the options give."""
    return {"context": dict(given.context), "pinned": tuple(given.pin)}


def names(given: argparse.Namespace, path: Path) -> dict[str, str]:
    """The other names of tools of a file, by their own."""
    return {old: new for file, old, new in given.rename if file == path.name}


def rename_of_servers(session: OpenedSession, given: argparse.Namespace) -> None:
    """Give tools of MCP servers other names; a server is named by the name that it has in the session. Raises StudioError."""
    for server in session.state.setup.servers:
        for source, old, new in given.rename:
            if source == server.name:
                session.rename_tool(_name_here(session, server.name, old), new)


def _name_here(session: OpenedSession, server: str, own_name: str) -> str:
    of_server = [tool for tool in session.state.setup.tools if tool.source == server]
    found = next((tool for tool in of_server if own_name in (tool.own_name, tool.name)), None)
    if found is None:
        raise StudioError(f"The server {server} has no tool {own_name}.")
    return found.name


def rename_advice(error: TakenNameError) -> str:
    """The option that gives one of two tools of one name another."""
    there, added = error.sources
    return "Rename one of them in its file." if there == added else f"Add --rename {added}:{error.name}=ANOTHER_NAME."


def add_groups(workspace: Workspace, session: OpenedSession, path: Path | None) -> None:
    """Use the groups of the file, if there is one. Raises StudioError with the place in it."""
    if path is None:
        return
    said = read_groups(path)
    for source in said.sources or ():
        session.trust(session.fingerprint(Path(source.file)), for_good=False)
    session.set_groups(said.groups, said.sources, _chooser(workspace, said.chooser))


def _chooser(workspace: Workspace, said: ChooserNamed | None) -> Chooser | None:
    if said is None:
        return None
    choice = workspace.choice(named(workspace, said.profile)) if said.profile else None
    return Chooser("model" if said.by == "model" else "tool", choice, said.instructions)


def tell_idle(terminal: Terminal, setup: Setup) -> None:
    """Say what of the options and the files does nothing, or less than it says."""
    for sentence in idle(setup):
        terminal.line(sentence, "quiet")


def context_value(text: str) -> tuple[str, Any]:
    """`role=admin` as a name and a value. Raises ArgumentTypeError."""
    name, equals, said = text.partition("=")
    if not equals or not name.strip():
        raise argparse.ArgumentTypeError(f"wants NAME=VALUE, and was given {text!r}")
    try:
        value = json.loads(said)
    except (ValueError, RecursionError):
        return name.strip(), said
    return name.strip(), said if has_endless(value) else value


def _renaming(text: str) -> tuple[str, str, str]:
    file, _, names = text.rpartition(":")
    old, _, new = names.partition("=")
    if not (file and old and new):
        raise argparse.ArgumentTypeError(f"wants FILE:OLD=NEW, and was given {text!r}")
    return Path(file).name, old, new
