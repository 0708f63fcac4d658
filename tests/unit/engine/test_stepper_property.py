"""Invariants of the stepper over random sessions: what is due is what is done, nothing stops twice or runs twice unasked, and any
prefix replays to itself.
"""

import asyncio
from typing import Any

import hypothesis.strategies as st
from hypothesis import given, settings

from studio.engine import edits
from studio.engine.due import AskModel, RunCalls, due
from studio.engine.left_replay import LeftReplay
from studio.engine.recording import Recording
from studio.engine.replay import Replay
from studio.messages.reply import ProviderError
from studio.session.events import CallStarted, Event, RequestSent, ResultRecorded, SetupChanged
from studio.session.nodes import NodeId
from studio.session.notes import AnyNote
from studio.session.setup import Stops
from studio.session.state import SessionState, settled
from tests.flow.canned import Answers, Canned, Tools, reply

calls = st.lists(st.tuples(st.sampled_from(["ok", "bad", "none"]), st.sampled_from(["{}", '{"a":1}', "{"])), max_size=3)
answers = st.lists(calls | st.just(None), max_size=5)
stops = st.builds(Stops, st.booleans(), st.booleans(), st.booleans(), st.booleans())
ACTS = (
    "step",
    "round",
    "run",
    "run",
    "end",
    "say",
    "mock",
    "reject",
    "edit_call",
    "edit_result",
    "run_call",
    "history",
    "setup",
)
acts = st.lists(st.tuples(st.sampled_from(ACTS), st.integers(0, 2)), max_size=12)
ran_here = settings(max_examples=40, deadline=None)


class Checked(Canned):
    """A session that checks every event against what was due before it. `asked` is the call that the person runs by hand."""

    def __init__(self, drawn: list[Any], places: Stops) -> None:
        model = Answers(
            *[reply("r", *said) if said is not None else ProviderError("http", "no", 500) for said in drawn]
        )
        super().__init__(model, Tools(ok=_fine, bad=_bad), stops=places, max_round_trips=3)
        self.asked: Any = None
        self.stopped: list[tuple[NodeId, str | None]] = []
        self.watch()

    def watch(self) -> None:
        """Check everything that happens from here on."""
        self.journal.subscribe(self._check)

    def _check(self, change: Event | AnyNote) -> None:
        if not isinstance(change, RequestSent | CallStarted | ResultRecorded):
            return
        before = due(self.journal.tree.state(self.journal.tree.parent(change.id)))
        match change:
            case RequestSent():
                assert isinstance(before, AskModel)
            case CallStarted(call=key) if key != self.asked:
                assert isinstance(before, RunCalls)
                assert before.calls[0] == key
            case ResultRecorded(source="refused", call=key) if key != self.asked:
                assert isinstance(before, RunCalls)
                assert before.calls[0] == key


def _fine(**given: Any) -> str:
    return "fine"


def _bad(**given: Any) -> None:
    raise ValueError("no")


async def _play(canned: Checked, drawn: list[tuple[str, int]]) -> Checked:
    canned.say()
    for act, at in drawn:
        if act in ("step", "round", "run", "end"):
            stop = await canned.stepper.go(act)  # type: ignore[arg-type]
            if act == "run" and stop.reason in ("breakpoint", "limit"):
                canned.stopped.append((stop.at, stop.place))
        else:
            await _act(canned, act, at)
    return canned


async def _act(canned: Canned, act: str, at: int) -> None:
    state = canned.journal.state
    open_calls = state.open.calls if state.open is not None else ()
    call = open_calls[at % len(open_calls)] if open_calls else None
    todo = [call for call in open_calls if call.status != "done"]
    if act == "setup":
        canned.journal.append(SetupChanged(system=f"s{at}"))
    elif act == "say" and not todo:
        canned.say(f"more {at}")
    elif act == "history" and not todo:
        canned.journal.append(edits.edit_message(state, 0, settled(state)[-1]) or SetupChanged())
    elif call is not None and act == "edit_result" and call.result is not None:
        canned.journal.append(edits.edit_result(state, call.key, f"edited {at}", is_error=False) or SetupChanged())
    elif call is not None and call.status == "open" and act in ("mock", "reject", "edit_call", "run_call"):
        await _on_open_call(canned, act, call.key, at)


async def _on_open_call(canned: Any, act: str, key: Any, at: int) -> None:
    state = canned.journal.state
    match act:
        case "mock":
            canned.journal.append(edits.give_result(state, key, "mock", f"mock {at}", is_error=False))
        case "reject":
            canned.journal.append(edits.give_result(state, key, "rejected", f"no {at}", is_error=True))
        case "edit_call":
            changes = {"name": ("ok", "bad", "none")[at], "arguments": '{"b":2}'}
            canned.journal.append(edits.edit_call(state, key, changes) or SetupChanged())
        case _:
            canned.asked = key
            await canned.stepper.run_call(key)


@ran_here
@given(answers, stops, acts)
def test_what_the_stepper_does_is_what_was_due_and_requests_are_kept_as_sent(
    drawn: list[Any], places: Stops, done: list[tuple[str, int]]
) -> None:
    canned = asyncio.run(_play(Checked(drawn, places), done))
    assert canned.bodies() == canned.services.model.bodies  # type: ignore[attr-defined]
    started = [e.call for e in canned.journal.tree.events(canned.journal.head) if isinstance(e, CallStarted)]
    assert len(started) == len(set(started)) == len(canned.tools.ran)
    assert len(canned.stopped) == len(set(canned.stopped))


@ran_here
@given(answers, stops, acts, st.integers(0, 12))
def test_run_never_stops_twice_at_a_place_also_after_reopening(
    drawn: list[Any], places: Stops, done: list[tuple[str, int]], at: int
) -> None:
    canned = asyncio.run(_play(Checked(drawn, places), done[:at]))
    again = canned.reopened()
    again.stopped = canned.stopped  # type: ignore[attr-defined]
    asyncio.run(_play_on(again, done[at:]))
    assert len(canned.stopped) == len(set(canned.stopped))
    assert len(canned.tools.ran) == len(
        [event for event in again.journal.tree.events(again.journal.tree.last) if isinstance(event, CallStarted)]
    )


async def _play_on(canned: Any, drawn: list[tuple[str, int]]) -> None:
    for act, at in drawn:
        if act == "run":
            stop = await canned.stepper.go("run")
            if stop.reason in ("breakpoint", "limit"):
                canned.stopped.append((stop.at, stop.place))
        elif act not in ("step", "round", "end"):
            await _act(canned, act, at)


@ran_here
@given(answers, acts)
def test_every_prefix_of_a_session_replays_to_itself(drawn: list[Any], done: list[tuple[str, int]]) -> None:
    canned = asyncio.run(_play(Checked(drawn, Stops(before_call=False)), done))
    tree = canned.journal.tree
    for node in (at for at in tree.path(canned.journal.head) if tree.kind(at) != "request"):
        replayed = asyncio.run(_replayed(Recording(tree, node)))
        assert _said(replayed.journal.state) == _said(tree.state(node)), node


@ran_here
@given(answers, acts, st.integers(0, 8))
def test_a_replay_left_anywhere_goes_on_to_the_same_end(
    drawn: list[Any], done: list[tuple[str, int]], leave: int
) -> None:
    canned = asyncio.run(_play(Checked(drawn, Stops(before_call=False)), done))
    tree, head = canned.journal.tree, canned.journal.head
    replayed = asyncio.run(_replayed(Recording(tree, head), leave))
    assert _said(replayed.journal.state) == _said(tree.state(head))
    assert replayed.bodies() == canned.bodies()


async def _replayed(recording: Recording, leave: int = -1) -> Canned:
    """The recording played to its end, past the failures that were recorded, with a model and tools that must not be asked.
    After `leave` steps it is closed and opened again."""
    canned = _along(Canned(Answers(), Tools()), recording, Replay)
    assert canned.services.replay is not None
    canned.services.replay.between(canned.journal.cursor)
    for step in range(len(recording.events)):
        if step == leave:
            canned = _along(canned.reopened(), Recording(recording.tree, recording.leaf), LeftReplay)
        replay = canned.services.replay
        assert replay is not None
        if not replay.over:
            await canned.stepper.go("step")
            assert replay.difference is None
            replay.between(canned.journal.cursor)
    replay = canned.services.replay
    assert replay is not None
    assert replay.over
    assert replay.unused == []
    assert canned.tools.ran == []
    return canned


def _along(canned: Canned, recording: Recording, kind: type[Replay]) -> Canned:
    canned.services.replay = kind(recording, canned.journal)
    canned.services.recorded_model = canned.services.recorded_tools = True
    return canned


def _said(state: SessionState) -> Any:
    """What a session says at a place: history, settings, results. A request under way is not part of it."""
    results = [(call.call, call.result and call.result.text) for call in state.open.calls] if state.open else []
    return [list(settled(state)), state.setup, results, state.rounds]
