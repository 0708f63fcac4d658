"""Whether a JSON value fits one of the schemas that are made here; for choosing a member of a union and for defaults.

Above: `shapes`, `defaults`. Standard library only, so it knows the keywords that `shapes` and pydantic write, and lets all
others pass: the one full validator is on the other side of the pipe.
"""

from __future__ import annotations

import re
from typing import Any

Schema = dict[str, Any]
_NAMES = {bool: "boolean", int: "integer", float: "number", str: "string", list: "array", dict: "object"}


def fits(schema: Any, value: Any, defs: dict[str, Schema]) -> bool:
    """Whether `value` (as JSON holds it) fits `schema`; references lead into `defs`."""
    if not isinstance(schema, dict):
        return schema is not False
    if "$ref" in schema and not fits(defs.get(schema["$ref"].rpartition("/")[2], {}), value, defs):
        return False
    if not _fits_choices(schema, value, defs):
        return False
    kind = schema.get("type")
    if kind is not None and not any(_is(each, value) for each in (kind if isinstance(kind, list) else [kind])):
        return False
    if isinstance(value, dict):
        return _fits_object(schema, value, defs)
    if isinstance(value, list):
        return _fits_array(schema, value, defs)
    return _fits_text(schema, value) if isinstance(value, str) else _fits_number(schema, value)


def kind_of(value: Any) -> str:
    """JSON's name for the type of a value."""
    return _NAMES.get(type(value), "null" if value is None else "string")


def _is(kind: str, value: Any) -> bool:
    mine = kind_of(value)
    return mine == kind or (kind == "number" and mine == "integer")


def _equal(one: Any, other: Any) -> bool:
    return type(one) is type(other) and bool(one == other)


def _fits_choices(schema: Schema, value: Any, defs: dict[str, Schema]) -> bool:
    if "enum" in schema and not any(_equal(each, value) for each in schema["enum"]):
        return False
    if "const" in schema and not _equal(schema["const"], value):
        return False
    if not all(fits(each, value, defs) for each in schema.get("allOf", ())):
        return False
    return all(any(fits(each, value, defs) for each in schema[key]) for key in ("anyOf", "oneOf") if key in schema)


def _fits_object(schema: Schema, value: dict[str, Any], defs: dict[str, Schema]) -> bool:
    known = schema.get("properties", {})
    others = schema.get("additionalProperties", True)
    return all(name in value for name in schema.get("required", ())) and all(
        fits(known.get(name, others), each, defs) for name, each in value.items()
    )


def _fits_array(schema: Schema, value: list[Any], defs: dict[str, Schema]) -> bool:
    first = schema.get("prefixItems", [])
    if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
        return False
    others = schema.get("items", True)
    return all(fits(first[at] if at < len(first) else others, each, defs) for at, each in enumerate(value))


def _fits_text(schema: Schema, value: str) -> bool:
    if not schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", len(value)):
        return False
    try:
        return "pattern" not in schema or re.search(schema["pattern"], value) is not None
    except re.error:
        return True  # JSON Schema's patterns are not Python's


def _fits_number(schema: Schema, value: Any) -> bool:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return True
    return (
        schema.get("minimum", value) <= value <= schema.get("maximum", value)
        and not ("exclusiveMinimum" in schema and value <= schema["exclusiveMinimum"])
        and not ("exclusiveMaximum" in schema and value >= schema["exclusiveMaximum"])
    )
