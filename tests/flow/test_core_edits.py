"""The whole core on real files: calls, results, replies, requests and settings are edited, and undone."""

import json

import pytest
from msgspec.structs import replace

from studio.engine.edits import EditRefusedError
from studio.messages.message import user
from studio.messages.parts import Call
from studio.workspace.opened import OpenedSession
from tests.flow.shop import Shop, last, open_keys, requests, results, say, to_the_end

pytestmark = pytest.mark.anyio


def _without_results(text: str) -> str:
    body = json.loads(text)
    return json.dumps({**body, "messages": body["messages"][:1]})


async def test_an_edited_call_runs_as_it_stands_and_the_reply_quotes_it(session: OpenedSession) -> None:
    session.edit_call(open_keys(session)[1], arguments='{"text": "edited"}')
    await to_the_end(session)
    assert "noted edited" in last(session)
    assert any(b'{\\"text\\": \\"edited\\"}' in session.tree.body(node) for node in requests(session))


async def test_calls_are_mocked_rejected_and_run_in_any_order(session: OpenedSession, shop: Shop) -> None:
    first, second = open_keys(session)
    await session.run_call(second)
    session.mock(first, "made up")
    assert (results(session), shop.runs()) == (["made up", "noted b"], ["note"])
    with pytest.raises(EditRefusedError, match="has its result already"):
        session.reject(first)
    await to_the_end(session)
    say(session, "two")
    await session.step()
    session.reject(open_keys(session)[0], "not today")
    session.reject(open_keys(session)[1])
    assert [text and "rejected" in text for text in results(session)] == [True, True]
    assert "not today" in str(results(session)[0])


async def test_undo_takes_back_a_mock_an_approval_and_an_edit_and_redo_brings_them_again(
    shop: Shop, session: OpenedSession
) -> None:
    before = session.head
    session.mock(open_keys(session)[0], "made up")
    mocked = session.head
    session.undo()
    assert (session.head, results(session)) == (before, [None, None])
    session.redo()
    assert (session.head, results(session)) == (mocked, ["made up", None])
    assert not session.can_redo
    await to_the_end(session)
    say(session, "wipe")
    stop = await session.run()
    assert stop.reason == "approval"
    stood = session.head
    await session.approve(open_keys(session)[0])
    session.undo()
    assert (session.head, shop.runs().count("wipe")) == (stood, 1)
    session.redo()
    assert results(session) == ["wiped"]


async def test_an_edit_of_the_past_that_is_refused_or_changes_nothing_leaves_everything_as_it_was(
    session: OpenedSession,
) -> None:
    reply, key = session.head, open_keys(session)[0]
    await session.step()
    head, undo = session.head, session.can_undo
    with pytest.raises(EditRefusedError, match="no result yet"):
        session.edit_past(reply, lambda there: there.edit_result(key, "x"))
    session.edit_past(reply, lambda there: there.edit_call(key, name="note"))
    assert (session.head, session.can_undo, len(session.branches)) == (head, undo, 1)
    session.undo()
    assert session.head == reply
    session.redo()
    session.edit_past(reply, lambda there: there.edit_call(key, arguments="{}"))
    assert (len(session.branches), session.tree.parent(session.head)) == (2, reply)
    session.undo()
    assert session.head == head, "the way back and the edit are one step"


async def test_the_request_and_the_reply_are_edited_as_json(session: OpenedSession) -> None:
    reply = json.loads(session.reply_json(session.head))
    reply["choices"][0]["message"]["tool_calls"].pop()
    session.edit_reply_json(json.dumps(reply))
    assert len(open_keys(session)) == 1
    with pytest.raises(EditRefusedError, match="no result yet"):
        session.edit_request_json(_without_results(session.request_json()))
    await session.step()
    body = json.loads(session.request_json())
    body["messages"][0]["content"], body["temperature"], body["tools"] = "hello", 0.5, body["tools"][:1]
    session.edit_request_json(json.dumps(body))
    sent = json.loads(session.request_json())
    assert (sent["messages"], sent["temperature"], len(sent["tools"])) == (body["messages"], 0.5, 1)
    await session.step()
    assert json.loads(session.request_json(session.state.last_request)) == sent


async def test_system_text_tools_and_messages_change_what_is_sent_next(session: OpenedSession) -> None:
    await session.step_round()
    session.change_setup(system="Be brief.", off=("wipe",))
    session.edit_message(0, user("hello there"))
    await session.step()
    sent = json.loads(session.request_json(session.state.last_request))
    assert sent["messages"][:2] == [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "hello there"},
    ]
    assert "wipe" not in [tool["function"]["name"] for tool in sent["tools"]]


async def test_an_added_call_runs_and_its_result_is_sent(session: OpenedSession) -> None:
    assert session.state.open is not None
    reply = session.state.open.reply
    session.edit_reply(replace(reply, parts=(*reply.parts, Call("note", '{"text": "added"}', "mine"))))
    assert session.state.open.calls[2].original is None
    with pytest.raises(EditRefusedError, match="did not ask"):
        session.revert_call(session.state.open.calls[2].key)
    await to_the_end(session)
    assert "noted added" in session.request_json(session.state.last_request)


async def test_an_unknown_tool_and_arguments_that_do_not_fit_are_told_before_they_run(session: OpenedSession) -> None:
    key = open_keys(session)[0]
    session.edit_call(key, name="notes")
    assert "Did you mean note?" in session.problems(key)[0].sentence
    session.edit_call(key, name="note", arguments='{"text": 7}')
    assert [problem.pointer for problem in session.problems(key)] == ["/text"]
    session.revert_call(key)
    assert session.problems(key) == ()
