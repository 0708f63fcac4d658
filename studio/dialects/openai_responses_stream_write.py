"""Writes a reply as Responses streams it: numbered events, each item announced, told and finished, then the whole response.

Above: `openai_responses`. Below: `_reply`. The counterpart of `openai_responses_stream`.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from studio.dialects.json_bytes import dumps
from studio.dialects.openai_responses_reply import response_value
from studio.messages.reply import ChatReply

Event = tuple[str, dict[str, Any]]


def stream_events(reply: ChatReply) -> Iterator[bytes]:
    """The events of `reply`, each with its framing."""
    for number, (kind, members) in enumerate(_events(response_value(reply))):
        value = {"type": kind, "sequence_number": number, **members}
        yield b"event: " + kind.encode() + b"\ndata: " + dumps(value) + b"\n\n"


def _events(response: dict[str, Any]) -> Iterator[Event]:
    begun = {
        **response,
        "status": "in_progress",
        "output": [],
        "usage": None,
        "error": None,
        "incomplete_details": None,
    }
    yield "response.created", {"response": begun}
    yield "response.in_progress", {"response": begun}
    for index, item in enumerate(response["output"]):
        yield from _item(index, item)
    ended = response["status"] if response["status"] in ("incomplete", "failed") else "completed"
    yield f"response.{ended}", {"response": response}


def _item(index: int, item: Any) -> Iterator[Event]:
    beginning, telling = _told(item) if isinstance(item, dict) else (item, [])
    yield "response.output_item.added", {"output_index": index, "item": beginning}
    where = {"item_id": item.get("id"), "output_index": index} if isinstance(item, dict) else {}
    for kind, members in telling:
        yield f"response.{kind}", {**where, **members}
    yield "response.output_item.done", {"output_index": index, "item": item}


def _told(item: dict[str, Any]) -> tuple[dict[str, Any], Iterable[Event]]:
    """The item as it is announced, and the events that tell what it says."""
    begun = {**item, "status": "in_progress"} if "status" in item else item
    match item:
        case {"type": "message", "content": list() as pieces}:
            return {**begun, "content": []}, _pieces(pieces)
        case {"type": "function_call", "arguments": str() as text}:
            return {**begun, "arguments": ""}, _told_call("function_call_arguments", "arguments", text)
        case {"type": "custom_tool_call", "input": str() as text}:
            return {**begun, "input": ""}, _told_call("custom_tool_call_input", "input", text)
        case {"type": "reasoning"}:
            bare = {key: value for key, value in begun.items() if key not in ("content", "encrypted_content")}
            return {**bare, "summary": []}, _reasoning(item)
        case _:
            return begun, []


def _told_call(kind: str, member: str, text: str) -> Iterator[Event]:
    if text:
        yield f"{kind}.delta", {"delta": text}
    yield f"{kind}.done", {member: text}


def _pieces(pieces: list[Any]) -> Iterator[Event]:
    for index, piece in enumerate(pieces):
        at = {"content_index": index}
        match piece:
            case {"type": "output_text", "text": str() as text}:
                logprobs = {"logprobs": piece.get("logprobs") or []}
                yield (
                    "content_part.added",
                    {**at, "part": {"type": "output_text", "text": "", "annotations": [], **_EMPTY}},
                )
                yield from (("output_text.delta", {**at, "delta": text, **logprobs}),) if text else ()
                yield "output_text.done", {**at, "text": text, **logprobs}
            case {"type": "refusal", "refusal": str() as text}:
                yield "content_part.added", {**at, "part": {"type": "refusal", "refusal": ""}}
                yield from (("refusal.delta", {**at, "delta": text}),) if text else ()
                yield "refusal.done", {**at, "refusal": text}
            case _:
                yield "content_part.added", {**at, "part": piece}
        yield "content_part.done", {**at, "part": piece}


_EMPTY: dict[str, Any] = {"logprobs": []}


def _reasoning(item: dict[str, Any]) -> Iterator[Event]:
    for index, text in _texts(item.get("summary")):
        at, part = {"summary_index": index}, {"type": "summary_text", "text": text}
        yield "reasoning_summary_part.added", {**at, "part": {**part, "text": ""}}
        yield "reasoning_summary_text.delta", {**at, "delta": text}
        yield "reasoning_summary_text.done", {**at, "text": text}
        yield "reasoning_summary_part.done", {**at, "part": part}
    for index, text in _texts(item.get("content")):
        yield "reasoning_text.delta", {"content_index": index, "delta": text}
        yield "reasoning_text.done", {"content_index": index, "text": text}


def _texts(pieces: Any) -> Iterator[tuple[int, str]]:
    for index, piece in enumerate(pieces if isinstance(pieces, list) else []):
        if isinstance(piece, dict) and isinstance(text := piece.get("text"), str):
            yield index, text
