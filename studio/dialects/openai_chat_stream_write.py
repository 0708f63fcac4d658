"""Writes a reply as Chat Completions streams it: one chunk a part, the usage in a chunk of its own, then `[DONE]`.

Above: `openai_chat`. Below: `openai_chat_write`. The counterpart of `openai_chat_stream`.
"""

from collections.abc import Iterator
from typing import Any

from studio.dialects.json_bytes import dumps
from studio.dialects.openai_chat_read import REASONING_MEMBERS
from studio.dialects.openai_chat_usage import usage_value
from studio.dialects.openai_chat_write import call_entry, legacy_entry, part_entry
from studio.messages.parts import Call, Part, Reasoning, Refusal, Text
from studio.messages.reply import ChatReply


def stream_events(reply: ChatReply) -> Iterator[bytes]:
    """The events of `reply`, each with its framing."""
    yield _chunk(reply, {"role": "assistant", "content": ""})
    for delta in _deltas(reply):
        yield _chunk(reply, delta)
    yield _chunk(reply, {}, reply.finish)
    if reply.usage is not None:
        yield _event(_frame(reply) | {"choices": [], "usage": usage_value(reply.usage)})
    yield b"data: [DONE]\n\n"


def _deltas(reply: ChatReply) -> Iterator[dict[str, Any]]:
    position = 0
    for part in reply.parts:
        yield _delta(part, position)
        position += isinstance(part, Call) and part.form != "legacy"
    if reply.extra:
        yield dict(reply.extra)


def _delta(part: Part, position: int) -> dict[str, Any]:
    match part:
        case Text() if not part.extra:
            return {"content": part.text}
        case Reasoning() if part.extra.get("member") != "content":
            return {part.extra.get("member", REASONING_MEMBERS[0]): part.text}
        case Refusal():
            return {"refusal": part.text}
        case Call() if part.form == "legacy":
            return {"function_call": legacy_entry(part)}
        case Call():
            return {"tool_calls": [{"index": position, **call_entry(part)}]}
        case _:
            return {"content": [part_entry(part)]}


def _frame(reply: ChatReply) -> dict[str, Any]:
    return {"id": reply.id, "object": "chat.completion.chunk", "created": 0, "model": reply.model_name}


def _chunk(reply: ChatReply, delta: dict[str, Any], finish: str | None = None) -> bytes:
    return _event(_frame(reply) | {"choices": [{"index": 0, "delta": delta, "finish_reason": finish}]})


def _event(value: dict[str, Any]) -> bytes:
    return b"data: " + dumps(value) + b"\n\n"
