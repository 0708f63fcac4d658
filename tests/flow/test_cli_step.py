"""`step`: what the window can do with a session, done to its file by a script, and told as JSON."""

import asyncio
import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from studio.cli import step
from studio.responders.profiles import read_profile
from studio.session.setup import ResponderChoice
from studio.testing import Call, replayed
from studio.workspace.workspace import Workspace
from tests.flow.command_line import ROOT, command, environment
from tests.flow.shop import NO_STOPS, Shop, say

pytestmark = pytest.mark.promise("F11")

Values = list[dict[str, Any]]


@pytest.fixture
def file(shop: Shop) -> Path:
    """A session in which two calls of `note` are open; its tools are not trusted by whoever runs the command."""
    return asyncio.run(recorded(shop))


async def recorded(shop: Shop) -> Path:
    """The session."""
    workspace = shop.workspace()
    session = await shop.session(workspace, shop.folder / "notes.tcsession", stops=NO_STOPS)
    say(session, "two")
    await session.step()
    await workspace.close()
    return session.path


class Script:
    """Runs the command in this process."""

    def __init__(self, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.file, self._capsys = file, capsys
        self.code = 0
        self.error = ""

    def run(self, *decisions: dict[str, Any], options: tuple[str, ...] = ()) -> Values:
        """The JSON values that it printed for a list of decisions."""
        todo = self.file.with_name("decisions.json")
        todo.write_text(json.dumps(decisions), encoding="utf-8")
        self.code = step.main([str(self.file), "--do", str(todo), "--json", *options])
        printed = self._capsys.readouterr()
        self.error = printed.err
        return [json.loads(line) for line in printed.out.splitlines()]


@pytest.fixture
def script(file: Path, capsys: pytest.CaptureFixture[str]) -> Script:
    """The command for that session."""
    return Script(file, capsys)


def do(what: str, /, **members: Any) -> dict[str, Any]:
    """A decision."""
    return {"do": what, **members}


def test_calls_are_edited_mocked_rejected_and_added_and_the_loop_goes_on_without_any_tool(
    script: Script, shop: Shop
) -> None:
    told = script.run(
        do("edit_call", call="call_1_1", arguments={"text": "x"}, truth="notify"),
        do("add_call", name="note", arguments={"text": "more"}),
        do("duplicate_call", call="call_1_2"),
        do("move_call", call="call_1_2", to=0),
        do("mock", call="call_1_1", text="mocked"),
        do("edit_result", call="call_1_1", text="otherwise"),
        do("reject", reason="no"),
        do("mock_open", text="rest"),
        do("edit_reply", text="Four."),
        do("run"),
    )
    assert script.code == 0, script.error
    assert [value["entry"] for value in told] == ["standing", *["done"] * 10, "end"]
    first, last = told[1], told[-2]
    assert first["calls"][0]["truth"] == "notify"
    assert first["calls"][0]["original"] == {"name": "note", "arguments": '{"text": "a"}'}
    assert first["due"] == {"what": "run_calls", "calls": [call["call"] for call in first["calls"]]}
    assert told[4]["calls"][0]["call"] == first["calls"][1]["call"]
    assert told[6]["happened"][0]["entry"] == "result_edited"
    assert last["stop"]["reason"] == "finished"
    assert last["answer"] == ["Noted: no"] or last["answer"][0].startswith("Noted:")
    assert shop.runs() == []
    again = replayed(script.file.name, beside=str(script.file))
    assert [call.arguments["text"] for call in again.calls] == ["b", "x", "b", "more"]


def test_no_tool_runs_that_is_not_trusted_and_no_model_is_asked_that_is_not_named(script: Script, shop: Shop) -> None:
    told = script.run(do("step"))
    assert (script.code, told[-1]["exit"], shop.runs()) == (5, 5, [])
    assert "Decision 1 (step) was refused" in told[-1]["error"]["sentence"]
    assert "Look at it, then add --trust" in script.error
    script.run(do("run_call", call="call_1_1"), options=("--trust",))
    assert (script.code, shop.runs()) == (0, ["note"])

    async def live() -> None:
        workspace = shop.workspace()
        session = workspace.open(script.file)
        session.change_setup(responder=ResponderChoice("live", "here", "openai_chat", "http://127.0.0.1:9/v1", "m"))
        await workspace.close()

    asyncio.run(live())
    told = script.run(do("mock", text="b"), do("step"))
    assert script.code == 5
    assert "Decision 2 (step) came to a request. No model is asked without --model live." in script.error
    assert b"model profile" not in script.file.read_bytes().splitlines()[-2]
    script.run(do("run"), options=("--model", "live"))
    assert (script.code, "the session asked http://127.0.0.1:9/v1 (m). Add --base-url" in script.error) == (2, True)


def test_what_shows_in_a_list_that_a_model_is_needed_is_refused_before_anything_is_done(
    script: Script, shop: Shop
) -> None:
    async def live() -> None:
        workspace = shop.workspace()
        session = workspace.open(script.file)
        session.change_setup(
            responder=ResponderChoice("live", "gone", "ollama_chat", "http://127.0.0.1:9", "m"), off=("wipe",)
        )
        await workspace.close()

    script.run(do("mock_open", text="done"))
    asyncio.run(live())
    before = script.file.read_bytes()
    for todo in ((do("title", text="x"), do("step")), (do("undo"), do("send_again"))):
        script.run(*todo)
        after = script.file.read_bytes().removeprefix(before).split()
        assert (script.code, set(after)) == (2, {b'{"kind":"opened"}', b'{"kind":"closed"}'})
        assert "Decision 2 (" in script.error
        assert "asks the model. No model is asked without --model live." in script.error
    copy = script.file.with_name("copy.tcsession")
    script.run(do("title", text="x"), options=("--model", "live", "--save", str(copy)))
    assert (script.code, copy.exists()) == (2, False)
    assert "the session asked http://127.0.0.1:9 (m)" in script.error
    script.run(do("title", text="x"), options=("--model", "live", "--base-url", "http://127.0.0.1:8/v1"))
    assert script.code == 0
    (line,) = [json.loads(each) for each in script.file.read_text().splitlines() if "command line" in each]
    assert (line["responder"]["dialect"], line["responder"]["model_name"]) == ("ollama_chat", "m")


def test_a_profile_is_chosen_by_the_first_decision(script: Script) -> None:
    async def prepared() -> None:
        workspace = Workspace()
        workspace.save_profile(read_profile({"name": "there", "base_url": "http://127.0.0.1:7/v1", "model": "x"}))
        session = workspace.open(script.file)
        session.change_setup(responder=ResponderChoice("live", "gone", "openai_chat", "http://127.0.0.1:9", "m"))
        await workspace.close()

    asyncio.run(prepared())
    told = script.run(do("profile", name="there"), do("mock_open", text="done"), options=("--model", "live"))
    assert (script.code, told[1]["happened"][0]["entry"]) == (0, "setup"), script.error
    script.run(do("profile", name="nix"), options=("--model", "live"))
    assert (script.code, "Decision 1 (profile) was refused: There is no profile named nix." in script.error) == (
        5,
        True,
    )


def test_decisions_come_out_of_a_pipe_and_a_file_that_is_not_there_is_a_bad_file(
    script: Script, capsys: pytest.CaptureFixture[str]
) -> None:
    reading, writing = os.pipe()
    os.write(writing, b'[{"do": "title", "text": "Piped"}]')
    os.close(writing)
    assert step.main([str(script.file), "--do", f"/dev/fd/{reading}"]) == 0
    os.close(reading)
    assert step.main([str(script.file), "--do", str(script.file.with_name("nofile"))]) == 3
    assert "cannot be read" in capsys.readouterr().err
    script.run()
    assert (script.code, "It holds no decision." in script.error) == (2, True)


def test_a_call_is_edited_by_members(script: Script) -> None:
    script.run(do("edit_call", call="call_1_1", arguments={"text": "x", "more": {"a": 1, "b": 2}}))
    told = script.run(do("edit_call", call="call_1_1", patch={"more": {"a": None}}))
    assert json.loads(told[-2]["calls"][0]["arguments"]) == {"text": "x", "more": {"b": 2}}
    script.run(do("edit_call", call="call_1_1", arguments="no json"))
    script.run(do("edit_call", call="call_1_1", patch={"text": "y"}))
    assert (script.code, "no members to patch" in script.error) == (5, True)


def test_steps_branches_breakpoints_watches_and_settings_are_a_script_s_too(script: Script) -> None:
    told = script.run(
        do("breakpoint", place="after_reply", condition="round == `2`", id="b1"),
        do("watch", expression="length(messages)"),
        do("settings", values={"limits": {"tokens": 90_000}, "stops": {"before_request": True}}),
        do("mock_open", text="done"),
        do("run"),
        do("run"),
        do("fork", at="reply:1", name="other", note="why", expects="round == `1`"),
        do("branch", branch="other", note="because"),
        do("reject", call="call_1_1"),
        do("undo"),
        do("redo"),
        do("rewind", to="main"),
        do("params", values={"temperature": 0.5}),
        do("system", text="Be short."),
        do("tools", off=["wipe"]),
        do("message", text="hello"),
        do("edit_message", index=0, text="two, please"),
        do("remove_breakpoint", id="b1"),
        do("run_to_end"),
    )
    assert script.code == 0, script.error
    assert told[5]["stop"]["place"] == "before_request"
    assert (told[6]["stop"]["breakpoint"], told[6]["stop"]["place"]) == ("b1", "after_reply")
    assert told[6]["watches"][0]["value"] is not None
    assert told[7]["branch"] == "other"
    assert told[9]["head"] == told[11]["head"] != told[10]["head"]
    assert told[12]["branch"] == "main"
    assert told[-2]["answer"] == ["Hello."]
    again = replayed(script.file.name, beside=str(script.file), branch="main")
    assert again.answers[-1] == "Hello."


def test_an_invalid_history_stops_is_mended_and_sent(script: Script) -> None:
    orphan = {"role": "tool", "tool_call_id": "nobody", "content": "lost"}
    told = script.run(
        do("mock_open", text="done"),
        do("run_to_end"),
        do("message", text="hello"),
        do("edit_request", body={"model": "shop", "messages": [{"role": "user", "content": "hello"}, orphan]}),
        do("run_to_end"),
    )
    assert (script.code, told[-2]["stop"]["what"]) == (5, "invalid_history")
    assert "(This result answers nobody" in script.error
    assert "The decision repair mends what can be, send_anyway sends it all the same" in script.error
    assert told[-2]["problems"][0]["code"] == "orphan_result"
    told = script.run(do("repair"), do("run_to_end"))
    assert (script.code, told[-2]["answer"]) == (0, ["Hello."])


def test_a_refused_decision_ends_it_and_what_was_done_before_stays(script: Script) -> None:
    told = script.run(do("mock", call="call_1_1", text="a"), do("edit_call", call="call_1_1", arguments={}), do("run"))
    assert (script.code, told[-1]["decisions"]) == (5, 2)
    assert told[-1]["error"]["sentence"].startswith("Decision 2 (edit_call) was refused: This call has its result")
    told = script.run(do("mock", call="note", text="a"))
    assert (script.code, len(told)) == (0, 3)
    script.run(do("run"), options=("--dry-run",))
    assert script.code == 0
    before = script.file.read_bytes()
    script.run(do("mock_open", text="x"), {"do": "nix"})
    assert (script.code, script.file.read_bytes()) == (2, before)
    copy = script.file.with_name("copy.tcsession")
    script.run(do("title", text="Copy"), options=("--save", str(copy)))
    assert (script.code, script.file.read_bytes(), copy.exists()) == (0, before, True)


def test_another_program_drives_a_session_line_by_line(file: Path) -> None:
    words = command("step", file, "--do", "-", "--json")
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", env=environment(), cwd=ROOT
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        told = json.loads(process.stdout.readline())
        while told["due"]["what"] == "run_calls":
            decision = do("mock", call=told["due"]["calls"][0], text=f"it is {len(told['due']['calls'])}")
            process.stdin.write(json.dumps(decision) + "\n")
            process.stdin.flush()
            told = json.loads(process.stdout.readline())
        process.stdin.write('{"do": "run"}\n')
        process.stdin.close()
        rest = [json.loads(line) for line in process.stdout]
    assert (process.returncode, rest[0]["answer"], rest[1]["entry"]) == (0, ["Noted: it is 1"], "end")
    assert replayed(file.name, beside=str(file)).calls[0] == Call("note", {"text": "a"})


def test_a_secret_in_a_decision_is_blanked_also_where_it_is_cut(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SESAME_KEY", "sesame-open-42")
    todo = file.with_name("decisions.json")
    text = f"{'a' * 70} sesame-open-42"
    todo.write_text(json.dumps([do("message", text=text), do("title", text="sesame-open-42")]), encoding="utf-8")
    who = ("--model", "live", "--base-url", "http://127.0.0.1:9/v1", "--model-name", "m", "--key-env", "SESAME_KEY")
    step.main([str(file), "--do", str(todo), *who])
    printed = capsys.readouterr()
    assert "sesame" not in printed.out + printed.err
    assert b"sesame" not in file.read_bytes()


def test_a_decision_is_shown_as_it_was_written(script: Script, capsys: pytest.CaptureFixture[str]) -> None:
    todo = script.file.with_name("todo.json")
    done = [do("edit_call", call="call_1_1", patch={"unit": 12.5, "all": True}), do("fork", at=0), do("undo")]
    todo.write_text(json.dumps(done), encoding="utf-8")
    assert step.main([str(script.file), "--do", str(todo)]) == 0
    told = capsys.readouterr().out
    assert 'edit_call (call: call_1_1, patch: {"unit": 12.5, "all": true})' in told
    assert "fork (at: 0)" in told


def test_breakpoints_and_watches_are_listed(script: Script, capsys: pytest.CaptureFixture[str]) -> None:
    told = script.run(
        do("breakpoint", place="before_call", tool="note", condition="args.text == 'b'", every=2),
        do("watch", expression="round"),
    )
    (point,) = told[-2]["breakpoints"]
    assert (point["place"], point["tool"], point["condition"], point["every"]) == (
        "before_call",
        "note",
        "args.text == 'b'",
        2,
    )
    todo = script.file.with_name("todo.json")
    todo.write_text('{"do": "list"}', encoding="utf-8")
    assert step.main([str(script.file), "--do", str(todo)]) == 0
    assert capsys.readouterr().out.splitlines()[1:3] == [
        f"breakpoint {point['id']}  before_call:note%2 if args.text == 'b'",
        "watch w1  round: 1",
    ]
