"""What MCP servers say, as lines of the console: their log, what they wrote to stderr, and notifications by name.

Above: the console. Below: `mcp_log`, `console_lines`. Words of a server stay as they are. Pure.
"""

from collections.abc import Sequence

from studio.present.console_lines import ConsoleLine, Level
from studio.present.mcp_log import log_entry
from studio.session.server_view import WireMessage

_LEVELS: dict[str, Level] = {"error": "error", "warn": "warning"}
_MOST = 2000
_QUIET = frozenset(("notifications/progress",))
"""Notifications that come by the hundred and are shown where the call is."""


def mcp_lines(server: str, messages: Sequence[WireMessage], after: int, when: str) -> tuple[list[ConsoleLine], int]:
    """The lines of the messages that came after number `after`, and the number of the last. A server that began anew counts from 1."""
    last = messages[-1].number if messages else after
    after = after if last >= after else 0
    found: list[ConsoleLine] = []
    for at in range(len(messages) - 1, -1, -1):
        message = messages[at]
        if message.number <= after or len(found) >= _MOST:
            break
        line = _line(server, message, when)
        found += [line] if line is not None else []
    return found[::-1], last


def _line(server: str, message: WireMessage, when: str) -> ConsoleLine | None:
    entry = log_entry(message)
    if entry is not None:
        origin = " ".join(filter(None, (server, entry.level, entry.logger)))
        return ConsoleLine("mcp", entry.text.rstrip("\n"), when, _LEVELS.get(entry.tone, "info"), origin)
    if message.kind == "notification" and not message.sent and message.method not in _QUIET:
        return ConsoleLine("mcp", message.method, when, origin=server, tone="muted")
    return None
