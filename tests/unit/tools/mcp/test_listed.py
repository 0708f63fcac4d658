"""A listed tool as a tool of the session: what it says of itself, and schemas of whatever kind."""

import json
from typing import Any, get_args

import pytest

from studio.dialects.tool_shape import shape
from studio.dialects.tool_shape_values import Target
from studio.session.server_view import ListedTool
from studio.tools.mcp.listed import spec_of, title_of


def _spec(**value: Any) -> Any:
    return spec_of(ListedTool({"name": "own.name", **value}), "srv", "own_name")


def test_source_and_both_names_are_kept() -> None:
    spec = _spec(description="Does it.")
    assert (spec.name, spec.own_name, spec.source, spec.description) == ("own_name", "own.name", "srv", "Does it.")
    assert spec_of(ListedTool({"name": "same"}), "srv", "same").own_name == ""


@pytest.mark.parametrize(
    ("annotations", "sensitive", "idempotent"),
    [
        (None, False, False),
        ({}, False, False),
        ({"destructiveHint": True}, True, False),
        ({"destructiveHint": True, "readOnlyHint": True}, False, True),
        ({"readOnlyHint": True}, False, True),
        ({"idempotentHint": True}, False, True),
        ({"destructiveHint": False, "idempotentHint": False}, False, False),
        ({"destructiveHint": "yes"}, False, False),
        ("destructive", False, False),
    ],
)
def test_a_tool_that_destroys_asks_and_one_that_reads_does_not(
    annotations: Any, sensitive: bool, idempotent: bool
) -> None:
    spec = _spec(annotations=annotations)
    assert (spec.sensitive, spec.idempotent) == (sensitive, idempotent)


def test_what_is_not_for_the_model_is_kept_beside_the_schema() -> None:
    more = {"title": "T", "annotations": {"readOnlyHint": True}, "outputSchema": {"type": "object"}, "_meta": {"a": 1}}
    spec = _spec(inputSchema={"type": "object", "properties": {"x": {}}}, icons=[], execution={"x": 1}, **more)
    assert spec.metadata == {**more, "icons": [], "execution": {"x": 1}}
    assert spec.parameters == {"type": "object", "properties": {"x": {}}}
    assert spec.extra == {}


def test_the_title_may_stand_in_the_annotations() -> None:
    assert title_of(ListedTool({"name": "a", "annotations": {"title": "From there"}})) == "From there"
    assert title_of(ListedTool({"name": "a", "title": "Own", "annotations": {"title": "There"}})) == "Own"
    assert title_of(ListedTool({"name": "a", "title": 5})) == ""


SCHEMAS: list[Any] = [
    None,
    True,
    False,
    {},
    5,
    "text",
    [],
    {"type": "object"},
    {"properties": {"x": {"type": "string"}}},
    {"type": ["object", "null"], "properties": {"x": {"type": ["integer", "string"]}}},
    {"$schema": "http://json-schema.org/draft-07/schema#", "definitions": {"p": {"type": "string"}}, "type": "object",
     "properties": {"x": {"$ref": "#/definitions/p"}}},
    {"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": {"p": {"enum": [1, "a", None]}}, "type": "object",
     "properties": {"x": {"$ref": "#/$defs/p"}, "y": True, "z": {"anyOf": [{"type": "string"}, {"type": "null"}]}}},
    {"type": "object", "$defs": {"n": {"type": "object", "properties": {"n": {"$ref": "#/$defs/n"}}}},
     "properties": {"n": {"$ref": "#/$defs/n"}}},
    {"$ref": "#/$defs/top", "$defs": {"top": {"type": "object", "properties": {"x": {"type": "number"}}}}},
    {"anyOf": [{"type": "object", "properties": {"a": {}}}, {"type": "object", "properties": {"b": {}}}]},
    {"type": "object", "properties": {"x": {"$ref": "https://elsewhere.example/schema.json"}}},
    {"type": "object", "properties": "nonsense", "required": "x"},
    {"id": "old", "type": "object", "properties": {"x": {"type": "integer", "minimum": 0, "exclusiveMinimum": True}}},
]  # fmt: skip


@pytest.mark.promise("E2")
@pytest.mark.parametrize("schema", SCHEMAS, ids=lambda schema: json.dumps(schema)[:40])
def test_a_schema_of_whatever_kind_is_an_object_that_is_shaped_for_each_provider_or_told_as_a_problem(
    schema: Any,
) -> None:
    parameters = _spec(inputSchema=schema).parameters
    assert isinstance(parameters, dict)
    for target in get_args(Target):
        shaped = shape(parameters, target)
        assert shaped.problems or shaped.schema.get("type") == "object", (target, shaped)


def test_a_tool_without_a_schema_may_be_called_with_anything_and_one_with_false_with_nothing() -> None:
    assert _spec().parameters == {"type": "object", "properties": {}}
    assert _spec(inputSchema=False).parameters["additionalProperties"] is False
