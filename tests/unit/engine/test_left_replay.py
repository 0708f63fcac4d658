"""Tests of a replay that was left and is gone on with: nothing is done twice, nothing is left out."""

import pytest

from studio.engine import edits
from studio.engine.left_replay import LeftReplay
from studio.engine.recording import Recording
from studio.engine.replay import Replay
from studio.session.events import SetupChanged, ToolsOffered
from studio.session.nodes import NodeId
from studio.session.state import settled
from studio.session.toolbox import ToolSource
from tests.flow.canned import Answers, Canned, Tools, reply

pytestmark = pytest.mark.anyio
ADD = ("add", '{"a":1,"b":2}')


@pytest.mark.parametrize("steps", range(5))
async def test_a_replay_that_was_left_anywhere_goes_on_where_it_stood(steps: int) -> None:
    recorded = Canned(
        Answers(reply("", ADD, ADD), reply("", ("now", "{}")), reply("Done.")),
        Tools(add=lambda a, b: a + b, now=lambda: "noon"),
    )
    recorded.say()
    await recorded.stepper.go("step")
    recorded.journal.append(edits.give_result(recorded.journal.state, recorded.key(0), "mock", "7", is_error=False))
    await recorded.stepper.go("end")
    recorded.say("thanks")
    left = Canned(Answers())
    replay = Replay(Recording(recorded.journal.tree, recorded.journal.head), left.journal)
    left.services.replay = replay
    left.services.recorded_model = left.services.recorded_tools = True
    replay.between(left.journal.cursor)
    for _ in range(steps):
        if not replay.over:
            await left.stepper.go("step")
    again = left.reopened()
    replayed = LeftReplay(Recording(recorded.journal.tree, recorded.journal.head), again.journal)
    again.services.replay = replayed
    again.services.recorded_model = again.services.recorded_tools = True
    while not replayed.over:
        await again.stepper.go("step")
        replayed.between(again.journal.cursor)
    assert list(settled(again.journal.state)) == list(settled(recorded.journal.state))
    assert again.bodies() == recorded.bodies()
    assert replayed.unused == []


@pytest.mark.promise("D1")
async def test_a_choice_of_tools_that_was_left_in_the_middle_and_made_again_is_replayed_from_any_place() -> None:
    named = iter((["add"], ["now"], []))
    source = ToolSource("by hour", "hours.py", "hour", ("add", "now"))
    recorded = Canned(Answers(reply("Hi.")), Tools(add=int, now=int), sources=(source,))
    recorded.services.sources = {"hour": lambda *_: next(named)}
    recorded.say()
    await recorded.stepper.go("step")
    (offered,) = (
        each for each in recorded.journal.tree.events(recorded.journal.head) if isinstance(each, ToolsOffered)
    )
    recorded.journal.move(NodeId(offered.id - 1))  # as after a kill between the two lines
    recorded.journal.append(SetupChanged(context={"hour": 12}))
    await recorded.stepper.go("end")
    recorded.say("once more")
    await recorded.stepper.go("step")
    assert [b'"add"' in body and b'"now"' in body for body in recorded.bodies()] == [True]
    recording = Recording(recorded.journal.tree, recorded.journal.head)
    lines: list[bytes] = []
    for cut in range(12):
        left = Canned(Answers())
        left.lines.lines = lines[:cut]
        left = left.reopened()
        if left.journal.state.asked is not None:
            left.journal.move(left.journal.tree.parent(left.journal.head))
        replay = (LeftReplay if cut else Replay)(recording, left.journal)
        left.services.replay = replay
        left.services.recorded_model = left.services.recorded_tools = True
        replay.between(left.journal.cursor)
        for _ in range(6):
            if not replay.over:
                await left.stepper.go("end")
        assert (replay.difference, replay.over, left.bodies()[:1]) == (None, True, recorded.bodies()), cut
        lines = lines or list(left.lines.lines)
