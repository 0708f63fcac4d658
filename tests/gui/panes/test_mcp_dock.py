"""The MCP dock over a session in memory: states as words, what a failed server shows, lists, messages, and all of it by keyboard."""

import time
from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu, QWidget
from pytestqt.qtbot import QtBot

from studio.gui.panes.mcp_pane import McpPane
from studio.session.server_view import ServerLook
from studio.workspace.workspace import Workspace
from tests.gui.panes.desk import MemoryBridge
from tests.gui.panes.mcp_session import ServedSession, taken
from tests.unit.present.test_mcp_messages import answer, asked, message

KEY = Qt.Key


class Desk:
    """The dock, and what it asked of the window in `asked`."""

    def __init__(self, qtbot: QtBot) -> None:
        self.bridge = MemoryBridge()
        self.pane = McpPane(self.bridge, Workspace())
        self.pane.resize(1100, 340)
        self.asked: list[tuple[str, ...]] = []
        for name in ("add_wanted", "paste_wanted", "edit_wanted", "trust_wanted"):
            getattr(self.pane.acts, name).connect(lambda *given, name=name: self.asked.append((name, *given)))
        for name in ("page_wanted", "call_wanted", "resource_wanted", "prompt_wanted"):
            getattr(self.pane.pages, name).connect(lambda *given, name=name: self.asked.append((name, *given)))
        self._qtbot = qtbot
        qtbot.addWidget(self.pane)

    def show(self, *looks: ServerLook) -> ServedSession:
        session = ServedSession(*looks)
        self.bridge.open(session)
        with self._qtbot.waitActive(self.pane):
            self.pane.show()
            self.pane.activateWindow()
        return session

    def lines(self, part: Any) -> list[str]:
        """What each line of a list says to those who hear it."""
        model = part.list.lines if hasattr(part, "list") else part.lines
        return [str(model.index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole)) for row in range(model.rowCount())]

    def press(self, widget: QWidget, *keys: Qt.Key) -> None:
        widget.setFocus()
        for key in keys:
            QTest.keyClick(widget, key)


@pytest.fixture(name="desk")
def _desk(qtbot: QtBot) -> Iterator[Desk]:
    made = Desk(qtbot)
    yield made
    made.bridge.show(None)


READY = ServerLook(
    name="shop", phase="ready", protocol="2025-11-25", tools=2, left=1, command="run-me shop", trusted=True
)


def entries(menu: QMenu | None) -> dict[str, bool]:
    """The words of a menu, and what can be done."""
    assert menu is not None
    return {action.text(): action.isEnabled() for action in menu.actions() if not action.isSeparator()}


def test_each_server_says_its_state_in_words_and_a_starting_one_since_when(desk: Desk) -> None:
    now = time.monotonic()
    desk.show(
        READY, ServerLook(name="slow", phase="starting", since=now - 12.4), ServerLook(name="mail", phase="untrusted")
    )
    assert desk.lines(desk.pane.list) == [
        "shop, ready, 2025-11-25, 2 tools, 1 left out",
        "slow, starting · 12 s",
        "mail, waits for trust",
    ]


def test_a_failed_server_shows_why_and_what_it_wrote_last_and_is_tried_again_by_a_button(desk: Desk) -> None:
    session = desk.show(READY, ServerLook(name="bad", phase="starting"))
    counts: list[int] = []
    desk.pane.failed.connect(counts.append)
    desk.pane.show_server("bad")
    assert set(desk.pane.state.buttons()) == {"cancel"}
    session.put("bad", phase="failed", why="The server bad ended: exit code 3.\nno index.db\nat line 4")
    state = desk.pane.state
    assert (state.sentence.text(), state.wrote.accessibleName()) == (
        "The server bad ended: exit code 3.",
        "no index.db\nat line 4",
    )
    assert counts[-1] == 1
    state.buttons()["start"].click()
    state.buttons()["edit"].click()
    state.buttons()["log"].click()
    assert (session.did, desk.asked, desk.pane.pages.page) == ([("start", "bad")], [("edit_wanted", "bad")], "log")


def test_why_a_start_failed_stands_in_the_dock_and_what_else_goes_wrong_in_the_window(desk: Desk) -> None:
    session = desk.show(READY)
    session.fails = "No answer in 60 s."
    desk.press(desk.pane.list, KEY.Key_U)
    session.looks["shop"] = ServerLook(name="shop", phase="failed", why="No answer in 60 s.")
    desk.press(desk.pane.list, KEY.Key_R)
    assert session.did == [("refresh", "shop"), ("restart", "shop")]
    assert desk.bridge.shown == ["No answer in 60 s."]


def test_a_button_that_goes_with_the_state_leaves_the_keyboard_to_the_list_of_servers(desk: Desk) -> None:
    session = desk.show(ServerLook(name="shop", phase="starting"))
    desk.pane.state.buttons()["cancel"].setFocus()
    session.put("shop", phase="stopped")
    desk.pane.refresh()
    assert "start" in desk.pane.state.buttons()
    assert desk.pane.list.hasFocus()


def test_all_that_the_menu_does_is_done_by_keys_of_the_list(desk: Desk) -> None:
    session = desk.show(READY, ServerLook(name="mail", phase="untrusted", command="npx mail"))
    server_list = desk.pane.list
    desk.press(server_list, KEY.Key_S, KEY.Key_R, KEY.Key_U, KEY.Key_Down, KEY.Key_S, KEY.Key_T, KEY.Key_F2, KEY.Key_R)
    assert session.did == [("stop", "shop"), ("restart", "shop"), ("refresh", "shop")]
    assert desk.asked == [("trust_wanted", "mail"), ("trust_wanted", "mail"), ("edit_wanted", "mail")]
    QTest.keyClick(server_list, KEY.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "npx mail"
    desk.press(server_list, KEY.Key_Space, KEY.Key_Delete)
    assert session.did[-2:] == [("put", "mail"), ("remove", "mail")]
    assert [each.name for each in session.state.setup.servers] == ["shop"]


def test_what_cannot_be_done_with_a_server_is_off_in_its_menu(desk: Desk) -> None:
    session = desk.show(READY, ServerLook(name="mail", phase="untrusted"))
    assert entries(desk.pane.make_menu("mail"))["Restart"] is False
    assert all(entries(desk.pane.make_menu("shop")).values())
    session.read_only = "A newer version wrote it."
    off = {words for words, can in entries(desk.pane.make_menu("shop")).items() if not can}
    assert off == {"Switch off", "Edit…", "Remove"}


def test_without_servers_there_are_two_ways_to_add_some(desk: Desk) -> None:
    desk.show()
    desk.pane.none.add.click()
    desk.pane.none.paste.click()
    assert desk.asked == [("add_wanted",), ("paste_wanted",)]


def test_tools_say_their_name_for_the_model_what_the_server_says_of_them_and_why_one_is_out(desk: Desk) -> None:
    session = desk.show(READY)
    session.tools = (
        taken("refund", "shop_refund", title="Pay back", destructive=True, open_world=True),
        taken("find", "find", read_only=True),
        taken("hidden"),
        taken("late"),
    )
    desk.pane.refresh()
    assert desk.lines(desk.pane.pages.tools) == [
        "refund, for the model shop_refund, destructive · open world, Pay back",
        "find, read-only",
        "hidden, Left out by the filter of the server",
        "late, Comes in before the next request",
    ]
    tools = desk.pane.pages.tools.list
    desk.press(
        tools, KEY.Key_Return, KEY.Key_C, KEY.Key_Down, KEY.Key_Space, KEY.Key_Down, KEY.Key_Return, KEY.Key_Space
    )
    assert desk.asked == [("page_wanted", "shop_refund"), ("call_wanted", "shop_refund")]
    assert session.state.setup.servers[0].without == ("find",)


def test_enter_on_a_server_that_is_ready_goes_to_the_lines_of_its_page(desk: Desk) -> None:
    session = desk.show(READY)
    session.tools = (taken("find", "find"),)
    desk.pane.refresh()
    desk.press(desk.pane.list, KEY.Key_Return)
    assert desk.pane.pages.tools.list.hasFocus()
    QTest.keyClick(desk.pane.pages.tools.list, KEY.Key_Return)
    assert desk.asked == [("page_wanted", "find")]


def test_resources_and_prompts_are_asked_for_once_when_somebody_looks(desk: Desk) -> None:
    session = desk.show(READY)
    assert session.did == []
    for page in ("resources", "prompts", "resources"):
        desk.pane.switch.choose(page)
    assert session.did == [("resources", "shop"), ("prompts", "shop")]
    assert desk.lines(desk.pane.pages.resources) == [
        "note://1, first, text/plain · 2.0 kB",
        "note://{number}, a note, template",
    ]
    assert desk.lines(desk.pane.pages.prompts) == ["greet, (tone, length?), No description"]
    desk.press(desk.pane.pages.resources.list, KEY.Key_Return)
    desk.press(desk.pane.pages.prompts.list, KEY.Key_Return)
    assert desk.asked == [("resource_wanted", "shop", "note://1"), ("prompt_wanted", "shop", "greet")]
    session.fails = "The server shop refused."
    session.put("shop", tools=3)
    assert desk.pane.pages.resources.none.sentence() == "The server shop refused."


def test_of_thousands_of_messages_only_the_new_rows_are_added(desk: Desk) -> None:
    session = desk.show(READY)
    session.messages = [asked(number, name="echo") for number in range(1, 5001)]
    desk.pane.show_server("shop", "protocol")
    rows = desk.pane.pages.protocol.list
    added: list[tuple[int, int]] = []
    rows.messages.rowsInserted.connect(lambda _parent, first, last: added.append((first, last)))
    session.messages = session.messages[10:]
    session.say(*(answer(number, number - 10) for number in range(5001, 5011)))
    assert added == [(4990, 4999)]
    assert rows.messages.rowCount() == 5000
    assert rows.rowAt(rows.viewport().height() - 2) >= 4998
    desk.press(rows, KEY.Key_Home)
    session.say(asked(5011))
    assert rows.rowAt(2) == 0
    assert not desk.pane.pages.protocol.kinds.boxes["follow"].isChecked()
    desk.press(rows, KEY.Key_End)
    session.say(asked(5012))
    assert rows.rowAt(rows.viewport().height() - 2) == 5001


def test_a_message_is_copied_looked_through_and_its_answer_is_one_key_away(desk: Desk) -> None:
    session = desk.show(READY)
    session.messages = [
        asked(1, name="echo", arguments={"text": "cup"}),
        message(2, "noise", "hi"),
        answer(3, 1, {"n": 1}),
    ]
    desk.pane.show_server("shop", "protocol")
    page = desk.pane.pages.protocol
    desk.press(page.list, KEY.Key_Home, KEY.Key_J)
    assert page.list.message == session.messages[2]
    QTest.keyClick(page.list, KEY.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == session.messages[2].text
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    QTest.keyClick(page.list, KEY.Key_C, both)
    assert QGuiApplication.clipboard().text() == (
        '#3  0.300  from the server  answer  tools/call  id 1  {"n":1}  answers #1 · 34 ms'
    )
    page.field.setText("hi")
    page.go_to(1)
    assert page.list.message == session.messages[0]
    page.detail.search.click()
    QTest.keyClicks(page.detail.find_bar.rows.field, "CUP")
    assert page.detail.find_bar.rows.count.text() == "1 of 1"
    QTest.keyClick(page.detail.find_bar.rows.field, KEY.Key_Escape)
    assert page.detail.editor.textCursor().selectedText() == "cup"


def test_a_request_is_changed_and_sent_again_and_a_refused_one_stays_as_it_was_typed(desk: Desk) -> None:
    session = desk.show(READY)
    session.messages = [asked(1, name="echo", arguments={"text": "cup"}), answer(2, 1)]
    desk.pane.show_server("shop", "protocol")
    page = desk.pane.pages.protocol
    desk.press(page.list, KEY.Key_End, KEY.Key_S)
    assert page.detail.editing is None
    desk.press(page.list, KEY.Key_Home, KEY.Key_S)
    editor = page.detail.editor
    editor.selectAll()
    editor.insertPlainText('{"method": "ping"}')
    session.fails = "This is no message."
    page.detail.send.click()
    desk.press(page.list, KEY.Key_End)
    assert (page.detail.said.text(), editor.toPlainText()) == ("This is no message.", '{"method": "ping"}')
    session.fails = ""
    QTest.keyClick(editor, KEY.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert session.did[-1] == ("send", "shop", '{"method":"ping"}')
    assert editor.isReadOnly()


def test_the_page_looked_at_is_remembered(desk: Desk, qtbot: QtBot) -> None:
    desk.show(READY)
    workspace = Workspace()
    first = McpPane(desk.bridge, workspace)
    qtbot.addWidget(first)
    first.switch.choose("log")
    second = McpPane(desk.bridge, workspace)
    qtbot.addWidget(second)
    assert (second.switch.current(), second.pages.page) == ("log", "log")
