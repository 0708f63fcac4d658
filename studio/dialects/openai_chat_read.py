"""Reads the messages of Chat Completions bodies into neutral values.

Above: `openai_chat`, `openai_chat_stream`. Below: `openai_chat_content`, `messages`. What no part stands for is kept in `extra`: unknown
members of a call in its `extra` (those inside `function` under "entry"), unknown members of a message in the message's.
"""

from typing import Any

from studio.dialects.dialect_error import DialectError
from studio.dialects.json_bytes import dump_text
from studio.dialects.openai_chat_content import NAME, read_content, read_piece, rest
from studio.messages.message import Message
from studio.messages.parts import Call, Part, Reasoning, Refusal, Result, Text
from studio.said import said

__all__ = ["KNOWN", "NAME", "REASONING_MEMBERS", "call_id_of", "read_message", "read_messages", "reasoning_in"]

REASONING_MEMBERS = ("reasoning_content", "reasoning", "reasoning_text", "thinking")
"""The members that hold thinking as text, from server to server; the first is written when nothing else is known."""

KNOWN = frozenset(("role", "content", "refusal", "tool_calls", "function_call", *REASONING_MEMBERS))


def read_messages(items: list[Any]) -> list[Message]:
    """The messages of a request; adjoining `tool` messages are one. DialectError with the place of what is no message."""
    messages: list[Message] = []
    results: list[Result] = []
    calls: dict[str, Call] = {}
    for position, item in enumerate(items):
        place = f"messages[{position}]"
        if not isinstance(item, dict):
            raise DialectError(said("a message has to be an object."), place=place)
        if item.get("role") in ("tool", "function"):
            results.append(read_result(item, calls))
            continue
        _close(messages, results)
        message = read_message(item, place)
        calls.update((call.id, call) for call in message.calls if call.id)
        messages.append(message)
    _close(messages, results)
    return messages


def _close(messages: list[Message], results: list[Result]) -> None:
    if results:
        messages.append(Message("tool", tuple(results)))
        results.clear()


def read_message(item: dict[str, Any], place: str = "message") -> Message:
    """One message that is no tool result."""
    role = item.get("role")
    if role not in ("system", "developer", "user", "assistant"):
        raise DialectError(said("the role {role} is not known.", role=f"{role!r}"), place=f"{place}.role")
    parts = read_parts(item, place)
    return Message(role, tuple(parts), {key: item[key] for key in item if _is_extra(item, key, role)})


def _is_extra(item: dict[str, Any], key: str, role: str) -> bool:
    """Whether no part stands for the member: we do not know it, it is not for this role, or not of the type it should have."""
    if key not in KNOWN:
        return True
    if role != "assistant":
        return key not in ("role", "content")
    value = item[key]
    if not value or key not in ("refusal", *REASONING_MEMBERS):
        return False
    return not isinstance(value, str) or (key != "refusal" and value != reasoning_in(item)[0])


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


def read_calls(item: dict[str, Any], place: str) -> list[Call]:
    """The calls of a whole assistant message. A `function_call` beside `tool_calls` is the same call in its old form."""
    entries = item.get("tool_calls")
    if isinstance(entries, dict):
        entries = [entries]
    if entries:
        if not isinstance(entries, list):
            raise DialectError(said("tool_calls has to be a list."), place=f"{place}.tool_calls")
        return [_read_call(entry, f"{place}.tool_calls[{n}]") for n, entry in enumerate(entries)]
    legacy = item.get("function_call")
    if isinstance(legacy, dict):
        return [
            Call(str(legacy.get("name") or ""), _arguments(legacy.get("arguments")), None, "legacy", _beside(legacy))
        ]
    return []


def _read_call(entry: Any, place: str) -> Call:
    if not isinstance(entry, dict):
        raise DialectError(said("a tool call has to be an object."), place=place)
    extra = rest(entry, "id", "index", "type", "function", "custom")
    custom = entry.get("custom")
    if isinstance(custom, dict):
        words = str(custom.get("name") or ""), str(custom.get("input") or "")
        return Call(*words, call_id_of(entry), "custom", {**extra, **_beside(custom, "input")})
    function = entry.get("function")
    if not isinstance(function, dict):
        raise DialectError(said("a tool call needs its function."), place=f"{place}.function")
    words = str(function.get("name") or ""), _arguments(function.get("arguments"))
    return Call(*words, call_id_of(entry), "function", {**extra, **_beside(function)})


def _beside(inner: dict[str, Any], text: str = "arguments") -> dict[str, Any]:
    beside = rest(inner, "name", text)
    return {"entry": beside} if beside else {}


def call_id_of(entry: dict[str, Any], key: str = "id") -> str | None:
    """The id as text, None when there is none. Some servers count their calls: a number is an id, 0 too."""
    value = entry.get(key)
    if isinstance(value, str):
        return value or None
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else None


def _arguments(value: Any) -> str:
    if isinstance(value, str):
        return value
    return "" if value is None else dump_text(value)


def read_result(item: dict[str, Any], calls: dict[str, Call]) -> Result:
    """One `tool` (or old `function`) message. `calls` are the calls so far by id: they tell name and form."""
    legacy = item["role"] == "function"
    call_id = None if legacy else call_id_of(item, "tool_call_id")
    call = calls.get(call_id or "", Call(""))
    name = str(item.get("name") or call.name)
    form = "legacy" if legacy else call.form
    extra = rest(item, "role", "content", "tool_call_id", *(("name",) if legacy else ()))
    content = item.get("content")
    if not isinstance(content, list):
        return Result(call_id, _arguments(content), name, extra=extra, form=form)
    parts = [read_piece(piece) for piece in content]
    text = "".join(part.text for part in parts if isinstance(part, Text))
    if any(not isinstance(part, Text) or part.extra for part in parts) or len(parts) != 1:
        extra["content"] = content
    return Result(call_id, text, name, extra=extra, form=form)
