"""What holds for every schema and every value, whatever is made to fit."""

import json
from decimal import Decimal
from typing import Any, get_args

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from studio.checks.arguments import check, surely_fits
from studio.checks.change import Change, applied
from studio.checks.validators import ready
from studio.messages.arguments import read_arguments
from studio.messages.toolspec import ToolSpec
from studio.session.policies import Coercion
from studio.tools.coerce import CheckedCall, check_call

unhurried = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
NUMBERS = some.integers(-(2**65), 2**65) | some.floats(allow_nan=False, allow_infinity=False) | some.integers(-5, 30)
SPELLED = some.sampled_from(
    ["27", "27.0", " 5 ", "1e3", "true", "False", "null", "RED", "red", "x", "", "[1]", '{"n": "1"}', "[]"]
)
PLAIN = some.none() | some.booleans() | NUMBERS | SPELLED | NUMBERS.map(repr)
NAMES = some.sampled_from(["n", "items", "properties", "a/b", "~"])
VALUES = some.recursive(
    PLAIN, lambda inner: some.lists(inner, max_size=3) | some.dictionaries(NAMES, inner, max_size=3), max_leaves=8
)
TYPES = some.sampled_from(["integer", "number", "string", "boolean", "null", "array", "object"])
LEAVES = (
    TYPES.map(lambda kind: {"type": kind})
    | some.lists(TYPES, min_size=1, max_size=2, unique=True).map(lambda kinds: {"type": kinds})
    | some.lists(PLAIN, min_size=1, max_size=3).map(lambda listed: {"enum": listed})
    | some.just({"type": "integer", "minimum": 0, "maximum": 20})
    | some.sampled_from(
        [{}, True, False, {"type": "string", "minLength": 2, "pattern": "^[a-z]"}, {"$ref": "#/$defs/N"}]
    )
)


def _objects(inner: Any) -> Any:
    return some.fixed_dictionaries(
        {"type": some.just("object"), "properties": some.dictionaries(NAMES, inner, max_size=3)},
        optional={
            "required": some.lists(NAMES, max_size=2, unique=True),
            "additionalProperties": inner,
            "minProperties": some.just(1),
        },
    )


def _containers(inner: Any) -> Any:
    lists = some.fixed_dictionaries({"items": inner}, optional={"type": some.just("array"), "maxItems": some.just(2)})
    tuples = some.lists(inner, min_size=1, max_size=2).map(lambda each: {"type": "array", "prefixItems": each})
    either = some.tuples(some.sampled_from(["anyOf", "oneOf", "allOf"]), some.lists(inner, min_size=1, max_size=3))
    return (
        _objects(inner)
        | lists
        | tuples
        | either.map(lambda pair: {pair[0]: pair[1]})
        | inner.map(lambda one: {"not": one})
    )


SCHEMAS = some.recursive(LEAVES, _containers, max_leaves=6)
ROOTS = _objects(SCHEMAS).map(lambda schema: schema | {"$defs": {"N": {"type": ["integer", "boolean"]}}})
OBJECTS = some.dictionaries(NAMES, VALUES, max_size=4)
SETTINGS = some.sampled_from(get_args(Coercion))


def called(schema: Any, value: Any, coercion: Coercion = "lossless") -> CheckedCall:
    """A call with this value."""
    return check_call(ToolSpec("tool", parameters=schema), json.dumps(value), coercion=coercion)


def whole_floats(value: Any) -> bool:
    """Whether there is one anywhere."""
    if isinstance(value, (dict, list)):
        return any(map(whole_floats, value.values() if isinstance(value, dict) else value))
    return isinstance(value, float) and value.is_integer()


def says_the_same(old: Any, new: Any) -> bool:
    """Whether the new value is what the old one spells, and nothing of it is lost."""
    if isinstance(old, list) and isinstance(new, list):
        return len(old) == len(new) and all(a == b or says_the_same(a, b) for a, b in zip(old, new, strict=True))
    if isinstance(old, dict) and isinstance(new, dict):
        return new.keys() <= old.keys() and all(old[n] == new.get(n) or says_the_same(old[n], new.get(n)) for n in old)
    if isinstance(new, bool):
        return isinstance(old, str) and old.strip().lower() == json.dumps(new)
    if isinstance(new, (int, float)):
        return isinstance(old, (str, float)) and Decimal(str(old).strip()) == Decimal(repr(new))
    if isinstance(new, (list, dict)):
        return isinstance(old, str) and says_the_same(json.loads(old), new)
    return new is None or (isinstance(old, str) and old.casefold() == new.casefold())


@unhurried
@given(ROOTS, OBJECTS, SETTINGS)
def test_a_value_that_fits_is_left_alone(schema: Any, value: Any, coercion: Coercion) -> None:
    if check(schema, value) == () and (coercion == "off" or not whole_floats(value)):
        found = called(schema, value, coercion)
        assert (found.problems, found.changes) == ((), ())
        assert json.dumps(found.value) == json.dumps(value)


@unhurried
@given(ROOTS, OBJECTS)
def test_made_to_fit_twice_is_made_to_fit_once(schema: Any, value: Any) -> None:
    once = called(schema, value)
    twice = called(schema, once.value)
    if once.fits:
        assert twice.changes == ()
        assert json.dumps(twice.value) == json.dumps(once.value)


@unhurried
@given(ROOTS, OBJECTS, SETTINGS)
def test_a_change_says_the_same_as_what_stood_there(schema: Any, value: Any, coercion: Coercion) -> None:
    found = called(schema, value, coercion)
    for change in found.changes:
        assert change.new or change.old == "null"
        assert not change.new or says_the_same(json.loads(change.old), json.loads(change.new))
    if coercion != "ask":
        assert json.dumps(applied(value, found.changes)) == json.dumps(found.value)


@unhurried
@given(ROOTS, OBJECTS)
def test_what_runs_fits_the_schema_as_the_explaining_check_judges_it(schema: Any, value: Any) -> None:
    found = called(schema, value)
    assert found.fits == (check(schema, found.value) == ())


@unhurried
@given(ROOTS, OBJECTS)
def test_the_quick_yes_says_yes_only_where_the_validators_do(schema: Any, value: Any) -> None:
    if surely_fits(schema, value):
        assert check(schema, value) == ()
        assert ready(schema).strict.is_valid(value)


@unhurried
@given(some.integers(-(2**70), 2**70))
def test_no_integer_loses_a_digit_on_any_way(whole: int) -> None:
    schema = {"type": "object", "properties": {"v": {"type": "integer"}}}
    for text in (str(whole), f'"{whole}"', f"{whole}.0", f'"{whole}.00"', f"{whole}e0"):
        assert check_call(ToolSpec("t", parameters=schema), f'{{"v": {text}}}').value == {"v": whole}


@unhurried
@given(
    some.recursive(
        PLAIN | some.text(max_size=5),
        lambda inner: some.lists(inner, max_size=3) | some.dictionaries(some.text(max_size=3), inner, max_size=3),
    ),
    some.booleans(),
)
def test_a_text_is_read_the_same_fast_and_with_care(value: Any, plain: bool) -> None:
    text = json.dumps({"v": value}, ensure_ascii=not plain)
    careful = read_arguments(text + " " * 4000)
    assert json.dumps(read_arguments(text).value) == json.dumps(careful.value)


def test_a_change_at_a_place_that_is_gone_is_an_error() -> None:
    try:
        applied({"a": 1}, [Change("/b/c", "1", "2")])
    except LookupError:
        return
    raise AssertionError("the place was found")
