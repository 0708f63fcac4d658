"""The transport to a server, by how it is reached.

Above: `connection`. Below: `stdio`, `http`.
"""

from typing import assert_never

from studio.session.mcp_servers import Stdio, StreamableHttp, Way
from studio.tools.mcp.http import http_transport
from studio.tools.mcp.lifetime import Reached
from studio.tools.mcp.stdio import stdio_transport
from studio.tools.mcp.wire_log import WireLog
from studio.wire.redact import Redactor


def reach(name: str, way: Way, token: str | None, log: WireLog, redactor: Redactor) -> Reached:
    """A transport for one life of the server. Opens nothing yet."""
    match way:
        case Stdio():
            return stdio_transport(name, way, log, redactor)
        case StreamableHttp():
            return http_transport(name, way, token, log, redactor)
        case _:
            assert_never(way)
