"""What an editor of JSON does by key beside typing: complete, sort, go to a line, copy the path, show a folded string."""

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QInputDialog
from pytestqt.qtbot import QtBot

from studio.gui.editors.json_editor import JsonEditor
from studio.gui.editors.path_bar import PathBar
from studio.gui.editors.whole_string import WholeString, content_of, kind_of

ALT, SHIFT = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ShiftModifier
SCHEMA = {"type": "object", "properties": {"currency": {"enum": ["EUR", "USD"]}, "amount": {"type": "number"}}}
PICTURE = "data:image/png;base64," + "iVBORw0KGgoA" * 400


@pytest.fixture
def editor(qtbot: QtBot) -> JsonEditor:
    made = JsonEditor("Arguments")
    qtbot.addWidget(made)
    made.resize(600, 300)
    made.show()
    qtbot.waitExposed(made)
    made.setFocus()
    made.commands.set_schema(SCHEMA)
    return made


def press(editor: JsonEditor, key: Qt.Key, modifiers: Qt.KeyboardModifier) -> None:
    QTest.keyClick(editor, key, modifiers)


def caret_before(editor: JsonEditor, part: str) -> None:
    editor.go_to(editor.shown().index(part))


def test_a_single_offer_is_taken_at_once_also_where_the_slash_needs_shift(editor: JsonEditor) -> None:
    editor.set_text('{"amount": 1}')
    caret_before(editor, '"amount"')
    press(editor, Qt.Key.Key_Slash, ALT | SHIFT)
    assert json.loads(editor.text()) == {"currency": "EUR", "amount": 1}


def test_several_offers_are_a_menu_for_the_keyboard(editor: JsonEditor) -> None:
    editor.set_text('{"currency": "x"}')
    editor.go_to(editor.shown().index('"x"'))
    press(editor, Qt.Key.Key_Slash, ALT)
    menu = editor.commands.menu
    assert menu is not None
    assert [action.text().partition("\t")[0] for action in menu.actions()] == ['"EUR"', '"USD"']
    QTest.keyClick(menu, Qt.Key.Key_Down)
    QTest.keyClick(menu, Qt.Key.Key_Return)
    assert '"USD"' in editor.shown()


def test_keys_are_sorted_as_one_step_and_every_value_keeps_its_spelling(editor: JsonEditor) -> None:
    editor.set_text('{"b": 1.50, "a": [{"d": 1, "c": "\\u00e9"}]}')
    before = editor.shown()
    press(editor, Qt.Key.Key_S, ALT | SHIFT)
    assert "".join(editor.shown().split()) == '{"a":[{"c":"\\u00e9","d":1}],"b":1.50}'
    editor.undo()
    assert editor.shown() == before


def test_a_line_is_gone_to(editor: JsonEditor, qtbot: QtBot) -> None:
    editor.set_text(json.dumps(list(range(200))))
    press(editor, Qt.Key.Key_G, ALT | SHIFT)
    dialog = editor.commands.dialog
    assert isinstance(dialog, QInputDialog)
    dialog.setIntValue(150)
    dialog.accept()
    assert editor.caret_line() == 149
    qtbot.waitUntil(editor.hasFocus)


def test_the_path_of_the_caret_is_shown_copied_and_watched(editor: JsonEditor, qtbot: QtBot) -> None:
    bar = PathBar(editor)
    qtbot.addWidget(bar)
    bar.resize(500, 30)
    bar.show()
    editor.set_text('{"messages": [{"role": "user", "two words": {"x": 1}}]}')
    caret_before(editor, "1")
    qtbot.waitUntil(lambda: bar.said.text() == "messages › 0 › two words › x")
    bar.resize(150, 30)
    assert bar.said.text().startswith("… › ")
    assert bar.watch.isHidden()
    press(editor, Qt.Key.Key_C, ALT | SHIFT)
    assert QApplication.clipboard().text() == 'messages[0]."two words".x'
    editor.commands.root = "args"
    with qtbot.waitSignal(editor.commands.watch_wanted) as told:
        editor.commands.watch()
    assert told.args == ['args.messages[0]."two words".x']


def test_a_folded_string_is_shown_whole_and_saved_as_what_it_is(
    editor: JsonEditor, tmp_path: Path, qtbot: QtBot
) -> None:
    editor.set_text(json.dumps({"image": PICTURE, "note": "n"}))
    assert len(editor.shown()) < 200
    caret_before(editor, '"data:')
    editor.commands.show_folded()
    dialog = editor.commands.dialog
    assert isinstance(dialog, WholeString)
    assert dialog.text.text() == PICTURE
    dialog.save_as(str(tmp_path / "value.png"))
    assert (tmp_path / "value.png").read_bytes().startswith(b"\x89PNG")
    dialog.save_as(str(tmp_path / "missing" / "value.png"))
    assert dialog.said.text().startswith("It could not be saved")
    dialog.accept()


def test_what_is_no_data_is_saved_as_text() -> None:
    assert (kind_of("plain"), content_of("plain é")) == ("txt", "plain é".encode())
    assert kind_of(PICTURE) == "png"
    assert content_of("data:image/png;base64,not base64!") == b"data:image/png;base64,not base64!"


def test_what_is_for_reading_only_is_not_changed_by_a_key(editor: JsonEditor) -> None:
    editor.set_text('{"b": 1, "a": 2}')
    editor.setReadOnly(True)
    before = editor.shown()
    press(editor, Qt.Key.Key_S, ALT | SHIFT)
    press(editor, Qt.Key.Key_Slash, ALT)
    assert editor.shown() == before
    assert editor.commands.menu is None


def test_a_find_in_the_editor_finds_what_is_folded_and_does_not_replace_in_it(editor: JsonEditor) -> None:
    editor.set_text(json.dumps({"long": "needle " + "x" * 5_000, "short": "needle"}))
    QTest.keyClick(editor, Qt.Key.Key_H, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(editor.find_bar.rows.field, "needle")
    assert editor.find_bar.rows.count.text() == "1 of 2"
    editor.find_bar.rows.by.setText("thread")
    QTest.keyClick(editor.find_bar.rows.all, Qt.Key.Key_Space)
    assert editor.find_bar.rows.count.text() == "1 hit(s) in folded strings were not replaced"
    assert json.loads(editor.draft()) == {"long": "needle " + "x" * 5_000, "short": "thread"}
