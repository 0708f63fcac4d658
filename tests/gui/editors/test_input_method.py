"""What an input method composes is no text yet: no editor tells, checks or commits it before it is chosen."""

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QInputMethodEvent, QTextCharFormat
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from studio.gui.editors.json_editor import JsonEditor
from studio.gui.editors.text_editor import TextEditor

TEXT = '{\n  "reason": "broken cup"\n}'


def compose(widget: QWidget, text: str, chosen: str = "") -> None:
    """What an input method sends while letters are typed (`text`), and when a word was chosen."""
    look = QTextCharFormat()
    look.setFontUnderline(True)
    kind = QInputMethodEvent.AttributeType.TextFormat
    event = QInputMethodEvent(text, [QInputMethodEvent.Attribute(kind, 0, len(text), look)] if text else [])
    event.setCommitString(chosen)
    QApplication.sendEvent(widget, event)


def shown(qtbot: QtBot, editor: Any) -> None:
    qtbot.addWidget(editor)
    editor.resize(600, 200)
    editor.show()
    qtbot.waitExposed(editor)
    editor.setFocus()


@pytest.mark.promise("G5")
def test_what_is_composed_in_a_text_is_told_when_it_is_chosen(qtbot: QtBot) -> None:
    editor, told = TextEditor("Message"), list[str]()
    shown(qtbot, editor)
    editor.set_text("ab")
    editor.edited.connect(told.append)
    compose(editor, "ni'hao")
    assert editor.text() == "ab"
    assert [text for text in told if text != "ab"] == []
    compose(editor, "", "你好")
    assert editor.text() == "你好ab"
    assert told[-1] == "你好ab"


@pytest.mark.promise("G5")
def test_what_is_composed_in_json_is_neither_checked_nor_committed(qtbot: QtBot) -> None:
    editor, asked = JsonEditor("Arguments"), list[str]()
    shown(qtbot, editor)
    editor.set_text(TEXT)
    editor.go_to(TEXT.index("broken"))
    editor.commit_requested.connect(lambda: asked.append(editor.text()))
    compose(editor, 'sui"le')
    assert editor.text() == TEXT
    assert editor.marks() == ()
    QTest.keyClick(editor, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert asked == [TEXT]
    compose(editor, "", "破碎的")
    assert editor.text() == TEXT.replace("broken", "破碎的broken")


@pytest.mark.promise("G5")
def test_a_line_has_its_colours_again_when_composing_was_left(qtbot: QtBot) -> None:
    editor = JsonEditor("Arguments")
    shown(qtbot, editor)
    editor.set_text(TEXT)
    editor.go_to(TEXT.index("broken"))
    editor.grab()
    layout = editor.textCursor().block().layout()
    before = [(each.start, each.length) for each in layout.formats()]
    assert len(before) > 1
    compose(editor, "po'sui")
    editor.grab()
    compose(editor, "")
    editor.grab()
    assert [(each.start, each.length) for each in layout.formats()] == before
