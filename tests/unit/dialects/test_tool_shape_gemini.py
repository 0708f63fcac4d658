"""Schemas for Gemini behind Chat Completions, and for Ollama: in the few members that each of them reads."""

from typing import Any

import pytest

from studio.dialects.tool_shape import shape
from studio.dialects.tool_shape_values import Target


def sent(schema: Any, target: Target = "gemini_compat", **defs: Any) -> Any:
    """One property as it is sent."""
    more = {"$defs": defs} if defs else {}
    shaped = shape({"type": "object", "properties": {"a": schema}, **more}, target)
    assert shaped.problems == ()
    return shaped.schema["properties"]["a"]


@pytest.mark.parametrize(
    ("declared", "made"),
    [
        ({"type": ["string", "null"]}, {"type": "string", "nullable": True}),
        ({"anyOf": [{"type": "integer"}, {"type": "null"}], "default": None}, {"type": "integer", "default": None, "nullable": True}),
        ({"type": ["string", "integer"]}, {"anyOf": [{"type": "string"}, {"type": "integer"}]}),
        ({"const": "a"}, {"type": "string", "enum": ["a"]}),
        ({"enum": ["a", None, ""]}, {"type": "string", "enum": ["a"], "nullable": True}),
        ({"type": "integer", "enum": [0, 1]}, {"type": "string", "enum": ["0", "1"]}),
        ({"type": "integer", "exclusiveMinimum": 0}, {"type": "integer", "minimum": 1}),
        ({"type": "number", "exclusiveMaximum": 1}, {"type": "number", "maximum": 1}),
        ({"type": "string", "format": "uuid"}, {"type": "string"}),
        ({"type": "string", "format": "date-time"}, {"type": "string", "format": "date-time"}),
        ({"type": "array"}, {"type": "array", "items": {"type": "string"}}),
        ({"type": "array", "prefixItems": [{"type": "string"}, {"type": "string"}]}, {"type": "array", "items": {"type": "string"}}),
        ({"oneOf": [{"type": "string"}, {"type": "integer"}]}, {"anyOf": [{"type": "string"}, {"type": "integer"}]}),
        ({"allOf": [{"type": "string"}], "description": "D"}, {"description": "D", "type": "string"}),
        (
            {"anyOf": [{"type": "string"}, {"type": "integer"}], "description": "D", "default": 1},
            {"anyOf": [{"description": "D", "type": "string"}, {"description": "D", "type": "integer"}]},
        ),
        (
            {"type": "object", "properties": {"b": {"type": "string"}}, "required": ["b", "c"], "additionalProperties": False},
            {"type": "object", "properties": {"b": {"type": "string"}}, "required": ["b"]},
        ),
        ({"description": "anything"}, {"description": "anything", "type": "string"}),
    ],
)  # fmt: skip
def test_each_thing_is_said_in_the_members_that_gemini_reads(declared: Any, made: Any) -> None:
    assert sent(declared) == made


def test_references_are_written_out_and_a_recursion_ends_as_an_open_object() -> None:
    node = {"type": "object", "properties": {"v": {"type": "integer"}, "next": {"$ref": "#/$defs/N"}}}
    made = sent({"$ref": "#/$defs/N", "description": "W"}, N=node)
    assert made == {
        "type": "object",
        "properties": {"v": {"type": "integer"}, "next": {"type": "object"}},
        "description": "W",
    }
    shaped = shape(
        {"type": "object", "properties": {"a": {"$ref": "#/$defs/N"}}, "$defs": {"N": node}}, "gemini_compat"
    )
    assert [(change.code, change.at) for change in shaped.changes] == [
        ("ref_inlined", "/properties/a"),
        ("recursion_cut", "/properties/a/properties/next"),
    ]


@pytest.mark.parametrize(
    ("declared", "made"),
    [
        ({"oneOf": [{"type": "string"}, {"type": "integer"}]}, {"anyOf": [{"type": "string"}, {"type": "integer"}]}),
        ({"const": "a"}, {"enum": ["a"]}),
        (True, {}),
        ({"allOf": [{"$ref": "#/$defs/D"}], "description": "W"}, {"description": "W", "type": "string"}),
        ({"type": "integer", "minimum": 1, "default": 3}, {"type": "integer", "minimum": 1, "default": 3}),
        ({"type": ["string", "null"]}, {"type": ["string", "null"]}),
    ],
)
def test_what_ollama_would_drop_unseen_is_said_in_what_it_reads(declared: Any, made: Any) -> None:
    assert sent(declared, "ollama", D={"type": "string"}) == made
