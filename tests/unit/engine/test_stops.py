"""Tests of where to stop and why."""

from collections.abc import Callable

import pytest

from studio.engine.due import AskModel, RunCalls, due
from studio.engine.stops import after, before, how_far, needs_approval, place_of, resting, same_place
from studio.messages.toolspec import ToolSpec
from studio.session.events import NodeId, Stopped
from studio.session.setup import Stops
from studio.session.state import SessionState
from tests.sample_session import Sample


def _at_calls(**setup: object) -> Sample:
    sample = Sample()
    sample.setup(**setup)
    sample.say("go")
    sample.ask()
    sample.reply(("a", "{}"), ("b", "{}"))
    return sample


def _before(state: SessionState, *stood: Stopped, places: bool = True) -> Stopped | None:
    return before(state, due(state), stood, places=places)


def test_the_stop_before_a_call_names_it() -> None:
    sample = _at_calls()
    assert _before(sample.journal.state) == Stopped(NodeId(4), "breakpoint", "before_call", sample.key(0))
    assert _before(sample.journal.state, places=False) is None


def test_a_place_that_is_switched_off_does_not_stop() -> None:
    assert _before(_at_calls(stops=Stops(before_call=False)).journal.state) is None


def test_where_it_stood_before_it_does_not_stop_again() -> None:
    state = _at_calls().journal.state
    for reason in ("step", "breakpoint", "pause", "approval"):
        assert _before(state, Stopped(state.node, reason, "before_call")) is None
    assert _before(state, Stopped(state.node, "breakpoint", "after_reply")) is not None


def test_the_limit_stops_before_the_request_and_is_passed_only_after_it_stopped() -> None:
    sample = _at_calls(max_round_trips=1)
    sample.run(0, "r")
    sample.run(1, "r")
    state = sample.journal.state
    limit = Stopped(state.node, "limit", "before_request", what="round_trips")
    assert _before(state, places=False) == limit
    assert _before(state, Stopped(state.node, "step", "before_request"), places=False) == limit
    assert _before(state, limit, places=False) is None


def test_a_stop_place_after_a_reply_and_a_result() -> None:
    state = _at_calls(stops=Stops(after_reply=True)).journal.state
    assert after(state, "after_reply") == Stopped(state.node, "breakpoint", "after_reply")
    assert after(state, "after_result", (NodeId(4), 0)) is None


def test_only_sensitive_tools_that_nobody_approved_are_asked_for() -> None:
    state = _at_calls(tools=(ToolSpec("a", sensitive=True), ToolSpec("b"))).journal.state
    assert needs_approval(state, (NodeId(4), 0), set[str]().__contains__)
    assert not needs_approval(state, (NodeId(4), 0), {"a"}.__contains__)
    assert not needs_approval(state, (NodeId(4), 1), set[str]().__contains__)
    assert not needs_approval(state, (NodeId(9), 0), set[str]().__contains__)


def test_what_needs_the_person_rests_with_its_reason() -> None:
    sample = Sample()
    reasons = []
    moves: list[Callable[[], object]] = [
        lambda: sample.say("go"),
        sample.ask,
        lambda: sample.reply(("a", "{}")),
        lambda: sample.start(0),
    ]
    for move in moves:
        stop = resting(sample.journal.state, due(sample.journal.state))
        reasons.append((stop.reason, stop.what) if stop else None)
        move()
    stop = resting(sample.journal.state, due(sample.journal.state))
    assert reasons == [("waiting", "message"), None, ("exception", "uncertain_request"), None]
    assert stop == Stopped(NodeId(4), "exception", "before_call", sample.key(0), "uncertain_call")


def test_the_place_before_the_due_thing_is_a_request_or_a_call() -> None:
    assert (place_of(AskModel()), place_of(RunCalls(((NodeId(1), 0),)))) == ("before_request", "before_call")


@pytest.mark.parametrize(
    ("old", "new", "same"), [("limit", "limit", True), ("step", "limit", False), ("limit", "breakpoint", True)]
)
def test_a_limit_counts_as_passed_only_by_a_limit(old: str, new: str, same: bool) -> None:
    stops = [Stopped(NodeId(1), reason, "before_request") for reason in (new, old)]  # type: ignore[arg-type]
    assert same_place(*stops) is same


def test_how_far_a_session_is_grows_with_each_round_and_call() -> None:
    sample = Sample()
    seen = [how_far(sample.journal.state)]
    moves: list[Callable[[], object]] = [
        lambda: sample.say("go"),
        sample.ask,
        lambda: sample.reply(("a", "{}"), ("b", "{}")),
        lambda: sample.run(0, "r"),
        lambda: sample.run(1, "r"),
        sample.ask,
        lambda: sample.reply(text="done"),
    ]
    for move in moves:
        move()
        seen.append(how_far(sample.journal.state))
    assert seen == sorted(seen)
    assert [round for round, _ in seen] == [0, 0, 0, 1, 1, 1, 1, 2]
