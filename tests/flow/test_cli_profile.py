"""`profile` as people call it, against real servers on this machine: what works, and every way in which it does not."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.flow.chat_server import Answer, ChatServer, fails, hangs, says
from tests.flow.command_line import PATIENCE, Ran, command, environment, studio

KEY = "sk-test-0123456789abcdef"
CALLS = says("", ("repeat_words", '{"text": "one"}'))
WORDS = says("one two three")


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    return {"TOOLCALL_STUDIO_HOME": str(tmp_path / "home"), "MY_KEY": KEY}


def profile(home: dict[str, str], *arguments: object) -> Ran:
    ran = studio("profile", *arguments, **home)
    assert "0123456789abcdef" not in ran.out + ran.err
    assert "Traceback" not in ran.err
    return ran


def add(home: dict[str, str], url: str, *more: object) -> None:
    assert profile(home, "add", "mine", "--base-url", url, "--model", "tiny", *more).code == 0


def tried(home: dict[str, str], *answers: Answer, add_with: tuple[object, ...] = ()) -> tuple[Ran, ChatServer]:
    """`profile test` of a profile whose server gives these answers."""
    with ChatServer(*answers) as server:
        add(home, server.url, *add_with)
        return profile(home, "test", "mine", "--json"), server


def findings(ran: Ran) -> dict[str, str]:
    """The answer to each question, its sentence and what to do."""
    (told,) = ran.documents
    assert told["exit"] == ran.code
    return {one["question"]: " ".join((one["answer"], one["sentence"], one["help"])).strip() for one in told["answers"]}


def test_a_profile_that_works_is_told_line_by_line_and_ends_with_0(home: dict[str, str]) -> None:
    two = says("I call.", ("repeat_words", '{"text": "one"}'))
    with ChatServer(two) as server:
        add(home, server.url, "--key-env", "MY_KEY")
        ran = profile(home, "test", "mine")
    assert (ran.code, ran.err, server.keys) == (0, "", [f"Bearer {KEY}"])
    lines = ran.out.splitlines()
    assert [line.split("  ")[0] for line in lines] == [
        "Reachable",
        "Key accepted",
        "Model known",
        "Replies",
        "Streams",
        "Calls tools",
    ]
    assert all("  yes      " in line for line in lines)


def test_a_refused_key_is_a_failed_check_that_says_what_to_do(home: dict[str, str]) -> None:
    ran, server = tried(home, fails(401, f"bad key {KEY}"), add_with=("--key-env", "MY_KEY"))
    told = findings(ran)
    assert (ran.code, len(server.requests)) == (1, 1)
    assert told["key"].startswith("no The server refused it (401): bad key [redacted] Check that the key")
    assert told["reachable"].startswith("yes")
    assert told["tools"].startswith("unknown")


def test_an_unknown_model_is_a_failed_check(home: dict[str, str]) -> None:
    ran, _ = tried(home, fails(404, "The model `tiny` does not exist"))
    assert ran.code == 1
    assert findings(ran)["model"].startswith("no The server does not offer tiny (404): The model `tiny` does not exist")


def test_refused_tools_are_a_failed_check_and_the_rest_is_told(home: dict[str, str]) -> None:
    ran, server = tried(home, fails(400, "tiny does not support tools"), WORDS)
    told = findings(ran)
    assert (ran.code, ["tools" in body for body in server.requests]) == (1, [True, False])
    assert told["tools"].startswith("no The server takes no tools here (400)")
    assert told["streams"].startswith("yes")


def test_refused_tools_are_no_failure_where_calls_are_automatic(home: dict[str, str]) -> None:
    ran, _ = tried(home, fails(400, "tiny does not support tools"), WORDS, add_with=("--calls", "auto"))
    assert ran.code == 0


def test_a_server_that_does_not_stream_is_a_failed_check(home: dict[str, str]) -> None:
    ran, _ = tried(home, {**CALLS, "whole": True})
    assert ran.code == 1
    assert findings(ran)["streams"].startswith("no It came in one piece")


def test_a_server_in_trouble_ends_with_4(home: dict[str, str]) -> None:
    ran, _ = tried(home, fails(429, "no credit left"))
    assert ran.code == 4
    assert "limits and the credit" in findings(ran)["replies"]


def test_a_dead_port_ends_with_4(home: dict[str, str]) -> None:
    with ChatServer() as server:
        url = server.url
    add(home, url)
    ran = profile(home, "test", "mine", "--json")
    assert ran.code == 4
    assert findings(ran)["reachable"].startswith("no Nothing listens at 127.0.0.1:")


def test_a_missing_key_is_said_before_anything_is_sent(home: dict[str, str]) -> None:
    assert profile(home, "add", "far", "--preset", "openai", "--model", "m", "--key-env", "ABSENT_KEY").code == 0
    ran = profile(home, "test", "far", "--json")
    assert ran.code == 1
    assert findings(ran)["key"].endswith("Set the environment variable ABSENT_KEY to the key.")


def test_json_mode_is_tried_when_it_is_asked_for(home: dict[str, str]) -> None:
    with ChatServer(says("Go.", ("repeat_words", "{}")), says('{"ready": true}')) as server:
        add(home, server.url)
        ran = profile(home, "test", "mine", "--json", "--json-mode")
    assert server.requests[1]["response_format"] == {"type": "json_object"}
    assert findings(ran)["json"] == "yes The reply was a JSON object."


@pytest.mark.skipif(sys.platform == "win32", reason="a console signal cannot be sent to one process there")
def test_ctrl_c_ends_a_test_of_a_slow_server_at_once(home: dict[str, str]) -> None:
    with ChatServer(hangs("well")) as server:
        add(home, server.url)
        called = command("profile", "test", "mine")
        child = subprocess.Popen(called, env=environment(**home), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert server.began.wait(PATIENCE)
        os.kill(child.pid, signal.SIGINT)
        out, err = child.communicate(timeout=PATIENCE)
    assert (child.returncode, out, err) == (130, b"", b"")


def test_profiles_are_made_shown_listed_and_removed(home: dict[str, str]) -> None:
    assert "no profile yet" in profile(home, "list").out
    url = "https://x.openai.azure.com/openai/v1/chat/completions"
    made = profile(home, "add", "az", "--preset", "azure", "--base-url", url, "--model", "d", "--key-env", "MY_KEY")
    assert made.code == 0
    assert "az was added: openai_chat at https://x.openai.azure.com/openai/v1, key from MY_KEY." in made.out
    assert "/chat/completions was left off" in made.out
    shown = profile(home, "show", "az")
    assert "key_header  api-key\n" in shown.out
    (document,) = profile(home, "show", "az", "--json").documents
    assert (document["base_url"], document["key"]) == ("https://x.openai.azure.com/openai/v1", "environment")
    assert profile(home, "list").out == "az  openai_chat  d  https://x.openai.azure.com/openai/v1  key from MY_KEY\n"
    assert profile(home, "remove", "az").out == "az was removed.\n"
    assert profile(home, "--json", "list").documents == [{"profiles": [], "problems": {}}]


def test_every_member_can_be_said(home: dict[str, str]) -> None:
    said: list[object] = [
        "--header",
        "X-Team: ${TEAM}",
        "--param",
        "temperature=0.5",
        "--no-stream",
        "--calls",
        "react",
    ]
    said += ["--retries", 0, "--proxy", "http://me:${PW}@p:1", "--connect-seconds", 2, "--read-seconds", 3.5]
    add(home, "http://127.0.0.1:1/v1", *said)
    (shown,) = profile(home, "show", "mine", "--json").documents
    expected = {
        "headers": {"X-Team": "${TEAM}"},
        "params": {"temperature": 0.5},
        "stream": False,
        "calls": "react",
        "retries": 0,
        "proxy": "http://me:${PW}@p:1",
        "timeout": {"connect": 2.0, "read": 3.5},
        "key": "none",
    }
    assert {name: shown[name] for name in expected} == expected


def test_presets_are_listed_with_their_addresses(home: dict[str, str]) -> None:
    assert "https://api.anthropic.com/v1" in profile(home, "presets").out
    (told,) = profile(home, "presets", "--json").documents
    assert {"openai", "azure", "anthropic", "ollama"} <= {preset["name"] for preset in told["presets"]}


def test_a_profile_that_does_not_fit_any_more_is_said_where_it_is_named(home: dict[str, str]) -> None:
    add(home, "http://127.0.0.1:1/v1")
    (settings,) = Path(home["TOOLCALL_STUDIO_HOME"]).rglob("settings.json")
    value: Any = json.loads(settings.read_text(encoding="utf-8"))
    value["profiles"][0]["colour"] = "red"
    settings.write_text(json.dumps(value), encoding="utf-8")
    assert "mine cannot be used: colour: " in profile(home, "list").out
    ran = profile(home, "show", "mine")
    assert (ran.code, ran.err.startswith("The profile mine cannot be used: colour: ")) == (2, True)
    assert profile(home, "remove", "mine").code == 0


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("add", "x"), "Add --preset PRESET or --base-url URL."),
        (("add", "x", "--preset", "azure"), "Add --base-url, as in https://{resource}.openai.azure.com/openai/v1."),
        (("add", "x", "--preset", "nix"), "invalid choice"),
        (("add", "x", "--base-url", "ftp://h"), "has to begin with http://"),
        (("add", "x", "--base-url", "http://h", "--header", f"Authorization: {KEY}"), "is a secret"),
        (("add", "x", "--base-url", "http://h", "--header", KEY), "--header wants NAME: VALUE."),
        (
            ("add", "x", "--base-url", "http://h", "--proxy", f"http://me:{KEY}@h"),
            "The password of the proxy is a secret",
        ),
        (("add", "x", "--base-url", "http://h", "--retries", "99"), "retries: "),
        (("test", "nix"), "There is no profile named nix."),
        (("show", "nix"), "There is no profile named nix."),
        (("remove", "nix"), "There is no profile named nix."),
        ((), "VERB"),
    ],
)
def test_wrong_use_is_one_sentence(home: dict[str, str], arguments: tuple[str, ...], told: str) -> None:
    ran = profile(home, *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert told in ran.err
    assert len(ran.err.splitlines()) == 1


def test_a_name_that_is_taken_is_only_given_again_on_purpose(home: dict[str, str]) -> None:
    add(home, "http://127.0.0.1:1/v1")
    again = ("add", "mine", "--preset", "ollama", "--model", "new")
    assert "--replace" in profile(home, *again).err
    assert profile(home, *again, "--replace").code == 0
    assert profile(home, "list").out.count("\n") == 1


def test_a_run_sends_a_failed_request_again_as_often_as_its_profile_says(home: dict[str, str], tmp_path: Path) -> None:
    busy = fails(503, "busy", Retry_After="0")
    for retries, asked in ((0, 1), (1, 2)):
        with ChatServer(busy, busy, busy) as server:
            add(home, server.url, "--retries", retries, "--replace")
            save = tmp_path / f"{retries}.tcsession"
            ran = studio("run", "--prompt", "x", "--profile", "mine", "--save", save, **home)
        assert (ran.code, len(server.requests)) == (4, asked)


def test_a_run_speaks_the_dialect_that_is_named_or_that_the_address_tells(tmp_path: Path) -> None:
    with ChatServer(fails(400, "no")) as server:
        asked = ("run", "--prompt", "x", "--model", "m", "--base-url", server.url, "--save")
        assert studio(*asked, tmp_path / "a.tcsession", "--dialect", "anthropic_messages").code == 4
        assert "max_tokens" in server.requests[0]
    wrong = studio(*asked, tmp_path / "b.tcsession", "--dialect", "smoke")
    assert (wrong.code, "invalid choice" in wrong.err) == (2, True)
    named = studio(
        "run", "--prompt", "x", "--profile", "p", "--dialect", "ollama_chat", "--save", tmp_path / "c.tcsession"
    )
    assert named.err == "--dialect goes with --base-url; a profile names its format itself.\n"


def test_a_run_tells_tools_as_text_when_that_is_asked_for(tmp_path: Path) -> None:
    tools = tmp_path / "my_tools.py"
    tools.write_text('def add(a: int, b: int) -> int:\n    "Add two numbers."\n    return a + b\n', encoding="utf-8")
    printed = '<tool_call>\n{"name": "add", "arguments": {"a": 2, "b": 3}}\n</tool_call>'
    with ChatServer(says(printed), says("It is 5.")) as server:
        asked = ("--base-url", server.url, "--model", "m", "--tools", tools, "--calls", "hermes")
        ran = studio("run", "--prompt", "2 + 3?", "--save", tmp_path / "s.tcsession", *asked)
    assert (ran.code, ran.err) == (0, "")
    assert "tools" not in server.requests[0]
    assert "<tool_call>" in json.dumps(server.requests[0]["messages"])
    assert "5" in json.dumps(server.requests[1]["messages"][-1])
