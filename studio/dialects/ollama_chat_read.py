"""Reads the messages and counts of Ollama's chat bodies into neutral values.

Above: `ollama_chat`, `ollama_chat_stream`. Below: `messages`. What no part stands for is kept: unknown members of a message, call or
result in its `extra` (those beside `arguments` under "entry"), entries that are no picture or no call as Opaque
`{list: entry}`, a message of an unknown role as one Opaque.
"""

import base64
import binascii
import math
from typing import Any

from studio.dialects.dialect_error import DialectError
from studio.dialects.json_bytes import dump_text
from studio.messages.arguments import read_arguments
from studio.messages.message import Message, Role
from studio.messages.parts import Call, Image, Opaque, Part, Reasoning, Result, Text
from studio.messages.reply import Usage
from studio.said import said

NAME = "ollama_chat"
RAW = "raw_arguments"
KNOWN = frozenset(("role", "content", "thinking", "images", "tool_calls"))

_ROLES: dict[str, Role] = {"system": "system", "developer": "developer", "user": "user", "assistant": "assistant"}
_NO_COUNTS = frozenset(("model", "created_at", "message", "done", "done_reason", "error"))
_UNTOLD = "application/octet-stream"
_BEGINNINGS = (
    ("iVBORw0KGgo", "image/png"),
    ("/9j/", "image/jpeg"),
    ("R0lGOD", "image/gif"),
    ("UklGR", "image/webp"),
    ("Qk0", "image/bmp"),
)


def read_messages(items: list[Any]) -> list[Message]:
    """The messages of a request; adjoining `tool` messages are one. DialectError with the place of what is no message."""
    messages: list[Message] = []
    results: list[Result] = []
    for position, item in enumerate(items):
        place = f"messages[{position}]"
        if not isinstance(item, dict):
            raise DialectError(said("a message has to be an object."), place=place)
        if item.get("role") == "tool":
            results.append(read_result(item, place))
            continue
        _close(messages, results)
        messages.append(read_message(item, place))
    _close(messages, results)
    return messages


def _close(messages: list[Message], results: list[Result]) -> None:
    if results:
        messages.append(Message("tool", tuple(results)))
        results.clear()


def read_message(item: dict[str, Any], place: str = "message") -> Message:
    """One message that is no tool result: thinking, text, pictures and calls, in this order."""
    role_said = item.get("role")
    if not isinstance(role_said, str) or not role_said:
        raise DialectError(said("a message needs its role."), place=f"{place}.role")
    role = _ROLES.get(role_said)
    if role is None:
        # Some templates have roles of their own (Granite's `control`).
        return Message("system", (Opaque(NAME, item),))
    extra = {key: value for key, value in item.items() if key not in KNOWN}
    parts: list[Part] = []
    if thinking := _text(item, "thinking", place):
        parts.append(Reasoning(thinking))
    if content := _text(item, "content", place):
        parts.append(Text(content))
    parts.extend(read_image(entry) for entry in _list(item, "images", place))
    parts.extend(read_call(entry, at) for at, entry in enumerate(_list(item, "tool_calls", place)))
    return Message(role, tuple(parts), extra)


def read_result(item: dict[str, Any], place: str) -> Result:
    """One `tool` message. Its tool stands in `tool_name`, with older clients in `name`; an id only newer servers know."""
    call_id, name = item.get("tool_call_id"), item.get("tool_name") or item.get("name")
    extra = {key: value for key, value in item.items() if key not in ("role", "content", "tool_name", "images")}
    if call_id and isinstance(call_id, str | int):
        del extra["tool_call_id"]
    media, others = [], []
    for entry in _list(item, "images", place):
        image = read_image(entry)
        if isinstance(image, Image):
            media.append(image)
        else:
            others.append(entry)
    if others:
        extra["images"] = others
    text = _text(item, "content", place)
    known = str(call_id) if call_id and isinstance(call_id, str | int) else None
    return Result(known, text, str(name or ""), media=tuple(media), extra=extra)


def read_image(entry: Any) -> Image | Opaque:
    """A picture as a data URL. The format names no type, so it is read off the first bytes."""
    if not isinstance(entry, str) or not _is_base64(entry):
        return Opaque(NAME, {"images": entry})
    kind = next((kind for start, kind in _BEGINNINGS if entry.startswith(start)), _UNTOLD)
    return Image(f"data:{kind};base64,{entry}", kind)


def _is_base64(text: str) -> bool:
    try:
        return bool(base64.b64decode(text, validate=True))
    except (binascii.Error, ValueError):
        return False


def read_call(entry: Any, position: int) -> Call | Opaque:
    """One entry of `tool_calls`; what is none is kept whole. A server that gives ids counts the calls in `index`: that is not kept,
    so that it stays true when a call is taken out."""
    function = entry.get("function") if isinstance(entry, dict) else None
    if not isinstance(function, dict):
        return Opaque(NAME, {"tool_calls": entry})
    call_id, name = entry.get("id"), function.get("name")
    extra = {key: value for key, value in entry.items() if key not in ("id", "function")}
    beside = {key: value for key, value in function.items() if key not in ("name", "arguments")}
    if call_id and beside.get("index") == position:
        del beside["index"]
    if beside:
        extra["entry"] = beside
    named = str(call_id) if call_id and isinstance(call_id, str | int) else None
    return Call(name if isinstance(name, str) else "", argument_text(function.get("arguments")), named, extra=extra)


def argument_text(value: Any) -> str:
    """The argument text: of an object its compact JSON, a text as it is (imitators send one). The object that stands for a text
    without a value gives that text."""
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    raw = value.get(RAW) if isinstance(value, dict) and len(value) == 1 else None
    return raw if isinstance(raw, str) and read_arguments(raw).value is None else dump_text(value)


def read_usage(value: dict[str, Any]) -> Usage | None:
    """The counts and durations (nanoseconds) of a last line, all of them in `raw`; None when it has none."""
    raw = {key: inner for key, inner in value.items() if key not in _NO_COUNTS and _is_number(inner)}
    if not raw:
        return None
    return Usage(_count(raw.get("prompt_eval_count")), _count(raw.get("eval_count")), None, raw)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _count(value: float | None) -> int | None:
    return int(value) if value is not None and value >= 0 else None


def _text(item: dict[str, Any], key: str, place: str) -> str:
    value = item.get(key)
    if value is None or isinstance(value, str):
        return value or ""
    raise DialectError(said("{key} has to be a text.", key=key), place=f"{place}.{key}")


def _list(item: dict[str, Any], key: str, place: str) -> list[Any]:
    value = item.get(key)
    if value is None or isinstance(value, list):
        return value or []
    raise DialectError(said("{key} has to be a list.", key=key), place=f"{place}.{key}")
