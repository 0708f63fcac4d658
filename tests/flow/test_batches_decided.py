"""What is decided of calls holds until they have run: they cannot be changed in between, and what the person did decide does not run."""

import asyncio

import pytest
from msgspec.structs import replace

from studio.session.events import CallEdited, ResultRecorded, SetupChanged
from studio.session.policies import Policy
from studio.tasks import spawn
from tests.flow.canned import NO_STOPS, Answers, Canned, Gate, Tools, reply

pytestmark = [pytest.mark.anyio, pytest.mark.promise("C8")]
THREE = reply("", ("first", "{}"), ("second", "{}"), ("third", "{}"))


def _session(gate: Gate, *, concurrent: bool) -> Canned:
    async def first() -> str:
        await gate.pass_through()
        return "1"

    tools = Tools(first=first, second=lambda: "2", third=lambda: "3")
    canned = Canned(Answers(THREE, reply("Done.")), tools, stops=NO_STOPS, concurrent=concurrent)
    canned.say()
    return canned


async def test_calls_that_are_to_run_at_once_are_held_from_the_moment_they_were_decided() -> None:
    gate = Gate()
    canned = _session(gate, concurrent=True)
    await canned.stepper.go("step")
    going = spawn(canned.stepper.go("end"), name="go")
    await asyncio.sleep(0)
    assert [canned.stepper.holds(canned.key(at)) for at in range(3)] == [True, True, True]
    await gate.reached.wait()
    assert [name for name, _ in canned.tools.ran] == ["first", "second", "third"]
    gate.open.set()
    assert (await going).reason == "finished"
    assert not canned.stepper.busy


async def test_filling_all_open_calls_passes_over_those_that_the_person_decided_about_meanwhile() -> None:
    gate = Gate()
    canned = _session(gate, concurrent=False)
    await canned.stepper.go("step")
    filling = spawn(canned.stepper.run_open(), name="fill")
    await gate.reached.wait()
    second, third = canned.key(1), canned.key(2)
    canned.journal.append(ResultRecorded(call=second, source="rejected", text="no", is_error=True, status="error"))
    now = canned.journal.state.call(third)
    assert now is not None
    canned.journal.append(CallEdited(call=third, now=replace(now.call, arguments='{"a": 1}')))
    gate.open.set()
    stop = await filling
    assert [name for name, _ in canned.tools.ran] == ["first"]
    assert (stop.reason, stop.place, stop.call) == ("step", "before_call", third)
    found = [
        event.source for event in canned.journal.tree.events(canned.journal.head) if isinstance(event, ResultRecorded)
    ]
    assert found == ["rejected", "ran"]


async def test_filling_ends_when_the_settings_change() -> None:
    gate = Gate()
    canned = _session(gate, concurrent=False)
    await canned.stepper.go("step")
    filling = spawn(canned.stepper.run_open(), name="fill")
    await gate.reached.wait()
    canned.journal.append(SetupChanged(policies=(Policy("second", "ask"),)))
    gate.open.set()
    stop = await filling
    assert [name for name, _ in canned.tools.ran] == ["first"]
    assert (stop.reason, stop.call) == ("approval", canned.key(1))
