"""Random sessions with calls at once, agents, mocks, retries, undoing, chosen tools, memory, breakpoints and edits of everything while
things run: what is kept is what is shown, nothing runs twice unasked, nothing is lost wherever the program is killed, and a replay sends
the same, byte for byte. `STUDIO_EXAMPLES` says how many seeds are tried."""

import json
import os
from random import Random
from typing import Any, get_args

import pytest

from studio.engine.due import due
from studio.engine.left_replay import LeftReplay
from studio.engine.offering import offering
from studio.engine.recording import Recording
from studio.engine.replay import Replay
from studio.session.events import CallStarted, Event, ResultRecorded, UndoEnded, UndoStarted
from studio.session.folding import fold
from studio.session.nodes import NodeId
from studio.session.state import EMPTY, SessionState, settled
from studio.session.tree import Tree
from tests.flow.canned import Answers, Canned, Tools, reply
from tests.flow.player import Player, World

pytestmark = [pytest.mark.anyio, pytest.mark.promise("C8"), pytest.mark.promise("C10"), pytest.mark.promise("D1")]
EACH = 7 if "STUDIO_EXAMPLES" not in os.environ else 1
"""So many places of a session lie from one fork to the next."""
FEW, MANY = 25, 250
SEEDS = range(int(os.environ.get("STUDIO_EXAMPLES", FEW)))


def _seen(state: SessionState) -> str:
    seen = (list(settled(state)), state.open, state.done, state.turn, state.trips, state.asked, state.setup, due(state))
    return repr(
        (seen, state.gathered, offering(state), state.inside, _seen(state.outer) if state.outer is not None else None)
    )


_PLAYED: dict[int, Canned] = {}
"""The sessions of the default run: played once, looked at by each test."""


async def _played(seed: int) -> Canned:
    made = _PLAYED.get(seed) or await _play(seed)
    if len(_PLAYED) < FEW:
        _PLAYED[seed] = made
    return made


async def _play(seed: int) -> Canned:
    player = Player(seed)
    for _ in range(40):
        await player.act()
        assert _seen(player.canned.reopened().journal.state) == _seen(player.state)
    await player.canned.stepper.cancel()
    return player.canned


@pytest.mark.parametrize("seed", SEEDS)
async def test_what_is_kept_is_what_is_shown_and_each_call_has_one_result(seed: int) -> None:
    canned = await _played(seed)
    tree = canned.journal.tree
    for branch in tree.branches():
        state = EMPTY
        for event in tree.events(branch.tip):
            state = fold(state, event)
        assert _seen(state) == _seen(tree.state(branch.tip))
        ends = [
            (type(event), event.call)
            for event in tree.events(branch.tip)
            if isinstance(event, ResultRecorded | UndoEnded)
        ]
        assert len(ends) == len(set(ends))


@pytest.mark.parametrize("seed", SEEDS)
async def test_wherever_it_is_killed_what_had_begun_does_not_run_again_by_itself(seed: int) -> None:
    lines, luck = (await _played(seed)).lines.lines, Random(seed)
    for _ in range(8):
        killed = Canned(Answers(*(reply("end"),) * 4), None)
        killed.tools = world = World(luck)
        killed.lines.lines = lines[: luck.randrange(2, len(lines) + 1)]
        again = killed.reopened()
        again.services.small_model, again.services.sources = world, {"some": world.some}
        state, last = again.journal.state, again.journal.tree.last
        calls = state.open.calls if state.open is not None else ()
        begun = {call.key for call in calls if call.status == "started"}
        begun |= {(NodeId(ran.key[0]), ran.key[1]) for ran in state.done if ran.undo == "started"}
        for goal in ("end", "run", "step", "end"):
            await again.stepper.go(goal)
        later = (event for event in again.journal.tree.events(again.journal.head) if event.id > last)
        assert not begun & {event.call for event in later if isinstance(event, CallStarted | UndoStarted)}


async def test_the_sessions_hold_every_kind_of_event_that_needs_no_server() -> None:
    left = {str(kind.__struct_config__.tag) for kind in get_args(Event)} - {"server_asked"}
    for seed in range(MANY):
        tree = (await _played(seed)).journal.tree
        left -= {tree.kind(NodeId(node)) for node in range(1, tree.last + 1)}
        if not left:
            return
    raise AssertionError(f"Never met in {MANY} sessions: {left}")


async def _replayed(tree: Tree, leaf: NodeId) -> Canned:
    """A session that went along the path to `leaf` with all of it recorded."""
    along = Canned(Answers(), Tools())
    replay = along.services.replay = Replay(Recording(tree, leaf), along.journal)
    along.services.recorded_model = along.services.recorded_tools = True
    await _along(along, replay)
    return along


async def _along(canned: Canned, replay: Replay) -> None:
    """Go on to the end of the recording."""
    replay.between(canned.journal.cursor)
    for _ in range(40):
        if (await canned.stepper.go("end")).reason in ("finished", "waiting") or replay.over:
            return


def _sent(tree: Tree, leaf: NodeId) -> list[bytes]:
    """The bodies of the requests on a path that have an end."""
    sent: list[bytes] = []
    asked = NodeId(0)
    for node in tree.path(leaf):
        if tree.kind(node) == "request":
            asked = node
        elif tree.kind(node) in ("reply", "request_failed"):
            sent.append(tree.body(asked))
    return sent


@pytest.mark.promise("F5")
@pytest.mark.parametrize("seed", SEEDS)
async def test_each_branch_comes_out_the_same_in_a_replay_byte_for_byte_and_nothing_runs(seed: int) -> None:
    tree = (await _played(seed)).journal.tree
    for branch in tree.branches():
        along = await _replayed(tree, branch.tip)
        replay, sent = along.services.replay, _sent(tree, branch.tip)
        assert replay is not None
        assert (replay.difference, replay.over, replay.unused, along.tools.ran) == (None, True, [], [])
        assert along.bodies()[: len(sent)] == sent
        for body in map(json.loads, along.bodies()):
            names = [tool["function"]["name"] for tool in body.get("tools", ())]
            assert len(names) == len(set(names))
        recorded = [message.text for message in settled(tree.state(branch.tip))]
        assert [message.text for message in settled(along.journal.state)][: len(recorded)] == recorded


@pytest.mark.promise("F5")
@pytest.mark.parametrize("seed", SEEDS)
async def test_a_fork_anywhere_replayed_is_what_came_before_it(seed: int) -> None:
    tree = (await _played(seed)).journal.tree
    path = tree.path(tree.branches()[-1].tip)
    for node in path[seed % EACH :: EACH]:
        along = await _replayed(tree, node)
        replay, sent = along.services.replay, _sent(tree, node)
        assert replay is not None
        assert (replay.difference, replay.over, replay.unused, along.tools.ran) == (None, True, [], [])
        assert along.bodies()[: len(sent)] == sent
        recorded = _said(tree.state(node))
        assert _said(along.journal.state)[: len(recorded)] == recorded


@pytest.mark.promise("F5")
@pytest.mark.parametrize("seed", SEEDS)
async def test_a_replay_killed_anywhere_and_gone_on_with_sends_the_same(seed: int) -> None:
    tree, luck = (await _played(seed)).journal.tree, Random(seed)
    leaf = luck.choice(tree.branches()).tip
    lines, sent = (await _replayed(tree, leaf)).lines.lines, _sent(tree, leaf)
    for _ in range(3):
        left = Canned(Answers(), Tools())
        left.lines.lines = lines[: luck.randint(1, len(lines))]
        again = left.reopened()
        if again.journal.state.asked is not None:  # it is not known what came of it: it is sent again
            again.journal.move(again.journal.tree.parent(again.journal.head))
        replay = again.services.replay = LeftReplay(Recording(tree, leaf), again.journal)
        again.services.recorded_model = again.services.recorded_tools = True
        await _along(again, replay)
        assert (replay.difference, replay.over, replay.unused, again.tools.ran) == (None, True, [], [])
        assert again.bodies()[: len(sent)] == sent


def _said(state: SessionState) -> list[Any]:
    """What the history of a state says, in its agents, too."""
    outer = _said(state.outer) if state.outer is not None else []
    return [*outer, *((message.role, message.text, message.calls) for message in settled(state))]
