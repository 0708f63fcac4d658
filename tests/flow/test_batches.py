"""Several calls of one reply: in order or at once, each decided on its own, their results in the order of the calls."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from studio.engine.due import Uncertain
from studio.session.events import CallStarted, ResultRecorded
from studio.session.mocks import MockRule
from studio.session.nodes import CallKey
from studio.session.notes import Stopped
from studio.session.policies import Limits, Policy, Strategies
from studio.session.setup import Stops
from studio.tasks import spawn
from studio.workspace.changes import Activity, ToolOutput
from studio.workspace.opened import OpenedSession
from tests.flow.canned import Answers, Canned, Gate, Tools, reply
from tests.flow.chat_server import says
from tests.flow.tools_agent import agent, results

pytestmark = [pytest.mark.anyio, pytest.mark.promise("C8")]

SOURCE = """
import time
from pathlib import Path

HERE = Path(__file__).parent

def meet(name: str, other: str) -> str:
    "Come, and wait until the other has come."
    (HERE / name).touch()
    while not (HERE / other).exists():
        time.sleep(0.005)
    return f"{name} met {other}"

def wait(name: str) -> str:
    "Wait for a file."
    print(name, flush=True)
    while not (HERE / name).exists():
        time.sleep(0.005)
    return name

def quick(name: str = "quick") -> str:
    "At once."
    return name

def fail() -> str:
    "Fail."
    raise ValueError("no")

def wipe(name: str) -> str:
    "Wipe."
    return f"{name} is gone"

wipe.sensitive = True
"""
DONE = says("Done.")
NO_STOPS = Stops(before_call=False)


def _call(tool: str, **arguments: str) -> tuple[str, str]:
    return tool, json.dumps(arguments)


def _texts(session: OpenedSession) -> list[str | None]:
    """The results of the open reply, in the order of its calls."""
    calls = session.state.open.calls if session.state.open is not None else ()
    return [call.result.text if call.result is not None else None for call in calls]


def _read(server_messages: list[dict[str, str]]) -> list[str]:
    return [message["content"] for message in server_messages if message["role"] == "tool"]


async def test_calls_run_at_once_when_that_is_chosen(tmp_path: Path) -> None:
    both = says("", _call("meet", name="a", other="b"), _call("meet", name="b", other="a"))
    async with agent(tmp_path, SOURCE, both, DONE, concurrent=True) as (session, server):
        running: list[int] = []
        session.subscribe(lambda change: running.append(len(change.calls)) if isinstance(change, Activity) else None)
        assert (await session.run_to_end()).reason == "finished"
        assert _read(server.requests[1]["messages"]) == ["a met b", "b met a"]
        assert max(running) == 2


async def test_results_stand_in_the_order_of_the_calls_however_they_came(tmp_path: Path) -> None:
    calls = says("", _call("wait", name="go"), _call("quick"), _call("quick", name="second"))
    async with agent(tmp_path, SOURCE, calls, DONE, concurrent=True) as (session, server):
        came: list[str] = []

        def heard(change: object) -> None:
            if isinstance(change, ResultRecorded):
                came.append(change.text)
                if len(came) == 2:
                    (tmp_path / "go").touch()

        session.subscribe(heard)
        assert (await session.run_to_end()).reason == "finished"
        assert came[-1] == "go"
        assert _read(server.requests[1]["messages"]) == ["go", "quick", "second"]


async def test_without_that_choice_they_run_one_after_the_other(tmp_path: Path) -> None:
    calls = says("", _call("quick", name="a"), _call("quick", name="b"))
    async with agent(tmp_path, SOURCE, calls, DONE) as (session, _):
        await session.run_to_end()
        kinds = [
            event for event in session.tree.events(session.head) if isinstance(event, CallStarted | ResultRecorded)
        ]
        assert [type(event) for event in kinds] == [CallStarted, ResultRecorded] * 2


async def test_a_step_runs_one_call_also_where_they_run_at_once(tmp_path: Path) -> None:
    calls = says("", _call("quick", name="a"), _call("quick", name="b"))
    async with agent(tmp_path, SOURCE, calls, DONE, concurrent=True) as (session, _):
        await session.step()
        assert _told(await session.step()) == ("step", "before_call")
        assert _texts(session) == ["a", None]


def _told(stop: Stopped) -> tuple[str, str | None]:
    return stop.reason, stop.place


async def test_all_is_decided_before_the_first_call_of_a_batch_starts(tmp_path: Path) -> None:
    calls = says("", _call("quick"), _call("nothing"), _call("wipe", name="x"), _call("quick", name="again"))
    stops, strategies = Stops(before_call=True), Strategies(unknown_tool="stop")
    setup: dict[str, Any] = {"concurrent": True, "stops": stops, "strategies": strategies}
    async with agent(tmp_path, SOURCE, calls, DONE, **setup) as (session, server):
        stop = await session.run()
        assert (stop.what, stop.call) == ("unknown_tool", _key(session, 1))
        stop = await session.run()
        assert (stop.reason, stop.call) == ("approval", _key(session, 2))
        assert results(session) == []
        session.reject(_key(session, 2), "not now")
        stop = await session.run()
        assert (stop.what, stop.call) == ("unknown_tool", _key(session, 1))
        assert [call.status for call in session.state.open.calls] == ["open", "open", "done", "open"]  # type: ignore[union-attr]
        session.mock(_key(session, 1), "by hand")
        assert _told(await session.run()) == ("breakpoint", "before_call")
        assert (await session.run()).reason == "finished"
        told = _read(server.requests[1]["messages"])
        assert (told[0], told[1], told[3]) == ("quick", "by hand", "again")
        assert "not now" in told[2]


def _key(session: OpenedSession, at: int) -> CallKey:
    assert session.state.open is not None
    return session.state.open.calls[at].key


async def test_a_call_that_fails_does_not_touch_the_others_and_the_batch_stops_behind_its_end(tmp_path: Path) -> None:
    calls = says("", _call("quick"), _call("fail"), _call("wait", name="go"), _call("fail"))
    setup: dict[str, Any] = {"concurrent": True, "strategies": Strategies(tool_error="stop")}
    async with agent(tmp_path, SOURCE, calls, DONE, **setup) as (session, _):
        session.subscribe(lambda change: (tmp_path / "go").touch() if isinstance(change, ToolOutput) else None)
        stop = await session.run_to_end()
        assert (stop.place, stop.what, stop.call) == ("after_result", "tool_error", _key(session, 1))
        assert _texts(session) == ["quick", "ValueError: no", "go", "ValueError: no"]
        assert (await session.run_to_end()).reason == "finished"


async def test_a_pause_lets_all_that_run_come_to_their_end(tmp_path: Path) -> None:
    calls = says("", _call("wait", name="a"), _call("wait", name="b"))
    async with agent(tmp_path, SOURCE, calls, DONE, concurrent=True) as (session, _):
        going = await _both_running(session)
        session.pause()
        for name in "ab":
            (tmp_path / name).touch()
        assert _told(await going) == ("pause", "before_request")
        assert _texts(session) == ["a", "b"]


async def test_a_cancel_ends_all_that_run_and_leaves_them_uncertain(tmp_path: Path) -> None:
    calls = says("", _call("wait", name="a"), _call("wait", name="b"), _call("quick"))
    async with agent(tmp_path, SOURCE, calls, DONE, concurrent=True) as (session, _):
        going = await _both_running(session)
        await session.cancel()
        assert (await going).what == "stopped"
        assert session.due == Uncertain(_key(session, 0))
        opened = session.state.open
        assert opened is not None
        assert [call.status for call in opened.calls[:2]] == ["started", "started"]
        assert not session.activity.calls


async def _both_running(session: OpenedSession) -> "asyncio.Task[Stopped]":
    """Run to the end as a task; returns when both waiting calls run."""
    printed: list[str] = []
    came = asyncio.Event()

    def heard(change: object) -> None:
        if isinstance(change, ToolOutput):
            printed.append(change.text)
            if len("".join(printed).split()) == 2:
                came.set()

    session.subscribe(heard)
    going = spawn(session.run_to_end(), name="run")
    await asyncio.wait_for(came.wait(), 30)
    return going


async def test_each_open_call_is_decided_by_id_in_any_order(tmp_path: Path) -> None:
    calls = says("", _call("quick", name="a"), _call("quick", name="b"), _call("quick", name="c"), _call("quick"))
    async with agent(tmp_path, SOURCE, calls, DONE) as (session, server):
        await session.step()
        session.reject(_key(session, 3), "no")
        session.edit_call(_key(session, 2), arguments='{"name": "edited"}')
        await session.run_call(_key(session, 2))
        session.mock(_key(session, 1), "mocked")
        assert (await session.run_to_end()).reason == "finished"
        told = _read(server.requests[1]["messages"])
        assert told[:3] == ["a", "mocked", "edited"]


async def test_one_verb_fills_all_that_are_open(tmp_path: Path) -> None:
    calls = says("", _call("quick", name="a"), _call("quick", name="b"), _call("nothing"))
    async with agent(tmp_path, SOURCE, calls, DONE) as (session, server):
        await session.step()
        await session.run_call(_key(session, 1))
        session.fill_open("not now", is_error=True)
        assert _texts(session) == ["not now", "b", "not now"]
        session.undo()
        assert _texts(session) == [None, "b", None]
        session.redo()
        assert (await session.run_to_end()).reason == "finished"
        assert _read(server.requests[1]["messages"]) == ["not now", "b", "not now"]


@pytest.mark.parametrize("at_once", [False, True])
async def test_one_verb_runs_all_that_are_open_and_leaves_what_needs_the_person(tmp_path: Path, at_once: bool) -> None:
    calls = says("", _call("wipe", name="x"), _call("quick", name="a"), _call("quick", name="b"))
    async with agent(tmp_path, SOURCE, calls, DONE, concurrent=at_once) as (session, server):
        await session.step()
        stop = await session.run_all_open()
        assert (stop.reason, stop.call) == ("approval", _key(session, 0))
        assert _texts(session) == [None, "a", "b"]
        assert len(server.requests) == 1


async def test_calls_of_one_tool_that_are_approved_together_run_together(tmp_path: Path) -> None:
    both = says("", _call("meet", name="a", other="b"), _call("meet", name="b", other="a"))
    setup: dict[str, Any] = {"concurrent": True, "policies": (Policy("meet", "ask"),)}
    async with agent(tmp_path, SOURCE, both, DONE, **setup) as (session, _):
        stop = await session.run_to_end()
        assert stop.call is not None
        session.allow_all_of(stop.call)
        assert (await session.run_to_end()).reason == "finished"
        started = [event for event in session.tree.events(session.head) if isinstance(event, CallStarted)]
        assert [event.approved for event in started] == [True, True]


async def test_a_tool_that_cannot_be_made_ready_stops_before_any_of_the_batch_starts() -> None:
    canned = Canned(Answers(reply("", ("a", "{}"), ("b", "{}"))), Tools(a=lambda: "a", b=lambda: "b"), concurrent=True)
    canned.say()
    canned.services.unready = "The file is gone."
    stop = await canned.stepper.go("end")
    assert (stop.what, stop.text, canned.tools.ran) == ("tool_problem", "The file is gone.", [])


async def test_a_rule_that_answers_once_answers_one_of_two_that_run_at_once() -> None:
    rule = MockRule("r", "a", text="mocked", times=1, delay=0.01)
    calls = reply("", ("a", "{}"), ("a", "{}"))
    canned = Canned(Answers(calls, reply("Done.")), Tools(a=lambda: "real"), concurrent=True, mocks=(rule,))
    canned.say()
    assert (await canned.stepper.go("end")).reason == "finished"
    found = [event for event in canned.journal.tree.events(canned.journal.head) if isinstance(event, ResultRecorded)]
    assert {event.call[1]: event.text for event in found} == {0: "mocked", 1: "real"}


async def test_a_limit_that_a_later_call_reaches_stops_before_the_first_one_starts() -> None:
    calls = reply("", ("a", "{}"), ("b", "{}"), ("b", "{}"))
    tools = Tools(a=lambda: "a", b=lambda: "b")
    canned = Canned(Answers(calls, reply("Done.")), tools, concurrent=True, limits=Limits(same_call=2))
    canned.say()
    stop = await canned.stepper.go("end")
    assert (stop.what, stop.call, tools.ran) == ("same_call", canned.key(2), [])
    assert (await canned.stepper.go("end")).reason == "finished"


async def test_a_run_waits_for_a_call_that_the_person_has_started_and_runs_the_others_with_it() -> None:
    gate = Gate()
    tools = Tools(a=gate.pass_through, b=lambda: "b")
    calls = reply("", ("a", "{}"), ("b", "{}"), ("b", "{}"))
    canned = Canned(Answers(calls, reply("Done.")), tools, concurrent=True)
    canned.say()
    await canned.stepper.go("step")
    by_hand = spawn(canned.stepper.run_call(canned.key(0)), name="by hand")
    await gate.reached.wait()
    going = spawn(canned.stepper.go("end"), name="run")
    gate.open.set()
    await by_hand
    assert (await going).reason == "finished"
    assert sorted(name for name, _ in tools.ran) == ["a", "b", "b"]
