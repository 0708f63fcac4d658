"""The console: lines by source, level and words; a flood that holds nothing; expressions; what servers and the program itself say."""

import logging
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from studio.gui.panes.console_pane import ConsolePane
from studio.present.console_lines import MOST
from studio.present.console_mcp import mcp_lines
from studio.session.nodes import NodeId
from studio.session.server_view import WireMessage
from studio.workspace.changes import ToolOutput
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace
from tests.gui.panes.compared import two_branches
from tests.gui.panes.desk import MemoryBridge
from tests.gui.panes.refund import run

pytestmark = pytest.mark.promise("H1")


class Dock:
    """The console of a session."""

    def __init__(self, qtbot: QtBot) -> None:
        self.session: OpenedSession = two_branches(Workspace())
        self.bridge = MemoryBridge()
        self.pane = ConsolePane(self.bridge)
        qtbot.addWidget(self.pane)
        self.bridge.show(self.session)
        self.pane.resize(800, 240)
        self.pane.show()

    def texts(self) -> list[str]:
        """The lines that are shown, without the time."""
        lines = self.pane.text.toPlainText().split("\n")
        return [line.partition("  ")[2] or line for line in lines if line]

    def ask(self, text: str) -> list[str]:
        """What comes of an expression."""
        before = len(self.texts())
        self.pane.expression.field.line.setText(text)
        QTest.keyClick(self.pane.expression.field.line, Qt.Key.Key_Return)
        return self.texts()[before:]


@pytest.fixture
def dock(qtbot: QtBot) -> Iterator[Dock]:
    made = Dock(qtbot)
    yield made
    made.bridge.show(None)
    made.pane.log.end()
    run(made.session.close())


def test_lines_are_shown_by_source_level_and_words_and_what_is_shown_is_copied(dock: Dock) -> None:
    pane = dock.pane
    key = (NodeId(5), 0)
    dock.bridge.output.emit(ToolOutput(key, "stdout", "one\ntw"))
    dock.bridge.output.emit(ToolOutput(key, "stderr", "careful\n"))
    dock.bridge.notice.emit("Saved it.")
    dock.bridge.failed.emit("It failed.", "Try again.")
    assert dock.texts()[-2:] == ["Saved it.", "It failed. Try again."]
    assert any(text.endswith(": one") for text in dock.texts())
    assert any(text.endswith(": tw") for text in dock.texts()), "a line without an end is shown before what comes next"
    pane.bar.level.choose("error")
    assert dock.texts() == ["It failed. Try again."]
    pane.bar.level.choose("info")
    pane.bar.set_sources(frozenset({"notice"}))
    assert dock.texts() == ["Saved it.", "It failed. Try again."]
    assert pane.bar.sources.text() == "Notices ▾"
    menu = pane.bar.open_menu()
    next(action for action in menu.actions() if action.text() == "What tools print").toggle()
    assert pane.bar.sources.text() == "2 of 7 sources ▾"
    menu.close()
    pane.bar.words.setFocus()
    QTest.keyClicks(pane.bar.words, "SAVED")
    assert dock.texts() == ["Saved it."]
    pane.bar.copy.click()
    assert QApplication.clipboard().text().endswith("  Saved it.")
    QTest.keyClick(pane.bar.words, Qt.Key.Key_Escape)
    assert len(dock.texts()) == 5
    pane.bar.clear.click()
    assert dock.texts() == []


def test_a_flood_is_written_in_slices_and_the_newest_stay(dock: Dock, qtbot: QtBot) -> None:
    pane = dock.pane
    for at in range(100):
        text = "".join(f"line {at * 200 + nth}\n" for nth in range(200))
        dock.bridge.output.emit(ToolOutput((NodeId(5), 0), "stdout", text))
    pane.look()
    assert pane.text.is_writing, "not all of it at once"
    assert pane.text.blockCount() < 1000
    qtbot.waitUntil(lambda: not pane.text.is_writing, timeout=20_000)
    assert pane.text.blockCount() == MOST
    assert dock.texts()[-1].endswith("line 19999")
    assert len(pane.feed.kept) == MOST
    pane.bar.words.setText("line 1999")
    qtbot.waitUntil(lambda: not pane.text.is_writing)
    assert len([text for text in dock.texts() if "line 1999" in text]) == 10


def test_an_expression_is_worked_out_at_the_step_looked_at(dock: Dock) -> None:
    pane, line = dock.pane, dock.pane.expression.field.line
    requests = [node for node in dock.session.tree.path(dock.session.head) if dock.session.tree.kind(node) == "request"]
    assert dock.ask("round") == ["= round", "3"]
    dock.bridge.look_at(requests[1])
    assert dock.ask("round") == ["= round", "1"]
    assert dock.ask("messages[0].role") == ["= messages[0].role", '"user"']
    assert dock.ask("result.nothing") == ["= result.nothing", "nothing"]
    assert dock.ask("messages[:1]")[1] == "["
    assert line.text() == ""
    answer = dock.ask("args.amount > 100")
    assert answer[0] == "= args.amount > 100"
    assert len(answer) == 2
    assert pane.expression.field.offer.isVisible(), "the right spelling is one press away"
    assert line.text() == "args.amount > 100", "what cannot be read stays to be mended"
    line.setText("typed")
    for key, shown in (
        (Qt.Key.Key_Up, "messages[:1]"),
        (Qt.Key.Key_Up, "result.nothing"),
        (Qt.Key.Key_Down, "messages[:1]"),
        (Qt.Key.Key_Down, "typed"),
        (Qt.Key.Key_Down, "typed"),
    ):
        QTest.keyClick(line, key)
        assert line.text() == shown
    QTest.keyClick(line, Qt.Key.Key_Escape)
    assert line.text() == ""


@pytest.mark.expects_log
def test_the_program_s_own_warnings_are_there_without_secrets(dock: Dock) -> None:
    dock.session._wired.world.redactor.register("sk-very-secret-key")
    logging.getLogger("studio.somewhere").warning("The key %s is old.", "sk-very-secret-key")
    try:
        raise ValueError("broken")
    except ValueError as error:
        logging.getLogger("studio.somewhere").error("It broke.", exc_info=error)
    logging.getLogger("studio.somewhere").info("not of interest")
    dock.pane.look()
    assert dock.texts()[-1] == "studio.somewhere: It broke. ValueError: broken"
    assert dock.texts()[-2].startswith("studio.somewhere: The key ")
    assert "sk-very-secret-key" not in dock.pane.text.toPlainText()
    assert "not of interest" not in dock.pane.text.toPlainText()


def test_what_servers_say_becomes_lines_once_and_a_new_start_begins_anew() -> None:
    logged = '{"params":{"level":"error","logger":"db","data":"gone"}}'
    messages = [
        WireMessage(1, 0.0, False, "state", "started"),
        WireMessage(2, 0.1, False, "notification", logged, "notifications/message"),
        WireMessage(3, 0.1, False, "notification", "{}", "notifications/tools/list_changed"),
        WireMessage(4, 0.1, False, "notification", "{}", "notifications/progress"),
        WireMessage(5, 0.1, True, "request", "{}", "tools/list"),
        WireMessage(6, 0.2, False, "stderr", "hello\n"),
    ]
    lines, last = mcp_lines("files", messages, 0, "12:00")
    assert [(line.level, line.shown) for line in lines] == [
        ("info", "12:00  files state: started"),
        ("error", "12:00  files error db: gone"),
        ("info", "12:00  files: notifications/tools/list_changed"),
        ("info", "12:00  files stderr: hello"),
    ]
    assert mcp_lines("files", messages, last, "") == ([], 6)
    assert len(mcp_lines("files", messages[:1], last, "")[0]) == 1, "it counts from 1 again"
    assert mcp_lines("files", [], 3, "") == ([], 3)
