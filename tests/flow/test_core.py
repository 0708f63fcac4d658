"""The whole core on real files: moving, going back, forking, cancelling, closing, and saving elsewhere."""

import asyncio
import json
from pathlib import Path

import pytest

from studio.engine.due import Uncertain
from studio.engine.edits import EditRefusedError
from studio.engine.under_way import BusyError
from studio.session.events import RequestFailed, RequestSent
from studio.session.setup import Stops
from studio.store import session_file
from studio.store.session_error import SessionFileError
from studio.tasks import spawn
from studio.workspace.changes import PartialReply, ToolOutput
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace
from tests.flow.chat_server import ChatServer, fails, says
from tests.flow.shop import NO_STOPS, Shop, heard, last, open_keys, requests, results, say, to_the_end, told

pytestmark = pytest.mark.anyio


async def test_the_demo_goes_to_its_end(workspace: Workspace, tmp_path: Path) -> None:
    session = await workspace.demo(tmp_path / "demo.tcsession")
    assert session.untrusted == ()
    stop = await to_the_end(session)
    assert stop.reason == "finished"
    assert "89.9 EUR were paid back" in last(session)
    with pytest.raises(SessionFileError, match="open in another window"):
        session_file.resume(session_file.read(session.path))


async def test_two_cards_run_at_once(session: OpenedSession, shop: Shop) -> None:
    first, second = open_keys(session)
    await asyncio.gather(session.run_call(first), session.run_call(second))
    assert (results(session), shop.runs()) == (["noted a", "noted b"], ["note", "note"])


async def test_step_back_goes_to_the_parent_and_never_rests_in_an_effect(session: OpenedSession, shop: Shop) -> None:
    await session.step()
    places = []
    while session.head:
        session.step_back()
        places.append(session.tree.kind(session.head) if session.head else "root")
    assert places == ["reply", "message", "setup", "setup", "root"]
    assert shop.runs() == ["note"]
    with pytest.raises(EditRefusedError, match="beginning"):
        session.step_back()
    assert (await session.run()).what == "message"


async def test_a_fork_keeps_the_old_branch_and_runs_nothing(session: OpenedSession, shop: Shop) -> None:
    reply = session.head
    await to_the_end(session)
    old = told(session)
    session.fork(reply)
    assert [branch.name for branch in session.branches] == ["main", "B"]
    session.rename_branch(session.branches[1].start, "try")
    session.edit_call(open_keys(session)[0], arguments='{"text": "other"}')
    assert shop.runs() == ["note", "note"]
    await to_the_end(session)
    assert (session.branch.name if session.branch else "") == "try"
    session.rewind(session.branches[0].tip)
    assert told(session) == old


async def test_send_again_asks_once_more_as_a_sibling(session: OpenedSession) -> None:
    first = session.head
    await session.send_again()
    assert session.head != first
    assert session.tree.parent(session.tree.parent(session.head)) == session.tree.parent(session.tree.parent(first))


async def test_run_to_a_step_ahead_stops_there(session: OpenedSession, shop: Shop) -> None:
    await session.step()
    after_first = session.head
    await to_the_end(session)
    session.change_setup(stops=NO_STOPS)
    session.rewind(session.tree.path(session.head)[3])
    assert session.tree.kind(session.head) in ("message", "setup")
    session.change_setup(stops=NO_STOPS)
    stop = await session.run_to(after_first)
    assert (stop.reason, stop.place, results(session)) == ("step", "before_call", ["noted a", None])


async def test_a_limit_stops_and_can_be_passed(shop: Shop, workspace: Workspace) -> None:
    session = await shop.session(workspace, stops=NO_STOPS, max_round_trips=1)
    say(session, "two")
    assert (await session.run()).reason == "limit"
    assert (await session.run()).reason == "finished"


async def test_pausing_lets_the_running_call_end(shop: Shop, workspace: Workspace) -> None:
    session = await shop.session(workspace, stops=NO_STOPS)
    run = spawn(session.send("wait"), name="run")
    await heard(session, ToolOutput)
    assert session.activity.kind == "tools"
    session.pause()
    with pytest.raises(BusyError):
        session.step_back()
    (shop.folder / "go").touch()
    stop = await run
    assert (stop.reason, results(session)) == ("pause", ["waited", None])


async def test_cancelling_a_tool_ends_it_and_leaves_it_uncertain(shop: Shop, workspace: Workspace) -> None:
    session = await shop.session(workspace, stops=NO_STOPS)
    run = spawn(session.send("wait"), name="run")
    await heard(session, ToolOutput)
    await session.cancel()
    assert (await run).what == "stopped"
    key = open_keys(session)[0]
    assert (session.due, shop.runs()) == (Uncertain(key), ["wait"])
    uncertain = session.head
    session.undo()
    assert session.tree.kind(session.head) == "reply"
    session.redo()
    assert session.head == uncertain
    (shop.folder / "go").touch()
    await session.run_call(key)
    assert results(session)[0] == "waited"


async def test_cancelling_a_stream_keeps_what_came(shop: Shop, workspace: Workspace) -> None:
    session = await shop.session(workspace, stops=NO_STOPS)
    say(session, "slowly")
    run = spawn(session.run(), name="run")
    await heard(session, RequestSent)
    await session.cancel()
    await run
    failed = session.tree.event(session.head)
    assert isinstance(failed, RequestFailed)
    assert failed.error.kind == "cancelled"


async def test_a_live_model_that_fails_is_sent_to_again(shop: Shop, workspace: Workspace) -> None:
    with ChatServer(
        fails(429, "slow down", Retry_After="7"), says("Hi.", ("note", '{"text": "x"}')), says("Bye.")
    ) as server:
        session = await shop.session(workspace, responder=shop.live(workspace, server.url), stops=NO_STOPS)
        stop = await session.send("hello")
        failed = session.tree.event(session.head)
        assert isinstance(failed, RequestFailed)
        assert (stop.what, failed.error.status, failed.error.retry_after) == ("provider_error", 429, 7.0)
        assert (await session.run()).reason == "finished"
        assert server.requests[0] == server.requests[1] == json.loads(session.request_json(requests(session)[0]))
        assert last(session) == "Bye."


async def test_a_session_saved_elsewhere_goes_on_there(
    session: OpenedSession, shop: Shop, workspace: Workspace
) -> None:
    old = session.path
    new = shop.folder / "mine" / "kept.tcsession"
    await session.save_as(new)
    assert (session.path, old.exists()) == (new, False)
    await to_the_end(session)
    await workspace.close_session(session)
    again = workspace.open(new)
    assert told(again) == told(session)
    with pytest.raises(SessionFileError, match="open already"):
        await again.save_as(new)
    other = await shop.session(workspace, shop.folder / "other.tcsession")
    with pytest.raises(SessionFileError, match="open already"):
        await other.save_as(new)
    assert told(again) == told(session)


async def test_an_empty_session_leaves_no_file_unless_the_person_named_it(shop: Shop, workspace: Workspace) -> None:
    ours, named = workspace.new("x"), workspace.new("x", path=shop.folder / "named.tcsession")
    for session in (ours, named):
        await workspace.close_session(session)
    assert (ours.path.exists(), named.path.exists()) == (False, True)


async def test_closing_while_a_tool_runs_leaves_no_process_and_the_call_uncertain(shop: Shop) -> None:
    workspace = shop.workspace()
    session = await shop.session(workspace, shop.folder / "s.tcsession", stops=NO_STOPS)
    run = spawn(session.send("wait"), name="run")
    await heard(session, ToolOutput)
    await workspace.close()
    assert (await run).what == "stopped"
    again = shop.workspace()
    opened = again.open(shop.folder / "s.tcsession")
    assert isinstance(opened.due, Uncertain)
    await again.close()


async def test_two_sessions_of_one_workspace_move_on_their_own(shop: Shop, workspace: Workspace) -> None:
    one, other = await shop.session(workspace, stops=NO_STOPS), await shop.session(workspace, stops=Stops())
    say(one, "two")
    say(other, "two")
    stops = await asyncio.gather(one.run(), other.run())
    assert [stop.reason for stop in stops] == ["finished", "breakpoint"]
    assert workspace.open(one.path) is one


async def test_what_streams_is_told_piece_by_piece(shop: Shop, workspace: Workspace) -> None:
    session = await shop.session(workspace, stops=NO_STOPS)
    heard: list[str] = []
    session.subscribe(lambda change: heard.append(change.delta[1]) if isinstance(change, PartialReply) else None)
    await session.send("hello")
    assert "".join(heard) == last(session) == "Hello."
