"""Fields of a form, and what is sent for the state they were left in."""

from typing import Any

import pytest

from studio.checks.form_values import FieldState, Filled, FormField, arguments_of, form_fields


def _field(schema: Any, *, required: bool = False) -> FormField:
    given = {"type": "object", "properties": {"x": schema}, "required": ["x"] if required else []}
    (field,) = form_fields(given)
    return field


def _filled(schema: Any, value: Any) -> Filled:
    return arguments_of([_field(schema)], {"x": FieldState(set=True, value=value)})


@pytest.mark.parametrize(
    ("schema", "kind"),
    [
        ({"type": "string"}, "text"),
        ({"type": ["string", "null"]}, "text"),
        ({"type": "integer"}, "integer"),
        ({"type": "number"}, "number"),
        ({"type": "boolean"}, "switch"),
        ({"enum": ["a", 1]}, "choice"),
        ({"type": "string", "oneOf": [{"const": "a", "title": "An A"}]}, "choice"),
        ({"type": "array", "items": {"type": "string", "enum": ["a", "b"]}}, "choices"),
        ({"type": "array", "items": {"anyOf": [{"const": "a", "title": "An A"}]}}, "choices"),
        ({"type": "array", "items": {"type": "string"}}, "json"),
        ({"type": "object"}, "json"),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, "json"),
        ({"$ref": "#/$defs/x"}, "json"),
        (True, "json"),
        ({}, "json"),
    ],
)
def test_each_schema_has_its_kind_of_field(schema: Any, kind: str) -> None:
    assert _field(schema).kind == kind


def test_options_have_the_titles_that_the_schema_gives() -> None:
    named = _field({"type": "string", "enum": ["a", "b"], "enumNames": ["Apple", "Pear"]})
    assert [(each.value, each.title) for each in named.options] == [("a", "Apple"), ("b", "Pear")]
    assert [each.title for each in _field({"enum": ["a", 1]}).options] == ["a", "1"]


def test_a_field_tells_what_the_schema_says_of_it() -> None:
    field = _field(
        {"type": "string", "title": "Mail", "description": "Where to", "format": "email", "default": "a@b.c"}
    )
    assert (field.title, field.description, field.format, field.default) == ("Mail", "Where to", "email", "a@b.c")
    assert field.has_default
    assert _field({"type": "string"}).title == "x"


def test_a_schema_that_is_no_object_has_no_fields() -> None:
    assert form_fields(True) == form_fields({"type": "string"}) == form_fields({"properties": []}) == ()


def test_a_default_is_not_sent_by_itself() -> None:
    assert arguments_of([_field({"type": "integer", "default": 3})], {}).arguments == {}


def test_a_required_field_that_was_not_filled_is_told_at_its_place() -> None:
    filled = arguments_of([_field({"type": "string"}, required=True)], {})
    assert [(each.pointer, each.sentence) for each in filled.problems] == [("/x", "x is missing")]


def test_an_empty_text_that_the_person_typed_is_sent() -> None:
    assert _filled({"type": "string"}, "").arguments == {"x": ""}


@pytest.mark.parametrize(("typed", "value"), [("5", 5), (" -5 ", -5), ("27.0", 27), (5, 5)])
def test_a_text_that_spells_an_integer_is_sent_as_one(typed: Any, value: int) -> None:
    filled = _filled({"type": "integer"}, typed)
    assert (filled.arguments, filled.problems) == ({"x": value}, ())
    assert type(filled.arguments["x"]) is int


@pytest.mark.parametrize(
    ("schema", "typed"),
    [
        ({"type": "integer"}, "2.5"),
        ({"type": "integer"}, "five"),
        ({"type": "integer"}, ""),
        ({"type": "integer"}, True),
        ({"type": "number"}, "NaN"),
        ({"type": "boolean"}, "yes"),
        ({"type": "string"}, 5),
        ({"enum": ["a", "b"]}, "c"),
        ({"enum": [1]}, True),
        ({"type": "array", "items": {"enum": ["a"]}}, ["b"]),
        ({"type": "object"}, "{'a': 1}"),
        ({"type": "object"}, "NaN"),
    ],
)
def test_what_does_not_fit_its_field_is_refused_there(schema: Any, typed: Any) -> None:
    (problem,) = _filled(schema, typed).problems
    assert problem.pointer == "/x"
    assert problem.sentence


def test_a_field_of_json_takes_text_and_values() -> None:
    assert _filled({"type": "object"}, '{"a": [1]}').arguments == {"x": {"a": [1]}}
    assert _filled({"type": "object"}, {"a": 1}).arguments == {"x": {"a": 1}}
