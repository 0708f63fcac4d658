"""Dialogs by the keyboard, and the trust dialog in the window of the session it is about."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from studio.gui.dialogs.add_tools import AddToolsDialog
from studio.gui.dialogs.new_session import NewSessionDialog
from studio.gui.dialogs.text_entry import TextEntry
from studio.session.setup import ResponderChoice, Setup, ToolFile
from studio.workspace.profiles import read_profile
from tests.gui.window.conftest import Play, Stage

Live = Callable[[Play], None]
TOOL = "def add(a: int) -> int:\n    return a\n"


def test_the_files_of_a_new_session_are_reviewed_in_its_own_window(live: Live, tmp_path: Path) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        former, file = stage.session, tmp_path / "mine.py"
        file.write_text(TOOL, encoding="utf-8")
        tools = former.state.setup.tools
        stage.window.desk.new(Setup(responder=ResponderChoice(), files=(ToolFile(str(file)),)), "")
        await stage.until(lambda: len(stage.program.windows) == 2)
        other = stage.program.windows[1]
        await stage.until(lambda: other.dialogs.current is not None)
        dialog = other.dialogs.current
        assert isinstance(dialog, AddToolsDialog)
        assert dialog.parentWidget() is other
        assert stage.window.dialogs.current is None
        assert "def add" in dialog.text.toPlainText()
        dialog.load.click()
        await stage.until(dialog.found.topLevelItemCount)
        session = other.bridge.session
        assert session is not None
        assert [tool.name for tool in session.state.setup.tools] == ["add"]
        assert former.state.setup.tools == tools
        dialog.reject()

    live(play)


def test_without_a_file_there_is_nothing_to_trust(live: Live, tmp_path: Path) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        stage.trigger("add_tools")
        dialog = stage.window.dialogs.current
        assert isinstance(dialog, AddToolsDialog)
        assert not dialog.load.isEnabled()
        dialog.review((ToolFile(str(tmp_path / "gone.py")),))
        assert not dialog.load.isEnabled()
        dialog.reject()

    live(play)


async def _reason(stage: Stage) -> TextEntry:
    await stage.demo()
    assert stage.session.stop is not None
    assert stage.session.stop.call is not None
    stage.window.dialogs.reject(stage.session.stop.call)
    dialog = stage.window.dialogs.current
    assert isinstance(dialog, TextEntry)
    await stage.until(dialog.isActiveWindow)
    dialog._field.setFocus()
    return dialog


def test_tab_leaves_the_reason_and_ctrl_enter_gives_it(live: Live) -> None:
    async def play(stage: Stage) -> None:
        dialog = await _reason(stage)
        QTest.keyClicks(dialog._field, "no")
        QTest.keyClick(dialog._field, Qt.Key.Key_Tab)
        assert QApplication.focusWidget() is not dialog._field
        assert dialog.text == "no"
        dialog._field.setFocus()
        QTest.keyClick(dialog._field, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        assert not dialog.isVisible()
        await stage.frame()
        assert "no" in stage.session.tree.text(stage.session.head)

    live(play)


def test_esc_drops_a_reason_only_the_second_time(live: Live) -> None:
    async def play(stage: Stage) -> None:
        dialog = await _reason(stage)
        QTest.keyClicks(dialog._field, "no")
        QTest.keyClick(dialog._field, Qt.Key.Key_Escape)
        assert dialog.isVisible()
        assert "once more" in dialog.warning.text()
        assert dialog.warning.isVisible()
        QTest.keyClick(dialog._field, Qt.Key.Key_Escape)
        assert not dialog.isVisible()
        assert stage.session.stop is not None

    live(play)


def test_ctrl_enter_begins_a_session_from_the_message(live: Live) -> None:
    async def play(stage: Stage) -> None:
        profile = read_profile({"name": "one", "base_url": "http://127.0.0.1:9/v1", "model": "m"})
        stage.program.workspace.save_profile(profile)
        stage.trigger("new")
        dialog = stage.window.dialogs.current
        assert isinstance(dialog, NewSessionDialog)
        await stage.until(dialog.isActiveWindow)
        dialog.message.setFocus()
        QTest.keyClick(dialog.message, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        await stage.until(lambda: stage.window.bridge.session is not None)
        assert stage.session.state.setup.responder.profile == "one"

    live(play)
