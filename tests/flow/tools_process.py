"""For tests with real worker processes: writes and loads a tools file, and waits for what happens in other processes.

Shared by `test_python_tools` and `test_python_tools_stopped`.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from studio.tools.python_file import PythonTools

Write = Callable[[str], Path]


def writer(folder: Path) -> Write:
    """Writes the source it is given to `mine.py` in `folder` and returns the path."""

    def write(source: str) -> Path:
        path = folder / "mine.py"
        path.write_text(source, encoding="utf-8")
        return path

    return write


@asynccontextmanager
async def loaded(path: Path, interpreter: str | None = None, call_timeout: float = 30.0) -> AsyncIterator[PythonTools]:
    """The tools of a file, loaded; closed afterwards, whatever happens."""
    tools = PythonTools(path, interpreter, call_timeout=call_timeout)
    try:
        await tools.load()
        yield tools
    finally:
        await tools.close()


async def until(true: Callable[[], bool]) -> None:
    """Waits, at most half a minute, until `true()`."""
    async with asyncio.timeout(30):
        while not true():  # noqa: ASYNC110 - what is waited for happens in another process
            await asyncio.sleep(0.01)


async def begun(path: Path) -> None:
    """Waits until the tool has written the file."""
    await until(lambda: path.exists() and (path.name != "child" or path.read_text() != ""))


async def until_gone(pid: int) -> None:
    """Waits until the process has ended: one that was killed with its group takes a moment, and not all are ours to wait for."""
    await until(lambda: is_over(pid))


def is_over(pid: int) -> bool:
    """The process is gone, or a zombie that nobody has waited for."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] in ("Z", "X")
    except OSError:
        return True
