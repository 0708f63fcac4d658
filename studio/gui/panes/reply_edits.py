"""A reply with its text or its calls changed, as a new reply: added, removed, moved, doubled.

Above: the calls view. Below: messages. Pure.
"""

import json

from msgspec.structs import replace

from studio.messages.parts import Call, Part, Text
from studio.messages.reply import ChatReply
from studio.messages.toolspec import ToolSpec


def with_reply_text(reply: ChatReply, text: str) -> ChatReply:
    """The reply with this text instead of its own; it stands where the first text stood, else before the calls."""
    places = [at for at, part in enumerate(reply.parts) if isinstance(part, Text)]
    others: list[Part] = [part for part in reply.parts if not isinstance(part, Text)]
    at = places[0] if places else next((at for at, part in enumerate(others) if isinstance(part, Call)), len(others))
    first = reply.parts[places[0]] if places else Text("")
    assert isinstance(first, Text)
    put = [replace(first, text=text)] if text else []
    return replace(reply, parts=(*others[:at], *put, *others[at:]))


def with_call_moved(reply: ChatReply, at: int, by: int) -> ChatReply:
    """The reply with call `at` moved by `by` places among the calls."""
    calls = list(reply.calls)
    calls.insert(at + by, calls.pop(at))
    return _with_calls(reply, calls)


def with_call_removed(reply: ChatReply, at: int) -> ChatReply:
    """The reply without call `at`."""
    places = _places(reply)
    return replace(reply, parts=tuple(part for place, part in enumerate(reply.parts) if place != places[at]))


def with_call_doubled(reply: ChatReply, at: int) -> ChatReply:
    """The reply with call `at` a second time below it, under an id of its own."""
    call = reply.calls[at]
    return _with_call(reply, replace(call, id=_free_id(reply) if call.id else None), _places(reply)[at] + 1)


def with_call_added(reply: ChatReply, tool: ToolSpec | None) -> ChatReply:
    """The reply with one more call of `tool` at the end; its required arguments are there to be filled in."""
    ids = [call.id for call in reply.calls]
    id = _free_id(reply) if not ids or any(ids) else None
    call = Call(tool.name if tool is not None else "tool", _blank(tool), id)
    return _with_call(reply, call, len(reply.parts))


def _with_call(reply: ChatReply, call: Call, at: int) -> ChatReply:
    return replace(reply, parts=(*reply.parts[:at], call, *reply.parts[at:]))


def _with_calls(reply: ChatReply, calls: list[Call]) -> ChatReply:
    rest = iter(calls)
    return replace(reply, parts=tuple(next(rest) if isinstance(part, Call) else part for part in reply.parts))


def _places(reply: ChatReply) -> list[int]:
    return [at for at, part in enumerate(reply.parts) if isinstance(part, Call)]


def _free_id(reply: ChatReply) -> str:
    known = {call.id for call in reply.calls}
    return next(id for id in (f"call_added_{at}" for at in range(1, len(known) + 2)) if id not in known)


def _blank(tool: ToolSpec | None) -> str:
    """The required arguments of a tool, each with its default, its first allowed value, or an empty value of its type."""
    schema = tool.parameters if tool is not None else {}
    known = schema.get("properties", {})
    made = {name: _start(known.get(name, {})) for name in schema.get("required", [])}
    return json.dumps(made, ensure_ascii=False)


def _start(schema: object) -> object:
    if not isinstance(schema, dict):
        return None
    if "default" in schema:
        return schema["default"]
    if isinstance(schema.get("enum"), list) and schema["enum"]:
        return schema["enum"][0]
    starts: dict[object, object] = {
        "string": "",
        "number": 0,
        "integer": 0,
        "boolean": False,
        "array": [],
        "object": {},
    }
    kind = schema.get("type")
    return starts.get(kind) if isinstance(kind, str) else None
