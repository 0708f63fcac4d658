"""A session with servers in memory, shown in the running window.

Above: the tests of the dialogs about MCP servers. Below: `tests/flow/mcp_fake`.
"""

from typing import Any

from studio.messages.parts import Image
from studio.session.mcp_servers import McpServer, Stdio
from studio.session.setup import ResponderChoice, Setup
from studio.workspace.opened import OpenedSession
from tests.flow.mcp_fake import Fakes, FakeServer
from tests.gui.window.conftest import Stage

READ = {
    "name": "read",
    "description": "The text of a file.",
    "inputSchema": {
        "type": "object",
        "properties": {"path": {"type": "string"}, "lines": {"type": "integer", "minimum": 1}},
        "required": ["path"],
    },
}
PICTURE = Image("data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=", "image/gif")


def shown(stage: Stage, *servers: McpServer, **fakes: FakeServer) -> OpenedSession:
    """A session with these servers, none of them trusted, in the window of the stage."""
    stage.program.workspace.world.connect = Fakes(**fakes)
    session = stage.program.workspace.new("Served", setup=Setup(responder=ResponderChoice()))
    for each in servers:
        session.put_server(each)
    stage.window.bridge.show(session)
    return session


def files(**members: Any) -> McpServer:
    """A server of files; what it would start does not matter."""
    return McpServer("files", Stdio("serve-files", ("/notes",)), **members)
