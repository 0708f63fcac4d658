"""Long texts for reading: there at once, moved through by keyboard, marked, copied and searched; nothing is lost by laying out."""

import json

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from studio.gui.editors.folded_strings import LONGEST_LINE
from studio.gui.editors.long_lines import LongLines
from studio.gui.editors.long_view import LongView

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
VALUE = {
    "messages": [{"role": "user", "content": f"message {n} 😀 杯子", "empty": [], "none": {}} for n in range(12_000)]
}
TEXT = json.dumps(VALUE, ensure_ascii=False)
LAID_OUT = json.dumps(VALUE, ensure_ascii=False, indent=2)


@pytest.fixture
def view(qtbot: QtBot) -> LongView:
    made = LongView("Body", language="json")
    qtbot.addWidget(made)
    made.resize(600, 300)
    made.show()
    qtbot.waitExposed(made)
    made.setFocus()
    return made


def whole(lines: LongLines) -> LongLines:
    while not lines.is_whole:
        lines.more()
    return lines


def test_the_first_lines_are_there_at_once_and_all_lines_soon(view: LongView, qtbot: QtBot) -> None:
    with qtbot.waitSignal(view.read):
        view.set_text(TEXT)
        assert view.lines.lines[:3] == LAID_OUT.split("\n")[:3]
        assert not view.lines.is_whole
    qtbot.waitUntil(lambda: view.lines.is_whole)
    assert "\n".join(view.lines.lines) == LAID_OUT
    assert view.text() == TEXT


def test_a_text_in_parts_is_laid_out_as_a_whole_one_and_broken_json_loses_no_sign() -> None:
    assert "\n".join(whole(LongLines(TEXT, json=True)).lines) == LAID_OUT
    broken = '{"a": [1, 2, "open ended'
    assert "".join("".join(whole(LongLines(broken, json=True)).lines).split()) == "".join(broken.split())


def test_no_line_is_longer_than_an_editor_bears_and_a_copy_has_the_text_as_it_was() -> None:
    lines = whole(LongLines("a" * 25_000 + "\nb"))
    assert max(map(len, lines.lines)) == LONGEST_LINE
    assert lines.between((0, 0), (3, 1)) == "a" * 25_000 + "\nb"
    long = json.dumps({"image": "data:" + "x" * 50_000, "n": 1})
    folded = whole(LongLines(long, json=True))
    assert folded.longest < 100
    last = len(folded.lines) - 1
    assert json.loads(folded.between((0, 0), (last, len(folded.lines[last])))) == json.loads(long)


def test_many_long_strings_that_begin_alike_stay_apart() -> None:
    value = [f"the same beginning of all of them {n:05}" + "x" * 3_000 for n in range(300)]
    lines = whole(LongLines(json.dumps(value), json=True))
    assert json.loads(lines.between((0, 0), (len(lines.lines) - 1, 1))) == value


def test_the_keyboard_moves_marks_and_copies(view: LongView) -> None:
    view.set_text('{"a": 1, "b": "two words"}')
    QTest.keyClick(view, Qt.Key.Key_Down)
    QTest.keyClick(view, Qt.Key.Key_End)
    assert view.caret() == (1, 9)
    QTest.keyClick(view, Qt.Key.Key_Home)
    QTest.keyClick(view, Qt.Key.Key_Right, CTRL)
    QTest.keyClick(view, Qt.Key.Key_Right, CTRL | SHIFT)
    assert view.selected_text() == '"'
    QTest.keyClick(view, Qt.Key.Key_A, CTRL)
    QTest.keyClick(view, Qt.Key.Key_C, CTRL)
    assert QApplication.clipboard().text() == '{\n  "a": 1,\n  "b": "two words"\n}'
    QTest.keyClick(view, Qt.Key.Key_Home, CTRL)
    assert (view.caret(), view.selected_text()) == ((0, 0), "")


def test_the_end_of_a_long_text_is_reached_before_it_is_read_and_comes_into_sight(view: LongView) -> None:
    view.set_text(TEXT)
    QTest.keyClick(view, Qt.Key.Key_End, CTRL)
    last = len(LAID_OUT.split("\n")) - 1
    assert view.caret() == (last, 1)
    assert last in {number for number, _top, _height in view.visible_lines()}
    QTest.keyClick(view, Qt.Key.Key_PageUp)
    assert view.caret()[0] < last - 5


def test_the_mouse_marks_a_word(view: LongView) -> None:
    view.set_text('{"alpha": 1}')
    top = view.visible_lines()[1][1]
    x = round(5 * view.fontMetrics().averageCharWidth())
    QTest.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(x, round(top) + 6))
    assert view.selected_text() == "alpha"


def test_words_are_found_in_lines_that_are_far_away_and_in_folded_strings(view: LongView, qtbot: QtBot) -> None:
    view.set_text(json.dumps({**VALUE, "image": "data: " + "x" * 5_000 + " needle"}, ensure_ascii=False))
    QTest.keyClick(view, Qt.Key.Key_F, CTRL)
    QTest.keyClicks(view.find_bar.rows.field, "message 11999 ")
    qtbot.waitUntil(lambda: view.find_bar.rows.count.text() == "1 of 1")
    assert view.lines.lines[view.caret()[0]].strip().startswith('"content": "message 11999')
    view.find_bar.rows.field.clear()
    QTest.keyClicks(view.find_bar.rows.field, "needle")
    qtbot.waitUntil(lambda: view.find_bar.rows.count.text() == "1 of 1")
    assert "image" in view.lines.lines[view.caret()[0]]
    QTest.keyClick(view.find_bar.rows.field, Qt.Key.Key_Escape)
    assert view.selected_text().endswith('needle"')


def test_enter_asks_for_the_editor_and_esc_leaves(view: LongView, qtbot: QtBot) -> None:
    view.set_text("{}")
    with qtbot.waitSignals([view.edit_wanted, view.left]):
        QTest.keyClick(view, Qt.Key.Key_Return)
        QTest.keyClick(view, Qt.Key.Key_Escape)
