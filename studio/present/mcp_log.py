"""The log of an MCP server: what it wrote to stderr, the log messages it sent, what stood on its standard output and was no message.

Above: the MCP dock. Below: `mcp_messages`. Words of a server stay as they are.
"""

from typing import Any

import msgspec

from studio.present.mcp_messages import LOGGED
from studio.session.server_view import WireMessage

_BAD = frozenset(("error", "critical", "alert", "emergency"))


class LogEntry(msgspec.Struct, frozen=True):
    """`level` is the server's own word, or `stderr`, `noise`, `state`; `tone`: error, warn, muted or text."""

    t: float
    level: str
    tone: str
    text: str
    logger: str = ""


def log_entry(message: WireMessage) -> LogEntry | None:
    """What a message adds to the log; None where it does not belong there."""
    match message.kind:
        case "stderr":
            return LogEntry(message.t, "stderr", "text", message.text)
        case "noise":
            return LogEntry(message.t, "noise", "warn", message.text)
        case "state":
            return LogEntry(message.t, "state", "muted", message.text)
        case "notification" if message.method == LOGGED:
            return _logged(message)
        case _:
            return None


def _logged(message: WireMessage) -> LogEntry:
    params = _params(message.text)
    level = str(params.get("level", "")) or "info"
    tone = "error" if level in _BAD else "warn" if level == "warning" else "muted" if level == "debug" else "text"
    data = params.get("data", message.text if not params else "")
    text = data if isinstance(data, str) else msgspec.json.encode(data).decode("utf-8", "replace")
    return LogEntry(message.t, level, tone, text, str(params.get("logger") or ""))


def _params(text: str) -> dict[str, Any]:
    try:
        value = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return {}
    params = value.get("params") if isinstance(value, dict) else None
    return params if isinstance(params, dict) else {}
