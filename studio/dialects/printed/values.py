"""The value that a plain text stands for, where a form does not say its type: the tool's schema decides, nothing is guessed.

Above: `tagged`, `deepseek`, `react`. Below: `messages`. A text that does not fit the schema's type stays a text.
"""

import ast
import json
import math
import warnings
from collections.abc import Sequence
from typing import Any

from studio.messages.depth import is_too_deep
from studio.messages.toolspec import ToolSpec

_LARGEST_LITERAL = 100_000
"""Characters of a Python literal that are read; Python's parser needs some hundred times its text."""
_SPELLINGS = {"true": True, "True": True, "false": False, "False": False}


def schema_of(tools: Sequence[ToolSpec], tool: str, key: str) -> dict[str, Any] | None:
    """The schema of one argument, None where there is none."""
    parameters = next((spec.parameters for spec in tools if spec.name == tool), {})
    properties = parameters.get("properties")
    schema = properties.get(key) if isinstance(properties, dict) else None
    return _resolved(schema, parameters) if isinstance(schema, dict) else None


def typed(text: str, schema: dict[str, Any] | None) -> Any:
    """The value of a text by its schema; without one, JSON that is whole and plain is read, anything else is the text."""
    if schema is None:
        return _untyped(text)
    types = _types(schema)
    if not types:
        return text if _is_listed(schema, text) else _untyped(text)
    stripped = text.strip()
    if "null" in types and stripped in ("null", "None"):
        return None
    if "string" in types:
        return text
    if "boolean" in types and stripped in _SPELLINGS:
        return _SPELLINGS[stripped]
    value = _read(stripped)
    return value if _fits(value, types) else text


def _resolved(schema: dict[str, Any], root: dict[str, Any]) -> dict[str, Any]:
    for _ in range(10):
        reference = schema.get("$ref")
        if not isinstance(reference, str) or not reference.startswith("#/"):
            return schema
        found: Any = root
        for step in reference[2:].split("/"):
            found = found.get(step) if isinstance(found, dict) else None
        if not isinstance(found, dict):
            return schema
        schema = found
    return schema


def _types(schema: dict[str, Any], depth: int = 0) -> set[str]:
    """All types that the schema lets through; empty when it does not say."""
    given = schema.get("type")
    if isinstance(given, str):
        return {given}
    if isinstance(given, list):
        return {one for one in given if isinstance(one, str)}
    types: set[str] = set()
    for word in ("anyOf", "oneOf"):
        options = schema.get(word)
        for option in options if isinstance(options, list) and depth < 5 else ():
            found = _types(option, depth + 1) if isinstance(option, dict) else set()
            if not found:
                return set()
            types |= found
    return types


def _is_listed(schema: dict[str, Any], text: str) -> bool:
    listed = schema.get("enum")
    return schema.get("const") == text or (isinstance(listed, list) and text in listed)


def _untyped(text: str) -> Any:
    value = _read_json(text.strip())
    return text if (value is None and text.strip() != "null") or isinstance(value, str) else value


def _read(text: str) -> Any:
    value = _read_json(text)
    if value is None and text[:1] in "[{(" and len(text) <= _LARGEST_LITERAL:
        value = read_literal(text)
    return value


def _read_json(text: str) -> Any:
    try:
        value = json.loads(text, parse_constant=_refuse, parse_float=_read_float)
    except (ValueError, RecursionError):
        return None
    return None if is_too_deep(value) else value


def _refuse(name: str) -> Any:
    raise ValueError(name)


def _read_float(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        raise ValueError(text)
    return value


def read_literal(text: str) -> Any:
    """The value of a Python literal that JSON can hold; None when it is none."""
    try:
        with warnings.catch_warnings(action="ignore"):
            value = ast.literal_eval(text)
        json.dumps(value, allow_nan=False)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return None
    return value if is_json(value) else None


def is_json(value: Any) -> bool:
    """Whether a value that `json` can write is one that it would read again: the names of all members are texts."""
    level = [value]
    while level:
        if any(isinstance(one, dict) and not all(isinstance(key, str) for key in one) for one in level):
            return False
        level = [inner for one in level for inner in _inside(one)]
    return not is_too_deep(value)


def _inside(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return list(value.values())
    return list(value) if isinstance(value, list | tuple) else []


def _fits(value: Any, types: set[str]) -> bool:
    match value:
        case bool():
            return "boolean" in types
        case int():
            return bool(types & {"integer", "number"})
        case float():
            return "number" in types
        case list() | tuple():
            return "array" in types
        case dict():
            return "object" in types
        case _:
            return False
