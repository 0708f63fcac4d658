"""JSON as people and models usually write it: a space after each comma and colon, on one line.

Above: `rules`, `results`. Below: the standard library's JSON.
"""

import json
from typing import Any

from studio.dialects.dialect_error import DialectError
from studio.said import said

_encoder = json.JSONEncoder(ensure_ascii=False, allow_nan=False)


def spaced(value: Any) -> str:
    """`value` as JSON text. Raises DialectError for what JSON cannot hold."""
    try:
        return _encoder.encode(value)
    except (ValueError, TypeError, RecursionError) as error:
        raise DialectError(said("This cannot be written as JSON: {why}", why=error)) from error
