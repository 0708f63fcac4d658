"""*Send as* in the running program, against a real server: nothing goes before Send, then three replies, and the choice to go on."""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from studio.gui.dialogs.send_as import SendAsDialog
from studio.messages.message import user
from studio.messages.toolspec import ToolSpec
from studio.session.setup import Setup
from studio.workspace.profiles import read_profile
from tests.flow.chat_server import Answer, ChatServer, fails, hangs, says
from tests.gui.window.conftest import Play, Stage

Live = Callable[[Play], None]
WEATHER = ToolSpec("get_weather", "The weather.", {"type": "object", "properties": {"city": {"type": "string"}}})
NATIVE = says("I look.", ("get_weather", '{"city": "Oslo"}'))
PRINTED = says('Thought: I look it up.\nAction: get_weather\nAction Input: {"city": "Oslo"}\n')


def opened(stage: Stage, url: str, **values: Any) -> SendAsDialog:
    """The dialog over a session whose first request is due."""
    workspace = stage.program.workspace
    workspace.save_profile(read_profile({"name": "near", "base_url": url, "model": "tiny", **values}))
    session = workspace.new(setup=Setup(responder=workspace.choice(workspace.profiles[0]), tools=(WEATHER,)))
    session.add_message(user("Weather in Oslo?"))
    stage.window.bridge.show(session)
    stage.window.refresh()
    stage.trigger("send_as")
    dialog = stage.window.dialogs.current
    assert isinstance(dialog, SendAsDialog)
    return dialog


def stands(stage: Stage) -> tuple[str, object]:
    """What would be sent, and on which branch."""
    branch = stage.session.branch
    return stage.session.request_json(), branch.start if branch is not None else None


def against(live: Live, answers: tuple[Answer, ...], play: Callable[[Stage, SendAsDialog, ChatServer], Any]) -> None:
    async def scene(stage: Stage) -> None:
        with ChatServer(*answers) as server:
            await play(stage, opened(stage, server.url), server)

    live(scene)


def test_nothing_is_sent_before_send_and_each_body_is_shown_on_demand(live: Live) -> None:
    async def play(stage: Stage, dialog: SendAsDialog, server: ChatServer) -> None:
        await stage.frame()
        native, text, in_json = (column.body.text() for column in dialog.columns)
        assert '"tools"' in native
        assert "Action Input" in text
        assert "json_object" in in_json
        dialog.form.box.choose("hermes")
        assert "<tool_call>" in dialog.columns[1].body.text()
        assert dialog.columns[1].accessibleName() == "As text: Hermes"
        assert all(column.body.isReadOnly() and not column.go_on.isEnabled() for column in dialog.columns)
        dialog._close.click()
        assert server.requests == []
        assert not dialog.isVisible()

    against(live, (), play)


def test_the_three_replies_stand_side_by_side_and_the_head_stays(live: Live) -> None:
    async def play(stage: Stage, dialog: SendAsDialog, server: ChatServer) -> None:
        place = stands(stage)
        dialog.send.click()
        assert dialog.send.text() == "Cancel"
        await stage.until(lambda: not dialog.is_asking)
        native, text, in_json = dialog.columns
        assert native.shown() == 'I look.\nget_weather({"city": "Oslo"})'
        assert "get_weather(" in text.shown()
        assert in_json.shown() == "no JSON mode here"
        assert "failed" in in_json.state.text()
        assert [column.go_on.isEnabled() for column in dialog.columns] == [True, True, False]
        assert stands(stage) == place
        assert len(server.requests) == 3
        dialog._close.click()
        assert stands(stage) == place

    against(live, (NATIVE, PRINTED, fails(400, "no JSON mode here")), play)


def test_going_on_with_one_moves_the_head_to_its_branch(live: Live) -> None:
    async def play(stage: Stage, dialog: SendAsDialog, _server: ChatServer) -> None:
        dialog.send.click()
        await stage.until(lambda: not dialog.is_asking)
        dialog.columns[1].go_on.click()
        assert not dialog.isVisible()
        opened_reply = stage.session.state.open
        assert opened_reply is not None
        assert opened_reply.reply.calls[0].form == "text"
        assert stage.session.state.setup.responder.calls == "react"

    against(live, (NATIVE, PRINTED, says("{}")), play)


def test_esc_cancels_first_and_the_session_is_as_before(live: Live) -> None:
    async def play(stage: Stage, dialog: SendAsDialog, server: ChatServer) -> None:
        place = stands(stage)
        dialog.send.click()
        await stage.until(lambda: "half a" in dialog.columns[0].shown())
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
        await stage.until(lambda: not dialog.is_asking)
        assert dialog.isVisible()
        states = [column.state.text() for column in dialog.columns]
        assert "cancelled" in states[0]
        assert states[1:] == ["not asked"] * 2
        assert "half a reply" in dialog.columns[0].shown()
        assert "Cancelled" in dialog._said.text()
        assert stands(stage) == place
        assert len(server.requests) == 1
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
        assert not dialog.isVisible()

    against(live, (hangs("half a reply"),), play)


def test_leaving_while_it_asks_ends_the_requests(live: Live) -> None:
    async def play(stage: Stage, dialog: SendAsDialog, _server: ChatServer) -> None:
        place = stands(stage)
        dialog.send.click()
        await stage.until(lambda: "half a" in dialog.columns[0].shown())
        dialog._close.click()
        await stage.until(lambda: not stage.window.bridge.is_busy)
        await stage.until(lambda: stage.session.activity.kind == "idle")
        assert stands(stage) == place

    against(live, (hangs("half a reply"),), play)


def test_what_the_dialect_cannot_say_is_said_in_its_column(live: Live) -> None:
    async def play(stage: Stage) -> None:
        dialog = opened(stage, "http://127.0.0.1:9/v1", dialect="anthropic_messages", params={"max_tokens": 9})
        in_json = dialog.columns[2]
        assert "give a schema" in in_json.shown()
        assert in_json.state.text() == "cannot be asked"
        dialog._close.click()

    live(play)


def test_a_scripted_session_says_why_nothing_can_be_sent(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        assert not stage.window.actions_["send_as"].isEnabled()
        assert stage.window.actions_.reasons["send_as"]

    live(play)


def test_something_typed_that_is_not_committed_keeps_the_dialog_away(live: Live) -> None:
    async def play(stage: Stage) -> None:
        with ChatServer() as server:
            opened(stage, server.url).reject()
            stage.window.panes.request.show_view("form")
            form = stage.window.panes.request.form
            QTest.keyClicks(form.model, "-2")
            stage.trigger("send_as")
            assert stage.window.dialogs.current is None
            assert stage.window.centre.trouble.text
            form.revert()

    live(play)
