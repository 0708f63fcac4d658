"""Tests of where to stop and why."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from studio.engine.due import AskModel, RunCalls, due
from studio.engine.stops import after, first, how_far, place, place_of, resting, same_place
from studio.session.nodes import NodeId
from studio.session.notes import Stopped
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


def _before(state: SessionState, *stood: Stopped) -> Stopped | None:
    return first([place(state, due(state))], stood)


def test_the_stop_before_a_call_names_it() -> None:
    sample = _at_calls()
    assert _before(sample.journal.state) == Stopped(NodeId(4), "breakpoint", "before_call", sample.key(0))


def test_a_place_that_is_switched_off_does_not_stop() -> None:
    assert _before(_at_calls(stops=Stops(before_call=False)).journal.state) is None


def test_where_it_stood_before_it_does_not_stop_again() -> None:
    state = _at_calls().journal.state
    for reason in ("step", "breakpoint", "pause", "approval"):
        assert _before(state, Stopped(state.node, reason, "before_call")) is None
    assert _before(state, Stopped(state.node, "breakpoint", "after_reply")) is not None


def test_a_stop_place_after_a_reply_and_a_result() -> None:
    state = _at_calls(stops=Stops(after_reply=True)).journal.state
    assert after(state, "after_reply") == Stopped(state.node, "breakpoint", "after_reply")
    assert after(state, "after_result", (NodeId(4), 0)) is None


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


STANDS = Stopped(NodeId(4), "exception", "before_call", (NodeId(4), 0), "bad_arguments")
TOKENS = Stopped(NodeId(4), "limit", "before_request", what="tokens")


@pytest.mark.parametrize(
    ("old", "new", "same"),
    [
        (TOKENS, TOKENS, True),
        (Stopped(NodeId(4), "step", "before_request"), TOKENS, False),
        (TOKENS, Stopped(NodeId(4), "breakpoint", "before_request"), True),
        (TOKENS, Stopped(NodeId(4), "limit", "before_request", what="cost"), False),
        (STANDS, STANDS, True),
        (STANDS, replace(STANDS, at=NodeId(5)), False),
        (STANDS, replace(STANDS, call=(NodeId(4), 1)), False),
        (STANDS, Stopped(NodeId(5), "breakpoint", "before_call"), True),
        (STANDS, replace(STANDS, what="failed"), False),
        (replace(STANDS, what="failed"), replace(STANDS, what="failed"), False),
        (Stopped(NodeId(4), "approval", "before_call"), Stopped(NodeId(4), "approval", "before_call"), False),
        (TOKENS, STANDS, False),
    ],
)
def test_a_stop_is_passed_only_by_one_that_showed_the_same(old: Stopped, new: Stopped, same: bool) -> None:
    assert same_place(new, old) is same


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
    assert [round for ((round, _),) in seen] == [0, 0, 0, 1, 1, 1, 1, 2]
