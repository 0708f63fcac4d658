"""References in a schema: each leads to a place inside it, or it is a problem; a provider without references gets them written out.

Above: `tool_shape`. Below: `tool_shape_tree`. Nothing is ever fetched.
"""

from typing import Any

from studio.dialects.tool_shape_tree import (
    IN_PLACE,
    OF_LISTS,
    OF_NAMES,
    OF_ONE,
    Place,
    Schema,
    Work,
    copied,
    looked_up,
    places,
    step,
)
from studio.messages.depth import DEEPEST

MOST_WRITTEN_OUT = 5_000
"""Schemas that references are written out to; more is refused."""


def settled(work: Work) -> None:
    """Make every reference lead somewhere inside, in place: relative to the root, by pointer."""
    settling = _Settling(work)
    for place in work.places():
        if "$ref" in place.schema:
            settling.settle(place)
    settling.end()
    if not work.problems and settling.any and (at := _circle(work.root)) is not None:
        work.problem("unresolved_ref", at, "circle")


def target_of(root: Schema, schema: Schema) -> Schema:
    """What a schema's reference leads to, over several; the schema itself where it has none."""
    for _ in range(DEEPEST):
        ref = schema.get("$ref")
        found = looked_up(root, ref[1:]) if isinstance(ref, str) else None
        if not isinstance(found, dict):
            return schema
        schema = found
    return schema


class _Settling:
    """References under way. Definitions of inner schemas that are referred to as if they were the root's are put there at the end,
    so that none is taken for another of its name."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._anchors = {str(one.schema["$anchor"]): one.at for one in work.places() if "$anchor" in one.schema}
        self._hoisted: dict[str, Any] = {}
        self.any = False
        """Whether there is a reference at all."""

    def settle(self, place: Place) -> None:
        """Settle the reference of one schema."""
        self.any = True
        ref = place.schema["$ref"]
        local = _local(self._work.root, ref) if isinstance(ref, str) else None
        found = self._pointer(local) if local is not None else None
        if local is not None and found is None:
            found = self._hoist(place, local)
        elif found is not None and ref != "#" + found:
            self._work.change("ref_made_local", place.at, str(ref)[:200])
        if found is None:
            self._work.problem("unresolved_ref", place.at, str(ref)[:200])
        else:
            place.schema["$ref"] = "#" + found

    def end(self) -> None:
        """Put what was hoisted at the root; it stands in two places then, and each may be shaped on its own."""
        if self._hoisted:
            held = self._work.root.setdefault("$defs", {})
            held.update(copied(self._hoisted))

    def _pointer(self, local: str) -> str | None:
        if local and not local.startswith("/"):
            return self._anchors.get(local)
        there = not local or isinstance(looked_up(self._work.root, local), dict | bool)
        return local if there else None

    def _hoist(self, place: Place, local: str) -> str | None:
        """The pointer that a definition of a schema around the reference will have at the root."""
        kind, _, name = local[1:].partition("/")
        if kind not in ("$defs", "definitions") or "/" in name:
            return None
        found = _around(place, local)
        if found is None:
            return None
        known = next((key for key, value in self._hoisted.items() if value is found), None)
        if known is None:
            taken = {**self._work.root.get("$defs", {}), **self._hoisted}
            known = _free(taken, name.replace("~1", "/").replace("~0", "~"))
            self._hoisted[known] = found
        self._work.change("ref_hoisted", place.at, name)
        return "/$defs" + step(known)


def _around(place: Place, local: str) -> Any:
    around: Place | None = place
    while around is not None:
        found = looked_up(around.schema, local)
        if isinstance(found, dict | bool):
            return found
        around = around.above
    return None


def _local(root: Schema, ref: str) -> str | None:
    """The fragment of a reference into this schema; None when it leads to another document."""
    base, _, fragment = ref.partition("#")
    own = root.get("$id", root.get("id"))
    return fragment if not base or (isinstance(own, str) and base == own.partition("#")[0]) else None


def _free(held: dict[str, Any], name: str) -> str:
    at = 2
    free = name
    while free in held:
        free, at = f"{name}_{at}", at + 1
    return free


def _circle(root: Schema) -> str | None:
    """The place of a schema that is only ever itself again, by references alone: no value could be checked against it."""
    done: set[int] = set()
    for place in places(root):
        path: list[int] = []
        stack: list[tuple[Schema, bool]] = [(place.schema, False)]
        while stack:
            schema, leaves = stack.pop()
            if leaves:
                done.add(path.pop())
            elif id(schema) in path:
                return place.at
            elif id(schema) not in done:
                path.append(id(schema))
                stack.append((schema, True))
                stack += [(one, False) for one in _same_value(root, schema)]
    return None


def _same_value(root: Schema, schema: Schema) -> list[Schema]:
    found = [looked_up(root, schema["$ref"][1:])] if isinstance(schema.get("$ref"), str) else []
    for key in IN_PLACE:
        held = schema.get(key)
        found += held if isinstance(held, list) else [held]
    return [one for one in found if isinstance(one, dict)]


class WrittenOut:
    """Writes references out. `end` is what stands where a definition would begin to repeat itself."""

    def __init__(self, work: Work, end: Schema) -> None:
        self._work = work
        self._end = end
        self._left = MOST_WRITTEN_OUT

    def root(self) -> Schema:
        """The whole schema without references and definitions."""
        made: Schema = self._one(self._work.root, "", ("",))
        return made

    def _one(self, schema: Any, at: str, trail: tuple[str, ...]) -> Any:
        if not isinstance(schema, dict):
            return schema
        self._left -= 1
        deep = at.count("/") + len(trail) > DEEPEST
        if self._left < 0 or deep:
            if not self._work.problems:
                self._work.problem("too_deep" if deep else "too_large", at[:200])
            return {}
        ref = schema.get("$ref")
        return self._inside(schema, at, trail) if not isinstance(ref, str) else self._ref(schema, ref[1:], at, trail)

    def _ref(self, schema: Schema, pointer: str, at: str, trail: tuple[str, ...]) -> Any:
        beside = {key: value for key, value in schema.items() if key != "$ref"}
        if pointer in trail:
            self._work.change("recursion_cut", at, pointer.rpartition("/")[2])
            return {**self._end, **beside}
        self._work.change("ref_inlined", at, pointer.rpartition("/")[2])
        found = looked_up(self._work.root, pointer)
        made = self._one(found, at, (*trail, pointer))
        more = self._inside(beside, at, trail)
        return {**made, **more} if isinstance(made, dict) else more or made

    def _inside(self, schema: Schema, at: str, trail: tuple[str, ...]) -> Schema:
        made = {key: value for key, value in schema.items() if key not in ("$defs", "definitions")}
        for key, held in made.items():
            if key in OF_NAMES and isinstance(held, dict):
                made[key] = {name: self._one(one, at + step(key) + step(name), trail) for name, one in held.items()}
            elif key in OF_LISTS and isinstance(held, list):
                made[key] = [self._one(one, f"{at}{step(key)}/{n}", trail) for n, one in enumerate(held)]
            elif key in OF_ONE:
                made[key] = self._one(held, at + step(key), trail)
        return made
