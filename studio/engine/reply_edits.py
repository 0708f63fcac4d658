"""The calls and the text of an open reply changed by the person: added, removed, moved, doubled. Pure.

Above: `workspace/edited_calls`. Below: `session/state`, `messages`. Calls keep their numbers, whatever becomes of their order.
"""

import json
from collections.abc import Collection

import msgspec
from msgspec.structs import replace

from studio.messages.parts import Call, Part, Text
from studio.messages.reply import ChatReply
from studio.messages.toolspec import ToolSpec
from studio.session.state import OpenReply


class Rearranged(msgspec.Struct, frozen=True):
    """The reply as it is to be, with the number of each of its calls."""

    reply: ChatReply
    positions: tuple[int, ...]


def with_text(reply: ChatReply, text: str) -> ChatReply:
    """The reply with this text instead of its own; it stands where the first text stood, else before the calls."""
    places = [at for at, part in enumerate(reply.parts) if isinstance(part, Text)]
    others: list[Part] = [part for part in reply.parts if not isinstance(part, Text)]
    at = places[0] if places else next((at for at, part in enumerate(others) if isinstance(part, Call)), len(others))
    first = reply.parts[places[0]] if places else Text("")
    assert isinstance(first, Text)
    put = [replace(first, text=text)] if text else []
    return replace(reply, parts=(*others[:at], *put, *others[at:]))


def moved(opened: OpenReply, at: int, to: int) -> Rearranged:
    """With call `at` at place `to` among the calls; places beyond the ends are the ends."""
    calls, numbers = list(opened.reply.calls), _numbers(opened)
    to = min(max(to, 0), len(calls) - 1)
    calls.insert(to, calls.pop(at))
    numbers.insert(to, numbers.pop(at))
    rest = iter(calls)
    parts = tuple(next(rest) if isinstance(part, Call) else part for part in opened.reply.parts)
    return Rearranged(replace(opened.reply, parts=parts), tuple(numbers))


def removed(opened: OpenReply, at: int) -> Rearranged:
    """Without call `at`."""
    numbers, place = _numbers(opened), _places(opened.reply)[at]
    del numbers[at]
    parts = (*opened.reply.parts[:place], *opened.reply.parts[place + 1 :])
    return Rearranged(replace(opened.reply, parts=parts), tuple(numbers))


def doubled(opened: OpenReply, at: int, taken: Collection[str | None]) -> Rearranged:
    """With call `at` a second time below it, under an id of its own that is not `taken`; a signature and what else the provider put beside
    the call are not said twice."""
    call = opened.reply.calls[at]
    own = call.extra if call.form == "text" else {}
    copy = replace(call, id=free_id(taken) if call.id else None, extra=own)
    return _put(opened, copy, at + 1, _places(opened.reply)[at] + 1)


def added(opened: OpenReply, call: Call, at: int | None = None) -> Rearranged:
    """With one more call before call `at`; at the end where there is none such."""
    places = _places(opened.reply)
    if at is None or at >= len(places):
        return _put(opened, call, len(places), len(opened.reply.parts))
    return _put(opened, call, at, places[at])


def new_call(opened: OpenReply, name: str, tool: ToolSpec | None, taken: Collection[str | None]) -> Call:
    """A call of `tool` with its required arguments to be filled in. It has an id where the model's calls have."""
    ids = [call.id for call in opened.reply.calls]
    return Call(name, blank_arguments(tool), free_id(taken) if not ids or any(ids) else None)


def free_id(taken: Collection[str | None]) -> str:
    """An id for a call of the person's that is not `taken`."""
    return next(id for id in (f"call_added_{at}" for at in range(1, len(taken) + 2)) if id not in taken)


def _put(opened: OpenReply, call: Call, at: int, place: int) -> Rearranged:
    numbers, parts = _numbers(opened), opened.reply.parts
    numbers.insert(at, max((state.key[1] for state in opened.calls), default=-1) + 1)
    return Rearranged(replace(opened.reply, parts=(*parts[:place], call, *parts[place:])), tuple(numbers))


def _numbers(opened: OpenReply) -> list[int]:
    return [call.key[1] for call in opened.calls]


def _places(reply: ChatReply) -> list[int]:
    return [at for at, part in enumerate(reply.parts) if isinstance(part, Call)]


def blank_arguments(tool: ToolSpec | None) -> str:
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
