"""What holds for every test: a home of its own, no network beyond this machine, no stray log record, no leftovers.

Async tests are marked `anyio` and run on asyncio. A test that makes a warning on purpose is marked `expects_log`.
"""

import asyncio
import functools
import gc
import inspect
import logging
import os
import signal
import socket
import time
from collections.abc import Callable, Coroutine, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest

from studio.tasks import running
from tests import not_proven
from tests.cases import count
from tests.cases.count import pytest_runtest_logreport, pytest_runtest_makereport

__all__ = ["pytest_runtest_logreport", "pytest_runtest_makereport", "pytest_terminal_summary"]

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A run in the background of a shell is started deaf to Ctrl+C, and so would be the programs that the tests interrupt.
    signal.signal(signal.SIGINT, signal.default_int_handler)


os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

_HERE = {"127.0.0.1", "::1", "localhost", "0.0.0.0", "::", ""}
_PATIENCE = 2.0


def pytest_collection_finish() -> None:
    """What all 7,000 tests are made of is never garbage: set aside, a window that closes is collected in a tenth of the time."""
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """The count of the corpus, and what could not be shown."""
    count.pytest_terminal_summary(terminalreporter)
    not_proven.tell(terminalreporter)


@pytest.fixture
def anyio_backend() -> str:
    """asyncio is the one event loop of this program."""
    return "asyncio"


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home of the program, for this test alone."""
    folder = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("TOOLCALL_STUDIO_HOME", str(folder))
    return folder


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refuse every connection that would leave this machine."""
    real, real_ex = socket.socket.connect, socket.socket.connect_ex

    def connect(self: socket.socket, address: Any) -> None:
        real(self, _checked(self, address))

    def connect_ex(self: socket.socket, address: Any) -> int:
        return real_ex(self, _checked(self, address))

    monkeypatch.setattr(socket.socket, "connect", connect)
    monkeypatch.setattr(socket.socket, "connect_ex", connect_ex)


def _checked(sock: socket.socket, address: Any) -> Any:
    inet = sock.family in (socket.AF_INET, socket.AF_INET6)
    if inet and address[0] not in _HERE:
        raise AssertionError(f"The test wanted to reach {address[0]}: tests stay on this machine.")
    return address


@pytest.fixture(autouse=True)
def quiet_log(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail the test on any record of WARNING or above that the program logs, unless it is marked `expects_log`."""
    watcher = _Watcher(logging.WARNING)
    loggers = [logging.getLogger("studio"), logging.getLogger("asyncio")]
    for logger in loggers:
        logger.addHandler(watcher)
    yield
    for logger in loggers:
        logger.removeHandler(watcher)
    if watcher.seen and request.node.get_closest_marker("expects_log") is None:
        pytest.fail("Unexpected log records:\n" + "\n".join(watcher.seen))


class _Watcher(logging.Handler):
    """Keeps what was logged, as text."""

    def __init__(self, level: int) -> None:
        super().__init__(level)
        self.seen: list[str] = []
        self.setFormatter(logging.Formatter("%(levelname)s %(name)s: %(message)s"))

    def emit(self, record: logging.LogRecord) -> None:
        self.seen.append(self.format(record))


@pytest.fixture(autouse=True)
def nothing_left_running() -> Iterator[None]:
    """Fail the test when a child process or a spawned task of it is still there afterwards."""
    children, tasks = _children(), set(running())
    yield
    late = set(running()) - tasks
    left = _wait_until_gone(children)
    assert not late, f"Tasks left behind: {sorted(late)}"
    assert not left, f"Child processes left behind: {sorted(left.values())}"


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, object, object]:
    """Make every async test say which asyncio tasks it left behind, before its loop cancels them."""
    test = pyfuncitem.obj
    if inspect.iscoroutinefunction(test):
        pyfuncitem.obj = _leaving_no_task(test)
    return (yield)


def _leaving_no_task(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., Coroutine[Any, Any, None]]:
    @functools.wraps(test)
    async def checked(*args: Any, **kwargs: Any) -> None:
        before = asyncio.all_tasks()
        await test(*args, **kwargs)
        late = asyncio.all_tasks() - before
        if late:
            _, late = await asyncio.wait(late, timeout=_PATIENCE)
        assert not late, f"Tasks left behind: {sorted(task.get_name() for task in late)}"

    return checked


def _children() -> dict[int, str]:
    """Child processes that have not ended, with their command line; empty where the system does not tell."""
    found: dict[int, str] = {}
    for listing in Path("/proc/self/task").glob("*/children"):
        try:
            pids = [int(pid) for pid in listing.read_text().split()]
        except OSError:
            continue  # the thread has ended meanwhile
        for pid in pids:
            command = _command_of(pid)
            if command and "multiprocessing.resource_tracker" not in command:
                found[pid] = f"{pid} {command}"
    return found


def _command_of(pid: int) -> str:
    """The command line of a process; empty when it has ended (a zombie has none)."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
    except OSError:
        return ""


def _wait_until_gone(before: dict[int, str]) -> dict[int, str]:
    """The children that were not there before, after some patience with those that are just ending."""
    end = time.monotonic() + _PATIENCE
    while True:
        left = {pid: command for pid, command in _children().items() if pid not in before}
        if not left or time.monotonic() > end:
            return left
        time.sleep(0.02)
