"""The form of a schema: what is shown, what a change does to the text, and that nothing else changes."""

import json
from collections.abc import Mapping
from typing import Any, TypeVar

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLineEdit, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from studio.gui.editors.json_places import nearest, put
from studio.gui.editors.schema_form import SchemaForm
from studio.gui.editors.schema_plan import plan_form, starting_value

W = TypeVar("W", bound=QWidget)

REFUND: dict[str, object] = {
    "type": "object",
    "properties": {
        "order_id": {"type": "string", "description": "The order's number."},
        "amount": {"type": "number", "minimum": 0, "maximum": 500},
        "currency": {"enum": ["EUR", "USD", "CNY"]},
        "notify": {"type": "boolean"},
        "reason": {"type": "string"},
        "day": {"type": "string", "format": "date"},
        "items": {"type": "array", "items": {"$ref": "#/$defs/Item"}},
        "extra": {"anyOf": [{"type": "string"}, {"type": "integer"}]},
        "limit": {"anyOf": [{"type": "integer"}, {"type": "null"}], "default": None},
    },
    "required": ["order_id", "amount"],
    "$defs": {"Item": {"type": "object", "properties": {"sku": {"type": "string"}, "count": {"type": "integer"}}}},
}
TEXT = '{"order_id":"48213",  "amount":89.90, "currency":"eur", "x_unknown":[1, 2],"notify":true}'


@pytest.fixture
def form(qtbot: QtBot) -> SchemaForm:
    made = SchemaForm("Arguments")
    qtbot.addWidget(made)
    made.resize(500, 900)
    made.set_text(REFUND, TEXT)
    made.show()
    qtbot.waitExposed(made)
    return made


def inside(form: SchemaForm, pointer: str, kind: type[W]) -> W:
    row = form.row(pointer)
    assert row is not None
    return row.findChildren(kind)[0]


def button(form: SchemaForm, name: str) -> QAbstractButton:
    return next(
        found for found in form.findChildren(QAbstractButton) if found.isVisible() and found.accessibleName() == name
    )


def test_fields_stand_in_the_order_of_the_schema_and_unknown_members_after_them(form: SchemaForm) -> None:
    expected = ["order_id", "amount", "currency", "notify", "reason", "day", "items", "extra", "limit", "x_unknown"]
    assert form.rows() == [f"/{key}" for key in expected]
    assert form.text() == TEXT


def test_typing_changes_only_that_member(form: SchemaForm, qtbot: QtBot) -> None:
    edit = inside(form, "/order_id", QPlainTextEdit)
    edit.selectAll()
    with qtbot.waitSignal(form.edited):
        QTest.keyClicks(edit, "x")
    assert form.text() == TEXT.replace('"48213"', '"x"')


def test_a_number_keeps_the_spelling_that_was_typed(form: SchemaForm) -> None:
    edit = inside(form, "/amount", QLineEdit)
    assert edit.text() == "89.90"
    edit.selectAll()
    QTest.keyClicks(edit, "7.50")
    assert form.text() == TEXT.replace("89.90", "7.50")


def test_what_is_no_number_is_said_and_not_written(form: SchemaForm) -> None:
    edit = inside(form, "/amount", QLineEdit)
    edit.selectAll()
    QTest.keyClicks(edit, "x")
    row = form.row("/amount")
    assert row is not None
    assert row.problem() == "not a number"
    assert form.text() == TEXT


def test_what_is_typed_and_no_value_yet_is_told_of_and_stays_while_other_fields_change(form: SchemaForm) -> None:
    edit = inside(form, "/amount", QLineEdit)
    edit.selectAll()
    QTest.keyClicks(edit, "x")
    assert form.unfit == "/amount"
    QTest.keyClick(button(form, "notify"), Qt.Key.Key_Space)
    assert (edit.text(), form.unfit) == ("x", "/amount")
    edit.selectAll()
    QTest.keyClicks(edit, "5")
    assert json.loads(form.text())["amount"] == 5
    assert not form.unfit


def test_a_number_that_is_emptied_is_left_out(form: SchemaForm) -> None:
    edit = inside(form, "/amount", QLineEdit)
    edit.selectAll()
    QTest.keyClick(edit, Qt.Key.Key_Delete)
    assert "amount" not in json.loads(form.text())
    assert form.unfit is None


def test_json_that_was_typed_a_moment_ago_is_taken_in_at_once_when_asked(form: SchemaForm) -> None:
    edit = inside(form, "/x_unknown", QPlainTextEdit)
    edit.setPlainText("[7]")
    form.flush()
    assert json.loads(form.text())["x_unknown"] == [7]
    edit.setPlainText("[7")
    form.flush()
    assert form.unfit == "/x_unknown"


def test_a_value_that_is_not_allowed_is_shown_and_can_be_replaced(form: SchemaForm) -> None:
    box = inside(form, "/currency", QComboBox)
    assert [box.itemText(at) for at in range(box.count())] == ["EUR", "USD", "CNY", '"eur"']
    assert box.currentText() == '"eur"'
    box.setFocus()
    QTest.keyClick(box, Qt.Key.Key_Up)
    QTest.keyClick(box, Qt.Key.Key_Up)
    assert form.text() == TEXT.replace('"eur"', '"USD"')


def test_a_switch_writes_true_and_false(form: SchemaForm) -> None:
    QTest.keyClick(button(form, "notify"), Qt.Key.Key_Space)
    assert form.text() == TEXT.replace("true", "false")


def test_a_value_of_another_type_is_shown_as_it_is_spelled(form: SchemaForm) -> None:
    form.set_text(REFUND, '{"amount": "89.90", "order_id": 7, "notify": "yes"}')
    assert inside(form, "/amount", QLineEdit).text() == '"89.90"'
    assert inside(form, "/order_id", QLineEdit).text() == "7"
    assert inside(form, "/notify", QLineEdit).text() == '"yes"'


def test_absent_is_not_null(form: SchemaForm) -> None:
    button(form, "Add limit").click()
    assert json.loads(form.text())["limit"] is None
    button(form, "Do not send limit").click()
    assert "limit" not in json.loads(form.text())
    assert form.text() == TEXT


def test_typing_into_a_field_that_is_not_sent_sends_it(form: SchemaForm, qtbot: QtBot) -> None:
    form.focus_pointer("/reason")
    QTest.keyClicks(inside(form, "/reason", QPlainTextEdit), "b")
    QTest.keyClicks(inside(form, "/reason", QPlainTextEdit), "roken")
    assert json.loads(form.text())["reason"] == "broken"
    assert form.text().startswith(TEXT[:-1])


def test_list_items_are_added_filled_and_removed(form: SchemaForm) -> None:
    button(form, "Add items").click()
    button(form, "Add an item to items").click()
    button(form, "Add sku").click()
    QTest.keyClicks(inside(form, "/items/0/sku", QPlainTextEdit), "A1")
    button(form, "Add an item to items").click()
    assert json.loads(form.text())["items"] == [{"sku": "A1"}, {}]
    button(form, "Remove item 1").click()
    assert json.loads(form.text())["items"] == [{}]


def test_a_member_without_a_simple_type_has_a_json_editor(form: SchemaForm, qtbot: QtBot) -> None:
    edit = inside(form, "/x_unknown", QPlainTextEdit)
    assert edit.toPlainText() == "[\n  1,\n  2\n]"
    edit.selectAll()
    edit.insertPlainText('{"a": 1}')
    with qtbot.waitSignal(form.edited):
        pass
    assert json.loads(form.text())["x_unknown"] == {"a": 1}
    assert form.text().startswith(TEXT[: TEXT.index("[")])


def test_marks_are_shown_at_their_field_or_the_nearest_above(form: SchemaForm) -> None:
    form.set_marks({"/amount": "must be a number", "/items/0/sku": "is missing", "/x_unknown/1": "too large"})
    shown = {pointer: row.problem() for pointer in form.rows() if (row := form.row(pointer)) and row.problem()}
    assert shown == {"/amount": "must be a number", "/items": "is missing", "/x_unknown": "too large"}


@pytest.mark.parametrize("text", ["[1]", '{"a": ', "null", "EUR"])
def test_a_text_that_is_no_object_is_shown_whole(form: SchemaForm, qtbot: QtBot, text: str) -> None:
    form.set_text(REFUND, text)
    assert form.rows() == [""]
    assert form.text() == text
    edit = inside(form, "", QPlainTextEdit)
    edit.selectAll()
    edit.insertPlainText('{"amount": 1}')
    with qtbot.waitSignal(form.edited):
        pass
    assert json.loads(form.text()) == {"amount": 1}
    assert form.rows()[0] == "/order_id"


def test_an_empty_text_stays_empty_until_something_is_sent(form: SchemaForm) -> None:
    form.set_text(REFUND, "")
    assert form.text() == ""
    button(form, "Add amount").click()
    assert form.text() == '{"amount": 0}'


def test_every_focusable_part_has_a_name(form: SchemaForm) -> None:
    nameless = [
        type(part).__name__
        for part in form.findChildren(QWidget)
        if part.focusPolicy() != Qt.FocusPolicy.NoFocus and not part.accessibleName() and not part.focusProxy()
        and not part.objectName().startswith("qt_") and part.isVisible()
    ]  # fmt: skip
    assert nameless == []


def nested(depth: int) -> Mapping[str, object]:
    schema: dict[str, Any] = {"type": "string"}
    for _ in range(depth):
        schema = {"type": "object", "properties": {"a": schema}}
    return schema


def test_groups_are_nested_to_three_levels() -> None:
    field, kinds = plan_form(nested(6)), []
    while field.members:
        field = field.members[0]
        kinds.append(field.kind)
    assert kinds == ["group", "group", "group", "json"]


@pytest.mark.parametrize(
    ("schema", "kind", "nullable"),
    [
        ({"type": ["string", "null"]}, "text", True),
        ({"anyOf": [{"type": "boolean"}, {"type": "null"}]}, "switch", True),
        ({"anyOf": [{"type": "string"}, {"type": "integer"}]}, "json", False),
        ({"const": 3}, "choice", False),
        ({"$ref": "#/nowhere"}, "json", False),
        ({"$ref": "#/properties/a"}, "json", False),
        ({}, "json", False),
        (True, "json", False),
        ({"type": "array"}, "json", False),
    ],
)
def test_a_field_has_the_editor_its_schema_allows(schema: object, kind: str, nullable: bool) -> None:
    field = plan_form({"type": "object", "properties": {"a": schema}}).members[0]
    assert (field.kind, field.nullable) == (kind, nullable)


def test_a_field_begins_with_its_default_or_the_least() -> None:
    fields = {field.key: starting_value(field) for field in plan_form(REFUND).members}
    assert fields["amount"] == "0"
    assert fields["currency"] == '"EUR"'
    assert fields["limit"] == "null"


def test_putting_a_value_makes_the_objects_on_the_way() -> None:
    assert put("", "/a/b", "1") == '{"a": {"b": 1}}'
    assert json.loads(put('{"a":[1]}', "/a/1", "2")) == {"a": [1, 2]}
    assert nearest("/a/b/c", {"/a"}) == "/a"
    assert nearest("/x", {"/a"}) == ""


def test_a_schema_without_members_leaves_no_field_of_the_one_before(form: SchemaForm) -> None:
    form.set_text({"type": "object", "properties": {}}, "{}")
    assert form.rows() == []
    assert form.none.isVisible()
    form.set_text(REFUND, TEXT)
    assert not form.none.isVisible()
    assert "/order_id" in form.rows()


def test_a_list_too_long_for_a_field_each_is_one_json_value(form: SchemaForm) -> None:
    schema = {
        "type": "object",
        "properties": {"name": {"type": "string"}, "ids": {"type": "array", "items": {"type": "integer"}}},
    }
    form.set_text(schema, json.dumps({"name": "a", "ids": list(range(50))}))
    assert len(form.rows()) == 52
    form.set_text(schema, json.dumps({"name": "a", "ids": list(range(10_000))}))
    assert form.rows() == ["/name", "/ids"]
    row = form.row("/ids")
    assert row is not None
    assert row.editor is not None
    row.editor.changed.emit("[1]")
    assert form.text() == '{"name": "a", "ids": [1]}'
    assert form.rows() == ["/name", "/ids", "/ids/0"]


def test_an_object_of_too_many_members_for_a_field_each_is_shown_as_it_is_and_why_is_said(form: SchemaForm) -> None:
    many = json.dumps({f"k{at}": at for at in range(10_000)})
    form.set_text(REFUND, many)
    assert form.rows() == [""]
    assert form._notice.text() == "There is too much for a field each, so the text is shown as it is."
    form.set_text(REFUND, "[]")
    assert form._notice.text() == "The text is not a JSON object, so it is shown as it is."
    form.set_text(REFUND, TEXT)
    assert len(form.rows()) > 5
    assert form._notice.isHidden()


def test_a_member_without_a_name_is_a_member_like_any_other(form: SchemaForm) -> None:
    form.set_text(REFUND, '{"order_id": "1", "": 7, "items": [{"": null}]}')
    assert {"/", "/items/0", "/items/0/"} <= set(form.rows())
    nameless, item = form.row("/"), form.row("/items/0")
    assert nameless is not None
    assert item is not None
    assert nameless.accessibleName() == '""'
    assert nameless.up is None
    assert item.accessibleName() == "1"
    assert item.up is not None
    nameless.put.emit("/", "8")
    assert form.text() == '{"order_id": "1", "": 8, "items": [{"": null}]}'
