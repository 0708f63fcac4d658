"""A next request that is not valid is not sent: the window says why, mends it, or sends it by express wish."""

from collections.abc import Callable, Iterator

import pytest

from studio.messages.message import Message, user
from studio.messages.parts import Call, Result
from studio.messages.toolspec import ToolSpec
from studio.session.mocks import MockRule
from studio.session.setup import Setup
from studio.workspace.profiles import read_profile
from tests.flow.chat_server import ChatServer, fails, says
from tests.gui.window.conftest import Play, Stage
from tests.gui.window.test_banner import _offers, _press, _words

Live = Callable[[Play], None]
REFUSED = "Each tool call wants its result."


@pytest.fixture
def server() -> Iterator[ChatServer]:
    with ChatServer(fails(400, REFUSED), says("Done.")) as made:
        yield made


def _open(stage: Stage, server: ChatServer, *more: Message) -> None:
    """A call without a result, and a result that no call asked for."""
    stage.program.workspace.save_profile(read_profile({"name": "p", "base_url": server.url, "model": "gpt-4o-mini"}))
    choice = stage.program.workspace.choice(stage.program.workspace.profiles[0])
    session = stage.program.workspace.new(setup=Setup(responder=choice))
    asked = Message("assistant", (Call("look", "{}", "call_1"),))
    for message in (
        user("hi"),
        asked,
        user("wait"),
        Message("tool", (Result("call_9", "x", "look"),)),
        *more,
        user("and now?"),
    ):
        session.add_message(message)
    stage.window.bridge.show(session)


@pytest.mark.promise("F3")
def test_an_invalid_history_is_not_sent_and_mended_by_one_button(live: Live, server: ChatServer) -> None:
    async def play(stage: Stage) -> None:
        _open(stage, server)
        await stage.frame()
        assert _words(stage).startswith("Not sent: the messages are not valid — The call"), "before anybody tried"
        assert not server.requests
        assert "The call look (call_1) has no result." in _words(stage)
        assert _words(stage).endswith("has no result. (and 1 more)")
        assert _offers(stage) == ["send_anyway", "show_history", "repair_messages"]
        assert stage.window.actions_.reasons["step"].startswith("The messages cannot be sent like this.")
        assert stage.window.problems.count == 2
        head, editor = stage.session.head, stage.window.panes.request.json.editor
        stage.window.panes.request.show_view("json")
        await stage.frame()
        editor.setPlainText(editor.text().replace("and now?", "and NOW?"))
        editor.flush()
        _press(stage, "repair_messages")
        assert stage.session.head == head, "what is typed would take the repair back when it is committed"
        stage.window.panes.request.json.forget()
        await stage.frame()
        stage.window.go_to("problems")
        assert stage.window.problems.list.hasFocus(), "not the button of a repair"
        _press(stage, "repair_messages")
        await stage.frame()
        assert stage.window.problems.count == 0
        assert not stage.window.actions_.reasons["step"]
        notice = stage.window.centre.notice
        assert notice.text() == "Repaired: gave a call a result (1) · removed a result (1)."
        notice._action.click()
        assert stage.session.head == head
        assert not server.requests

    live(play)


def test_f8_goes_through_what_is_wrong_with_what_is_typed_and_its_repair_keeps_the_caret(
    live: Live, server: ChatServer
) -> None:
    async def play(stage: Stage) -> None:
        _open(stage, server)
        await stage.frame()
        head, editor = stage.session.head, stage.window.panes.request.json.editor
        stage.window.panes.request.show_view("json")
        editor.setPlainText(editor.text().replace("and now?", "and NOW?"))
        editor.flush()
        stage.window.problems.list.clearSelection()
        said: list[str] = []
        stage.window.problems.gone_to.connect(said.append)
        for wrong in ('"call_1"', '"call_9"'):
            stage.trigger("next_problem")
            assert "call_1" in said[-1] or "call_9" in said[-1], "a screen reader is told which it is"
            assert editor.hasFocus()
            assert editor.folded_at_caret() is None
            assert editor.shown()[editor._offset(editor.textCursor().position()) :].startswith(wrong)
        listed = stage.window.problems.list.topLevelItem(1)
        assert listed is not None
        assert listed.text(2).endswith("· as typed")
        line = editor.caret_line()
        stage.window.problems.list.itemWidget(listed, 3).click()  # type: ignore[attr-defined]
        await stage.frame()
        assert stage.window.problems.count < 2, "what is typed is committed with the repair"
        assert not stage.window.panes.request.json.has_draft
        assert editor.caret_line() > line - 6, "nobody is thrown to the first line"
        stage.trigger("undo")
        assert stage.session.head == head

    live(play)


@pytest.mark.promise("F3")
def test_send_anyway_sends_once_and_shows_what_the_provider_said(live: Live, server: ChatServer) -> None:
    async def play(stage: Stage) -> None:
        _open(stage, server)
        await stage.frame()
        _press(stage, "send_anyway")
        await stage.until(lambda: server.requests)
        await stage.stopped("exception")
        assert REFUSED in _words(stage)
        assert _offers(stage) == ["step", "repair_messages"]
        rows = list(stage.window.timeline.model.rows or ())
        assert [badge.words.key for row in rows if row.kind == "request" for badge in row.badges] == [
            "badge.sent_anyway"
        ]
        _press(stage, "step")
        await stage.until(lambda: _words(stage).startswith("Not sent"))
        assert len(server.requests) == 1

    live(play)


@pytest.mark.promise("F10")
def test_a_loop_that_gets_nowhere_is_told_in_problems_and_at_its_call(live: Live) -> None:
    asked = says("", ("look", '{"at": "the cup"}'))

    async def play(stage: Stage) -> None:
        with ChatServer(asked, asked, asked, says("I found nothing.")) as server:
            stage.program.workspace.save_profile(read_profile({"name": "p", "base_url": server.url, "model": "m"}))
            choice = stage.program.workspace.choice(stage.program.workspace.profiles[0])
            rules = (MockRule("l", tool="look", text="nothing"),)
            stage.window.desk.new(Setup(responder=choice, tools=(ToolSpec("look"),), mocks=rules), "look")
            await stage.stopped()
            await stage.session.run_to_end()
            await stage.frame()
        listed = stage.window.problems.list.topLevelItem(0)
        assert listed is not None
        assert listed.text(0) == "loop.repeated_call"
        stage.trigger("next_problem")
        rows, at = stage.window.timeline.model.rows, stage.window.timeline.view.current_row
        assert rows is not None
        assert rows.row(at).call == stage.session.loop_findings()[0].calls[-1]
        assert [badge.words.key for badge in rows.row(at).badges][-1] == "badge.loop.repeated_call"
        assert listed.text(1) in rows.row(at).notes

    live(play)


def test_f8_goes_through_the_problems_and_a_long_body_is_checked_beside_the_window(
    live: Live, server: ChatServer
) -> None:
    async def play(stage: Stage) -> None:
        _open(stage, server, *(user("y" * 1000) for _ in range(240)))
        await stage.frame()
        stage.trigger("next_problem")
        chat = stage.window.panes.request.chat
        await stage.until(lambda: chat.block_of(1) is not None)
        first = chat.block_of(1)
        assert first is not None
        assert first.block.hasFocus()
        stage.trigger("next_problem")
        second = chat.block_of(3)
        assert second is not None
        assert second.block.hasFocus()
        stage.window.panes.request.show_view("json")
        editor = stage.window.panes.request.json.editor
        await stage.until(lambda: len(editor.marks()) == 2)
        checks, tasks = stage.window.panes.request.history_checks, stage.window.bridge._tasks
        await stage.until(lambda: not stage.window.bridge.is_busy)
        editor.take_marks([])
        for _ in range(4):
            checks._check_large(asked=True)
            assert len(tasks) == 1, "one check at a time, however fast one types"
        await stage.until(lambda: not stage.window.bridge.is_busy)
        assert len(editor.marks()) == 2
        stage.trigger("previous_problem")
        assert editor.caret_line() == editor.shown()[: editor.marks()[0].start].count("\n")

    live(play)
