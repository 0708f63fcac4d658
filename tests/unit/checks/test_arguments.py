"""Arguments against a schema."""

from typing import Any

import pytest

from studio.checks.arguments import check
from studio.checks.problem import Problem

REFUND: dict[str, Any] = {
    "type": "object",
    "properties": {
        "amount": {"type": "number", "exclusiveMinimum": 0},
        "currency": {"enum": ["EUR", "USD", "CNY"]},
        "notify": {"type": "boolean", "default": True},
        "count": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
        "lines": {"type": "array", "items": {"$ref": "#/$defs/Line"}},
    },
    "required": ["amount", "currency"],
    "additionalProperties": False,
    "$defs": {"Line": {"type": "object", "properties": {"n/o": {"type": "integer"}}}},
}


def only(schema: Any, value: Any) -> Problem:
    """The single problem found."""
    (found,) = check(schema, value)
    return found


def test_arguments_that_fit_have_no_problem() -> None:
    assert check(REFUND, {"amount": 89.9, "currency": "EUR", "count": None, "lines": [{"n/o": 27.0}]}) == ()


def test_the_two_slips_of_the_picture_are_found_with_their_repairs() -> None:
    assert check(REFUND, {"amount": "89.90", "currency": "eur"}) == (
        Problem("schema.type", "/amount", "must be a number", repair="89.90"),
        Problem("schema.enum", "/currency", "must be one of EUR, USD, CNY", repair='"EUR"'),
    )


def test_a_missing_member_is_named_once_each() -> None:
    found = check(REFUND, {})
    assert [(each.pointer, each.sentence) for each in found] == [
        ("/amount", "amount is missing"),
        ("/currency", "currency is missing"),
    ]


def test_an_unknown_member_says_which_was_meant() -> None:
    found = check(REFUND, {"amuont": 5, "currency": "EUR"})
    assert Problem("schema.unknown", "/amuont", "amuont is not known; did you mean amount?", near="amount") in found


def test_a_repair_that_breaks_another_rule_is_not_offered() -> None:
    assert only(REFUND, {"amount": "-1", "currency": "EUR"}).repair is None


def test_true_is_no_number() -> None:
    assert only({"type": "integer"}, True) == Problem("schema.type", "", "must be a whole number")


def test_a_fraction_is_never_cut() -> None:
    assert only({"type": "integer"}, "27.5").repair is None


def test_an_optional_value_of_another_type_names_both() -> None:
    found = only(REFUND, {"amount": 1, "currency": "EUR", "count": "3"})
    assert (found.sentence, found.repair) == ("must be a whole number or null", "3")


def test_the_one_alternative_of_the_right_type_explains_itself() -> None:
    schema = {"anyOf": [{"type": "object", "required": ["id"]}, {"type": "null"}]}
    assert only(schema, {}) == Problem("schema.required", "/id", "id is missing")


def test_a_tagged_alternative_explains_itself() -> None:
    def tagged(tag: str) -> dict[str, Any]:
        return {"type": "object", "properties": {"kind": {"const": tag}, tag: {"type": "string"}}, "required": [tag]}

    assert only({"oneOf": [tagged("a"), tagged("b")]}, {"kind": "b"}).sentence == "b is missing"


def test_a_place_is_a_json_pointer() -> None:
    value = {"amount": 1, "currency": "EUR", "lines": [{}, {"n/o": "x"}]}
    assert only(REFUND, value).pointer == "/lines/1/n~1o"


def test_problems_stand_in_the_order_of_the_value() -> None:
    found = check(REFUND, {"notify": "false", "amount": 0, "currency": "x"})
    assert [each.pointer for each in found] == ["/notify", "/amount", "/currency"]


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "foo"},
        {"pattern": "("},
        {"$ref": "#/nope"},
        {"$ref": "https://example.com/schema.json"},
        {"$ref": "#"},
        {"anyOf": 3},
        {"minimum": 1, "exclusiveMinimum": True},
        {"$schema": 5},
        {"type": {1, 2}},
        5,
        None,
    ],
)
def test_a_broken_schema_is_one_problem_and_no_exception(schema: Any) -> None:
    assert only(schema, "x").rule == "schema.broken"


def test_a_schema_nested_without_end_is_one_problem() -> None:
    schema: dict[str, Any] = {}
    schema["not"] = schema
    assert only(schema, 1).rule == "schema.broken"


def test_an_old_draft_is_read_by_its_own_rules() -> None:
    schema = {"$schema": "http://json-schema.org/draft-04/schema#", "minimum": 1, "exclusiveMinimum": True}
    assert only(schema, 1).rule == "schema.range"
    assert check(schema, 2) == ()


def test_an_unknown_draft_is_read_as_the_newest() -> None:
    assert only({"$schema": "urn:mine", "type": "string"}, 1).rule == "schema.type"


def test_a_member_ruled_out_is_a_problem() -> None:
    assert only({"properties": {"x": False}}, {"x": 1}).rule == "schema.not"


def test_a_value_nested_too_deep_is_one_problem() -> None:
    value: list[Any] = []
    for _ in range(5000):
        value = [value]
    assert only(True, value).rule == "schema.depth"


def test_a_flood_of_problems_is_cut_at_a_hundred() -> None:
    assert len(check({"items": {"type": "string"}}, [1.5] * 1000)) == 100
