"""The JSON view of a pane: short texts in the editor, long ones for reading first and into the editor when asked; no draft is lost."""

import json

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from studio.gui.panes.json_page import JsonPage

VALUE = {"model": "demo", "messages": [{"role": "user", "content": f"message {n}"} for n in range(8_000)]}
LONG = json.dumps(VALUE)


@pytest.fixture
def page(qtbot: QtBot) -> JsonPage:
    made = JsonPage()
    qtbot.addWidget(made)
    made.resize(600, 400)
    made.show()
    qtbot.waitExposed(made)
    return made


def edit(page: JsonPage, qtbot: QtBot) -> None:
    page.long.setFocus()
    with qtbot.waitSignal(page.editor.ready):
        QTest.keyClick(page.long, Qt.Key.Key_Return)


def test_a_long_text_is_shown_for_reading_and_says_how_long_it_is(page: JsonPage) -> None:
    page.set_value(LONG, "live")
    assert page.reads
    assert page.long.text() == LONG
    assert page.reading.said.text() == "0.4 MB, for reading"
    assert not page.has_draft
    page.set_value("{}", "live")
    assert not page.reads
    assert page.reading.isHidden()


def test_enter_takes_a_long_text_into_the_editor_at_the_same_place(page: JsonPage, qtbot: QtBot) -> None:
    page.set_value(LONG, "live")
    qtbot.waitUntil(lambda: page.long.lines.is_whole)
    page.long.go_to((20_000, 4))
    edit(page, qtbot)
    assert (page.editor.text(), page.has_draft) == (LONG, False)
    assert page.editor.caret_line() == 20_000
    assert page.editor.shown() == "\n".join(page.long.lines.lines)


def test_a_change_of_a_long_text_keeps_every_other_byte(page: JsonPage, qtbot: QtBot) -> None:
    committed: list[str] = []
    page.committed.connect(committed.append)
    page.set_value(LONG, "live")
    edit(page, qtbot)
    page.editor.go_to(page.editor.shown().index("demo"))
    QTest.keyClicks(page.editor, "my ")
    assert page.has_draft
    QTest.keyClick(page.editor, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert committed == [LONG.replace("demo", "my demo")]
    page.revert()
    assert page.reads


def test_a_long_draft_stays_while_another_place_is_shown(page: JsonPage, qtbot: QtBot) -> None:
    page.set_value(LONG, "live", 1)
    edit(page, qtbot)
    page.editor.go_to(0)
    QTest.keyClicks(page.editor, " ")
    page.set_value(LONG + " ", "live", 2)
    assert (page.reads, page.has_draft) == (True, False)
    page.set_value(LONG, "live", 1)
    assert (page.reads, page.has_draft) == (False, True)


def test_what_is_locked_cannot_be_taken_into_the_editor(page: JsonPage) -> None:
    page.set_value(LONG, "locked")
    page.edit_long()
    assert page.reads
    assert page.reading.edit.isHidden()


def test_going_to_a_value_finds_it_in_a_long_text(page: JsonPage) -> None:
    page.set_value(LONG, "live")
    page.go_to_pointer("/messages/7000/content")
    assert "message 7000" in page.long.lines.lines[page.long.caret()[0]]
