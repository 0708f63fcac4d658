"""What went wrong between the program and an MCP server, in one sentence that names the server.

Above: `connection`, `server_calls`. Below: the SDK's errors, `server_error`. Nothing is cleaned here.
"""

from mcp.shared.exceptions import MCPError
from pydantic import ValidationError

from studio.said import said
from studio.tools.mcp.server_error import ServerError
from studio.tools.mcp.told_error import short


def problem(server: str, error: Exception, doing: str = "") -> ServerError:
    """The error as one of ours. `doing` is what it was asked (`tools/list`), empty while it starts."""
    error = first_of(error)
    if isinstance(error, ServerError):
        return error
    why = what_failed(error)
    if doing and isinstance(error, MCPError):
        return ServerError(said("{server} {why}, to {asked}.", server=server, why=why, asked=doing))
    return ServerError(said("{server} {why}.", server=server, why=why))


def what_failed(error: Exception) -> str:
    """The rest of a sentence about the server."""
    error = first_of(error)
    match error:
        case MCPError():
            return said(
                "answered with the error {code}, {why}",
                code=error.error.code,
                why=short(error.error.message).rstrip(".") or said("no message"),
            )
        case ValidationError():
            first = error.errors(include_url=False, include_input=False)[0]
            place = ".".join(str(each) for each in first["loc"])
            return said("answered what the protocol does not know ({place}: {why})", place=place, why=first["msg"])
        case TimeoutError():
            return said("did not answer in time")
        case OSError():
            return said("cannot be reached: {why}", why=str(error) or type(error).__name__)
        case _:
            return said("could not be talked to: {why}", why=str(error).rstrip(".") or type(error).__name__)


def first_of(error: Exception) -> Exception:
    """The first error of a group: what went wrong comes so out of the SDK's task groups."""
    while isinstance(error, ExceptionGroup):
        error = error.exceptions[0]
    return error
