"""Branches, sessions, steps and answers laid beside one another: the same at once and beside what else goes on."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from studio.messages.message import user
from studio.present.labels import english
from studio.present.laid import Laid
from studio.problems import StudioError
from studio.session.samples import SampleArm, SamplePlan
from studio.session.tree import ROOT
from studio.workspace.laying import AnswerSide, BranchSide, FileSide, Side, StepSide
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace
from tests.flow.shop import Shop, open_keys, to_the_end

pytestmark = [pytest.mark.anyio, pytest.mark.promise("H1")]


def _shown(laid: Laid) -> Sequence[object]:
    return [english(laid.sentence()), laid.names(english), laid.figures(english), *map(laid.row, range(len(laid)))]


async def _both_ways(session: OpenedSession, left: Side, right: Side) -> Laid:
    """At once and beside: the same comes of it."""
    at_once, beside = session.lay(left, right), await session.lay_beside(left, right)
    assert _shown(at_once) == _shown(beside)
    return beside


async def test_branches_and_sessions_stand_beside_one_another_on_either_side(
    session: OpenedSession, shop: Shop, workspace: Workspace, tmp_path: Path
) -> None:
    before = session.head
    await to_the_end(session)
    session.fork(before)
    session.mock(open_keys(session)[1], "made up")
    await to_the_end(session)
    other = await shop.session(workspace, tmp_path / "other.tcsession", system="Be brief.")
    other.add_message(user("hello"))
    await to_the_end(other)
    one, two = (BranchSide(branch.start) for branch in session.branches)
    kept = session.path.read_bytes(), other.path.read_bytes()
    laid = await _both_ways(session, one, two)
    assert english(laid.sentence()) == "The first decision that differs is in round 2."
    assert english(laid.row(2).standing) == "another result"
    for pair in ((one, FileSide(other.path)), (FileSide(other.path), two), (FileSide(other.path),) * 2):
        await _both_ways(session, *pair)
    assert (session.path.read_bytes(), other.path.read_bytes()) == kept
    with pytest.raises(StudioError):
        await session.lay_beside(one, FileSide(tmp_path / "none.tcsession"))


async def test_what_would_hold_up_the_window_is_known_beforehand(session: OpenedSession) -> None:
    await to_the_end(session)
    request = next(node for node in session.tree.path(session.head) if session.tree.kind(node) == "request")
    sides = (BranchSide(session.branches[0].start), FileSide(session.path), StepSide(request))
    assert not any(session.lays_long(side, side) for side in sides)
    session.long_from = session.long_file = 0
    assert all(session.lays_long(side, side) for side in sides)
    assert not session.lays_long(AnswerSide("s1", 0), AnswerSide("s1", 1))


async def test_two_steps_and_two_answers_stand_beside_one_another_but_no_branch_beside_a_step(
    session: OpenedSession,
) -> None:
    await to_the_end(session)
    path = session.tree.path(session.head)
    kinds = {
        kind: [node for node in path if session.tree.kind(node) == kind] for kind in ("request", "reply", "result")
    }
    laid = await _both_ways(session, *map(StepSide, kinds["request"][:2]))
    names = {laid.row(at).left.partition("[")[0] or laid.row(at).right.partition("[")[0] for at in range(len(laid))}
    assert "messages" in names
    await _both_ways(session, *map(StepSide, kinds["reply"][:2]))
    await _both_ways(session, *map(StepSide, kinds["result"][:2]))
    id = await session.sample(SamplePlan((SampleArm("as it is"),), times=2))
    laid = await _both_ways(session, AnswerSide(id, 0), AnswerSide(id, 1))
    assert laid.names(english)[1] == f"Sample {id}: as it is, answer 2"
    assert await session.lay_beside(AnswerSide(id, 0), StepSide(kinds["reply"][0]))
    for wrong in (AnswerSide(id, 2), AnswerSide("none", 0), StepSide(ROOT), BranchSide(session.branches[0].start)):
        with pytest.raises(StudioError):
            session.lay(StepSide(kinds["reply"][0]), wrong)
