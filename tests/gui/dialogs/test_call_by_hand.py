"""A tool is called by hand: what stands in the form is what is sent, nothing older; the call is kept, made again, put into the session."""

from collections.abc import Callable

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit

from studio.gui.dialogs.call_by_hand import CallByHandDialog
from studio.gui.dialogs.text_entry import TextEntry
from studio.gui.dialogs.tool_page import ToolPage
from studio.messages.toolspec import ToolSpec
from studio.session.agents import Agent
from studio.session.mcp_servers import KeptCall
from studio.tools.tool import Outcome
from studio.workspace.opened import OpenedSession
from tests.flow.mcp_fake import FakeServer
from tests.gui.dialogs.served import PICTURE, READ, files, shown
from tests.gui.window.conftest import Play, Stage

Live = Callable[[Play], None]


async def _opened(stage: Stage, server: FakeServer) -> tuple[OpenedSession, CallByHandDialog]:
    session = shown(stage, files(), files=server)
    session.trust_server("files", for_good=False)
    await session.start_server("files")
    stage.window.bridge.hand_call_wanted.emit("read")
    dialog = stage.window.dialogs.current
    assert isinstance(dialog, CallByHandDialog)
    return session, dialog


def _field(dialog: CallByHandDialog, pointer: str, kind: type[QLineEdit] | type[QPlainTextEdit]) -> QLineEdit:
    row = dialog.arguments.form.row(pointer)
    assert row is not None
    row.focus()
    return row.findChildren(kind)[0]  # type: ignore[return-value]


async def _call(stage: Stage, dialog: CallByHandDialog) -> None:
    dialog.call.click()
    await stage.until(lambda: not dialog.is_calling)


@pytest.mark.promise("E3")
def test_what_stands_in_the_form_is_sent_and_nothing_older(live: Live) -> None:
    async def play(stage: Stage) -> None:
        server = FakeServer(READ)
        session, dialog = await _opened(stage, server)
        first = dialog.arguments.form.row("/path")
        assert first is not None
        assert first.isAncestorOf(dialog.focusWidget()), "the keyboard is in the first argument"
        assert dialog.arguments.problems() == (), "nothing is wrong before anybody did anything"
        dialog.call.click()
        assert (server.calls, "do not fit" in dialog.said.text()) == ([], True)
        assert [each.rule for each in dialog.arguments.problems()] == ["schema.required"]
        for keys in ("a", ".md"):
            QTest.keyClicks(_field(dialog, "/path", QPlainTextEdit), keys)
        await _call(stage, dialog)
        assert server.calls == [("read", {"path": "a.md"})]
        for keys in ("1", "2x"):  # a field that is sent from now on is made anew
            QTest.keyClicks(_field(dialog, "/lines", QLineEdit), keys)
        assert not dialog.call.isEnabled()
        QTest.keyClicks(_field(dialog, "/path", QPlainTextEdit), "b")
        assert (_field(dialog, "/lines", QLineEdit).text(), dialog.call.isEnabled()) == ("12x", False)
        dialog.arguments.show_view("json")
        dialog.arguments.editor.setPlainText('{"path": "b.md", ')
        dialog.arguments.flush()
        assert not dialog.call.isEnabled()
        dialog.arguments.editor.setPlainText('{"path": "b.md"}')
        dialog.arguments.flush()
        await _call(stage, dialog)
        assert server.calls[1:] == [("read", {"path": "b.md"})]
        assert len(session.made_calls) == 2
        helper = ToolSpec("helper", "Does a task.")
        executors = {**session.state.setup.executors, "helper": Agent()}
        session.change_setup(tools=(*session.state.setup.tools, helper), executors=executors)
        dialog.reject()
        stage.window.bridge.hand_call_wanted.emit("helper")
        of_agent = stage.window.dialogs.current
        assert isinstance(of_agent, CallByHandDialog)
        assert of_agent.told.text().startswith("helper is an agent, a session of its own")
        assert (of_agent.tool.findText("helper"), of_agent.call.isEnabled()) == (-1, False)

    live(play)


@pytest.mark.promise("E3")
def test_a_call_is_kept_made_again_changed_and_its_result_put_into_the_session(live: Live) -> None:
    async def play(stage: Stage) -> None:
        server = FakeServer(READ)
        server.does = lambda _name, given: Outcome(
            "ok", f"text of {given['path']}", media=(PICTURE,), structured={"lines": 2}
        )
        session, dialog = await _opened(stage, server)
        dialog.show_tool("read", '{"path": "a.md"}')
        await _call(stage, dialog)
        assert dialog.outcome.text.text() == "text of a.md"
        assert dialog.outcome.parts.isVisible()
        dialog.keep.click()
        asked = dialog.findChild(TextEntry)
        assert asked is not None
        asked.given.emit("notes")
        asked.reject()
        assert session.state.setup.kept_calls == (KeptCall("notes", "read", '{"path": "a.md"}'),)
        dialog.show_tool("read", '{"path": "z.md"}')
        dialog.calls.made.setCurrentRow(0)
        QTest.keyClicks(_field(dialog, "/path", QPlainTextEdit), "x")
        await _call(stage, dialog)
        changed = server.calls[-1][1]["path"]
        assert changed != "a.md"
        assert [each.arguments for each in session.made_calls][-1] == '{"path": "a.md"}'
        dialog.menu.fill()
        dialog.menu.actions()[-1].trigger()
        assert f"text of {changed}" in session.state.messages[-1].text
        dialog.calls.drop_wanted.emit("notes")
        assert not session.state.setup.kept_calls

    live(play)


def test_the_page_of_a_tool_and_the_menu_of_its_row_lead_to_the_call(live: Live) -> None:
    async def play(stage: Stage) -> None:
        _, dialog = await _opened(stage, FakeServer(READ))
        dialog.reject()
        stage.window.dialogs.tools.page("read")
        page = stage.window.dialogs.current
        assert isinstance(page, ToolPage)
        page.call.click()
        again = stage.window.dialogs.current
        assert isinstance(again, CallByHandDialog)
        assert again.tool.currentText() == "read"
        again.reject()
        await stage.frame()
        menu = stage.window.tools.make_menu("read")
        assert menu is not None
        next(each for each in menu.actions() if each.text() == "Call by hand…").trigger()
        assert isinstance(stage.window.dialogs.current, CallByHandDialog)

    live(play)
