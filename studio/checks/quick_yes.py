"""A schema as nested functions that say yes, fast, to what surely fits; for everything else the validator is asked.

Above: `validators`. Below: `quick_limits`, `effort`. Knows the keywords that tools' schemas use; one it does not know makes it unsure
of all.
"""

import re
from typing import Any

from studio.checks.effort import TooMuchError, bounded, spend
from studio.checks.quick_limits import Accepts, length_limits, listed, number_limits, text_limits
from studio.problems import StudioError

Kinds = dict[type, Accepts | None]
"""For each Python type that is allowed, what more it must pass."""

_JUDGED_ELSEWHERE = frozenset(("$dynamicRef", "contains", "dependentRequired", "dependentSchemas", "if", "multipleOf"))
_JUDGED_ELSEWHERE |= {"not", "oneOf", "patternProperties", "prefixItems", "propertyNames", "unevaluatedItems"}
_JUDGED_ELSEWHERE |= {"unevaluatedProperties", "uniqueItems", "$id", "$anchor", "$dynamicAnchor", "$vocabulary"}
_TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
    "array": (list,),
    "object": (dict,),
}
_ALL = tuple(dict.fromkeys(one for types in _TYPES.values() for one in types))


class _UnsureError(Exception):
    """The schema says something that only the validator can judge."""


def quick_yes(schema: Any) -> Accepts:
    """A function that says True only for values (as read from JSON) that fit the schema, whole floats for integers not among them.

    The schema is a valid one of draft 2020-12. Raises nothing, then or later.
    """
    builder = _Builder(schema)
    try:
        accepts = builder.node(schema)
    except (_UnsureError, StudioError, ValueError, TypeError, AttributeError, KeyError, RecursionError, re.error):
        return _no
    return _safely(_bounded(accepts) if builder.refers else accepts)


def _safely(accepts: Accepts) -> Accepts:
    def safely(value: Any) -> bool:
        try:
            return accepts(value)
        except (RecursionError, TypeError, TooMuchError):
            return False

    return safely


def _bounded(accepts: Accepts) -> Accepts:
    def in_time(value: Any) -> bool:
        with bounded():
            return accepts(value)

    return in_time


def _no(_value: Any) -> bool:
    return False


def _yes(_value: Any) -> bool:
    return True


class _Builder:
    """The functions of one schema; a referenced part is built once."""

    def __init__(self, root: Any) -> None:
        self._root = root
        self._parts: dict[str, Accepts] = {}

    @property
    def refers(self) -> bool:
        """Whether a part refers to another: only so can a short schema take long."""
        return bool(self._parts)

    def node(self, schema: Any) -> Accepts:
        """The function of a part of the schema."""
        if isinstance(schema, bool):
            return _yes if schema else _no
        if not _JUDGED_ELSEWHERE.isdisjoint(schema):
            raise _UnsureError
        kinds = {one: _all(self._for_type(one, schema)) for one in _allowed(schema)}
        whole = self._whole(schema)
        return _all([_by_kind(kinds), *whole]) or _yes

    def _for_type(self, kind: type, schema: dict[str, Any]) -> list[Accepts]:
        if kind is str:
            return text_limits(schema)
        if kind in (int, float):
            return number_limits(schema)
        if kind is list:
            return [*length_limits(schema, "minItems", "maxItems"), *self._items(schema)]
        if kind is dict:
            return [*length_limits(schema, "minProperties", "maxProperties"), *self._members(schema)]
        return []

    def _whole(self, schema: dict[str, Any]) -> list[Accepts]:
        """What holds for a value of any type."""
        found = listed(schema)
        if "$ref" in schema:
            found.append(self._referenced(schema["$ref"]))
        if "anyOf" in schema:
            found.append(_any([self.node(each) for each in schema["anyOf"]]))
        found += [self.node(each) for each in schema.get("allOf", ())]
        return found

    def _referenced(self, pointer: str) -> Accepts:
        def part(value: Any) -> bool:
            spend(1)
            return self._parts[pointer](value)

        if pointer not in self._parts:
            # Before it is built: it may refer to itself.
            self._parts[pointer] = part
            self._parts[pointer] = self.node(_at(self._root, pointer))
        return part

    def _items(self, schema: dict[str, Any]) -> list[Accepts]:
        if schema.get("items", True) is True:
            return []
        item = self.node(schema["items"])
        return [lambda value: all(map(item, value))]

    def _members(self, schema: dict[str, Any]) -> list[Accepts]:
        known = {name: self.node(inner) for name, inner in schema.get("properties", {}).items()}
        more = self.node(schema.get("additionalProperties", True))
        required = tuple(schema.get("required", ()))
        if not known and not required and more is _yes:
            return []

        def members(value: dict[str, Any]) -> bool:
            for name in required:
                if name not in value:
                    return False
            for name, inner in value.items():  # noqa: SIM110 - a loop takes half the time
                if not known.get(name, more)(inner):
                    return False
            return True

        return [members]


def _allowed(schema: dict[str, Any]) -> tuple[type, ...]:
    if "type" not in schema:
        return _ALL
    named = schema["type"]
    return tuple(one for name in ([named] if isinstance(named, str) else named) for one in _TYPES[name])


def _by_kind(kinds: Kinds) -> Accepts:
    if len(kinds) == 1:
        ((kind, more),) = kinds.items()
        if more is None:
            return lambda value: type(value) is kind
    if not any(kinds.values()):
        allowed = frozenset(kinds)
        return (lambda value: type(value) in allowed) if len(allowed) < len(_ALL) else _yes

    def accepts(value: Any) -> bool:
        more = kinds.get(type(value), _no)
        return more is None or more(value)

    return accepts


def _all(checks: list[Accepts]) -> Accepts | None:
    checks = [each for each in checks if each is not _yes]
    match checks:
        case []:
            return None
        case [only]:
            return only
        case [first, second]:
            return lambda value: first(value) and second(value)
        case _:
            return lambda value: all(each(value) for each in checks)


def _any(checks: list[Accepts]) -> Accepts:
    def accepts(value: Any) -> bool:
        for each in checks:  # noqa: SIM110 - a loop takes half the time
            if each(value):
                return True
        return False

    return accepts


def _at(root: Any, pointer: str) -> Any:
    """The part of the schema that a reference within it names."""
    if pointer != "#" and (not pointer.startswith("#/") or "%" in pointer):
        raise _UnsureError
    found = root
    for part in pointer.split("/")[1:]:
        name = part.replace("~1", "/").replace("~0", "~")
        if not isinstance(found, dict) or name not in found:
            raise _UnsureError
        found = found[name]
    return found
