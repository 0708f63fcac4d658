"""A window closes without a trace, asks when something runs, and leaves what it had for the next start."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QMessageBox

from studio.messages.message import user
from studio.messages.parts import Call
from studio.messages.reply import ChatReply
from studio.session.events import ReplyReceived, RequestFailed, RequestSent
from studio.session.setup import Setup
from studio.store import session_file
from studio.workspace.profiles import read_profile
from tests.gui.window.conftest import Play, Stage
from tests.socket_server import piece, serving, stream_head

Live = Callable[[Play], None]


async def _slow_server() -> tuple[asyncio.Server, int]:
    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(-1)
        writer.close()

    server = await asyncio.start_server(silent, "127.0.0.1", 0)
    return server, server.sockets[0].getsockname()[1]


async def _send_to(stage: Stage, port: int) -> None:
    profile = read_profile({"name": "slow", "base_url": f"http://127.0.0.1:{port}/v1", "model": "m"})
    stage.program.workspace.save_profile(profile)
    stage.window.desk.new(Setup(responder=stage.program.workspace.choice(profile)), "hello")
    await stage.until(lambda: stage.window.bridge.running)


def _answer(box: QMessageBox, words: str) -> None:
    next(button for button in box.buttons() if button.text().replace("&", "") == words).click()


def test_closing_while_a_request_is_under_way_asks_and_then_stops_it(live: Live) -> None:
    async def play(stage: Stage) -> None:
        server, port = await _slow_server()
        await _send_to(stage, port)
        path = stage.session.path
        stage.window.close()
        box = stage.window.closing.box
        assert box is not None
        assert stage.window.isVisible()
        _answer(box, "Cancel")
        await stage.frame()
        assert stage.window.bridge.running
        stage.window.close()
        assert stage.window.closing.box is not None
        _answer(stage.window.closing.box, "Stop and close")
        await stage.until(lambda: not stage.program.windows)
        assert path.read_bytes().endswith(b"\n")
        server.close()

    live(play)


@pytest.mark.parametrize("dialog", ["", "profiles"])
def test_closing_while_a_reply_streams_keeps_what_came_in_a_file_that_is_whole(live: Live, dialog: str) -> None:
    async def script(writer: asyncio.StreamWriter) -> None:
        writer.write(stream_head())
        delta = b'{"id": "x", "choices": [{"index": 0, "delta": {"content": "The cup"}, "finish_reason": null}]}'
        writer.write(piece(b"data: " + delta + b"\n\n"))
        while True:  # until the client is gone
            await writer.drain()
            await asyncio.sleep(0.02)
            writer.write(piece(b": \n\n"))

    async def play(stage: Stage) -> None:
        async with serving(script) as server:
            await _send_to(stage, int(server.url.split(":")[2].removesuffix("/v1")))
            session = stage.session
            await stage.until(lambda: session.partial is not None and session.partial.parts)
            if dialog:
                stage.window.dialogs.profiles()
                stage.program.end_now()
            else:
                stage.window.close()
                assert stage.window.closing.box is not None
                _answer(stage.window.closing.box, "Stop and close")
            await stage.until(lambda: not stage.program.windows and server.gone.is_set())
        read = session_file.read(session.path)
        assert read.damage == ()
        ended = read.tree.event(read.tree.last)
        assert isinstance(ended, RequestFailed)
        assert ended.partial is not None
        assert ended.partial.text == "The cup"

    live(play)


def test_closing_while_a_dialog_is_open_leaves_nothing(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        stage.trigger("profiles")
        stage.program.end_now()
        await stage.until(lambda: not stage.program.windows)

    live(play)


def test_closing_while_a_tool_runs_stops_it(live: Live, tmp_path: Path) -> None:
    async def play(stage: Stage) -> None:
        file = tmp_path / "slow_tools.py"
        file.write_text("import time\n\ndef wait(seconds: int) -> str:\n    time.sleep(seconds)\n    return 'done'\n")
        session = stage.program.workspace.new("slow")
        session.trust(session.fingerprint(file))
        await session.add_tools(file)
        stage.window.desk.show(session)
        session.add_message(user("wait"))
        session.journal.append(RequestSent())
        session.journal.append(ReplyReceived(reply=ChatReply((Call("wait", '{"seconds": 600}', "c"),))))
        stage.window.bridge.start("step", lambda opened: opened.step())
        await stage.until(lambda: session.activity.kind == "tools")
        stage.window.close()
        assert stage.window.closing.box is not None
        _answer(stage.window.closing.box, "Stop and close")
        await stage.until(lambda: not stage.program.windows)
        assert session_file.read(session.path).damage == ()

    live(play)


def test_text_that_is_only_typed_is_asked_about(live: Live) -> None:
    async def play(stage: Stage) -> None:
        stage.window.desk.new(Setup(), "")
        await stage.until(lambda: stage.window.bridge.session is not None)
        await stage.frame()
        stage.window.panes.request.chat.composer.editor.insertPlainText("half a thou")
        await stage.frame()
        stage.window.close()
        box = stage.window.closing.box
        assert box is not None
        assert "not committed" in box.text()
        _answer(box, "Discard")
        await stage.until(lambda: not stage.program.windows)

    live(play)


@pytest.mark.promise("H2")
def test_what_is_typed_can_be_committed_before_it_closes(live: Live) -> None:
    async def play(stage: Stage) -> None:
        stage.window.desk.new(Setup(), "")
        await stage.until(lambda: stage.window.bridge.session is not None)
        await stage.frame()
        path = stage.session.path
        stage.window.panes.request.chat.composer.editor.insertPlainText("a whole thought")
        await stage.frame()
        stage.window.close()
        assert stage.window.closing.box is not None
        _answer(stage.window.closing.box, "Commit")
        await stage.until(lambda: not stage.program.windows)
        assert b"a whole thought" in path.read_bytes()

    live(play)


@pytest.mark.promise("H2")
def test_what_cannot_be_committed_keeps_the_window_open_and_says_why(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        await stage.until(stage.window.panes.response.calls.cards)
        card = stage.window.panes.response.calls.cards()[0]
        card.arguments.editor.setFocus()
        card.arguments.editor.replace_text('{"order_id": ')
        await stage.frame()
        stage.trigger("close")
        assert stage.window.closing.box is not None
        _answer(stage.window.closing.box, "Commit")
        await stage.frame()
        assert stage.window.bridge.session is not None
        assert stage.window.centre.trouble.text
        stage.trigger("close")
        assert stage.window.closing.box is not None
        _answer(stage.window.closing.box, "Cancel")
        await stage.frame()
        assert stage.window.bridge.session is not None
        stage.trigger("close")
        assert stage.window.closing.box is not None
        _answer(stage.window.closing.box, "Discard")
        await stage.until(lambda: stage.window.bridge.session is None)

    live(play)


def test_stop_cancels_at_once_and_the_session_stands_before_the_request(live: Live) -> None:
    async def play(stage: Stage) -> None:
        server, port = await _slow_server()
        await _send_to(stage, port)
        await stage.frame()
        stage.trigger("stop")
        await stage.stopped()
        assert not stage.window.bridge.running
        assert stage.window.actions_["step"].isEnabled() or stage.window.centre.banner.content is not None
        server.close()

    live(play)


def test_closing_a_session_goes_back_to_the_start_page_where_it_is_recent(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        stage.trigger("close")
        await stage.until(lambda: stage.window.bridge.session is None)
        await stage.frame()
        assert stage.window.start.isVisible()
        assert len(stage.program.workspace.recent()) == 1

    live(play)


def test_a_second_session_gets_a_window_of_its_own(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        first = stage.session
        stage.window.desk.demo()
        await stage.until(lambda: len(stage.program.windows) == 2)
        assert stage.window.bridge.session is first
        assert stage.program.windows[1].bridge.session is not first

    live(play)


def test_a_session_that_was_left_open_is_offered_and_can_be_left_closed(live: Live, home: Path) -> None:
    async def play(stage: Stage) -> None:
        made = await stage.program.workspace.demo()
        path = made.path
        text = path.read_bytes()
        await stage.program.workspace.close_session(made)
        path.write_bytes(text)
        stage.window.bridge.show(None)
        bar = stage.window.start.recovery
        await stage.until(bar.isVisible)
        assert "ended unexpectedly" in bar._words.text()
        bar._leave.click()
        await stage.until(lambda: not stage.program.workspace.left_open())
        assert path.exists()

    live(play)


def test_the_layout_is_kept_for_the_next_window_and_reset(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        stage.trigger("show_tools")
        stage.window.resize(1400, 820)
        stage.window.close()
        other = stage.program.open_window()
        await stage.until(lambda: stage.program.windows == [other])
        assert stage.program.workspace.settings.window["docks_hidden"] == "tools"
        third = stage.program.open_window()
        stage.window = third
        await stage.demo()
        assert not third.docks["tools"].isVisible()
        assert third.docks["timeline"].isVisible()
        third.resize(1600, 900)
        stage.trigger("reset_layout")
        assert third.docks["tools"].isVisible()
        assert stage.program.workspace.settings.window == {}

    live(play)
