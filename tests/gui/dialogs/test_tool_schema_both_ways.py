"""Form and JSON of a tool's schema: nothing is lost from one to the other, and what is half typed keeps its place."""

import json
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from studio.gui.dialogs.tool_schema import ToolSchema

TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=8)
PLAIN = (
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats(allow_nan=False, allow_infinity=False) | TEXT
)
TYPE = st.sampled_from(["string", "integer", "number", "boolean", "array", "object", "null"])
MEMBERS: dict[str, st.SearchStrategy[Any]] = {
    "type": TYPE | st.lists(TYPE, min_size=1, max_size=3, unique=True),
    "description": TEXT,
    "enum": st.lists(PLAIN, min_size=1, max_size=3),
    "default": PLAIN,
    "pattern": TEXT,
    "minimum": st.integers(),
    "x-own": PLAIN,
    "$ref": st.sampled_from(["#", "#/properties/a", "#/$defs/A"]),
}
VALUE = st.recursive(
    st.fixed_dictionaries({}, optional=MEMBERS),
    lambda inner: st.fixed_dictionaries(
        {}, optional={**MEMBERS, "items": inner, "anyOf": st.lists(inner, min_size=1, max_size=2)}
    ),
    max_leaves=6,
)
SCHEMA = st.fixed_dictionaries(
    {"properties": st.dictionaries(TEXT.filter(bool), VALUE, max_size=4)},
    optional={
        "type": st.just("object"),
        "title": TEXT,
        "required": st.lists(TEXT, max_size=3),
        "additionalProperties": st.booleans() | VALUE,
        "$defs": st.dictionaries(TEXT, VALUE, max_size=2),
        "x-own": PLAIN,
    },
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(SCHEMA)
def test_any_schema_goes_from_form_to_json_and_back_to_the_letter(qapp: QApplication, schema: dict[str, Any]) -> None:
    editor = ToolSchema()
    editor.set_value(schema)
    for view in ("json", "form", "json", "form"):
        editor.switch.choose(view)
        assert json.dumps(editor.value()) == json.dumps(schema)
    assert qapp is not None
    editor.deleteLater()


def test_a_row_that_is_wrong_keeps_the_form_where_it_is(qtbot: QtBot) -> None:
    editor = _shown(qtbot, {"a": {"type": "integer"}})
    row = editor.form.rows[0]
    QTest.keyClicks(row.default, "seven")
    for view in ("json", "form"):
        editor.switch.choose(view)
        assert editor.switch.current() == "form"
        assert editor.form.rows[0].default.text() == "seven"
    assert editor.problem()
    row.default.clear()
    QTest.keyClicks(row.default, "7")
    editor.switch.choose("json")
    assert json.loads(editor.json.text())["properties"] == {"a": {"type": "integer", "default": 7}}


def test_what_is_typed_into_a_nested_schema_counts_at_once(qtbot: QtBot) -> None:
    editor = _shown(qtbot, {"a": {"type": "array"}})
    editor.form.rows[0].nested.setPlainText('{"type": "array", "maxItems": 3}')
    assert editor.value()["properties"]["a"]["maxItems"] == 3
    editor.form.rows[0].nested.setPlainText('{"type": ')
    assert editor.problem()


def test_thousands_of_parameters_are_edited_as_json(qtbot: QtBot) -> None:
    editor = _shown(qtbot, {f"p{at}": {"type": "string"} for at in range(3000)})
    assert editor.switch.current() == "json"
    assert editor.form.rows == []
    editor.switch.choose("form")
    assert editor.switch.current() == "json"
    editor.json.setPlainText('{"type": "object", "properties": {"a": {"type": "string"}}}')
    editor.json.flush()
    editor.switch.choose("form")
    assert [row.name.text() for row in editor.form.rows] == ["a"]


def test_a_schema_that_holds_itself_is_edited_as_a_form(qtbot: QtBot) -> None:
    editor = _shown(qtbot, {"a": {"$ref": "#"}, "b": {"type": "array", "items": {"$ref": "#"}}})
    assert editor.switch.current() == "form"
    QTest.keyClicks(editor.form.rows[0].description, "Itself.")
    assert editor.value()["properties"]["a"] == {"$ref": "#", "description": "Itself."}


def test_nonsense_in_the_json_is_said_and_keeps_the_last_whole_schema(qtbot: QtBot) -> None:
    editor = _shown(qtbot, {"a": {"type": "string"}})
    editor.switch.choose("json")
    for text in ("", "\x00\x01\ufffd", "[" * 5000, "1e999", '{"type": 7}', '{"properties": {"a": 1}}', "NaN"):
        editor.json.setPlainText(text)
        assert editor.problem() or isinstance(editor.value(), dict)
        editor.switch.choose("form")
        QTest.keyClick(editor.json, Qt.Key.Key_Tab)
    editor.json.setPlainText("[" * 5000)
    assert editor.problem()


def _shown(qtbot: QtBot, properties: dict[str, Any]) -> ToolSchema:
    editor = ToolSchema()
    qtbot.addWidget(editor)
    editor.set_value({"type": "object", "properties": properties})
    editor.show()
    return editor
