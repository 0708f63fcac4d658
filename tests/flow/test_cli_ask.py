"""A person at a terminal decides on a sensitive call: runs it, refuses it, changes its arguments, or stops."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.flow.chat_server import ChatServer, says
from tests.flow.command_line import PATIENCE, command, environment, studio
from tests.flow.test_cli_run import TOOLS

if sys.platform == "win32":
    pytest.skip("there is no pseudo terminal", allow_module_level=True)

import pty


def at_a_terminal(arguments: list[object], *answers: str) -> tuple[int, str]:
    """Run a command whose stdin and stderr are a terminal; each answer is typed when a question (ending in `: `) stands there."""
    ours, theirs = pty.openpty()
    child = subprocess.Popen(
        command(*arguments),
        env=environment(),
        stdin=theirs,
        stderr=theirs,
        stdout=subprocess.PIPE,
        start_new_session=True,
    )
    os.close(theirs)
    seen = b""
    for answer in answers:
        while not seen.rstrip(b" ").endswith(b":"):
            seen += os.read(ours, 4096)
        os.write(ours, answer.encode() + b"\n")
        seen = b""
    out, _ = child.communicate(timeout=PATIENCE)
    os.close(ours)
    return child.returncode, out.decode()


@pytest.fixture
def parts(tmp_path: Path) -> tuple[Path, Path]:
    tools = tmp_path / "my_tools.py"
    tools.write_text(TOOLS, encoding="utf-8")
    return tools, tmp_path / "run.tcsession"


@pytest.mark.parametrize(
    ("answers", "code", "told"),
    [
        (["y"], 0, "x is gone"),
        (["a"], 0, "x is gone"),
        (["n", "not that one"], 0, "Reason: not that one"),
        (["e", '{"name": "y"}', "y"], 0, "y is gone"),
        (["e", "", "y"], 0, "x is gone"),
        (["?", "y"], 0, "x is gone"),
        (["s"], 5, None),
    ],
)
def test_a_person_decides(parts: tuple[Path, Path], answers: list[str], code: int, told: str | None) -> None:
    tools, file = parts
    with ChatServer(says("", ("wipe", '{"name": "x"}')), says("Done.")) as server:
        options = ["run", "--prompt", "p", "--base-url", server.url, "--model", "m", "--tools", tools, "--save", file]
        ended, _ = at_a_terminal(options, *answers)
    assert ended == code
    if told is None:
        assert len(server.requests) == 1
        assert "Paused before wipe · approval" in studio("show", file).out
    else:
        assert told in server.requests[1]["messages"][-1]["content"]


def test_a_person_reads_that_arguments_do_not_fit_and_edits_them(parts: tuple[Path, Path]) -> None:
    tools, file = parts
    tools.write_text(TOOLS.replace("name: str", "name: int"), encoding="utf-8")
    with ChatServer(says("", ("wipe", '{"name": "x"}')), says("Done.")) as server:
        options = ["run", "--prompt", "p", "--base-url", server.url, "--model", "m", "--tools", tools, "--save", file]
        ended, out = at_a_terminal(options, "e", '{"name": 5}', "y")
    assert ended == 0
    assert '+          wipe({"name": 5})' in out.splitlines()
    assert server.requests[1]["messages"][-1]["content"] == "5 is gone"
