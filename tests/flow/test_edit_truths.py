"""What the history says of an edited call: rewrite, keep and notify, keep; shown beforehand as the exact next request."""

import json
from typing import Any

import pytest

from studio.engine.edits import EditRefusedError
from studio.messages.parts import Call
from studio.messages.reply import ChatReply
from studio.present.transcript_entries import AnyEntry, CallEditedEntry
from studio.session.events import CallEdited, ReplyReceived, RequestSent
from studio.session.nodes import CallKey
from studio.session.truths import Truth
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace
from tests.flow.shop import Shop, open_keys, requests, results, to_the_end, told

pytestmark = [pytest.mark.anyio, pytest.mark.promise("F2")]

MINE = '{"text": "mine"}'


def _sent(session: OpenedSession) -> list[dict[str, Any]]:
    messages: list[dict[str, Any]] = json.loads(session.request_json())["messages"]
    return messages


def _asked(messages: list[dict[str, Any]]) -> list[tuple[str, str, str]]:
    calls = next(message["tool_calls"] for message in messages if message.get("tool_calls"))
    return [(call["id"], call["function"]["name"], call["function"]["arguments"]) for call in calls]


def _answered(messages: list[dict[str, Any]]) -> list[tuple[str, str]]:
    return [(message["tool_call_id"], message["content"]) for message in messages if message["role"] == "tool"]


async def _both_run(session: OpenedSession) -> None:
    for key in open_keys(session):
        await session.run_call(key)


@pytest.mark.parametrize("truth", ["rewrite", "notify", "keep"])
async def test_the_tool_gets_what_the_person_wrote_and_the_model_reads_what_the_truth_says(
    session: OpenedSession, truth: Truth
) -> None:
    first, _ = open_keys(session)
    model_wrote = _asked(_sent(session))[0][2]
    session.edit_call(first, arguments=MINE, truth=truth)
    before, foreseen = session.preview(first, truth, waiting=lambda tool: f"<{tool}>")
    await _both_run(session)
    assert results(session) == ["noted mine", "noted b"], "the tool ran with the person's arguments"
    messages = _sent(session)
    assert _asked(messages)[0][2] == (MINE if truth == "rewrite" else model_wrote)
    notice = f"[The call was changed before it ran. What ran: note({MINE})]\n\n" if truth == "notify" else ""
    assert [text for _, text in _answered(messages)] == [notice + "noted mine", "noted b"]
    # What was shown beforehand is what is sent, but for results that were not there yet.
    shown = json.loads(foreseen)
    assert [text for _, text in _answered(shown["messages"])] == [notice + "<note>", "<note>"]
    assert _asked(shown["messages"]) == _asked(messages)
    assert _asked(json.loads(before)["messages"])[0][2] == model_wrote
    assert json.loads(session.preview(first, truth)[1]) == json.loads(session.request_json())
    await session.step()
    assert json.loads(session.request_json(requests(session)[-1]))["messages"] == messages


async def test_the_truth_is_chosen_anew_while_the_result_is_not_sent_and_undone(session: OpenedSession) -> None:
    first, _ = open_keys(session)
    session.edit_call(first, arguments=MINE)
    await _both_run(session)
    rewritten = session.request_json()
    session.set_truth(first, "notify", "The clerk corrected this.")
    assert _answered(_sent(session))[0][1] == "The clerk corrected this.\n\nnoted mine"
    session.set_truth(first, "keep")
    assert _answered(_sent(session))[0][1] == "noted mine"
    assert _asked(_sent(session))[0][2] != MINE
    head = session.head
    session.set_truth(first, "keep")
    assert session.head == head, "nothing changed, nothing was written"
    session.undo()
    session.undo()
    assert session.request_json() == rewritten
    await session.step()
    with pytest.raises(EditRefusedError, match="no longer open"):
        session.set_truth(first, "keep")


async def test_a_call_that_was_rejected_is_not_said_to_have_run(session: OpenedSession) -> None:
    first, second = open_keys(session)
    for key in (first, second):
        session.edit_call(key, arguments=MINE, truth="notify")
    session.reject(first, "Not today.")
    session.mock(second, "noted")
    told = [text for _, text in _answered(_sent(session))]
    assert "What ran" not in told[0]
    assert "Not today." in told[0]
    assert told[1].startswith("[The call was changed before it ran.")


async def test_the_session_has_a_default_and_each_call_its_own(session: OpenedSession) -> None:
    first, second = open_keys(session)
    session.change_setup(edit_truth="keep")
    session.edit_call(first, arguments=MINE)
    session.edit_call(second, arguments=MINE, truth="rewrite")
    session.edit_call(second, name="wipe")
    asked = _asked(_sent(session))
    assert asked[0][2] != MINE
    assert asked[1][1:] == ("wipe", MINE), "a further edit of a call is told as the edits before"
    reply = json.loads(session.reply_json(session.head))
    reply["choices"][0]["message"]["tool_calls"][0]["function"]["arguments"] = '{"text": "typed"}'
    session.edit_reply_json(json.dumps(reply))
    assert _asked(_sent(session))[0][2] == asked[0][2], "an edit of the reply's JSON is told as the session says"
    await session.run_call(first)
    assert results(session)[0] == "noted typed"


async def test_where_only_a_rewrite_can_be_the_reason_is_said(session: OpenedSession) -> None:
    first, second = open_keys(session)
    with pytest.raises(EditRefusedError, match="as the model wrote it"):
        session.set_truth(first, "keep")
    session.edit_call(first, id="other")
    with pytest.raises(EditRefusedError, match="Only the id"):
        session.set_truth(first, "notify")
    with pytest.raises(EditRefusedError, match="Only the id"):
        session.edit_call(second, id="new", truth="keep")
    session.edit_call(first, arguments=MINE, truth="keep")
    id, _, arguments = _asked(_sent(session))[0]
    assert (id, arguments != MINE) == ("other", True), "an id is never kept: the result has to name it"
    added = session.add_call("note", MINE)
    with pytest.raises(EditRefusedError, match="did not ask for this call"):
        session.set_truth(added, "keep")


async def test_what_goes_back_to_the_models_words_is_kept_no_more(session: OpenedSession) -> None:
    first, _ = open_keys(session)
    before = session.request_json()
    session.edit_call(first, arguments=MINE, truth="notify")
    session.revert_call(first)
    await _both_run(session)
    assert session.state.open is not None
    assert not session.state.open.edited
    assert "changed before it ran" not in session.request_json()
    session.rewind(session.state.open.event)
    assert session.request_json() == before


async def test_a_replay_of_kept_calls_sends_the_same_and_runs_nothing(
    shop: Shop, workspace: Workspace, session: OpenedSession
) -> None:
    first, second = open_keys(session)
    session.edit_call(first, arguments=MINE, truth="keep")
    session.edit_call(second, arguments=MINE, truth="notify", notice="Changed by hand.")
    await to_the_end(session)
    ran = shop.runs()
    await workspace.close_session(session)
    again = workspace.replay(session.path)
    assert (await to_the_end(again)).reason == "finished"
    assert (again.difference, again.unused_calls, shop.runs()) == (None, (), ran)
    pairs = list(zip(requests(session), requests(again), strict=True))
    assert [session.tree.body(one) for one, _ in pairs] == [again.tree.body(other) for _, other in pairs]
    assert _edits(again) == _edits(session)
    assert len(_edits(again)) == 2


def _edits(session: OpenedSession) -> list[AnyEntry]:
    return [entry for entry in told(session) if isinstance(entry, CallEditedEntry)]


async def test_a_reopened_file_says_the_same(shop: Shop, workspace: Workspace, session: OpenedSession) -> None:
    first, _ = open_keys(session)
    session.edit_call(first, arguments=MINE, truth="notify", notice="By hand.")
    await _both_run(session)
    body, path = session.request_json(), session.path
    edit = next(event for event in session.tree.events(session.head) if isinstance(event, CallEdited))
    assert (edit.truth, edit.notice, edit.now.arguments) == ("notify", "By hand.", MINE)
    await session.close()
    again = workspace.open(path)
    assert again.request_json() == body


async def test_a_signed_call_that_is_rewritten_warns_and_a_kept_one_does_not(session: OpenedSession) -> None:
    first = _signed(session)
    assert [problem.rule for problem in session.problems(first)] == []
    session.edit_call(first, arguments=MINE)
    (problem,) = session.problems(first)
    assert (problem.rule, problem.severity) == ("call.signed", "warning")
    assert session.signed(first) == problem
    session.set_truth(first, "keep")
    assert session.problems(first) == ()


def _signed(session: OpenedSession) -> CallKey:
    """A reply whose first call carries a signature, as it would come from the provider."""
    session.rewind(session.tree.parent(requests(session)[-1]))
    session.journal.append(RequestSent())
    extra = {"extra_content": {"google": {"thought_signature": "c2lnbg=="}}}
    calls = (Call("note", '{"text": "a"}', "call_a", extra=extra),)
    event = session.journal.append(ReplyReceived(reply=ChatReply(calls)))
    return (event.id, 0)
