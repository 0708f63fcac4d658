"""Which JSON values are calls: the members that models name tool and arguments by.

Above: `json_calls`, `react`. Below: `members`, `form`. The argument text is the exact text of the value.
"""

from collections.abc import Iterator

import msgspec

from studio.dialects.printed.form import Found
from studio.dialects.printed.members import Member, entries, members, read_text

_NAMES = ("name", "function", "tool", "tool_name", "function_name", "action")
_ARGUMENTS = (
    "arguments", "parameters", "args", "input", "params", "action_input", "tool_input", "tool_args", "function_args",
)  # fmt: skip
_IDS = ("id", "call_id", "tool_call_id")
_BESIDE = frozenset((*_IDS, "type", "index", "thought", "thoughts", "reasoning", "explanation"))
_WRAPPERS = ("tool_calls", "tool_call", "function_call", "calls")
_DEEPEST = 3
"""Lists and wrappers that are opened one in the other."""
NO_TOOLS = frozenset(("none", "n/a", "null", "final answer", "final_answer"))


class Wanted(msgspec.Struct, frozen=True):
    """What counts. `bare`: no tag says that it is a call, so that its shape has to. `unwrap`: arguments may be JSON in a string."""

    declared: frozenset[str] = frozenset()
    bare: bool = False
    unwrap: bool = False


def calls_in(text: str, start: int, stop: int, whole: bool, wanted: Wanted, depth: int = 0) -> list[Found]:
    """The calls of the object or list at `start`; broken argument texts go up to `stop`. `whole`: the value came to its end."""
    if depth > _DEEPEST:
        return []
    if not text.startswith("[", start):
        return list(_calls_of(text, members(text, start, stop), stop, whole, wanted, depth))
    found: list[Found] = []
    spans = entries(text, start)
    for number, (at, end) in enumerate(spans):
        is_whole = whole or number < len(spans) - 1
        if text[at] in "[{":
            found.extend(calls_in(text, at, end if is_whole else stop, is_whole, wanted, depth + 1))
    return found


def _calls_of(text: str, found: list[Member], stop: int, whole: bool, wanted: Wanted, depth: int) -> Iterator[Found]:
    by_key = {member.key: member for member in reversed(found)}
    for wrapper in _WRAPPERS:
        inner = by_key.get(wrapper)
        if inner is not None and text[inner.start] in "[{" and "name" not in by_key:
            opened = msgspec.structs.replace(wanted, unwrap=True)
            yield from calls_in(text, inner.start, inner.end, inner.ending == "whole", opened, depth + 1)
            return
    call = _call(text, by_key, stop, whole, wanted)
    if call is not None:
        yield call


def _call(text: str, by_key: dict[str, Member], stop: int, whole: bool, wanted: Wanted) -> Found | None:
    nested = by_key.get("function")
    if nested is not None and text[nested.start] == "{" and "name" not in by_key:
        return _nested(text, by_key, nested, wanted)
    key = next((key for key in _NAMES if key in by_key and by_key[key].ending == "whole"), "")
    name = _text(text, by_key.get(key))
    if not name or name.lower() in NO_TOOLS:
        return None
    beside = by_key.keys() - _BESIDE - {key}
    given = next((by_key[one] for one in _ARGUMENTS if one in beside), None)
    if wanted.bare and not _is_plain_call(text, name, given, beside, wanted):
        return None
    if given is None:
        return Found(name, "", stop, _id(text, by_key)) if whole and not beside else None
    return Found(name, _arguments(text, given, wanted), stop, _id(text, by_key))


def _nested(text: str, by_key: dict[str, Member], nested: Member, wanted: Wanted) -> Found | None:
    """The call in `{"type": "function", "function": {…}}`."""
    opened = msgspec.structs.replace(wanted, unwrap=True)
    inner = {member.key: member for member in reversed(members(text, nested.start, nested.end))}
    inner.pop("function", None)
    call = _call(text, inner, nested.end, nested.ending == "whole", opened)
    return call and msgspec.structs.replace(call, id=_id(text, by_key) or call.id)


def _is_plain_call(text: str, name: str, given: Member | None, beside: set[str], wanted: Wanted) -> bool:
    """Whether an object that no tag announces is a call: nothing but tool and arguments, and no tool's declaration."""
    if len(beside) > (given is not None):
        return False
    if given is None:
        return name in wanted.declared
    if text[given.start] == "{" and given.ending == "whole":
        keys = {member.key for member in members(text, given.start, given.end)}
        if {"type", "properties"} <= keys and keys <= {
            "type",
            "properties",
            "required",
            "additionalProperties",
            "$defs",
        }:
            return False
    return name in wanted.declared or (text[given.start] == "{" and not any(map(str.isspace, name)))


def _arguments(text: str, given: Member, wanted: Wanted) -> str:
    value = text[given.start : given.end]
    if given.ending == "broken":
        # What follows the broken place is the value's to the end of the block, but for the brace of the object around it.
        value = value.rstrip()
        return value[:-1].rstrip() if value.endswith("}") else value
    if given.ending == "whole" and value[:1] == '"':
        inner = read_text(value)
        if inner is not None and (not inner.strip() or wanted.unwrap):
            return inner
    return value


def _text(text: str, member: Member | None) -> str:
    if member is None or member.ending != "whole":
        return ""
    return (read_text(text[member.start : member.end]) or "").strip()


def _id(text: str, by_key: dict[str, Member]) -> str | None:
    return next((value for key in _IDS if (value := _text(text, by_key.get(key)))), None)
