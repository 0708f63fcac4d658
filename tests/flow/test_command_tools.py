"""Tools that are command lines, in real processes: what they print, how they are ended, and what never runs."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from studio.session.executors import CommandLine
from studio.tools.process_group import kill_group
from studio.workspace.workspace import Workspace
from tests.flow.equipped import equipped, everything_in, ran, run
from tests.flow.tools_process import begun, is_over, until, until_gone

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.promise("C3"),
    pytest.mark.skipif(sys.platform == "win32", reason="POSIX programs and process groups are looked at"),
]

SECRET = "sk-the-very-secret-key/1"
LONG = 30.0


@pytest.fixture
async def workspace(tmp_path: Path) -> AsyncIterator[Workspace]:
    """A run of the program in which the key is known."""
    made = Workspace(tmp_path / "data", tmp_path / "config", {"SHOP_KEY": SECRET})
    yield made
    await made.close()


def python(source: str, *words: str, **members: Any) -> CommandLine:
    """A command that is a line of Python."""
    return CommandLine((sys.executable, "-c", source, *words), **members)


SHOW = "import json, sys; print(json.dumps(sys.argv[1:]))"


async def test_what_a_command_prints_is_the_result(workspace: Workspace, tmp_path: Path) -> None:
    session = equipped(
        workspace, tmp_path, python(SHOW, "--", "{q}", "{files}"), {"q": "a b; $(id)", "files": ["x y", "z"]}
    )
    stop, result = await ran(session)
    assert (stop.reason, result.source, result.is_error) == ("finished", "ran", False)
    assert json.loads(result.text) == ["--", "a b; $(id)", "x y", "z"]


async def test_nothing_runs_before_it_is_trusted_and_a_change_asks_again(workspace: Workspace, tmp_path: Path) -> None:
    mark = tmp_path / "ran"
    session = equipped(workspace, tmp_path, CommandLine(("touch", str(mark))), {})
    assert (await session.run_to_end()).reason == "exception"
    session.trust_executor("look", for_good=False)
    session.set_executor("look", CommandLine(("touch", str(mark)), env={"MODE": "other"}))
    assert session.untrusted_executors() == ("look",)
    assert not mark.exists()
    _, result = await ran(session)
    assert (result.text, mark.exists()) == ("Success", True)


async def test_what_is_shown_before_trusting_names_the_program_that_will_run(
    workspace: Workspace, tmp_path: Path
) -> None:
    command = CommandLine(("sh", "-c", "{what}"), str(tmp_path), {"KEY": "${SHOP_KEY}"}, "json")
    shown = equipped(workspace, tmp_path, command, {}).executor_trust("look")
    assert shown is not None
    assert (shown.kind, shown.argv, shown.folder) == ("command", ("sh", "-c", "{what}"), str(tmp_path))
    assert shown.program.endswith("/sh")
    assert (shown.env, shown.stdin) == ((("KEY", "${SHOP_KEY}"),), "json")


async def test_a_command_gets_its_folder_its_variables_and_the_arguments_on_stdin(tmp_path: Path) -> None:
    source = "import os, sys; print(os.getcwd(), os.environ['MODE'], os.environ['PATH'] != '', sys.stdin.read())"
    command = python(source, folder=str(tmp_path), env={"MODE": "very ${HOW}"}, stdin="json")
    outcome = await run(command, environ={"HOW": "fast"}, q="ü")
    assert outcome.text == f'{tmp_path} very fast True {{"q": "\\u00fc"}}'


async def test_without_stdin_there_is_nothing_to_read_and_unread_stdin_holds_nothing_up() -> None:
    assert (await run(python("import sys; print(repr(sys.stdin.read()))"))).text == "''"
    assert (await run(python("print('done')", stdin="json"), q="x" * 1_000_000)).text == "done"


async def test_a_failed_command_says_its_code_and_its_last_lines() -> None:
    source = (
        "import sys; print('half'); print('\\n'.join(f'line {{n}}' for n in range(99)), file=sys.stderr); sys.exit(3)"
    )
    outcome = await run(python(source))
    assert outcome.status == "error"
    assert outcome.text.startswith("look ended with exit code 3:\nline 79\n")
    assert outcome.text.endswith("\nline 98")
    assert outcome.stdout == "half\n"
    assert outcome.stderr.startswith("line 0\n")
    assert (await run(python("print('why'); exit(1)"))).text == "look ended with exit code 1:\nwhy"
    assert (await run(CommandLine(("false",)))).text == "look ended with exit code 1."


async def test_stderr_comes_while_the_command_runs_and_is_no_part_of_the_result(tmp_path: Path) -> None:
    heard: list[tuple[str, str]] = []
    came = asyncio.Event()

    def hear(stream: str, text: str) -> None:
        heard.append((stream, text))
        came.set()

    command = CommandLine(("sh", "-c", 'echo grün >&2; while [ ! -e "$0" ]; do sleep 0.01; done; echo result', "{go}"))
    go = tmp_path / "go"
    async with asyncio.TaskGroup() as group:
        running = group.create_task(run(command, on_output=hear, go=str(go)))
        await asyncio.wait_for(came.wait(), LONG)
        assert not running.done()
        go.touch()
    assert heard == [("stderr", "grün\n")]
    assert (running.result().text, running.result().stderr) == ("result", "grün\n")


async def test_a_flood_is_cut_while_it_is_read_and_the_process_ended(tmp_path: Path) -> None:
    pid = tmp_path / "child"
    command = CommandLine(("sh", "-c", f"echo $$ > {pid}; exec yes"), most_bytes=1000)
    outcome = await run(command, seconds=LONG)
    assert outcome.status == "error"
    assert outcome.text == "y\n" * 500 + "\n[cut here: look printed more than 1,000 bytes and was stopped]"
    await until_gone(int(pid.read_text()))


async def test_a_flood_of_stderr_is_held_back_and_the_result_still_comes() -> None:
    heard: list[str] = []
    source = "import sys; [sys.stderr.write('x' * 99 + ' ') for _ in range(100_000)]; print('done')"
    outcome = await run(python(source, most_bytes=5000), on_output=lambda _, text: heard.append(text))
    assert outcome.text == "done"
    assert len("".join(heard)) == 5000
    assert len(outcome.stderr) <= 64_000


async def test_a_command_that_does_not_end_is_ended_with_all_it_started(tmp_path: Path) -> None:
    child = tmp_path / "child"
    command = CommandLine(("sh", "-c", f"sleep 1000 & echo $! > {child}; echo half; wait"))
    outcome = await run(command, seconds=0.5)
    assert (outcome.status, outcome.stdout) == ("timeout", "half\n")
    assert outcome.text.startswith("look was stopped: it gave no result within 0.5 seconds.")
    await until(lambda: child.exists() and child.read_text() != "")
    await until(lambda: is_over(int(child.read_text())))


async def test_cancelling_ends_the_whole_group_and_leaves_the_call_uncertain(
    workspace: Workspace, tmp_path: Path
) -> None:
    child = tmp_path / "child"
    command = CommandLine(("sh", "-c", f"trap '' TERM INT; sleep 1000 & echo $! > {child}; wait"))
    session = equipped(workspace, tmp_path, command, {})
    session.trust_executor("look", for_good=False)
    async with asyncio.TaskGroup() as group:
        going = group.create_task(session.run_to_end())
        await begun(child)
        await session.cancel()
    assert going.result().what == "stopped"
    assert session.state.open is not None
    assert session.state.open.calls[0].status == "started"
    await until(lambda: is_over(int(child.read_text())))


async def test_a_child_that_keeps_the_pipe_open_does_not_hold_the_call_up(tmp_path: Path) -> None:
    child = tmp_path / "child"
    outcome = await run(CommandLine(("sh", "-c", f"sleep 1000 & echo $! > {child}; echo done")), seconds=LONG)
    assert outcome.text == "done"
    await until(lambda: is_over(int(child.read_text())))


async def test_a_child_that_left_the_group_does_not_hold_the_call_up_either(tmp_path: Path) -> None:
    child = tmp_path / "child"
    source = (
        "import subprocess, sys; child = subprocess.Popen(['sleep', '1000'], start_new_session=True); "
        f"open({str(child)!r}, 'w').write(str(child.pid)); print('done')"
    )
    outcome = await run(python(source), seconds=LONG)
    try:
        assert outcome.text == "done"
    finally:
        kill_group(int(child.read_text()))


async def test_a_command_that_is_killed_from_outside_is_said_to_have_died() -> None:
    outcome = await run(CommandLine(("sh", "-c", "kill -9 $$")))
    assert (outcome.status, outcome.text) == (
        "died",
        "look gave no result: the tool process ended (signal 9). Whether it had its effect is unknown.",
    )


async def test_a_secret_is_given_to_the_command_and_stands_nowhere_else(workspace: Workspace, tmp_path: Path) -> None:
    path = tmp_path / "kept.tcsession"
    source = "import os, sys; [print(os.environ['KEY'], file=each) for each in (sys.stdout, sys.stderr)]; sys.exit(1)"
    session = equipped(workspace, tmp_path, python(source, env={"KEY": "${SHOP_KEY}"}), {}, path)
    _, result = await ran(session)
    assert (result.text, result.stdout, result.stderr) == (
        "look ended with exit code 1:\n[redacted]",
        "[redacted]\n",
        "[redacted]\n",
    )
    kept = everything_in(tmp_path)
    assert b"${SHOP_KEY}" in kept
    assert SECRET.encode() not in kept


async def test_a_secret_in_pieces_is_blanked_as_it_streams() -> None:
    heard: list[str] = []
    source = (
        "import os, sys, time; key = os.environ['KEY'].encode(); out = sys.stderr.buffer\n"
        "for at in range(len(key)):\n    out.write(key[at:at + 1]); out.flush(); time.sleep(0.002)"
    )
    command = python(source, env={"KEY": "${SHOP_KEY}"})
    await run(command, on_output=lambda _, text: heard.append(text), environ={"SHOP_KEY": SECRET})
    assert "".join(heard) == "[redacted]"


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (CommandLine(("no-such-program-here",)), "look was not run: the program no-such-program-here was not found."),
        (CommandLine(("ls",), "/no/such/folder"), "look was not run: there is no folder /no/such/folder."),
        (CommandLine(("/dev/null",)), "look was not run: the program /dev/null cannot be started: Permission denied."),
        (
            CommandLine(("echo", "x={missing}")),
            "look was not run: The word x={missing} needs missing, which was left out.",
        ),
        (
            CommandLine(("echo", "{nul}")),
            "look was not run: an argument holds a character that no command line can hold.",
        ),
        (
            CommandLine(("ls",), env={"A": "${NOT_SET}"}),
            "look was not run: The environment variable NOT_SET is not set.",
        ),
    ],
)
async def test_what_cannot_be_started_is_said(command: CommandLine, told: str) -> None:
    outcome = await run(command, nul="a\0b")
    assert (outcome.status, outcome.text) == ("error", told)


async def test_output_that_is_no_text_is_named_and_none_is_success() -> None:
    assert (await run(python("import os; os.write(1, b'\\x00\\xff')"))).text == "look printed 2 bytes that are no text."
    assert (await run(CommandLine(("true",)))).text == "Success"


async def test_a_start_that_is_cancelled_leaves_no_process(tmp_path: Path) -> None:
    async with asyncio.TaskGroup() as group:
        running = group.create_task(run(CommandLine(("sleep", "1000"))))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        running.cancel()
    assert running.cancelled()
