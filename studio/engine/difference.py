"""The first place where two request bodies differ, volatile members set aside. Pure.

Above: `replay`, the fronts. Knows no session. Call ids are compared up to renaming: the same id must stand for the same id throughout.
"""

import re
from collections.abc import Iterator
from typing import Any

import msgspec

VOLATILE = frozenset({"seed", "user", "stream", "stream_options", "prompt_cache_key", "safety_identifier"})
_ID_MEMBERS = frozenset({"tool_call_id", "call_id", "tool_use_id"})
_CALL_ID = re.compile(r"/(?:tool_calls|content|input)/\d+/id$")


class Difference(msgspec.Struct, frozen=True):
    """The first differing place: a JSON Pointer into the request body, and the value recorded and now (None: not there)."""

    pointer: str
    old: Any
    new: Any


class _Ids:
    """Which id of one body stands for which of the other."""

    def __init__(self) -> None:
        self._forward: dict[str, str] = {}
        self._back: dict[str, str] = {}

    def same(self, old: str, new: str) -> bool:
        return self._forward.setdefault(old, new) == new and self._back.setdefault(new, old) == old


def first_difference(old: Any, new: Any) -> Difference | None:
    """The first difference of two JSON values in reading order, None when there is none that matters."""
    return next(_differences(old, new, "", _Ids()), None)


def _differences(old: Any, new: Any, at: str, ids: _Ids) -> Iterator[Difference]:
    if isinstance(old, dict) and isinstance(new, dict):
        yield from _of_objects(old, new, at, ids)
    elif isinstance(old, list) and isinstance(new, list):
        for place in range(max(len(old), len(new))):
            here = f"{at}/{place}"
            if place >= len(old) or place >= len(new):
                yield Difference(here, *(side[place] if place < len(side) else None for side in (old, new)))
            else:
                yield from _differences(old[place], new[place], here, ids)
    elif _is_id(at) and isinstance(old, str) and isinstance(new, str):
        if not ids.same(old, new):
            yield Difference(at, old, new)
    elif type(old) is not type(new) or old != new:
        yield Difference(at, old, new)


def _of_objects(old: dict[str, Any], new: dict[str, Any], at: str, ids: _Ids) -> Iterator[Difference]:
    for key in [*old, *(key for key in new if key not in old)]:
        if at == "" and key in VOLATILE:
            continue
        here = f"{at}/{key.replace('~', '~0').replace('/', '~1')}"
        if key in old and key in new:
            yield from _differences(old[key], new[key], here, ids)
        else:
            yield Difference(here, old.get(key), new.get(key))


def _is_id(at: str) -> bool:
    return at.rsplit("/", 1)[-1] in _ID_MEMBERS or _CALL_ID.search(at) is not None
