"""Agents as tools on real files: declared in JSON, run by the window's verbs and by commands, saved, opened again inside one, replayed."""

import json
from pathlib import Path

import pytest

from studio.cli import call, show, tools
from studio.engine.due import EndAgent
from studio.engine.edits import EditRefusedError
from studio.session.events import RequestSent, ResultRecorded
from studio.session.nodes import CallKey
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace
from tests.flow.chat_server import ChatServer, says
from tests.flow.command_line import studio
from tests.flow.shop import NO_STOPS, RULES, Shop, say, to_the_end

pytestmark = [pytest.mark.anyio, pytest.mark.promise("D4")]

PARAMETERS = {"type": "object", "properties": {"task": {"type": "string"}}, "required": ["task"]}
AGENT = {"system": "You keep notes.", "tools": ["note", "wipe"], "prompt": "{task}", "max_round_trips": 5}
HELPER = {"name": "helper", "description": "Keeps notes.", "parameters": PARAMETERS, "agent": AGENT}
ASKS = [
    {"after": "user", "says": "ask notes", "parts": [{"call": "helper", "arguments": {"task": "two"}}]},
    {"after": "user", "says": "ask wipe", "parts": [{"call": "helper", "arguments": {"task": "wipe"}}]},
    {"after": ["helper"], "parts": [{"text": "It says: ${helper.result}"}]},
]


async def _session(shop: Shop, workspace: Workspace, path: Path) -> OpenedSession:
    shop.script.write_text(json.dumps({"rules": [*ASKS, *RULES]}), encoding="utf-8")
    file = shop.folder / "agents.json"
    file.write_text(json.dumps({"tools": [HELPER]}), encoding="utf-8")
    session = await shop.session(workspace, path, stops=NO_STOPS)
    session.import_tools(file)
    session.change_setup(off=("note", "wipe", "wait", "fail"))
    assert session.untrusted_executors() == ()
    return session


def _bodies(session: OpenedSession) -> list[bytes]:
    tree = session.tree
    return [tree.body(event.id) for event in tree.events(session.head) if isinstance(event, RequestSent)]


async def _left_inside(shop: Shop, workspace: Workspace, path: Path) -> tuple[CallKey, CallKey]:
    """A session that was closed inside its agent, with two calls there; the second has a result by hand."""
    session = await _session(shop, workspace, path)
    say(session, "ask notes")
    await session.step()
    stop = await session.step_into()
    assert (session.state.depth, stop.place) == (1, "before_request")
    assert json.loads(session.request_json())["messages"][0]["content"] == "You keep notes."
    await session.step()
    first, second = (call.key for call in session.state.open.calls)  # type: ignore[union-attr]
    session.mock(second, "noted by hand")
    await workspace.close_session(session)
    return first, second


async def test_a_session_is_saved_inside_an_agent_opened_again_there_and_replayed_with_the_same_bytes(
    shop: Shop, workspace: Workspace
) -> None:
    path = shop.folder / "nested.tcsession"
    first, _ = await _left_inside(shop, workspace, path)
    again = workspace.open(path)
    assert again.state.depth == 1
    await again.run_call(first)
    assert shop.runs() == ["note"]
    await again.step_out()
    assert (again.state.depth, again.state.open.calls[0].result.text) == (0, "Noted: noted by hand")  # type: ignore[union-attr]
    assert (await to_the_end(again)).reason == "finished"
    assert again.answer() == ("It says: Noted: noted by hand",)

    say(again, "ask wipe")
    stop = await again.step()
    stop = await again.step()
    assert (again.state.depth, stop.reason) == (1, "approval")
    inside = again.state.inside
    assert inside is not None
    again.leave_agent("nothing was wiped")
    assert (again.state.depth, again.state.call(inside).result.source) == (0, "by_hand")  # type: ignore[union-attr]
    again.undo()
    assert (again.state.depth, again.standing.reason) == (1, "approval")  # type: ignore[union-attr]
    again.redo()
    with pytest.raises(EditRefusedError, match="No agent is at work"):
        again.leave_agent("more")
    assert (await to_the_end(again)).reason == "finished"
    assert shop.runs() == ["note"]
    sent = _bodies(again)
    await workspace.close_session(again)

    replay = workspace.replay(path)
    assert (await to_the_end(replay)).reason == "finished"
    assert (replay.difference, replay.unused_calls, _bodies(replay)) == (None, (), sent)
    assert (shop.runs(), replay.answer()) == (["note"], ("It says: nothing was wiped",))


async def test_a_replay_is_left_at_any_step_inside_an_agent_and_gone_on_with(shop: Shop, workspace: Workspace) -> None:
    path = shop.folder / "nested.tcsession"
    session = await _session(shop, workspace, path)
    say(session, "ask notes")
    await session.step()
    await session.step_into()
    session.change_setup(system="You keep short notes.")
    await session.step_into()
    session.mock(session.state.open.calls[1].key, "noted by hand")  # type: ignore[union-attr]
    assert (await to_the_end(session)).reason == "finished"
    sent, results = _bodies(session), _results(session)
    await workspace.close_session(session)
    for steps in range(8):
        replay = workspace.replay(path, into=shop.folder / f"replay{steps}.tcsession")
        for _ in range(steps):
            await replay.step_into()
        await workspace.close_session(replay)
        again = workspace.open(replay.path)
        assert (await to_the_end(again)).reason == "finished", steps
        assert (again.difference, again.unused_calls) == (None, ())
        assert (_bodies(again), _results(again)) == (sent, results), steps
        await workspace.close_session(again)


def _results(session: OpenedSession) -> list[str]:
    return [event.text for event in session.tree.events(session.head) if isinstance(event, ResultRecorded)]


async def test_an_agent_begins_a_branch_inside_it_and_asks_again_for_its_own_round(
    shop: Shop, workspace: Workspace
) -> None:
    session = await _session(shop, workspace, shop.folder / "nested.tcsession")
    say(session, "ask notes")
    await session.step()
    await session.step_into()
    with pytest.raises(EditRefusedError, match="Nothing was sent yet"):
        await session.send_again()
    await session.step()
    await session.step_out()
    asked = next(node for node in session.tree.path(session.head) if session.tree.kind(node) == "agent_started")
    session.fork(asked)
    assert (session.state.depth, len(session.branches)) == (1, 2)
    await session.step()
    before = session.head
    await session.send_again()
    assert (session.state.depth, session.tree.parent(session.tree.parent(session.head))) == (
        1,
        session.tree.parent(session.tree.parent(before)),
    )
    await session.run_all_open()
    await session.step()
    assert isinstance(session.due, EndAgent)
    say(session, "hello")
    await session.step_out()
    assert session.state.open is not None
    assert session.state.open.calls[0].result.text == "Hello."  # type: ignore[union-attr]


def test_commands_run_an_agent_of_a_json_file_show_it_and_replay_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, saved = tmp_path / "agents.json", tmp_path / "run.tcsession"
    note = {"name": "note", "parameters": PARAMETERS, "command": {"argv": ["echo", "noted {task}"]}}
    more = {**AGENT, "tools": ["note", "shred"], "model": "small"}
    file.write_text(json.dumps({"tools": [{**HELPER, "agent": more}, note]}), encoding="utf-8")
    assert tools.main([str(file)]) == 0
    listed = capsys.readouterr().out
    assert "runs as an agent with note, shred" in listed
    assert "the agent may call shred, which this file does not have" in listed
    assert call.main([str(file), "helper", '{"task": "x"}']) == 2
    assert "helper is an agent: it runs in a session" in capsys.readouterr().err
    answers = (
        says("", ("helper", '{"task": "keep it"}')),
        says("", ("note", '{"task": "it"}')),
        says("Kept."),
        says("Done."),
    )
    with ChatServer(*answers) as server:
        address = ("--base-url", server.url, "--model", "tiny", "--save", saved)
        ran = studio("run", "--prompt", "go", "--tools", file, *address)
        asked = [(body["model"], body["messages"][0]["content"]) for body in server.requests]
    assert (ran.code, ran.err) == (0, "")
    assert asked == [("tiny", "go"), ("small", "You keep notes."), ("small", "You keep notes."), ("tiny", "go")]
    assert "│ Request    1 message, 1 tool" in ran.out
    assert "│ Response   Kept." in ran.out
    assert show.main([str(saved)]) == 0
    assert capsys.readouterr().out.count("│ Response   Kept.") == 1
    assert studio("replay", saved, "--check").code == 0
