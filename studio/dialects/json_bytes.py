"""JSON values to compact bytes and back, as every dialect needs it.

Above: the dialects. Below: msgspec and the standard library's JSON. Knows no format.
"""

import json
from typing import Any

import msgspec

from studio.dialects.dialect_error import DialectError
from studio.messages.depth import DEEPEST, is_too_deep
from studio.said import said

_encoder = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False)
_decoder = msgspec.json.Decoder()


def dumps(value: Any) -> bytes:
    """Compact UTF-8 JSON; half of a character (a lone surrogate) is written as its escape, which is valid JSON.

    Raises DialectError for what JSON cannot hold (NaN, infinity, foreign objects).
    """
    try:
        return _encoder.encode(value).encode("utf-8", "backslashreplace")
    except (ValueError, TypeError, RecursionError) as error:
        raise DialectError(said("This cannot be written as JSON: {why}", why=error)) from error


def dump_text(value: Any) -> str:
    """The same as text, for JSON inside a JSON string."""
    try:
        return _encoder.encode(value)
    except (ValueError, TypeError, RecursionError) as error:
        raise DialectError(said("This cannot be written as JSON: {why}", why=error)) from error


def loads(data: str | bytes) -> Any:
    """The JSON value in `data`; integers exact, lone surrogate escapes and NaN let through. ValueError when it is none, or
    nested deeper than anything that comes after could take."""
    try:
        value = _decoder.decode(data)
    except (ValueError, RecursionError):
        value = _slowly(data)
    # What is nested that deep has as many brackets that close.
    if len(data) > 2 * DEEPEST and _openings(data) > DEEPEST and is_too_deep(value):
        raise ValueError(said("nested too deep"))
    return value


def read_object(body: bytes, what: str) -> dict[str, Any]:
    """The JSON object that a body is. DialectError when it is none; `what` names it (request, reply)."""
    try:
        value = loads(body)
    except ValueError as error:
        raise DialectError(said("The {what} is not JSON ({why}).", what=what, why=error)) from error
    if not isinstance(value, dict):
        raise DialectError(said("The {what} is not a JSON object.", what=what))
    return value


def _openings(data: str | bytes) -> int:
    return data.count("{") + data.count("[") if isinstance(data, str) else data.count(b"{") + data.count(b"[")


def _slowly(data: str | bytes) -> Any:
    try:
        return json.loads(data)
    except RecursionError as error:
        raise ValueError(said("nested too deep")) from error
