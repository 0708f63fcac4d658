"""Ctrl+Enter presses the main button of every dialog, from wherever the keyboard is in it, and once."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QPlainTextEdit, QVBoxLayout
from pytestqt.qtbot import QtBot

from studio.gui.dialogs.dialog_frame import main_button, press_by_keys

pytestmark = pytest.mark.promise("H4")


@pytest.mark.parametrize("asked_again", [False, True])
def test_ctrl_enter_presses_the_main_button_from_a_text_of_several_lines(qtbot: QtBot, asked_again: bool) -> None:
    dialog = QDialog()
    qtbot.addWidget(dialog)
    text, button = QPlainTextEdit(dialog), main_button("Go", dialog)
    if asked_again:
        press_by_keys(dialog, button)
    column, pressed = QVBoxLayout(dialog), list[bool]()
    for each in (text, button):
        column.addWidget(each)
    button.clicked.connect(lambda: pressed.append(True))
    with qtbot.waitExposed(dialog):
        dialog.show()
    dialog.activateWindow()
    text.setFocus()
    qtbot.waitUntil(text.hasFocus)
    QTest.keyClick(text, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert len(pressed) == 1
    assert text.toPlainText() == ""
