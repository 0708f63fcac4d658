"""The keywords of JSON Schema with a bound to their work: each takes steps, and patterns are searched in bounded time.

Above: `validators`, which hands its library in. Below: `effort`, `patterns`.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from studio.checks import patterns
from studio.checks.effort import TooMuchError, spend

Keyword = Callable[[Any, Any, Any, Any], Any]
Fault = Callable[[str], Exception]
_PIECE = 16
_TEXT = 5_000
_DATA = ("const", "enum", "default", "examples")


def keywords(known: Mapping[str, Keyword], fault: Fault) -> dict[str, Keyword]:
    """The same keywords, bounded; `fault` makes the library's error of a message."""
    own = {
        "pattern": _pattern(fault),
        "patternProperties": _pattern_properties,
        "uniqueItems": _unique(fault),
    }
    own |= {
        name: _told_apart(known[name]) for name in ("additionalProperties", "unevaluatedProperties") if name in known
    }
    return {name: _counted(own.get(name, keyword)) for name, keyword in known.items()}


def without_drafts(schema: Any) -> Any:
    """The schema without the names of drafts, at which the library would go on with its own, unbounded keywords."""
    if isinstance(schema, list):
        return [without_drafts(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        name: part if name in _DATA else without_drafts(part)
        for name, part in schema.items()
        if name != "$schema" or not isinstance(part, str)
    }


def _counted(keyword: Keyword) -> Keyword:
    def counted(validator: Any, limit: Any, value: Any, schema: Any) -> Any:
        spend(1 + _size(limit) + _size(value))
        return keyword(validator, limit, value, schema)

    return counted


def _size(value: Any) -> int:
    """Steps for something long: it is walked through, and stands in messages."""
    if isinstance(value, str):
        return len(value) // _TEXT
    return len(value) // _PIECE if isinstance(value, list | dict) else 0


def _pattern(fault: Fault) -> Keyword:
    def pattern(validator: Any, limit: Any, value: Any, _schema: Any) -> Iterator[Exception]:
        if validator.is_type(value, "string") and not patterns.found(limit, value):
            yield fault(f"{value!r} does not match {limit!r}")

    return pattern


def _pattern_properties(validator: Any, limit: Any, value: Any, _schema: Any) -> Iterator[Exception]:
    if not validator.is_type(value, "object"):
        return
    for pattern, schema in limit.items():
        for name, inner in value.items():
            if patterns.found(pattern, name):
                yield from validator.descend(inner, schema, path=name, schema_path=pattern)


def _told_apart(keyword: Keyword) -> Keyword:
    """A keyword that searches the names of members by itself: only where that is cheap."""

    def told_apart(validator: Any, limit: Any, value: Any, schema: Any) -> Any:
        if isinstance(value, dict):
            listed = list(_listed(schema))
            if any(not patterns.is_cheap(pattern, name) for pattern in listed for name in value):
                raise TooMuchError
        return keyword(validator, limit, value, schema)

    return told_apart


def _listed(schema: Any) -> Iterator[str]:
    """The patterns for names of members that hold where `schema` does, joined as the library joins them."""
    if not isinstance(schema, dict):
        return
    named = schema.get("patternProperties")
    if isinstance(named, dict) and named:
        yield "|".join(named)
    for name in ("allOf", "anyOf", "oneOf"):
        for each in schema.get(name, ()):
            yield from _listed(each)
    for name in ("if", "then", "else"):
        yield from _listed(schema.get(name))


def _unique(fault: Fault) -> Keyword:
    def unique(validator: Any, limit: Any, value: Any, _schema: Any) -> Iterator[Exception]:
        if not limit or not validator.is_type(value, "array"):
            return
        seen: set[str] = set()
        for item in value:
            key = json.dumps(_same(item), sort_keys=True)
            spend(1 + len(key) // _PIECE)
            if key in seen:
                yield fault("holds an item twice")
                return
            seen.add(key)

    return unique


def _same(value: Any) -> Any:
    """Equal for values that are equal in JSON: 1.0 is 1."""
    match value:
        case float() if value.is_integer():
            return int(value)
        case list():
            return [_same(each) for each in value]
        case dict():
            return {name: _same(each) for name, each in value.items()}
        case _:
            return value
