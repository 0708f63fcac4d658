"""The person's patterns for what is blanked: which of them can be used, and why another cannot.

Above: `preferences`, `world`. Below: `wire/own_blanks`, `session/lines`. A pattern that would blank what a session file consists of, or
the ids that hold calls and results together, is refused.
"""

from collections.abc import Iterable, Sequence
from functools import cache

import msgspec.inspect as types

from studio.said import said
from studio.session.events import Event
from studio.session.lines import KINDS
from studio.session.notes import AnyNote
from studio.wire.own_blanks import OwnBlanks, PatternError
from studio.wire.redact import BLANK

_PROVIDERS = (
    "assistant",
    "system",
    "developer",
    "function",
    "tool_calls",
    "tool_use",
    "tool_result",
    "message",
    "stop",
)
_MODELS = ("gpt-4o-mini", "claude-sonnet-4-5", "qwen2.5:7b")
_IDS = (
    *("call_9pw1ZnqFC0bpSY7tFKDYn5Hc", "toolu_01A09q90qw90lq917835lq9", "msg_013Zva2CMHLNnXjNJJKqJ2EF"),
    *("chatcmpl-B9MBs8CjcvOU2jLn4n570S5qMJKcT", "0f8fad5b-d9cb-469f-a165-70867728950e", "c1", "call_1"),
)
_MOST = 2_000


def own_blanks(patterns: Iterable[str]) -> OwnBlanks | None:
    """What blanks what these patterns find, those that cannot be used passed over; None where none is left."""
    usable = [pattern for pattern in patterns if not refusal(pattern)]
    return OwnBlanks(usable, BLANK) if usable else None


def refusal(pattern: str) -> str:
    """Why a pattern cannot be used, in a sentence; empty when it can."""
    if not pattern.strip():
        return said("Write a pattern first.")
    if len(pattern) > _MOST:
        return said("The pattern is too long: {n} characters at most.", n=_MOST)
    try:
        made = OwnBlanks([pattern], BLANK)
    except PatternError as error:
        return error.said
    hit = next((word for word in _words() if made.text(word) != word), None)
    if hit is not None:
        return said("This pattern would also blank {word}, which a session needs. Make it say more.", word=hit)
    hit = next((id for id in _IDS if made.text(id) != id), None)
    if hit is not None:
        return said("This pattern would also blank ids of calls, such as {id}. Make it say more.", id=hit)
    return ""


def blanked(text: str, patterns: Sequence[str]) -> str:
    """A text as it would stand in a file with these patterns alone."""
    made = own_blanks(patterns)
    return text if made is None else made.text(text)


@cache
def _words() -> tuple[str, ...]:
    """What stands in the lines of a session file beside what was said: kinds of lines, and the values of their members."""
    found = {*KINDS, *_PROVIDERS, *_MODELS, BLANK, ""}
    _gather(types.type_info(Event), found, set())
    _gather(types.type_info(AnyNote), found, set())
    return tuple(sorted(found, key=lambda word: (len(word), word)))


def _gather(kind: types.Type, found: set[str], seen: set[type]) -> None:
    match kind:
        case types.LiteralType(values=values):
            found.update(value for value in values if isinstance(value, str))
        case types.UnionType(types=kinds):
            for one in kinds:
                _gather(one, found, seen)
        case types.VarTupleType(item_type=inner) | types.ListType(item_type=inner):
            _gather(inner, found, seen)
        case types.TupleType(item_types=kinds):
            for one in kinds:
                _gather(one, found, seen)
        case types.DictType(value_type=inner):
            _gather(inner, found, seen)
        case types.StructType(cls=cls, tag=tag, fields=fields) if cls not in seen:
            seen.add(cls)
            found.update([tag] if isinstance(tag, str) else [])
            for field in fields:
                _gather(field.type, found, seen)
