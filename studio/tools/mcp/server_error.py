"""The error of MCP servers: one that cannot start, ended, or was sent what is no message.

Above: the rest of `tools/mcp`, `workspace`. Below: `problems`.
"""

from studio.problems import StudioError


class ServerError(StudioError):
    """What went wrong with a server. The sentence names it, and holds no secret; where it wrote something before it ended, the end of
    that stands in the help."""
