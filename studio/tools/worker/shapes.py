"""A type hint as a JSON Schema, and as the way from a JSON value to the Python value that the hint promises.

Above: `hints`. Below: `fits`. A hint without a schema raises `NoSchemaError`.
"""

from __future__ import annotations

import collections.abc
import datetime as dt
import decimal
import pathlib
import typing
import uuid
from collections.abc import Callable
from typing import Any, NamedTuple

from .fits import fits, kind_of  # noqa: TID252 - see the card of this package

Schema = dict[str, Any]
Convert = Callable[[Any], Any]


class NoSchemaError(Exception):
    """There is no JSON Schema for this hint."""


class Shape(NamedTuple):
    """What a hint looks like in JSON. `convert` makes the Python value of the JSON value; None: it is the same."""

    schema: Schema
    convert: Convert | None = None


def convert(shape: Shape, value: Any) -> Any:
    """`value` as the function wants it. ValueError, TypeError or what the person's class raises when it does not fit."""
    return value if shape.convert is None else shape.convert(value)


def _whole(value: Any) -> Any:
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _floating(value: Any) -> Any:
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > 2**53:
        return value
    return float(value)


def _moment(value: str) -> dt.datetime:
    return dt.datetime.fromisoformat(value[:-1] + "+00:00" if value.endswith(("Z", "z")) else value)


def _decimal(value: Any) -> decimal.Decimal:
    try:
        return decimal.Decimal(str(value))
    except decimal.InvalidOperation:
        raise ValueError(f"{value!r} is no decimal number") from None


def _text(format: str) -> Schema:
    return {"type": "string", "format": format}


SCALARS: dict[Any, Shape] = {
    Any: Shape({}),
    object: Shape({}),
    str: Shape({"type": "string"}),
    bool: Shape({"type": "boolean"}),
    int: Shape({"type": "integer"}, _whole),
    float: Shape({"type": "number"}, _floating),
    None: Shape({"type": "null"}),
    type(None): Shape({"type": "null"}),
    dt.datetime: Shape(_text("date-time"), _moment),
    dt.date: Shape(_text("date"), dt.date.fromisoformat),
    dt.time: Shape(_text("time"), dt.time.fromisoformat),
    uuid.UUID: Shape(_text("uuid"), uuid.UUID),
    decimal.Decimal: Shape({"anyOf": [{"type": "number"}, {"type": "string"}]}, _decimal),
    pathlib.Path: Shape(_text("path"), pathlib.Path),
}

LISTS: dict[Any, Convert | None] = {
    list: None,
    set: set,
    frozenset: frozenset,
    collections.abc.Sequence: None,
    collections.abc.MutableSequence: None,
    collections.abc.Collection: None,
    collections.abc.Iterable: None,
    collections.abc.Set: set,
}
MAPPINGS = (dict, collections.abc.Mapping, collections.abc.MutableMapping)


def list_shape(kind: Any, item: Shape | None) -> Shape:
    """A list, set or sequence of `item` (None: of anything)."""
    schema: Schema = {"type": "array"}
    if item is not None and item.schema:
        schema["items"] = item.schema
    make = LISTS[kind]
    if make is not None:
        schema["uniqueItems"] = True
    if item is None or item.convert is None:
        return Shape(schema, make)
    each = item.convert
    return Shape(schema, lambda value: (make or list)(each(one) for one in value))


def tuple_shape(items: list[Shape]) -> Shape:
    """A list of fixed length, each place with its own shape."""
    schema: Schema = {"type": "array", "minItems": len(items), "maxItems": len(items)}
    if items:
        schema["prefixItems"] = [item.schema for item in items]
    return Shape(schema, lambda value: tuple(convert(items[at], one) for at, one in enumerate(value)))


def many_shape(item: Shape) -> Shape:
    """`tuple[X, ...]`."""
    return Shape({"type": "array", "items": item.schema}, lambda value: tuple(convert(item, one) for one in value))


def mapping_shape(value: Shape | None) -> Shape:
    """An object of any keys with values of one shape."""
    schema: Schema = {"type": "object"}
    if value is not None and value.schema:
        schema["additionalProperties"] = value.schema
    if value is None or value.convert is None:
        return Shape(schema)
    each = value.convert
    return Shape(schema, lambda given: {key: each(one) for key, one in given.items()})


def choice_shape(values: typing.Sequence[Any], made: dict[Any, Any] | None = None) -> Shape:
    """One of `values` (JSON scalars); `made` maps (type, value) to what the function gets instead."""
    schema: Schema = {"enum": list(values)}
    kinds = {kind for value in values for kind in [kind_of(value)]}
    if len(kinds) == 1:
        schema = {"type": kinds.pop(), **schema}
    if made is None:
        return Shape(schema)
    known = made

    def member(value: Any) -> Any:
        if (type(value), value) not in known:
            raise ValueError(f"{value!r} is none of the allowed values")
        return known[type(value), value]

    return Shape(schema, member)


def union_shape(members: list[Shape], defs: dict[str, Schema]) -> Shape:
    """Any of `members`; the first that the value fits, and whose type takes it, decides how it is made."""
    schema: Schema = {"anyOf": [member.schema for member in members]}
    if all(member.convert is None for member in members):
        return Shape(schema)

    def first(value: Any) -> Any:
        refused: Exception | None = None
        for member in members:
            if fits(member.schema, value, defs):
                try:
                    return convert(member, value)
                except (ValueError, TypeError) as error:
                    refused = refused or error
        if refused is not None:
            raise refused
        return value

    return Shape(schema, first)
