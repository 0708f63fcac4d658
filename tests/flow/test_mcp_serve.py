"""`mcp-serve FILE.py`: the tools of a file, called by our own client over the protocol; and how the server ends."""

import asyncio
import json
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from studio.cli import mcp_serve
from studio.session.mcp_servers import McpServer, Stdio
from studio.session.server_view import Answer, Question
from studio.tasks import spawn
from studio.tools.mcp.connection import Connection, What
from studio.tools.tool import CallContext, Outcome
from studio.wire.redact import Redactor
from tests.flow.command_line import PATIENCE, ROOT, command, environment

TOOLS = '''
import os
import pathlib
import time

from toolcall import Execution, Image, ToolContext, tool

print("loaded", os.getpid())


@tool(idempotent=True)
def add(a: int, b: int = 1) -> int:
    """Add two numbers."""
    print("adding")
    return a + b


@tool(sensitive=True)
def wait(marks: str, *, context: ToolContext) -> str:
    """Wait until it is cancelled."""
    context.progress(0.5, "half way")
    pathlib.Path(marks, "began").write_text(str(os.getpid()))
    while not context.cancelled.is_set():
        time.sleep(0.01)
    pathlib.Path(marks, "ended").write_text("yes")
    return "cancelled"


def picture() -> Image:
    return Image(b"\\x89PNG\\r\\n\\x1a\\n000")


def bad() -> str:
    raise ValueError("no such thing")


def quit() -> str:
    os._exit(3)


@tool(compensates="add")
def take_back(execution: Execution) -> str:
    return "taken back"
'''
NO_RUN = "the client never asks"


class Host:
    """Nobody to ask."""

    def changed(self, what: What) -> None:
        """Something changed."""

    async def asked(self, question: Question) -> Answer:
        """Nothing is answered."""
        raise AssertionError(NO_RUN)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "shop.py"
    path.write_text(TOOLS, encoding="utf-8")
    return path


@asynccontextmanager
async def served(file: Path) -> AsyncIterator[Connection]:
    """Our own client of it, started."""
    way = Stdio(sys.executable, ("-m", "studio", "mcp-serve", str(file)), cwd=str(ROOT))
    connection = Connection(McpServer("shop", way), way, Redactor(), Host())
    await connection.start()
    try:
        yield connection
    finally:
        await connection.close()


async def called(connection: Connection, name: str, **arguments: Any) -> Outcome:
    return await connection.call(name, arguments, CallContext("call_1", seconds=PATIENCE))


@pytest.mark.anyio
@pytest.mark.promise("E6")
async def test_the_tools_of_a_file_are_listed_called_and_cancelled_over_the_protocol(
    file: Path, tmp_path: Path
) -> None:
    async with served(file) as shop:
        assert {one.own_name: one.value.get("annotations") for one in shop.listed} == {
            "add": {"idempotentHint": True},
            "wait": {"destructiveHint": True},
            "picture": None,
            "bad": None,
            "quit": None,
        }
        assert (shop.title, shop.listed[0].value["description"]) == ("shop", "Add two numbers.")
        assert (await called(shop, "add", a="3")).text == "4"
        outcome = await called(shop, "picture")
        assert (outcome.status, outcome.media[0].media_type) == ("ok", "image/png")
        outcome = await called(shop, "bad")
        assert (outcome.status, outcome.text) == ("error", "ValueError: no such thing")
        assert "a is missing" in (await called(shop, "add")).text
        assert "There is no tool named nope" in (await called(shop, "nope")).text
        assert (await called(shop, "quit")).status == "error"
        assert (await called(shop, "add", a=1, b=1)).text == "2", "the next call has a process again"
        assert await cancelled(shop, tmp_path) == [(0.5, "half way")]
        noise = [message.text for message in shop.messages if message.kind == "noise"]
        said = "\n".join(message.text for message in shop.messages if message.kind == "stderr")
        assert (noise, "adding" in said, "ValueError: no such thing" in said) == ([], True, True)


async def cancelled(shop: Connection, marks: Path) -> list[Any]:
    """A call that is cancelled once it says that it runs, and is over when this ends; the progress that it told."""
    progress: list[Any] = []
    runs = asyncio.Event()

    def take(fraction: float | None, text: str) -> None:
        progress.append((fraction, text))
        runs.set()

    context = CallContext("call_1", seconds=PATIENCE, on_progress=take)
    running = spawn(shop.call("wait", {"marks": str(marks)}, context), name="the call")
    await runs.wait()
    running.cancel()
    await asyncio.wait({running})
    await asyncio.to_thread(wait_for, marks / "ended")
    return progress


@pytest.mark.promise("E6")
def test_the_command_line_calls_them_too_and_ctrl_c_reaches_the_tool(file: Path, tmp_path: Path) -> None:
    serve = json.dumps(sys.executable) + f" -m studio mcp-serve {file}"
    words = command("call", "--mcp", serve, "wait", json.dumps({"marks": str(tmp_path)}))
    with subprocess.Popen(words, env=environment(), cwd=ROOT, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == "50% half way\n"
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 130
    assert (tmp_path / "ended").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="signals end programs elsewhere")
def test_a_server_that_is_told_to_end_takes_its_tools_with_it(file: Path, tmp_path: Path) -> None:
    request = {"jsonrpc": "2.0", "id": 1, "method": "tools/call"}
    handshake = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    asked = [
        {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": handshake},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {**request, "params": {"name": "wait", "arguments": {"marks": str(tmp_path)}}},
    ]
    with started(file) as process:
        assert process.stdin is not None
        process.stdin.write("".join(f"{json.dumps(each)}\n" for each in asked))
        process.stdin.flush()
        worker = int(wait_for(tmp_path / "began"))
        process.terminate()
        assert process.wait(PATIENCE) == 143
        assert not Path(f"/proc/{worker}/cmdline").exists() or not Path(f"/proc/{worker}/cmdline").read_bytes()


def started(file: Path) -> "subprocess.Popen[str]":
    words = command("mcp-serve", file)
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    return subprocess.Popen(words, env=environment(), cwd=ROOT, text=True, **pipes)


def wait_for(path: Path) -> str:
    """What a file holds, once something stands in it."""
    end = time.monotonic() + PATIENCE
    while not path.exists() or not path.read_text():
        assert time.monotonic() < end, f"{path.name} never came"
        time.sleep(0.01)
    return path.read_text()


def test_a_file_that_cannot_be_used_is_said_on_stderr_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    nothing = tmp_path / "nothing.py"
    nothing.write_text("x = 1\n", encoding="utf-8")
    assert mcp_serve.main([str(nothing)]) == 3
    said = capsys.readouterr()
    assert (said.out, "nothing.py" in said.err) == ("", True)
