"""What an MCP server said of itself when it began: its capabilities, read off the messages.

Above: the MCP dock. Below: `session/server_view`. What is not in the messages any more is not known.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from studio.session.server_view import WireMessage

_BEGINNING = 200
"""Messages among which the answer that names the capabilities is looked for."""


def capabilities(messages: Sequence[WireMessage]) -> tuple[str, ...]:
    """The names of what the server can do, with what is switched on of each: `tools (listChanged)`. Empty when it is not known."""
    for at in range(min(len(messages), _BEGINNING)):
        message = messages[at]
        if message.kind == "answer" and not message.sent and '"capabilities"' in message.text:
            found = _of(message.text)
            if found is not None:
                return tuple(_said(name, value) for name, value in found.items())
    return ()


def _of(text: str) -> dict[str, Any] | None:
    try:
        value = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return None
    result = value.get("result") if isinstance(value, dict) else None
    found = result.get("capabilities") if isinstance(result, dict) else None
    return found if isinstance(found, dict) else None


def _said(name: str, value: Any) -> str:
    on = [each for each, yes in value.items() if yes is not False] if isinstance(value, dict) else []
    return f"{name} ({', '.join(on)})" if on else name
