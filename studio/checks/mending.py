"""Which changes make a value fit its schema: found by what the validator finds wrong, kept only where it finds nothing wrong after.

Above: `tools/coerce`. Below: `validators`, `conversions`. The value that was given stays as it is.
"""

import copy
import json
from collections import Counter
from typing import Any

import msgspec

from studio.checks.change import Change, pointer
from studio.checks.conversions import Rules, Written, of_kinds, of_listed
from studio.checks.validators import Error, Validator

_MOST_ROUNDS = 8
_MOST_SEARCHES = 5000
_DESCENDING = frozenset(("properties", "patternProperties", "additionalProperties", "unevaluatedProperties", "items"))
_DESCENDING |= {"prefixItems", "contains"}
_LEFT_OUT: Any = object()
Path = tuple[str | int, ...]


class Mended(msgspec.Struct, frozen=True):
    """The changes that were found, in the order of the value; `cut` are the places of fractions so long that they read as whole."""

    changes: tuple[Change, ...] = ()
    cut: tuple[str, ...] = ()


def mending(validator: Validator, value: Any, rules: Rules) -> Mended:
    """What makes the value fit, as far as it can be made to. `validator` takes no whole float for an integer, `value` has its
    floats as `Written`. Raises what the validator raises on a schema that cannot be followed."""
    search = _Search(validator, value, rules, _Patience(_MOST_SEARCHES))
    places = _Places()
    ordered = sorted(search.run().items(), key=lambda each: _order(value, each[0], places))
    changes = tuple(Change(pointer(path), _text(_get(value, path)), _text(new)) for path, new in ordered)
    left = (error for error in validator.iter_errors(search.work) if error.validator == "type")
    cut = [error for error in left if isinstance(error.instance, Written) and error.instance.is_integer()]
    return Mended(changes, tuple(pointer(error.path) for error in cut))


class _Patience:
    """How many searches are left, over all branches of all branches."""

    def __init__(self, left: int) -> None:
        self.left = left


class _Search:
    """The search in one value under one validator; `work` is its own copy, with the changes made so far."""

    def __init__(self, validator: Validator, value: Any, rules: Rules, patience: _Patience) -> None:
        self._validator = validator
        self._box: dict[str, Any] = {"": copy.deepcopy(value)}
        self._value = value
        self._rules = rules
        self._patience = patience
        self._made: dict[Path, Any] = {}
        self._tried: set[Path] = set()

    @property
    def work(self) -> Any:
        return self._box[""]

    def run(self) -> dict[Path, Any]:
        """The changes by place; `work` then holds them."""
        self._patience.left -= isinstance(self._value, (list, dict))
        before: list[Error] = []
        for left in reversed(range(_MOST_ROUNDS if self._patience.left > 0 else 0)):
            errors = list(self._validator.iter_errors(self.work))
            if self._take_back(errors, before):
                continue
            before = errors
            if left == 0 or not self._make(errors):
                break
        return self._made

    def _make(self, errors: list[Error]) -> bool:
        """Make the changes that mend some of the errors; whether there were any."""
        fresh: dict[Path, Any] = {}
        for error in errors:
            path = tuple(error.path)
            if path not in self._tried and path not in fresh:
                for inner, new in self._mends(error, path).items():
                    fresh.setdefault((*path, *inner), new)
        self._tried |= {tuple(error.path) for error in errors}
        for path, new in fresh.items():
            self._put(path, new)
        self._made |= fresh
        return bool(fresh)

    def _take_back(self, errors: list[Error], before: list[Error]) -> bool:
        """Undo the changes that did not mend what they were made for, and what was left out and is missed; whether any was."""
        wrong = {tuple(error.path)[:length] for error in errors for length in range(len(error.path) + 1)}
        missed = {path for error in errors for path in _missed(error)}
        worse = _others(errors) - _others(before)

        def failed(path: Path, new: Any) -> bool:
            if new is not _LEFT_OUT:
                return path in wrong
            return path in missed or any(path[:length] in worse for length in range(len(path)))

        found = [path for path, new in self._made.items() if failed(path, new)]
        for path in found:
            self._put(path, copy.deepcopy(_get(self._value, path)))
            del self._made[path]
        return bool(found)

    def _mends(self, error: Error, path: Path) -> dict[Path, Any]:
        """What mends one error, by places from where the error is."""
        match error.validator:
            case "type":
                kinds: Any = error.validator_value
                options = of_kinds(error.instance, [kinds] if isinstance(kinds, str) else kinds, self._rules)
                found = self._fitting(error, options)
            case "enum":
                listed: Any = error.validator_value
                found = self._fitting(error, of_listed(error.instance, listed, self._rules))
            case "const":
                found = self._fitting(error, of_listed(error.instance, [error.validator_value], self._rules))
            case "anyOf" | "oneOf":
                found = self._branches(error)
            case _:
                return {}
        if not found and error.instance is None and self._rules.left_out and _is_declared(error, path):
            return {(): _LEFT_OUT}
        return found

    def _fitting(self, error: Error, options: list[Any]) -> dict[Path, Any]:
        """The one of the options that fits where the error is."""
        if not options or not isinstance(error.schema, dict):
            return {}
        validator = self._validator.evolve(schema=error.schema)
        works = [self._searched(validator, each)[0] if isinstance(each, (list, dict)) else each for each in options]
        fitting = [work for work in works if validator.is_valid(work)]
        return {(): fitting[0]} if len({_key(each) for each in fitting}) == 1 else {}

    def _branches(self, error: Error) -> dict[Path, Any]:
        """The changes by which the value fits a branch, where all branches that it can fit make the same of it."""
        branches: Any = error.validator_value
        found: dict[str, tuple[Any, dict[Path, Any]]] = {}
        for branch in branches:
            validator = self._validator.evolve(schema=branch)
            work, made = self._searched(validator, error.instance)
            if made and validator.is_valid(work):
                found.setdefault(_key(work), (work, made))
        if len(found) != 1:
            return {}
        ((work, made),) = found.values()
        return made if self._validator.evolve(schema=error.schema).is_valid(work) else {}

    def _searched(self, validator: Validator, value: Any) -> tuple[Any, dict[Path, Any]]:
        inner = _Search(validator, value, self._rules, self._patience)
        made = inner.run()
        return inner.work, made

    def _put(self, path: Path, new: Any) -> None:
        *way, last = ("", *path)
        holder = _get(self._box, tuple(way))
        if new is _LEFT_OUT:
            del holder[last]
        else:
            holder[last] = new


def _missed(error: Error) -> list[Path]:
    """The required members that an error finds missing."""
    if error.validator != "required" or not isinstance(error.instance, dict):
        return []
    names: Any = error.validator_value
    return [(*error.path, name) for name in names if name not in error.instance]


def _others(errors: list[Error]) -> Counter[Path]:
    """How many other errors there are at each place."""
    return Counter(tuple(error.path) for error in errors if error.validator != "required")


def _is_declared(error: Error, path: Path) -> bool:
    """Whether the value stands as a member that the schema names."""
    way = list(error.schema_path)
    ends = (way[at + 2 :] for at in range(len(way) - 1) if path and way[at : at + 2] == ["properties", path[-1]])
    return any(_DESCENDING.isdisjoint(end) for end in ends)


def _get(value: Any, path: Path) -> Any:
    for part in path:
        value = value[part]
    return value


class _Places:
    """The numbers of members in their objects, counted once for each object."""

    def __init__(self) -> None:
        self._known: dict[int, dict[str, int]] = {}

    def of(self, value: dict[str, Any], name: str) -> int:
        if id(value) not in self._known:
            self._known[id(value)] = {each: at for at, each in enumerate(value)}
        return self._known[id(value)][name]


def _order(value: Any, path: Path, places: _Places) -> list[int]:
    found = []
    for part in path:
        found.append(part if isinstance(part, int) else places.of(value, part))
        value = value[part]
    return found


def _text(value: Any) -> str:
    if value is _LEFT_OUT:
        return ""
    return value.text if isinstance(value, Written) else json.dumps(value, ensure_ascii=False)


def _key(value: Any) -> str:
    """Equal for values of equal types that are equal."""
    return json.dumps(value, sort_keys=True)
