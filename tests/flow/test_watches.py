"""Breakpoints and watches of a session on a real file: kept by it, refused when they cannot act, and what changed where."""

import pytest

from studio.session.breakpoints import Breakpoint, BreakpointError
from studio.session.notes import Logged
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace
from tests.flow.shop import NO_STOPS, Shop, say, to_the_end

pytestmark = [pytest.mark.anyio, pytest.mark.promise("F4")]


async def test_breakpoints_and_watches_are_there_again_when_the_file_is_opened_again(
    session: OpenedSession, workspace: Workspace
) -> None:
    first = session.set_breakpoint(Breakpoint("", place="before_call", tool="note", condition="args.text == 'b'"))
    second = session.set_breakpoint(Breakpoint("", trouble="tool_error"))
    session.move_breakpoint(second, 0)
    session.switch_breakpoint(first, False)
    session.set_watch("args.text")
    kept = session.breakpoints
    await workspace.close_session(session)
    again = workspace.open(session.path)
    assert again.breakpoints == kept
    assert [(point.id, point.on) for point in kept] == [(second, True), (first, False)]
    assert [watch.expression for watch in again.watches] == ["args.text"]


async def test_what_cannot_act_is_refused_with_its_member_column_and_repair(session: OpenedSession) -> None:
    with pytest.raises(BreakpointError) as wrong:
        session.set_breakpoint(Breakpoint("", place="before_call", condition="args.amount > 100"))
    assert (wrong.value.member, wrong.value.column, wrong.value.repair) == ("condition", 15, "args.amount > `100`")
    with pytest.raises(BreakpointError) as missing:
        session.set_breakpoint(Breakpoint("", place="before_call", action="log", text="{args.text"))
    assert (missing.value.member, missing.value.column) == ("text", 1)
    for point in (
        Breakpoint("", place="after_result", action="mock", text="x"),
        Breakpoint("", place="before_request", tool="note"),
        Breakpoint("", trouble="tokens"),
        Breakpoint("", place="after_reply", action="edit", patch={"a": 1}),
        Breakpoint(""),
    ):
        with pytest.raises(BreakpointError):
            session.set_breakpoint(point)
    with pytest.raises(BreakpointError):
        session.set_watch("args.")
    assert (session.breakpoints, session.watches) == ((), ())


async def test_a_watch_shows_its_value_the_one_before_and_where_it_changed(session: OpenedSession) -> None:
    session.set_watch("result.text")
    session.set_watch("round")
    session.set_watch("length(round)")
    reply = session.head
    await to_the_end(session)
    at = {node: session.watched(node) for node in session.tree.path(session.head)}
    results = [node for node in at if session.tree.kind(node) == "result"]
    text, rounds, wrong = at[results[0]]
    assert (text.value, text.was, text.changed, text.changed_at) == ("noted a", None, True, results[0])
    assert (rounds.value, rounds.changed, rounds.changed_at) == (1, False, reply)
    assert (wrong.value, "length()" in wrong.error) == (None, True)
    assert session.watched()[1].value == 2


async def test_secrets_are_blanked_in_what_is_watched_and_logged(session: OpenedSession, workspace: Workspace) -> None:
    workspace.world.redactor.register("hunter2hunter2")
    session.set_breakpoint(Breakpoint("", place="before_request", action="log", text="said {message}"))
    session.set_watch("message")
    await to_the_end(session)
    say(session, "the key is hunter2hunter2")
    await session.run()
    assert "hunter2" not in str(session.watched())
    logged = [note for node in session.tree.path(session.head) for note in session.logged_at(node)]
    assert [type(note) for note in logged] == [Logged, Logged]
    assert "hunter2" not in str(logged)
    assert b"hunter2" not in session.path.read_bytes()


async def test_a_step_of_the_timeline_becomes_a_breakpoint_on_its_place_and_is_taken_back(
    session: OpenedSession,
) -> None:
    await to_the_end(session)
    places = {}
    for node in session.tree.path(session.head):
        if session.place_of(node) is not None:
            session.toggle_at(node)
            places[session.tree.kind(node)] = [(point.place, point.tool) for point in session.breakpoints]
            for point in session.breakpoints:
                session.remove_breakpoint(point.id)
    assert places == {
        "request": [("before_request", "")],
        "reply": [("after_reply", "")],
        "call_started": [("before_call", "note")],
        "result": [("after_result", "note")],
    }
    session.toggle("before_call", "note")
    assert session.hits(session.breakpoints[0].id) == 2
    session.toggle("before_call", "note")
    assert session.breakpoints == ()


async def test_a_replay_does_again_what_breakpoints_did_and_has_none_of_its_own(
    shop: Shop, workspace: Workspace
) -> None:
    session = await shop.session(workspace, stops=NO_STOPS)
    session.set_breakpoint(Breakpoint("", place="before_call", tool="note", action="edit", patch={"text": "edited"}))
    session.set_breakpoint(Breakpoint("", place="after_result", tool="note", action="edit", text="changed"))
    say(session, "two")
    assert (await session.run()).reason == "finished"
    ran = shop.runs()
    again = workspace.replay(session.path, into=shop.folder / "again.tcsession")
    again.change_setup(stops=NO_STOPS)
    await again.run_to_end()
    assert (again.breakpoints, shop.runs()) == ((), ran)
    bodies = [
        [each.tree.body(node) for node in each.tree.path(each.head) if each.tree.kind(node) == "request"]
        for each in (session, again)
    ]
    assert bodies[0] == bodies[1]
    assert b"changed" in bodies[0][-1]


async def test_where_the_session_stands_before_a_call_its_arguments_are_looked_at(session: OpenedSession) -> None:
    session.set_watch("args.text")
    assert [watched.value for watched in session.watched()] == ["a"]
    await session.step()
    (now,) = session.watched()
    assert (now.value, now.was, now.changed, now.changed_at) == ("b", "a", True, session.head)


async def test_many_watches_look_back_only_as_far_as_all_together_may(session: OpenedSession) -> None:
    for at in range(60):
        session.set_watch(f"join('{at}', [model, {', '.join(['model'] * 100)}])")
    await to_the_end(session)
    seen = session.watched()
    assert {each.error for each in seen} == {""}
    assert (seen[0].changed_at is not None, seen[-1].changed_at, seen[-1].changed) == (True, None, False)
    assert session.watched() == seen
