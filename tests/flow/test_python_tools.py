"""Python tools in a real worker process: what can be loaded and what cannot, calls, and what they print."""

import asyncio
import os
import shutil
import signal
import sys
from pathlib import Path

import pytest

from studio.paths import resources
from studio.tools.python_file import STATE_LOST, PythonTool, PythonTools
from studio.tools.tool import CallContext
from studio.tools.tools_file import ToolsFileError
from tests.flow.tools_process import Write, loaded, until, writer

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals and process groups are looked at"),
]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes a tools file and returns its path."""
    return writer(tmp_path)


async def refused(path: Path, interpreter: str | None = None, load_timeout: float = 20.0) -> ToolsFileError:
    """Why the file cannot be loaded; no process is left."""
    tools = PythonTools(path, interpreter, load_timeout=load_timeout)
    with pytest.raises(ToolsFileError) as error:
        await tools.load()
    assert tools.pid is None
    return error.value


async def test_the_tools_of_the_demo_load_and_run() -> None:
    tools = PythonTools(resources() / "demo" / "refund_tools.py")
    try:
        found = await tools.load()
        assert [spec.name for spec in found.specs] == [
            "get_order",
            "search_policy",
            "get_customer",
            "issue_refund",
            "notify_customer",
            "open_ticket",
        ]
        assert [spec.name for spec in found.specs if spec.sensitive] == ["issue_refund"]
        assert all(spec.description and spec.source == "refund_tools.py" for spec in found.specs)
        order = await tools.run("get_order", {"order_id": "48213"}, CallContext("c1"))
        assert order.status == "ok"
        assert '"total": 129.9' in order.text
        assert "杯子" in order.text
    finally:
        await tools.close()


@pytest.mark.parametrize(
    ("amount", "text"),
    [
        (0, "ValueError: amount must be positive"),
        (130.0, "ValueError: amount must not be more than the order's total of 129.90"),
        (89.9, '{"refund_id": "R-48213-1", "amount": 89.9, "currency": "EUR", "reason": "broken", "notified": true}'),
    ],
)
async def test_the_refund_of_the_demo_has_its_limits(amount: float, text: str) -> None:
    async with loaded(resources() / "demo" / "refund_tools.py") as tools:
        arguments = {"order_id": "48213", "amount": amount, "currency": "EUR", "reason": "broken"}
        assert (await tools.run("issue_refund", arguments, CallContext("c1"))).text == text


async def test_an_error_of_a_tool_is_told_with_a_traceback_from_its_file(write: Write) -> None:
    path = write("def f(x: int) -> int:\n    raise ValueError('amount must be positive')\n")
    async with loaded(path) as tools:
        outcome = await PythonTool(spec=(await tools.load()).specs[0], file=tools).run({"x": 1}, CallContext("c1"))
    assert (outcome.status, outcome.text) == ("error", "ValueError: amount must be positive")
    assert outcome.detail.splitlines()[1].endswith('mine.py", line 2, in f')


async def test_nothing_runs_before_load(write: Write, tmp_path: Path) -> None:
    path = write("import pathlib\npathlib.Path(__file__).with_name('ran').touch()\ndef f(x: int) -> int: ...\n")
    tools = PythonTools(path)
    assert len(tools.fingerprint()) == 64
    outcome = await tools.run("f", {"x": 1}, CallContext("c1"))
    assert (outcome.status, "not loaded" in outcome.text) == ("error", True)
    assert not (tmp_path / "ran").exists()


async def test_content_that_changed_since_it_was_trusted_does_not_run(write: Write, tmp_path: Path) -> None:
    tools = PythonTools(write("def f(x: int) -> int: ...\n"))
    trusted = tools.fingerprint()
    write("import pathlib\npathlib.Path(__file__).with_name('ran').touch()\ndef f(x: int) -> int: ...\n")
    with pytest.raises(ToolsFileError, match="has changed since it was trusted"):
        await tools.load(trusted)
    assert not (tmp_path / "ran").exists()


async def test_a_restart_runs_the_bytes_that_were_trusted(write: Write) -> None:
    async with loaded(write("def f() -> str:\n    return 'old'\n")) as tools:
        write("def f() -> str:\n    return 'new'\n")
        assert tools.pid is not None
        os.kill(tools.pid, signal.SIGKILL)
        await until(lambda: tools.pid is None)
        outcome = await tools.run("f", {}, CallContext("c1"))
    assert (outcome.text, outcome.detail) == ("old", STATE_LOST)


async def test_what_cannot_be_loaded_says_why_and_where(write: Write, tmp_path: Path) -> None:
    assert "does not exist" in (await refused(tmp_path / "none.py")).sentence
    error = await refused(write("x = 1\ndef f(:\n"))
    assert error.sentence.startswith("mine.py is not valid Python: ")
    assert error.line == 2
    error = await refused(write("print('so far')\n\n1 / 0\n"))
    assert error.sentence == "Importing mine.py raises ZeroDivisionError: division by zero (line 3)."
    assert (error.line, error.output) == (3, "so far\n")
    assert "mine.py" in error.detail
    error = await refused(write("import threading\ndef f(x: threading.Thread) -> int: ...\n"))
    assert "the type Thread has no JSON Schema" in error.sentence
    error = await refused(write("def _f(x: int) -> int: ...\n"))
    assert error.sentence == "mine.py has no public function with type hints."
    assert "_f: its name begins with an underscore" in error.help


async def test_a_file_that_hangs_at_import_is_given_up(write: Write) -> None:
    error = await refused(write("import time\nprint('waiting')\ntime.sleep(600)\n"), load_timeout=4.0)
    assert error.sentence == "Importing mine.py did not end within 4 seconds."
    assert error.output == "waiting\n"


async def test_a_process_that_ends_at_import_says_how(write: Write) -> None:
    error = await refused(write("import os\nos.write(1, b'last words')\nos._exit(3)\n"))
    assert error.sentence == "The tool process ended while it imported mine.py (exit code 3)."
    assert error.output == "last words"


async def test_an_interpreter_that_is_none_says_so(write: Write, tmp_path: Path) -> None:
    path = write("def f(x: int) -> int: ...\n")
    assert "does not exist" in (await refused(path, str(tmp_path / "python"))).sentence
    assert "does not work as a Python interpreter" in (await refused(path, shutil.which("ls"))).sentence
    fake = tmp_path / "fake"
    fake.write_text("#!/bin/sh\nsleep 600\n")
    fake.chmod(0o755)
    assert "did not answer within 1 seconds" in (await refused(path, str(fake), load_timeout=1.0)).sentence


async def test_a_python_that_is_too_old_says_its_version(write: Write, tmp_path: Path) -> None:
    old = tmp_path / "old"
    old.write_text("#!/bin/sh\necho 'too old: Python 3.6' >&2\nexit 78\n")
    old.chmod(0o755)
    error = await refused(write("def f(x: int) -> int: ...\n"), str(old))
    assert error.sentence == f"{old} is Python 3.6; tools need Python 3.9 or newer."


def another_python() -> str | None:
    """`$STUDIO_OTHER_PYTHON`, or another version on the PATH that works; None when there is none."""
    named = os.environ.get("STUDIO_OTHER_PYTHON")
    found = [named] if named else [shutil.which(f"python3.{minor}") for minor in (9, 10, 12, 13, 14)]
    for each in found:
        if each and os.system(f"{each} -c 'import sys' >/dev/null 2>&1") == 0:
            return each
    return None


async def test_another_interpreter_runs_the_tools(write: Write) -> None:
    other = another_python()
    if other is None:
        pytest.skip("no other Python on the PATH, and STUDIO_OTHER_PYTHON is not set")
    source = "import sys\nfrom typing import Optional\ndef version(x: Optional[int]) -> str:\n    return sys.version\n"
    tools = PythonTools(write(source), other)
    try:
        found = await tools.load()
        outcome = await tools.run("version", {}, CallContext("c1"))
    finally:
        await tools.close()
    assert outcome.text.startswith(found.python)
    assert outcome.text != sys.version
    assert tools.fingerprint() != PythonTools(tools.path).fingerprint()


PRINTING = """
import os, sys, threading
def f(x: int) -> str:
    print("out", x)
    print("err", x, file=sys.stderr)
    thread = threading.Thread(target=print, args=("stray",))
    thread.start(); thread.join()
    os.write(1, b"past python\\n")
    return "done"
"""


async def test_what_a_call_prints_is_its_own(write: Write) -> None:
    heard: list[tuple[str, str]] = []
    async with loaded(write(PRINTING)) as tools:
        one, two = await asyncio.gather(
            tools.run("f", {"x": 1}, CallContext("c1", on_output=lambda stream, text: heard.append((stream, text)))),
            tools.run("f", {"x": 2}, CallContext("c2")),
        )
        assert (one.stdout, one.stderr) == ("out 1\n", "err 1\n")
        assert (two.stdout, two.stderr) == ("out 2\n", "err 2\n")
        assert "".join(text for stream, text in heard if stream == "stdout") == "out 1\n"
        await until(lambda: tools.file_output.count("past python") == 2)
        assert tools.file_output.count("stray") == 2


async def test_what_a_call_prints_is_heard_before_it_ends(write: Write) -> None:
    source = "import time\ndef f() -> str:\n    print('begun')\n    time.sleep(600)\n    return ''\n"
    async with loaded(write(source)) as tools:
        heard: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        running = asyncio.gather(tools.run("f", {}, CallContext("c", on_output=lambda _, text: heard.set_result(text))))
        assert await heard == "begun\n"
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running


MEETING = """
import asyncio, threading
barrier = threading.Barrier(2)
met = []
def plain(x: int) -> str:
    barrier.wait(20)
    return f"met {x}"
async def later(x: int) -> str:
    met.append(x)
    while len(met) < 2:
        await asyncio.sleep(0)
    return f"met {x}"
"""


@pytest.mark.parametrize("name", ["plain", "later"])
async def test_two_calls_run_at_once(write: Write, name: str) -> None:
    async with loaded(write(MEETING)) as tools:
        outcomes = await asyncio.gather(*(tools.run(name, {"x": x}, CallContext(f"c{x}")) for x in (1, 2)))
    assert [outcome.text for outcome in outcomes] == ["met 1", "met 2"]
