"""Replaying real files: recorded or live on either side, differences, what the person did, and replays that are opened again."""

from pathlib import Path

import pytest

from studio.messages.message import user
from studio.problems import StudioError
from studio.session.events import ResultRecorded
from studio.store.session_error import SessionFileError
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace
from tests.flow.shop import NO_STOPS, Shop, say, to_the_end, told

pytestmark = pytest.mark.anyio


@pytest.fixture
async def recorded(shop: Shop, workspace: Workspace) -> Path:
    """A session with an edit, a mock, a rejection, an edited result and a fork; closed."""
    session = await shop.session(workspace, shop.folder / "recorded.tcsession", stops=NO_STOPS)
    say(session, "two")
    await session.step()
    reply = session.head
    first, second = (call.key for call in session.state.open.calls)  # type: ignore[union-attr]
    session.mock(first, "made up")
    session.reject(second, "no")
    await to_the_end(session)
    session.fork(reply)
    session.edit_call(first, arguments='{"text": "other"}')
    await session.run_call(second)
    session.edit_result(second, "changed")
    await to_the_end(session)
    say(session, "hello")
    await to_the_end(session)
    await workspace.close_session(session)
    return session.path


def _sources(session: OpenedSession) -> list[str]:
    return [event.source for event in session.tree.events(session.head) if isinstance(event, ResultRecorded)]


async def test_both_branches_replay_to_the_same_without_model_or_tools(
    recorded: Path, shop: Shop, workspace: Workspace
) -> None:
    ran = shop.runs()
    sources = {}
    for branch in ("main", "B"):
        session = workspace.replay(recorded, branch=branch)
        assert (await to_the_end(session)).reason == "finished"
        assert (session.difference, session.unused_calls) == (None, ())
        sources[branch] = _sources(session)
    assert sources == {"main": ["mock", "rejected"], "B": ["recorded", "recorded"]}
    assert shop.runs() == ran


async def test_the_recorded_path_is_that_of_the_head(recorded: Path, workspace: Workspace) -> None:
    session = workspace.replay(recorded)
    await to_the_end(session)
    assert _sources(session) == ["recorded", "recorded"]
    with pytest.raises(SessionFileError, match="It has: main, B"):
        workspace.replay(recorded, branch="C")


async def test_a_recorded_model_with_live_tools_runs_them_again(
    recorded: Path, shop: Shop, workspace: Workspace
) -> None:
    ran = len(shop.runs())
    session = workspace.replay(recorded, branch="B", tools="live")
    stop = await to_the_end(session)
    assert (stop.reason, _sources(session)) == ("finished", ["ran", "ran"])
    assert len(shop.runs()) == ran + 2


async def test_a_live_model_with_recorded_results_asks_nobody_for_them(
    recorded: Path, shop: Shop, workspace: Workspace
) -> None:
    ran = shop.runs()
    session = workspace.replay(recorded, branch="B", model="scripted")
    await to_the_end(session)
    assert (shop.runs(), session.difference, session.unused_calls) == (ran, None, ())


async def test_a_call_that_was_not_recorded_is_missed_with_a_sentence(
    recorded: Path, shop: Shop, workspace: Workspace
) -> None:
    shop.rewrite_script('"text": "b"', '"text": "unheard"')
    session = workspace.replay(recorded, branch="B", model="scripted")
    stop = await session.run()
    assert (stop.reason, stop.what) == ("exception", "missed_result")
    assert "The recording has no result for note with these arguments." in stop.text
    assert [call.arguments for call in session.unused_calls] == ['{"text": "b"}']


async def test_a_changed_request_stops_with_the_first_difference_and_can_be_accepted(
    recorded: Path, workspace: Workspace
) -> None:
    session = workspace.replay(recorded, branch="main")
    session.edit_message(0, user("two, please"))
    stop = await session.run()
    assert (stop.what, session.difference is not None) == ("differs", True)
    assert session.difference is not None
    assert (session.difference.pointer, session.difference.old, session.difference.new) == (
        "/messages/0/content",
        "two",
        "two, please",
    )
    session.accept_difference()
    assert (await session.step()).what != "differs"


async def test_a_tools_file_that_is_gone_is_named_before_anything_runs(
    recorded: Path, shop: Shop, workspace: Workspace
) -> None:
    shop.forget(shop.tools)
    session = workspace.replay(recorded, branch="B", tools="live")
    stop = await session.run()
    assert (stop.reason, stop.what) == ("exception", "tool_problem")
    assert "shop_tools.py" in stop.text
    with pytest.raises(StudioError, match="shop_tools"):
        await session.run()
    session.tools_mode = "recorded"
    assert (await to_the_end(session)).reason == "finished"


async def test_a_replay_opened_again_goes_on_along_its_recording(
    recorded: Path, shop: Shop, workspace: Workspace
) -> None:
    whole = workspace.replay(recorded, branch="B", into=shop.folder / "whole.tcsession")
    await to_the_end(whole)
    session = workspace.replay(recorded, branch="B", into=shop.folder / "left.tcsession")
    for _ in range(12):
        if session.stop is not None and session.stop.reason == "finished" and not session.unused_calls:
            break
        await workspace.close_session(session)
        session = workspace.open(shop.folder / "left.tcsession")
        assert (session.model_mode, session.tools_mode, session.damage) == ("recorded", "recorded", ())
        await session.step()
    await to_the_end(session)
    assert told(session) == told(whole)


async def test_a_replay_without_its_recording_says_so_and_asks_and_runs_nothing(
    recorded: Path, shop: Shop, workspace: Workspace
) -> None:
    session = workspace.replay(recorded, branch="B", into=shop.folder / "left.tcsession")
    await session.step()
    await workspace.close_session(session)
    shop.forget(recorded)
    ran = shop.runs()
    again = workspace.open(shop.folder / "left.tcsession")
    assert "goes on without its recording" in again.damage[0]
    assert (again.has_recording, again.model_mode, again.tools_mode) == (False, "recorded", "recorded")
    stop = await again.run()
    assert (stop.what, shop.runs()) == ("missed_result", ran)
    again.tools_mode, again.model_mode = "live", "scripted"
    assert (await to_the_end(again)).reason == "finished"


async def test_a_replay_is_itself_a_recording(recorded: Path, shop: Shop, workspace: Workspace) -> None:
    first = workspace.replay(recorded, branch="B", into=shop.folder / "first.tcsession")
    await to_the_end(first)
    await workspace.close_session(first)
    second = workspace.replay(first.path)
    await to_the_end(second)
    assert told(second) == told(first)
