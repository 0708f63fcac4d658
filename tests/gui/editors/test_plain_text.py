"""Texts that no prompt can be, and endless words."""

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QTextOption
from PySide6.QtWidgets import QToolTip
from pytestqt.qtbot import QtBot

from studio.gui.editors.plain_text import MOST_PASTED, PlainText
from studio.gui.editors.text_editor import TextEditor


def _text(text: str) -> QMimeData:
    data = QMimeData()
    data.setText(text)
    return data


def test_a_text_that_would_hold_the_window_is_not_pasted_and_that_is_said(qtbot: QtBot) -> None:
    for editor in (PlainText(), TextEditor("text")):
        qtbot.addWidget(editor)
        editor.show()
        editor.insertFromMimeData(_text("short"))
        editor.insertFromMimeData(_text("line\n" * (MOST_PASTED // 5 + 1)))
        assert editor.toPlainText() == "short"
        assert "1.0 million characters are too many" in QToolTip.text()
        QToolTip.hideText()


def test_lines_of_an_endless_word_end_anywhere_and_those_of_another_text_between_words_again(qtbot: QtBot) -> None:
    editor = PlainText()
    qtbot.addWidget(editor)
    editor.show_text("x" * 100_000)
    assert editor.wordWrapMode() == QTextOption.WrapMode.WrapAnywhere
    editor.show_text("two words")
    assert editor.wordWrapMode() == QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere
    editor.insertFromMimeData(_text("y" * 100_000))
    assert editor.wordWrapMode() == QTextOption.WrapMode.WrapAnywhere
