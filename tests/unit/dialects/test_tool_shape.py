"""Schemas of tools made fit for a provider: what is changed has a name, what cannot be sent is a problem, and everything ends."""

import json
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.dialects.tool_shape import shape
from studio.dialects.tool_shape_values import TARGETS, Shaped, Target
from tests.cases.schema_asserts import failure

PLAIN: dict[str, Any] = {
    "type": "object",
    "properties": {"a": {"type": "string", "description": "A."}, "n": {"type": "integer", "default": 3}},
    "required": ["a"],
}


def codes(shaped: Shaped) -> list[tuple[str, str]]:
    """The code and place of each change."""
    return [(change.code, change.at) for change in shaped.changes]


def problems(schema: Any, target: Target) -> list[tuple[str, str]]:
    """The code and place of each problem."""
    return [(problem.code, problem.at) for problem in shape(schema, target).problems]


@pytest.mark.parametrize("target", ["openai", "anthropic", "gemini_compat", "ollama"])
def test_an_ordinary_schema_comes_back_as_it_is(target: Target) -> None:
    shaped = shape(PLAIN, target)
    assert shaped.schema is PLAIN
    assert (shaped.changes, shaped.problems) == ((), ())


@pytest.mark.parametrize("target", TARGETS)
def test_what_was_declared_is_never_changed_itself(target: Target) -> None:
    schema = {"$defs": {"A": {"type": ["object", "null"]}}, "anyOf": [{"$ref": "#/$defs/A"}], "properties": {"x": True}}
    before = json.dumps(schema)
    shape(schema, target)
    assert json.dumps(schema) == before


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(
    "nothing", [{}, None, True, {"type": "object"}, {"properties": []}, {"type": "object", "properties": None}]
)
def test_nothing_declared_means_no_arguments(nothing: Any, target: Target) -> None:
    shaped = shape(nothing, target)
    assert shaped.problems == ()
    assert (shaped.schema["type"], shaped.schema["properties"]) == ("object", {})


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(
    ("schema", "code"),
    [
        ("text", "not_a_schema"),
        ([], "not_a_schema"),
        (False, "not_a_schema"),
        ({"type": "string"}, "not_an_object"),
        ({"properties": {"a": "string"}}, "not_a_schema"),
        ({"properties": {"a": {"type": "str"}}}, "unknown_type"),
        ({"properties": {"a": {"anyOf": {}}}}, "not_a_schema"),
        ({"properties": {"a": {"$ref": "#/$defs/Gone"}}}, "unresolved_ref"),
        ({"properties": {"a": {"$ref": "https://example.org/schema.json"}}}, "unresolved_ref"),
        ({"properties": {"a": {"$ref": 7}}}, "unresolved_ref"),
        ({"properties": {"a": {"minimum": float("nan")}}}, "not_json"),
        ({"properties": {"a": {"enum": [{1, 2}]}}}, "not_json"),
        ({"properties": {"a": {"extends": {"type": "string"}}}}, "old_draft"),
        ({"anyOf": [{"type": "string"}, {"type": "integer"}]}, "composition_at_top"),
    ],
)
def test_what_no_provider_takes_is_a_problem_and_is_not_sent(schema: Any, code: str, target: Target) -> None:
    assert code in [problem for problem, _ in problems(schema, target)]


@pytest.mark.parametrize("target", TARGETS)
def test_references_in_a_circle_are_a_problem(target: Target) -> None:
    circle = {"A": {"$ref": "#/$defs/B"}, "B": {"allOf": [{"$ref": "#/$defs/A"}]}}
    assert problems({"properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": circle}, target)[0][0] == "unresolved_ref"


@pytest.mark.parametrize("target", TARGETS)
def test_a_schema_nested_ten_thousand_deep_is_refused_in_words(target: Target) -> None:
    deep: dict[str, Any] = {"type": "string"}
    for _ in range(10_000):
        deep = {"type": "array", "items": deep}
    assert problems({"type": "object", "properties": {"a": deep}}, target) == [("too_deep", "")]


@pytest.mark.parametrize("target", TARGETS)
def test_a_schema_that_holds_itself_and_a_huge_one_are_refused(target: Target) -> None:
    circle: dict[str, Any] = {"type": "object"}
    circle["properties"] = {"me": circle}
    assert problems(circle, target) == [("too_deep", "")]
    doubled: dict[str, Any] = {"type": "string"}
    for _ in range(60):
        doubled = {"type": "object", "properties": {"a": doubled, "b": doubled}}
    assert problems(doubled, target) == [("too_large", "")]


@pytest.mark.parametrize("target", ["gemini_compat", "ollama"])
def test_definitions_that_would_be_written_out_without_end_are_refused(target: Target) -> None:
    levels = 30
    defs: dict[str, Any] = {
        f"D{n}": {"type": "object", "properties": {name: {"$ref": f"#/$defs/D{n + 1}"} for name in "ab"}}
        for n in range(levels)
    }
    defs[f"D{levels}"] = {"type": "string"}
    schema = {"type": "object", "properties": {"a": {"$ref": "#/$defs/D0"}}, "$defs": defs}
    assert problems(schema, target)[0][0] == "too_large"
    assert problems(schema, "openai") == []


def test_alternatives_that_branch_without_end_at_the_top_are_refused() -> None:
    defs: dict[str, Any] = {f"D{n}": {"anyOf": [{"$ref": f"#/$defs/D{n + 1}"}] * 3} for n in range(15)}
    defs["D15"] = {"type": "object", "properties": {"a": {"type": "string"}}}
    assert problems({"anyOf": [{"$ref": "#/$defs/D0"}], "$defs": defs}, "anthropic") == [("composition_at_top", "")]


def test_a_union_at_the_top_becomes_one_object_with_the_members_of_all() -> None:
    union = {
        "oneOf": [
            {"type": "object", "properties": {"kind": {"const": "a"}, "x": {"type": "string"}}, "required": ["kind", "x"],
             "additionalProperties": False},
            {"type": "object", "properties": {"kind": {"const": "b"}}, "required": ["kind"], "additionalProperties": False},
        ]
    }  # fmt: skip
    made = shape(union, "anthropic").schema
    assert made["type"] == "object"
    assert made["properties"] == {"kind": {"anyOf": [{"const": "a"}, {"const": "b"}]}, "x": {"type": "string"}}
    assert made["required"] == ["kind"]
    assert made["additionalProperties"] is False
    assert '"const": "a"' in made["description"]


def test_parts_that_all_hold_become_one_object_and_nothing_has_to_be_told() -> None:
    schema = {
        "allOf": [{"$ref": "#/$defs/A"}, {"properties": {"b": {"type": "integer"}}, "required": ["b"]}],
        "$defs": {"A": {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}},
    }
    shaped = shape(schema, "openai")
    assert shaped.schema["properties"] == {"a": {"type": "string"}, "b": {"type": "integer"}}
    assert shaped.schema["required"] == ["a", "b"]
    assert "description" not in shaped.schema
    assert ("composition_moved", "") in codes(shaped)


def test_a_reference_at_the_top_is_written_out_and_recursion_stays_a_reference() -> None:
    node = {"type": "object", "properties": {"kids": {"type": "array", "items": {"$ref": "#/$defs/Node"}}}}
    shaped = shape({"$ref": "#/$defs/Node", "$defs": {"Node": node}}, "openai")
    assert shaped.schema["properties"] == node["properties"]
    assert failure([{"op": "refs_resolve"}], shaped.schema) == ""
    assert codes(shaped) == [("ref_inlined", "")]


def test_references_by_name_and_by_the_schemas_own_address_are_made_local() -> None:
    schema = {
        "$id": "https://example.org/own.json",
        "type": "object",
        "properties": {"a": {"$ref": "#money"}, "b": {"$ref": "https://example.org/own.json#/$defs/Money"}},
        "$defs": {"Money": {"$anchor": "money", "type": "integer"}},
    }
    shaped = shape(schema, "openai")
    assert [shaped.schema["properties"][name]["$ref"] for name in "ab"] == ["#/$defs/Money"] * 2
    assert codes(shaped) == [("ref_made_local", "/properties/a"), ("ref_made_local", "/properties/b")]


def test_definitions_of_inner_schemas_with_one_name_are_hoisted_apart() -> None:
    def owner(kind: str) -> dict[str, Any]:
        return {"type": "object", "$defs": {"D": {"type": kind}}, "properties": {"in": {"$ref": "#/$defs/D"}}}

    schema = {"type": "object", "properties": {"a": owner("string"), "b": owner("integer")}}
    made = shape(schema, "openai").schema
    assert made["$defs"] == {"D": {"type": "string"}, "D_2": {"type": "integer"}}
    assert failure([{"op": "accepts", "value": {"a": {"in": "x"}, "b": {"in": 1}}}], made) == ""
    assert failure([{"op": "rejects", "value": {"b": {"in": "x"}}}], made) == ""


def test_keywords_of_old_drafts_are_said_in_the_new_one() -> None:
    schema = {
        "$schema": "http://json-schema.org/draft-04/schema#",
        "type": "object",
        "properties": {
            "n": {"type": "number", "minimum": 0, "exclusiveMinimum": True, "divisibleBy": 2},
            "t": {"type": "array", "items": [{"type": "string"}, {"type": "integer"}], "additionalItems": False},
            "r": {"type": "any", "required": True},
        },
        "dependencies": {"n": ["t"], "t": {"required": ["r"]}},
    }
    made = shape(schema, "anthropic").schema
    assert "$schema" not in made
    assert made["properties"] == {
        "n": {"type": "number", "exclusiveMinimum": 0, "multipleOf": 2},
        "t": {"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}], "items": False},
        "r": {},
    }
    assert made["required"] == ["r"]
    assert (made["dependentRequired"], made["dependentSchemas"]) == ({"n": ["t"]}, {"t": {"required": ["r"]}})


def test_a_list_of_anything_says_so_to_openai() -> None:
    schema = {"type": "object", "properties": {"a": {"type": ["array", "null"]}}}
    shaped = shape(schema, "openai")
    assert shaped.schema["properties"]["a"] == {"type": ["array", "null"], "items": {}}
    assert codes(shaped) == [("items_added", "/properties/a")]
    assert shape(schema, "anthropic").changes == ()


def test_properties_are_never_taken_for_keywords() -> None:
    schema = {
        "type": "object",
        "properties": {"$ref": {"type": "string"}, "type": {"type": "string"}, "anyOf": {"type": "string"}, "items": {"type": "string"}},
    }  # fmt: skip
    for target in ("openai", "anthropic", "gemini_compat", "ollama"):
        named: Target = target
        expected = () if target != "anthropic" else (("bad_property_name", "/properties/$ref"),)
        assert tuple(problems(schema, named)) == expected
        assert shape(schema, named).schema == schema


KEYWORDS = st.fixed_dictionaries(
    {},
    optional={
        "type": st.sampled_from(["object", "array", "string", "integer", "null", ["string", "null"], "any", "str"]),
        "enum": st.lists(st.sampled_from(["a", 1, None, True, ""]), max_size=3),
        "const": st.sampled_from(["a", 1]),
        "required": st.sampled_from([["a"], ["a", "b"], [], True, None]),
        "minimum": st.sampled_from([0, 2]),
        "exclusiveMinimum": st.sampled_from([True, False, 1]),
        "additionalProperties": st.sampled_from([True, False, {"type": "string"}]),
        "$ref": st.sampled_from(["#", "#/$defs/D", "#/$defs/E", "#/nowhere", "#/properties/a"]),
        "description": st.just("words"),
        "default": st.just(1),
    },
)


def _around(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    held = {
        "properties": st.dictionaries(st.sampled_from("ab"), inner, max_size=2),
        "$defs": st.dictionaries(st.sampled_from("DE"), inner, max_size=2),
        "items": st.one_of(inner, st.lists(inner, max_size=2)),
        "anyOf": st.lists(inner, max_size=3),
        "oneOf": st.lists(inner, max_size=2),
        "allOf": st.lists(inner, max_size=2),
        "not": inner,
    }
    return st.builds(lambda one, more: {**one, **more}, KEYWORDS, st.fixed_dictionaries({}, optional=held))


SCHEMAS = st.recursive(st.one_of(KEYWORDS, st.booleans()), _around, max_leaves=12)


@given(SCHEMAS, st.sampled_from(TARGETS))
def test_whatever_the_schema_is_shaping_ends_and_what_comes_can_be_sent(schema: Any, target: Target) -> None:
    shaped = shape(schema, target)
    if not shaped.problems:
        assert failure([{"op": "refs_resolve"}, {"op": "serialisable"}], shaped.schema) == ""
        assert shaped.schema["type"] == "object"
        jsonschema.Draft202012Validator.check_schema(shaped.schema)
        assert shape(shaped.schema, target).problems == ()


ARGUMENTS = st.dictionaries(
    st.sampled_from("abc"), st.sampled_from(["a", 1, None, True, [], ["a"], {}, {"a": 1}, {"a": "a"}]), max_size=3
)


@given(_around(SCHEMAS), ARGUMENTS, st.sampled_from(["openai", "anthropic"]))
def test_what_fits_the_declared_schema_fits_the_one_that_is_sent(
    schema: Any, arguments: dict[str, Any], target: Target
) -> None:
    shaped = shape(schema, target)
    modern = not any(change.code in ("draft_keyword_converted", "mended") for change in shaped.changes)
    if shaped.problems or not modern or not jsonschema.Draft202012Validator(schema).is_valid(arguments):
        return
    assert jsonschema.Draft202012Validator(shaped.schema).is_valid(arguments)
