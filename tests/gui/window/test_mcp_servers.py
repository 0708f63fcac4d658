"""The MCP dock on real server processes: states, a failure with what was written, every message with its match, sending again."""

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from studio.gui.panes.mcp_pane import McpPane
from studio.session.mcp_servers import McpServer, Stdio
from studio.session.setup import Setup
from tests.gui.window.conftest import Play, Stage

HOSTILE = str(Path(__file__).resolve().parents[2] / "flow" / "mcp_servers" / "hostile.py")
Live = Callable[[Play], None]


async def opened(stage: Stage, *hows: str) -> McpPane:
    """A session with servers that do as their name says, not yet trusted; the dock is in front."""
    stage.window.desk.new(Setup(), "")
    await stage.until(lambda: stage.window.bridge.session is not None)
    for how in hows:
        stage.session.put_server(McpServer(how, Stdio(sys.executable, (HOSTILE, how))))
    stage.trigger("focus_mcp")
    await stage.frame()
    return stage.window.mcp


def phase(stage: Stage, name: str) -> str:
    return next(look.phase for look in stage.session.servers if look.name == name)


def notes(pane: McpPane) -> str:
    """All that the protocol view lists, as one text."""
    model = pane.pages.protocol.list.messages
    return "\n".join(str(model.index(row, 0).data()) for row in range(model.rowCount()))


@pytest.mark.promise("E1")
def test_a_server_starts_when_it_is_trusted_one_that_fails_says_why_and_a_slow_start_is_cancelled(live: Live) -> None:
    async def play(stage: Stage) -> None:
        pane = await opened(stage, "noise", "dies", "deaf")
        pane.show_server("noise")
        pane.acts.start("noise")
        await stage.frame()
        assert phase(stage, "noise") == "untrusted"
        assert stage.window.dialogs.current is not None
        stage.window.dialogs.current.reject()
        for name in ("noise", "dies", "deaf"):
            stage.session.trust_server(name, for_good=False)
            pane.acts.start(name)
        await stage.until(lambda: (phase(stage, "noise"), phase(stage, "dies")) == ("ready", "failed"))
        await stage.frame()
        assert stage.window.docks["mcp"].windowTitle() == "MCP · 1 failed"
        pane.show_server("dies")
        assert "exit code 2" in pane.state.sentence.text()
        assert "No API key was given." in pane.state.wrote.accessibleName()
        pane.state.buttons()["log"].click()
        assert "No API key was given." in pane.pages.log.text.toPlainText()
        pane.show_server("deaf")
        await stage.until(lambda: "starting" in pane.state.sentence.text())
        pane.state.buttons()["cancel"].click()
        await stage.until(lambda: phase(stage, "deaf") == "stopped")
        assert phase(stage, "noise") == "ready"

    live(play)


@pytest.mark.promise("E5")
def test_every_message_is_listed_with_its_match_noise_is_marked_and_a_request_is_sent_again_edited(live: Live) -> None:
    async def play(stage: Stage) -> None:
        pane = await opened(stage, "noise")
        stage.session.trust_server("noise", for_good=False)
        pane.acts.start("noise")
        await stage.until(lambda: phase(stage, "noise") == "ready")
        pane.show_server("noise", "protocol")
        page = pane.pages.protocol
        await stage.until(lambda: "tools: echo, die" in notes(pane))
        assert "noise  Demo MCP Server v1.0 started" in notes(pane)
        page.field.setText("tools/list")
        request = next(each for each in page.list.messages.book.rows if each.kind == "request")
        reply = page.list.messages.book.answer_of(request)
        assert reply is not None
        assert f"answers #{request.number} · " in notes(pane)
        page.go_to(request.number)
        stage.window.activateWindow()
        page.detail.again.setFocus()
        page.detail.again.click()
        await stage.frame()
        assert page.detail.editor.hasFocus(), "the button goes off, and the keyboard is in the message"
        body = json.loads(page.detail.editor.text())
        body |= {"method": "tools/call", "params": {"name": "echo", "arguments": {"text": "edited by hand"}}}
        page.detail.editor.selectAll()
        page.detail.editor.insertPlainText(json.dumps(body))
        page.field.clear()
        page.detail.send.setFocus()
        page.detail.send.click()
        await stage.until(lambda: "from the server  answer  tools/call" in notes(pane))
        assert 'echo(text="edited by hand")' in notes(pane)
        await stage.frame()
        assert page.isAncestorOf(stage.window.focusWidget())

    live(play)
