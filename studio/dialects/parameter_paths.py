"""Members of a body by their path: read, and put without changing the dict that was handed in.

Above: `parameters` and the forms beside it. Below: nothing. Knows no parameter and no dialect.
"""

from collections.abc import Mapping
from typing import Any

Params = Mapping[str, Any]
Path = tuple[str, ...]


def at(params: Params, path: Path) -> Any:
    """The value at `path`; None when it is not there or what holds it is no object."""
    value: Any = params
    for step in path:
        if not isinstance(value, Mapping):
            return None
        value = value.get(step)
    return value


def with_at(params: Params, path: Path, value: Any) -> dict[str, Any]:
    """A copy with `value` at `path`; what is no object on the way is replaced by one."""
    made = dict(params)
    first, rest = path[0], path[1:]
    inner = made.get(first)
    made[first] = with_at(inner if isinstance(inner, Mapping) else {}, rest, value) if rest else value
    return made


def without(params: Params, path: Path) -> dict[str, Any]:
    """A copy without the member at `path`; an object that is empty because of that goes too."""
    made = dict(params)
    first, rest = path[0], path[1:]
    inner = made.get(first)
    if not rest:
        made.pop(first, None)
    elif isinstance(inner, Mapping) and at(inner, rest) is not None:
        left = without(inner, rest)
        made[first] = left
        if not left:
            del made[first]
    return made
