"""A session as it would be asserted by a test, as values: each call, each answer, and what of them is loose.

Above: `pytest_file`, `workspace`, the fronts. Below: nothing.
"""

from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from studio.problems import StudioError
from studio.said import said

HowLoose = Literal["exact", "any", "type", "schema", "like"]
HowAnswer = Literal["exact", "contains", "like", "ignore"]


class LooseError(StudioError):
    """A member that is to be loose and is not there, or a way that does not go."""


class Loose(msgspec.Struct, frozen=True):
    """How a member of the arguments is asserted: `at` is a JSON Pointer into them (empty: all of them). `any` value, one of the same
    `type`, one that fits its part of the tool's `schema`, or a text in which the pattern is found (`like`)."""

    at: str
    how: HowLoose
    pattern: str = ""


class PlannedCall(msgspec.Struct, frozen=True):
    """A call. `arguments` is the object, or the text where it is none; `inside` as in `MadeCall`, `source` where its result was from."""

    name: str
    arguments: Any
    inside: str = ""
    source: str = ""
    loose: tuple[Loose, ...] = ()
    schema: Any = None


class PlannedAnswer(msgspec.Struct, frozen=True):
    """The answer of a turn. `said` is what is looked for where that is not the whole text: a part of it, or a pattern."""

    text: str
    how: HowAnswer = "exact"
    said: str = ""


class PlannedTest(msgspec.Struct, frozen=True):
    """What a test asserts. `leaf` is the node at the end of the path that it replays, `branch` the name of its branch; `volatile` are the
    places of a request that may differ, as in `ReplayRules`."""

    title: str
    leaf: int
    branch: str
    calls: tuple[PlannedCall, ...] = ()
    answers: tuple[PlannedAnswer, ...] = ()
    in_order: bool = True
    volatile: tuple[str, ...] = ()


def made_loose(plan: PlannedTest, at: int, loose: Loose) -> PlannedTest:
    """The plan with one member of call `at` asserted so. Raises LooseError when it cannot be."""
    call = plan.calls[at]
    _check(call, loose)
    others = tuple(each for each in call.loose if each.at != loose.at)
    kept = others if loose.how == "exact" else (*others, loose)
    calls = (*plan.calls[:at], replace(call, loose=kept), *plan.calls[at + 1 :])
    return replace(plan, calls=calls)


def made_loose_by_tool(plan: PlannedTest, tool: str, member: str, how: HowLoose, pattern: str = "") -> PlannedTest:
    """The plan with a member of all calls of a tool asserted so: its name, or the way to it with dots (`order.id`); `*` is each. Raises
    LooseError when no call has it."""
    hit = False
    for at, call in enumerate(plan.calls):
        pointers = _pointers(call, member) if call.name == tool else []
        for pointer in pointers:
            plan, hit = made_loose(plan, at, Loose(pointer, how, pattern)), True
    if not hit:
        known = sorted({name for call in plan.calls if call.name == tool for name in members(call)})
        has = said("It has: {known}.", known=", ".join(known)) if known else _called(plan)
        raise LooseError(said("No call of {tool} has the member {member}.", tool=tool, member=member), has)
    return plan


def _called(plan: PlannedTest) -> str:
    return said("Called are: {names}.", names=", ".join(_names(plan)) or said("no tools"))


def members(call: PlannedCall) -> list[str]:
    """The names of the arguments; none where they are a text."""
    return list(call.arguments) if isinstance(call.arguments, dict) else []


def value_at(call: PlannedCall, pointer: str) -> Any:
    """The value at a JSON Pointer into the arguments. Raises LooseError when there is none."""
    value = call.arguments
    for name in pointer.split("/")[1:]:
        plain = name.replace("~1", "/").replace("~0", "~")
        if isinstance(value, dict) and plain in value:
            value = value[plain]
        elif isinstance(value, list) and plain.isdecimal() and int(plain) < len(value):
            value = value[int(plain)]
        else:
            raise LooseError(said("The call of {tool} has no member {pointer}.", tool=call.name, pointer=pointer))
    return value


def schema_at(call: PlannedCall, pointer: str) -> Any:
    """The part of the tool's schema for a member; None when it says nothing about it."""
    schema = call.schema
    for name in pointer.split("/")[1:]:
        plain = name.replace("~1", "/").replace("~0", "~")
        inner = schema.get("items") if isinstance(schema, dict) and plain.isdecimal() else None
        known = schema.get("properties") if isinstance(schema, dict) else None
        schema = known.get(plain) if isinstance(known, dict) and plain in known else inner
    return schema if isinstance(schema, dict) else None


def pointer_of(*names: str) -> str:
    """The JSON Pointer of a member by the names on the way to it."""
    return "".join(f"/{name.replace('~', '~0').replace('/', '~1')}" for name in names)


def _check(call: PlannedCall, loose: Loose) -> None:
    value_at(call, loose.at)
    if loose.how == "schema" and schema_at(call, loose.at) is None:
        raise LooseError(
            said("The schema of {tool} says nothing about {at}.", tool=call.name, at=loose.at or "its arguments"),
            said("Choose type."),
        )


def _pointers(call: PlannedCall, member: str) -> list[str]:
    names = members(call)
    if member == "*":
        return [pointer_of(name) for name in names]
    if member in names:
        return [pointer_of(member)]
    pointer = pointer_of(*member.split("."))
    try:
        value_at(call, pointer)
    except LooseError:
        return []
    return [pointer]


def _names(plan: PlannedTest) -> list[str]:
    return sorted({call.name for call in plan.calls})
