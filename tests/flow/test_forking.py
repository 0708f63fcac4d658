"""Forks on real files: begun at any event, kept with note and expectation, run again from, hidden and shown. A model on a socket and
tools in their worker count what reaches them.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from studio.checks.expressions import ExpressionError
from studio.engine.edits import EditRefusedError
from studio.engine.under_way import BusyError
from studio.present.labels import english
from studio.present.stop_words import stop_words
from studio.problems import StudioError
from studio.session.expectations import Met, NotMet, Unknown
from studio.session.journal import ReadOnlyError
from studio.session.nodes import NodeId
from studio.session.tree import ROOT
from studio.tasks import spawn
from studio.workspace.changes import ToolOutput
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace
from tests.flow.chat_server import ChatServer, says
from tests.flow.shop import NO_STOPS, Shop, heard, last, open_keys, requests, results, say, to_the_end, told

pytestmark = [pytest.mark.anyio, pytest.mark.promise("F6")]

HELPER = {
    "name": "helper",
    "parameters": {"type": "object", "properties": {"task": {"type": "string"}}},
    "agent": {"system": "You keep notes.", "tools": ["note"], "prompt": "{task}", "max_round_trips": 5},
}
REPLIES = (
    says("", ("helper", '{"task": "keep"}'), ("note", '{"text": "out"}')),
    says("Two.", ("note", '{"text": "in"}'), ("note", '{"text": "side"}')),
    says("Kept."),
    says("All is noted."),
)


@pytest.fixture
def server() -> Iterator[ChatServer]:
    with ChatServer(*REPLIES) as made:
        yield made


@pytest.fixture
async def nested(shop: Shop, workspace: Workspace, server: ChatServer) -> OpenedSession:
    """A finished turn of a live model: a call of an agent that calls a tool twice, beside another call."""
    session = await shop.session(workspace, responder=shop.live(workspace, server.url), stops=NO_STOPS)
    session.model_mode = "live"
    file = shop.folder / "agents.json"
    file.write_text(json.dumps({"tools": [HELPER]}), encoding="utf-8")
    session.import_tools(file)
    say(session, "go")
    assert (await session.run_to_end()).reason == "finished"
    return session


async def test_a_fork_begins_at_any_event_and_asks_no_model_and_runs_no_tool(
    nested: OpenedSession, shop: Shop, server: ChatServer
) -> None:
    path = nested.tree.path(nested.head)
    kinds = [nested.tree.kind(node) for node in path]
    assert {"setup", "message", "request", "reply", "agent_started", "call_started", "result"} <= set(kinds)
    asked, ran, before = len(server.requests), shop.runs(), nested.path.read_bytes()
    assert (asked, ran) == (4, ["note", "note", "note"])
    for count, node in enumerate((*path, ROOT), 2):
        start = nested.fork(node)
        assert (nested.head, nested.tree.branch_of(start), len(nested.branches)) == (start, start, count)
        assert nested.state.depth == nested.tree.state(nested.tree.parent(start)).depth
    assert {nested.tree.kind(NodeId(node)) for node in range(path[-1] + 1, nested.tree.last + 1)} == {"setup"}
    assert (len(server.requests), shop.runs()) == (asked, ran)
    assert nested.path.read_bytes().startswith(before)
    assert any(nested.tree.state(branch.tip).depth == 1 for branch in nested.branches)


async def test_a_fork_stands_where_the_step_stood(nested: OpenedSession) -> None:
    for node in nested.tree.path(nested.head):
        nested.fork(node)
        at = nested.tree.parent(nested.head)
        assert told(nested) == (*told_at(nested, at), *told(nested)[len(told_at(nested, at)) :])
        assert nested.state.messages == nested.tree.state(at).messages
        assert (nested.state.open, nested.state.setup) == (nested.tree.state(at).open, nested.tree.state(at).setup)


def told_at(session: OpenedSession, node: NodeId) -> tuple[object, ...]:
    here = session.head
    session.rewind(node)
    found = told(session)
    session.rewind(here)
    return found


async def test_a_fork_at_the_newest_step_leaves_the_old_branch_as_it_was_and_both_go_on(
    session: OpenedSession, shop: Shop
) -> None:
    tip, due, place = session.head, session.due, session.standing
    start = session.fork(tip)
    assert [(branch.name, branch.fork) for branch in session.branches] == [("main", ROOT), ("B", tip)]
    assert (session.due, session.standing and session.standing.place) == (due, place and place.place)
    session.undo()
    assert session.tree.branch_of(session.head) == session.branches[0].start
    await to_the_end(session)
    assert len(session.branches) == 2
    session.rewind(session.tree.tip(start))
    assert results(session) == [None, None]
    session.mock(open_keys(session)[0], "by hand")
    assert (len(session.branches), shop.runs()) == (2, ["note", "note"])


async def test_one_undo_takes_a_fork_back_to_where_the_session_stood(session: OpenedSession) -> None:
    reply = session.head
    await to_the_end(session)
    stood = session.head
    session.fork(reply)
    session.undo()
    assert session.head == stood
    session.redo()
    assert session.branch is not None
    assert session.branch.fork == reply


async def test_what_is_kept_of_a_fork_stays_with_it_in_the_file(session: OpenedSession, workspace: Workspace) -> None:
    await to_the_end(session)
    start = session.fork(session.branches[0].start, "short", "Without the second note.", "contains(reply.text, 'b')")
    await workspace.close_session(session)
    again = workspace.open(session.path)
    noted = again.journal.branch_notes[start]
    assert (again.branches[1].name, noted.note, noted.expects) == (
        "short", "Without the second note.", "contains(reply.text, 'b')",
    )  # fmt: skip
    again.note_branch(start, "Another thought.")
    assert (again.journal.branch_notes[start].note, again.journal.branch_notes[start].expects) == (
        "Another thought.",
        "contains(reply.text, 'b')",
    )
    again.note_branch(start, expects="")
    assert (again.journal.branch_notes[start].note, again.journal.branch_notes[start].expects) == (
        "Another thought.",
        "",
    )


@pytest.mark.parametrize(
    ("fork", "sentence"),
    [
        (lambda session: session.fork(session.head, expects="reply.text = 'x'"), "cannot be read from column"),
        (lambda session: session.fork(session.head, expects='reply.text == "x"'), "'x'"),
        (lambda session: session.fork(session.head, name="main"), "a branch named main already"),
        (lambda session: session.fork(NodeId(9999)), "missing in the file"),
    ],
)
async def test_a_fork_that_is_refused_changes_nothing(
    session: OpenedSession, fork: Callable[[OpenedSession], object], sentence: str
) -> None:
    head, before = session.head, session.path.read_bytes()
    with pytest.raises(StudioError) as caught:
        fork(session)
    assert sentence in str(caught.value)
    assert (session.head, session.path.read_bytes(), len(session.branches)) == (head, before, 1)


async def test_the_name_of_a_branch_stands_on_one_line(session: OpenedSession) -> None:
    session.fork(session.head, "  again,\nbut \x00 brief \ud800 ")
    assert session.branches[-1].name == "again, but brief"
    session.rename_branch(session.branches[-1].start, "\n")
    assert session.branches[-1].name == "B"
    with pytest.raises(EditRefusedError, match="named main already"):
        session.fork(session.head, "main\n")


async def test_an_expectation_that_cannot_be_read_says_where_and_what_was_meant(session: OpenedSession) -> None:
    with pytest.raises(ExpressionError) as caught:
        session.note_branch(session.branches[0].start, expects="length(reply.calls) == 1")
    assert (caught.value.column, caught.value.help) == (24, "Write `1`")


async def test_an_expectation_is_looked_at_where_the_branch_stands(session: OpenedSession) -> None:
    reply = session.head
    await to_the_end(session)
    session.fork(reply, "other", expects="contains(reply.text, 'noted c')")

    def now() -> object:
        return session.expectation(session.branches[1])

    assert now() == Unknown()
    session.edit_call(open_keys(session)[1], arguments='{"text": "c"}')
    assert now() == NotMet(so_far=True)
    await to_the_end(session)
    assert ("noted c" in last(session), now()) == (True, Met())
    session.note_branch(session.branches[1].start, expects="contains(reply.text, 'noted x')")
    assert now() == NotMet()
    session.note_branch(session.branches[1].start, expects="length(round) > `1`")
    assert isinstance(now(), Unknown)
    assert session.expectation(session.branches[0]) is None


async def test_what_hangs_under_a_damaged_line_is_not_forked_and_the_reason_is_said(
    session: OpenedSession, workspace: Workspace
) -> None:
    await to_the_end(session)
    await workspace.close_session(session)
    lines = session.path.read_bytes().splitlines(keepends=True)
    at = next(at for at, line in enumerate(lines) if line.startswith(b'{"kind":"reply"'))
    session.path.write_bytes(b"".join((*lines[:at], b"garbage\n", *lines[at + 1 :])))
    again = workspace.open(session.path)
    head = again.head
    with pytest.raises(EditRefusedError, match="no branch can begin here"):
        again.fork(next(branch for branch in again.branches if branch.gap).tip)
    assert again.head == head
    again.fork(head)
    assert [branch.gap for branch in again.branches].count(False) == 2


async def test_nothing_is_forked_while_it_runs_nor_where_it_can_only_be_read(
    shop: Shop, workspace: Workspace, tmp_path: Path
) -> None:
    session = await shop.session(workspace, stops=NO_STOPS)
    with pytest.raises(EditRefusedError, match="missing in the file"):
        session.fork(NodeId(77))
    run = spawn(session.send("wait"), name="run")
    await heard(session, ToolOutput)
    with pytest.raises(BusyError):
        session.fork(session.head)
    (shop.folder / "go").touch()
    await run
    other = Shop(tmp_path).workspace()
    reader = other.open(session.path)
    with pytest.raises(ReadOnlyError, match="open in another window"):
        reader.fork(reader.head)
    await other.close()


async def test_a_branch_on_which_another_one_began_at_its_tip_is_replayed_with_the_same_bytes(
    session: OpenedSession, workspace: Workspace
) -> None:
    session.fork(session.head, "other")
    session.undo()
    await to_the_end(session)
    bodies = [session.tree.body(node) for node in requests(session)]
    session.rewind(session.branches[1].tip)
    await to_the_end(session)
    await workspace.close_session(session)
    for branch in ("main", "other"):
        replay = workspace.replay(session.path, branch=branch)
        assert (await to_the_end(replay)).reason == "finished"
        assert (replay.difference, replay.unused_calls) == (None, ())
        assert [replay.tree.body(node) for node in requests(replay)] == bodies


# Running again from a step


async def test_running_again_stops_before_a_call_that_ran_already(session: OpenedSession, shop: Shop) -> None:
    session.change_setup(stops=NO_STOPS)
    ready = session.head
    await to_the_end(session)
    assert shop.runs() == ["note", "note"]
    stop = await session.rerun(ready, "again")
    assert (stop.place, stop.what, stop.call) == ("before_call", "ran_before", open_keys(session)[0])
    assert [english(said) for said in stop_words(stop, session.state)][:2] == [
        "Paused before note", "it ran already with these arguments, on another branch; Run runs it once more",
    ]  # fmt: skip
    assert (session.standing, session.branches[-1].name, shop.runs()) == (stop, "again", ["note", "note"])
    assert (await session.run()).reason == "finished"
    assert shop.runs() == ["note"] * 4


async def test_running_again_asks_the_model_anew_and_runs_only_what_did_not_run_before(
    shop: Shop, workspace: Workspace, server: ChatServer
) -> None:
    asked = [says("", ("note", '{"text": "a"}')), says("Noted.")]
    server.answers = [*asked, says("", ("note", '{"text": "x"}')), says("", ("note", '{"text":"a"}')), says("Again.")]
    session = await shop.session(workspace, responder=shop.live(workspace, server.url), stops=NO_STOPS)
    session.model_mode = "live"
    say(session, "go")
    message = session.head
    assert (await session.run()).reason == "finished"
    stop = await session.rerun(message)
    assert (stop.what, len(server.requests), shop.runs()) == ("ran_before", 4, ["note", "note"])
    assert (await session.run()).reason == "finished"
    assert (last(session), shop.runs()) == ("Again.", ["note"] * 3)


COUNTS = '''from pathlib import Path


def count(n: int) -> str:
    """Count."""
    with Path(__file__).with_name("counted.log").open("a") as log:
        log.write(str(n))
    return "counted"
'''


async def test_running_again_knows_a_call_whose_arguments_were_made_to_fit(
    shop: Shop, workspace: Workspace, server: ChatServer
) -> None:
    counted, tools = shop.folder / "counted.log", shop.folder / "count_tools.py"
    tools.write_text(COUNTS, encoding="utf-8")
    server.answers = [says("", ("count", '{"n": "5"}')), says("Counted."), says("", ("count", '{"n": "5"}'))]
    session = await shop.session(workspace, responder=shop.live(workspace, server.url), stops=NO_STOPS)
    session.model_mode = "live"
    session.trust(session.fingerprint(tools))
    await session.add_tools(tools)
    say(session, "go")
    message = session.head
    assert (await session.run()).reason == "finished"
    assert counted.read_text() == "5"
    assert (await session.rerun(message)).what == "ran_before"
    assert counted.read_text() == "5"


# Hiding


async def test_a_hidden_branch_leaves_the_lists_and_nothing_of_it_is_lost(
    session: OpenedSession, workspace: Workspace
) -> None:
    reply = session.head
    await to_the_end(session)
    first, second = session.branches[0].start, session.fork(reply, "other")
    with pytest.raises(EditRefusedError, match="stands on this branch"):
        session.hide_branch(second)
    session.hide_branch(first)
    assert [branch.name for branch in session.shown_branches] == ["other"]
    await workspace.close_session(session)
    again = workspace.open(session.path)
    assert [branch.name for branch in again.shown_branches] == ["other"]
    assert [branch.name for branch in again.branches] == ["main", "other"]
    again.show_branch(first)
    assert len(again.shown_branches) == 2


async def test_going_to_a_hidden_branch_shows_it(session: OpenedSession) -> None:
    reply = session.head
    await to_the_end(session)
    first = session.branches[0].start
    ways: list[Callable[[], object]] = [
        session.undo,
        lambda: session.rewind(session.branches[0].tip),
        session.step_back,
    ]
    for go in ways:
        session.fork(reply)
        session.hide_branch(first)
        go()
        assert session.tree.branch_of(session.head) == first
        assert first not in session.journal.hidden
