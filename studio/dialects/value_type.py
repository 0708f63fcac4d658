"""The type of a JSON value in the words of JSON Schema.

Above: `tool_shape*`, `prompted_write`. Below: nothing.
"""

from typing import Any


def type_of_value(value: Any) -> str:
    """The JSON Schema type of a JSON value."""
    match value:
        case None:
            return "null"
        case bool():
            return "boolean"
        case int():
            return "integer"
        case float():
            return "number"
        case str():
            return "string"
        case list():
            return "array"
        case _:
            return "object"
