"""Ctrl+F finds in panes that are no single text: chats, cards, lists, the console."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from studio.gui.panes.console_pane import ConsolePane
from studio.gui.panes.find_here import FindHere
from studio.gui.panes.rows_target import RowsTarget
from tests.gui.panes.conftest import Panes
from tests.gui.panes.desk import MemoryBridge
from tests.gui.panes.refund import paused_session

pytestmark = pytest.mark.promise("G4")
CONTROL = Qt.KeyboardModifier.ControlModifier


def find(qtbot: QtBot, here: FindHere, words: str) -> str:
    """Open the bar, type words; what the bar says of them."""
    here.open()
    here.bar.rows.field.setText("")
    QTest.keyClicks(here.bar.rows.field, words)
    qtbot.waitUntil(lambda: here.bar.rows.count.text() not in ("", "Looking…"))
    return here.bar.rows.count.text()


def test_messages_of_a_request_are_found_and_brought_into_view(panes: Panes, qtbot: QtBot) -> None:
    panes.open(paused_session()[0])
    chat = panes.request.chat
    panes.request.show_view("chat")
    texts = "\n".join(entry.text for entry in chat.shown())
    word = "refund"
    assert texts.lower().count(word) > 0
    assert find(qtbot, chat.finding, word) == f"1 of {texts.lower().count(word)}"
    assert chat._current is not None
    assert find(qtbot, chat.finding, "no such words") == "Not found"
    QTest.keyClick(chat.finding.bar.rows.field, Qt.Key.Key_Escape)
    assert chat.finding.bar.isHidden()


def test_ctrl_f_opens_the_bar_where_the_keyboard_is(panes: Panes, qtbot: QtBot) -> None:
    panes.open(paused_session()[0])
    panes.response.switch.choose("chat")
    chat = panes.response.chat
    panes.holder.activateWindow()
    qtbot.waitUntil(panes.holder.isActiveWindow)
    inside = next(
        each for each in chat.findChildren(QWidget) if each.focusPolicy() & Qt.FocusPolicy.TabFocus and each.isVisible()
    )
    inside.setFocus()
    QTest.keyClick(inside, Qt.Key.Key_F, CONTROL)
    qtbot.waitUntil(chat.finding.bar.rows.field.hasFocus)
    assert find(qtbot, chat.finding, "issue_refund").startswith("1 of ")


def test_lines_of_the_console_are_found(qtbot: QtBot) -> None:
    bridge = MemoryBridge()
    console = ConsolePane(bridge)
    qtbot.addWidget(console)
    console.resize(700, 200)
    console.show()
    console.add("notice", "a needle here")
    console.add("error", "another needle")
    assert find(qtbot, console.finding, "needle") in ("1 of 2", "2 of 2")


def test_the_row_of_a_hit_becomes_the_current_one(qtbot: QtBot) -> None:
    page, rows = QWidget(), QTreeWidget()
    qtbot.addWidget(page)
    column = QVBoxLayout(page)
    column.addWidget(rows)
    rows.setColumnCount(2)
    for texts in (["one", "杯子"], ["two", "cup"], ["three", "a cup"]):
        rows.addTopLevelItem(QTreeWidgetItem(texts))
    page.show()
    here = FindHere(page, column, RowsTarget(rows))
    assert find(qtbot, here, "a cup") == "1 of 1"
    assert rows.currentItem() is rows.topLevelItem(2)
    here.bar.go(1)
    assert rows.currentItem() is rows.topLevelItem(2)
