"""The parameters of a tool as a form and as JSON: what the form cannot say stays, and what is wrong is said at its place."""

import json
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from studio.gui.dialogs.tool_example import example
from studio.gui.dialogs.tool_parameters import (
    Parameter,
    allowed_text,
    default_text,
    parameters,
    with_allowed,
    with_default,
    with_parameters,
    with_type,
)
from studio.gui.dialogs.tool_schema import ToolSchema
from studio.gui.dialogs.tool_schema_slips import schema_slips

SCHEMA: dict[str, Any] = {
    "title": "Refund",
    "type": "object",
    "$defs": {"Line": {"type": "object", "properties": {"sku": {"type": "string"}}}},
    "properties": {
        "order_id": {"type": "string", "description": "The number.", "pattern": "^[0-9]+$"},
        "currency": {"type": "string", "enum": ["EUR", "USD"], "default": "EUR"},
        "amount": {"type": "number", "exclusiveMinimum": 0},
        "lines": {"type": "array", "items": {"$ref": "#/$defs/Line"}},
        "note": {"anyOf": [{"type": "string"}, {"type": "null"}]},
    },
    "required": ["amount", "order_id"],
    "additionalProperties": False,
}


def test_a_schema_that_is_only_looked_at_as_rows_stays_as_it_was() -> None:
    assert with_parameters(SCHEMA, parameters(SCHEMA)) == SCHEMA
    assert json.dumps(with_parameters(SCHEMA, parameters(SCHEMA))) == json.dumps(SCHEMA)


def test_a_schema_without_parameters_gets_no_empty_list_of_required_ones() -> None:
    assert with_parameters({"type": "object"}, ()) == {"type": "object", "properties": {}}


@pytest.mark.parametrize(
    ("type", "text", "values"),
    [
        ("string", "EUR, USD", ["EUR", "USD"]),
        ("integer", "1, 2", [1, 2]),
        ("number", "1.5", [1.5]),
        ("string", '["a, b", "c"]', ["a, b", "c"]),
    ],
)
def test_allowed_values_are_typed_with_commas_or_as_json(type: str, text: str, values: list[Any]) -> None:
    row = with_allowed(Parameter("x", schema={"type": type}), text)
    assert row.schema["enum"] == values
    assert allowed_text(row) == text


@pytest.mark.parametrize(
    ("type", "text"), [("integer", "1.5"), ("integer", "one"), ("number", "true"), ("boolean", "1")]
)
def test_a_default_of_another_type_is_refused(type: str, text: str) -> None:
    with pytest.raises(ValueError):
        with_default(Parameter("x", schema={"type": type}), text)


def test_the_empty_text_is_a_default_and_nothing_typed_is_none() -> None:
    row = with_default(Parameter("x", schema={"type": "string"}), '""')
    assert row.schema["default"] == ""
    assert default_text(row) == '""'
    assert "default" not in with_default(row, "").schema


def test_another_type_keeps_the_description_and_drops_what_was_of_the_old_one() -> None:
    row = Parameter("x", schema={"type": "string", "description": "d", "enum": ["a"], "default": "a", "pattern": "a"})
    assert with_type(row, "integer").schema == {"type": "integer", "description": "d"}


def test_slips_are_found_where_they_are() -> None:
    schema = {
        "type": "object",
        "properties": {"a": {"type": "int"}, "b": {"enum": []}, "c": {"$ref": "#/$defs/None"}, "d": 1},
        "required": ["a", "z"],
    }
    places = {pointer for pointer, _, _ in schema_slips(schema)}
    assert places == {"/properties/a/type", "/properties/b/enum", "/properties/c/$ref", "/properties/d", "/required/1"}
    assert schema_slips(SCHEMA) == []


def test_an_example_takes_defaults_and_first_allowed_values() -> None:
    assert example(SCHEMA) == {
        "order_id": "text",
        "currency": "EUR",
        "amount": 1.5,
        "lines": [{"sku": "text"}],
        "note": "text",
    }


def test_an_example_of_a_schema_that_refers_to_itself_ends() -> None:
    assert example({"type": "object", "properties": {"next": {"$ref": "#"}}})


@pytest.fixture
def editor(qtbot: QtBot, qapp: QApplication) -> ToolSchema:
    """The editor with the schema above."""
    made = ToolSchema()
    qtbot.addWidget(made)
    made.set_value(SCHEMA)
    made.resize(700, 500)
    made.show()
    return made


def test_a_change_in_the_form_stands_in_the_json_with_all_else(editor: ToolSchema) -> None:
    row = editor.form.rows[0]
    row.description.setFocus()
    row.description.selectAll()
    QTest.keyClicks(row.description, "Its number")
    editor.show_view("json")
    value = json.loads(editor.json.draft())
    assert value["properties"]["order_id"] == {"type": "string", "description": "Its number", "pattern": "^[0-9]+$"}
    expected = json.loads(json.dumps(SCHEMA))
    expected["properties"]["order_id"]["description"] = "Its number"
    assert value == expected


def test_a_change_in_the_json_stands_in_the_form(editor: ToolSchema) -> None:
    editor.show_view("json")
    editor.json.setPlainText(json.dumps(SCHEMA).replace('"order_id"', '"number"'))
    editor.show_view("form")
    assert editor.form.rows[0].name.text() == "number"
    assert editor.value()["required"] == ["amount", "number"]


def test_json_that_is_none_keeps_the_json_view_and_says_so(editor: ToolSchema) -> None:
    editor.show_view("json")
    editor.json.setPlainText('{"type": ')
    editor.show_view("form")
    assert editor.switch.current() == "json"
    assert editor.problem()
    assert editor.value() == SCHEMA


def test_a_top_that_is_no_group_is_edited_as_json(editor: ToolSchema) -> None:
    editor.set_value({"oneOf": [{"type": "object"}]})
    assert editor.switch.current() == "json"


def test_a_parameter_is_added_renamed_moved_and_removed(editor: ToolSchema) -> None:
    editor.form.add.click()
    row = editor.form.rows[-1]
    assert editor.focusWidget() is row.name
    row.name.selectAll()
    QTest.keyClicks(row.name, "reason")
    row.up.click()
    names = ["order_id", "currency", "amount", "lines", "reason", "note"]
    assert list(editor.value()["properties"]) == names
    assert "reason" in editor.value()["required"]
    row.remove.click()
    assert "reason" not in editor.value()["properties"]


def test_a_doubled_name_is_said_and_loses_nothing(editor: ToolSchema) -> None:
    row = editor.form.rows[1]
    row.name.selectAll()
    QTest.keyClicks(row.name, "amount")
    assert editor.problem()
    assert set(editor.value()["properties"]) == set(SCHEMA["properties"]) - {"currency"} | {"amoun"}
    QTest.keyClick(row.name, Qt.Key.Key_Backspace)
    assert not editor.problem()


def test_a_nested_schema_is_edited_as_json_in_its_row(editor: ToolSchema) -> None:
    row = editor.form.rows[3]
    assert row.nested.isVisible()
    row.nested.setPlainText('{"type": "array", "items": {"type": "integer"}}')
    row.nested.flush()
    assert editor.value()["properties"]["lines"] == {"type": "array", "items": {"type": "integer"}}
    row.nested.setPlainText("[")
    row.nested.flush()
    assert editor.problem()
