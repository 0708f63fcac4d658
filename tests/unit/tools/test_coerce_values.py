"""What is made to fit, and what never is: value by value, in the four settings."""

import json
from typing import Any

import pytest

from studio.checks.change import Change
from studio.messages.toolspec import ToolSpec
from studio.session.policies import Coercion
from studio.tools.coerce import CheckedCall, check_call

INTEGER: dict[str, Any] = {"type": "integer"}
UNIT = {"type": "string", "enum": ["celsius", "fahrenheit", "Kelvin"]}
MAYBE = {"anyOf": [{"type": "integer"}, {"type": "null"}]}
ROW = {"type": "object", "properties": {"n": INTEGER, "on": {"type": "boolean"}}, "required": ["n"]}
TREE = {"type": "object", "properties": {"n": INTEGER, "kids": {"type": "array", "items": {"$ref": "#/$defs/Tree"}}}}


def checked(schema: Any, text: str, coercion: Coercion = "lossless", **more: Any) -> CheckedCall:
    """The member `v` of this JSON text under this schema."""
    spec = ToolSpec("tool", parameters={"type": "object", "properties": {"v": schema}, **more})
    return check_call(spec, f'{{"v": {text}}}', coercion=coercion)


@pytest.mark.parametrize(
    ("schema", "text", "made"),
    [
        (INTEGER, '"27"', "27"),
        (INTEGER, '" -27 "', "-27"),
        (INTEGER, '"27.0"', "27"),
        (INTEGER, '"1e3"', "1000"),
        (INTEGER, '"1234567890123456789"', "1234567890123456789"),
        (INTEGER, "27.0", "27"),
        (INTEGER, "1e3", "1000"),
        (INTEGER, "1234567890123456789.0", "1234567890123456789"),
        (INTEGER, "-123456789012345678901e0", "-123456789012345678901"),
        ({"type": ["integer", "null"]}, "27.0", "27"),
        (MAYBE, '"3"', "3"),
        (MAYBE, "3.0", "3"),
        ({"type": "number"}, '"89.90"', "89.90"),
        ({"type": "number"}, '"27"', "27"),
        ({"type": "boolean"}, '"true"', "true"),
        ({"type": "boolean"}, '"False"', "false"),
        (UNIT, '"CELSIUS"', '"celsius"'),
        (UNIT, '"kelvin"', '"Kelvin"'),
        ({"const": "EUR"}, '"eur"', '"EUR"'),
        ({"enum": [1, 2]}, '"2"', "2"),
        ({"type": "array", "items": INTEGER}, '"[1, 2]"', "[1, 2]"),
        ({"type": "array", "items": INTEGER}, '"[\\"1\\", 2.0]"', "[1, 2]"),
        (ROW, '"{\\"n\\": 1234567890123456789.0}"', '{"n": 1234567890123456789}'),
        ({"anyOf": [{"type": "integer"}, {"type": "array"}]}, '"[1]"', "[1]"),
        ({"oneOf": [{"type": "integer"}, {"type": "boolean"}]}, '"true"', "true"),
        ({"anyOf": [{"type": "integer"}, {"type": "number"}]}, '"27"', "27"),
    ],
)
def test_what_has_one_meaning_is_made_to_fit_without_loss(schema: Any, text: str, made: str) -> None:
    found = checked(schema, text)
    assert found.problems == ()
    assert [(change.pointer, change.new) for change in found.changes] == [("/v", made)]
    assert found.value is not None
    assert json.dumps(found.value["v"]) == json.dumps(json.loads(made))


@pytest.mark.parametrize(
    ("schema", "text"),
    [
        (INTEGER, "27.5"),
        (INTEGER, '"27.5"'),
        (INTEGER, '"27 EUR"'),
        (INTEGER, '"027"'),
        (INTEGER, '"0x1b"'),
        (INTEGER, '"1,000"'),
        (INTEGER, '""'),
        (INTEGER, "true"),
        (INTEGER, '"true"'),
        (INTEGER, "[27]"),
        (INTEGER, "0.99999999999999999999"),
        (INTEGER, "1e-400"),
        ({"type": "integer", "maximum": 9}, '"27"'),
        ({"type": "integer", "minimum": -(2**31), "maximum": 2**31 - 1}, "2147483648.0"),
        ({"type": "number"}, '"NaN"'),
        ({"type": "number"}, '"Infinity"'),
        ({"type": "number"}, '"1e999"'),
        ({"type": "number"}, '"0.12345678901234567890123"'),
        ({"type": "number"}, "false"),
        ({"type": "boolean"}, '"yes"'),
        ({"type": "boolean"}, '""'),
        ({"type": "boolean"}, "1"),
        ({"type": "boolean"}, "0"),
        ({"type": "string"}, "null"),
        ({"type": "string"}, "27"),
        ({"type": "string"}, "true"),
        ({"type": "string"}, '{"a": 1}'),
        ({"enum": ["eur", "Eur"]}, '"EUR"'),
        (UNIT, '"C"'),
        ({"type": "array", "items": INTEGER}, '"1, 2"'),
        ({"type": "array", "items": INTEGER}, '"[1, \\"x\\"]"'),
        ({"type": "array", "items": INTEGER}, '"[1], \\"v\\": [2]"'),
        ({"type": "array"}, '"[NaN]"'),
        ({"type": "array"}, '"{\\"a\\": 1}"'),
        ({"type": "object"}, '"{\\"a\\": 1, \\"a\\": 2}"'),
        ({"type": "array", "items": INTEGER}, "1"),
        ({"anyOf": [INTEGER, {"type": "number"}]}, '"27.0"'),
        ({"not": {}}, '"27"'),
    ],
)
def test_what_would_lose_something_or_be_a_guess_stays_and_is_told(schema: Any, text: str) -> None:
    found = checked(schema, text, required=["v"])
    assert not found.fits
    assert found.changes == ()
    assert found.value == json.loads(f'{{"v": {text}}}')
    assert found.problems[0].pointer == "/v"


@pytest.mark.parametrize(
    ("schema", "text"),
    [
        ({"type": "string"}, '"27"'),
        ({"type": "string"}, '"{\\"a\\": 1}"'),
        ({"type": ["string", "array"]}, '"[1]"'),
        ({"anyOf": [INTEGER, {"type": "string"}]}, '"27"'),
        ({"type": "number"}, "27.0"),
        ({"type": "number"}, "27"),
        ({"type": ["integer", "number"]}, "27.0"),
        ({"anyOf": [INTEGER, {"type": "number"}]}, "27.0"),
        ({"enum": ["eur", "EUR"]}, '"eur"'),
        ({}, '"27"'),
        ({"type": ["integer", "null"]}, "null"),
        (INTEGER, "1234567890123456789"),
        ({"format": "date"}, '"1.2.2030"'),
    ],
)
def test_what_fits_is_left_alone(schema: Any, text: str) -> None:
    found = checked(schema, text)
    assert (found.problems, found.changes) == ((), ())
    assert json.dumps(found.value) == f'{{"v": {text}}}'


def test_null_for_what_may_be_left_out_is_left_out() -> None:
    found = checked(INTEGER, "null")
    assert found.fits
    assert (found.value, found.changes) == ({}, (Change("/v", "null", ""),))


@pytest.mark.parametrize(
    "more",
    [
        {"required": ["v"]},
        {"minProperties": 1},
        {"anyOf": [{"required": ["v"]}, {"required": ["w"]}]},
        {"properties": {"w": {}}, "additionalProperties": INTEGER},
    ],
)
def test_null_is_not_left_out_where_that_breaks_another_rule_or_the_member_is_no_parameter(
    more: dict[str, Any],
) -> None:
    found = checked(INTEGER, "null", **more)
    assert (found.fits, found.changes) == (False, ())


def test_of_two_nulls_the_optional_one_is_left_out() -> None:
    spec = ToolSpec(
        "t", parameters={"properties": {"items": INTEGER, "b": {"$ref": "#/$defs/B"}}, "$defs": {"B": INTEGER}}
    )
    found = check_call(ToolSpec("t", parameters={**spec.parameters, "required": ["b"]}), '{"items": null, "b": null}')
    assert found.changes == (Change("/items", "null", ""),)
    assert [problem.pointer for problem in found.problems] == ["/b"]


def test_changes_go_as_deep_as_the_value_and_stand_in_its_order() -> None:
    schema = {
        "type": "object",
        "properties": {
            "rows": {"type": "array", "items": ROW},
            "tree": {"$ref": "#/$defs/Tree"},
            "pair": {"type": "array", "prefixItems": [INTEGER, {"type": "boolean"}]},
        },
        "additionalProperties": {"type": "number"},
        "$defs": {"Tree": TREE},
    }
    given = {
        "x/y": "1.5",
        "pair": ["1", "true", "2"],
        "tree": {"n": "1", "kids": [{"n": 2}, {"n": "3", "kids": [{"n": 4.0}]}]},
        "rows": [{"n": "1", "on": "true"}, {"n": 2, "on": None}],
    }
    found = check_call(ToolSpec("t", parameters=schema), json.dumps(given))
    assert found.fits
    assert found.value == {
        "x/y": 1.5,
        "pair": [1, True, "2"],
        "tree": {"n": 1, "kids": [{"n": 2}, {"n": 3, "kids": [{"n": 4}]}]},
        "rows": [{"n": 1, "on": True}, {"n": 2}],
    }
    assert [change.pointer for change in found.changes] == [
        "/x~1y", "/pair/0", "/pair/1", "/tree/n", "/tree/kids/1/n", "/tree/kids/1/kids/0/n", "/rows/0/n", "/rows/0/on", "/rows/1/on",
    ]  # fmt: skip


def test_what_can_be_made_to_fit_is_and_only_the_rest_is_told() -> None:
    found = checked({"type": "array", "items": ROW}, '[{"n": "1"}, {"n": "x"}]')
    assert [change.pointer for change in found.changes] == ["/v/0/n"]
    assert [problem.pointer for problem in found.problems] == ["/v/1/n"]


def test_of_tagged_alternatives_the_one_that_was_meant_is_made_to_fit() -> None:
    def tagged(tag: str) -> dict[str, Any]:
        return {"type": "object", "properties": {"kind": {"const": tag}, "n": INTEGER}, "required": ["kind", "n"]}

    found = checked({"anyOf": [tagged("a"), tagged("b")]}, '{"kind": "b", "n": "1"}')
    assert (found.fits, found.value) == (True, {"v": {"kind": "b", "n": 1}})


@pytest.mark.parametrize(
    ("schema", "text", "made"),
    [
        (INTEGER, '"27"', {"v": 27}),
        (INTEGER, "27.0", {"v": 27}),
        (UNIT, '"CELSIUS"', {"v": "celsius"}),
        ({"type": "boolean"}, '"true"', None),
        ({"type": "array"}, '"[1]"', None),
        (INTEGER, "null", None),
    ],
)
def test_as_langchain4j_numbers_and_case_are_made_to_fit_and_no_more(schema: Any, text: str, made: Any) -> None:
    found = checked(schema, text, "langchain4j")
    assert found.fits == (made is not None)
    assert bool(found.changes) == found.fits
    assert json.dumps(found.value) == json.dumps(made if made is not None else {"v": json.loads(text)})


def test_off_changes_nothing_not_even_a_whole_float() -> None:
    assert json.dumps(checked(INTEGER, "27.0", "off").value) == '{"v": 27.0}'
    assert checked(INTEGER, "27.0", "off").fits
    assert not checked(INTEGER, '"27"', "off").fits


def test_asking_tells_the_misfit_and_offers_the_change() -> None:
    found = checked(INTEGER, '"27"', "ask")
    assert found.value == {"v": "27"}
    assert [problem.sentence for problem in found.problems] == ["must be a whole number"]
    assert found.changes == (Change("/v", '"27"', "27"),)


def test_a_broken_schema_is_told_and_changes_nothing() -> None:
    found = checked({"type": "integer", "pattern": 5}, '"27"')
    assert [problem.rule for problem in found.problems] == ["schema.broken"]
    assert (found.value, found.changes) == ({"v": "27"}, ())


def test_a_schema_that_branches_without_end_comes_to_an_end() -> None:
    node = {"anyOf": [{"type": "array", "items": {"$ref": "#/$defs/N"}, "minItems": n} for n in range(5)]}
    text = "[" * 3 + '"x"' + "]" * 3
    found = check_call(
        ToolSpec("t", parameters={"properties": {"v": {"$ref": "#/$defs/N"}}, "$defs": {"N": node}}), f'{{"v": {text}}}'
    )
    assert found.changes == ()
    assert not found.fits


def test_many_misfits_are_all_made_to_fit() -> None:
    found = checked({"type": "array", "items": MAYBE}, json.dumps([str(n) for n in range(3000)]))
    assert found.value == {"v": list(range(3000))}
