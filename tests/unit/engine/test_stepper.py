"""Tests of the stepper: one thing at a time, stops with their reasons, and everything that ends it early."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from studio.engine.due import Uncertain, due
from studio.engine.edits import EditRefusedError
from studio.engine.sending import worth_a_retry
from studio.engine.under_way import Activity, BusyError, Watcher
from studio.messages.reply import ProviderError
from studio.problems import StudioError
from studio.session.events import CallStarted, RequestFailed, ResultRecorded
from studio.session.nodes import CallKey, NodeId
from studio.session.notes import Stopped
from studio.tasks import spawn
from tests.flow.canned import ALL_STOPS, NO_STOPS, Answers, Canned, Gate, Tools, reply

pytestmark = pytest.mark.anyio


def _told(stop: Stopped) -> tuple[str, str | None, str]:
    return stop.reason, stop.place, stop.what


def _two_calls() -> Canned:
    tools = Tools(add=lambda a, b: a + b, fail=_fail)
    return Canned(Answers(reply("I add.", ("add", '{"a":1,"b":2}'), ("fail", "{}")), reply("Done.")), tools)


def _fail() -> None:
    raise ValueError("no")


async def test_a_step_does_one_thing_and_says_what_is_due() -> None:
    canned = _two_calls()
    canned.say()
    told = [_told(await canned.stepper.go("step")) for _ in range(4)]
    assert told == [
        ("step", "before_call", ""),
        ("step", "before_call", ""),
        ("step", "before_request", ""),
        ("finished", None, ""),
    ]
    assert canned.tools.ran == [("add", {"a": 1, "b": 2}), ("fail", {})]


async def test_a_round_ends_before_the_next_request() -> None:
    canned = _two_calls()
    canned.say()
    assert _told(await canned.stepper.go("round")) == ("step", "before_request", "")
    assert _told(await canned.stepper.go("round")) == ("finished", None, "")


async def test_run_stops_at_every_place_that_is_switched_on_once() -> None:
    canned = _two_calls()
    canned.journal.append(_setup(stops=ALL_STOPS))
    canned.say()
    places = []
    for _ in range(12):
        stop = await canned.stepper.go("run")
        places.append(stop.place)
        if stop.reason == "finished":
            break
        canned = canned.reopened()
    assert places == [
        "before_request",
        "after_reply",
        "before_call",
        "after_result",
        "before_call",
        "after_result",
        "before_request",
        "after_reply",
        None,
    ]


def _setup(**members: Any) -> Any:
    from studio.session.events import SetupChanged

    return SetupChanged(**members)


async def test_to_the_end_no_stop_place_holds() -> None:
    canned = _two_calls()
    canned.journal.append(_setup(stops=ALL_STOPS))
    canned.say()
    assert _told(await canned.stepper.go("end")) == ("finished", None, "")


async def test_a_sensitive_call_is_asked_for_every_time_until_all_of_its_tool_are_approved() -> None:
    tools = Tools(wipe=lambda: "gone")
    tools.sensitive = {"wipe"}
    calls = reply("", ("wipe", "{}"), ("wipe", "{}"), ("wipe", "{}"))
    canned = Canned(Answers(calls, reply("Done.")), tools)
    canned.say()
    for _ in range(2):
        assert _told(await canned.stepper.go("end")) == ("approval", "before_call", "")
    assert tools.ran == []
    assert _told(await canned.stepper.approve(canned.key(0))) == ("approval", "before_call", "")
    assert _told(await canned.stepper.approve(canned.key(1), all_of_tool=True)) == ("step", "before_call", "")
    assert _told(await canned.stepper.go("end")) == ("finished", None, "")
    assert len(tools.ran) == 3


async def test_an_approval_does_not_outlive_the_program() -> None:
    tools = Tools(wipe=lambda: "gone")
    tools.sensitive = {"wipe"}
    canned = Canned(Answers(reply("", ("wipe", "{}"), ("wipe", "{}"))), tools)
    canned.say()
    await canned.stepper.go("end")
    await canned.stepper.approve(canned.key(0), all_of_tool=True)
    assert _told(await canned.reopened().stepper.go("end")) == ("approval", "before_call", "")


async def test_the_limit_of_round_trips_stops_and_going_on_passes_it() -> None:
    canned = Canned(
        Answers(*[reply("", ("add", '{"a":1,"b":1}'))] * 4), Tools(add=lambda a, b: a + b), max_round_trips=2
    )
    canned.say()
    for expected in (2, 3):
        stop = await canned.stepper.go("end")
        assert (_told(stop), canned.journal.state.trips) == (("limit", "before_request", "round_trips"), expected)


async def test_unknown_tools_and_arguments_that_do_not_fit_are_told_to_the_model_and_run_nothing() -> None:
    tools = Tools(add=lambda a, b: a + b)
    canned = Canned(Answers(reply("", ("ad", "{}"), ("add", "{nope"), ("add", "[1]")), reply("Done.")), tools)
    canned.say()
    await canned.stepper.go("end")
    results = [event for event in canned.journal.tree.events(canned.journal.head) if isinstance(event, ResultRecorded)]
    assert [(event.source, event.status, event.is_error) for event in results] == [
        ("refused", "unknown_tool", True),
        ("refused", "bad_arguments", True),
        ("refused", "bad_arguments", True),
    ]
    assert "Did you mean add?" in results[0].text
    assert tools.ran == []


async def test_a_tool_that_cannot_be_made_ready_stops_and_leaves_the_call_open() -> None:
    canned = _two_calls()
    canned.services.unready = "The file is gone."
    canned.say()
    stop = await canned.stepper.go("end")
    assert (_told(stop), stop.text) == (("exception", "before_call", "tool_problem"), "The file is gone.")
    assert [type(event) for event in canned.journal.tree.events(canned.journal.head)][-1] is not CallStarted
    canned.services.unready = ""
    assert _told(await canned.stepper.go("end")) == ("finished", None, "")


async def test_a_provider_error_stops_and_run_sends_again() -> None:
    canned = Canned(Answers(ProviderError("http", "slow down", 429), reply("Here.")))
    canned.say()
    assert _told(await canned.stepper.go("end")) == ("exception", "before_request", "provider_error")
    assert _told(await canned.stepper.go("run")) == ("finished", None, "")
    assert canned.bodies()[0] == canned.bodies()[1]


async def test_failures_that_may_pass_are_sent_again_by_themselves_as_often_as_allowed() -> None:
    failing = [ProviderError("http", "busy", 503, retry_after=0.001)] * 2
    for retries, reason in ((1, "exception"), (2, "finished")):
        canned = Canned(Answers(*failing, reply("Here.")))
        canned.stepper.sending.retries = retries
        canned.say()
        assert (await canned.stepper.go("end")).reason == reason
        assert len(canned.bodies()) == retries + 1


async def test_a_server_that_asks_for_a_long_wait_is_not_asked_again_by_itself() -> None:
    canned = Canned(Answers(ProviderError("http", "busy", 429, retry_after=3600.0), reply("Here.")))
    canned.stepper.sending.retries = 2
    canned.say()
    assert (await canned.stepper.go("end")).reason == "exception"
    assert len(canned.bodies()) == 1


@pytest.mark.parametrize(
    ("error", "worth"),
    [
        (ProviderError("http", "", 429), True),
        (ProviderError("http", "", 500), True),
        (ProviderError("http", "", 400), False),
        (ProviderError("provider", "", type="overloaded_error"), True),
        (ProviderError("provider", "", 503), True),
        (ProviderError("provider", "", type="invalid_request_error"), False),
        (ProviderError("connection", ""), True),
        (ProviderError("incomplete", ""), True),
        (ProviderError("not_json", ""), False),
        (ProviderError("missed", ""), False),
        (ProviderError("cancelled", ""), False),
    ],
)
def test_only_what_may_pass_is_worth_a_retry(error: ProviderError, worth: bool) -> None:
    assert worth_a_retry(RequestFailed(error=error)) is worth


async def test_a_pause_stops_before_the_next_thing() -> None:
    gate = Gate()
    canned = Canned(Answers(reply("", ("wait", "{}"), ("wait", "{}"))), Tools(wait=gate.pass_through))
    canned.say()
    run = spawn(canned.stepper.go("end"), name="run")
    await gate.reached.wait()
    canned.stepper.pause()
    gate.open.set()
    assert _told(await run) == ("pause", "before_call", "")
    assert len(canned.tools.ran) == 1


async def test_cancelling_in_a_stream_keeps_what_came_and_ends_the_answer() -> None:
    gate, closed = Gate(), asyncio.Event()

    async def stream() -> AsyncIterator[Any]:
        try:
            yield ("text", "half a rep")
            await gate.pass_through()
        finally:
            closed.set()

    canned = Canned(Answers(stream))
    canned.say()
    run = spawn(canned.stepper.go("end"), name="run")
    await gate.reached.wait()
    assert canned.stepper.partial is not None
    assert canned.stepper.partial.text == "half a rep"
    await canned.stepper.cancel()
    assert _told(await run) == ("pause", None, "stopped")
    failed = canned.journal.tree.event(canned.journal.head)
    assert isinstance(failed, RequestFailed)
    assert failed.partial is not None
    assert (failed.error.kind, failed.partial.text) == ("cancelled", "half a rep")
    assert not canned.stepper.busy
    assert canned.stepper.partial is None
    await asyncio.wait_for(closed.wait(), 5)


async def test_cancelling_a_tool_leaves_its_call_uncertain_and_never_runs_it_again_unasked() -> None:
    gate = Gate()
    canned = Canned(Answers(reply("", ("wait", "{}")), reply("Done.")), Tools(wait=gate.pass_through))
    canned.say()
    run = spawn(canned.stepper.go("end"), name="run")
    await gate.reached.wait()
    await canned.stepper.cancel()
    assert _told(await run) == ("pause", None, "stopped")
    assert due(canned.journal.state) == Uncertain(canned.key())
    for goal in ("step", "round", "run", "end"):
        assert _told(await canned.stepper.go(goal)) == ("exception", "before_call", "uncertain_call")
    assert len(canned.tools.ran) == 1
    gate.open.set()
    await canned.stepper.run_call(canned.key())
    assert len(canned.tools.ran) == 2


async def test_a_cancel_does_not_wait_for_the_task_that_moved_the_session() -> None:
    gate, goes_on = Gate(), asyncio.Event()
    canned = Canned(Answers(reply("", ("wait", "{}"))), Tools(wait=gate.pass_through))
    canned.say()

    async def long_lived() -> None:
        await canned.stepper.go("end")
        await goes_on.wait()

    task = spawn(long_lived(), name="front")
    await gate.reached.wait()
    await asyncio.wait_for(canned.stepper.cancel(), 5)
    assert not task.done()
    goes_on.set()
    await task


async def test_the_person_runs_calls_at_once_and_out_of_order_while_a_run_waits_for_them() -> None:
    gates = {"a": Gate(), "b": Gate()}
    tools = Tools(a=gates["a"].pass_through, b=gates["b"].pass_through)
    canned = Canned(Answers(reply("", ("a", "{}"), ("b", "{}")), reply("Done.")), tools)
    canned.say()
    await canned.stepper.go("step")
    runs = [spawn(canned.stepper.run_call(canned.key(at)), name=f"call {at}") for at in (1, 0)]
    await gates["a"].reached.wait()
    await gates["b"].reached.wait()
    with pytest.raises(BusyError):
        await canned.stepper.run_call(canned.key(0))
    going = spawn(canned.stepper.go("end"), name="run")
    gates["b"].open.set()
    await runs[0]
    gates["a"].open.set()
    await runs[1]
    assert _told(await going) == ("finished", None, "")
    assert [name for name, _ in tools.ran] == ["b", "a"]


async def test_a_call_that_has_its_result_is_not_run_again() -> None:
    canned = _two_calls()
    canned.say()
    await canned.stepper.go("step")
    await canned.stepper.run_call(canned.key(1))
    with pytest.raises(EditRefusedError, match="has its result already"):
        await canned.stepper.run_call(canned.key(1))


async def test_a_second_run_is_refused_while_one_is_moving() -> None:
    gate = Gate()
    canned = Canned(Answers(reply("", ("wait", "{}")), reply("Done.")), Tools(wait=gate.pass_through))
    canned.say()
    run = spawn(canned.stepper.go("end"), name="run")
    await gate.reached.wait()
    with pytest.raises(BusyError):
        await canned.stepper.go("step")
    gate.open.set()
    await run


async def test_what_cannot_be_written_does_not_happen_and_is_said() -> None:
    canned = _two_calls()
    canned.say()
    await canned.stepper.go("step")
    canned.lines.full = True
    with pytest.raises(StudioError, match="full"):
        await canned.stepper.go("step")
    assert canned.tools.ran == []
    assert not canned.stepper.busy
    canned.lines.full = False
    assert _told(await canned.stepper.go("end")) == ("finished", None, "")


async def test_the_watcher_is_told_of_activity_deltas_and_output() -> None:
    heard: list[Any] = []

    class Heard(Watcher):
        def activity(self, now: Activity) -> None:
            heard.append(now.kind)

        def delta(self, delta: Any) -> None:
            heard.append(delta)

        def output(self, call: CallKey, stream: str, text: str) -> None:
            heard.append((call[1], stream, text))

    canned = Canned(Answers(reply("Hi.", ("add", '{"a":1,"b":2}'))), Tools(add=lambda a, b: a + b), Heard())
    canned.say()
    await canned.stepper.go("step")
    await canned.stepper.go("step")
    assert heard == [
        "sending",
        "streaming",
        ("text", "Hi."),
        "idle",
        "idle",
        "tools",
        (0, "stdout", "add\n"),
        "idle",
        "idle",
    ]


async def test_a_run_until_a_place_stops_there() -> None:
    canned = _two_calls()
    canned.journal.append(_setup(stops=NO_STOPS))
    canned.say()
    stop = await canned.stepper.go("run", lambda state: state.rounds >= 1)
    assert (_told(stop), canned.journal.state.rounds) == (("step", "before_call", ""), 1)


async def test_an_edit_at_a_stop_leaves_it_standing_and_going_elsewhere_and_back_too() -> None:
    canned = _two_calls()
    canned.say()
    assert _told(await canned.stepper.go("run")) == ("breakpoint", "before_call", "")
    stood = canned.journal.head
    canned.journal.move(NodeId(2))
    canned.services.model.left.insert(0, reply("Other."))  # type: ignore[attr-defined]
    await canned.stepper.go("run")
    canned.journal.move(stood)
    canned.journal.append(_setup(max_round_trips=9))
    stop = await canned.stepper.go("run")
    assert (stop.place, stop.call) == ("before_call", canned.key(1))


async def test_at_the_beginning_of_a_session_there_is_nothing_to_run_after_stops_elsewhere() -> None:
    canned = _two_calls()
    canned.say()
    await canned.stepper.go("run")
    for node in (1, 0):
        canned.journal.move(NodeId(node))
        assert _told(await canned.stepper.go("run")) == ("waiting", None, "message")
