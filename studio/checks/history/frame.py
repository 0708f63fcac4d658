"""What a request body says beside its messages: which tools, whether the model is to think, where the messages stand.

Above: `checker`. Below: `names`, `walk`. Each format's order of messages follows from it.
"""

from typing import Any

from studio.checks.history.item import Wrong
from studio.checks.history.names import name_wrong
from studio.checks.history.problem import Severity
from studio.checks.history.server import Server
from studio.checks.history.walk import Order


def list_member(dialect: str) -> str:
    """The member of a body that holds the messages."""
    return "input" if dialect == "openai_responses" else "messages"


def order_of(frame: dict[str, Any], server: Server) -> Order:
    """What the format asks of the order of messages in a request with these other members."""
    # A server that doubles ids itself takes them back.
    doubled: Severity = "error" if server.strict else "warning"
    match server.dialect:
        case "anthropic_messages":
            thinking = frame.get("thinking")
            on = isinstance(thinking, dict) and thinking.get("type") == "enabled"
            return Order(doubled=doubled, at_once=True, thinking=on)
        case "openai_responses":
            elsewhere = bool(frame.get("previous_response_id") or frame.get("conversation"))
            return Order(doubled=doubled, later=True, follows=doubled, elsewhere=elsewhere)
        case "ollama_chat":
            return Order("warning", by_place=True)
        case _:
            return Order(doubled=doubled, alternates=server.alternates)


def tool_wrongs(frame: dict[str, Any], server: Server) -> tuple[Wrong, ...]:
    """What is wrong with the names of the declared tools. `where` is their place in the body."""
    tools = frame.get("tools")
    found = (_tool_wrong(tool, at, server) for at, tool in enumerate(tools if isinstance(tools, list) else ()))
    return tuple(wrong for wrong in found if wrong is not None)


def _tool_wrong(tool: Any, at: int, server: Server) -> Wrong | None:
    if not isinstance(tool, dict):
        return None
    for member in ("function", "custom"):
        inside = tool.get(member)
        if isinstance(inside, dict):
            name = inside.get("name")
            return name_wrong(name, f"/tools/{at}/{member}/name", -1, "", server) if isinstance(name, str) else None
    name = tool.get("name")
    return name_wrong(name, f"/tools/{at}/name", -1, "", server) if isinstance(name, str) else None
