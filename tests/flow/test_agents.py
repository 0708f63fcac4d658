"""Agents as tools: a call runs a session of its own, which is stepped over, into and out of like the one around it."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from studio.cli.stop_advice import stop_advice
from studio.engine import edits
from studio.engine.agent_tool import MOST_DEEP, NO_ANSWER
from studio.engine.due import AskModel, EndAgent, Finished, RunCalls, due
from studio.engine.edits import EditRefusedError, give_result
from studio.messages.message import user
from studio.messages.reply import ChatReply
from studio.present.labels import english
from studio.present.stop_words import stop_words
from studio.session.agents import Agent
from studio.session.events import AgentStarted, AttemptFailed, MessageAdded, ResultRecorded, SetupChanged, UndoEnded
from studio.session.frames import find_call, spent, turn_of
from studio.session.mocks import MockRule
from studio.session.policies import Limits, Strategies, ToolChoices
from studio.session.setup import Stops
from studio.session.state import settled
from studio.tasks import spawn
from tests.flow.canned import Canned, Gate, reply
from tests.flow.nested import HELPER, Nested, along, usual

pytestmark = [pytest.mark.anyio, pytest.mark.promise("D4")]


def begun(message: str = "go", **setup: Any) -> Nested:
    """A session with one message."""
    canned = Nested(**setup)
    canned.say(message)
    return canned


def results(canned: Canned) -> list[tuple[str, str]]:
    """What came back along the path, and how."""
    events = canned.journal.tree.events(canned.journal.head)
    return [(event.source, event.text) for event in events if isinstance(event, ResultRecorded)]


async def test_an_agent_is_stepped_over_into_and_out_of() -> None:
    over = begun()
    await over.go("step", "step")
    assert (over.depth, results(over)) == (0, [("ran", "seen a"), ("ran", "seen a!")])
    assert isinstance(due(over.journal.state), AskModel)

    into = begun()
    stop = await into.go("step", "into")
    assert (into.depth, stop.place, settled(into.journal.state)[0].text) == (1, "before_request", "find")
    assert into.stepper.standing() == stop
    kinds = []
    while into.depth:
        kinds.append(type(due(into.journal.state)))
        stop = await into.go("into")
    assert kinds == [AskModel, RunCalls, AskModel, EndAgent]
    assert results(into) == results(over)
    assert into.bodies() == over.bodies() == into.reader.bodies

    out = begun()
    await out.go("step", "into", "step")
    assert out.depth == 1
    stop = await out.go("out")
    assert (out.depth, stop.place, results(out)) == (0, "before_request", results(over))
    assert (await out.go("out")).reason == "finished"
    assert out.text() == "seen a!!"


async def test_an_agent_has_its_own_words_tools_and_settings_and_a_change_of_them_stays_with_it() -> None:
    canned = begun(
        executors={"helper": replace(HELPER, params={"temperature": 0}, model_name="small"), "boss": Agent()}
    )
    await canned.go("step", "into")
    setup = canned.journal.state.setup
    assert [tool.name for tool in setup.sent_tools] == ["look", "wipe", "fail"]
    assert (setup.system, setup.params, setup.responder.model_name) == (HELPER.system, {"temperature": 0}, "small")
    canned.journal.append(SetupChanged(system="Be short.", result_chars=3))
    await canned.go("out")
    setup = canned.journal.state.setup
    assert [tool.name for tool in setup.sent_tools] == ["helper", "boss"]
    assert (setup.system, setup.responder.model_name, setup.result_chars) == (None, "", 3)


async def test_an_agent_calls_another_one_and_each_is_stepped_by_itself() -> None:
    canned = begun("deep")
    await canned.go("step", "into", "step", "into")
    assert canned.depth == 2
    await canned.go("out")
    assert (canned.depth, results(canned)[-1][1]) == (1, "seen a!")
    stop = await canned.go("round")
    assert (canned.depth, stop.what) == (1, "agent_done")
    assert (await canned.go("end")).reason == "finished"
    assert canned.text() == "seen a!!!"
    state = canned.journal.state
    assert (state.input_tokens, state.output_tokens, state.rounds) == (60, 30, 2)


async def test_what_an_agent_spends_counts_for_its_caller_and_for_the_limits_of_the_session() -> None:
    canned = begun(limits=Limits(tokens=30))
    stop = await canned.go("end")
    assert (canned.depth, stop.reason, stop.what, stop.text) == (1, "limit", "tokens", "30")
    state = canned.journal.state
    assert (state.input_tokens, spent(state)) == (10, (20, 10))
    inside = turn_of(state)
    assert state.inside is not None
    canned.journal.append(give_result(state, state.inside, "by_hand", "no", is_error=False))
    after = canned.journal.state
    assert (after.turn, after.input_tokens, after.output_tokens) == (inside, *spent(state))


async def test_an_approval_and_an_error_inside_an_agent_stop_there_also_when_it_is_stepped_over() -> None:
    def wipes(system: str, last: str) -> ChatReply:
        return reply("", ("wipe", "{}"), ("fail", "{}")) if last == "find" else usual(system, last)

    canned = begun(said=wipes)
    canned.services.window = True
    stop = await canned.go("step", "step")
    assert (canned.depth, stop.reason, stop.call) == (1, "approval", canned.key())
    await canned.stepper.approve(canned.key())
    stop = await canned.go("out")
    assert (canned.depth, stop.what, stop.call) == (1, "tool_error", canned.key(1))
    stop = await canned.go("out")
    assert (canned.depth, canned.tools.ran) == (0, [("wipe", {}), ("fail", {})])
    assert (await canned.go("end")).reason == "finished"


async def test_an_agent_that_asks_first_runs_to_its_end_once_it_is_approved() -> None:
    canned = begun()
    tools = tuple(replace(tool, sensitive=tool.name == "helper") for tool in canned.journal.state.setup.tools)
    canned.journal.append(SetupChanged(tools=tools))
    stop = await canned.go("run")
    assert (canned.depth, stop.reason) == (0, "approval")
    stop = await canned.stepper.approve(canned.key())
    assert (canned.depth, stop.place, results(canned)[-1]) == (0, "before_request", ("ran", "seen a!"))
    started = next(
        event for event in canned.journal.tree.events(canned.journal.head) if isinstance(event, AgentStarted)
    )
    assert started.approved


async def test_stop_places_hold_inside_an_agent_and_its_round_limit_stops_there() -> None:
    canned = begun(stops=Stops(True, True, True, True))
    places = []
    while (stop := await canned.go("run")).reason == "breakpoint":
        places.append((canned.depth, stop.place))
    assert places == [
        *((0, place) for place in ("before_request", "after_reply", "before_call")),
        *((1, place) for place in ("before_request", "after_reply", "before_call", "after_result")),
        *((1, place) for place in ("before_request", "after_reply")),
        *((0, place) for place in ("after_result", "before_request", "after_reply")),
    ]
    canned = begun(executors={"helper": replace(HELPER, max_round_trips=1), "boss": Agent()})
    stop = await canned.go("end")
    assert (canned.depth, stop.what) == (1, "round_trips")
    assert english(stop_words(stop, canned.journal.state)[1]) == "1 round trip since it was called"
    assert "max_round_trips of helper allows more." in stop_advice(stop, Path("a.tcsession"), "helper")
    assert (await canned.go("end")).reason == "finished"


async def test_a_fresh_agent_begins_anew_and_one_that_keeps_its_memory_goes_on_under_the_caller_s_id() -> None:
    async def asked(agent: Agent) -> list[int]:
        canned = begun(executors={"helper": agent, "boss": Agent()})
        lengths = []
        for said in ("go", "go", "go"):
            await canned.go("step", "into")
            lengths.append(len(settled(canned.journal.state)))
            await canned.go("end")
            canned.journal.append(SetupChanged(memory_id="other" if len(lengths) == 2 else ""))
            canned.say(said)
        return lengths

    assert await asked(HELPER) == [1, 1, 1]
    assert await asked(replace(HELPER, keeps_memory=True)) == [1, 5, 1]


async def test_an_agent_that_is_left_in_the_middle_remembers_no_call_without_its_result() -> None:
    canned = begun(executors={"helper": replace(HELPER, keeps_memory=True), "boss": Agent()})
    await canned.go("step", "into", "step")
    inside = canned.journal.state.inside
    assert inside is not None
    canned.journal.append(give_result(canned.journal.state, inside, "by_hand", "enough", is_error=False))
    assert (canned.depth, results(canned)) == (0, [("by_hand", "enough")])
    await canned.go("end")
    canned.say("go")
    await canned.go("step", "into")
    assert [message.role for message in settled(canned.journal.state)] == ["user", "user"]
    assert (await canned.go("end")).reason == "finished"


async def test_a_call_of_an_agent_is_mocked_rejected_and_refused_as_any_other() -> None:
    canned = begun(mocks=(MockRule("once", "helper", text="found it", times=1),))
    await canned.go("end")
    assert (results(canned), canned.text()) == ([("mock", "found it")], "found it!")
    canned.say("go")
    await canned.go("step")
    canned.journal.append(give_result(canned.journal.state, canned.key(), "rejected", "no", is_error=True))
    await canned.go("end")
    assert canned.text() == "no!"
    canned.journal.append(SetupChanged(off=("helper",)))
    canned.say("go")
    await canned.go("end")
    assert [source for source, _ in results(canned)] == ["mock", "rejected", "refused"]
    assert not any(isinstance(event, AgentStarted) for event in canned.journal.tree.events(canned.journal.head))


async def test_while_an_agent_is_at_work_its_call_is_not_edited_and_those_beside_it_are_answered() -> None:
    canned = begun(
        said=lambda system, last: (
            reply("", ("helper", '{"task":"find"}'), ("boss", "{}")) if last == "go" else usual(system, last)
        )
    )
    await canned.go("step")
    first, second = canned.key(0), canned.key(1)
    await canned.go("into")
    with pytest.raises(EditRefusedError, match="agent of this call is at work"):
        edits.edit_call(canned.journal.state, first, {"arguments": "{}"})
    with pytest.raises(Exception, match="helper is at work"):
        await canned.stepper.run_call(second)
    agents = canned.journal.state.setup.executors
    canned.journal.append(SetupChanged(executors={}))  # no agent any more: it is at work all the same
    with pytest.raises(Exception, match="helper is at work"):
        await canned.stepper.run_call(first)
    canned.journal.append(SetupChanged(executors=agents))
    canned.journal.append(give_result(canned.journal.state, second, "mock", "beside", is_error=False))
    assert (canned.depth, find_call(canned.journal.state, second).status) == (1, "done")  # type: ignore[union-attr]
    await canned.go("end")
    assert ("mock", "beside") in results(canned)
    assert canned.bodies()[-1].count(b"beside") == 1


@pytest.mark.parametrize("by_hand", [False, True])
async def test_agents_run_after_the_tools_that_run_at_once_one_after_the_other(by_hand: bool) -> None:
    asks = ("helper", '{"task":"find"}')
    canned = begun(
        said=lambda system, last: (
            reply("", asks, ("look", "{}"), asks, ("look", "{}")) if last == "go" else usual(system, last)
        ),
        concurrent=True,
        off=(),
    )
    await canned.go("step")
    stop = await canned.stepper.run_open() if by_hand else await canned.go("round")
    assert (canned.depth, stop.place) == (0, "before_request")
    done = [
        event.call for event in canned.journal.tree.events(canned.journal.head) if isinstance(event, ResultRecorded)
    ]
    reply_id = done[0][0]
    assert [call for call in done if call[0] == reply_id] == [(reply_id, at) for at in (1, 3, 0, 2)]


async def test_an_agent_without_an_answer_is_an_error_and_is_run_again_where_that_was_chosen() -> None:
    silent = [True, False]

    def said(system: str, last: str) -> ChatReply:
        if last == "find":
            return reply("" if silent.pop(0) else "found")
        return usual(system, last)

    canned = begun(said=said, strategies=Strategies(tool_error="again"))
    stop = await canned.go("end")
    assert (stop.reason, canned.text(), silent) == ("finished", "found!", [])
    failed = [event for event in canned.journal.tree.events(canned.journal.head) if isinstance(event, AttemptFailed)]
    assert [event.text for event in failed] == [NO_ANSWER]
    assert (canned.journal.state.input_tokens, await _comes_out_the_same(canned)) == (40, True)
    silent += [True]
    canned = begun(said=said, choices={"helper": ToolChoices(tool_error="stop")})
    stop = await canned.go("end")
    assert (canned.depth, stop.what, stop.place) == (0, "tool_error", "after_result")


async def test_agents_within_one_another_end_at_a_depth_that_says_so() -> None:
    def again(system: str, last: str) -> ChatReply:
        return reply("", ("boss", '{"task":"go"}')) if last == "go" else reply(last)

    agent = Agent(system="more", tools=("boss",))
    canned = begun(said=again, executors={"boss": agent, "helper": agent})
    assert (await canned.go("end")).reason == "finished"
    assert results(canned)[0][0] == "refused"
    assert f"{MOST_DEEP} deep" in canned.text()
    canned = begun(said=again, executors={"boss": agent, "helper": agent}, limits=Limits(same_call=3))
    stop = await canned.go("end")
    assert (stop.what, canned.depth) == ("same_call", 2)


async def test_a_cancelled_request_inside_an_agent_is_sent_again_there() -> None:
    gate = Gate()
    canned = begun()
    canned.tools.functions["look"] = gate.pass_through
    canned.reader._said = lambda system, last: reply("", ("look", "{}")) if last == "find" else usual(system, last)
    moving = spawn(canned.stepper.go("end"), name="go")
    await gate.reached.wait()
    await canned.stepper.cancel()
    stop = await moving
    assert (canned.depth, stop.what) == (1, "stopped")
    assert (await canned.go("end")).what == "uncertain_call"
    gate.open.set()
    assert (await canned.mended()).reason == "finished"
    assert canned.depth == 0


async def test_wherever_the_program_is_killed_the_session_goes_on_to_the_same_end() -> None:
    whole = begun("deep")
    await whole.go("end")
    assert whole.text() == "seen a!!!"
    for count in range(2, len(whole.lines.lines)):
        cut = begun("deep")
        cut.lines.lines = whole.lines.lines[:count]
        again = cut.reopened()
        cut.journal, cut.stepper = again.journal, again.stepper
        assert (await cut.mended()).reason == "finished", count
        assert (cut.text(), cut.depth) == ("seen a!!!", 0)
        assert isinstance(due(cut.journal.state), Finished)


async def test_a_fork_inside_an_agent_is_a_branch_inside_it_and_goes_on_to_its_own_end() -> None:
    canned = begun()
    await canned.go("step", "into", "step")
    inside = canned.journal.head
    await canned.go("end")
    canned.journal.move(inside)
    assert canned.depth == 1
    canned.journal.append(SetupChanged())
    canned.journal.append(give_result(canned.journal.state, canned.key(), "mock", "other", is_error=False))
    await canned.go("end")
    assert (canned.text(), len(canned.journal.tree.branches())) == ("other!!", 2)
    assert await _comes_out_the_same(canned)


async def _comes_out_the_same(canned: Canned) -> bool:
    """Whether a replay, with recorded tools and with live ones, sends the same bytes and comes to the same results."""
    ran = len(canned.tools.ran)
    one, two = along(canned), along(canned, live_tools=True)
    await one.stepper.go("end")
    assert len(canned.tools.ran) == ran
    assert one.services.replay is not None
    assert (one.services.replay.difference, one.services.replay.unused) == (None, [])
    await two.stepper.go("end")
    texts = [[text for _, text in results(each)] for each in (canned, one, two)]
    return one.bodies() == canned.bodies() == two.bodies() and texts[0] == texts[1] == texts[2]


async def test_a_replay_goes_through_agents_again_with_the_same_bytes_and_does_again_what_the_person_did_inside() -> (
    None
):
    canned = begun("deep")
    await canned.go("step", "into", "step", "into")
    canned.journal.append(SetupChanged(system="You look things up."))
    await canned.go("step")
    canned.journal.append(give_result(canned.journal.state, canned.key(), "mock", "made up", is_error=False))
    await canned.go("step")
    canned.journal.append(MessageAdded(message=user("again")))
    await canned.go("end")
    canned.say("go")
    await canned.go("step", "into", "step")
    inside = canned.journal.state.inside
    assert inside is not None
    canned.journal.append(give_result(canned.journal.state, inside, "by_hand", "enough", is_error=False))
    await canned.go("end")
    canned.journal.append(SetupChanged(mocks=(MockRule("m", "helper", text="ruled"),)))
    canned.say("go")
    await canned.go("end")
    assert canned.text() == "ruled!"
    assert await _comes_out_the_same(canned)


async def test_a_replay_in_which_an_agent_is_answered_by_hand_leaves_behind_what_it_did() -> None:
    canned = begun()
    await canned.go("end")
    again = along(canned)
    await again.stepper.go("step")
    again.journal.append(give_result(again.journal.state, again.key(), "mock", "seen a!", is_error=False))
    await again.stepper.go("end")
    assert again.services.replay is not None
    assert (again.services.replay.difference, again.services.replay.over) == (None, True)
    assert again.bodies() == [canned.bodies()[0], canned.bodies()[-1]]


async def test_what_succeeded_inside_an_agent_is_undone_inside_it_and_its_own_call_by_a_tool_that_undoes_it() -> None:
    def said(system: str, last: str) -> ChatReply:
        if last == "go":
            return reply("", ("helper", '{"task":"find"}'), ("fail", "{}"))
        return reply("", ("look", "{}"), ("fail", "{}")) if last == "find" else usual(system, last)

    canned = begun(said=said, compensation=True, off=())
    undoing = {"wipe": "look", "boss": "helper"}
    specs = canned.journal.state.setup.tools
    tools = tuple(replace(tool, compensates=undoing.get(tool.name, ""), sensitive=False) for tool in specs)
    canned.journal.append(SetupChanged(tools=tools))
    assert (await canned.go("end")).reason == "finished"
    events = list(canned.journal.tree.events(canned.journal.head))
    undos = [(event.tool, event.is_error, event.text) for event in events if isinstance(event, UndoEnded)]
    assert undos == [("wipe", False, "wiped"), ("boss", True, "boss is an agent, and an agent undoes no call.")]
