"""What an MCP server asks the person while it works: forms, addresses; answered, taken back, kept and shown. With a real server."""

import asyncio
import json
from pathlib import Path

import pytest

from studio.engine.edits import EditRefusedError
from studio.present.labels import english
from studio.present.row import Row
from studio.present.rows import Rows
from studio.present.story import story
from studio.present.transcript_asked_entry import ServerAskedEntry
from studio.session.server_view import Answer, Question
from studio.tasks import spawn
from studio.workspace.by_hand import MadeCall
from studio.workspace.changes import Change, ServerChanged
from studio.workspace.opened import OpenedSession
from studio.workspace.server_questions import CALL_OVER, TAKEN_BACK
from studio.workspace.workspace import Workspace
from tests.flow.asked import calls, events, form, running, told_server, url, with_server
from tests.flow.chat_server import ChatServer, says
from tests.flow.shop import Shop, told

pytestmark = pytest.mark.anyio

ACCEPT, DECLINE, CANCEL = (Answer(action=each) for each in ("accept", "decline", "cancel"))


def filled(**content: object) -> Answer:
    """A form that is sent."""
    return Answer(action="accept", content=content)


def kinds(session: OpenedSession) -> list[str]:
    """The kinds of the rows of the timeline, from the first call on."""
    rows = Rows(session.tree, session.head)
    found: list[str] = [rows.row(at).kind for at in range(len(rows))]
    return found[found.index("call") :]


@pytest.mark.promise("E4")
async def test_a_form_that_a_server_asks_for_comes_to_the_person_and_what_was_filled_in_is_kept_under_its_call(
    shop: Shop, workspace: Workspace
) -> None:
    with ChatServer(calls(form()), says("Hello Ann.")) as chat:
        session = with_server(shop, workspace, chat)
        async with running(session) as turn:
            question = await turn.question()
            assert (question.server, question.what, question.message) == ("asking", "form", "Who are you?")
            assert question.schema is not None
            assert len(chat.requests) == 1
            session.answer_question(question.number, filled(name="Ann", age=41))
            assert (await turn.stop()).reason == "finished"
        assert json.loads(told_server(chat)[0]) == {"action": "accept", "content": {"name": "Ann", "age": 41}}
    (event,) = events(session)
    assert (event.action, event.content, event.call) == ("accept", {"name": "Ann", "age": 41}, question.call)
    await workspace.close_session(session)
    again = workspace.open(session.path)
    assert events(again) == [event]
    assert kinds(again) == ["call", "asked", "result", "round", "request", "response"]
    (entry,) = (each for each in told(again) if isinstance(each, ServerAskedEntry))
    assert (entry.tool, entry.call, entry.message, entry.content) == ("ask", 1, "Who are you?", event.content)
    (asked,) = story(again.tree, again.head).rounds[0].actions[0].questions
    assert (asked.server, asked.action, json.loads(asked.filled)) == ("asking", "accept", event.content)


async def test_a_form_that_does_not_fit_is_not_sent_and_the_question_stays(shop: Shop, workspace: Workspace) -> None:
    schema = {
        "type": "object",
        "properties": {
            "mail": {"type": "string", "format": "email"},
            "when": {"type": "string", "format": "date"},
            "many": {"type": "array", "items": {"anyOf": [{"const": "a", "title": "A"}, {"const": "b"}]}},
            "one": {"type": "string", "oneOf": [{"const": "x", "title": "X"}]},
            "much": {"type": "number", "maximum": 5},
        },
        "required": ["mail"],
    }
    with ChatServer(calls(form(schema=schema)), says("So be it.")) as chat:
        session = with_server(shop, workspace, chat)
        async with running(session) as turn:
            number = (await turn.question()).number
            wrong = {"mail": "me", "when": "tomorrow", "many": ["c"], "one": "y", "much": 6}
            places = {problem.pointer for problem in session.check_answer(number, wrong)}
            assert places == {"/mail", "/when", "/many/0", "/one", "/much"}
            for content in (wrong, {}, {"mail": 5}):
                with pytest.raises(EditRefusedError):
                    session.answer_question(number, filled(**content))
            assert (len(session.questions), events(session)) == (1, [])
            right = {"mail": "me@example.com", "when": "2026-12-31", "many": ["a", "b"], "one": "x", "much": 5}
            session.answer_question(number, filled(**right))
            await turn.stop()
            with pytest.raises(EditRefusedError, match="Nobody asks this any more"):
                session.answer_question(number, filled(**right))
        assert json.loads(told_server(chat)[0])["content"] == right


@pytest.mark.parametrize("answer", [DECLINE, CANCEL])
async def test_a_form_can_be_declined_and_left_unanswered(shop: Shop, workspace: Workspace, answer: Answer) -> None:
    with ChatServer(calls(form()), says("A pity.")) as chat:
        session = with_server(shop, workspace, chat)
        async with running(session) as turn:
            session.answer_question((await turn.question()).number, answer)
            await turn.stop()
        assert json.loads(told_server(chat)[0]) == {"action": answer.action}
    assert [(each.action, each.content, each.error) for each in events(session)] == [(answer.action, None, "")]


async def test_what_is_typed_into_a_field_for_a_secret_reaches_the_server_and_no_file(
    shop: Shop, workspace: Workspace
) -> None:
    with ChatServer(calls(form()), says("Thank you.")) as chat:
        session = with_server(shop, workspace, chat)
        async with running(session) as turn:
            secret = "correct horse battery"
            session.answer_question((await turn.question()).number, filled(name="Ann", password=secret))
            await turn.stop()
            assert [message for message in session.server_messages("asking") if secret in message.text] == []
        # The server got it, for it says so; what it says is blanked where it is kept and shown.
        assert json.loads(told_server(chat)[0])["content"] == {"name": "Ann", "password": "[redacted]"}
    assert events(session)[0].content == {"name": "Ann", "password": "[redacted]"}
    written = [path for path in shop.folder.rglob("*") if path.is_file() and secret.encode() in path.read_bytes()]
    assert written == []


async def test_an_address_is_shown_whole_and_accepting_it_sends_nothing_but_consent(
    shop: Shop, workspace: Workspace
) -> None:
    address = "https://login.example.com:8443/start?for=you#here"
    with ChatServer(calls(url(address)), says("Done.")) as chat:
        session = with_server(shop, workspace, chat)
        async with running(session) as turn:
            question = await turn.question()
            assert (question.what, question.url, question.message) == ("url", address, "Sign in.")
            session.answer_question(question.number, filled(anything="typed"))
            await turn.stop()
        assert json.loads(told_server(chat)[0]) == {"action": "accept"}
    row = next(row for row in _rows(session) if row.kind == "asked")
    assert address in [english(each) if not isinstance(each, str) else each for each in row.summary]
    assert [badge.words.key for badge in row.badges] == ["badge.asked.accept"]


def _rows(session: OpenedSession) -> list[Row]:
    rows = Rows(session.tree, session.head)
    return [rows.row(at) for at in range(len(rows))]


@pytest.mark.parametrize(("then", "status"), [("take_back", "ok"), ("go_on", "ok"), ("die", "died")])
async def test_a_question_that_nobody_waits_for_any_more_goes_away_and_is_kept_with_the_reason(
    shop: Shop, workspace: Workspace, then: str, status: str
) -> None:
    with ChatServer(calls(form(then=then)), says("Well.")) as chat:
        session = with_server(shop, workspace, chat)
        async with running(session) as turn:
            assert (await turn.stop()).reason == "finished"
        assert session.questions == ()
    (event,) = events(session)
    assert (event.action, event.content) == ("cancel", None)
    assert event.error in (TAKEN_BACK, CALL_OVER)
    result = next(each for each in session.tree.events(session.head) if type(each).__name__ == "ResultRecorded")
    assert getattr(result, "status", "") == status


async def test_stopping_the_run_withdraws_its_questions_and_the_session_goes_on(
    shop: Shop, workspace: Workspace
) -> None:
    with ChatServer(calls(form()), says("Well.")) as chat:
        session = with_server(shop, workspace, chat)
        async with running(session) as turn:
            await turn.question()
            await session.cancel()
            await turn.stop()
        assert session.questions == ()
        (event,) = events(session)
        assert (event.action, bool(event.error)) == ("cancel", True)
        assert event.call is not None


async def test_closing_the_session_answers_nobody_and_says_so_in_the_file(shop: Shop, workspace: Workspace) -> None:
    with ChatServer(calls(form())) as chat:
        session = with_server(shop, workspace, chat)
        async with running(session) as turn:
            await turn.question()
            await workspace.close_session(session)
    (event,) = events(workspace.open(session.path))
    assert (event.action, event.error) == ("cancel", "The session was closed.")


async def test_questions_of_two_calls_at_once_are_answered_each_by_itself(shop: Shop, workspace: Workspace) -> None:
    with ChatServer(calls(form("First?"), form("Second?")), says("Both.")) as chat:
        session = with_server(shop, workspace, chat, concurrent=True)
        async with running(session) as turn:
            first, second = await turn.questions(2)
            session.answer_question(second.number, DECLINE)
            session.answer_question(first.number, filled(name="one"))
            await turn.stop()
        assert [json.loads(each)["action"] for each in told_server(chat)] == ["accept", "decline"]
    # While two of its calls run, a server of this age does not say for which of them it asks: then it is a step of the round.
    assert [each.asked["message"] for each in events(session)] == ["Second?", "First?"]
    assert kinds(session).count("asked") == 2


async def test_a_question_twice_in_one_call_is_two_questions_answered_in_any_order(
    shop: Shop, workspace: Workspace
) -> None:
    with ChatServer(calls(form(then="twice")), says("Both.")) as chat:
        session = with_server(shop, workspace, chat)
        async with running(session) as turn:
            one, two = await turn.questions(2)
            session.answer_question(two.number, filled(name="second"))
            session.answer_question(one.number, DECLINE)
            await turn.stop()
        assert [json.loads(line)["action"] for line in told_server(chat)[0].splitlines()] == ["accept", "decline"]
    assert [(each.action, each.call) for each in events(session)] == [("accept", one.call), ("decline", one.call)]


async def test_going_back_to_a_question_stands_before_its_call(shop: Shop, workspace: Workspace) -> None:
    with ChatServer(calls(form()), says("Well.")) as chat:
        session = with_server(shop, workspace, chat)
        async with running(session) as turn:
            session.answer_question((await turn.question()).number, DECLINE)
            await turn.stop()
            session.rewind(events(session)[0].id)
            assert session.state.open is not None
            assert [call.status for call in session.state.open.calls] == ["open"]


async def test_a_replay_gives_the_recorded_result_and_asks_nobody(
    shop: Shop, workspace: Workspace, tmp_path: Path
) -> None:
    with ChatServer(calls(form()), says("Hello Ann.")) as chat:
        session = with_server(shop, workspace, chat)
        async with running(session) as turn:
            session.answer_question((await turn.question()).number, filled(name="Ann"))
            await turn.stop()
        await workspace.close_session(session)
        again = workspace.replay(session.path, into=tmp_path / "again.tcsession")
        async with running(again) as turn:
            assert (await turn.stop()).reason == "finished"
        assert (again.questions, events(again), len(chat.requests)) == ((), [], 2)
        assert again.answer() == ("Hello Ann.",)


async def test_a_replay_with_live_tools_asks_anew_and_keeps_the_new_answer_alone(
    shop: Shop, workspace: Workspace, tmp_path: Path
) -> None:
    with ChatServer(calls(form()), says("Hello Ann.")) as chat:
        session = with_server(shop, workspace, chat)
        async with running(session) as turn:
            session.answer_question((await turn.question()).number, filled(name="Ann"))
            await turn.stop()
        await workspace.close_session(session)
        again = workspace.replay(session.path, into=tmp_path / "again.tcsession", tools="live")
        again.trust_server("asking", for_good=False)
        async with running(again) as turn:
            again.answer_question((await turn.question()).number, filled(name="Bob"))
            await turn.stop()
        assert ([each.content for each in events(again)], len(chat.requests)) == ([{"name": "Bob"}], 2)
        # The model's reply is recorded for what Ann said: the request differs, and that is where it stops.
        assert again.difference is not None


async def by_hand(session: OpenedSession) -> tuple[asyncio.Task[MadeCall], Question]:
    """A call made by hand, and what its server asks."""
    came = asyncio.Event()

    def heard(change: Change) -> None:
        if isinstance(change, ServerChanged) and change.what == "question":
            came.set()

    end = session.subscribe(heard)
    calling = spawn(session.call_by_hand("ask", form()), name="by hand")
    await came.wait()
    end()
    return calling, session.questions[0]


async def test_a_call_by_hand_may_ask_too_and_what_it_asked_goes_away_with_it(shop: Shop, workspace: Workspace) -> None:
    with ChatServer() as chat:
        session = with_server(shop, workspace, chat)
        await session.start_server("asking")
        calling, question = await by_hand(session)
        session.answer_question(question.number, filled(name="Ann"))
        assert json.loads((await calling).outcome.text)["content"] == {"name": "Ann"}
        calling, _ = await by_hand(session)
        calling.cancel()
        await asyncio.wait({calling})
        assert session.questions == ()
        assert [(each.call, each.action) for each in events(session)] == [(None, "accept"), (None, "cancel")]
        await session.close()
