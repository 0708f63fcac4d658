"""The JSON editor as a person uses it: typing, checks, folded strings, formatting, and no byte lost."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from studio.gui.editors.folded_strings import FoldedStrings
from studio.gui.editors.json_editor import JsonEditor, check_syntax
from studio.gui.editors.line_changes import changed_lines
from studio.gui.editors.mark import Mark
from studio.gui.editors.text_units import from_units, to_units
from studio.gui.look.theme import theme

COMPACT = '{"order_id":"48213",  "amount":89.90,"note":"\\u00e9"}'


@pytest.fixture
def editor(qtbot: QtBot) -> JsonEditor:
    made = JsonEditor("Arguments")
    qtbot.addWidget(made)
    made.resize(600, 200)
    made.show()
    qtbot.waitExposed(made)
    return made


def caret_after(editor: JsonEditor, part: str) -> None:
    editor.go_to(editor.toPlainText().index(part) + len(part))


def test_untouched_text_comes_back_byte_for_byte(editor: JsonEditor) -> None:
    editor.set_text(COMPACT)
    assert editor.toPlainText().count("\n") == 4
    assert editor.text() == COMPACT
    assert not editor.is_changed()


def test_an_edit_changes_only_that_value_of_the_original(editor: JsonEditor, qtbot: QtBot) -> None:
    editor.set_text(COMPACT)
    caret_after(editor, "89.90")
    QTest.keyClicks(editor, "1")
    assert editor.text() == COMPACT.replace("89.90", "89.901")
    editor.undo()
    assert editor.text() == COMPACT


def test_a_text_that_is_not_json_is_shown_and_given_back_as_it_is(editor: JsonEditor) -> None:
    editor.set_text('{"a": ')
    assert editor.toPlainText() == editor.text() == '{"a": '
    assert [mark.sentence for mark in editor.marks()]


def test_typing_is_checked_and_told_after_a_pause(editor: JsonEditor, qtbot: QtBot) -> None:
    editor.set_text('{"a": 1}')
    caret_after(editor, "1")
    with qtbot.waitSignals([editor.checked, editor.edited]):
        QTest.keyClicks(editor, " x")
    assert editor.marks()[0].sentence == "a comma is missing here"


def test_commit_tells_of_the_last_change_first(editor: JsonEditor, qtbot: QtBot) -> None:
    editor.set_text("[1]")
    told: list[str] = []
    editor.edited.connect(told.append)
    editor.commit_requested.connect(lambda: told.append("commit"))
    caret_after(editor, "1")
    QTest.keyClicks(editor, "2")
    QTest.keyClick(editor, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert [text.replace("\n", "").replace(" ", "") for text in told] == ["[12]", "commit"]


def test_escape_leaves_and_keeps_the_draft(editor: JsonEditor, qtbot: QtBot) -> None:
    editor.set_text("[1]")
    with qtbot.waitSignal(editor.left):
        QTest.keyClick(editor, Qt.Key.Key_Escape)
    assert editor.text() == "[1]"


def test_format_lays_out_in_one_undo_step_and_keeps_the_place(editor: JsonEditor, qtbot: QtBot) -> None:
    editor.set_text("[1]")
    editor.selectAll()
    editor.insertPlainText('{"a":1,"b":{"c":2}}')
    caret_after(editor, '"c":')
    keys = Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.ShiftModifier
    QTest.keyClick(editor, Qt.Key.Key_F, keys)
    assert editor.toPlainText() == json.dumps({"a": 1, "b": {"c": 2}}, indent=2)
    assert editor.pointer() == "/b/c"
    editor.undo()
    assert editor.toPlainText() == '{"a":1,"b":{"c":2}}'


def test_enter_between_brackets_opens_an_indented_line(editor: JsonEditor, qtbot: QtBot) -> None:
    editor.set_text('{"a": {}}')
    editor.setFocus()
    caret_after(editor, '"a": {')
    QTest.keyClick(editor, Qt.Key.Key_Return)
    QTest.keyClicks(editor, '"b')
    assert editor.toPlainText() == '{\n  "a": {\n    "b"\n  }\n}'


def test_a_closing_sign_is_typed_over(editor: JsonEditor, qtbot: QtBot) -> None:
    editor.set_text("")
    QTest.keyClicks(editor, '["a"]')
    assert editor.toPlainText() == '["a"]'


def test_a_long_string_is_folded_and_not_lost(editor: JsonEditor, qtbot: QtBot) -> None:
    text = json.dumps({"image": "data:image/png;base64," + "A" * 1_000_000, "n": 1})
    editor.set_text(text)
    assert '"data:image/png;base64,A' in editor.toPlainText()
    assert "… 1.0 MB" in editor.toPlainText()
    assert len(editor.toPlainText()) < 100
    caret_after(editor, '"n": 1')
    QTest.keyClicks(editor, "2")
    assert editor.text() == text.replace('"n": 1', '"n": 12')
    assert editor.draft().count("A") == 1_000_000


def test_the_caret_never_stands_inside_a_folded_string(editor: JsonEditor, qtbot: QtBot) -> None:
    text = json.dumps({"image": "B" * 5_000})
    editor.set_text(text)
    start = editor.toPlainText().index('"B')
    editor.go_to(start + 5)
    assert editor.textCursor().position() == start
    assert editor.folded_at_caret() == '"' + "B" * 5_000 + '"'
    QTest.keyClick(editor, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(editor, Qt.Key.Key_Delete)
    assert editor.toPlainText() == '{\n  "image": \n}'
    editor.undo()
    assert editor.text() == text


def test_copying_a_folded_string_copies_the_real_one(editor: JsonEditor) -> None:
    editor.set_text(json.dumps(["C" * 5_000]))
    editor.selectAll()
    assert editor.createMimeDataFromSelection().text().count("C") == 5_000


def test_marks_after_a_folded_string_stand_at_their_place(editor: JsonEditor) -> None:
    text = json.dumps({"image": "D" * 5_000, "amount": "x"})
    editor.set_text(text)
    editor.set_check(lambda draft: [Mark(draft.index('"x"'), draft.index('"x"') + 3, "must be a number")])
    mark = editor.marks()[0]
    assert editor.toPlainText()[mark.start : mark.end] == '"x"'


def test_lines_that_differ_from_the_original_are_known(editor: JsonEditor) -> None:
    editor.set_text('{"a": 1, "b": 3, "c": 4}')
    editor.set_original('{"a": 1, "b": 2, "c": 4}')
    assert editor.changed_lines() == {2}


def test_changed_lines_of_added_and_removed_ones() -> None:
    assert changed_lines(["a", "b", "c"], ["a", "x", "y", "c"]) == {1, 2}
    assert changed_lines(["a", "b", "c"], ["a", "c"]) == {1}
    assert changed_lines(["a"], ["a"]) == frozenset()
    assert changed_lines([str(n) for n in range(3000)], ["x"] * 3000) == frozenset(range(3000))


def test_visible_lines_are_coloured_by_the_theme(editor: JsonEditor, qapp: QApplication) -> None:
    editor.set_text('{"a": "b"}')
    image = editor.grab().toImage()
    colours = {image.pixelColor(x, y).name().upper() for x in range(image.width()) for y in range(image.height())}
    assert {theme().name_of("code_key"), theme().name_of("code_string")} <= colours


def test_read_only_text_cannot_be_changed(editor: JsonEditor, qtbot: QtBot) -> None:
    editor.set_text("[1]")
    editor.setReadOnly(True)
    caret_after(editor, "1")
    QTest.keyClicks(editor, '2"{')
    QTest.keyClick(editor, Qt.Key.Key_Return)
    assert editor.text() == "[1]"


def test_the_height_follows_the_content_up_to_a_limit(editor: JsonEditor, qtbot: QtBot) -> None:
    editor.fit_height(2, 8)
    editor.set_text("[1]")
    qtbot.waitUntil(lambda: editor.height() < 100)
    small = editor.height()
    editor.set_text(json.dumps(list(range(100))))
    qtbot.waitUntil(lambda: editor.height() > small)
    assert editor.height() < 8 * 30


def test_the_pointer_of_the_caret_and_back(editor: JsonEditor) -> None:
    editor.set_text('{"a": [10, 20]}')
    assert editor.go_to_pointer("/a/1")
    assert editor.textCursor().selectedText() == "20"
    assert editor.pointer() == "/a/1"
    assert not editor.go_to_pointer("/b")


def test_the_partner_of_a_bracket_is_found_past_brackets_in_strings(editor: JsonEditor) -> None:
    editor.set_text('{"a": ["]", {}]}')
    editor.setFocus()
    caret_after(editor, '"a": [')
    shown = editor.toPlainText()
    offsets = editor._bracket_positions()
    assert [shown[at] for at in offsets] == ["[", "]"]
    assert offsets[1] == shown.rindex("]")
    editor.moveCursor(QTextCursor.MoveOperation.End)
    assert editor._bracket_positions() == [len(shown) - 1, 0]


@settings(max_examples=60, deadline=None)
@given(
    st.recursive(
        st.text() | st.integers() | st.text(alphabet='xy\\"… ', min_size=2100, max_size=2200), st.lists, max_leaves=5
    )
)
def test_folding_is_undone_exactly(value: object) -> None:
    text = json.dumps(value, ensure_ascii=False)
    folded = FoldedStrings()
    assert folded.unfold(folded.fold(text)) == text


def test_two_long_strings_that_look_alike_stay_two() -> None:
    text = json.dumps(["E" * 3000, "E" * 3000 + "F"])
    folded = FoldedStrings()
    shown = folded.fold(text)
    assert shown == '["EEEEEEEEEEEEEEEEEEEEEEEE… 3.0 kB", "EEEEEEEEEEEEEEEEEEEEEEEE… 3.0 kB (2)"]'
    assert folded.unfold(shown) == text


def test_the_syntax_check_warns_of_doubled_keys() -> None:
    assert [mark.severity for mark in check_syntax('{"a": 1, "a": 2}')] == ["warning"]


def test_alt_enter_asks_for_the_repair_of_the_caret_line(editor: JsonEditor, qtbot: QtBot) -> None:
    editor.set_text('{"a": "1", "b": "2"}')
    marks = [Mark(9, 12, "must be a number", fix="Convert to 1"), Mark(21, 24, "is odd", "warning")]
    editor.set_check(lambda _draft: marks)
    caret_after(editor, '"a": "1')
    with qtbot.waitSignal(editor.fix_requested) as told:
        QTest.keyClick(editor, Qt.Key.Key_Return, Qt.KeyboardModifier.AltModifier)
    assert told.args == [marks[0]]


def test_no_break_spaces_and_emoji_survive_an_edit_elsewhere(editor: JsonEditor) -> None:
    text = '{"a":"x\u00a0y \U0001f600","b":1}'
    editor.set_text(text)
    assert editor.text() == text
    caret_after(editor, '"b": 1')
    QTest.keyClicks(editor, "2")
    assert editor.text() == '{"a":"x\u00a0y \U0001f600","b":12}'
    assert editor.pointer() == "/b"


def test_marks_after_an_emoji_stand_at_their_place(editor: JsonEditor) -> None:
    editor.set_text('{"a": "\U0001f600\U0001f600", "b": "x"}')
    editor.set_check(lambda draft: [Mark(draft.index('"x"'), draft.index('"x"') + 3, "must be a number")])
    assert editor._spots[0].selectedText() == '"x"'
    assert editor.go_to_pointer("/b")
    assert editor.textCursor().selectedText() == '"x"'


def test_signs_that_break_lines_inside_strings_are_kept_as_they_are(editor: JsonEditor) -> None:
    text = '{"a":"one\u2028two\u2029three","b":1}'
    editor.set_text(text)
    caret_after(editor, '"b": 1')
    QTest.keyClicks(editor, "2")
    assert editor.text() == text.replace("1", "12")


@pytest.mark.parametrize("text", ['{"a": 1,\r\n "b"', "x" * 50_000, "{" + "[1, " * 20_000, "\ufeff[1]"])
def test_texts_that_are_not_json_come_back_byte_for_byte(editor: JsonEditor, text: str) -> None:
    editor.set_text(text)
    assert editor.text() == text
    assert max(map(len, editor.shown().split("\n"))) <= 10_000


def test_underlines_move_with_the_text(editor: JsonEditor) -> None:
    editor.set_text('{"a": "x"}')
    editor.set_check(
        lambda draft: [Mark(draft.index('"x"'), draft.index('"x"') + 3, "wrong")] if "zz" not in draft else []
    )
    editor.moveCursor(QTextCursor.MoveOperation.Start)
    editor.insertPlainText("   ")
    assert editor._spots[0].selectedText() == '"x"'


@given(st.text(alphabet="ab\U0001f600\U00020000"), st.data())
def test_offsets_and_units_are_turned_into_each_other(text: str, data: st.DataObject) -> None:
    offset = data.draw(st.integers(0, len(text)))
    units = to_units(text, offset)
    assert units == len(text[:offset].encode("utf-16-le")) // 2
    assert from_units(text, units) == offset


def test_lines_are_of_one_height_whatever_letters_they_hold(editor: JsonEditor, qtbot: QtBot) -> None:
    editor.set_text('{"a": 1, "b": "杯子破损", "c": 2}')
    heights = [height for _, _, height in editor.visible_lines()[:-1]]
    assert len(heights) == 4
    assert len(set(heights)) == 1
    own = QFontMetricsF(theme().code_font(12)).lineSpacing()
    assert 1.2 * own < heights[0] < 1.45 * own
