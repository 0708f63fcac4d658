"""The editor of plain text: grows, commits, leaves, and gives back what it was given."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor, QTextOption
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from studio.gui.editors.text_editor import TextEditor


@pytest.fixture
def editor(qtbot: QtBot) -> TextEditor:
    made = TextEditor("Message", placeholder="Write a message")
    qtbot.addWidget(made)
    made.resize(300, 30)
    made.show()
    qtbot.waitExposed(made)
    return made


@pytest.mark.parametrize("text", ["a\u00a0b", "one\r\ntwo", "one\u2028two\u2029three", "\U0001f600", "tab\tend ", "\r"])
def test_untouched_text_comes_back_as_it_was(editor: TextEditor, text: str) -> None:
    editor.set_text(text)
    assert editor.text() == text


def test_an_edit_keeps_line_ends_and_no_break_spaces(editor: TextEditor) -> None:
    editor.set_text("one\u00a0\r\ntwo")
    editor.moveCursor(QTextCursor.MoveOperation.End)
    QTest.keyClicks(editor, "!")
    assert editor.text() == "one\u00a0\r\ntwo!"


def test_typing_is_told_and_setting_is_not(editor: TextEditor) -> None:
    told: list[str] = []
    editor.edited.connect(told.append)
    editor.set_text("a")
    editor.moveCursor(QTextCursor.MoveOperation.End)
    QTest.keyClicks(editor, "b")
    assert told == ["ab"]


def test_ctrl_enter_commits_and_escape_leaves(editor: TextEditor, qtbot: QtBot) -> None:
    editor.set_text("a")
    with qtbot.waitSignal(editor.commit_requested):
        QTest.keyClick(editor, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    with qtbot.waitSignal(editor.left):
        QTest.keyClick(editor, Qt.Key.Key_Escape)
    assert editor.text() == "a"


def test_the_editor_grows_with_its_text_and_then_scrolls(editor: TextEditor, qtbot: QtBot) -> None:
    editor.fit_height(1, 4)
    one = editor.height()
    editor.set_text("a\nb\nc")
    qtbot.waitUntil(lambda: editor.height() > 2 * editor.fontMetrics().lineSpacing())
    three = editor.height()
    qtbot.waitUntil(lambda: editor.verticalScrollBar().maximum() == 0)
    editor.set_text("\n" * 50)
    qtbot.waitUntil(lambda: editor.height() > three)
    assert editor.height() < one + 4 * editor.fontMetrics().lineSpacing()
    qtbot.waitUntil(lambda: editor.verticalScrollBar().maximum() > 0)


def test_one_endless_word_is_laid_out_soon_and_the_next_text_between_words_again(editor: TextEditor) -> None:
    editor.fit_height(3, 8)
    endless = "y" * 1_000_000  # minutes, where a place between words is looked for
    editor.set_text(endless)
    assert editor.document().firstBlock().layout().lineCount() > 1_000
    editor.set_text("some words")
    assert editor.wordWrapMode() is QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere
    QApplication.clipboard().setText(endless)
    editor.paste()
    assert editor.text() == f"{endless}some words"
