"""The top of a parameters schema: an object with properties, without alternatives beside them. What they said is told in words.

Above: `tool_shape`. Below: `tool_shape_tree`, `tool_shape_refs`. What is left takes every value that the declared schema takes: our own
check still goes by the declared one.
"""

import json
from typing import Any

import msgspec

from studio.dialects.tool_shape_refs import target_of
from studio.dialects.tool_shape_tree import Schema, Work, copied, types_of
from studio.messages.depth import DEEPEST

MOST_BRANCHES = 500
MOST_WORDS = 600
"""Characters of a condition that are told in the description."""

_GROUPS = ("allOf", "anyOf", "oneOf")
_LOSSLESS = frozenset(("$ref", "type", "properties", "required", "title", "description"))


class Members(msgspec.Struct, frozen=True):
    """What an object may hold: its properties, those it must have, and whether it may have no others."""

    properties: Schema
    required: tuple[str, ...]
    closed: bool


def settled(work: Work, moved: frozenset[str]) -> None:
    """Make the root an object schema, in place; keywords of `moved` are taken from the top."""
    _without_ref(work)
    if any(key in work.root for key in moved):
        _lift(work, moved)
    _as_object(work)


def _without_ref(work: Work) -> None:
    root = work.root
    if "$ref" not in root:
        return
    beside = {key: value for key, value in root.items() if key != "$ref"}
    found = copied(target_of(root, root))
    for key in ("$defs", "definitions"):
        if key in found and key in beside:
            beside[key] = {**found[key], **beside[key]}
    root.clear()
    root.update({**{key: value for key, value in found.items() if key != "$ref"}, **beside})
    work.change("ref_inlined")


def _as_object(work: Work) -> None:
    root = work.root
    kinds = types_of(root)
    if "type" in root and "object" not in kinds:
        work.problem("not_an_object", "", ", ".join(kinds))
        return
    if root.get("type") != "object":
        rest = {key: value for key, value in root.items() if key != "type"}
        root.clear()
        root.update({"type": "object", **rest})
        work.change("type_added" if not kinds else "type_narrowed", "", "object")
    if "properties" not in root:
        root["properties"] = {}
        work.change("properties_added")


def _lift(work: Work, moved: frozenset[str]) -> None:
    root = work.root
    count = _Count()
    whole = _members(root, root, count, 0)
    if whole is None or count.left < 0:
        work.problem("composition_at_top", "", ", ".join(key for key in root if key in moved))
        return
    taken = {key: root.pop(key) for key in tuple(root) if key in moved}
    root["properties"] = whole.properties
    if whole.required:
        root["required"] = list(whole.required)
    if whole.closed:
        root["additionalProperties"] = False
    told = [words for key, value in taken.items() if (words := _told(key, value))]
    if told:
        root["description"] = "\n".join(filter(None, (str(root.get("description") or ""), *told)))
    for key in taken:
        work.change("composition_moved", "", key)


class _Count:
    """How many branches may still be looked at."""

    def __init__(self) -> None:
        self.left = MOST_BRANCHES


def _members(root: Schema, schema: Schema, count: _Count, depth: int) -> Members | None:
    """What objects of a schema hold, all its alternatives put together; None when no object fits it."""
    count.left -= 1
    if count.left < 0 or depth > DEEPEST // 10:
        return Members({}, (), closed=False)
    schema = schema if schema is root else {**target_of(root, schema), **_beside(schema)}
    if "type" in schema and "object" not in types_of(schema):
        return None
    held = schema.get("properties")
    own = Members(
        dict(held) if isinstance(held, dict) else {},
        tuple(schema.get("required") or ()),
        closed=schema.get("additionalProperties") is False,
    )
    for key in _GROUPS:
        listed = schema.get(key)
        if isinstance(listed, list):
            inner = [_members(root, one, count, depth + 1) for one in listed if isinstance(one, dict)]
            made = _all_of(inner) if key == "allOf" else _any_of(inner)
            if made is None:
                return None
            own = _both(own, made)
    return own


def _beside(schema: Schema) -> Schema:
    return {key: value for key, value in schema.items() if key != "$ref"}


def _both(own: Members, other: Members) -> Members:
    """What holds both: where both know a property, `own` says what it is."""
    more = {} if own.closed else other.properties
    required = tuple(dict.fromkeys((*own.required, *other.required)))
    return Members(
        {**more, **own.properties} if not own.properties else _joined(own.properties, more),
        required,
        closed=own.closed or other.closed,
    )


def _joined(first: Schema, more: Schema) -> Schema:
    return {**first, **{name: one for name, one in more.items() if name not in first}}


def _all_of(inner: list[Members | None]) -> Members | None:
    made = Members({}, (), closed=False)
    for one in inner:
        if one is None:
            return None
        made = _both(msgspec.structs.replace(made, closed=False), one)
    # Each part closes itself against the others: what is left open here is checked with the call.
    return msgspec.structs.replace(made, closed=False) if len(inner) > 1 else made


def _any_of(inner: list[Members | None]) -> Members | None:
    """What any of them holds: a property that several describe may be as each says."""
    objects = [one for one in inner if one is not None]
    if not objects:
        return None
    properties: dict[str, list[Any]] = {}
    for one in objects:
        for name, schema in one.properties.items():
            ways = properties.setdefault(name, [])
            if schema not in ways:
                ways.append(schema)
    required = [name for name in objects[0].required if all(name in one.required for one in objects)]
    return Members(
        {name: ways[0] if len(ways) == 1 else {"anyOf": ways} for name, ways in properties.items()},
        tuple(required),
        closed=all(one.closed for one in objects),
    )


def _told(key: str, value: Any) -> str:
    """The condition in words for the model; nothing where the object says it all."""
    branches = value if isinstance(value, list) else []
    if key == "allOf" and all(isinstance(one, dict) and one.keys() <= _LOSSLESS for one in branches):
        return ""
    if key in ("anyOf", "oneOf") and all(_only_requires(one) for one in branches):
        sets = "; ".join(" and ".join(one["required"]) for one in branches)
        return f"{'Exactly' if key == 'oneOf' else 'At least'} one of these has to be given: {sets}."
    condition = json.dumps({key: value}, ensure_ascii=False)
    shown = condition if len(condition) <= MOST_WORDS else condition[:MOST_WORDS] + "…"
    return f"The arguments also have to fit: {shown}"


def _only_requires(branch: Any) -> bool:
    return isinstance(branch, dict) and branch.keys() == {"required"} and bool(branch["required"])
