"""A history that the provider would refuse: named, not sent, mended with one click, or sent by express wish. Real session, real server."""

import json
from pathlib import Path

import pytest

from studio.cli.check import main as check_command
from studio.engine.edits import EditRefusedError
from studio.messages.message import Message, user
from studio.messages.parts import Call, Result, Text
from studio.session.events import HistoryEdited, RequestFailed, RequestSent
from studio.session.notes import Stopped
from studio.session.setup import ResponderChoice
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace
from tests.flow.chat_server import ChatServer, fails, says
from tests.flow.shop import NO_STOPS, Shop, requests, say, to_the_end

pytestmark = [pytest.mark.anyio, pytest.mark.promise("F3")]

INVALID = ("exception", "before_request", "invalid_history")
CALL = Call("note", '{"text": "a"}', "c1")
BROKEN = (Message("assistant", (CALL,)), Message("user", (Text("And now?"),)))


def told(stop: Stopped | None) -> tuple[str, str | None, str]:
    assert stop is not None
    return stop.reason, stop.place, stop.what


async def broken(shop: Shop, workspace: Workspace, server: ChatServer) -> OpenedSession:
    """A session whose next request holds a call without a result."""
    made = await shop.session(
        workspace, shop.folder / "broken.tcsession", responder=shop.live(workspace, server.url), stops=NO_STOPS
    )
    say(made, "two")
    made.journal.append(HistoryEdited(start=1, inserted=BROKEN))
    return made


async def test_an_invalid_history_is_not_sent_however_often_one_goes_on(shop: Shop, workspace: Workspace) -> None:
    with ChatServer(says("Done.")) as server:
        session = await broken(shop, workspace, server)
        for go in (session.run, session.step, session.run_to_end):
            stop = await go()
            assert told(stop) == INVALID
            assert stop.text == "The call note (c1) has no result."
        assert told(session.standing) == INVALID
        assert server.requests == []
        assert requests(session) == []


async def test_one_click_mends_it_as_one_edit_and_then_it_is_sent(shop: Shop, workspace: Workspace) -> None:
    with ChatServer(says("Done.")) as server:
        session = await broken(shop, workspace, server)
        await session.run()
        (problem,) = session.history_problems()
        assert (problem.code, problem.message, problem.pointer) == ("missing_result", 1, "/messages/1/tool_calls/0/id")
        session.repair(problem)
        assert session.history_problems() == ()
        assert told(session.standing)[0] == "step"
        session.undo()
        assert [one.code for one in session.history_problems()] == ["missing_result"]
        assert told(session.standing) == INVALID
        session.redo()
        assert (await session.run()).reason == "finished"
        sent = server.requests[0]["messages"]
        assert [one["role"] for one in sent] == ["user", "assistant", "tool", "user"]
        assert sent[2]["content"] == "No result."
        with pytest.raises(EditRefusedError):
            session.repair(problem)


async def test_sent_anyway_it_goes_once_and_is_kept_with_what_the_provider_said(
    shop: Shop, workspace: Workspace
) -> None:
    with ChatServer(fails(400, "No tool output found for c1."), says("Never.")) as server:
        session = await broken(shop, workspace, server)
        await session.run()
        stop = await session.send_anyway()
        assert told(stop) == ("exception", "before_request", "provider_error")
        sent, failed = session.tree.event(requests(session)[-1]), session.tree.event(session.head)
        assert isinstance(sent, RequestSent)
        assert sent.invalid == ("missing_result",)
        assert isinstance(failed, RequestFailed)
        assert "No tool output found" in failed.error.message
        assert told(await session.run()) == INVALID
        assert len(server.requests) == 1


async def test_what_goes_anyway_is_not_sent_again_by_itself(shop: Shop, workspace: Workspace) -> None:
    workspace.retries = 2
    with ChatServer(fails(503, "Busy."), says("Never.")) as server:
        session = await broken(shop, workspace, server)
        assert told(await session.send_anyway()) == ("exception", "before_request", "provider_error")
        assert len(server.requests) == 1


async def test_a_server_that_takes_it_all_the_same_answers_and_nothing_is_asked_twice(
    shop: Shop, workspace: Workspace
) -> None:
    with ChatServer(says("", ("note", '{"text": "b"}')), says("Done.")) as server:
        session = await broken(shop, workspace, server)
        await session.run()
        assert (await session.send_anyway()).reason == "step"
        assert shop.runs() == []
        assert told(await session.run()) == INVALID
        assert shop.runs() == ["note"]
        assert len(server.requests) == 1


async def test_it_stands_there_still_when_the_file_is_opened_again(shop: Shop, workspace: Workspace) -> None:
    with ChatServer() as server:
        session = await broken(shop, workspace, server)
        await session.run()
        path = session.path
        await workspace.close_session(session)
        again = workspace.open(path)
        assert told(again.standing) == INVALID
        again.repair(again.history_problems()[0])
        assert told(again.standing)[0] == "step"


async def test_a_replay_sends_it_again_without_asking(shop: Shop, workspace: Workspace) -> None:
    with ChatServer(says("Done.")) as server:
        session = await broken(shop, workspace, server)
        await session.send_anyway()
        await workspace.close_session(session)
    again = workspace.replay(session.path)
    assert (await to_the_end(again)).reason == "finished"
    sent = again.tree.event(requests(again)[-1])
    assert isinstance(sent, RequestSent)
    assert (sent.invalid, again.difference) == (("missing_result",), None)


async def test_so_does_a_replay_that_asks_a_live_model_until_the_person_changes_it(
    shop: Shop, workspace: Workspace
) -> None:
    with ChatServer(says("Done."), says("Done again.")) as server:
        session = await broken(shop, workspace, server)
        await session.send_anyway()
        await workspace.close_session(session)
        again = workspace.replay(session.path)
        again.model_mode = "live"
        assert (await to_the_end(again)).reason == "finished"
        assert len(server.requests) == 2
        again.add_message(Message("user", (Text("More."),)))
        assert told(await again.run()) == INVALID
        assert len(server.requests) == 2


async def test_a_body_is_checked_as_it_is_typed(shop: Shop, workspace: Workspace) -> None:
    with ChatServer() as server:
        session = await broken(shop, workspace, server)
        text = session.request_json()
        assert [one.code for one in session.check_body(text)] == ["missing_result"]
        assert session.check_body(text[: len(text) // 2]) == ()
        assert session.check_body("[1]") == ()
        body = json.loads(text)
        body["messages"][1]["tool_calls"] = 5
        assert all(one.severity == "warning" for one in session.check_body(json.dumps(body)))
        body["messages"] = [{"role": ["user"]}, 7, None, {"role": "tool"}]
        assert [one.code for one in session.check_body(json.dumps(body))] == ["orphan_result"]


async def test_open_calls_are_no_problem_while_one_steps(shop: Shop, workspace: Workspace) -> None:
    session = await shop.session(workspace)
    say(session, "two")
    await session.step()
    assert session.history_problems() == ()
    session.journal.append(HistoryEdited(start=1, removed=0, inserted=(Message("tool", (Result("x", "42"),)),)))
    assert {one.code for one in session.history_problems()} == {"orphan_result", "missing_result"}


A, B = Call("note", '{"text": "a"}', "c1"), Call("wipe", "{}", "c2")
TRUE = Result("c_typo", "noted a", "note")


def texts(session: OpenedSession) -> list[tuple[str | None, str]]:
    """The results of the next request, as (id, text)."""
    body = json.loads(session.request_json())
    return [(one["tool_call_id"], one["content"]) for one in body["messages"] if one["role"] == "tool"]


WIPED = Result("c2", "wiped")


async def with_results(shop: Shop, workspace: Workspace, *results: Result) -> OpenedSession:
    """A session whose next request holds two calls and these results."""
    session = await shop.session(workspace)
    say(session, "two")
    session.journal.append(HistoryEdited(start=1, inserted=(Message("assistant", (A, B)), Message("tool", results))))
    return session


@pytest.mark.parametrize("results", [(TRUE, WIPED), (WIPED, TRUE), (WIPED, Result("c2", "noted a"))])
async def test_a_result_with_a_wrong_id_gets_that_of_the_only_call_without_one_and_is_never_lost(
    shop: Shop, workspace: Workspace, results: tuple[Result, ...]
) -> None:
    session = await with_results(shop, workspace, *results)
    stood = session.head
    assert {one.repair for one in session.history_problems()} == {"match_result"}
    for problem in session.history_problems():
        session.repair(problem)
        assert sorted(texts(session)) == [("c1", "noted a"), ("c2", "wiped")]
        assert session.history_problems() == ()
        session.undo()
    assert [one.repair for one in session.repair_all()] == ["match_result"]
    session.undo()
    assert session.head == stood


async def test_whose_a_result_is_is_never_guessed_and_what_is_taken_away_is_told(
    shop: Shop, workspace: Workspace
) -> None:
    session = await with_results(shop, workspace, TRUE)
    assert [one.repair for one in session.history_problems()] == ["give_result", "give_result", "drop_result"]
    done = session.repair_all()
    assert [one.repair for one in done] == ["give_result", "give_result", "drop_result"]
    assert texts(session) == [("c1", "No result."), ("c2", "No result.")]


async def test_what_cannot_be_repaired_is_told_when_all_else_is(shop: Shop, workspace: Workspace) -> None:
    mistral = ResponderChoice("live", "m", base_url="https://api.mistral.ai/v1", model_name="mistral-small-latest")
    session = await shop.session(workspace, responder=mistral)
    for one in (Message("user", (Text("hi"),), extra={"name": "Ann"}), user("there"), Message("assistant", ())):
        session.add_message(one)
    session.add_message(user("more"))
    before = [one.repair for one in session.history_problems()]
    assert before == ["join_messages", "drop_message"]
    with pytest.raises(EditRefusedError, match="cannot be one"):
        session.repair_all()
    assert {one.repair for one in session.history_problems()} == {"join_messages"}


@pytest.mark.promise("F11")
async def test_the_check_command_names_what_was_sent_and_what_would_be(
    shop: Shop, workspace: Workspace, capsys: pytest.CaptureFixture[str]
) -> None:
    with ChatServer(says("Done.")) as server:
        session = await broken(shop, workspace, server)
        await session.send_anyway()
        path = session.path
        await workspace.close_session(session)
    assert check_command([str(path), "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    (branch,) = told["files"][0]["branches"]
    (request,) = branch["requests"]
    assert request["sent_anyway"] is True
    assert [one["code"] for one in request["problems"]] == ["missing_result"]
    assert [one["code"] for one in branch["next"]] == ["missing_result"]
    assert check_command([str(path.parent)]) == 1
    assert "request of round 1" in capsys.readouterr().out
    assert check_command([str(path), "--branch", "other"]) == 2
    assert check_command([str(path), "--dialect", "ollama_chat"]) == 0


def test_a_file_that_is_no_session_is_told_with_its_exit_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "none.tcsession"
    file.write_text("nothing", encoding="utf-8")
    assert check_command([str(file)]) == 3
    assert capsys.readouterr().err
