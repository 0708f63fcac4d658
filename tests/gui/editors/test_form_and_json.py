"""Form and JSON are two views of one text: no value, no unknown member and no place of the caret is lost between them."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from studio.checks.problem import Problem
from studio.gui.editors.schema_form import SchemaForm
from studio.gui.panes.call_arguments import CallArguments

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "order_id": {"type": "string"},
        "amount": {"type": "number", "minimum": 0, "maximum": 500},
        "currency": {"enum": ["EUR", "USD"]},
        "notify": {"type": "boolean"},
        "due": {"type": "string", "format": "date"},
        "items": {"type": "array", "items": {"type": "object", "properties": {"sku": {"type": "string"}}}},
        "anything": {"anyOf": [{"type": "string"}, {"type": "integer"}]},
    },
    "required": ["order_id"],
}
ORIGINAL = '{"order_id":"48213",  "amount":89.90,"items":[{"sku":"cup","x":1e2}],"unknown":{"deep":[1,null]}}'
_scalars = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8)
)
_values = st.recursive(
    _scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
_keys = st.sampled_from([*SCHEMA["properties"], "unknown", "a/b", "~"])


@pytest.fixture
def arguments(qtbot: QtBot) -> CallArguments:
    made = CallArguments()
    qtbot.addWidget(made)
    made.resize(640, 500)
    made.show()
    qtbot.waitExposed(made)
    made.set_value(ORIGINAL, ORIGINAL, SCHEMA, _no_problems, editable=True)
    return made


def _no_problems(_text: str) -> tuple[Problem, ...]:
    return ()


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(value=st.dictionaries(_keys, _values, max_size=5))
def test_whatever_the_arguments_are_the_form_shows_them_without_changing_a_byte(
    arguments: CallArguments, value: dict[str, Any]
) -> None:
    text = json.dumps(value, ensure_ascii=False)
    arguments.set_value(text, text, SCHEMA, _no_problems, editable=True)
    for view in ("form", "json", "diff", "form", "json"):
        arguments.show_view(view)
    assert arguments.current == text
    assert json.loads(arguments.editor.draft()) == value
    assert set(arguments.form.rows()) >= {f"/{key}" for key in SCHEMA["properties"]}


@pytest.mark.promise("G2")
def test_no_member_and_no_caret_is_lost_between_form_and_json(arguments: CallArguments) -> None:
    editor = arguments.editor
    editor.setFocus()
    editor.go_to(editor.shown().index("89.90"))
    arguments.show_view("form")
    row = arguments.form.row("/amount")
    assert row is not None
    focus = QApplication.focusWidget()
    assert focus is not None
    assert row.isAncestorOf(focus)
    assert row.editor is not None
    row.editor.changed.emit("12.50")
    sku = arguments.form.row("/items/0/sku")
    assert sku is not None
    sku.focus()
    arguments.show_view("json")
    assert editor.hasFocus()
    assert editor.pointer() == "/items/0/sku"
    assert arguments.draft == ORIGINAL.replace("89.90", "12.50")


def test_items_of_a_list_change_places_and_keep_their_bytes(qtbot: QtBot) -> None:
    form = SchemaForm("Arguments")
    qtbot.addWidget(form)
    form.set_text(SCHEMA, '{"items": [{"sku":"a", "n":1.0}, {"sku":"b"}, {"sku":"c"}]}')
    second = form.row("/items/1")
    assert second is not None
    assert second.up is not None
    second.up.click()
    assert form.text() == '{"items": [{"sku":"b"}, {"sku":"a", "n":1.0}, {"sku":"c"}]}'
    first, last = form.row("/items/0"), form.row("/items/2")
    assert first is not None
    assert last is not None
    assert [button.isEnabled() for button in (first.up, first.down, last.up, last.down) if button is not None] == [
        False,
        True,
        True,
        False,
    ]
