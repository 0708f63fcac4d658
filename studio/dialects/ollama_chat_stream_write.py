"""Writes a reply as Ollama streams it: one line a piece, every call in a line of its own, the counts in the last.

Above: `ollama_chat`. Below: `messages`. The counterpart of `ollama_chat_stream`.
"""

from collections.abc import Iterator
from typing import Any

from studio.dialects.json_bytes import dumps
from studio.dialects.ollama_chat_write import add_beside, usage_members
from studio.messages.parts import Call, Part, Refusal, Text
from studio.messages.reply import ChatReply

_TIME = "1970-01-01T00:00:00Z"


def stream_lines(reply: ChatReply) -> Iterator[bytes]:
    """The lines of `reply`, each with its end."""
    position = 0
    for part in reply.parts:
        yield _line(reply, _message(part, position))
        position += isinstance(part, Call)
    if reply.extra:
        yield _line(reply, {"role": "assistant", "content": "", **reply.extra})
    yield dumps(last_line(reply, {"role": "assistant", "content": ""})) + b"\n"


def last_line(reply: ChatReply, message: dict[str, Any]) -> dict[str, Any]:
    """The line that says that the reply is done; of a whole reply the only one."""
    reason = {} if reply.finish is None else {"done_reason": reply.finish}
    return {**_frame(reply), "message": message, "done": True, **reason, **usage_members(reply.usage)}


def _message(part: Part, position: int) -> dict[str, Any]:
    said = part.text if isinstance(part, Text | Refusal) else ""
    message: dict[str, Any] = {"role": "assistant", "content": said}
    add_beside(message, part, position)
    return message


def _frame(reply: ChatReply) -> dict[str, Any]:
    return {"model": reply.model_name, "created_at": _TIME}


def _line(reply: ChatReply, message: dict[str, Any]) -> bytes:
    return dumps({**_frame(reply), "message": message, "done": False}) + b"\n"
