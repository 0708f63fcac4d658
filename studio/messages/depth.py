"""How deep a JSON value may be nested: all that walks one later (schemas, the session file, what is shown) goes down by calls.

Above: `arguments`, `dialects`. Below: nothing.
"""

from typing import Any

DEEPEST = 200
"""Levels of nesting that are read; more would overrun what later stands in the way (schemas, the worker's channel)."""


def is_too_deep(value: Any) -> bool:
    """Whether a parsed JSON value is nested more than `DEEPEST` levels deep. Walks level by level, without recursion."""
    level = [value]
    for _ in range(DEEPEST + 1):
        level = [inner for outer in level for inner in _inside(outer)]
        if not level:
            return False
    return True


def _inside(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []
