"""Python tools that are stopped, killed or odd: every call ends with a clear word, and no process is left."""

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from studio.tools.python_file import STATE_LOST, PythonTools
from studio.tools.tool import CallContext
from tests.flow.tools_process import Write, begun, is_over, loaded, until, until_gone, writer

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals and process groups are looked at"),
]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes a tools file and returns its path."""
    return writer(tmp_path)


SLOW = """
import asyncio, pathlib, subprocess, time
state = []
def slow(x: int) -> str:
    pathlib.Path(__file__).with_name("begun").touch()
    time.sleep(600)
    return ""
def child() -> str:
    running = subprocess.Popen(["sleep", "600"])
    pathlib.Path(__file__).with_name("child").write_text(str(running.pid))
    running.wait()
    return ""
async def obeys() -> str:
    await asyncio.sleep(600)
    return ""
async def stubborn() -> str:
    while True:
        try:
            await asyncio.sleep(600)
        except asyncio.CancelledError:
            pass
def keep(x: int) -> str:
    state.append(x)
    return str(state)
"""


async def test_a_worker_killed_in_a_call_is_told_and_the_next_call_works(write: Write, tmp_path: Path) -> None:
    async with loaded(write(SLOW)) as tools:
        running = asyncio.gather(tools.run("slow", {"x": 1}, CallContext("c1")))
        await begun(tmp_path / "begun")
        assert tools.pid is not None
        os.kill(tools.pid, signal.SIGKILL)
        (outcome,) = await running
        assert outcome.status == "died"
        assert "(signal 9)" in outcome.text
        assert "unknown" in outcome.text
        again = await tools.run("keep", {"x": 1}, CallContext("c2"))
        assert (again.status, again.text, again.detail) == ("ok", "[1]", STATE_LOST)
        assert (await tools.run("keep", {"x": 2}, CallContext("c3"))).detail == ""


async def test_a_time_out_ends_the_process_and_its_siblings_outcome_is_unknown(write: Write, tmp_path: Path) -> None:
    async with loaded(write(SLOW)) as tools:
        sibling = asyncio.gather(tools.run("child", {}, CallContext("c1")))
        await begun(tmp_path / "child")
        late = await tools.run("slow", {"x": 1}, CallContext("c2", seconds=0.2))
        (died,) = await sibling
        assert late.status == "timeout"
        assert "within 0.2 seconds" in late.text
        assert died.status == "died"
        assert "slow took longer than 0.2 seconds" in died.text
    await until_gone(int((tmp_path / "child").read_text()))


async def test_a_coroutine_that_obeys_is_cancelled_alone(write: Write) -> None:
    async with loaded(write(SLOW)) as tools:
        await tools.run("keep", {"x": 1}, CallContext("c1"))
        pid = tools.pid
        assert (await tools.run("obeys", {}, CallContext("c2", seconds=0.1))).status == "timeout"
        assert tools.pid == pid
        assert (await tools.run("keep", {"x": 2}, CallContext("c3"))).text == "[1, 2]"


async def test_a_coroutine_that_does_not_obey_is_ended_with_its_process(write: Write) -> None:
    async with loaded(write(SLOW)) as tools:
        assert (await tools.run("stubborn", {}, CallContext("c1", seconds=0.1))).status == "timeout"
        assert tools.pid is None


async def test_a_cancelled_call_is_stopped_with_all_that_it_started(write: Write, tmp_path: Path) -> None:
    async with loaded(write(SLOW)) as tools:
        running = asyncio.gather(tools.run("child", {}, CallContext("c1")))
        await begun(tmp_path / "child")
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        assert tools.pid is None
        await until_gone(int((tmp_path / "child").read_text()))


async def test_a_cancelled_function_that_looks_at_its_flag_keeps_its_process(write: Write, tmp_path: Path) -> None:
    source = (
        "import pathlib\nfrom toolcall import ToolContext\n"
        "def f(context: ToolContext) -> bool:\n"
        "    pathlib.Path(__file__).with_name('begun').touch()\n"
        "    return context.cancelled.wait(600)\n"
    )
    async with loaded(write(source)) as tools:
        pid = tools.pid
        running = asyncio.gather(tools.run("f", {}, CallContext("c1")))
        await begun(tmp_path / "begun")
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        assert (tools.pid, pid is not None) == (pid, True)


async def test_closing_in_a_call_leaves_no_process(write: Write, tmp_path: Path) -> None:
    async with loaded(write(SLOW)) as tools:
        running = asyncio.gather(tools.run("child", {}, CallContext("c1")))
        await begun(tmp_path / "child")
        await tools.close()
        (outcome,) = await running
    assert outcome.status == "died"
    await until_gone(int((tmp_path / "child").read_text()))


async def test_a_load_that_is_cancelled_leaves_no_process(write: Write, tmp_path: Path) -> None:
    source = "import pathlib, time\npathlib.Path(__file__).with_name('begun').touch()\ntime.sleep(600)\n"
    tools = PythonTools(write(source))
    loading = asyncio.gather(tools.load())
    await begun(tmp_path / "begun")
    loading.cancel()
    with pytest.raises(asyncio.CancelledError):
        await loading
    assert tools.pid is None


ODD = """
import os, sys, ctypes
def leaves() -> str:
    sys.exit(5)
def ends() -> str:
    os._exit(5)
def crashes() -> str:
    return ctypes.string_at(0).decode()
def asks() -> str:
    return input("name? ")
def big(n: int) -> str:
    return "x" * n
def floods() -> str:
    for _ in range(2_000):
        print("y" * 5_000)
    return "done"
"""


async def test_odd_tools_end_with_a_clear_word(write: Write) -> None:
    async with loaded(write(ODD)) as tools:
        assert (await tools.run("leaves", {}, CallContext("c"))).text == "SystemExit: 5"
        assert (await tools.run("asks", {}, CallContext("c"))).text.startswith("EOFError")
        assert len((await tools.run("big", {"n": 3_000_000}, CallContext("c"))).text) == 3_000_000
        flooded = await tools.run("floods", {}, CallContext("c"))
        assert (flooded.status, len(flooded.stdout) < 1_100_000) == ("ok", True)
        ended = await tools.run("ends", {}, CallContext("c"))
        assert (ended.status, "exit code 5" in ended.text) == ("died", True)
        crashed = await tools.run("crashes", {}, CallContext("c"))
        assert (crashed.status, "signal 11" in crashed.text) == ("died", True)
        assert "in crashes" in crashed.detail


async def test_a_value_that_the_persons_type_refuses_is_told_as_such(write: Write) -> None:
    source = "import enum\nclass C(enum.Enum):\n    RED = 'red'\ndef f(c: C) -> str:\n    return c.name\n"
    async with loaded(write(source)) as tools:
        assert (await tools.run("f", {"c": "red"}, CallContext("c"))).text == "RED"
        outcome = await tools.run("f", {"c": "green"}, CallContext("c"))
    assert outcome.status == "error"
    assert outcome.text.startswith("f was not run, its arguments do not fit:")


async def test_the_worker_ends_with_the_program_that_started_it(write: Write, tmp_path: Path) -> None:
    write(SLOW)
    script = (
        "import asyncio, os, sys, pathlib\n"
        "from studio.tools.python_file import PythonTools\n"
        "async def main():\n"
        "    tools = PythonTools(pathlib.Path(sys.argv[1]))\n"
        "    await tools.load()\n"
        "    print(tools.pid, flush=True)\n"
        "    os._exit(0)\n"
        "asyncio.run(main())\n"
    )
    command = [sys.executable, "-c", script, str(tmp_path / "mine.py")]
    program = await asyncio.to_thread(subprocess.run, command, stdout=subprocess.PIPE, check=True)
    pid = int(program.stdout)
    await until(lambda: is_over(pid))
