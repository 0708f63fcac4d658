"""The parameters of a tool, one by one, as its schema declares them; those inside objects and lists too. Pure.

Above: the rules of `tool_advice`. Below: `dialects/tool_shape_tree`. A schema may hold anything: what is no schema is passed over.
"""

from collections.abc import Iterator
from functools import cached_property
from itertools import islice
from typing import Any

import msgspec

from studio.dialects.tool_shape_tree import Place, looked_up, places, types_of
from studio.messages.toolspec import ToolSpec

MOST = 2_000
"""Schemas within one tool that are looked at."""


class Parameter(msgspec.Struct, frozen=True, dict=True):
    """One property: its name, its place in the declaration, and its schema."""

    name: str
    pointer: str
    schema: dict[str, Any]
    root: dict[str, Any]

    @cached_property
    def text(self) -> str:
        """What is said of it: its description, and its title."""
        return "\n".join(filter(None, (_text(self.schema, "description"), _text(self.schema, "title"))))

    @property
    def is_described(self) -> bool:
        """Whether anything is said of it, or of what it refers to; a fixed value says itself."""
        return bool(_text(self.schema, "description")) or "const" in self.schema or _of_referred(self.schema, self.root)

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """The names of its types, those of its alternatives too; empty where it says none."""
        return tuple(_kinds(self.schema))


def parameters(tool: ToolSpec) -> list[Parameter]:
    """The parameters of a tool, outer before inner."""
    root = tool.parameters
    found = islice(places(root, "/parameters"), MOST)
    return [Parameter(_unescaped(name), place.at, place.schema, root) for place in found if (name := _name(place))]


def _name(place: Place) -> str:
    """The name of a property, as a token of a pointer; empty where the place is none."""
    before = f"{place.above.at}/properties/" if place.above is not None else ""
    return place.at.removeprefix(before) if before and place.at.startswith(before) else ""


def _unescaped(token: str) -> str:
    return token.replace("~1", "/").replace("~0", "~")


def _text(schema: dict[str, Any], key: str) -> str:
    value = schema.get(key)
    return value.strip() if isinstance(value, str) else ""


def _of_referred(schema: dict[str, Any], root: dict[str, Any]) -> bool:
    """Whether a definition that it refers to, by itself or as an alternative, has a description."""
    alternatives = [one for key in ("anyOf", "oneOf", "allOf") for one in _list(schema, key)]
    for one in (schema, *alternatives):
        ref = one.get("$ref")
        referred = looked_up(root, ref[1:]) if isinstance(ref, str) and ref.startswith("#/") else None
        if isinstance(referred, dict) and _text(referred, "description"):
            return True
    return False


def _list(schema: dict[str, Any], key: str) -> list[dict[str, Any]]:
    value = schema.get(key)
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def _kinds(schema: dict[str, Any]) -> Iterator[str]:
    yield from types_of(schema)
    if "type" not in schema:
        for key in ("anyOf", "oneOf"):
            for one in _list(schema, key):
                yield from types_of(one)
