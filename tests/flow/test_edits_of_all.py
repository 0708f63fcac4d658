"""Whatever is edited: messages, parameters, tools, model, reply, calls, results, system text. Several places at once are one step."""

import json
from typing import Any

import pytest

from studio.engine.edits import EditRefusedError
from studio.messages.message import user
from studio.present.rows import Rows
from studio.present.transcript_entries import AnyEntry, CallEditedEntry, ResultEditedEntry
from studio.session.events import CallEdited, Edit, EditedTogether, HistoryEdited, ResultEdited, SetupChanged
from studio.session.nodes import CallKey
from studio.store.shelf import look
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace
from tests.flow.shop import Shop, open_keys, requests, results, to_the_end, told

pytestmark = [pytest.mark.anyio, pytest.mark.promise("F1")]


def _body(session: OpenedSession) -> dict[str, Any]:
    body: dict[str, Any] = json.loads(session.request_json())
    return body


def _ids(session: OpenedSession) -> list[str | None]:
    return [call.call.id for call in session.state.open.calls] if session.state.open is not None else []


async def test_calls_are_added_doubled_moved_and_removed_and_each_is_one_step_of_undo(session: OpenedSession) -> None:
    first, second = open_keys(session)
    before, reply = session.request_json(), session.head
    copy = session.duplicate_call(first)
    assert open_keys(session) == [first, copy, second]
    assert len(set(_ids(session))) == 3, "the copy has an id of its own"
    session.move_call(second, 0)
    added = session.add_call("note", '{"text": "new"}', at=1)
    assert open_keys(session) == [second, added, first, copy]
    session.remove_call(first)
    assert open_keys(session) == [second, added, copy]
    await session.run_call(copy)
    await session.run_call(added)
    await session.run_call(second)
    assert results(session) == ["noted b", "noted new", "noted a"]
    sent = _body(session)["messages"]
    assert [message["tool_call_id"] for message in sent if message["role"] == "tool"] == _ids(session)
    with pytest.raises(EditRefusedError, match="has begun"):
        session.remove_call(copy)
    session.rewind(reply)
    assert session.request_json() == before
    session.add_call("wipe")
    session.undo()
    assert session.request_json() == before


async def test_an_added_call_of_a_tool_comes_with_its_required_arguments(session: OpenedSession) -> None:
    key = session.add_call("note")
    assert session.state.open is not None
    added = session.state.open.calls[-1]
    assert (added.key, added.call.arguments, added.original) == (key, '{"text": ""}', None)
    session.edit_reply_text("Three.")
    assert (session.state.open.reply.text, session.state.open.original.text) == ("Three.", "Two.")


async def test_several_places_of_the_request_are_one_event_and_one_undo(
    shop: Shop, workspace: Workspace, session: OpenedSession
) -> None:
    await session.step_round()
    before, head = session.request_json(), session.head
    body = _body(session)
    body["messages"][0]["content"], body["messages"][-1]["content"] = "hello", "changed"
    body["temperature"], body["model"], body["tools"] = 0.5, "other", body["tools"][:1]
    session.edit_request_json(json.dumps(body))
    event = session.tree.event(session.head)
    assert isinstance(event, EditedTogether)
    assert {type(edit) for edit in event.edits} == {SetupChanged, HistoryEdited}
    assert session.tree.parent(session.head) == head
    after = session.request_json()
    assert json.loads(after) == body
    session.undo()
    assert session.request_json() == before
    session.redo()
    assert session.request_json() == after
    await session.step()
    assert _shown(session) == ["edited"]
    await workspace.close_session(session)
    again = workspace.open(session.path)
    assert json.loads(again.request_json(requests(again)[-1])) == body
    assert told(again) == told(session)
    assert [type(entry).__name__ for entry in told(again)].count("HistoryEntry") >= 1
    replayed = workspace.replay(session.path)
    await to_the_end(replayed)
    assert replayed.difference is None
    assert [replayed.tree.body(node) for node in requests(replayed)] == [
        again.tree.body(node) for node in requests(again)
    ]


def _shown(session: OpenedSession) -> list[str]:
    """What the row of the last request says of edits."""
    rows = [row for row in Rows(session.tree, session.head) if row.kind == "request"]
    return ["edited" for badge in rows[-1].badges if badge.words.key == "badge.edited"]


async def test_edits_of_several_calls_and_results_at_once_are_replayed_under_their_new_keys(
    shop: Shop, workspace: Workspace, session: OpenedSession
) -> None:
    first, second = open_keys(session)
    await session.run_call(first)
    assert session.state.open is not None
    call = session.state.open.calls[1].call
    now = type(call)(call.name, '{"text": "c"}', call.id)
    _together(session, ResultEdited(call=first, text="other"), CallEdited(call=second, now=now, truth="keep"))
    assert results(session) == ["other", None]
    rows = {row.call: row for row in Rows(session.tree, session.head) if row.kind == "call"}
    assert (rows[first].edited, rows[second].edited) == (False, True)
    session.undo()
    assert (results(session), session.state.open.calls[1].edited) == (["noted a", None], False)
    session.redo()
    await to_the_end(session)
    await workspace.close_session(session)
    again = workspace.replay(session.path)
    await to_the_end(again)
    assert (again.difference, again.unused_calls) == (None, ())
    assert _edits(again) == _edits(session)
    assert len(_edits(again)) == 2


def _edits(session: OpenedSession) -> list[AnyEntry]:
    return [entry for entry in told(session) if isinstance(entry, CallEditedEntry | ResultEditedEntry)]


def _together(session: OpenedSession, *edits: Edit) -> None:
    session.journal.append(EditedTogether(edits=edits))


async def test_a_result_is_edited_before_and_after_it_was_sent(session: OpenedSession) -> None:
    first, _ = open_keys(session)
    await session.step_round()
    session.edit_result(first, "before")
    node = session.head
    await session.step()
    place = next(at for at, message in enumerate(_body(session)["messages"]) if message["role"] == "tool")
    session.edit_sent_result(place, "after", is_error=True)
    assert [message["content"] for message in _body(session)["messages"]][place] == "after"
    with pytest.raises(EditRefusedError, match="no such result"):
        session.edit_sent_result(0, "x")
    session.edit_past(node, lambda there: there.edit_result(first, "forked"))
    assert (results(session)[0], len(session.branches)) == ("forked", 2)
    session.undo()
    assert _body(session)["messages"][place]["content"] == "after"


async def test_messages_parameters_tools_model_and_system_text_are_edited_and_taken_back(
    session: OpenedSession,
) -> None:
    await session.step_round()
    before = session.request_json()
    session.edit_message(0, user("hello"))
    session.change_setup(params={"temperature": 0.1}, off=("wipe",), system="Be brief.")
    session.use_model("small")
    body = _body(session)
    assert (body["model"], body["temperature"], body["messages"][0]["content"]) == ("small", 0.1, "Be brief.")
    assert body["messages"][1]["content"] == "hello"
    assert "wipe" not in [tool["function"]["name"] for tool in body["tools"]]
    for _ in range(3):
        session.undo()
    assert session.request_json() == before


async def test_the_shelf_names_the_tool_of_a_call_that_was_edited_with_others(
    shop: Shop, workspace: Workspace, session: OpenedSession
) -> None:
    first, second = open_keys(session)
    assert session.state.open is not None
    calls = {call.key: call.call for call in session.state.open.calls}

    def renamed(key: CallKey, name: str) -> CallEdited:
        return CallEdited(call=key, now=type(calls[key])(name, calls[key].arguments, calls[key].id))

    _together(session, renamed(first, "wipe"), renamed(second, "wait"))
    await session.run()
    shelved = look(session.path)
    assert shelved is not None
    assert shelved.tool == "wipe"
