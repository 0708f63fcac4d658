"""What went wrong between the program and an MCP server, in one sentence that names the server.

Above: `connection`, `server_calls`. Below: the SDK's errors, `server_error`. Nothing is cleaned here.
"""

from mcp.shared.exceptions import MCPError
from pydantic import ValidationError

from studio.tools.mcp.server_error import ServerError
from studio.tools.mcp.told_error import short


def problem(server: str, error: Exception, doing: str = "") -> ServerError:
    """The error as one of ours. `doing` is what it was asked (`tools/list`), empty while it starts."""
    error = first_of(error)
    if isinstance(error, ServerError):
        return error
    return ServerError(f"{server} {said(error)}{f', to {doing}' if doing and isinstance(error, MCPError) else ''}.")


def said(error: Exception) -> str:
    """The rest of a sentence about the server."""
    error = first_of(error)
    match error:
        case MCPError():
            return (
                f"answered with the error {error.error.code}, {short(error.error.message).rstrip('.') or 'no message'}"
            )
        case ValidationError():
            first = error.errors(include_url=False, include_input=False)[0]
            place = ".".join(str(each) for each in first["loc"])
            return f"answered what the protocol does not know ({place}: {first['msg']})"
        case TimeoutError():
            return "did not answer in time"
        case OSError():
            return f"cannot be reached: {str(error) or type(error).__name__}"
        case _:
            return f"could not be talked to: {str(error).rstrip('.') or type(error).__name__}"


def first_of(error: Exception) -> Exception:
    """The first error of a group: what went wrong comes so out of the SDK's task groups."""
    while isinstance(error, ExceptionGroup):
        error = error.exceptions[0]
    return error
