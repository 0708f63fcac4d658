"""A JSON Schema as a tree of places: bounded, copied, walked and looked up, without running down the stack.

Above: the parts of `tool_shape`. Below: `tool_shape_values`, `messages/depth`. Knows no provider.
"""

import math
from collections.abc import Iterator
from typing import Any, NamedTuple
from urllib.parse import unquote

from studio.dialects.tool_shape_values import SchemaChange, SchemaProblem
from studio.messages.depth import DEEPEST

MOST_VALUES = 50_000
"""Values in one schema; what is larger is refused rather than sent with each request."""

OF_NAMES = ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies")
"""Keywords that hold schemas by name."""
OF_LISTS = ("allOf", "anyOf", "oneOf", "prefixItems", "items")
OF_ONE = (
    "items",
    "additionalProperties",
    "additionalItems",
    "contains",
    "contentSchema",
    "else",
    "if",
    "not",
    "propertyNames",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
)
_HOLDING = frozenset((*OF_NAMES, *OF_LISTS, *OF_ONE))
IN_PLACE = ("allOf", "anyOf", "oneOf", "not", "if", "then", "else")
"""Keywords whose schemas are about the same value."""

Schema = dict[str, Any]


class Place(NamedTuple):
    """One schema in the tree; `above` is the one around it."""

    at: str
    schema: Schema
    above: "Place | None" = None


class Work:
    """A schema on its way: a private copy of it, what was changed, and what cannot be sent."""

    def __init__(self, root: Schema) -> None:
        self.root = root
        self.changes: list[SchemaChange] = []
        self.problems: list[SchemaProblem] = []

    def change(self, code: str, at: str = "", detail: str = "") -> None:
        """Note what was changed."""
        self.changes.append(SchemaChange(code, at, detail))

    def problem(self, code: str, at: str = "", detail: str = "") -> None:
        """Note what cannot be sent."""
        self.problems.append(SchemaProblem(code, at, detail))

    def places(self) -> Iterator[Place]:
        """Every schema, the outer before the inner; what is changed in one is seen when its inner ones come."""
        return places(self.root)


def unfit(value: Any) -> str:
    """Why a value is no JSON of a size that can be sent (`too_deep`, `too_large`, `not_json`); empty when it is."""
    level, seen = [value], 0
    for _ in range(DEEPEST):
        seen += len(level)
        if seen > MOST_VALUES:
            return "too_large"
        if not all(map(_is_json, level)):
            return "not_json"
        level = [inner for outer in level for inner in _inside(outer)]
        if not level:
            return ""
    return "too_deep"


def _is_json(value: Any) -> bool:
    if isinstance(value, dict):
        return all(isinstance(key, str) for key in value)
    return value is None or isinstance(value, str | int | list | tuple) or _is_finite(value)


def _is_finite(value: Any) -> bool:
    return isinstance(value, float) and math.isfinite(value)


def _inside(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return list(value.values())
    return list(value) if isinstance(value, list | tuple) else []


def copied(value: Any) -> Any:
    """A copy of a JSON value in which nothing is shared."""
    if isinstance(value, dict):
        return {key: copied(inner) for key, inner in value.items()}
    return [copied(inner) for inner in value] if isinstance(value, list | tuple) else value


def places(root: Schema, at: str = "") -> Iterator[Place]:
    """Every schema in `root`, the outer before the inner. Booleans, which are schemas too, are left to what holds them."""
    stack = [Place(at, root)]
    while stack:
        place = stack.pop()
        yield place
        inner = [Place(place.at + way, schema, place) for way, schema in children(place.schema)]
        stack += reversed(inner)


def children(schema: Schema) -> Iterator[tuple[str, Schema]]:
    """The schemas right inside one, each with its way as the end of a JSON pointer."""
    if _HOLDING.isdisjoint(schema):
        return
    for key in OF_NAMES:
        named = schema.get(key)
        if isinstance(named, dict):
            yield from ((f"{step(key)}{step(name)}", one) for name, one in named.items() if isinstance(one, dict))
    for key in OF_LISTS:
        listed = schema.get(key)
        if isinstance(listed, list):
            yield from ((f"{step(key)}/{at}", one) for at, one in enumerate(listed) if isinstance(one, dict))
    for key in OF_ONE:
        one = schema.get(key)
        if isinstance(one, dict):
            yield step(key), one


def step(name: str) -> str:
    """A name as one step of a JSON pointer."""
    return "/" + name.replace("~", "~0").replace("/", "~1")


def looked_up(root: Schema, pointer: str) -> Any:
    """What stands at a JSON pointer (`/$defs/A`); None when nothing does."""
    place: Any = root
    for raw in pointer.split("/")[1:]:
        name = unquote(raw).replace("~1", "/").replace("~0", "~")
        if isinstance(place, dict) and name in place:
            place = place[name]
        elif isinstance(place, list) and name.isdecimal() and len(name) < 10 and int(name) < len(place):
            place = place[int(name)]
        else:
            return None
    return place


def types_of(schema: Schema) -> tuple[str, ...]:
    """The types that a schema names; none when it names none."""
    named = schema.get("type")
    if isinstance(named, str):
        return (named,)
    return tuple(one for one in named if isinstance(one, str)) if isinstance(named, list) else ()


def made_into(schema: Schema, other: Schema) -> None:
    """Put `other` in the place of `schema`."""
    other = dict(other)
    schema.clear()
    schema.update(other)
