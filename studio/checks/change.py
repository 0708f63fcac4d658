"""A value that was made to fit: where it stands, as it was and as it is now.

Above: `tools/coerce`, `present`, the fronts. Below: nothing.
"""

import copy
import json
from collections.abc import Iterable
from typing import Any

import msgspec


class Change(msgspec.Struct, frozen=True):
    """`pointer` is a JSON Pointer into the arguments; `old` and `new` are JSON texts, `new` empty where the member was left out."""

    pointer: str
    old: str
    new: str


def pointer(path: Iterable[str | int]) -> str:
    """The JSON Pointer of a place, given as the names and positions that lead there."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in path)


def applied(value: Any, changes: Iterable[Change]) -> Any:
    """The value with the changes made; the given one stays as it is. A change whose place is not there raises LookupError."""
    box = {"": copy.deepcopy(value)}
    for change in changes:
        holder: Any = box
        *path, last = _parts(holder, change.pointer)
        for part in path:
            holder = holder[part]
        if change.new:
            holder[last] = json.loads(change.new)
        else:
            del holder[last]
    return box[""]


def _parts(box: Any, place: str) -> list[Any]:
    parts: list[Any] = []
    for written in place.split("/"):
        part = written.replace("~1", "/").replace("~0", "~")
        parts.append(int(part) if isinstance(box, list) else part)
        box = box[parts[-1]]
    return parts
