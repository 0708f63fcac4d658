"""Compensation: when a call fails, what succeeded since the last user message is undone in reverse, and the model reads so."""

import asyncio
import json
from typing import Any

import pytest
from msgspec.structs import replace

from studio.engine.due import AskModel, Finished, RunCalls, Uncertain, UndoCalls, due
from studio.engine.edits import EditRefusedError, refuse_while_undoing
from studio.engine.rolling_back import NothingToUndoError, given, skipped
from studio.messages.reply import ChatReply
from studio.session.events import UndoEnded, UndoStarted
from studio.session.mocks import MockRule
from studio.session.policies import Policy, Strategies
from studio.session.setup import Stops
from studio.session.state import settled
from studio.tasks import spawn
from tests.flow.canned import NO_STOPS, Answers, Canned, Gate, reply
from tests.flow.undoable import Bookings

pytestmark = [pytest.mark.anyio, pytest.mark.promise("C10")]


def _call(name: str, what: str) -> tuple[str, str]:
    return name, json.dumps({"what": what})


def _trip(*more: Any, **setup: Any) -> Canned:
    """Three rounds: a hotel is booked; then it is paid and a car is booked; then a flight fails. The last answer is text."""
    rounds = [
        reply("", _call("book", "hotel")),
        reply("", _call("pay", "hotel"), _call("book", "car")),
        reply("", _call("fly", "home")),
        reply("I could not do it."),
    ]
    canned = Canned(Answers(*rounds, *more), Bookings(), **{"compensation": True, "stops": NO_STOPS, **setup})
    canned.say("Book my trip.")
    return canned


def _broken(what: dict[str, Any]) -> str:
    raise ValueError("the bank is closed")


def _ended(canned: Canned) -> list[UndoEnded]:
    tree = canned.journal.tree
    return [event for event in tree.events(canned.journal.head) if isinstance(event, UndoEnded)]


def _told(canned: Canned) -> list[tuple[str, bool]]:
    """What the model reads as results: the first word of each, and whether it is an error."""
    return [(part.text, part.is_error) for message in settled(canned.journal.state) for part in message.results]


async def test_what_succeeded_in_three_rounds_is_undone_in_reverse_and_the_model_is_asked_again() -> None:
    canned = _trip()
    stop = await canned.stepper.go("run")
    assert stop.reason == "finished"
    assert [name for name, _ in canned.tools.ran] == ["book", "pay", "book", "fly", "cancel", "pay_back", "cancel"]
    assert [event.text for event in _ended(canned)] == ["cancelled car", "paid back id_0", "cancelled hotel"]
    tools = canned.tools
    assert isinstance(tools, Bookings)
    assert (tools.booked, tools.paid) == ([], [])


async def test_the_undoing_tool_gets_the_same_arguments_or_the_one_record_of_the_execution() -> None:
    canned = _trip()
    await canned.stepper.go("run")
    ran = {name: arguments for name, arguments in canned.tools.ran if name in ("cancel", "pay_back")}
    record = {"tool": "pay", "arguments": {"what": "hotel"}, "result": "paid hotel", "call_id": "id_0"}
    assert ran == {"cancel": {"what": "hotel"}, "pay_back": {"what": record}}


async def test_the_body_that_is_sent_says_in_each_round_what_was_rolled_back_and_because_of_what() -> None:
    canned = _trip()
    await canned.stepper.go("run")
    model = canned.services.model
    assert isinstance(model, Answers)
    before, after = (json.loads(body)["messages"] for body in model.bodies[-2:])
    results = [message["content"] for message in after if message["role"] == "tool"]
    assert [text.split(":")[0] for text in results] == [
        "book was rolled back",
        "pay was rolled back",
        "book was rolled back",
        "ValueError",
    ]
    assert "fly failed" in results[0]
    assert "undone by cancel" in results[0]
    assert "booked hotel" in results[0]
    assert [message["content"] for message in before if message["role"] == "tool"] == [
        "booked hotel",
        "paid hotel",
        "booked car",
    ]
    assert canned.bodies()[-1] == model.bodies[-1]
    assert [is_error for _, is_error in _told(canned)] == [True] * 4


async def test_nothing_is_undone_when_compensation_is_off() -> None:
    canned = _trip(compensation=False)
    await canned.stepper.go("run")
    assert _ended(canned) == []
    assert [name for name, _ in canned.tools.ran] == ["book", "pay", "book", "fly"]


async def test_what_succeeded_before_the_last_user_message_stays() -> None:
    canned = Canned(
        Answers(reply("", _call("book", "a")), reply("Done."), reply("", _call("fly", "b")), reply("Sorry.")),
        Bookings(),
        compensation=True,
        stops=NO_STOPS,
    )
    canned.say()
    await canned.stepper.go("run")
    canned.say()
    await canned.stepper.go("run")
    assert _ended(canned) == []


async def test_a_failure_that_ends_the_turn_is_undone_for_first_and_the_calls_after_it_do_not_run() -> None:
    rounds = [reply("", _call("book", "hotel")), reply("", _call("fly", "home"), _call("book", "car"))]
    how: dict[str, Any] = {"compensation": True, "stops": NO_STOPS, "strategies": Strategies(tool_error="fail")}
    canned = Canned(Answers(*rounds), Bookings(), **how)
    canned.say("Book my trip.")
    for _ in range(2):
        stop = await canned.stepper.go("run")
        assert (stop.reason, stop.what, stop.text) == ("exception", "failed", "tool_error")
        assert [event.tool for event in _ended(canned)] == ["cancel"]
    tools = canned.services.tools
    assert isinstance(tools, Bookings)
    assert tools.booked == []
    assert [name for name, _ in tools.ran] == ["book", "fly", "cancel"]


async def test_a_call_that_was_undone_is_not_undone_again_when_a_later_round_fails_too() -> None:
    canned = Canned(
        Answers(
            reply("", _call("book", "a"), _call("fly", "b")),
            reply("", _call("book", "c"), _call("fly", "d")),
            reply("Sorry."),
        ),
        Bookings(),
        compensation=True,
        stops=NO_STOPS,
    )
    canned.say()
    await canned.stepper.go("run")
    assert [event.text for event in _ended(canned)] == ["cancelled a", "cancelled c"]


async def test_a_rejected_or_refused_call_undoes_nothing() -> None:
    canned = Canned(
        Answers(reply("", _call("book", "a"), ("teleport", "{}"), ("book", "{}")), reply("Well.")),
        Bookings(),
        compensation=True,
        stops=NO_STOPS,
    )
    canned.say()
    await canned.stepper.go("run")
    assert _ended(canned) == []


async def test_each_undo_is_one_step_that_can_be_stopped_before() -> None:
    canned = _trip(stops=NO_STOPS)
    await canned.stepper.go("run", lambda state: isinstance(due(state), UndoCalls))
    for expected in ("cancel", "pay_back", "cancel"):
        todo = due(canned.journal.state)
        assert isinstance(todo, UndoCalls)
        assert todo.cause == "fly"
        stop = await canned.stepper.go("step")
        assert canned.tools.ran[-1][0] == expected
    assert (stop.reason, stop.place) == ("step", "before_request")
    assert due(canned.journal.state) == AskModel()


async def test_the_stop_place_before_calls_holds_before_each_undo() -> None:
    canned = _trip(stops=Stops(before_call=True))
    seen = []
    while (stop := await canned.stepper.go("run")).reason == "breakpoint":
        seen.append((stop.place, stop.call, stop.what))
    undos = [event.call for event in _ended(canned)]
    assert [stop for stop in seen if stop[2] == "undo"] == [("before_call", call, "undo") for call in undos]
    assert (stop.reason, len(undos)) == ("finished", 3)


async def test_pause_holds_between_two_undos() -> None:
    canned = _trip()
    cancelled = canned.tools.functions["cancel"]

    def pausing(what: str) -> Any:
        canned.stepper.pause()
        return cancelled(what)

    canned.tools.functions["cancel"] = pausing
    stop = await canned.stepper.go("run")
    assert (stop.reason, stop.place) == ("pause", "before_call")
    assert len(_ended(canned)) == 1


async def test_a_failed_undo_is_reported_and_the_others_are_still_undone() -> None:
    canned = _trip()
    canned.tools.functions["pay_back"] = _broken
    stop = await canned.stepper.go("run")
    assert stop.reason == "finished"
    assert [event.is_error for event in _ended(canned)] == [False, True, False]
    text = _told(canned)[1][0]
    assert "pay could not be rolled back" in text
    assert "the bank is closed" in text
    assert "paid hotel" in text
    assert [ran.undo for ran in canned.journal.state.done] == ["done", "failed", "done"]


async def test_in_the_window_a_failed_undo_stops_and_run_goes_on_with_the_others() -> None:
    canned = _trip(strategies=Strategies(tool_error="tell"))
    canned.services.window = True
    canned.tools.functions["pay_back"] = _broken
    stop = await canned.stepper.go("run")
    assert (stop.reason, stop.place, stop.what) == ("exception", "after_result", "undo_failed")
    assert stop.call == _ended(canned)[-1].call
    assert (await canned.stepper.go("run")).reason == "finished"
    assert [event.is_error for event in _ended(canned)] == [False, True, False]


async def test_an_undo_is_written_before_it_begins_and_is_uncertain_when_the_program_is_killed() -> None:
    gate = Gate()
    canned = _trip()
    cancelled = canned.tools.functions["cancel"]

    async def slow(what: str) -> Any:
        await gate.pass_through()
        return cancelled(what)

    canned.tools.functions["cancel"] = slow
    moving = spawn(canned.stepper.go("run"), name="test")
    await gate.reached.wait()
    killed = canned.reopened()
    started = killed.journal.tree.event(killed.journal.head)
    assert isinstance(started, UndoStarted)
    assert (started.tool, started.cause, json.loads(started.arguments)) == ("cancel", "fly", {"what": "car"})
    assert due(killed.journal.state) == Uncertain(started.call, undo=True)
    stop = await killed.stepper.go("run")
    assert (stop.reason, stop.what, stop.call) == ("exception", "uncertain_undo", started.call)
    gate.open.set()
    await killed.stepper.run_call(started.call)
    assert (await killed.stepper.go("run")).reason == "finished"
    assert len(_ended(killed)) == 3
    await canned.stepper.cancel()
    await asyncio.gather(moving, return_exceptions=True)


async def test_an_uncertain_undo_can_be_answered_by_hand() -> None:
    canned = _trip()
    await canned.stepper.go("run", lambda state: isinstance(due(state), UndoCalls))
    todo = due(canned.journal.state)
    assert isinstance(todo, UndoCalls)
    canned.journal.append(UndoStarted(call=todo.calls[0], tool="cancel", cause="fly"))
    again = canned.reopened()
    again.journal.append(given(again.journal.state, todo.calls[0], "It was cancelled."))
    assert (await again.stepper.go("run")).reason == "finished"
    assert [event.source for event in _ended(again)] == ["by_hand", "ran", "ran"]


async def test_the_person_can_skip_an_undo_and_the_model_reads_that_the_effect_stays() -> None:
    canned = _trip()
    await canned.stepper.go("run", lambda state: isinstance(due(state), UndoCalls))
    todo = due(canned.journal.state)
    assert isinstance(todo, UndoCalls)
    with pytest.raises(NothingToUndoError):
        skipped(canned.journal.state, todo.calls[1])
    with pytest.raises(EditRefusedError):
        refuse_while_undoing(canned.journal.state)
    canned.journal.append(skipped(canned.journal.state, todo.calls[0], "they want the car"))
    assert (await canned.stepper.go("run")).reason == "finished"
    text, is_error = _told(canned)[2]
    assert ("was not rolled back" in text, "they want the car" in text, is_error) == (True, True, True)
    assert [event.source for event in _ended(canned)] == ["by_hand", "ran", "ran"]


async def test_a_sensitive_undoing_tool_asks_and_a_denied_one_is_a_failed_undo() -> None:
    canned = _trip(policies=(Policy("pay_back", "ask"), Policy("cancel", "deny")))
    stop = await canned.stepper.go("end")
    assert (stop.reason, stop.what) == ("approval", "undo")
    assert stop.call is not None
    stop = await canned.stepper.approve(stop.call)
    assert [(event.tool, event.is_error, event.source) for event in _ended(canned)] == [
        ("cancel", True, "refused"),
        ("pay_back", False, "ran"),
    ]
    assert (await canned.stepper.go("end")).reason == "finished"
    assert "are denied" in _told(canned)[0][0]


async def test_a_mock_rule_stands_in_for_the_undoing_tool_and_says_so() -> None:
    rule = MockRule("m1", "cancel", text="as if cancelled")
    canned = _trip(mocks=(rule,))
    await canned.stepper.go("run")
    assert [(event.source, event.rule) for event in _ended(canned)] == [("mock", "m1"), ("ran", ""), ("mock", "m1")]
    assert [name for name, _ in canned.tools.ran] == ["book", "pay", "book", "fly", "pay_back"]


async def test_an_undo_that_a_rule_answers_is_not_asked_for() -> None:
    canned = _trip(mocks=(MockRule("m1", "cancel", text="as if"),), policies=(Policy("cancel", "ask"),))
    assert (await canned.stepper.go("end")).reason == "finished"
    assert [event.source for event in _ended(canned)] == ["mock", "ran", "mock"]


async def test_doubled_ids_in_the_history_never_retell_the_wrong_result() -> None:
    rounds = (
        reply("", _call("book", "a"), _call("get", "x"), _call("book", "b")),
        reply("", _call("book", "c"), _call("fly", "d")),
    )
    canned = Canned(
        Answers(*map(_same_ids, rounds), reply("Sorry.")),
        Bookings(get=lambda what: f"got {what}"),
        compensation=True,
        stops=NO_STOPS,
    )
    canned.say()
    await canned.stepper.go("run")
    texts = [text for text, _ in _told(canned)]
    gave = ["booked a", "got x", "booked b", "booked c", "no wings for d"]
    assert [text.endswith(end) for text, end in zip(texts, gave, strict=True)] == [True] * 5
    assert [text.startswith("book was rolled back") for text in texts] == [True, False, True, True, False]
    assert due(canned.journal.state) == Finished()


def _same_ids(said: ChatReply) -> ChatReply:
    return replace(said, parts=tuple(replace(call, id="same") for call in said.calls))


async def test_the_session_says_the_same_when_it_is_opened_again_between_two_undos() -> None:
    canned = _trip()
    await canned.stepper.go("run", lambda state: isinstance(due(state), UndoCalls))
    await canned.stepper.go("step")
    again = canned.reopened()
    assert due(again.journal.state) == due(canned.journal.state)
    assert (await again.stepper.go("run")).reason == "finished"
    assert [event.text for event in _ended(again)] == ["cancelled car", "paid back id_0", "cancelled hotel"]
    assert not isinstance(due(again.journal.state), RunCalls)
    model = again.services.model
    assert isinstance(model, Answers)
    assert again.bodies()[-1] == model.bodies[-1]
    assert model.bodies[-1].count(b"was rolled back") == 3
