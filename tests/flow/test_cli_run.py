"""`run` against a real server on this machine: streaming, tools, approval, retries, failures, Ctrl+C."""

import json
import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.flow.chat_server import Answer, ChatServer, breaks_off, fails, hangs, says
from tests.flow.command_line import PATIENCE, command, environment, studio

TOOLS = """
def add(a: int, b: int) -> int:
    "Add two numbers."
    return a + b


def wipe(name: str) -> str:
    "Delete something."
    return f"{name} is gone"


wipe.sensitive = True
"""


@pytest.fixture
def tools(tmp_path: Path) -> Path:
    path = tmp_path / "my_tools.py"
    path.write_text(TOOLS, encoding="utf-8")
    return path


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "run.tcsession"


def options(server: ChatServer, file: Path, *more: object) -> list[object]:
    return ["run", "--prompt", "What is 2 + 3?", "--base-url", server.url, "--model", "tiny", "--save", file, *more]


def test_a_prompt_is_answered_tools_run_and_the_session_is_left(tools: Path, file: Path) -> None:
    with ChatServer(says("I add.", ("add", '{"a": 2, "b": 3}')), says("It is 5.")) as server:
        ran = studio(*options(server, file, "--tools", tools, "--system", "Be brief.", "--param", "temperature=0.5"))
    assert (ran.code, ran.err) == (0, "")
    assert "I add." in ran.out
    assert 'add({"a": 2, "b": 3})' in ran.out
    assert "It is 5." in ran.out
    first, second = server.requests
    assert (first["stream"], first["temperature"], first["tools"][0]["function"]["name"]) == (True, 0.5, "add")
    assert first["messages"][0] == {"role": "system", "content": "Be brief."}
    assert second["messages"][-1]["content"] == "5"
    assert "It is 5." in studio("show", file).out


def test_a_replay_with_changed_tools_stops_at_the_first_request_that_differs(tools: Path, file: Path) -> None:
    with ChatServer(says("", ("add", '{"a": 2, "b": 3}')), says("It is 5.")) as server:
        assert studio(*options(server, file, "--tools", tools)).code == 0
    assert studio("replay", file, "--check", "--tools", "live", "--trust").code == 0
    tools.write_text(TOOLS.replace("a + b", "a + b + 1"), encoding="utf-8")
    ran = studio("replay", file, "--check", "--tools", "live", "--trust")
    assert ran.code == 1
    near = "nearest recorded: the request of round 2 (step "
    assert ran.out.startswith(f'main: differs at /messages/2/content\n  old: "5"\n  new: "6"\n  {near}')


def test_json_lines_tell_each_entry_and_how_it_ended(file: Path) -> None:
    with ChatServer(says("It is 5.")) as server:
        ran = studio(*options(server, file, "--json", "--no-stream"))
    assert server.requests[0].get("stream") is not True
    assert [document["entry"] for document in ran.documents][-3:] == ["reply", "stop", "end"]
    assert ran.documents[-1] == {"entry": "end", "file": str(file), "text": "It is 5.", "exit": 0}


def test_a_sensitive_call_without_a_terminal_is_rejected_and_ends_the_run(tools: Path, file: Path) -> None:
    with ChatServer(says("", ("wipe", '{"name": "x"}'))) as server:
        ran = studio(*options(server, file, "--tools", tools))
    assert ran.code == 5
    assert "The user rejected this call of wipe" in studio("show", file).out
    assert "is gone" not in file.read_text(encoding="utf-8").replace('is gone"\n', "")


def test_a_sensitive_call_that_does_not_fit_needs_nobody_for_the_model_is_only_told(tools: Path, file: Path) -> None:
    with ChatServer(says("", ("wipe", '{"nam": "x"}')), says("Sorry.")) as server:
        ran = studio(*options(server, file, "--tools", tools))
    assert (ran.code, len(server.requests)) == (0, 2)
    assert "name is missing" in server.requests[1]["messages"][-1]["content"]


@pytest.mark.parametrize(("policy", "told"), [("all", "x is gone"), ("none", "rejected this call of wipe")])
def test_a_policy_decides_on_sensitive_calls(tools: Path, file: Path, policy: str, told: str) -> None:
    with ChatServer(says("", ("wipe", '{"name": "x"}')), says("Done.")) as server:
        ran = studio(*options(server, file, "--tools", tools, "--approve", policy))
    assert ran.code == 0
    assert told in server.requests[1]["messages"][-1]["content"]


def test_too_many_requests_are_sent_again_by_themselves(file: Path) -> None:
    slow = fails(429, "slow down", Retry_After="0")
    with ChatServer(slow, fails(503, "busy", Retry_After="0"), says("Here.")) as server:
        ran = studio(*options(server, file))
    assert (ran.code, len(server.requests)) == (0, 3)
    assert "the server answered 429: slow down" in ran.out


def test_a_refused_request_is_told_with_its_message_and_not_sent_again(file: Path) -> None:
    with ChatServer(fails(400, "no such thing"), says("never")) as server:
        ran = studio(*options(server, file))
    assert (ran.code, len(server.requests)) == (4, 1)
    assert "the server answered 400: no such thing" in ran.out
    assert ran.err == "The request failed: the server answered 400: no such thing.\n"


@pytest.mark.parametrize(
    ("answer", "code", "sentence", "help"),
    [
        (
            fails(401, "bad key"),
            4,
            "The request failed: the server answered 401: bad key.",
            "Check the key: --key-env NAME or the profile names the variable that holds it.",
        ),
        (
            says("", ("add", '{"a": 1, "b": 1}')),
            5,
            "Stopped before the end: Limit reached (1 round trip since your last message).",
            "--max-round-trips N allows more. To go on from here: toolcall-studio {file}",
        ),
    ],
)
def test_a_run_that_stops_short_has_the_error_in_its_last_json_line(
    tools: Path, file: Path, answer: Answer, code: int, sentence: str, help: str
) -> None:
    with ChatServer(answer) as server:
        ran = studio(*options(server, file, "--tools", tools, "--max-round-trips", 1, "--json"))
    help = help.format(file=file)
    assert (ran.code, ran.err) == (code, f"{sentence} {help}\n")
    error = {"sentence": sentence, "help": help}
    assert ran.documents[-1] == {"entry": "end", "file": str(file), "text": "", "exit": code, "error": error}


def test_thinking_that_streams_is_told_before_the_text(file: Path) -> None:
    with ChatServer({**says("It is 5."), "thinks": "Two and three."}) as server:
        ran = studio(*options(server, file))
    assert "(thinking) Two and three.\nResponse   It is 5.\n" in ran.out


def test_refused_tools_and_a_long_wait_say_what_to_do(tools: Path, file: Path) -> None:
    with ChatServer(fails(400, "tiny does not support tools"), fails(429, "slow down", Retry_After="300")) as server:
        refused = studio(*options(server, file, "--tools", tools))
        file.unlink()
        slow = studio(*options(server, file, "--tools", tools))
    assert refused.err.endswith("or add --calls auto: the tools are told as text then.\n")
    assert (slow.code, len(server.requests)) == (4, 2)
    assert "The server asks to wait 300 s." in slow.err


def test_a_call_that_is_only_printed_is_told_with_what_reads_it(tools: Path, file: Path) -> None:
    printed = '<tool_call>\n{"name": "add", "arguments": {"a": 2, "b": 3}}\n</tool_call>'
    with ChatServer(says(printed), says(printed)) as server:
        ran = studio(*options(server, file, "--tools", tools))
        file.unlink()
        told = studio(*options(server, file, "--tools", tools, "--json"))
    assert ran.code == 0
    assert "With --calls hermes it is read as one." in " ".join(ran.out.split())
    assert told.documents[-1]["printed"] == "hermes"


def test_a_broken_off_reply_is_kept_and_the_session_stays_whole(file: Path) -> None:
    with ChatServer(*[breaks_off("half a rep")] * 3) as server:
        ran = studio(*options(server, file))
    assert ran.code == 4
    shown = studio("show", file)
    assert shown.code == 0
    assert "half a rep" in shown.out


@pytest.mark.parametrize("text", [None, "def broken(:\n", "def f(a):\n    return a\n"])
def test_a_tools_file_that_cannot_be_used_leaves_no_session_in_the_way(
    tmp_path: Path, tools: Path, file: Path, text: str | None
) -> None:
    wrong = tmp_path / "wrong.py"
    if text is not None:
        wrong.write_text(text, encoding="utf-8")
    with ChatServer(says("It is 5.")) as server:
        failed = studio(*options(server, file, "--tools", tools, wrong))
        assert (failed.code, file.exists(), server.requests) == (3, False, [])
        assert studio(*options(server, file, "--tools", tools)).code == 0


def test_nobody_listening_is_a_clear_sentence(tmp_path: Path, file: Path) -> None:
    with ChatServer() as server:
        url = server.url
    ran = studio("run", "--prompt", "x", "--base-url", url, "--model", "m", "--save", file)
    assert ran.code == 4
    assert "no connection" in ran.out
    assert ran.err.startswith("The request failed: no connection: ")
    assert ran.err.endswith("started?\n")
    assert "Traceback" not in ran.err


def test_the_round_trip_limit_stops_a_model_that_goes_on_and_on(tools: Path, file: Path) -> None:
    with ChatServer(*[says("", ("add", '{"a": 1, "b": 1}'))] * 5) as server:
        ran = studio(*options(server, file, "--tools", tools, "--max-round-trips", 2))
    assert (ran.code, len(server.requests)) == (5, 2)
    assert "Limit reached · 2 round trips" in ran.out


def test_a_key_comes_from_its_variable_and_reaches_no_file_and_no_output(file: Path) -> None:
    key = "sk-test-0123456789abcdef"
    with ChatServer(fails(401, f"bad key {key}")) as server:
        ran = studio(*options(server, file, "--key-env", "MY_KEY"), MY_KEY=key)
    assert server.keys == [f"Bearer {key}"]
    assert key not in ran.out + ran.err + file.read_text(encoding="utf-8")


def test_a_home_that_cannot_be_written_stops_neither_a_run_nor_a_check(tmp_path: Path, file: Path) -> None:
    (tmp_path / "home").touch()
    home = {"TOOLCALL_STUDIO_HOME": str(tmp_path / "home")}
    with ChatServer(says("Five.")) as server:
        assert studio(*options(server, file), **home).code == 0
    assert studio("replay", file, "--check", **home).code == 0


@pytest.mark.parametrize("more", [(), ("--json",)])
def test_a_key_in_the_prompt_in_a_tool_and_in_the_reply_is_blanked_wherever_it_is_kept_or_printed(
    tmp_path: Path, file: Path, more: tuple[str, ...]
) -> None:
    key = 'sk-test-0123456789abcdef"/x'
    leaky = tmp_path / "leaky.py"
    leaky.write_text('import os\ndef leak() -> dict:\n    print(os.environ["MY_KEY"])\n    return dict(os.environ)\n')
    say = ("--prompt", f"My key is {key}", "--key-env", "MY_KEY", "--tools", leaky, *more)
    with ChatServer(says("", ("leak", "{}")), says(f"Your key is {key}.")) as server:
        ran = studio(*options(server, file, *say), MY_KEY=key)
    assert ran.code == 0
    assert server.requests[0]["messages"][0]["content"] == f"My key is {key}"
    assert "0123456789abcdef" not in ran.out + ran.err + file.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (
            ["--base-url", "http://127.0.0.1:9/v1", "--profile", "x", "--model", "m"],
            "either --profile NAME or --base-url",
        ),
        (["--base-url", "ftp://x", "--model", "m"], "has to begin with http://"),
        (["--base-url", "http://127.0.0.1:9/v1"], "--model NAME"),
        (["--profile", "nix"], "no profile named nix"),
        (["--base-url", "http://127.0.0.1:9/v1", "--model", "m", "--key-env", "NIX"], "NIX is not set"),
        (["--base-url", "http://127.0.0.1:9/v1", "--model", "m", "--param", "x"], "NAME=VALUE"),
    ],
)
def test_wrong_use_is_one_sentence_and_leaves_no_file(file: Path, more: list[str], told: str) -> None:
    ran = studio("run", "--prompt", "x", "--save", file, *more)
    assert (ran.code, ran.out) == (2, "")
    assert told in ran.err
    assert len(ran.err.splitlines()) == 1
    assert not file.exists()


def test_a_tools_file_that_cannot_be_loaded_ends_the_run_before_anything_is_sent(tmp_path: Path, file: Path) -> None:
    broken = tmp_path / "broken.py"
    broken.write_text("def f(:\n", encoding="utf-8")
    with ChatServer() as server:
        ran = studio(*options(server, file, "--tools", broken))
    assert (ran.code, server.requests) == (3, [])
    assert "broken.py" in ran.err


@pytest.mark.skipif(sys.platform == "win32", reason="a console signal cannot be sent to one process there")
def test_ctrl_c_in_mid_reply_stops_at_once_and_keeps_what_had_come(file: Path) -> None:
    with ChatServer(hangs("The first words")) as server:
        child = subprocess.Popen(
            command(*options(server, file)), env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        assert child.stdout is not None
        assert server.began.wait(PATIENCE)
        came = b""
        while b"The first words" not in came:
            came += os.read(child.stdout.fileno(), 4096) or pytest.fail("the command ended before it was stopped")
        os.kill(child.pid, signal.SIGINT)
        out, err = child.communicate(timeout=PATIENCE)
    assert (child.returncode, err) == (130, b"")
    assert b"stopped by you" in out
    shown = studio("show", file).out
    assert "The first words" in shown
    assert "uncertain" not in shown


@pytest.mark.skipif(sys.platform == "win32", reason="a closed pipe is another error there")
@pytest.mark.parametrize("more", [(), ("--json",)])
def test_when_nobody_reads_any_more_the_work_stops_and_the_session_stays_whole(
    tools: Path, file: Path, more: tuple[str, ...]
) -> None:
    with ChatServer(*[says("More.", ("add", '{"a": 1, "b": 1}'))] * 40) as server:
        child = subprocess.Popen(
            command(*options(server, file, "--tools", tools, *more)),
            env=environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.read(1)
        child.stdout.close()
        err = child.stderr.read()
        child.stderr.close()
        assert (child.wait(PATIENCE), err) == (141, b"")
        asked = len(server.requests)
    assert asked < 24, "the limit is 25 round trips: it went on as if somebody read"
    assert studio("show", file).code == 0
    assert file.read_bytes().rstrip().endswith(b'{"kind":"closed"}')


@pytest.mark.skipif(sys.platform == "win32", reason="sizes of files are limited by a shell")
@pytest.mark.parametrize("words", [20, 2000], ids=["the reply does not fit", "the prompt does not fit"])
@pytest.mark.parametrize("more", ["", "--json"])
def test_a_disk_that_fills_up_stops_the_run_and_is_said(file: Path, words: int, more: str) -> None:
    with ChatServer(says("too long " * 500)) as server:
        line = shlex.join(command(*options(server, file, "--no-stream", "--prompt", "word " * words)))
        limited = ["bash", "-c", f"ulimit -f 4; {line} {more}"]
        ran = subprocess.run(limited, env=environment(), capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (ran.returncode, len(server.requests)) == (5, int(words == 20))
    assert ran.stderr.startswith("run.tcsession could not be written: ")
    assert ran.stderr.count("\n") == 1
    assert not more or json.loads(ran.stdout.splitlines()[-1])["error"]["sentence"] in ran.stderr
    assert studio("show", file).code == 0


@pytest.mark.skipif(sys.platform == "win32", reason="sizes of files are limited by a shell")
@pytest.mark.parametrize("name", ["run", "demo"])
def test_a_full_disk_is_said_before_anything_is_sent(file: Path, name: str) -> None:
    with ChatServer() as server:
        told = options(server, file) if name == "run" else ["demo", "--headless", "--save", file]
        limited = ["bash", "-c", f"ulimit -f 0; {shlex.join(command(*told))}"]
        ran = subprocess.run(limited, env=environment(), capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (ran.returncode, ran.stdout, server.requests, file.exists()) == (5, "", [], False)
    assert ran.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("call", "option", "code", "told"),
    [
        (("ad", "{}"), ("--unknown-tool", "stop"), 5, "With --unknown-tool tell"),
        (("add", "{}"), ("--bad-arguments", "fail"), 1, "With --bad-arguments tell"),
        (("add", "{}"), ("--unknown-tool", "stop", "--search"), 5, "the model did not find it by search yet"),
        (("add", "{}"), ("--unknown-tool", "fail", "--search"), 1, "--pin add offers it in any case."),
    ],
)
def test_a_strategy_that_stops_says_what_would_have_gone_on_and_where_to_go_on(
    tools: Path, file: Path, call: tuple[str, str], option: tuple[str, str], code: int, told: str
) -> None:
    with ChatServer(says("", call)) as server:
        ran = studio(*options(server, file, "--tools", tools, *option))
    assert ran.code == code
    assert told in ran.err
    assert ran.err.endswith(f"To go on from here: toolcall-studio {file}\n")


def test_a_policy_that_fits_no_tool_is_said(tools: Path, file: Path) -> None:
    with ChatServer(says("Yes.")) as server:
        ran = studio(*options(server, file, "--tools", tools, "--policy", "wype=deny", "--policy", "w*=deny"))
    assert ran.code == 0
    assert "The policy wype=deny does nothing: no tool of the session fits it." in ran.out
    assert "w*=deny does nothing" not in ran.out


def test_results_of_the_same_tool_say_which_call_they_are_of(tools: Path, file: Path) -> None:
    calls = ("add", '{"a": 1, "b": 1}'), ("add", '{"a": 2, "b": 2}'), ("ad", "{}")
    with ChatServer(says("", *calls), says("Done.")) as server:
        ran = studio(*options(server, file, "--tools", tools))
    assert "Result     add · call 1 of 3 · executed" in ran.out
    assert "Result     add · call 2 of 3 · executed" in ran.out
    assert "Result     ad · not run" in ran.out
