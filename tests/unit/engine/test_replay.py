"""Tests of replaying a recording: acts done again, differences shown, either side live, and a replay that is gone on with."""

import asyncio

import pytest
from msgspec.structs import replace

from studio.engine import edits
from studio.engine.difference import Difference
from studio.engine.due import UndoCalls, due
from studio.engine.missing import Miss
from studio.engine.recording import Recording, is_act, same_call
from studio.engine.replay import Replay
from studio.messages.message import user
from studio.messages.parts import Call
from studio.messages.reply import ChatReply, ProviderError
from studio.session.breakpoints import Breakpoint
from studio.session.events import HistoryEdited, MessageAdded, ReplyReceived, RequestSent, ResultRecorded, SetupChanged
from studio.session.mocks import MockRule
from studio.session.notes import BreakpointSet, Stopped
from studio.session.setup import ResponderChoice
from studio.session.state import settled
from studio.tasks import spawn
from tests.flow.canned import NO_STOPS, Answers, Canned, Tools, reply
from tests.flow.undoable import Bookings

pytestmark = pytest.mark.anyio

ADD = ("add", '{"a":1,"b":2}')


def _tools() -> Tools:
    return Tools(add=lambda a, b: a + b, now=lambda: "noon")


async def _recorded(*answers: ChatReply | ProviderError) -> Canned:
    canned = Canned(Answers(*answers), _tools(), stops=NO_STOPS)
    canned.say()
    await canned.stepper.go("end")
    return canned


def _replaying(recorded: Canned, *answers: ChatReply, model: bool = True, tools: bool = True) -> Canned:
    """A session that goes along what was recorded; `model` and `tools` say what is recorded."""
    canned = Canned(Answers(*answers))
    canned.tools.functions = _tools().functions
    replayed = Replay(Recording(recorded.journal.tree, recorded.journal.head), canned.journal)
    canned.services.replay = replayed
    canned.services.recorded_model, canned.services.recorded_tools = model, tools
    replayed.between(canned.journal.cursor)
    return canned


def _replay_of(canned: Canned) -> Replay:
    assert canned.services.replay is not None
    return canned.services.replay


def _results(canned: Canned) -> list[tuple[str, str]]:
    events = canned.journal.tree.events(canned.journal.head)
    return [(event.source, event.text) for event in events if isinstance(event, ResultRecorded)]


def _told(stop: Stopped) -> tuple[str, str, str]:
    return stop.reason, stop.what, stop.text


async def test_a_recording_plays_without_model_and_tools() -> None:
    recorded = await _recorded(reply("", ADD), ProviderError("http", "busy", 503))
    canned = _replaying(recorded)
    assert (await canned.stepper.go("end")).what == "provider_error"
    assert _results(canned) == [("recorded", "3")]
    assert canned.bodies() == recorded.bodies()
    assert (canned.tools.ran, canned.services.model.bodies, _replay_of(canned).over) == ([], [], True)  # type: ignore[attr-defined]


async def test_calls_that_were_run_out_of_turn_and_edited_in_between_replay_the_same() -> None:
    recorded = Canned(Answers(reply("", ADD, ("now", "{}")), reply("Done.")), _tools())
    recorded.say()
    await recorded.stepper.go("step")
    await recorded.stepper.run_call(recorded.key(1))
    change = edits.edit_call(recorded.journal.state, recorded.key(0), {"arguments": '{"a":5,"b":5}'})
    assert change is not None
    recorded.journal.append(change)
    await recorded.stepper.go("end")
    canned = _replaying(recorded)
    assert (await canned.stepper.go("end")).reason == "finished"
    assert _results(canned) == [("recorded", "noon"), ("recorded", "10")]
    assert list(settled(canned.journal.state)) == list(settled(recorded.journal.state))


async def test_a_changed_request_shows_the_first_difference_with_old_and_new() -> None:
    canned = _replaying(await _recorded(reply("", ADD), reply("Done.")))
    await canned.stepper.go("round")
    canned.journal.append(HistoryEdited(start=0, removed=1, inserted=(user("other"),)))
    assert (await canned.stepper.go("end")).what == "differs"
    assert _replay_of(canned).difference == Difference("/messages/0/content", "go", "other")
    _replay_of(canned).accept()
    assert (await canned.stepper.go("end")).reason == "finished"


async def test_with_live_tools_the_calls_run_and_another_result_shows_as_a_difference() -> None:
    recorded = await _recorded(reply("", ADD, ("now", "{}")), reply("Done."))
    canned = _replaying(recorded, tools=False)
    canned.tools.functions["now"] = lambda: "midnight"
    assert (await canned.stepper.go("end")).what == "differs"
    assert [name for name, _ in canned.tools.ran] == ["add", "now"]
    assert _replay_of(canned).difference == Difference("/messages/3/content", "noon", "midnight")


async def test_with_a_live_model_recorded_results_are_given_to_calls_that_ask_for_the_same() -> None:
    recorded = await _recorded(reply("", ADD, ("now", "{}")), reply("Done."))
    canned = _replaying(
        recorded, reply("", ("add", '{"b":2, "a":1}')), reply("", ("add", '{"a":9,"b":9}')), model=False
    )
    stop = await canned.stepper.go("end")
    assert _told(stop)[:2] == ("exception", "missed_result")
    assert "no result for add" in stop.text
    assert _results(canned) == [("recorded", "3")]
    assert [old.call.name for old in _replay_of(canned).unused] == ["now"]
    missed, near = _replay_of(canned).miss, _replay_of(canned).recording.calls[0].event.id
    assert missed == Miss("call", "add", Difference("/arguments/a", 1, 9), near, 1, near="add")
    assert canned.tools.ran == []


async def test_a_call_of_a_tool_that_was_never_called_names_the_nearest_step_by_its_own_tool() -> None:
    recorded = await _recorded(reply("", ("now", "{}")), reply("Done."))
    canned = _replaying(recorded, reply("", ADD), model=False)
    assert (await canned.stepper.go("end")).what == "missed_result"
    missed = _replay_of(canned).miss
    assert missed is not None
    assert (missed.tool, missed.near, missed.difference) == ("add", "now", Difference("/name", "now", "add"))


async def test_a_recording_that_ends_before_a_call_says_so_and_calls_nothing_else_near() -> None:
    recorded = Canned(Answers(reply("", ("now", "{}"), ADD)), _tools())
    recorded.say()
    for _ in range(2):
        await recorded.stepper.go("step")
    canned = _replaying(recorded)
    stop = await canned.stepper.go("end")
    assert (stop.what, stop.text.split(".")[0]) == ("missed_result", "The recording ends before add")
    assert _replay_of(canned).miss == Miss("call", "add", node=recorded.journal.head, round=1, ends=True)
    edited = _replaying(recorded)
    await edited.stepper.go("step")
    change = edits.edit_call(edited.journal.state, edited.key(1), {"arguments": '{"a":1,"b":9}'})
    assert change is not None
    edited.journal.append(change)
    assert (await edited.stepper.go("end")).what == "missed_result"
    missed = _replay_of(edited).miss
    assert missed is not None
    assert not missed.ends


async def test_a_message_waits_until_a_live_model_has_its_results() -> None:
    recorded = await _recorded(reply("Hello."))
    recorded.services.model.left = [reply("Bye.")]  # type: ignore[attr-defined]
    recorded.say("more")
    await recorded.stepper.go("end")
    canned = _replaying(recorded, reply("", ("now", "{}")), reply("Hello."), reply("Bye."), model=False, tools=False)
    await canned.stepper.go("step")
    assert canned.journal.state.open is not None
    assert [message.role for message in settled(canned.journal.state)] == ["user", "assistant"]
    await canned.stepper.go("end")
    assert [message.role for message in settled(canned.journal.state)][:3] == ["user", "assistant", "tool"]


async def test_what_the_person_did_is_done_again() -> None:
    recorded = Canned(Answers(reply("", ADD, ADD, ADD), reply("Done.")), _tools())
    recorded.say()
    await recorded.stepper.go("step")
    state = recorded.journal.state
    recorded.journal.append(edits.give_result(state, recorded.key(0), "mock", "made up", is_error=False))
    recorded.journal.append(edits.give_result(state, recorded.key(1), "rejected", "no", is_error=True))
    await recorded.stepper.go("step")
    change = edits.edit_result(recorded.journal.state, recorded.key(2), "four", is_error=False)
    assert change is not None
    recorded.journal.append(change)
    await recorded.stepper.go("end")
    canned = _replaying(recorded)
    await canned.stepper.go("end")
    assert _results(canned) == [("mock", "made up"), ("rejected", "no"), ("recorded", "3")]
    assert canned.bodies() == recorded.bodies()


async def test_a_setting_changed_while_the_request_was_under_way_does_not_break_the_recording() -> None:
    recorded = Canned(Answers())
    recorded.say()
    body = recorded.services.composer(recorded.journal.state.setup)
    composed = body.compose(recorded.journal.state)
    recorded.journal.append(body.event(composed, recorded.journal.tree, recorded.journal.state))
    recorded.journal.append(SetupChanged(stops=NO_STOPS))
    recorded.journal.append(ReplyReceived(reply=reply("Done.")))
    canned = _replaying(recorded)
    assert (await canned.stepper.go("end")).reason == "finished"
    assert canned.journal.state.setup.stops == NO_STOPS


def test_the_same_call_has_the_same_name_and_equal_arguments_as_values() -> None:
    assert same_call(Call("f", '{"a":1,"b":2}'), Call("f", '{"b": 2, "a": 1}', "other"))
    assert same_call(Call("f", "{nope"), Call("f", "{nope"))
    assert not same_call(Call("f", "{}"), Call("g", "{}"))
    assert not same_call(Call("f", "{nope"), Call("f", "{}"))


async def test_a_recording_knows_its_calls_as_they_ran_and_whose_act_an_event_is() -> None:
    recorded = await _recorded(reply("", ADD), reply("Done."))
    recording = Recording(recorded.journal.tree, recorded.journal.head)
    assert [(old.call.name, old.event.text, old.used) for old in recording.calls] == [("add", "3", False)]
    acts = [type(event) for event in recording.events if is_act(event)]
    assert acts == [SetupChanged, MessageAdded]
    requests = [event for event in recording.events if isinstance(event, RequestSent)]
    assert recording.body(requests[0]) == recorded.bodies()[0]
    assert is_act(replace(recording.calls[0].event, source="mock"))


async def test_a_replay_falls_back_to_text_only_where_the_recording_did() -> None:
    refused = ProviderError("http", "tiny does not support tools", 400)
    recorded = Canned(Answers(refused, reply("as text"), reply("natively")), _tools(), stops=NO_STOPS)
    recorded.journal.append(SetupChanged(responder=ResponderChoice("live", model_name="tiny", calls="auto")))
    recorded.say()
    await recorded.stepper.go("end")
    fell = _replaying(recorded)
    assert (await fell.stepper.go("end")).reason == "finished"
    assert fell.bodies() == recorded.bodies()
    tree = recorded.journal.tree
    recorded.journal.move(next(node for node in tree.path(tree.last) if tree.kind(node) == "request_failed"))
    await recorded.stepper.go("end")
    back = _replaying(recorded)
    assert (await back.stepper.go("end")).what == "provider_error"
    assert (await back.stepper.go("end")).reason == "finished"
    assert back.bodies() == recorded.bodies()
    assert _replay_of(back).difference is None


async def test_what_breakpoints_changed_and_answered_is_done_again_as_recorded_and_none_of_them_acts() -> None:
    points = (
        Breakpoint("params", "before_request", action="edit", patch={"top_k": 1}),
        Breakpoint("args", "before_call", "", "add", action="edit", patch={"a": 5}),
        Breakpoint("answer", "before_call", "", "now", action="mock", text="dusk"),
        Breakpoint("result", "after_result", "", "add", action="edit", text="seven"),
    )
    recorded = Canned(Answers(reply("", ADD, ("now", "{}")), reply("Done.")), _tools(), stops=NO_STOPS)
    for point in points:
        recorded.journal.note(BreakpointSet(point.id, point))
    recorded.say()
    await recorded.stepper.go("end")
    assert _results(recorded) == [("ran", "7"), ("mock", "dusk")]
    for tools in (True, False):
        canned = _replaying(recorded, tools=tools)
        assert (await canned.stepper.go("end")).reason == "finished"
        assert canned.bodies() == recorded.bodies()
        assert b'"top_k":1' in canned.bodies()[0]
        assert b"seven" in canned.bodies()[1]
        assert canned.tools.ran == ([] if tools else [("add", {"a": 5, "b": 2})])
        assert (_replay_of(canned).unused, canned.journal.breakpoints) == ([], {})


async def test_a_call_that_was_undone_although_the_person_wanted_it_no_more_meanwhile_is_undone_again() -> None:
    rule = MockRule("undone", "cancel", answer="real", delay=0.001)
    recorded = Canned(
        Answers(reply("", ("book", '{"what":"a"}'), ("fly", '{"what":"b"}')), reply("Done.")),
        Bookings(),
        stops=NO_STOPS,
        compensation=True,
        mocks=(rule,),
    )
    recorded.say()
    await recorded.stepper.go("end", lambda state: isinstance(due(state), UndoCalls))
    undoing = spawn(recorded.stepper.go("step"), name="undo")
    await asyncio.sleep(0)
    recorded.journal.append(SetupChanged(compensation=False))
    await undoing
    assert recorded.journal.tree.kind(recorded.journal.head) == "undone"
    await recorded.stepper.go("end")
    canned = _replaying(recorded)
    assert (await canned.stepper.go("end")).reason == "finished"
    assert (canned.bodies(), canned.tools.ran) == (recorded.bodies(), [])
    assert b"was rolled back" in canned.bodies()[1]
