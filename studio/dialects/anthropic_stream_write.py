"""Writes a reply as Anthropic Messages streams it: message_start, each block with its pieces, message_delta, message_stop.

Above: `anthropic_messages`. Below: `anthropic_write`. The counterpart of `anthropic_stream`.
"""

from collections.abc import Iterator
from typing import Any

from studio.dialects.anthropic_read import REPLY, rest
from studio.dialects.anthropic_write import part_block
from studio.dialects.anthropic_write_tools import usage_value
from studio.dialects.json_bytes import dump_text, dumps
from studio.messages.parts import Call, Part
from studio.messages.reply import ChatReply

_LATE = ("stop_sequence", "stop_details", "container")
_LATE_BESIDE = ("context_management",)


def stream_events(reply: ChatReply) -> Iterator[bytes]:
    """The events of `reply`, each with its framing."""
    members = reply.extra.get(REPLY, {})
    usage = usage_value(reply.usage)
    yield _event("message_start", {"message": {**message_frame(reply), **rest(members, *_LATE, *_LATE_BESIDE)}})
    for index, part in enumerate(reply.parts):
        yield from _block(part, index)
    late = {"stop_reason": reply.finish, "stop_sequence": None, **_only(members, _LATE)}
    spent = {"output_tokens": usage.get("output_tokens") or 0}
    yield _event("message_delta", {"delta": late, "usage": spent, **_only(members, _LATE_BESIDE)})
    yield _event("message_stop", {})


def message_frame(reply: ChatReply) -> dict[str, Any]:
    """The message without its content."""
    return {
        "id": reply.id,
        "type": "message",
        "role": "assistant",
        "model": reply.model_name,
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
        "usage": usage_value(reply.usage),
    }


def _block(part: Part, index: int) -> Iterator[bytes]:
    start, deltas = _pieces(part)
    yield _event("content_block_start", {"index": index, "content_block": start})
    for delta in deltas:
        yield _event("content_block_delta", {"index": index, "delta": delta})
    yield _event("content_block_stop", {"index": index})


def _pieces(part: Part) -> tuple[Any, list[dict[str, Any]]]:
    """The block as it begins, and what comes after."""
    block = part_block(part)
    match block:
        case {"type": "tool_use"} if isinstance(part, Call):
            return {**block, "input": {}}, [_input(""), _input(part.arguments)] if part.arguments else [_input("")]
        case {"type": "text", "text": str() as text}:
            return _text_pieces(block, text)
        case {"type": "thinking", "thinking": str() as text}:
            said = [{"type": "thinking_delta", "thinking": text}] if text else []
            signature = block.get("signature")
            signed = [{"type": "signature_delta", "signature": signature}] if signature else []
            began = {"signature": ""} if "signature" in block else {}
            return {**block, "thinking": "", **began}, [*said, *signed]
        case {"type": str(), "id": str(), "name": str(), "input": dict() as given} if given:
            return {**block, "input": {}}, [_input(""), _input(dump_text(given))]
        case _:
            return block, []


def _text_pieces(block: dict[str, Any], text: str) -> tuple[Any, list[dict[str, Any]]]:
    deltas: list[dict[str, Any]] = [{"type": "text_delta", "text": text}] if text else []
    cited = block.get("citations")
    if not isinstance(cited, list):
        return {**block, "text": ""}, deltas
    deltas.extend({"type": "citations_delta", "citation": citation} for citation in cited)
    return {**block, "text": "", "citations": []}, deltas


def _input(text: str) -> dict[str, Any]:
    return {"type": "input_json_delta", "partial_json": text}


def _only(members: dict[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    return {key: value for key, value in members.items() if key in names}


def _event(kind: str, members: dict[str, Any]) -> bytes:
    return b"event: " + kind.encode() + b"\ndata: " + dumps({"type": kind, **members}) + b"\n\n"
