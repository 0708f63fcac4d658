"""The Model switch goes along with who answers where the session stands: by undo, redo, rewind, fork and another model. Real files."""

import pytest

from studio.session.setup import ResponderChoice
from studio.session.tree import ROOT
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace

pytestmark = pytest.mark.anyio

LIVE = ResponderChoice("live", "local", base_url="http://127.0.0.1:9/v1", model_name="small")


def mode(session: OpenedSession) -> str:
    """The Model switch."""
    return session.model_mode


async def _of_two(workspace: Workspace) -> OpenedSession:
    """The demo, which a live model answers from now on."""
    session = await workspace.demo()
    assert mode(session) == "scripted"
    session.use_responder(LIVE, {})
    assert mode(session) == "live"
    return session


async def test_undo_and_redo_of_another_model_bring_the_switch_along(workspace: Workspace) -> None:
    session = await _of_two(workspace)
    session.undo()
    assert (mode(session), (await session.step()).reason) == ("scripted", "step")
    session.rewind(session.tree.parent(session.head))
    session.use_responder(LIVE, {})
    session.undo()
    session.redo()
    assert mode(session) == "live"


async def test_a_fork_and_a_way_back_to_another_branch_bring_the_switch_along(workspace: Workspace) -> None:
    session = await _of_two(workspace)
    live = session.head
    session.fork(session.tree.parent(live))
    assert mode(session) == "scripted"
    session.rewind(live)
    assert mode(session) == "live"
    session.step_back()
    assert mode(session) == "scripted"
    session.rewind(ROOT)
    assert mode(session) == "by_hand"


async def test_where_no_model_may_be_asked_none_is_by_going_to_a_live_place(workspace: Workspace) -> None:
    session = await _of_two(workspace)
    session.model_mode = "by_hand"
    session.nobody_answers("Nobody.", "")
    session.undo()
    assert mode(session) == "scripted"
    session.redo()
    assert mode(session) == "by_hand"


async def test_along_a_recording_the_switch_stays_at_recorded(workspace: Workspace) -> None:
    source = await workspace.demo()
    await source.step()
    source.use_responder(LIVE, {})
    path = source.path
    await workspace.close_session(source)
    again = workspace.replay(path)
    await again.run_to_end()
    again.use_responder(LIVE, {})
    again.undo()
    assert mode(again) == "recorded"
