"""The first place where two request bodies differ, volatile members set aside. Pure.

Above: `replay`, the fronts. Below: `volatile`. Knows no session. Call ids are compared up to renaming: the same id must stand for the same
id throughout.
"""

import json
from collections.abc import Iterator
from typing import Any

import msgspec

from studio.engine.volatile import ANYWAY, Volatile, is_id


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


def first_difference(old: Any, new: Any, volatile: Volatile = ANYWAY) -> Difference | None:
    """The first difference of two JSON values in reading order, None when there is none that matters. A volatile path that leads into a
    text that is JSON sets aside a member there."""
    return next(_Comparing(volatile).differences(old, new, ""), None)


class _Comparing:
    """One comparison."""

    def __init__(self, volatile: Volatile) -> None:
        self._volatile = volatile
        self._ids = _Ids()

    def differences(self, old: Any, new: Any, at: str) -> Iterator[Difference]:
        if self._volatile.holds(at):
            return
        if isinstance(old, dict) and isinstance(new, dict):
            yield from self._of_objects(old, new, at)
        elif isinstance(old, list) and isinstance(new, list):
            yield from self._of_lists(old, new, at)
        elif isinstance(old, str) and isinstance(new, str):
            same = self._ids.same(old, new) if is_id(at) else old == new or self._same_within(old, new, at)
            if not same:
                yield Difference(at, old, new)
        elif type(old) is not type(new) or old != new:
            yield Difference(at, old, new)

    def _of_objects(self, old: dict[str, Any], new: dict[str, Any], at: str) -> Iterator[Difference]:
        for key in [*old, *(key for key in new if key not in old)]:
            here = f"{at}/{key.replace('~', '~0').replace('/', '~1')}"
            if key in old and key in new:
                yield from self.differences(old[key], new[key], here)
            elif not self._volatile.holds(here):
                yield Difference(here, old.get(key), new.get(key))

    def _of_lists(self, old: list[Any], new: list[Any], at: str) -> Iterator[Difference]:
        for place in range(max(len(old), len(new))):
            here = f"{at}/{place}"
            if place < len(old) and place < len(new):
                yield from self.differences(old[place], new[place], here)
            elif not self._volatile.holds(here):
                yield Difference(here, *(side[place] if place < len(side) else None for side in (old, new)))

    def _same_within(self, old: str, new: str, at: str) -> bool:
        """Whether two texts are JSON and differ only in members that the person set aside."""
        if not self._volatile.leads_into(at):
            return False
        try:
            values = json.loads(old), json.loads(new)
        except (ValueError, RecursionError):
            return False
        return all(isinstance(value, dict | list) for value in values) and not any(self.differences(*values, at))
