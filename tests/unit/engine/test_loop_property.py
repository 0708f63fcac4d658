"""Invariants of strategies and of calls at once, over random sessions: a call runs as often as was chosen and never more, all of a
batch is decided before it begins, results stand in the order of the calls, and what was recorded replays to itself.
"""

import asyncio
from collections import Counter
from typing import Any

import hypothesis.strategies as st
from hypothesis import given, settings
from msgspec.structs import replace

from studio.engine.due import Finished, due
from studio.engine.recording import Recording
from studio.engine.replay import Replay
from studio.messages.toolspec import ToolSpec
from studio.session.events import AttemptFailed, CallStarted, ResultRecorded, SetupChanged
from studio.session.nodes import CallKey
from studio.session.notes import Stopped
from studio.session.policies import Limits, Policy, Strategies
from studio.session.state import settled
from tests.flow.canned import NO_STOPS, Answers, Canned, Tools, reply

NAMES = ("again", "slow", "ok", "bad", "again", "asks", "denied", "none")
CALLS = st.lists(
    st.tuples(st.sampled_from(NAMES), st.sampled_from(["{}", "{}", "{}", '{"a":1}', "{"])), min_size=1, max_size=4
)
STRATEGIES = st.builds(
    Strategies,
    st.sampled_from(["", "stop", "tell"]),
    st.sampled_from(["", "stop", "tell", "raw"]),
    st.sampled_from(["again", "again", "", "tell", "stop"]),
    st.integers(0, 2),
)
LIMITS = st.builds(Limits, same_call=st.sampled_from([0, 2]))
GOALS = st.lists(st.sampled_from(["step", "round", "run", "end", "open", "fill"]), max_size=8)
RETURNS = st.dictionaries(st.sampled_from(NAMES[:4]), st.sampled_from(["immediate", "immediate_if_last"]))
ran_here = settings(max_examples=60, deadline=None)


class Loop(Canned):
    """A session of random replies over tools that answer, wait, raise, or raise once."""

    def __init__(self, replies: list[Any], returns: dict[str, Any], window: bool, **setup: Any) -> None:
        tools = Tools(ok=_fine, slow=_slow, bad=_bad, again=_bad, asks=_fine, denied=_fine)
        super().__init__(Answers(*(reply("r", *calls) for calls in replies), reply("Done.")), tools)
        self.services.window = window
        specs = (self._spec(spec, returns) for spec in tools.specs())
        policies = (Policy("asks", "ask"), Policy("denied", "deny"))
        self.journal.append(SetupChanged(tools=tuple(specs), policies=policies, stops=NO_STOPS, **setup))
        self.passed: list[Stopped] = []

    def _spec(self, spec: ToolSpec, returns: dict[str, Any]) -> ToolSpec:
        behavior = returns.get(spec.name, "to_llm")
        return replace(spec, idempotent=spec.name == "again", return_behavior=behavior)


def _fine(**_: Any) -> str:
    return "fine"


async def _slow(**_: Any) -> str:
    for _turn in range(5):
        await asyncio.sleep(0)
    return "late"


def _bad(**_: Any) -> None:
    raise ValueError("no")


async def _play(loop: Loop, goals: list[str]) -> Loop:
    loop.say()
    for goal in (*goals, *["end"] * 60):
        state = loop.journal.state
        if isinstance(due(state), Finished):
            break
        opened = [call for call in state.open.calls if call.status == "open"] if state.open is not None else []
        if goal == "fill":
            for call in opened:
                loop.journal.append(ResultRecorded(call=call.key, source="mock", text="filled"))
            continue
        stop = await (loop.stepper.run_open() if goal == "open" else loop.stepper.go(goal))  # type: ignore[arg-type]
        if stop.reason == "approval" and stop.call is not None:
            stop = await loop.stepper.approve(stop.call)
        if stop.reason == "limit" or stop.what in ("unknown_tool", "bad_arguments"):
            loop.passed.append(stop)
    return loop


@ran_here
@given(st.lists(CALLS, min_size=1, max_size=4), RETURNS, st.booleans(), st.booleans(), STRATEGIES, LIMITS, GOALS)
def test_every_session_comes_to_its_end_and_runs_each_call_as_often_as_was_chosen(
    replies: list[Any],
    returns: dict[str, Any],
    window: bool,
    concurrent: bool,
    strategies: Strategies,
    limits: Limits,
    goals: list[str],
) -> None:
    loop = Loop(replies, returns, window, concurrent=concurrent, strategies=strategies, limits=limits)
    asyncio.run(_play(loop, goals))
    assert isinstance(due(loop.journal.state), Finished)
    events = list(loop.journal.tree.events(loop.journal.head))
    _ran_as_chosen(events, strategies)
    assert "denied" not in {name for name, _ in loop.tools.ran}
    assert len({(stop.at, stop.place, stop.what, stop.call) for stop in loop.passed}) == len(loop.passed)
    assert loop.bodies() == loop.services.model.bodies  # type: ignore[attr-defined]


def _ran_as_chosen(events: list[Any], strategies: Strategies) -> None:
    started: Counter[CallKey] = Counter()
    results: Counter[CallKey] = Counter()
    for event in events:
        if isinstance(event, CallStarted):
            assert event.call not in results
            started[event.call] += 1
        elif isinstance(event, AttemptFailed):
            assert strategies.tool_error == "again"
        elif isinstance(event, ResultRecorded):
            results[event.call] += 1
    assert all(count == 1 for count in results.values())
    most = 1 + (strategies.again if strategies.tool_error == "again" else 0)
    assert all(count <= most for count in started.values())


@ran_here
@given(st.lists(CALLS, min_size=1, max_size=4), RETURNS, st.booleans(), STRATEGIES, GOALS)
def test_a_recording_of_it_replays_to_the_same_whatever_order_its_results_came_in(
    replies: list[Any], returns: dict[str, Any], concurrent: bool, strategies: Strategies, goals: list[str]
) -> None:
    loop = asyncio.run(_play(Loop(replies, returns, False, concurrent=concurrent, strategies=strategies), goals))
    tree, head = loop.journal.tree, loop.journal.head
    replayed = asyncio.run(_replayed(Recording(tree, head)))
    assert replayed.bodies() == loop.bodies()
    assert list(settled(replayed.journal.state)) == list(settled(loop.journal.state))
    attempts = [
        [e.text for e in one.journal.tree.events(one.journal.head) if isinstance(e, AttemptFailed)]
        for one in (loop, replayed)
    ]
    assert attempts[0] == attempts[1]


async def _replayed(recording: Recording) -> Canned:
    canned = Canned(Answers(), Tools())
    canned.services.replay = Replay(recording, canned.journal)
    canned.services.recorded_model = canned.services.recorded_tools = True
    canned.services.replay.between(canned.journal.cursor)
    for _ in range(len(recording.events)):
        if canned.services.replay.over:
            break
        await canned.stepper.go("step")
        assert canned.services.replay.difference is None
        canned.services.replay.between(canned.journal.cursor)
    assert canned.services.replay.over
    assert canned.services.replay.unused == []
    assert canned.tools.ran == []
    return canned


@ran_here
@given(CALLS.filter(lambda calls: len(calls) > 1), STRATEGIES)
def test_nothing_of_a_batch_starts_before_all_of_it_is_decided(calls: list[Any], strategies: Strategies) -> None:
    loop = Loop([calls], {}, True, concurrent=True, strategies=strategies)
    loop.say()
    stop = asyncio.run(loop.stepper.go("end"))
    if any(_needs_the_person(name, text, strategies) for name, text in calls):
        assert stop.place == "before_call"
        assert loop.tools.ran == []
        assert not [one for one in loop.journal.tree.events(loop.journal.head) if isinstance(one, CallStarted)]
    else:
        assert stop.place != "before_call"


def _needs_the_person(name: str, arguments: str, strategies: Strategies) -> bool:
    """Whether the window stops before such a call."""
    if name in ("asks", "denied"):
        return name == "asks"
    if name == "none":
        return strategies.unknown_tool in ("", "stop")
    return arguments == "{" and strategies.bad_arguments in ("", "stop")
