"""Breakpoints in whole sessions: where they stop, log, answer and edit, and that they do it there and once."""

import asyncio
from collections.abc import Awaitable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from studio.engine.breakpoint_rules import checked, read_breakpoints
from studio.messages.message import Message
from studio.messages.parts import Result
from studio.messages.reply import ChatReply, ProviderError, Usage
from studio.session.agents import Agent
from studio.session.breakpoint_spec import read_spec
from studio.session.breakpoints import Breakpoint, BreakpointError
from studio.session.events import CallEdited, HistoryEdited, ResultEdited, ResultRecorded
from studio.session.notes import BreakpointSet, Stopped
from tests.flow.canned import NO_STOPS, Answers, Canned, Tools, reply


def _refunds(*amounts: int) -> Answers:
    asked = [reply("", ("refund", f'{{"amount": {amount}}}')) for amount in amounts]
    return Answers(*asked, reply("Done."))


def _tools() -> Tools:
    return Tools(refund=lambda amount=0, **_: f"paid {amount}", look=lambda **_: '{"found": 1}')


def _session(answers: Answers, *specs: str, tools: Tools | None = None, **setup: Any) -> Canned:
    canned = Canned(answers, tools or _tools(), **{"stops": NO_STOPS, **setup})
    _set(canned, *specs)
    canned.say()
    return canned


def _set(canned: Canned, *specs: str) -> None:
    for at, spec in enumerate(specs):
        point = replace(checked(read_spec(spec)), id=f"b{at}")
        canned.journal.note(BreakpointSet(point.id, point))


def _run(canned: Canned) -> Stopped:
    return _now(canned.stepper.go("run"))


def _now(work: Awaitable[Stopped]) -> Stopped:
    async def waited() -> Stopped:
        return await work

    return asyncio.run(waited())


def _logged(canned: Canned) -> list[str]:
    return [note.text for notes in canned.journal.logged.values() for note in notes]


@pytest.mark.promise("F4")
@pytest.mark.parametrize(
    ("spec", "place", "ran"),
    [
        ("before_request", "before_request", 0),
        ("after_reply:ref*", "after_reply", 0),
        ("before_call:refund", "before_call", 0),
        ("after_result:refund", "after_result", 1),
    ],
)
def test_a_breakpoint_stops_at_its_place_and_going_on_passes_it_also_after_reopening(
    spec: str, place: str, ran: int
) -> None:
    canned = _session(_refunds(5), f"{spec}#1")
    stop = _run(canned)
    assert (stop.reason, stop.place, stop.breakpoint, stop.text) == ("breakpoint", place, "b0", f"{spec}#1")
    assert len(canned.tools.ran) == ran
    again = canned.reopened()
    assert again.journal.breakpoints == canned.journal.breakpoints
    assert _run(again).reason == "finished"


@pytest.mark.promise("F4")
def test_tool_pattern_condition_and_count_say_which_call_it_is() -> None:
    canned = _session(_refunds(5, 150, 20, 300, 400), "before_call:re* if args.amount > `100` && round > `0`")
    counted = _session(_refunds(5, 150, 20, 300, 400), "before_call:refund#2 if args.amount > `100`")
    other = _session(_refunds(5), "before_call:look")
    assert [_args(canned, _run(canned)) for _ in range(3)] == [150, 300, 400]
    assert _args(counted, _run(counted)) == 300
    assert (_run(counted).reason, _run(other).reason) == ("finished", "finished")


def _args(canned: Canned, stop: Stopped) -> int:
    assert stop.call is not None
    found = canned.journal.state.call(stop.call)
    assert found is not None
    value = msgspec.json.decode(found.call.arguments)
    assert isinstance(value, dict)
    return int(value["amount"])


def test_every_nth_hit_is_counted_along_the_path_of_its_branch() -> None:
    canned = _session(_refunds(1, 2, 3, 4, 5), "before_call:refund%2")
    assert _args(canned, _run(canned)) == 2
    assert _args(canned, _run(canned)) == 4
    point = canned.journal.breakpoints["b0"]
    assert canned.stepper.points.hits.at(point, canned.journal.head) == 3
    assert canned.reopened().stepper.points.hits.at(point, canned.journal.head) == 3


@pytest.mark.promise("F4")
def test_a_log_writes_its_values_once_and_goes_on() -> None:
    canned = _session(_refunds(5, 7), "before_call:refund => log {{{call.name}}} pays {args.amount}, {args.none}")
    assert _run(canned).reason == "finished"
    assert _logged(canned) == ["{refund} pays 5, null", "{refund} pays 7, null"]
    assert len(canned.tools.ran) == 2


@pytest.mark.promise("F4")
def test_a_mock_answers_in_the_tools_place_and_asks_for_no_approval() -> None:
    tools = _tools()
    tools.sensitive = {"refund"}
    canned = _session(_refunds(5, 500), "before_call:refund if args.amount > `100` => error too much", tools=tools)
    first = _run(canned)
    assert (first.reason, first.call is not None) == ("approval", True)
    canned.stepper.allow(canned.key())
    assert _run(canned).reason == "finished"
    assert [arguments for _, arguments in canned.tools.ran] == [{"amount": 5}]
    given = [event for event in canned.journal.tree.events(canned.journal.head) if isinstance(event, ResultRecorded)]
    assert [(event.source, event.rule, event.is_error) for event in given] == [("ran", "", False), ("mock", "b0", True)]


@pytest.mark.promise("F4")
def test_an_edit_changes_arguments_results_and_parameters_once_and_goes_on() -> None:
    canned = _session(
        Answers(reply("", ("refund", '{"amount": 500, "why": "x"}'), ("look", "{}")), reply("Done.")),
        'before_call:refund if args.amount > `100` => edit {"amount": 100, "why": null}',
        'after_result:look => edit {"found": 0}',
        'before_request => edit {"temperature": 0}',
        'before_request#1 => edit {"seed": 1}',
        params={"top_p": 0.5},
    )
    assert _run(canned).reason == "finished"
    assert canned.tools.ran == [("refund", {"amount": 100}), ("look", {})]
    events = list(canned.journal.tree.events(canned.journal.head))
    assert [event.rule for event in events if isinstance(event, CallEdited | ResultEdited)] == ["b0", "b1"]
    assert b'"temperature":0' in canned.bodies()[0].replace(b" ", b"")
    assert b'"seed":1' in canned.bodies()[0].replace(b" ", b"")
    assert b'{\\"found\\": 0}' in canned.bodies()[1]


def test_what_the_person_changes_after_an_edit_stays() -> None:
    canned = _session(_refunds(500), 'before_call:refund => edit {"amount": 100}', "before_call:refund")
    stop = _run(canned)
    assert stop.breakpoint == "b1"
    assert _args(canned, stop) == 100
    key = canned.key()
    call = canned.journal.state.call(key)
    assert call is not None
    canned.journal.append(CallEdited(call=key, now=replace(call.call, arguments='{"amount": 450}')))
    assert _run(canned).reason == "finished"
    assert canned.tools.ran == [("refund", {"amount": 450})]


@pytest.mark.promise("F4")
def test_calls_that_run_at_once_are_stopped_before_the_first_starts() -> None:
    answers = Answers(
        reply("", ("look", "{}"), ("refund", '{"amount": 1}'), ("refund", '{"amount": 2}')), reply("Done.")
    )
    canned = _session(answers, "before_call:refund#2", concurrent=True)
    stop = _run(canned)
    assert (stop.call, canned.tools.ran) == (canned.key(2), [])
    assert _run(canned).reason == "finished"


@pytest.mark.promise("F4")
def test_troubles_stop_where_they_show() -> None:
    def boom(**_: object) -> str:
        raise ValueError("no")

    answers = Answers(
        reply("", ("nope", "{}")),
        reply("", ("refund", "[1")),
        reply("", ("boom", "{}")),
        reply("", ("boom", "{}")),
        reply("Done."),
    )
    tools = _tools()
    tools.functions["boom"] = boom
    canned = _session(answers, "unknown_tool", "bad_arguments", "tool_error:boom", "repeated_call", tools=tools)
    stops = [_run(canned) for _ in range(6)]
    assert [stop.text or stop.reason for stop in stops] == [
        *("unknown_tool", "bad_arguments", "tool_error:boom", "repeated_call", "tool_error:boom", "finished"),
    ]
    assert [stop.place for stop in stops[:5]] == [
        *("before_call", "before_call", "after_result", "before_call", "after_result"),
    ]


def test_no_progress_and_an_invalid_history_stop_before_the_request() -> None:
    again = [reply("", ("look", '{"n": 1}')) for _ in range(6)]
    canned = _session(Answers(*again, reply("Done.")), "no_progress")
    stop = _run(canned)
    assert (stop.text, stop.place, canned.journal.state.rounds > 2) == ("no_progress", "before_request", True)
    invalid = _session(Answers(reply("Done.")), "invalid_history => log not valid")
    invalid.journal.append(HistoryEdited(start=1, removed=0, inserted=(Message("tool", (Result("x", "y"),)),)))
    assert (_run(invalid).what, _logged(invalid)) == ("invalid_history", ["not valid"])


def _look(at: int) -> ChatReply:
    return replace(reply("", ("look", f'{{"n": {at}}}')), usage=Usage(9, 1))


def test_tokens_over_the_most_stop_once_where_they_are_crossed() -> None:
    answers = Answers(*[_look(at) for at in range(4)], reply("Done."))
    canned = _session(answers, "tokens>25", "cost>0.035")
    assert [(_run(canned).text, canned.journal.state.rounds) for _ in range(3)] == [
        ("tokens>25", 3),
        ("cost>0.035", 4),
        ("", 5),
    ]


def test_a_failed_request_that_is_waited_for_is_not_sent_again_by_itself() -> None:
    answers = Answers(ProviderError("http", "busy", 503), reply("Done."))
    canned = _session(answers, "provider_error => log {error.status}", "provider_error")
    canned.stepper.sending.retries = 3
    stop = _run(canned)
    assert (stop.reason, stop.breakpoint, len(answers.bodies), _logged(canned)) == ("exception", "b1", 1, ["503"])


@pytest.mark.promise("F4")
def test_a_condition_that_cannot_be_worked_out_stops_there_and_says_so() -> None:
    canned = _session(_refunds(5), "before_call:refund if contains(args.amount, 'x') => mock never")
    stop = _run(canned)
    assert (stop.reason, stop.what, stop.breakpoint) == ("exception", "breakpoint_failed", "b0")
    assert "contains()" in stop.text
    assert _run(canned).reason == "finished"
    assert len(canned.tools.ran) == 1


def test_what_is_switched_off_does_nothing_and_steps_stop_anyway() -> None:
    canned = _session(_refunds(5), "before_call:refund", "after_reply => log {round}")
    off = replace(canned.journal.breakpoints["b0"], on=False)
    canned.journal.note(BreakpointSet("b0", off))
    stepped = _now(canned.stepper.go("step"))
    assert (stepped.reason, _logged(canned)) == ("step", ["1"])
    assert _run(canned).reason == "finished"


@pytest.mark.promise("F4")
def test_breakpoints_hold_within_agents_and_at_their_calls() -> None:
    answers = Answers(
        reply("", ("helper", '{"text": "pay"}')), reply("", ("refund", '{"amount": 3}')), reply("Paid."), reply("Done.")
    )
    canned = Canned(
        answers,
        Tools(helper=lambda **_: "", refund=lambda amount: f"paid {amount}"),
        stops=NO_STOPS,
        executors={"helper": Agent(tools=("refund",))},
    )
    _set(canned, "before_call:refund if depth == `1` && call.agent == 'helper'", "after_result:helper")
    canned.say()
    inner = _run(canned)
    assert (inner.breakpoint, canned.journal.state.depth) == ("b0", 1)
    outer = _run(canned)
    assert (outer.breakpoint, canned.journal.state.depth) == ("b1", 0)
    assert _run(canned).reason == "finished"


def test_to_the_next_breakpoint_passes_other_stop_places() -> None:
    canned = _session(_refunds(5, 6), "before_call:refund#2", stops=replace(NO_STOPS, before_call=True))
    assert _args(canned, _now(canned.stepper.go("breakpoints"))) == 6


@pytest.mark.parametrize(
    ("point", "member"),
    [
        (Breakpoint("", "before_call", count=2, every=3), "every"),
        (Breakpoint("", "before_call", count=10**20), "count"),
        (Breakpoint("", "before_call", tool="a b"), "tool"),
        (Breakpoint("", "before_call", tool="refund%2"), "tool"),
        (Breakpoint("", "before_call", action="edit", patch={}), "patch"),
        (Breakpoint("", "before_call", action="edit", patch={"a": [float("nan")]}), "patch"),
    ],
)
def test_what_could_not_act_as_it_says_is_refused(point: Breakpoint, member: str) -> None:
    with pytest.raises(BreakpointError) as refused:
        checked(point)
    assert refused.value.member == member


def _three(*specs: str, **setup: Any) -> Canned:
    calls = reply("", ("refund", '{"amount": 1}'), ("refund", '{"amount": 2}'), ("look", "{}"))
    return _session(Answers(calls, reply("Done.")), *specs, **setup)


@pytest.mark.promise("F4")
def test_hits_of_calls_that_run_at_once_are_counted_in_their_order_though_a_later_one_is_answered_first() -> None:
    canned = _three("before_call#2", "before_call:look => mock seen", concurrent=True)
    assert _run(canned).call == canned.key(1)
    assert (_run(canned).reason, len(canned.tools.ran)) == ("finished", 2)
    by_hand = _three("before_call#1")
    _now(by_hand.stepper.go("step"))
    asyncio.run(by_hand.stepper.run_call(by_hand.key(2)))
    assert _run(by_hand).call == by_hand.key(0)


def test_an_approval_names_the_breakpoint_of_its_own_call_only() -> None:
    tools = _tools()
    tools.sensitive = {"refund"}
    canned = _three("before_call:look", tools=tools, concurrent=True)
    stop = _run(canned)
    assert (stop.reason, stop.call, stop.breakpoint, canned.tools.ran) == ("approval", canned.key(0), "", [])


def test_running_all_open_calls_heeds_what_breakpoints_do_there_and_what_they_cannot_work_out() -> None:
    canned = _three("after_result:refund => log {result.text}", 'after_result:look => edit {"found": 7}')
    _now(canned.stepper.go("step"))
    assert _now(canned.stepper.run_open()).place == "before_request"
    assert _logged(canned) == ["paid 1", "paid 2"]
    _now(canned.stepper.go("end"))
    assert b'{\\"found\\": 7}' in canned.bodies()[-1]
    broken = _three("before_call:refund if contains(args.amount, 'x') => mock never")
    _now(broken.stepper.go("step"))
    assert (_now(broken.stepper.run_open()).what, broken.tools.ran) == ("breakpoint_failed", [])


def test_two_breakpoints_of_a_file_with_one_id_are_refused() -> None:
    with pytest.raises(BreakpointError) as refused:
        read_breakpoints('[{"id": "a", "place": "before_call"}, {"id": "a", "trouble": "tool_error"}]')
    assert refused.value.member == "id"


def test_hits_on_a_long_path_are_counted_in_parts() -> None:
    canned = _session(_refunds(*range(1, 12)), "before_call:refund", "after_result if round > `3`")
    _now(canned.stepper.go("end"))
    hits, points, head = canned.stepper.points.hits, canned.journal.breakpoints.values(), canned.journal.head
    found = [hits.of_all(points, head, 30) for _ in range(5)]
    assert found[0] is None
    assert found[-1] == {"b0": 11, "b1": 8}
    assert found[-1] == {point.id: canned.reopened().stepper.points.hits.at(point, head) for point in points}
