"""Reads the messages, tools and usage of Chat Completions bodies into neutral values.

Above: `openai_chat`, `openai_chat_stream`. Below: `messages`. What no part stands for is kept in `extra`: unknown members of a part
in its `extra` (those beside `image_url` or `function` under "entry"), unknown members of a message in the message's.
"""

import math
from typing import Any

from studio.dialects.dialect_error import DialectError
from studio.dialects.json_bytes import dump_text
from studio.messages.message import Message
from studio.messages.parts import Call, Image, Opaque, Part, Reasoning, Refusal, Result, Text
from studio.messages.reply import Usage
from studio.messages.toolspec import ToolSpec

NAME = "openai_chat"
REASONING_MEMBERS = ("reasoning_content", "reasoning")

_KNOWN = frozenset(("role", "content", "refusal", "tool_calls", "function_call", *REASONING_MEMBERS))


def read_messages(items: list[Any]) -> list[Message]:
    """The messages of a request; adjoining `tool` messages are one. DialectError with the place of what is no message."""
    messages: list[Message] = []
    names: dict[str, str] = {}
    for position, item in enumerate(items):
        place = f"messages[{position}]"
        if not isinstance(item, dict):
            raise DialectError("a message has to be an object.", place=place)
        if item.get("role") in ("tool", "function"):
            _add_result(messages, read_result(item, names))
            continue
        message = read_message(item, place)
        names.update((call.id, call.name) for call in message.calls if call.id)
        messages.append(message)
    return messages


def read_message(item: dict[str, Any], place: str = "message") -> Message:
    """One message that is no tool result."""
    role = item.get("role")
    if role not in ("system", "developer", "user", "assistant"):
        raise DialectError(f"the role {role!r} is not known.", place=f"{place}.role")
    parts = read_parts(item, place)
    extra = {key: value for key, value in item.items() if key not in _KNOWN}
    if role != "assistant":
        extra.update((key, item[key]) for key in _KNOWN - {"role", "content"} if key in item)
    return Message(role, tuple(parts), extra)


def read_parts(item: dict[str, Any], place: str) -> list[Part]:
    """Reasoning, content, refusal and calls, in this order."""
    parts: list[Part] = []
    assistant = item["role"] == "assistant"
    if assistant:
        text, member = reasoning_in(item)
        if text:
            parts.append(Reasoning(text, extra={} if member == REASONING_MEMBERS[0] else {"member": member}))
    parts.extend(read_content(item.get("content"), place))
    if assistant:
        if isinstance(refusal := item.get("refusal"), str) and refusal:
            parts.append(Refusal(refusal))
        parts.extend(read_calls(item, place))
    return parts


def reasoning_in(item: dict[str, Any]) -> tuple[str, str]:
    """The thinking text and the member it stands in; servers that send both members send the same text twice."""
    for member in REASONING_MEMBERS:
        text = item.get(member)
        if text and isinstance(text, str):
            return text, member
    return "", ""


def read_content(content: Any, place: str) -> list[Part]:
    """The parts of a `content` member: a text, a list of parts, or null."""
    if content is None or content == "":
        return []
    if isinstance(content, str):
        return [Text(content)]
    if isinstance(content, list):
        return [_read_part(piece) for piece in content]
    raise DialectError("content has to be a text, a list of parts or null.", place=f"{place}.content")


def _read_part(piece: Any) -> Part:
    match piece:
        case str():
            return Text(piece)
        case {"type": "text", "text": str() as text}:
            return Text(text, _rest(piece, "type", "text"))
        case {"type": "image_url", "image_url": str() | {"url": str()} as image}:
            return _read_image(piece, image)
        case {"type": "refusal", "refusal": str() as text} if len(piece) == 2:
            return Refusal(text)
        case {"type": "thinking", "thinking": [{"type": "text", "text": str() as text}]} if len(piece) == 2:
            return Reasoning(text, extra={"member": "content"})
        case _:
            return Opaque(NAME, piece)


def _read_image(piece: dict[str, Any], image: str | dict[str, Any]) -> Image:
    url = image if isinstance(image, str) else image["url"]
    extra = {} if isinstance(image, str) else _rest(image, "url")
    beside = _rest(piece, "type", "image_url")
    media_type = url[5:].partition(",")[0].partition(";")[0] if url.startswith("data:") else ""
    return Image(url, media_type, {**extra, "entry": beside} if beside else extra)


def _rest(value: dict[str, Any], *known: str) -> dict[str, Any]:
    return {key: inner for key, inner in value.items() if key not in known}


def read_calls(item: dict[str, Any], place: str) -> list[Call]:
    """The calls of a whole assistant message. A `function_call` beside `tool_calls` is the same call in its old form."""
    entries = item.get("tool_calls")
    if isinstance(entries, dict):
        entries = [entries]
    if entries:
        if not isinstance(entries, list):
            raise DialectError("tool_calls has to be a list.", place=f"{place}.tool_calls")
        return [_read_call(entry, f"{place}.tool_calls[{n}]") for n, entry in enumerate(entries)]
    legacy = item.get("function_call")
    if isinstance(legacy, dict):
        extra = {"entry": rest} if (rest := _rest(legacy, "name", "arguments")) else {}
        return [Call(str(legacy.get("name") or ""), _arguments(legacy.get("arguments")), None, "legacy", extra)]
    return []


def _read_call(entry: Any, place: str) -> Call:
    if not isinstance(entry, dict):
        raise DialectError("a tool call has to be an object.", place=place)
    call_id = str(entry["id"]) if entry.get("id") else None
    extra = _rest(entry, "id", "index", "type", "function", "custom")
    custom = entry.get("custom")
    if isinstance(custom, dict):
        return Call(str(custom.get("name") or ""), str(custom.get("input") or ""), call_id, "custom", extra)
    function = entry.get("function")
    if not isinstance(function, dict):
        raise DialectError("a tool call needs its function.", place=f"{place}.function")
    if rest := _rest(function, "name", "arguments"):
        extra["entry"] = rest
    return Call(str(function.get("name") or ""), _arguments(function.get("arguments")), call_id, "function", extra)


def _arguments(value: Any) -> str:
    if isinstance(value, str):
        return value
    return "" if value is None else dump_text(value)


def read_result(item: dict[str, Any], names: dict[str, str]) -> Result:
    """One `tool` (or old `function`) message. `names` tells which tool a call id belongs to."""
    call_id = item.get("tool_call_id")
    call_id = str(call_id) if call_id and item["role"] == "tool" else None
    name = item.get("name")
    extra = _rest(item, "role", "content", "tool_call_id", *(("name",) if call_id is None else ()))
    content = item.get("content")
    if not isinstance(content, list):
        return Result(call_id, _arguments(content), name=str(name or names.get(call_id or "", "")), extra=extra)
    parts = [_read_part(piece) for piece in content]
    text = "".join(part.text for part in parts if isinstance(part, Text))
    if any(not isinstance(part, Text) or part.extra for part in parts) or len(parts) != 1:
        extra["content"] = content
    return Result(call_id, text, name=str(name or names.get(call_id or "", "")), extra=extra)


def _add_result(messages: list[Message], result: Result) -> None:
    if messages and messages[-1].role == "tool":
        messages[-1] = Message("tool", (*messages[-1].parts, result))
    else:
        messages.append(Message("tool", (result,)))


def read_tool(entry: Any, place: str) -> ToolSpec:
    """A declared tool. One that is no function (`custom`, a built-in one) is kept whole in `extra["entry"]`."""
    if not isinstance(entry, dict):
        raise DialectError("a tool has to be an object.", place=place)
    function = entry.get("function")
    if not isinstance(function, dict):
        inner = entry.get(str(entry.get("type")))
        name = inner.get("name") if isinstance(inner, dict) else None
        return ToolSpec(str(name or entry.get("name") or entry.get("type") or ""), extra={"entry": entry})
    extra = _rest(function, "name", "description", "parameters")
    if beside := _rest(entry, "type", "function"):
        extra["entry"] = beside
    spec = ToolSpec(str(function.get("name") or ""), str(function.get("description") or ""), extra=extra)
    parameters = function.get("parameters")
    return ToolSpec(spec.name, spec.description, parameters, extra=extra) if isinstance(parameters, dict) else spec


def read_usage(usage: dict[str, Any]) -> Usage:
    """Tokens by any of the usual names."""
    details = usage.get("prompt_tokens_details")
    cached = details.get("cached_tokens") if isinstance(details, dict) else usage.get("prompt_cache_hit_tokens")
    return Usage(_count(usage.get("prompt_tokens")), _count(usage.get("completion_tokens")), _count(cached), usage)


def _count(value: Any) -> int | None:
    usable = isinstance(value, int | float) and not isinstance(value, bool) and value >= 0 and value != math.inf
    return int(value) if usable else None
