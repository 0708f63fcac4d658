"""The response object: a whole reply read and written, and what a stream says of it at its end.

Above: `openai_responses`, `_stream`, `_stream_write`. Below: `_items`, `_read`, `_write`. What the object repeats of the request
(instructions, tools, settings) is not kept: it is no part of the reply.
"""

from typing import Any

import msgspec

from studio.dialects.json_bytes import dump_text
from studio.dialects.openai_chat_error import error_in, shortened
from studio.dialects.openai_responses_items import NAME, name_text, read_item
from studio.dialects.openai_responses_made import dressed, undressed
from studio.dialects.openai_responses_read import read_usage
from studio.dialects.openai_responses_write import assistant_items, usage_value
from studio.messages.origin import marked
from studio.messages.parts import Part
from studio.messages.reply import ChatReply, ProviderError
from studio.said import said

_OWN = frozenset(("id", "object", "created_at", "completed_at", "model", "output", "usage", "status"))
_REPEATED = frozenset(
    (
        "access_programs", "background", "background_options", "context_management", "conversation", "image", "include",
        "instructions", "max_output_tokens", "max_tool_calls", "metadata", "parallel_tool_calls", "previous_response_id",
        "prompt", "prompt_cache_key", "prompt_cache_options", "prompt_cache_retention", "reasoning", "safety_identifier",
        "service_tier", "store", "temperature", "text", "tool_choice", "tools", "top_logprobs", "top_p", "truncation", "user",
    )
)  # fmt: skip
_NOTHING: tuple[Any, ...] = (None, [], {}, "")
_UNDER_WAY = ("queued", "in_progress")
_COMPLETED = frozenset(("completed", "stop", "tool_calls", "function_call", "end_turn", "tool_use", "stop_sequence"))
_REASONS = {"length": "max_output_tokens", "max_tokens": "max_output_tokens"}


def read_response(value: dict[str, Any]) -> ChatReply:
    """The reply in a response object whose `output` is a list. Items that are no objects are left out."""
    parts: list[Part] = []
    for item in value.get("output") or ():
        if isinstance(item, dict):
            parts.extend(read_item(undressed(item), parts[-1] if parts else None))
    usage = value.get("usage")
    reply = ChatReply(
        tuple(parts),
        finish_of(value),
        read_usage(usage) if isinstance(usage, dict) else None,
        name_text(value.get("model")),
        name_text(value.get("id")),
        reply_extra(value),
    )
    return marked(reply, NAME)


def finish_of(value: dict[str, Any], otherwise: str = "") -> str | None:
    """Why the response ended: the reason of one that is incomplete, else its status; None while it is under way.
    `otherwise` is the status to take when it names none."""
    status = value.get("status") if "status" in value else otherwise
    if not isinstance(status, str) or not status or status in _UNDER_WAY:
        return None
    details = value.get("incomplete_details")
    reason = details.get("reason") if isinstance(details, dict) else None
    return reason if status == "incomplete" and isinstance(reason, str) and reason else status


def reply_extra(value: dict[str, Any]) -> dict[str, Any]:
    """What else the response says of itself: the status if it is not `completed`, why it is incomplete, unknown members."""
    extra = {key: inner for key, inner in value.items() if key not in _OWN | _REPEATED and inner not in _NOTHING}
    status = value.get("status")
    return {"status": status, **extra} if isinstance(status, str) and status != "completed" else extra


def failure_in(value: dict[str, Any]) -> ProviderError | None:
    """The error of a response object or of an event, None when there is none; its body is the error, whole."""
    error = value.get("error")
    if not error and value.get("status") in ("failed", "cancelled"):
        words = said("The response failed.") if value["status"] == "failed" else said("The response was cancelled.")
        error = {"message": words, "code": value["status"]}
    found = error_in({"error": error}) if error else error_in(value)
    return found and msgspec.structs.replace(found, body=shortened(dump_text(error or value), 4000))


def response_value(reply: ChatReply) -> dict[str, Any]:
    """The reply as a response object. Items that nobody gave an id get one, and members that clients expect are there."""
    status, details = _ending(reply)
    items = enumerate(assistant_items(reply.parts))
    value = {
        "id": reply.id,
        "object": "response",
        "created_at": 0,
        "status": status,
        "error": None,
        "incomplete_details": details,
        "model": reply.model_name,
        "output": [dressed(item, reply.id, n) if isinstance(item, dict) else item for n, item in items],
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": [],
        "usage": None if reply.usage is None else usage_value(reply.usage),
    }
    return {**value, **reply.extra}


def _ending(reply: ChatReply) -> tuple[str | None, dict[str, Any] | None]:
    """Status and incomplete details that say the finish reason, also one of another format."""
    finish = reply.finish
    if finish is None or "status" in reply.extra:
        return None, None
    if finish in _COMPLETED:
        return "completed", None
    if finish in ("failed", "cancelled"):
        return finish, None
    return "incomplete", {"reason": _REASONS.get(finish, finish)}
