"""The dialogs: what is typed in them comes out as one change, and what does not fit is said in them."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from studio.gui.dialogs.add_tools import AddToolsDialog
from studio.gui.dialogs.loop_settings import LoopDialog
from studio.gui.dialogs.new_session import NewSessionDialog
from studio.gui.dialogs.profiles import ProfilesDialog
from studio.gui.dialogs.replay import ReplayDialog
from studio.gui.dialogs.text_entry import TextEntry
from studio.workspace.profiles import read_profile
from tests.gui.window.conftest import Play, Stage

Live = Callable[[Play], None]
TOOLS = '''
def add(a: int, b: int) -> int:
    """Add two numbers."""
    return a + b
'''


async def _answering() -> tuple[asyncio.Server, int]:
    """A server that says *ready* to everything."""
    body = json.dumps(
        {
            "id": "r",
            "model": "tiny-1",
            "choices": [{"index": 0, "message": {"role": "assistant", "content": "ready"}, "finish_reason": "stop"}],
        }
    ).encode()
    head = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: %d\r\n\r\n"

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(head % len(body) + body)
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    return server, server.sockets[0].getsockname()[1]


def test_a_profile_is_written_tested_and_deleted(live: Live) -> None:
    async def play(stage: Stage) -> None:
        server, port = await _answering()
        stage.trigger("profiles")
        dialog = stage.window.dialogs.current
        assert isinstance(dialog, ProfilesDialog)
        dialog.save.click()
        assert "needs a name" in dialog._said.text()
        dialog.form.connection.name.setText("local")
        dialog.form.connection.address.setText("nonsense")
        dialog.save.click()
        assert "http" in dialog._said.text()
        dialog.form.connection.address.setText(f"http://127.0.0.1:{port}/v1")
        dialog.form.model.model.setEditText("tiny")
        dialog.form.model.stream.setChecked(False)
        temperature = dialog.form.params.fields["temperature"]
        field = temperature.focusProxy()
        assert field is not None
        QTest.keyClicks(field, "0.2")
        dialog.test.click()
        await stage.until(lambda: "ready" in dialog._said.text())
        assert "tiny-1" in dialog._said.text()
        (profile,) = stage.program.workspace.profiles
        assert (profile.name, profile.params, profile.stream) == ("local", {"temperature": 0.2}, False)
        assert stage.program.workspace.recent() == []
        dialog.remove.click()
        assert stage.program.workspace.profiles == []
        server.close()

    live(play)


def test_a_test_without_a_listener_says_why(live: Live) -> None:
    async def play(stage: Stage) -> None:
        stage.trigger("profiles")
        dialog = stage.window.dialogs.current
        assert isinstance(dialog, ProfilesDialog)
        dialog.form.connection.name.setText("nobody")
        dialog.form.connection.address.setText("http://127.0.0.1:9/v1")
        dialog.test.click()
        await stage.until(lambda: "No reply" in dialog._said.text())
        assert "127.0.0.1:9" in dialog._said.text()

    live(play)


def test_a_new_session_sends_its_first_message_and_keeps_the_profile(live: Live) -> None:
    async def play(stage: Stage) -> None:
        server, port = await _answering()
        stage.program.workspace.save_profile(_profile(port))
        stage.trigger("new")
        dialog = stage.window.dialogs.current
        assert isinstance(dialog, NewSessionDialog)
        dialog.system.setPlainText("Be short.")
        dialog.message.setPlainText("Are you there?")
        dialog._main.click()
        await stage.stopped("finished")
        state = stage.session.state
        assert state.setup.system == "Be short."
        assert state.open is not None
        assert state.open.reply.text == "ready"
        assert stage.program.workspace.settings.last_profile == "local"
        server.close()

    live(play)


def _profile(port: int) -> Any:
    return read_profile({"name": "local", "base_url": f"http://127.0.0.1:{port}/v1", "model": "tiny", "stream": False})


def test_a_tools_file_runs_only_after_it_is_trusted(live: Live, tmp_path: Path) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        file = tmp_path / "more_tools.py"
        file.write_text(f"open({str(tmp_path / 'ran')!r}, 'w').close()\n{TOOLS}")
        stage.window.take_file(file)
        dialog = stage.window.dialogs.current
        assert isinstance(dialog, AddToolsDialog)
        assert "def add" in dialog.text.toPlainText()
        await stage.frame()
        assert not (tmp_path / "ran").exists()
        dialog.load.click()
        await stage.until(dialog.found.topLevelItemCount)
        assert (tmp_path / "ran").exists()
        item = dialog.found.topLevelItem(0)
        assert item is not None
        assert (item.text(0), item.text(1)) == ("add", "Add two numbers.")
        assert "add" in [tool.name for tool in stage.session.state.setup.sent_tools]
        dialog.reject()

    live(play)


def test_a_broken_tools_file_is_told_in_the_dialog(live: Live, tmp_path: Path) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        file = tmp_path / "broken.py"
        file.write_text("raise RuntimeError('no luck')\n")
        stage.window.take_file(file)
        dialog = stage.window.dialogs.current
        assert isinstance(dialog, AddToolsDialog)
        dialog.load.click()
        assert not dialog.load.isEnabled()
        await stage.until(dialog.load.isEnabled)
        assert "RuntimeError" in dialog._said.text()
        assert "no luck" in dialog.text.toPlainText()
        dialog.reject()

    live(play)


def test_a_finished_session_is_replayed_with_nothing_sent(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        await stage.go("step_out")
        path = stage.session.path
        stage.trigger("close")
        await stage.until(lambda: stage.window.bridge.session is None)
        stage.trigger("replay")
        dialog = stage.window.dialogs.current
        assert isinstance(dialog, ReplayDialog)
        assert not dialog.main.isEnabled()
        dialog.file.set_path(path)
        dialog.main.click()
        await stage.until(lambda: stage.window.bridge.session is not None)
        await stage.frame()
        assert stage.session.model_mode == "recorded"
        assert stage.window.toolbar.model.current() == "recorded"
        assert stage.session.title.startswith("Replay")
        await stage.go("run_to_end")

    live(play)


def test_titles_and_limits_are_changed(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        stage.trigger("rename")
        entry = stage.window.dialogs.current
        assert isinstance(entry, TextEntry)
        entry._field.setText("Another title")  # type: ignore[union-attr]
        entry._accept()
        await stage.frame()
        assert "Another title" in stage.window.windowTitle()
        stage.trigger("loop")
        limits = stage.window.dialogs.current
        assert isinstance(limits, LoopDialog)
        limits.limits.fields["round_trips"].setValue(3)
        limits.ok.click()
        await stage.frame()
        assert stage.session.state.setup.max_round_trips == 3
        assert "of 3" in stage.window.status._round.toolTip()

    live(play)


def test_a_tool_is_left_out_and_taken_in_again(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        tools = stage.window.tools
        name = tools.model.lines[0].tool.name
        assert tools.model.setData(tools.model.index(0, 0), Qt.CheckState.Unchecked, Qt.ItemDataRole.CheckStateRole)
        await stage.frame()
        assert stage.session.state.setup.off == (name,)
        assert "5 of 6" in tools.foot.sum.text().replace("\xa0", " ")
        tools.view.choose("sent")
        assert name not in [line.tool.name for line in tools.model.lines]

    live(play)


def test_a_python_file_dropped_on_the_start_page_begins_a_session_with_it(live: Live, tmp_path: Path) -> None:
    async def play(stage: Stage) -> None:
        (tmp_path / "tools.py").write_text("")
        stage.window.take_file(tmp_path / "tools.py")
        dialog = stage.window.dialogs.current
        assert isinstance(dialog, NewSessionDialog)
        assert dialog.tools.files() == [str(tmp_path / "tools.py")]
        dialog.reject()

    live(play)


def test_a_dropped_session_is_opened_where_it_stood(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        path, head = stage.session.path, stage.session.head
        stage.trigger("close")
        await stage.until(lambda: stage.window.bridge.session is None)
        stage.window.take_file(path)
        await stage.until(lambda: stage.window.bridge.session is not None)
        await stage.frame()
        assert stage.session.head == head
        content = stage.window.centre.banner.content
        assert content is not None
        assert content.headline == "Paused before get_order"

    live(play)


def test_headers_are_typed_one_a_line(live: Live) -> None:
    async def play(stage: Stage) -> None:
        stage.trigger("profiles")
        dialog = stage.window.dialogs.current
        assert isinstance(dialog, ProfilesDialog)
        form = dialog.form
        form.connection.name.setText("gateway")
        form.connection.address.setText("http://127.0.0.1:9/v1")
        form.more.headers.set_text("X-Team: shop\nno header")
        dialog.save.click()
        assert "Line 2 of the headers" in dialog._said.text()
        form.more.headers.set_text("X-Team: shop\n\nX-Key: ${SHOP_KEY}:1")
        dialog.save.click()
        (profile,) = stage.program.workspace.profiles
        assert profile.headers == {"X-Team": "shop", "X-Key": "${SHOP_KEY}:1"}
        form.show_profile(profile, "none")
        assert form.more.headers.text() == "X-Team: shop\nX-Key: ${SHOP_KEY}:1"
        dialog.reject()

    live(play)
