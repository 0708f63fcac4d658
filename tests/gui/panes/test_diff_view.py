"""The Diff view: words that changed, one column or two, from difference to difference, one change undone by itself."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from studio.gui.panes.diff_view import DiffView
from studio.present.text_diff import diff_lines, reverted, side_by_side
from studio.present.word_diff import word_spans

WAS = "\n".join(
    ['{"order": "48213",', '"amount": "89.90",', *(f'"n{at}": {at},' for at in range(20)), '"notify": true}']
)
NOW = WAS.replace("89.90", "98.90").replace("true}", "true,\n 'x': 1}")
ALT, SHIFT = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def view(qtbot: QtBot) -> DiffView:
    made = DiffView()
    qtbot.addWidget(made)
    made.resize(700, 300)
    made.show()
    qtbot.waitExposed(made)
    made.set_texts(WAS, NOW)
    return made


def test_the_words_that_changed_are_marked_and_lines_with_little_in_common_are_not() -> None:
    removed, added = [line for line in diff_lines(WAS, NOW) if line.change == 0]
    assert [removed.text[start:end] for start, end in removed.spans] == ["89"]
    assert [added.text[start:end] for start, end in added.spans] == ["98"]
    assert word_spans("one thing", "quite another, you see") == ((), ())


def test_side_by_side_a_line_that_only_came_has_nothing_beside_it() -> None:
    pairs = side_by_side(diff_lines("a\nb\nc", "a\nB\nB2\nc"))
    assert [(was.text if was else None, now.text if now else None) for was, now in pairs] == [
        ("a", "a"),
        ("b", "B"),
        (None, "B2"),
        ("c", "c"),
    ]


def test_one_difference_is_undone_and_the_others_stay() -> None:
    assert reverted(WAS, NOW, 0) == NOW.replace("98.90", "89.90")
    assert reverted(WAS, NOW, 1) == WAS.replace("89.90", "98.90")
    assert reverted("a\n", "b\n", 0) == "a\n"


def test_keys_go_from_difference_to_difference_round_the_ends(view: DiffView) -> None:
    view.setFocus()
    assert view.bar.said.text() == "2 differences"
    QTest.keyClick(view.column, Qt.Key.Key_F8, ALT)
    assert view.bar.said.text() == "1 of 2"
    QTest.keyClick(view.column, Qt.Key.Key_F8, ALT)
    assert view.bar.said.text() == "2 of 2"
    assert view.column.textCursor().block().text().startswith("− ")
    QTest.keyClick(view.column, Qt.Key.Key_F8, ALT)
    assert view.bar.said.text() == "1 of 2"
    QTest.keyClick(view.column, Qt.Key.Key_F8, ALT | SHIFT)
    assert view.bar.said.text() == "2 of 2"


def test_two_columns_stand_beside_one_another_while_there_is_room(view: DiffView) -> None:
    view.bar.sides.click()
    assert view.now.isVisible()
    assert view.was.blockCount() == view.now.blockCount()
    assert "89.90" in view.was.toPlainText()
    assert "98.90" in view.now.toPlainText()
    view.resize(300, 300)
    assert view.column.isVisible()
    assert not view.bar.sides.isEnabled()
    view.resize(700, 300)
    assert view.now.isVisible()


def test_the_change_at_the_caret_is_reverted(view: DiffView, qtbot: QtBot) -> None:
    view.set_reverts(True)
    view.go(1)
    view.go(1)
    with qtbot.waitSignal(view.revert_wanted) as told:
        view.bar.undo.click()
    assert told.args == [reverted(WAS, NOW, 1)]


def test_equal_texts_are_said_to_be_so_without_a_bar(view: DiffView) -> None:
    view.set_texts(WAS, WAS)
    assert view.text() == "Nothing was changed."
    assert view.bar.isHidden()
