"""A schema made ready once: its validator, one that takes no whole float for an integer, and the quick yes.

Above: `arguments`, `mending`. Below: jsonschema, which only this module imports (wiring loads it late), `bounded`, `quick_yes`.
Draft 2020-12 where the schema names no other; nothing is ever fetched.
"""

import functools
import json
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import jsonschema
import msgspec
import referencing
from jsonschema.protocols import Validator

from studio.checks.bounded import keywords, without_drafts
from studio.checks.quick_yes import quick_yes

__all__ = ["Error", "Ready", "SchemaError", "Unresolvable", "Validator", "ready"]

Error = jsonschema.ValidationError
SchemaError = jsonschema.SchemaError
Unresolvable = referencing.exceptions.Unresolvable

_MOST_KEPT = 256
_NEWEST: Any = jsonschema.Draft202012Validator
_NEWEST_ID = _NEWEST.META_SCHEMA["$id"]


class Ready(msgspec.Struct, frozen=True):
    """`explains` is the judge. `strict` differs in one point: 27.0 is no integer. `accepts` says True only for values that both
    take; False says nothing."""

    explains: Validator
    strict: Validator
    accepts: Callable[[Any], bool]


_kept: OrderedDict[int, tuple[Any, Ready]] = OrderedDict()
"""By the identity of the schema, which is held so that no other can get its place. A schema is never changed in place."""


def ready(schema: Any) -> Ready:
    """The schema's validators, made once for each schema and each text of one. Raises SchemaError when it is no schema, ValueError,
    TypeError or RecursionError when it is no JSON."""
    found = _kept.get(id(schema))
    if found is not None and found[0] is schema:
        return found[1]
    made = _made(json.dumps(schema))
    _kept[id(schema)] = (schema, made)
    if len(_kept) > _MOST_KEPT:
        _kept.popitem(last=False)
    return made


@functools.lru_cache(maxsize=_MOST_KEPT)
def _made(text: str) -> Ready:
    schema = json.loads(text)
    named = schema.get("$schema") if isinstance(schema, dict) else None
    kind = jsonschema.validators.validator_for(schema, default=_NEWEST) if isinstance(named, str) else _NEWEST
    kind.check_schema(schema)
    bare = without_drafts(schema)
    explains = _bounded(kind)(bare, registry=referencing.Registry())
    strict = _strict(kind)(bare, registry=referencing.Registry())
    return Ready(explains, strict, quick_yes(schema) if kind.META_SCHEMA.get("$id") == _NEWEST_ID else _unsure)


@functools.cache
def _bounded(kind: Any) -> Any:
    extend: Any = jsonschema.validators.extend
    return extend(kind, validators=keywords(kind.VALIDATORS, Error))


@functools.cache
def _strict(kind: Any) -> Any:
    checker = kind.TYPE_CHECKER.redefine("integer", _is_int)
    extend: Any = jsonschema.validators.extend
    return extend(_bounded(kind), type_checker=checker)


def _is_int(_checker: Any, value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _unsure(_value: Any) -> bool:
    return False
