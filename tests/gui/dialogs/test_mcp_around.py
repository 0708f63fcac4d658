"""The dialogs of a server's resources and prompts in the running program, over a real server: found, read, filled in, inserted."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from studio.gui.dialogs.mcp_prompt import PromptDialog
from studio.gui.dialogs.mcp_resource import ResourceDialog
from studio.gui.dialogs.mcp_trust import McpTrustDialog
from studio.gui.dialogs.tool_page import ToolPage
from studio.gui.panes.attachments import ReadRow
from studio.gui.panes.tool_marks import tool_marks
from studio.gui.panes.tool_row import row_tip, short_source
from studio.messages.message import user
from studio.present.uri_template import expand, members, missing
from studio.session.mcp_servers import McpServer, Stdio
from studio.session.setup import ResponderChoice, Setup
from studio.session.state import settled
from tests.flow.mcp_servers import library
from tests.gui.window.conftest import Play, Stage

Live = Callable[[Play], None]


async def _served(stage: Stage) -> None:
    """A new session with the library, trusted and started; nothing said."""
    server = McpServer("library", Stdio(sys.executable, ("-S", library.__file__)))
    stage.window.desk.new(Setup(ResponderChoice(), servers=(server,)), "")
    await stage.until(lambda: isinstance(stage.window.dialogs.current, McpTrustDialog))
    stage.window.dialogs.current.reject()  # type: ignore[union-attr]
    await stage.until(lambda: not stage.window.bridge.is_busy)
    stage.session.trust_server("library", for_good=False)
    await stage.session.start_server("library")
    await stage.frame()


def _resources(stage: Stage, uri: str = "") -> ResourceDialog:
    stage.window.bridge.resource_wanted.emit("library", uri)
    dialog = stage.window.dialogs.current
    assert isinstance(dialog, ResourceDialog)
    return dialog


def test_a_resource_is_found_read_saved_and_inserted_by_keyboard(live: Live, tmp_path: Path) -> None:
    async def play(stage: Stage) -> None:
        await _served(stage)
        stage.session.add_message(user("What do the notes say?"))
        dialog = _resources(stage)
        await stage.until(lambda: len(dialog.list.rows.findItems("", Qt.MatchFlag.MatchContains)) == 5)
        QTest.keyClicks(dialog.list.field, "markdown notes")
        assert dialog.list.said.text() == "1 of 5"
        QTest.keyClick(dialog.list.field, Qt.Key.Key_Down)
        assert not dialog.insert.isEnabled()
        QTest.keyClick(dialog.list.rows, Qt.Key.Key_Return)
        await stage.until(lambda: dialog.view.contents)
        assert dialog.view.facts.text() == "lib://notes · text/plain · 8 characters · about 2 tokens"
        dialog.view.write(tmp_path / "notes.md")
        assert (tmp_path / "notes.md").read_text(encoding="utf-8") == "# Notes "
        dialog.view.copy.click()
        assert QApplication.clipboard().text() == "# Notes "
        assert dialog.insert.text() == "Insert into the request"
        dialog.always.setChecked(True)
        QTest.keyClick(dialog, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        assert stage.window.dialogs.current is None
        (passage,) = settled(stage.session.state).value.passages
        assert (passage.source, passage.always) == ("lib://notes", True)

    live(play)


def test_what_cannot_go_along_says_why_and_a_template_waits_for_its_members(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await _served(stage)
        stage.session.add_message(user("go"))
        dialog = _resources(stage, "lib://big")
        await stage.until(lambda: dialog.view.contents)
        assert "too long to go along: 1,200,000 characters, at most 200,000" in dialog.work.said.text()
        assert not dialog.insert.isEnabled()
        dialog.list.choose("lib://book/{number}{?page,lang}")
        assert not dialog.view.contents
        assert not dialog.read.isEnabled()
        dialog.fields.fields["number"].setText("7")
        assert dialog.fields.address.text() == "Reads lib://book/7"
        dialog.read.click()
        await stage.until(lambda: dialog.view.contents)
        assert dialog.view.text.text() == "You read lib://book/7."
        dialog.reject()

    live(play)


def test_without_a_message_a_resource_becomes_the_beginning_of_one_in_the_composer(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await _served(stage)
        dialog = _resources(stage, "lib://cover")
        await stage.until(lambda: dialog.view.contents)
        assert dialog.insert.text() == "Attach to the next message"
        dialog.insert.click()
        composer = stage.window.panes.request.chat.composer
        (row,) = composer.attachments.rows
        assert isinstance(row, ReadRow)
        assert row.name.text() == "picture (image/png, 83 bytes)"
        QTest.keyClicks(composer.editor, "What is this?")
        composer.send.click()
        await stage.until(lambda: len(settled(stage.session.state)))
        assert [type(part).__name__ for part in settled(stage.session.state).value.parts] == ["Text", "Image"]

    live(play)


def test_a_prompt_is_filled_in_looked_at_and_inserted_as_one_change(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await _served(stage)
        stage.window.dialogs.servers.prompt("library", "greet")
        dialog = stage.window.dialogs.current
        assert isinstance(dialog, PromptDialog)
        await stage.until(lambda: dialog.fields)
        assert not dialog.look.isEnabled()
        dialog.fields["who"].setText("Ada")
        dialog.look.click()
        await stage.until(lambda: dialog.preview.blocks)
        assert len(dialog.preview.blocks) == 5
        assert dialog.preview.notes.text() == "Not taken as it stands: [Sound (audio/wav, 64 bytes)]"
        dialog.fields["tone"].setText("warm")
        assert not dialog.insert.isEnabled()
        dialog.activateWindow()
        QTest.keyClick(dialog.fields["tone"], Qt.Key.Key_Return)
        await stage.until(dialog.insert.isEnabled)
        QTest.keyClick(dialog.fields["tone"], Qt.Key.Key_Return)
        assert settled(stage.session.state).since(0)[0].text == 'Greet {"tone": "warm", "who": "Ada"}.'
        stage.session.undo()
        assert len(settled(stage.session.state)) == 0

    live(play)


def test_a_tool_of_a_server_says_so_in_the_dock_and_on_its_page(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await _served(stage)
        setup = stage.session.state.setup
        (tool,) = setup.tools
        assert short_source(tool, setup) == "mcp"
        assert [mark.short for mark in tool_marks(tool, setup)] == ["read-only"]
        line = stage.window.tools.model.line_at(0)
        assert line is not None
        assert "Read-only, its server says: it changes nothing" in row_tip(line, setup)
        stage.window.dialogs.tools.page("everything", "runs")
        page = stage.window.dialogs.current
        assert isinstance(page, ToolPage)
        assert page.of_server is not None
        assert page.of_server.lines == [
            "Its calls go to the MCP server library, which calls it everything.",
            "Title: Everything at once",
            "Read-only, its server says: it changes nothing",
            "Closed world, its server says: it stays within the server's own data",
        ]
        assert page.of_server.schema is not None
        assert "secret_of_schema" in page.of_server.schema.text()
        page.reject()

    live(play)


@pytest.mark.parametrize(
    ("template", "values", "uri"),
    [
        ("a://{x}/b", {"x": "c d/é"}, "a://c%20d%2F%C3%A9/b"),
        ("a://{+path}", {"path": "b/c?d"}, "a://b/c?d"),
        ("a://b{/x,y}{?q,r}", {"x": "1", "y": "2", "r": "&"}, "a://b/1/2?r=%26"),
        ("a://b{?q}{#part}", {}, "a://b"),
        ("a://{list*}{name:3}", {"list": "l", "name": "abcdef"}, "a://labc"),
        ("a://plain", {}, "a://plain"),
        ("a://{broken", {}, "a://{broken"),
    ],
)
def test_a_template_is_filled_in_as_its_standard_says(template: str, values: dict[str, str], uri: str) -> None:
    assert expand(template, values) == uri


def test_members_of_a_query_may_be_left_out_and_others_not() -> None:
    template = "a://{x}{?page,lang}"
    assert [(each.name, each.optional) for each in members(template)] == [("x", False), ("page", True), ("lang", True)]
    assert missing(template, {"page": "2"}) == ("x",)


@pytest.mark.filterwarnings("error")
def test_what_is_asked_of_a_server_and_given_up_at_once_leaves_nothing(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await _served(stage)
        for name in ("a", "b"):
            _resources(stage, f"lib://{name}").reject()
        await stage.frame()
        assert not stage.window.bridge.is_busy

    live(play)
