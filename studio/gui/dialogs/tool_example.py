"""Arguments to try a tool with, made from its schema: defaults, the first allowed value, else a value of the type. Pure.

Above: the preview of executors. Below: nothing.
"""

from collections.abc import Mapping
from typing import Any

_DEEPEST = 4
_BY_TYPE: dict[str, Any] = {"string": "text", "integer": 1, "number": 1.5, "boolean": True, "null": None}


def example(schema: Mapping[str, Any]) -> dict[str, Any]:
    """An object with a value for each parameter of the schema."""
    made = _value(schema, schema, 0)
    return made if isinstance(made, dict) else {}


def _value(schema: Any, root: Mapping[str, Any], depth: int) -> Any:
    if not isinstance(schema, Mapping) or depth > _DEEPEST:
        return None
    for word in ("default", "const"):
        if word in schema:
            return schema[word]
    enum = schema.get("enum")
    if isinstance(enum, list) and enum:
        return enum[0]
    for word in ("anyOf", "oneOf", "allOf"):
        options = schema.get(word)
        if isinstance(options, list) and options:
            return _value(options[0], root, depth + 1)
    return _of_type(schema, root, depth)


def _of_type(schema: Mapping[str, Any], root: Mapping[str, Any], depth: int) -> Any:
    reference = schema.get("$ref")
    if isinstance(reference, str):
        return _value(_resolved(reference, root), root, depth + 1)
    said = schema.get("type")
    kind = said[0] if isinstance(said, list) and said else said
    properties = schema.get("properties")
    if kind == "object" or isinstance(properties, Mapping):
        members = properties if isinstance(properties, Mapping) else {}
        return {name: _value(inner, root, depth + 1) for name, inner in members.items()}
    if kind == "array":
        return [_value(schema.get("items", {}), root, depth + 1)] if "items" in schema else []
    return _BY_TYPE.get(str(kind), "text")


def _resolved(reference: str, root: Mapping[str, Any]) -> Any:
    found: Any = root
    for part in reference.removeprefix("#").split("/")[1:]:
        found = found.get(part.replace("~1", "/").replace("~0", "~")) if isinstance(found, Mapping) else None
    return found
