"""`replay` of a session made with `run`: who answers, what is kept, and how it ends where nobody can be asked."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from studio.session.toolbox import ToolSearch
from studio.workspace.workspace import Workspace
from tests.flow.chat_server import ChatServer, fails, says
from tests.flow.command_line import studio
from tests.flow.mcp_fake import Fakes, FakeServer, say, served, server
from tests.flow.test_cli_run import TOOLS


@pytest.fixture
def file(tmp_path: Path, home: Path) -> Path:
    """A session made with --base-url: one sensitive call, then an answer."""
    tools, made = tmp_path / "my_tools.py", tmp_path / "run.tcsession"
    tools.write_text(TOOLS, encoding="utf-8")
    with ChatServer(says("", ("wipe", '{"name": "x"}')), says("Done.")) as server:
        options = ("--base-url", server.url, "--model", "tiny", "--tools", tools, "--approve", "all", "--save", made)
        assert studio("run", "--prompt", "Wipe x.", *options).code == 0
    return made


def recent(home: Path) -> list[str]:
    """The recent sessions that the settings name."""
    path = home / "config" / "settings.json"
    return list(json.loads(path.read_text(encoding="utf-8"))["recent"])


def test_a_live_model_is_named_by_its_address_and_asked_as_the_recorded_one_was(file: Path) -> None:
    with ChatServer(says("Not now.")) as server:
        url = ("--base-url", server.url, "--key-env", "MY_KEY")
        ran = studio("replay", file, "--model", "live", *url, MY_KEY="sk-test-0123456789")
    assert (ran.code, ran.err) == (0, "")
    assert "Not now." in ran.out
    assert "same" not in ran.out.splitlines()[-2]
    assert (server.requests[0]["model"], server.keys) == ("tiny", ["Bearer sk-test-0123456789"])


def test_a_live_model_s_name_can_be_another_and_its_answer_is_compared_with_check(file: Path) -> None:
    with ChatServer(says("Not now.")) as server:
        who = ("--model", "live", "--base-url", server.url, "--model-name", "big")
        ran = studio("replay", file, "--check", *who)
    assert (ran.code, server.requests[0]["model"]) == (1, "big")
    assert "differs at" in ran.out


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--model", "live"], "/v1 (tiny). Add --base-url http://127.0.0.1:"),
        (["--model", "live"], "It is not known who shall answer: the session asked http://127.0.0.1:"),
        (["--model", "live", "--profile", "nix"], "no profile named nix"),
        (["--model", "live", "--base-url", "http://127.0.0.1:9/v1", "--key-env", "NIX"], "NIX is not set"),
        (["--base-url", "http://127.0.0.1:9/v1"], "go with --model live"),
    ],
)
def test_when_nobody_can_answer_the_options_are_named_and_nothing_is_left(
    file: Path, tmp_path: Path, options: list[str], told: str
) -> None:
    into = tmp_path / "again.tcsession"
    ran = studio("replay", file, "--save", into, *options)
    assert (ran.code, ran.out, into.exists()) == (2, "", False)
    assert told in ran.err
    assert ran.err.count("\n") == 1


def test_a_replay_is_kept_and_remembered_only_where_it_was_asked_for(file: Path, home: Path, tmp_path: Path) -> None:
    before, sessions = recent(home), home / "data" / "sessions"
    shown = studio("replay", file)
    assert (shown.code, shown.out.splitlines()[-1]) == (0, "The replay was not kept; --save FILE keeps it.")
    assert studio("replay", file, "--check").code == 0
    assert (recent(home), list(sessions.glob("*"))) == (before, [])
    kept = tmp_path / "kept.tcsession"
    ran = studio("replay", file, "--save", kept, "--json")
    assert (ran.documents[-1]["file"], kept.exists(), recent(home)[0]) == (str(kept), True, str(kept))


def test_without_a_terminal_a_sensitive_call_is_rejected_and_the_stop_stands_behind_it(file: Path) -> None:
    ran = studio("replay", file, "--tools", "live", "--trust")
    assert ran.code == 5
    assert "The user rejected this call of wipe" in ran.out
    assert "Paused before" not in ran.out
    told = "Paused after wipe"
    assert f"{told} · nobody could be asked for approval" in ran.out
    assert ran.err == (
        f"Stopped before the end: {told} (nobody could be asked for approval). "
        "Run it at a terminal, or say --approve all or --approve none.\n"
    )


def test_a_live_model_that_fails_is_an_error_too(file: Path) -> None:
    with ChatServer(fails(400, "no such thing.")) as server:
        ran = studio("replay", file, "--model", "live", "--base-url", server.url, "--json")
    told = "The request failed: the server answered 400: no such thing."
    assert (ran.code, ran.err) == (4, f"{told}\n")
    assert ran.documents[-1]["error"] == {"sentence": told, "help": ""}


def test_a_check_goes_on_where_the_person_went_on_and_minds_no_choice_of_tools_that_nothing_was_sent_with(
    home: Path, tmp_path: Path
) -> None:
    async def recorded() -> Path:
        workspace = Workspace(home / "data", home / "config", {})
        chosen: dict[str, Any] = {"max_round_trips": 1, "search": ToolSearch(True), "pinned": ("look",)}
        made = served(workspace, tmp_path, Fakes(a=FakeServer("look")), server("a"), **chosen)
        say(made, "call look!")
        assert [(await made.run()).reason, (await made.run()).reason] == ["limit", "finished"]
        made.unpin("look")
        say(made, "and then?")
        await workspace.close()
        return made.path

    ran = studio("replay", asyncio.run(recorded()), "--check")
    assert (ran.code, ran.out) == (0, "main: comes out the same; it ends before a request, as recorded\n")


def test_a_pattern_of_live_tools_that_no_tool_has_is_told(file: Path) -> None:
    ran = studio("replay", file, "--live-tools", "wip", "--trust")
    assert (ran.code, ran.err) == (
        0,
        "No tool of the recording is named wip. Did you mean wipe? There are: add, wipe.\n",
    )
