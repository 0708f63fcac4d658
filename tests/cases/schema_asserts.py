"""The asserts of the kinds `function_schema` and `tool_schema`: statements about one schema, and problems shown instead of it.

Above: the adapters of both kinds. `corpus/README.md` says what each `op` means. Knows nothing of how the schema was made.
"""

import json
from collections.abc import Collection, Iterator
from typing import Any

import jsonschema

from tests.cases import corpus

Schema = dict[str, Any]
_DEEPEST = 200
_MISSING = object()


def failure(asserts: list[dict[str, Any]], schema: Schema | None, problems: Collection[str] = ()) -> str:
    """The first of `asserts` that does not hold, in words; empty when all do.

    `schema` is None where only problems were shown; `problems` are codes of the corpus.
    """
    return next((f"{each!r}: {why}" for each in asserts if (why := _why_not(each, schema, problems))), "")


def check(case: dict[str, Any], schema: Schema | None, problems: Collection[str] = ()) -> None:
    """Fail unless the asserts of `expect`, or those of one of `accept`, hold of `schema` and `problems`."""
    failures = [
        failure(each.get("asserts", []), schema, problems) for each in (case["expect"], *case.get("accept", ()))
    ]
    if all(failures):
        raise AssertionError(
            f"{case['id']} ({case['strength']}): {failures[0]}\nschema: {json.dumps(schema)}\nproblems: {list(problems)}"
            f"\nwhy: {case['why']}"
        )


def _why_not(one: dict[str, Any], schema: Schema | None, problems: Collection[str]) -> str:
    op = one["op"]
    if op == "any_of":
        failures = [failure(each, schema, problems) for each in one["asserts"]]
        return "" if not all(failures) else "; ".join(failures)
    if op == "problem":
        return "" if one["code"] in problems else f"the problems are {list(problems)}"
    if schema is None:
        return "there is no schema"
    return _of_schema(op, one, schema)


def _of_schema(op: str, one: dict[str, Any], schema: Schema) -> str:
    match op:
        case "equals" | "set_equals" | "contains" | "absent":
            return _of_place(op, one, _at(schema, one["path"]))
        case "no_key":
            return f"{one['key']} is there" if one["key"] in set(_keys(schema)) else ""
        case "accepts":
            return "; ".join(_errors(schema, one["value"]))
        case "rejects":
            return "" if _errors(schema, one["value"]) else "it is accepted"
        case "refs_resolve":
            lost = [each for each in _refs(schema) if _target(schema, each) is _MISSING]
            return f"{lost} lead nowhere" if lost else ""
        case "serialisable":
            return _unwritable(schema)
        case other:
            raise ValueError(f"unknown op {other!r}")


def _of_place(op: str, one: dict[str, Any], found: Any) -> str:
    if op == "absent":
        return "" if found is _MISSING else f"there is {found!r}"
    if found is _MISSING:
        return "there is nothing"
    if op == "equals":
        return corpus.difference(one["value"], found) or corpus.difference(found, one["value"])
    if op == "set_equals":
        same = sorted(map(json.dumps, found)) == sorted(map(json.dumps, one["value"]))
        return "" if same else f"there is {found!r}"
    return "" if one["text"] in found else f"there is {found!r}"


def _at(schema: Schema, pointer: str) -> Any:
    """The value at `pointer`; on the way, where a member is not there, a `$ref` is followed."""
    place: Any = schema
    for step in _steps(pointer):
        for _ in range(_DEEPEST):
            if not isinstance(place, dict) or step in place or "$ref" not in place:
                break
            place = _target(schema, place["$ref"])
        place = _member(place, step)
        if place is _MISSING:
            return _MISSING
    return place


def _steps(pointer: str) -> list[str]:
    return [each.replace("~1", "/").replace("~0", "~") for each in pointer.split("/")[1:]]


def _member(place: Any, step: str) -> Any:
    if isinstance(place, dict):
        return place.get(step, _MISSING)
    if isinstance(place, list) and step.isdecimal() and int(step) < len(place):
        return place[int(step)]
    return _MISSING


def _target(schema: Schema, ref: str) -> Any:
    if not ref.startswith("#"):
        return _MISSING
    place: Any = schema
    for step in _steps(ref[1:]):
        place = _member(place, step)
    return place


def _errors(schema: Schema, value: Any) -> list[str]:
    return [each.message for each in jsonschema.Draft202012Validator(schema).iter_errors(value)]


def _keys(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        yield from value
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _keys(each)


def _refs(value: Any) -> Iterator[str]:
    if isinstance(value, dict) and isinstance(value.get("$ref"), str):
        yield value["$ref"]
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _refs(each)


def _unwritable(schema: Schema) -> str:
    try:
        json.dumps(schema, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        return str(error)
    return "" if _depth(schema) < _DEEPEST else "it is too deep"


def _depth(value: Any) -> int:
    if not isinstance(value, dict | list):
        return 0
    return 1 + max((_depth(each) for each in (value.values() if isinstance(value, dict) else value)), default=0)
