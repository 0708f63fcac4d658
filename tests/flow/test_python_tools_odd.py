"""Python tools at their worst, each in a real process: every call ends with a clear word within its time, the loop goes on meanwhile,
the next call works, and no process is left."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from studio.tools.python_file import PythonTools
from studio.tools.tool import CallContext, Outcome
from tests.flow.tools_process import begun, is_over, loaded, until, until_gone, writer

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.promise("C7"),
    pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals and process groups are looked at"),
]

WORST = """
import ctypes, os, pathlib, re, signal, subprocess, sys, threading, time

HERE = pathlib.Path(__file__)

def well(x: int) -> str:
    return f"well {x}"

# They never end by themselves.
def sleeps() -> str:
    time.sleep(600)
    return ""
def sleeps_deaf() -> str:
    signal.pthread_sigmask(signal.SIG_BLOCK, set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP})
    ctypes.CDLL(None).sleep(600)
    return ""
def holds_the_interpreter() -> str:
    return str(sum(range(10**13)))
def searches_without_end() -> str:
    return str(re.match("(a+)+$", "a" * 64 + "b"))
async def blocks_its_loop() -> str:
    time.sleep(600)
    return ""
async def counts_on_its_loop() -> str:
    return str(sum(range(10**13)))
def stops_its_process() -> str:
    os.kill(os.getpid(), signal.SIGSTOP)
    time.sleep(600)
    return ""
def prints_without_end() -> str:
    while True:
        print("z" * 10_000)
def writes_without_end() -> str:
    while True:
        os.write(1, b"z" * 65_536)

# They end in their own way.
def ends() -> str:
    os._exit(5)
def kills_itself() -> str:
    os.kill(os.getpid(), signal.SIGKILL)
def aborts() -> str:
    os.abort()
def closes_everything() -> str:
    os.closerange(3, 4096)
    return ""

# They end well, whatever they do.
def prints_much() -> str:
    for _ in range(10_000):
        print("y" * 10_000)
    return "printed"
def writes_much() -> str:
    for _ in range(1_600):
        os.write(1, b"w" * 65_536)
    return "written"
def reads_stdin() -> str:
    return repr((sys.stdin.read(), os.read(0, 10)))
def forks_a_child_that_lives_on() -> str:
    pid = os.fork()
    if pid == 0:
        time.sleep(600)
        os._exit(0)
    return str(pid)
def forks_a_child_that_comes_back() -> str:
    me = os.getpid()
    pid = os.fork()
    if pid == 0:
        print("from the child", flush=True)
        return "the child"
    os.waitpid(pid, 0)
    return f"the parent, {me == os.getpid()}"
async def forks_on_its_loop() -> str:
    pid = os.fork()
    if pid == 0:
        return "the child"
    return f"the parent, {os.waitpid(pid, 0)[1]}"
def starts_a_program() -> str:
    return str(subprocess.Popen(["sleep", "600"]).pid)
def leaves_a_thread() -> str:
    threading.Thread(target=time.sleep, args=(600,)).start()
    return "left"
"""


class Ticks:
    """A coroutine beside the call; it only goes on where the loop is free."""

    def __init__(self) -> None:
        self.count = 0

    async def go(self) -> None:
        while True:
            await asyncio.sleep(0.01)
            self.count += 1


@asynccontextmanager
async def ticking() -> AsyncIterator[Ticks]:
    """Ticks during a block."""
    ticks = Ticks()
    async with asyncio.TaskGroup() as group:
        going = group.create_task(ticks.go())
        yield ticks
        going.cancel()


@pytest.fixture
def worst(tmp_path: Path) -> Path:
    """The file with the odd tools."""
    return writer(tmp_path)(WORST)


async def called(tools: PythonTools, name: str, seconds: float = 30.0) -> Outcome:
    """One call, in which the loop went on: a loop that is held ticks once, when it is free again."""
    async with ticking() as ticks, asyncio.timeout(60):
        outcome = await tools.run(name, {}, CallContext("c", seconds=seconds))
        assert outcome.seconds < 0.3 or ticks.count > 2
    return outcome


async def works_again(tools: PythonTools) -> None:
    """The next call is answered."""
    assert (await tools.run("well", {"x": 2}, CallContext("next"))).text == "well 2"


@pytest.mark.parametrize(
    "name",
    [
        "sleeps",
        "sleeps_deaf",
        "holds_the_interpreter",
        "searches_without_end",
        "blocks_its_loop",
        "counts_on_its_loop",
        "stops_its_process",
        "prints_without_end",
        "writes_without_end",
    ],
)
async def test_a_tool_that_never_ends_is_stopped_in_time_and_the_next_call_works(name: str, worst: Path) -> None:
    async with loaded(worst) as tools:
        pid = tools.pid
        outcome = await called(tools, name, seconds=0.5)
        assert (outcome.status, "within 0.5 seconds" in outcome.text) == ("timeout", True)
        assert pid is not None
        await until_gone(pid)
        await works_again(tools)


@pytest.mark.parametrize(
    ("name", "how"),
    [
        ("ends", "exit code 5"),
        ("kills_itself", "signal 9"),
        ("aborts", "signal 6"),
        ("closes_everything", "the tool process ended"),
    ],
)
async def test_a_tool_that_ends_its_process_is_told_and_the_next_call_works(name: str, how: str, worst: Path) -> None:
    async with loaded(worst) as tools:
        outcome = await called(tools, name)
        assert (outcome.status, how in outcome.text) == ("died", True)
        assert "effect is unknown" in outcome.text
        await works_again(tools)


async def test_a_flood_of_output_is_cut_and_harms_nobody(worst: Path) -> None:
    async with loaded(worst) as tools:
        printed = await called(tools, "prints_much")
        assert (printed.text, len(printed.stdout) < 1_100_000) == ("printed", True)
        assert "[cut after" in printed.stdout
        assert (await called(tools, "writes_much")).text == "written"
        await works_again(tools)
        assert len(tools.file_output) <= 64_000


async def test_there_is_nothing_to_read_from(worst: Path) -> None:
    async with loaded(worst) as tools:
        assert (await called(tools, "reads_stdin")).text == "('', b'')"


async def test_a_child_that_lives_on_ends_with_the_file(worst: Path) -> None:
    async with loaded(worst) as tools:
        forked = await called(tools, "forks_a_child_that_lives_on")
        started = await called(tools, "starts_a_program")
        assert (await called(tools, "leaves_a_thread")).text == "left"
        await works_again(tools)
    # They are killed with their group, and are no children of ours that could be waited for.
    await until(lambda: all(is_over(int(outcome.text)) for outcome in (forked, started)))


async def test_a_child_that_comes_back_from_the_call_is_not_its_result(worst: Path) -> None:
    async with loaded(worst) as tools:
        for _ in range(3):
            assert (await called(tools, "forks_a_child_that_comes_back")).text == "the parent, True"
            assert (await called(tools, "forks_on_its_loop")).text == "the parent, 0"
        await until(lambda: tools.file_output.count("from the child") == 3)
        await works_again(tools)


HUGE = """
def gigabyte() -> str:
    return "x" * 10**9
def much_json() -> list[str]:
    return ["y" * 10**7] * 7
def long_error() -> str:
    raise ValueError("z" * 10**8)
def half() -> str:
    return "h" * 30_000_000
def well(x: int) -> str:
    return f"well {x}"
"""


async def test_a_result_that_is_too_long_to_be_taken_is_an_error_that_says_so(tmp_path: Path) -> None:
    async with loaded(writer(tmp_path)(HUGE), call_timeout=60) as tools:
        outcome = await called(tools, "gigabyte", seconds=60)
        assert outcome.status == "error"
        assert (
            outcome.text
            == "gigabyte ran to its end, but its result of 1000 MB is too long to be taken; it had its effect."
        )
        assert "70 MB is too long" in (await called(tools, "much_json", seconds=60)).text
        error = await called(tools, "long_error", seconds=60)
        assert error.text.startswith("ValueError: zzz")
        assert error.text.endswith("[cut after 1000000 characters]")
        assert len((await called(tools, "half", seconds=60)).text) == 30_000_000
        await works_again(tools)


async def test_a_call_that_is_cancelled_while_it_holds_the_interpreter_leaves_no_process(
    tmp_path: Path,
) -> None:
    source = "import pathlib\ndef f() -> int:\n    pathlib.Path(__file__).with_name('begun').touch()\n    return sum(range(10**13))\n"
    async with loaded(writer(tmp_path)(source)) as tools:
        running = asyncio.gather(tools.run("f", {}, CallContext("c")))
        await begun(tmp_path / "begun")
        pid = tools.pid
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        assert pid is not None
        await until_gone(pid)
