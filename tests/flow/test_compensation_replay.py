"""A replay along undos, attempts, mock rules, calls at once and results that are the answer comes out the same and runs nothing."""

import pytest

from studio.engine.due import Finished, due
from studio.engine.left_replay import LeftReplay
from studio.engine.recording import Recording
from studio.engine.replay import Replay
from studio.session.events import AttemptFailed, ResultRecorded, UndoEnded
from studio.session.journal import Journal
from studio.session.state import settled
from tests.flow.canned import Answers, Canned, Tools
from tests.sessions.every_kind import told

pytestmark = [pytest.mark.anyio, pytest.mark.promise("C10")]


def _along(recorded: Canned, tip: int, left: Canned | None = None) -> tuple[Canned, Replay]:
    """A replay of the path to `tip`, begun anew or gone on with."""
    recording = Recording(recorded.journal.tree, type(recorded.journal.head)(tip))
    canned = left or Canned(Answers(), Tools())
    replay = LeftReplay(recording, canned.journal) if left is not None else Replay(recording, canned.journal)
    canned.services.replay = replay
    canned.services.recorded_model = canned.services.recorded_tools = True
    if left is None:
        replay.between(canned.journal.cursor)
    return canned, replay


def _kept(journal: Journal) -> list[tuple[str, ...]]:
    """What came of attempts, calls and undos, in order; what a tool gave counts as recorded."""
    kinds = (AttemptFailed, ResultRecorded, UndoEnded)
    found: list[tuple[str, ...]] = []
    for event in journal.tree.events(journal.head):
        if isinstance(event, kinds):
            source = "" if isinstance(event, AttemptFailed) else event.source.replace("ran", "recorded")
            found.append((type(event).__name__, source, event.text, event.rule))
    return found


async def test_every_branch_comes_out_the_same_and_no_tool_runs() -> None:
    recorded = await told()
    for branch in recorded.journal.tree.branches():
        recorded.journal.move(branch.tip)
        canned, replay = _along(recorded, branch.tip)
        stop = await canned.stepper.go("end")
        assert (stop.reason, replay.difference, replay.unused, replay.over) == ("finished", None, [], True)
        assert _kept(canned.journal) == _kept(recorded.journal)
        assert list(settled(canned.journal.state)) == list(settled(recorded.journal.state))
        assert canned.bodies() == recorded.bodies()
        assert canned.tools.ran == []


async def test_a_replay_that_was_left_anywhere_goes_on_where_it_stood() -> None:
    recorded = await told()
    for branch in recorded.journal.tree.branches():
        recorded.journal.move(branch.tip)
        canned, replay = _along(recorded, branch.tip)
        for _ in range(60):
            if replay.over and isinstance(due(canned.journal.state), Finished):
                break
            await canned.stepper.go("step")
            canned, replay = _along(recorded, branch.tip, canned.reopened())
            replay.between(canned.journal.cursor)
        assert _kept(canned.journal) == _kept(recorded.journal)
        assert (canned.bodies(), replay.unused, canned.tools.ran) == (recorded.bodies(), [], [])


async def test_a_replay_stops_at_an_undo_that_the_recording_does_not_hold() -> None:
    recorded = await told()
    canned, _ = _along(recorded, recorded.journal.head)
    undone = next(
        event for event in recorded.journal.tree.events(recorded.journal.head) if isinstance(event, UndoEnded)
    )
    del canned.services.replay.recording.undos[undone.call]  # type: ignore[union-attr]
    stop = await canned.stepper.go("end")
    assert (stop.reason, stop.place, stop.what) == ("exception", "before_call", "missed_undo")
    assert "does not undo this call of book" in stop.text
