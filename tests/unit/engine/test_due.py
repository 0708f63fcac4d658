"""Tests of what is due: read off the state, and always what the stepper does."""

import pytest
from hypothesis import given

from studio.engine.due import (
    AskModel,
    AwaitPerson,
    ChooseTools,
    EndAgent,
    Finished,
    RunCalls,
    Uncertain,
    UndoCalls,
    due,
)
from studio.session.events import CallStarted
from studio.session.nodes import NodeId
from studio.session.state import EMPTY
from tests.histories import Telling, few, moves
from tests.sample_session import Sample


def test_an_empty_session_waits_for_a_message() -> None:
    assert due(EMPTY) == AwaitPerson()


def test_a_session_goes_from_request_to_calls_to_request_to_its_end() -> None:
    sample = Sample()
    sample.say("go")
    assert due(sample.journal.state) == AskModel()
    sample.ask()
    assert due(sample.journal.state) == Uncertain(None)
    reply = sample.reply(("a", "{}"), ("b", "{}"))
    assert due(sample.journal.state) == RunCalls(((reply, 0), (reply, 1)))
    sample.run(0, "r")
    assert due(sample.journal.state) == RunCalls(((reply, 1),))
    sample.start(1)
    assert due(sample.journal.state) == Uncertain((reply, 1))
    sample.result(1, "r")
    assert due(sample.journal.state) == AskModel()
    sample.ask()
    sample.reply(text="done")
    assert due(sample.journal.state) == Finished()


def test_after_a_failure_the_request_is_due_again_as_a_retry() -> None:
    sample = Sample()
    sample.say("go")
    sample.ask()
    sample.fail(500, "no")
    assert due(sample.journal.state) == AskModel(retry=True)


def test_a_started_call_behind_an_open_one_waits_its_turn() -> None:
    sample = Sample()
    sample.say("go")
    sample.ask()
    reply = sample.reply(("a", "{}"), ("b", "{}"))
    sample.start(1)
    assert due(sample.journal.state) == RunCalls(((reply, 0),))
    sample.run(0, "r")
    assert due(sample.journal.state) == Uncertain((reply, 1))


@few
@given(moves)
def test_something_is_due_at_every_place_of_every_session(drawn: list[tuple[str, str, float]]) -> None:
    tree = Telling().tell(drawn).journal.tree
    for node in range(tree.last + 1):
        state = tree.state(NodeId(node))
        match due(state):
            case Uncertain(call=key):
                call = state.call(key) if key is not None else None
                assert (call.status == "started") if call is not None else (state.asked is not None)
            case RunCalls(calls=calls):
                found = [state.call(key) for key in calls]
                assert all(call is not None and call.status == "open" for call in found)
            case AskModel():
                assert state.open is None or all(call.status == "done" for call in state.open.calls)
            case UndoCalls(calls=calls):
                assert all(ran.undo == "" for ran in state.done if ran.key in calls)
            case Finished(by_tools=by_tools):
                assert state.open is not None
                assert bool(state.open.calls) is by_tools
            case AwaitPerson():
                assert state.open is None
            case ChooseTools():
                assert not state.gathered.ready
            case EndAgent(call=call_of_agent):
                assert state.inside == call_of_agent


@pytest.mark.parametrize("position", [0, 1])
def test_a_call_that_began_stays_uncertain_after_another_event(position: int) -> None:
    sample = Sample()
    sample.say("go")
    sample.ask()
    reply = sample.reply(("a", "{}"))
    sample.journal.append(CallStarted(call=(reply, 0)))
    if position:
        sample.setup(max_round_trips=3)
    assert due(sample.journal.state) == Uncertain((reply, 0))
