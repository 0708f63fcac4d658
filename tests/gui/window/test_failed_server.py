"""A needed server that cannot start stops the session, and the banner leads to what it wrote, to its settings, and on without it."""

import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from studio.gui.dialogs.mcp_server import McpServerDialog
from studio.session.mcp_servers import McpServer, Stdio
from studio.session.setup import Setup
from studio.workspace.profiles import read_profile
from tests.flow.chat_server import ChatServer, says
from tests.gui.window.conftest import Play, Stage

HOSTILE = str(Path(__file__).resolve().parents[2] / "flow" / "mcp_servers" / "hostile.py")
Live = Callable[[Play], None]
pytestmark = pytest.mark.promise("G4")


def _stopped(live: Live, play: Callable[[Stage], Awaitable[None]]) -> None:
    """The session stands before its request, since the server that it needs ended."""

    async def whole(stage: Stage) -> None:
        with ChatServer(says("Fine without.")) as server:
            profile = read_profile({"name": "p", "base_url": server.url, "model": "m", "stream": False})
            stage.program.workspace.save_profile(profile)
            stage.window.desk.new(Setup(responder=stage.program.workspace.choice(profile)), "")
            await stage.until(lambda: stage.window.bridge.session is not None)
            stage.session.put_server(McpServer("dies", Stdio(sys.executable, (HOSTILE, "dies")), needed=True))
            stage.session.trust_server("dies", for_good=False)
            stage.window.bridge.start("send", lambda opened: opened.send("Hello."))
            await stage.stopped("exception")
            buttons = stage.window.centre.banner.bar.buttons()
            assert [button.text() for button in buttons] == ["Show output", "Edit server…", "Go on without"]
            await play(stage)

    live(whole)


def test_what_a_failed_server_wrote_and_its_settings_are_one_press_away(live: Live) -> None:
    async def play(stage: Stage) -> None:
        output, edit, _ = stage.window.centre.banner.bar.buttons()
        output.click()
        await stage.frame()
        assert stage.window.mcp.isVisible()
        assert stage.window.mcp.pages.page == "log"
        assert "No API key was given." in stage.window.mcp.pages.log.text.toPlainText()
        edit.click()
        dialog = stage.window.dialogs.current
        assert isinstance(dialog, McpServerDialog)
        dialog.reject()

    _stopped(live, play)


def test_going_on_without_a_server_sends_the_request_and_keeps_the_server(live: Live) -> None:
    async def play(stage: Stage) -> None:
        stage.window.centre.banner.bar.buttons()[-1].click()
        await stage.until(lambda: stage.session.stop is not None and stage.session.stop.reason == "finished")
        assert [(server.name, server.needed) for server in stage.session.state.setup.servers] == [("dies", False)]

    _stopped(live, play)
