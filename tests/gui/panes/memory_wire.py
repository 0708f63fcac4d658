"""A message as a chat endpoint reads it, in short.

Above: `memory_session`. Below: `messages`.
"""

from typing import Any

from studio.messages.message import Message


def wire(message: Message) -> list[dict[str, Any]]:
    """The message, or one for each of its results."""
    if message.results:
        return [{"role": "tool", "tool_call_id": result.call_id, "content": result.text} for result in message.results]
    made: dict[str, Any] = {"role": message.role, "content": message.text or None}
    if message.calls:
        made["tool_calls"] = [
            {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}
            for call in message.calls
        ]
    return [made]
