"""Tests of the calls that can be undone: where their results stand, and that each is retold at its own place."""

import hypothesis.strategies as st
from hypothesis import given

from studio.engine.due import UndoCalls, due, is_undo
from studio.engine.rolling_back import given as given_undo
from studio.engine.rolling_back import skipped
from studio.messages.message import Message, user
from studio.messages.parts import Call, Result
from studio.messages.reply import ChatReply
from studio.messages.toolspec import ToolSpec
from studio.session import undoing
from studio.session.chain import Chain
from studio.session.events import (
    CallEdited,
    HistoryEdited,
    MessageAdded,
    ReplyReceived,
    RequestSent,
    ResultRecorded,
    SetupChanged,
    UndoEnded,
    UndoStarted,
)
from studio.session.folding import fold
from studio.session.journal import Journal, NowhereSink
from studio.session.nodes import CallKey, NodeId
from studio.session.state import EMPTY, SessionState, settled
from studio.session.tree import Tree
from studio.session.undoing import Ran
from tests.histories import few

TOOLS = (ToolSpec("do"), ToolSpec("undo", compensates="do"), ToolSpec("look"), ToolSpec("fail"))
rounds = st.lists(
    st.lists(st.tuples(st.sampled_from(["do", "look", "fail"]), st.booleans()), min_size=1, max_size=3), max_size=5
)
"""Rounds of calls, each with whether it succeeds; a call of `fail` never does."""
ways = st.lists(st.sampled_from(["ran", "failed", "mock", "skip", "killed"]), min_size=1, max_size=12)


class _Told:
    """A session in which rounds are played and every undo that is due is done in the ways that were drawn."""

    def __init__(self, ways: list[str]) -> None:
        self.journal = Journal(Tree(), NowhereSink(), lambda: 0)
        self.undone: list[CallKey] = []
        self._ways = ways
        self.journal.append(SetupChanged(tools=TOOLS, compensation=True))
        self.journal.append(MessageAdded(message=user("go")))

    @property
    def state(self) -> SessionState:
        return self.journal.state

    def play(self, calls: list[tuple[str, bool]]) -> list[CallKey]:
        """One round; the keys that were to be undone after it."""
        self.journal.append(RequestSent())
        asked = tuple(Call(name, "{}", "same") for name, _ in calls)
        reply = self.journal.append(ReplyReceived(reply=ChatReply(asked)))
        for at, (name, well) in enumerate(calls):
            text = f"{name} {reply.id}.{at}"
            failed = name == "fail" or not well
            self.journal.append(ResultRecorded(call=(reply.id, at), text=text, is_error=failed))
        before = due(self.state)
        self._undo()
        return list(before.calls) if isinstance(before, UndoCalls) else []

    def _undo(self) -> None:
        while isinstance(todo := due(self.state), UndoCalls):
            key = todo.calls[0]
            assert is_undo(self.state, key)
            self.undone.append(key)
            way = self._ways[len(self.undone) % len(self._ways)]
            self.journal.append(self._end(way, key))

    def _end(self, way: str, key: CallKey) -> UndoEnded:
        if way == "mock":
            return given_undo(self.state, key, "mocked")
        if way == "skip":
            return skipped(self.state, key)
        self.journal.append(UndoStarted(call=key, tool="undo"))
        if way == "killed":
            return given_undo(self.state, key, "typed")
        return UndoEnded(call=key, tool="undo", told=f"rolled back {key[0]}.{key[1]}", is_error=way == "failed")


@few
@given(rounds, ways)
def test_every_success_is_undone_at_most_once_and_in_reverse_order(
    drawn: list[list[tuple[str, bool]]], ways: list[str]
) -> None:
    told = _Told(ways)
    succeeded: list[CallKey] = []
    for calls in drawn:
        wanted = told.play(calls)
        assert told.state.open is not None
        reply = told.state.open.event
        succeeded += [(reply, at) for at, (name, well) in enumerate(calls) if name == "do" and well]
        if any(name == "fail" or not well for name, well in calls):
            assert wanted == succeeded[::-1]
            succeeded = []
        else:
            assert wanted == []
    assert len(set(told.undone)) == len(told.undone)


@few
@given(rounds, ways)
def test_each_result_is_retold_at_its_own_place_and_the_fold_at_every_prefix_is_the_state(
    drawn: list[list[tuple[str, bool]]], ways: list[str]
) -> None:
    told = _Told(ways)
    for calls in drawn:
        told.play(calls)
    gone = {f"do {reply}.{at}" for reply, at in told.undone}
    for message in settled(told.state):
        for result in message.results:
            said = result.text.removeprefix("rolled back ")
            mine = next((text for text in gone if text.endswith(said) or said.endswith(text)), None)
            assert (mine is not None) == (said not in _as_given(told))
    state = EMPTY
    for event in told.journal.tree.events(told.journal.head):
        state = fold(state, event)
        there = told.journal.tree.state(event.id)
        assert (state.done, list(settled(state))) == (there.done, list(settled(there)))


def _as_given(told: _Told) -> set[str]:
    events = told.journal.tree.events(told.journal.head)
    return {event.text for event in events if isinstance(event, ResultRecorded)}


def _history(*texts: str) -> Chain[Message]:
    results = tuple(Result("same", text, "do") for text in texts)
    return Chain[Message]().append(user("go")).append(Message("tool", results))


def test_doubled_ids_are_told_apart_by_place() -> None:
    ran = Ran((3, 1), "do", "{}", "same", "b", at=1, place=1)
    after = undoing.retold(_history("a", "b", "c"), ran, "rolled back")
    assert [part.text for part in after[1].results] == ["a", "rolled back", "c"]
    assert [part.is_error for part in after[1].results] == [False, True, False]


def test_what_is_no_longer_there_is_not_retold() -> None:
    history = _history("a")
    assert undoing.retold(history, Ran((3, 1), "do", "{}", "same", "b", at=1, place=4), "x") is history
    assert undoing.retold(history, Ran((3, 1), "do", "{}", "same", "b", at=9), "x") is history


def test_an_edited_result_can_still_be_undone_and_a_removed_one_cannot() -> None:
    ran = Ran((3, 0), "do", "{}", "same", "a", at=3)
    edited = Message("tool", (Result("same", "other", "do"),))
    assert undoing.spliced((ran,), 3, 1, (edited,)) == (ran,)
    assert undoing.spliced((ran,), 2, 2, (user("x"), user("y"), edited))[0].at == 4
    assert undoing.spliced((ran,), 3, 1, ()) == ()
    assert undoing.spliced((ran,), 0, 1, ())[0].at == 2
    assert undoing.spliced((ran,), 4, 1, ()) == (ran,)


def test_a_history_edit_before_a_result_moves_the_place_that_is_retold() -> None:
    told = _Told(["ran"])
    told.play([("do", True)])
    told.journal.append(HistoryEdited(start=0, removed=0, inserted=(user("first"),)))
    told.play([("fail", False)])
    texts = [result.text.split()[0] for message in settled(told.state) for result in message.results]
    assert texts == ["rolled", "fail"]


def test_a_call_that_ran_under_another_name_than_the_history_keeps_is_found_again_when_the_history_is_edited() -> None:
    state = EMPTY
    events = (
        SetupChanged(tools=TOOLS, compensation=True),
        MessageAdded(message=user("go")),
        RequestSent(),
        ReplyReceived(id=NodeId(4), reply=ChatReply((Call("look", "{}", "a"),))),
        CallEdited(call=(NodeId(4), 0), now=Call("do", "{}", "b"), truth="keep"),
        ResultRecorded(id=NodeId(6), call=(NodeId(4), 0), text="done"),
        RequestSent(id=NodeId(7)),
    )
    for event in events:
        state = fold(state, event)
    assert [(result.call_id, result.name) for message in state.messages for result in message.results] == [
        ("b", "look")
    ]
    edited = Message("tool", (Result("b", "other", "look"),))
    (ran,) = fold(state, HistoryEdited(start=2, removed=1, inserted=(edited,))).done
    assert (ran.name, ran.said) == ("do", ("b", "look"))
