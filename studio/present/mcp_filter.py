"""A server whose filter takes in one more of its tools, or one less, by the server's own name.

Above: the MCP dock. Below: `session/mcp_servers`. Patterns stay as the person wrote them.
"""

from msgspec.structs import replace

from studio.session.mcp_servers import McpServer


def taking(server: McpServer, own_name: str) -> McpServer | None:
    """The server with that tool taken in; None where a pattern leaves it out, which only the person can say otherwise."""
    without = tuple(each for each in server.without if each != own_name)
    made = replace(server, without=without)
    if made.takes(own_name):
        return made
    if made.only:
        made = replace(made, only=(*made.only, own_name))
    return made if made.takes(own_name) else None


def leaving(server: McpServer, own_name: str) -> McpServer:
    """The server without that tool. An empty list of those taken in would mean all, so the last one of it is left out by name."""
    only = tuple(each for each in server.only if each != own_name)
    made = replace(server, only=only) if only else server
    return replace(made, without=(*made.without, own_name)) if made.takes(own_name) else made
