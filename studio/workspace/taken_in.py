"""The tools of MCP servers as a session has them: taken in, kept fresh, filtered, named; what else in the settings follows. Pure.

Above: `serving`, `services`. Below: `tools/mcp/names`, `tools/mcp/listed`, `session/renaming`.
"""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from studio.messages.toolspec import ToolSpec
from studio.session.mcp_servers import McpServer
from studio.session.renaming import all_renamed
from studio.session.server_view import ListedTool
from studio.session.setup import Setup
from studio.tools.mcp.listed import hint, spec_of, title_of
from studio.tools.mcp.names import model_names

_BY_PERSON = ("return_behavior", "compensates", "undo_with", "always_visible", "seconds")
"""Members of a tool that a server never says; a person may have."""


class TakenTool(msgspec.Struct, frozen=True):
    """A tool that a server lists: `spec` as the session has it (under the model's name), None where it is filtered out."""

    own_name: str
    spec: ToolSpec | None
    title: str = ""
    description: str = ""
    read_only: bool | None = None
    destructive: bool | None = None
    idempotent: bool | None = None
    open_world: bool | None = None


def own_name(tool: ToolSpec) -> str:
    """What its source calls a tool."""
    return tool.own_name or tool.name


def tools_of(setup: Setup, server: str) -> tuple[ToolSpec, ...]:
    """The tools of a server that the session has."""
    return tuple(tool for tool in setup.tools if tool.source == server)


def taken_in(setup: Setup, server: McpServer, listed: Sequence[ListedTool]) -> tuple[ToolSpec, ...]:
    """All tools of the session with those that a server lists now: each in the place of its former self, new ones behind the server's
    last, those that are listed no more gone. Names that tools have already stay."""
    old = {own_name(tool): tool for tool in tools_of(setup, server.name)}
    offered = {each.own_name: each for each in reversed(listed) if server.takes(each.own_name)}
    in_order = list(dict.fromkeys(each.own_name for each in listed if each.own_name in offered))
    names = model_names(
        in_order, server.prefix, server.name, _taken(setup, server.name), {own: tool.name for own, tool in old.items()}
    )
    fresh = {own: _as_chosen(spec_of(offered[own], server.name, names[own]), old.get(own)) for own in in_order}
    return _placed(setup, server.name, fresh)


def _taken(setup: Setup, server: str) -> frozenset[str]:
    """The names that tools of others have, the program's own among them."""
    return frozenset(tool.name for tool in (*setup.own_tools, *setup.tools) if tool.source != server)


def _as_chosen(fresh: ToolSpec, old: ToolSpec | None) -> ToolSpec:
    if old is None:
        return fresh
    made = replace(fresh, **{member: getattr(old, member) for member in _BY_PERSON})
    return old if made == old else made


def _placed(setup: Setup, server: str, fresh: dict[str, ToolSpec]) -> tuple[ToolSpec, ...]:
    last = max((at + 1 for at, tool in enumerate(setup.tools) if tool.source == server), default=len(setup.tools))
    rest = dict(fresh)
    made: list[ToolSpec] = []
    for tool in setup.tools[:last]:
        if tool.source != server:
            made.append(tool)
        elif own_name(tool) in rest:
            made.append(rest.pop(own_name(tool)))
    tools = (*made, *rest.values(), *setup.tools[last:])
    return setup.tools if tools == setup.tools else tools


def server_put(setup: Setup, server: McpServer, was: McpServer | None, listed: Sequence[ListedTool]) -> dict[str, Any]:
    """The members of the setup that change when `server` is added, or takes the place of `was`. Names that the old prefix gave become those
    of the new one, everywhere; a name that a person gave stays. `listed` is what it is known to list, empty when nothing is known."""
    if was is None:
        return {"servers": (*setup.servers, server)}
    servers = tuple(server if each.name == was.name else each for each in setup.servers)
    setup = replace(setup, servers=servers, tools=_of_source(setup, was.name, server.name))
    members: dict[str, Any] = {"servers": servers}
    names = _new_names(setup, was, server)
    if names:
        changed = all_renamed(setup, names)
        setup, members = replace(setup, **changed), {**members, **changed}
    kept = [tool for tool in setup.tools if tool.source != server.name or server.takes(own_name(tool))]
    setup = replace(setup, tools=tuple(kept))
    return {**members, "tools": taken_in(setup, server, listed) if listed else setup.tools}


def _of_source(setup: Setup, was: str, name: str) -> tuple[ToolSpec, ...]:
    return tuple(replace(tool, source=name) if tool.source == was else tool for tool in setup.tools)


def _new_names(setup: Setup, was: McpServer, server: McpServer) -> dict[str, str]:
    """The names that tools get otherwise under the new settings of their server, old to new: none that a person gave."""
    if (was.prefix, was.name) == (server.prefix, server.name):
        return {}
    mine = {own_name(tool): tool.name for tool in tools_of(setup, server.name)}
    taken = _taken(setup, server.name)
    before = model_names(mine, was.prefix, was.name, taken, {})
    by_hand = {own: name for own, name in mine.items() if before[own] != name}
    after = model_names(mine, server.prefix, server.name, taken, by_hand)
    return {mine[own]: after[own] for own in mine if mine[own] != after[own]}


def server_removed(setup: Setup, name: str) -> dict[str, Any]:
    """The members of the setup that change when a server goes, with its tools and all that was chosen for them."""
    gone = {tool.name for tool in tools_of(setup, name)}
    return {
        "servers": tuple(each for each in setup.servers if each.name != name),
        "tools": tuple(tool for tool in setup.tools if tool.name not in gone),
        "off": tuple(each for each in setup.off if each not in gone),
        "pinned": tuple(each for each in setup.pinned if each not in gone),
        "choices": {each: one for each, one in setup.choices.items() if each not in gone},
        "executors": {each: one for each, one in setup.executors.items() if each not in gone},
    }


def taken_tools(setup: Setup, server: McpServer, listed: Sequence[ListedTool]) -> tuple[TakenTool, ...]:
    """What a server lists, each with the tool of the session; behind it what the session still has of the server and would send, though
    the server lists it no more: its list is taken in later, or was learned elsewhere in the session."""
    mine = {own_name(tool): tool for tool in tools_of(setup, server.name)}
    names = {each.own_name for each in listed}
    kept = [_as_listed(own, tool) for own, tool in mine.items() if own not in names]
    return tuple(_taken_tool(each, mine.get(each.own_name)) for each in (*listed, *kept))


def _as_listed(own: str, tool: ToolSpec) -> ListedTool:
    return ListedTool({**tool.metadata, "name": own, "description": tool.description, "inputSchema": tool.parameters})


def _taken_tool(listed: ListedTool, spec: ToolSpec | None) -> TakenTool:
    said = listed.value.get("description")
    return TakenTool(
        listed.own_name,
        spec,
        title=title_of(listed),
        description=said if isinstance(said, str) else "",
        read_only=hint(listed, "readOnlyHint"),
        destructive=hint(listed, "destructiveHint"),
        idempotent=hint(listed, "idempotentHint"),
        open_world=hint(listed, "openWorldHint"),
    )
