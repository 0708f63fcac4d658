"""Schemas for strict mode: closed, everything required, and refused in words where that cannot be."""

from typing import Any

import pytest

from studio.dialects.tool_shape import shape
from studio.dialects.tool_shape_values import Target
from tests.cases.schema_asserts import failure


def strict(properties: dict[str, Any], *required: str, **more: Any) -> Any:
    """What OpenAI's strict mode gets for these properties."""
    return shape({"type": "object", "properties": properties, "required": list(required), **more}, "openai_strict")


def property_sent(schema: Any) -> Any:
    """The one optional property as it is sent."""
    shaped = strict({"a": schema})
    assert shaped.problems == ()
    assert shaped.schema["required"] == ["a"]
    return shaped.schema["properties"]["a"]


def why_not(schema: Any, target: Target = "openai_strict") -> list[tuple[str, str]]:
    """Where and why a required property cannot be strict."""
    shaped = shape({"type": "object", "properties": {"a": schema}, "required": ["a"]}, target)
    assert {problem.code for problem in shaped.problems} <= {"not_strict_compatible"}
    return [(problem.at, problem.detail) for problem in shaped.problems]


@pytest.mark.parametrize(
    ("declared", "sent"),
    [
        ({"type": "string"}, {"type": ["string", "null"]}),
        ({"type": ["string", "null"]}, {"type": ["string", "null"]}),
        ({"type": "string", "enum": ["a"]}, {"type": ["string", "null"], "enum": ["a", None]}),
        ({"enum": ["a", 1]}, {"enum": ["a", 1, None], "type": ["string", "integer", "null"]}),
        (
            {"const": "a", "description": "D"},
            {"anyOf": [{"const": "a", "type": "string"}, {"type": "null"}], "description": "D"},
        ),
        (
            {"anyOf": [{"type": "string"}, {"type": "integer"}]},
            {"anyOf": [{"type": "string"}, {"type": "integer"}, {"type": "null"}]},
        ),
        (
            {"anyOf": [{"type": "string"}, {"type": "null"}], "default": None},
            {"anyOf": [{"type": "string"}, {"type": "null"}]},
        ),
        (
            {"oneOf": [{"type": "string"}, {"type": "integer"}]},
            {"anyOf": [{"type": "string"}, {"type": "integer"}, {"type": "null"}]},
        ),
    ],
)
def test_an_optional_member_may_be_null_instead(declared: Any, sent: Any) -> None:
    assert property_sent(declared) == sent


def test_an_optional_reference_may_be_null_and_keeps_its_words() -> None:
    d = {"type": "object", "properties": {"x": {"type": "string"}}, "required": ["x"]}
    shaped = strict({"a": {"$ref": "#/$defs/D", "description": "W"}}, **{"$defs": {"D": d}})
    assert shaped.schema["properties"]["a"] == {"anyOf": [{"$ref": "#/$defs/D"}, {"type": "null"}], "description": "W"}
    required = strict({"a": {"$ref": "#/$defs/D", "description": "W"}}, "a", **{"$defs": {"D": d}})
    assert required.schema["properties"]["a"] == {"anyOf": [{"$ref": "#/$defs/D"}], "description": "W"}
    assert "ref_wrapped" in [change.code for change in required.changes]


def test_what_strict_mode_does_not_know_is_left_out_by_name() -> None:
    shaped = strict(
        {"a": {"type": "string", "minLength": 2, "format": "phone", "default": "x", "examples": ["y"]}}, "a"
    )
    assert shaped.schema["properties"]["a"] == {"type": "string"}
    said = {(change.code, change.detail) for change in shaped.changes if change.at == "/properties/a"}
    assert said == {
        ("keyword_dropped", "minLength"),
        ("keyword_dropped", "format phone"),
        ("keyword_dropped", "examples"),
        ("default_dropped", ""),
    }


def test_what_strict_mode_knows_stays() -> None:
    known = {"type": "string", "pattern": "^a", "format": "date"}
    number = {"type": "integer", "minimum": 1, "maximum": 9, "multipleOf": 2}
    shaped = strict({"a": known, "n": number}, "a", "n", additionalProperties=False)
    assert shaped.changes == ()
    assert shaped.schema["properties"] == {"a": known, "n": number}


def test_one_part_or_parts_that_do_not_disagree_are_told_in_one() -> None:
    shaped = strict({"a": {"allOf": [{"type": "integer"}], "description": "D"}}, "a")
    assert shaped.schema["properties"]["a"] == {"description": "D", "type": "integer"}


def test_a_recursive_definition_stays_one() -> None:
    node = {
        "type": "object",
        "properties": {"v": {"type": "integer"}, "next": {"$ref": "#/$defs/N"}},
        "required": ["v"],
    }
    shaped = strict({"a": {"$ref": "#/$defs/N"}}, "a", **{"$defs": {"N": node}})
    assert shaped.problems == ()
    value = {"a": {"v": 1, "next": {"v": 2, "next": None}}}
    assert failure([{"op": "accepts", "value": value}, {"op": "refs_resolve"}], shaped.schema) == ""


@pytest.mark.parametrize(
    ("schema", "why"),
    [
        ({}, "no type"),
        (True, "no type"),
        ({"type": "object"}, "additionalProperties"),
        ({"type": "object", "additionalProperties": {"type": "string"}}, "additionalProperties"),
        (
            {"type": "object", "properties": {"b": {"type": "string"}}, "additionalProperties": True},
            "additionalProperties",
        ),
        ({"type": "array"}, "items"),
        ({"type": "array", "items": {}}, "no type"),
        ({"type": "string", "not": {"const": "a"}}, "not"),
        (
            {"type": "object", "properties": {}, "additionalProperties": False, "patternProperties": {}},
            "patternProperties",
        ),
        ({"allOf": [{"type": "string", "minLength": 1}, {"type": "integer"}]}, "allOf"),
        ({"enum": [{"a": 1}]}, "no type"),
    ],
)
def test_what_cannot_be_strict_says_why_and_where(schema: Any, why: str) -> None:
    assert why in [said for _, said in why_not(schema)]


def test_what_is_too_large_for_strict_mode_says_so() -> None:
    many = {f"p{n}": {"type": "string"} for n in range(5_001)}
    assert [problem.detail for problem in strict(many).problems] == ["5001 properties"]
    deep: Any = {"type": "string"}
    for _ in range(11):
        deep = {"type": "object", "properties": {"a": deep}, "required": ["a"]}
    assert why_not(deep) == [("", "12 levels")]
    assert why_not({"type": "string", "enum": [f"v{n}" for n in range(1_001)]}) == [("", "1001 enum values")]


def test_anthropics_strict_mode_lets_members_be_left_out_but_takes_no_recursion_and_no_bounds() -> None:
    schema = {
        "type": "object",
        "properties": {"a": {"type": "integer", "minimum": 1}, "b": {"type": "string"}},
        "required": ["a"],
    }
    shaped = shape(schema, "anthropic_strict")
    assert shaped.schema == {
        "type": "object",
        "properties": {"a": {"type": "integer"}, "b": {"type": "string"}},
        "required": ["a"],
        "additionalProperties": False,
    }
    node = {"type": "object", "properties": {"kids": {"type": "array", "items": {"$ref": "#/$defs/N"}}}}
    shaped = shape(
        {"type": "object", "properties": {"a": {"$ref": "#/$defs/N"}}, "$defs": {"N": node}}, "anthropic_strict"
    )
    assert [(problem.at, problem.detail) for problem in shaped.problems] == [("#/$defs/N", "recursion")]
    many = {"type": "object", "properties": {f"p{n}": {"type": "string"} for n in range(25)}}
    assert [problem.detail for problem in shape(many, "anthropic_strict").problems] == ["25 optional properties"]


def _all_of(ref: str, **words: str) -> dict[str, Any]:
    return {"allOf": [{"$ref": ref}, words]}


@pytest.mark.parametrize(
    "definitions",
    [
        {
            "n0": {
                "type": "object",
                "properties": {"c": _all_of("#/$defs/n0", title="c"), "d": _all_of("#/$defs/n0", title="d")},
            }
        },
        {
            **{
                f"n{at}": {
                    "type": "object",
                    "properties": {name: _all_of(f"#/$defs/n{at + 1}", title="t") for name in "ab"},
                }
                for at in range(40)
            },
            "n40": {"type": "string"},
        },
    ],
)
def test_what_is_told_in_place_of_references_comes_to_an_end(definitions: dict[str, Any]) -> None:
    schema = {"type": "object", "properties": {"p": _all_of("#/$defs/n0", description="p")}, "$defs": definitions}
    shaped = shape(schema, "openai_strict")
    assert {problem.code for problem in shaped.problems} == {"not_strict_compatible"}
    assert shaped.schema is schema


def test_a_format_that_is_no_text_is_left_out_like_one_that_is_not_known() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string", "format": {"b": []}}}, "required": ["a"]}
    shaped = shape(schema, "openai_strict")
    assert shaped.schema["properties"]["a"] == {"type": "string"}
