"""The one schema validator: a value against a JSON Schema, as problems with a place, a sentence and a repair.

Above: `tools.coerce` and the editors. Below: `validators` (the judges), `mending` (what would make it fit), `repairs`.
A schema itself at fault is one problem.
"""

import itertools
import json
from collections.abc import Iterator
from typing import Any, cast

from studio.checks.change import pointer
from studio.checks.conversions import Rules
from studio.checks.effort import TooMuchError, bounded
from studio.checks.mending import Mended, mending
from studio.checks.names import nearest_name
from studio.checks.problem import Problem
from studio.checks.repairs import candidates
from studio.checks.sentences import (
    BROKEN,
    MISSING,
    NOT_ALLOWED,
    TOO_DEEP,
    TOO_MUCH,
    UNKNOWN,
    UNKNOWN_NEAR,
    must_be,
    sentence_for,
    shorten,
)
from studio.checks.validators import Error, SchemaError, Unresolvable, Validator, ready
from studio.said import said

__all__ = ["check", "mended", "nearest_name", "surely_fits"]

_MOST_PROBLEMS = 100
_DEEPEST = 100


def check(schema: Any, value: Any) -> tuple[Problem, ...]:
    """The problems of `value` (as read from JSON) under `schema`, in the order of the value; empty when it fits.

    At most 100 are given. A broken schema or one with a reference that leads nowhere gives a single `schema.broken`,
    a value nested deeper than 100 levels a single `schema.depth`, one that takes too long to check a single `schema.effort`.
    Raises nothing.
    """
    if _too_deep(value, _DEEPEST):
        return (Problem("schema.depth", "", said(TOO_DEEP, n=_DEEPEST)),)
    with bounded():
        return _checked(schema, value)


def _checked(schema: Any, value: Any) -> tuple[Problem, ...]:
    try:
        validator = ready(schema).explains
        errors = sorted(itertools.islice(validator.iter_errors(value), _MOST_PROBLEMS), key=lambda e: _place(value, e))
        told = (problem for error in errors for problem in _problems(validator, error))
        found = list(itertools.islice(told, _MOST_PROBLEMS))  # one error may name thousands of members
    except SchemaError as error:
        return (_broken(f"{pointer(error.absolute_path) or 'its top'}: {error.message}"),)
    except Unresolvable as error:
        return (_broken(said("the reference {ref} leads nowhere", ref=error.ref)),)
    except TooMuchError:
        return (Problem("schema.effort", "", said(TOO_MUCH)),)
    except RecursionError:
        return (_broken(said("it refers to itself without end")),)
    except Exception as error:  # noqa: BLE001 - foreign schemas fail in many ways (bad patterns, wrong types)
        return (_broken(str(error) or type(error).__name__),)
    return tuple(dict.fromkeys(found))


def surely_fits(schema: Any, value: Any) -> bool:
    """Whether `value`, nested no deeper than 100 levels, fits beyond doubt: `check` finds nothing, and an integer is no whole float.
    Fast; False says nothing. Raises nothing."""
    try:
        return ready(schema).accepts(value)
    except Exception:  # noqa: BLE001 - a schema at fault is told by `check`
        return False


def mended(schema: Any, value: Any, rules: Rules) -> Mended:
    """What would make `value` fit `schema`, its floats as `Written`; nothing where the schema is at fault. Raises nothing."""
    if _too_deep(value, _DEEPEST):
        return Mended()
    try:
        with bounded():
            return mending(ready(schema).strict, value, rules)
    except Exception:  # noqa: BLE001 - a schema at fault is told by `check`
        return Mended()


def _broken(why: str) -> Problem:
    return Problem("schema.broken", "", said(BROKEN, why=shorten(why)))


def _problems(validator: Validator, error: Error) -> Iterator[Problem]:
    keyword: Any = error.validator
    match keyword:
        case None:
            yield Problem("schema.not", pointer(error.absolute_path), said(NOT_ALLOWED))
        case "required":
            yield from _missing(error)
        case "additionalProperties" if error.validator_value is False:
            yield from _unknown(error)
        case "anyOf" | "oneOf" if error.context:
            yield from _alternatives(validator, error)
        case _:
            rule, words = sentence_for(keyword, error.validator_value, error.message)
            yield Problem(rule, pointer(error.absolute_path), words, repair=_repair(validator, error))


def _missing(error: Error) -> Iterator[Problem]:
    schema: Any = error.schema
    known, names, instance = schema.get("properties", {}), cast(list[str], error.validator_value), _members(error)
    for name in names:
        if name not in instance:
            yield Problem(
                "schema.required",
                pointer([*error.absolute_path, name]),
                said(MISSING, name=name),
                repair=_only(known, name),
            )


def _only(known: dict[str, Any], name: str) -> str | None:
    schema = known.get(name)
    if not isinstance(schema, dict):
        return None
    values = [schema[key] for key in ("default", "const") if key in schema]
    return json.dumps(values[0], ensure_ascii=False) if values else None


def _unknown(error: Error) -> Iterator[Problem]:
    schema: Any = error.schema
    known, instance = schema.get("properties", {}), _members(error)
    if schema.get("patternProperties"):
        yield Problem("schema.unknown", pointer(error.absolute_path), shorten(error.message))
        return
    left = [each for each in known if each not in instance]
    for name in instance:
        if name not in known:
            near = nearest_name(name, left)
            words = said(UNKNOWN_NEAR, name=name, near=near) if near else said(UNKNOWN, name=name)
            yield Problem("schema.unknown", pointer([*error.absolute_path, name]), words, near=near or "")


def _members(error: Error) -> dict[str, Any]:
    return cast(dict[str, Any], error.instance)


def _alternatives(validator: Validator, error: Error) -> Iterator[Problem]:
    branches = _branches(error)
    fitting = [errors for errors in branches if not _of_another_type(errors)]
    if len(fitting) > 1:
        fitting = [errors for errors in fitting if not _of_another_tag(errors)] or fitting
    if len(fitting) == 1:
        for each in fitting[0]:
            yield from _problems(validator, each)
        return
    rule, words = sentence_for(str(error.validator), None, "")
    if not fitting:
        rule, words = "schema.type", must_be(kind for errors in branches for kind in _kinds(errors))
    yield Problem(rule, pointer(error.absolute_path), words, repair=_repair(validator, error))


def _branches(error: Error) -> list[list[Error]]:
    grouped: dict[Any, list[Error]] = {}
    for each in error.context or ():
        grouped.setdefault(each.relative_schema_path[0], []).append(each)
    return list(grouped.values())


def _of_another_type(errors: list[Error]) -> bool:
    return any(each.validator == "type" and not each.relative_path for each in errors)


def _of_another_tag(errors: list[Error]) -> bool:
    return any(each.validator in ("const", "enum") and len(each.relative_path) == 1 for each in errors)


def _kinds(errors: list[Error]) -> list[str]:
    for each in errors:
        if each.validator == "type" and not each.relative_path:
            kinds: Any = each.validator_value
            return [kinds] if isinstance(kinds, str) else list(kinds)
    return []


def _repair(validator: Validator, error: Error) -> str | None:
    if not isinstance(error.schema, dict):
        return None
    inner = validator.evolve(schema=error.schema)
    fitting = [text for text in candidates(error.instance, error.schema) if inner.is_valid(json.loads(text))]
    return fitting[0] if len(fitting) == 1 else None


def _place(value: Any, error: Error) -> list[int]:
    places = []
    for part in error.absolute_path:
        places.append(part if isinstance(part, int) else list(value).index(part))
        value = value[part]
    return places


def _too_deep(value: Any, left: int) -> bool:
    if isinstance(value, dict):
        value = value.values()
    elif not isinstance(value, list):
        return False
    return left == 0 or any(_too_deep(each, left - 1) for each in value)
