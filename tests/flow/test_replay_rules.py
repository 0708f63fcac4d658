"""Replays by rules: no network and no tool where all is recorded, one tool for real while others are not, places that may differ, the
recorded pace, and a miss that names what is nearest."""

import asyncio
import json
import time
from pathlib import Path

import pytest

from studio.engine.difference import Difference
from studio.engine.due import AskModel, RunCalls
from studio.engine.volatile import VolatilePathError
from studio.messages.message import user
from studio.session.events import Header, RequestFailed, ResultRecorded
from studio.session.lines import decode
from studio.session.replay_rules import ReplayRules
from studio.tasks import spawn
from studio.testing.replaying import replay as replayed
from studio.workspace.changes import Activity, PartialReply
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace
from tests.flow.chat_server import ChatServer, says
from tests.flow.command_line import studio
from tests.flow.shop import NO_STOPS, Shop, say, to_the_end

pytestmark = [pytest.mark.anyio, pytest.mark.promise("F5")]

CLOCK = '''"""Tools of which one never gives the same."""
from itertools import count
from pathlib import Path

ASKED = count(1)


def _ran(line):
    with (Path(__file__).parent / "runs.log").open("a") as log:
        log.write(f"{line} 0\\n")


def look_up(what: str) -> str:
    """Look something up."""
    _ran("look_up")
    return "found " + what


def clock() -> dict:
    """The time."""
    _ran("clock")
    return {"place": "Oslo", "time": (Path(__file__).parent / "time.txt").read_text()}
'''


@pytest.fixture
async def recorded(shop: Shop, workspace: Workspace) -> Path:
    """Asked of a real server, with real tools; server and model are gone afterwards."""
    shop.tools.write_text(CLOCK, encoding="utf-8")
    (shop.folder / "time.txt").write_text("noon", encoding="utf-8")
    calls = ("look_up", '{"what": "a"}'), ("clock", "{}")
    with ChatServer(says("Two words.", *calls), says("It is noon.")) as server:
        choice = shop.live(workspace, server.url)
        session = await shop.session(workspace, shop.folder / "recorded.tcsession", responder=choice, stops=NO_STOPS)
        say(session, "what time?")
        await to_the_end(session)
        await workspace.close_session(session)
    return session.path


def _results(session: OpenedSession) -> list[tuple[str, str]]:
    events = session.tree.events(session.head)
    return [(event.source, event.text) for event in events if isinstance(event, ResultRecorded)]


async def test_where_all_is_recorded_neither_server_nor_tools_have_to_be_there(
    recorded: Path, shop: Shop, workspace: Workspace
) -> None:
    ran = shop.runs()
    shop.forget(shop.tools)  # and the server is closed: whatever reached for either would fail
    session = workspace.replay(recorded)
    stop = await to_the_end(session)
    assert (stop.reason, session.difference, session.unused_calls, shop.runs()) == ("finished", None, (), ran)
    assert {source for source, _ in _results(session)} == {"recorded"}


async def test_one_tool_runs_for_real_while_the_others_are_recorded(
    recorded: Path, shop: Shop, workspace: Workspace
) -> None:
    session = workspace.replay(recorded, rules=ReplayRules(live=("clo*",)))
    stop = await to_the_end(session)
    assert (stop.reason, session.difference, session.unused_calls) == ("finished", None, ())
    assert [source for source, _ in _results(session)] == ["recorded", "ran"]
    assert shop.runs() == ["look_up", "clock", "clock"]


async def test_another_result_of_a_live_tool_is_a_difference_of_the_next_request_and_stops_until_it_is_accepted(
    recorded: Path, shop: Shop, workspace: Workspace
) -> None:
    (shop.folder / "time.txt").write_text("dusk", encoding="utf-8")
    session = workspace.replay(recorded, rules=ReplayRules(live=("clock",)))
    stop = await session.run_to_end()
    assert (stop.what, session.difference is not None) == ("differs", True)
    assert session.miss is not None
    found = session.miss.difference
    assert found == session.difference
    assert found is not None
    assert (found.pointer, json.loads(found.old)["time"], json.loads(found.new)["time"]) == (
        "/messages/3/content",
        "noon",
        "dusk",
    )
    source = workspace.open(recorded)
    assert (session.miss.what, session.miss.round, source.tree.kind(session.miss.node)) == ("request", 2, "request")
    assert source.tree.state(session.miss.node).rounds == 1
    session.accept_difference()
    assert (await to_the_end(session)).reason == "finished"


async def test_a_replay_that_missed_something_and_was_gone_on_with_can_be_replayed_itself(
    recorded: Path, shop: Shop, workspace: Workspace
) -> None:
    (shop.folder / "time.txt").write_text("dusk", encoding="utf-8")
    session = workspace.replay(recorded, rules=ReplayRules(live=("clock",)))
    assert (await session.run_to_end()).what == "differs"
    session.accept_difference()
    await to_the_end(session)
    await workspace.close_session(session)
    again = workspace.replay(session.path)
    stop = await again.run_to_end()
    assert (stop.what, again.miss, again.went_on(stop)) == ("differs", None, True)
    assert (await to_the_end(again)).reason == "finished"
    assert (await replayed(session.path, None, live=False)).stopped == ""
    assert studio("replay", session.path, "--check").out == "main: comes out the same\n"


async def test_a_member_of_a_result_that_the_person_set_aside_is_no_difference(
    recorded: Path, shop: Shop, workspace: Workspace
) -> None:
    (shop.folder / "time.txt").write_text("dusk", encoding="utf-8")
    rules = ReplayRules(live=("clock",), volatile=("/messages/*/content/time",))
    session = workspace.replay(recorded, rules=rules)
    assert (await to_the_end(session)).reason == "finished"
    with pytest.raises(VolatilePathError, match="time is no path into a request"):
        workspace.replay(recorded, rules=ReplayRules(volatile=("time",)))


async def test_the_rules_stand_in_the_file_and_hold_when_it_is_gone_on_with(
    recorded: Path, shop: Shop, workspace: Workspace
) -> None:
    rules, into = ReplayRules(("/messages/*/content/time",), ("clock",)), shop.folder / "left.tcsession"
    session = workspace.replay(recorded, rules=rules, into=into)
    for _ in range(3):
        await session.step()
    assert _results(session)[-1][0] == "ran"
    await workspace.close_session(session)
    header = decode(into.read_bytes().splitlines()[0])
    assert isinstance(header, Header)
    assert header.rules == rules
    again = workspace.open(into)
    assert (again.replay_rules, again.tools_mode, again.model_mode) == (rules, "recorded", "recorded")
    shop.forget(shop.tools)
    assert (await to_the_end(again)).reason == "finished"
    assert again.unused_calls == ()


async def test_a_call_that_is_not_recorded_names_the_nearest_one_and_where_it_differs(
    recorded: Path, shop: Shop, workspace: Workspace
) -> None:
    session = workspace.replay(recorded)
    await session.step()
    assert session.state.open is not None
    session.edit_call(session.state.open.calls[0].key, arguments='{"what": "b"}')
    stop = await session.run_to_end()
    assert (stop.what, shop.runs()) == ("missed_result", ["look_up", "clock"])
    miss = session.miss
    assert miss is not None
    assert (miss.what, miss.tool, miss.round) == ("call", "look_up", 1)
    assert miss.difference == Difference("/arguments/what", "a", "b")
    source = workspace.open(recorded)
    assert isinstance(source.tree.event(miss.node), ResultRecorded)


async def test_a_call_once_more_than_recorded_is_told_as_such(shop: Shop, recorded: Path, workspace: Workspace) -> None:
    session = workspace.replay(recorded, tools="recorded")
    await session.step()
    assert session.state.open is not None
    session.edit_call(session.state.open.calls[1].key, name="look_up", arguments='{"what": "a"}')
    assert (await session.run_to_end()).what == "missed_result"
    assert session.miss is not None
    assert (session.miss.used, session.miss.difference, [call.name for call in session.unused_calls]) == (
        True,
        None,
        ["clock"],
    )


async def test_a_request_that_was_never_recorded_names_the_most_alike_and_does_not_go_live(
    recorded: Path, workspace: Workspace
) -> None:
    session = workspace.replay(recorded)
    await to_the_end(session)
    session.add_message(user("and now?"))
    stop = await session.run()
    assert (stop.what, session.difference) == ("differs", None)
    assert session.miss is not None
    assert (session.miss.what, session.miss.round) == ("request", 2)
    assert session.miss.difference is not None
    assert session.miss.difference.pointer == "/messages/4"
    assert isinstance(session.tree.event(session.head), RequestFailed)


async def test_at_the_recorded_pace_a_reply_streams_as_it_came_and_takes_its_time(
    shop: Shop, workspace: Workspace
) -> None:
    path = await _slow(shop, workspace, reply=0.2, result=0.2)
    session = workspace.replay(path, rules=ReplayRules(paced=True))
    came: list[float] = []
    session.subscribe(lambda change: came.append(time.monotonic()) if isinstance(change, PartialReply) else None)
    began = time.monotonic()
    stop = await to_the_end(session)
    assert (stop.reason, session.difference) == ("finished", None)
    assert came[0] - began >= 0.2
    assert time.monotonic() - began >= 0.6
    assert [text for _, text in _results(session)] == ["found it"]


@pytest.mark.parametrize(
    ("steps", "slow", "due"), [(0, {"reply": 3600.0}, AskModel), (1, {"result": 3600.0}, RunCalls)]
)
async def test_a_wait_at_the_recorded_pace_is_cancelled_at_once_and_the_same_is_due_again_from_the_file_too(
    shop: Shop, workspace: Workspace, steps: int, slow: dict[str, float], due: type
) -> None:
    path, into = await _slow(shop, workspace, **slow), shop.folder / "left.tcsession"
    session = workspace.replay(path, rules=ReplayRules(paced=True), into=into)
    for _ in range(steps):
        await session.step()
    begins = asyncio.Event()
    session.subscribe(lambda change: begins.set() if isinstance(change, Activity) and change.kind else None)
    going = spawn(session.step(), name="step")
    await begins.wait()
    await session.cancel()
    assert ((await going).what, type(session.due)) == ("stopped", due)
    await workspace.close_session(session)
    _timed(path)
    again = workspace.open(into)
    assert (again.replay_rules.paced, type(again.due)) == (True, due)
    assert (await again.run_to_end()).reason == "finished"
    assert (again.difference, again.unused_calls) == (None, ())


async def test_a_replay_whose_program_ended_while_a_recorded_reply_was_waited_for_goes_on_there_for_nothing_was_sent(
    recorded: Path, shop: Shop, workspace: Workspace
) -> None:
    into = shop.folder / "killed.tcsession"
    session = workspace.replay(recorded, into=into)
    await session.step()
    await workspace.close_session(session)
    lines = into.read_bytes().splitlines(keepends=True)
    asked = next(at for at, line in enumerate(lines) if b'"kind":"request"' in line)
    into.write_bytes(b"".join(lines[: asked + 1]))
    again = workspace.open(into)
    assert isinstance(again.due, AskModel)
    assert (await to_the_end(again)).reason == "finished"
    assert (again.difference, again.unused_calls) == (None, ())


async def _slow(shop: Shop, workspace: Workspace, **seconds: float) -> Path:
    """A recording whose replies came in pieces; by kind in how many `seconds`."""
    shop.tools.write_text(CLOCK, encoding="utf-8")
    with ChatServer(says("Wait.", ("look_up", '{"what": "it"}')), says("There it is.")) as server:
        choice = shop.live(workspace, server.url)
        session = await shop.session(workspace, shop.folder / "slow.tcsession", responder=choice, stops=NO_STOPS)
        say(session, "go")
        await to_the_end(session)
        await workspace.close_session(session)
    _timed(session.path, **seconds)
    return session.path


def _timed(path: Path, **seconds: float) -> None:
    """What a file says of how long replies and results took, and when all pieces came, is changed."""
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for line in lines:
        if line["kind"] in ("reply", "result"):
            line["seconds"] = seconds.get(line["kind"], 0.0)
        if "exchange" in line:
            chunks = line["exchange"]["chunks"]
            chunks[1::2] = [int(1000 * line["seconds"]), *[0] * (len(chunks) // 2 - 1)]
    path.write_text("".join(f"{json.dumps(line, separators=(',', ':'))}\n" for line in lines), encoding="utf-8")
