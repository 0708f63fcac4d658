"""MCP servers before a request: started so that their lists are fresh, and what they list now as a change of the settings.

Above: `services`, `serving`. Below: `servers`, `taken_in`. One that fails is told once and the session goes on without it, unless it is
needed. One that was tried already is started again only by a call of its tools, or by the person.
"""

from collections.abc import Mapping

from msgspec.structs import replace

from studio.engine.services import Settled
from studio.messages.remark import Remark
from studio.problems import StudioError
from studio.session.events import SetupChanged
from studio.session.frames import frames
from studio.session.mcp_servers import McpServer
from studio.session.state import SessionState
from studio.workspace.servers import Servers
from studio.workspace.taken_in import taken_in

LISTED = "server_listed"
FAILED = "server_failed"
_MOST = 600
"""Characters of why a server failed that a remark keeps; all of it stands in its log."""


async def start(servers: Servers, server: McpServer) -> None:
    """Start a server that a call needs. Raises StudioError when that cannot be; of a server that is not needed and fails the model is told
    instead, by the result of the call."""
    try:
        await servers.ready(server)
    except StudioError:
        if server.needed or not servers.failed(server):
            raise


async def settle(servers: Servers, state: SessionState) -> Settled:
    """Start the servers that were not tried yet, and those that are needed, all at once; take over what they list now."""
    on = [server for server in state.setup.servers if server.on]
    failed = await servers.start_all([server for server in on if _is_to_start(servers, server)])
    await servers.settled(on)
    told = tuple(Remark(FAILED, f"{name}: {str(error)[:_MOST]}") for name, error in failed.items())
    changed = listed_now(servers, state)
    if told:
        changed = replace(changed or SetupChanged(), remarks=(*told, *(changed.remarks if changed else ())))
    return Settled(changed, next(filter(None, (_missing(servers, server, failed) for server in on)), ""))


def listed_now(servers: Servers, state: SessionState) -> SetupChanged | None:
    """The change that takes over what the servers list now; None where all is as the session has it, and while a call is open. That the
    tools of a server come in for the first time is what everybody expects; that they are others than before is told."""
    if any(_call_is_open(frame) for frame in frames(state)):
        return None
    setup = state.setup
    remarks: list[Remark] = []
    for server in setup.servers:
        if server.on and servers.is_ready(server):
            tools = taken_in(setup, server, servers.listed(server))
            if tools is not setup.tools and any(tool.source == server.name for tool in setup.tools):
                remarks.append(Remark(LISTED, server.name))
            setup = replace(setup, tools=tools)
    return None if setup.tools is state.setup.tools else SetupChanged(tools=setup.tools, remarks=tuple(remarks))


def _is_to_start(servers: Servers, server: McpServer) -> bool:
    if not servers.trusts(server):
        return False
    return not servers.was_tried(server) or (server.needed and not servers.is_ready(server))


def _missing(servers: Servers, server: McpServer, failed: Mapping[str, StudioError]) -> str:
    """Why a server that is needed is not there; empty when it is, or is not needed."""
    if not server.needed or servers.is_ready(server):
        return ""
    return str(failed.get(server.name) or servers.why_not(server) or servers.look(server).why)


def _call_is_open(state: SessionState) -> bool:
    """Whether a call of the reply waits; that of an agent at work does not."""
    calls = state.open.calls if state.open is not None else ()
    return any(call.status == "open" for call in calls)
