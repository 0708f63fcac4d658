"""`--break` and `--breakpoints` on the command line: where a run stops, what it logs, and what is refused."""

import json
from pathlib import Path

import pytest

from tests.flow.chat_server import ChatServer, says
from tests.flow.command_line import studio
from tests.flow.test_cli_run import TOOLS, options

pytestmark = pytest.mark.promise("F4")


@pytest.fixture
def tools(tmp_path: Path) -> Path:
    path = tmp_path / "my_tools.py"
    path.write_text(TOOLS, encoding="utf-8")
    return path


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "run.tcsession"


def test_a_run_logs_stops_at_a_breakpoint_with_5_and_says_which(tools: Path, file: Path) -> None:
    listed = file.with_name("points.json")
    listed.write_text(
        json.dumps([{"place": "before_call", "action": "log", "text": "adds {args.a}"}]), encoding="utf-8"
    )
    with ChatServer(says("", ("add", '{"a": 2, "b": 3}')), says("", ("add", '{"a": 200, "b": 3}'))) as server:
        more = ("--breakpoints", listed, "--break", "before_call:add if args.a > `100`", "--break", "before_call:ad")
        ran = studio(*options(server, file, "--tools", tools, *more))
    assert ran.code == 5
    assert "adds 2" in ran.out
    assert "adds 200" in ran.out
    assert "The session has no tool ad: the breakpoint before_call:ad is hit only where" in ran.out
    assert "Paused before add (breakpoint, before add, if args.a > `100`)" in ran.err
    assert f"or toolcall-studio step {file} --do - --trust --model live --base-url {server.url}" in ran.err
    assert "203" not in ran.out


def test_a_breakpoint_before_a_sensitive_call_stops_although_all_are_approved(tools: Path, file: Path) -> None:
    with ChatServer(says("", ("wipe", '{"name": "x"}'))) as server:
        more = (
            "--tools",
            tools,
            "--approve",
            "all",
            "--json",
            "--break",
            "before_call:wipe",
            "--break",
            "after_reply => log {round}",
        )
        ran = studio(*options(server, file, *more))
    logged = [each for each in ran.documents if each["entry"] == "logged"]
    assert (ran.code, len(logged), logged[0]["text"]) == (5, 1, "1")
    assert "gone" not in ran.out


def test_a_replay_stops_and_logs_at_breakpoints_of_its_own(tools: Path, file: Path) -> None:
    with ChatServer(says("", ("add", '{"a": 2, "b": 3}')), says("It is 5.")) as server:
        assert studio(*options(server, file, "--tools", tools)).code == 0
    logs = studio("replay", file, "--break", "after_result:add => log {result.text} from {result.source}")
    assert (logs.code, "5 from recorded" in logs.out) == (0, True)
    stops = studio("replay", file, "--break", "before_call:add")
    assert (stops.code, "Paused before add (breakpoint, before add)" in stops.err) == (5, True)


def test_a_breakpoint_that_cannot_act_is_refused_before_anything_is_sent(file: Path) -> None:
    with ChatServer() as server:
        ran = studio(*options(server, file, "--break", "before_call if args.a > 100"))
        unknown = studio(*options(server, file, "--break", "before_cal"))
        file.with_name("bad.json").write_text('[{"place": "before_call", "tol": "x"}]', encoding="utf-8")
        listed = studio(*options(server, file, "--breakpoints", file.with_name("bad.json")))
    assert (ran.code, unknown.code, listed.code, server.requests, file.exists()) == (2, 2, 3, [], False)
    assert "column 10 of the condition" in ran.err
    assert "args.a > `100`" in ran.err
    assert "[0]: a breakpoint has no member tol." in listed.err
