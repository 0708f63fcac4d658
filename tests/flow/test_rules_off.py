"""Rules of the checks that a person switched off: in a session, in all of them, for one run of a command. Real session, real server."""

import json
from pathlib import Path

import pytest

from studio.cli.check import main as check_command
from studio.cli.tools import main as tools_command
from studio.engine.edits import EditRefusedError
from studio.messages.message import Message
from studio.messages.parts import Call, Text
from studio.session.events import HistoryEdited, RequestSent
from studio.workspace.opened import OpenedSession
from studio.workspace.tool_advice import tool_advice
from studio.workspace.workspace import Workspace
from tests.flow.chat_server import ChatServer, says
from tests.flow.shop import NO_STOPS, Shop, requests, say

pytestmark = [pytest.mark.anyio, pytest.mark.promise("H2")]

RULE = "history.missing_result"
CALL = Call("note", '{"text": "a"}', "c1")
BROKEN = (Message("assistant", (CALL,)), Message("user", (Text("And now?"),)))


async def broken(shop: Shop, workspace: Workspace, server: ChatServer) -> OpenedSession:
    """A session whose next request holds a call without a result."""
    made = await shop.session(
        workspace, shop.folder / "broken.tcsession", responder=shop.live(workspace, server.url), stops=NO_STOPS
    )
    say(made, "two")
    made.journal.append(HistoryEdited(start=1, inserted=BROKEN))
    return made


async def test_a_request_goes_when_the_rule_that_blocks_it_is_off_and_the_file_tells_it(
    shop: Shop, workspace: Workspace
) -> None:
    with ChatServer(says("Done.")) as server:
        session = await broken(shop, workspace, server)
        assert (await session.run()).what == "invalid_history"
        session.set_rule(RULE, "off")
        assert session.history_problems() == ()
        assert session.check_body(json.dumps({"messages": [{"role": "tool", "tool_call_id": "x", "content": ""}]}))
        assert (await session.run()).reason == "finished"
        assert len(server.requests) == 1
        event = session.tree.event(requests(session)[0])
        assert isinstance(event, RequestSent)
        assert event.invalid == ("missing_result",)


async def test_a_rule_that_is_lowered_is_told_and_holds_nothing_up(shop: Shop, workspace: Workspace) -> None:
    with ChatServer(says("Done.")) as server:
        session = await broken(shop, workspace, server)
        session.set_rule(RULE, "warning")
        assert [(one.code, one.severity) for one in session.history_problems()] == [("missing_result", "warning")]
        assert session.standing is not None
        assert session.standing.reason == "step"
        assert (await session.run()).reason == "finished"


async def test_switching_a_rule_off_is_a_step_that_undo_takes_back_and_that_is_kept(
    shop: Shop, workspace: Workspace
) -> None:
    with ChatServer(says("Done.")) as server:
        session = await broken(shop, workspace, server)
        session.set_rule(RULE, "off")
        session.undo()
        assert [one.code for one in session.history_problems()] == ["missing_result"]
        session.redo()
        path = session.path
        await workspace.close_session(session)
        again = workspace.open(path)
        assert again.history_problems() == ()
        again.set_rule(RULE, None)
        assert [one.code for one in again.history_problems()] == ["missing_result"]


async def test_a_rule_is_off_at_once_in_every_open_session_and_only_there_where_nothing_else_is_said(
    shop: Shop, workspace: Workspace
) -> None:
    with ChatServer(says("Done.")) as server:
        session = await broken(shop, workspace, server)
        assert (await session.run()).what == "invalid_history"
        told: list[object] = []
        session.subscribe(told.append)
        workspace.preferences.set_rule(RULE, "off")
        assert told
        assert session.standing is not None
        assert session.standing.what != "invalid_history"
        session.set_rule(RULE, "error")
        assert session.standing.what == "invalid_history"
        workspace.preferences.set_rule(RULE, None)
        assert workspace.settings.rules == {}


async def test_a_rule_that_is_none_is_refused(shop: Shop, workspace: Workspace) -> None:
    with ChatServer(says("Done.")) as server:
        session = await broken(shop, workspace, server)
        with pytest.raises(EditRefusedError):
            session.set_rule("schema.type", "off")
        with pytest.raises(EditRefusedError):
            session.set_rule(RULE, "hint")


async def test_loops_and_advice_on_tools_are_not_told_when_they_are_off(shop: Shop, workspace: Workspace) -> None:
    session = await shop.session(workspace, stops=NO_STOPS)
    rules = {one.rule for one in tool_advice(session)}
    assert rules
    for rule in rules:
        session.set_rule(rule, "off")
    assert tool_advice(session) == ()


async def test_the_command_looks_by_the_rules_that_count_and_says_which_are_off(
    shop: Shop,
    workspace: Workspace,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setenv("TOOLCALL_STUDIO_HOME", str(tmp_path / "home"))
    with ChatServer(says("Done.")) as server:
        session = await broken(shop, workspace, server)
        path = str(session.path)
        await workspace.close_session(session)
    assert check_command([path]) == 1
    assert "off" not in capsys.readouterr().out
    assert check_command([path, "--off", RULE]) == 0
    assert f"1 rule is off: {RULE} (--off)." in capsys.readouterr().out
    assert check_command([path, "--off", "history.*", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["rules"][RULE] == {"level": "off", "by": "--off"}
    assert check_command([path, "--off", "histry.x"]) == 2
    assert "There is no rule histry.x." in capsys.readouterr().err


async def test_the_command_heeds_what_session_and_settings_say_unless_all_rules_are_wanted(
    shop: Shop,
    workspace: Workspace,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setenv("TOOLCALL_STUDIO_HOME", str(tmp_path / "home"))
    mine = Workspace()
    mine.preferences.set_rule("loop.growth", "off")
    with ChatServer(says("Done.")) as server:
        session = await broken(shop, workspace, server)
        session.set_rule(RULE, "warning")
        path = str(session.path)
        await workspace.close_session(session)
    assert check_command([path]) == 0
    said = capsys.readouterr().out
    assert "1 rule is off: loop.growth (the settings)." in said
    assert f"{RULE} counts as warning (the session)." in said
    assert check_command([path, "--all-rules"]) == 1
    assert "counts as" not in capsys.readouterr().out


def test_the_check_of_a_tools_file_heeds_them_too(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TOOLCALL_STUDIO_HOME", str(tmp_path / "home"))
    file = tmp_path / "tools.json"
    file.write_text('{"tools": [{"name": "f", "parameters": {"type": "object"}}]}')
    assert tools_command([str(file), "--check"]) == 1
    assert tools_command([str(file), "--check", "--off", "tool.*"]) == 0
    assert "rules are off" in capsys.readouterr().out


async def test_a_replay_goes_where_the_recording_went_although_the_rule_counts_here(
    shop: Shop, workspace: Workspace
) -> None:
    with ChatServer(says("Done.")) as server:
        session = await broken(shop, workspace, server)
        workspace.preferences.set_rule(RULE, "off")
        assert (await session.run()).reason == "finished"
        path = session.path
        await workspace.close_session(session)
    workspace.preferences.set_rule(RULE, None)
    again = workspace.replay(path)
    assert (await again.run_to_end()).reason == "finished"
    assert again.difference is None
