"""Tests of a replay that was left and is gone on with: nothing is done twice, nothing is left out."""

import pytest

from studio.engine import edits
from studio.engine.left_replay import LeftReplay
from studio.engine.recording import Recording
from studio.engine.replay import Replay
from studio.session.state import settled
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
