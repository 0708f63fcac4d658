"""An exported test run once, by pytest in a process of its own and a folder that is thrown away.

Above: `exported_test`. Below: `tools/child_process`. Works on any asyncio loop; a cancelled run leaves no process.
"""

import asyncio
import importlib.util
import os
import sys
from collections.abc import Mapping
from pathlib import Path

import msgspec

from studio.problems import StudioError
from studio.said import said
from studio.tools.child_process import ChildProcess

MOST_BYTES = 1_000_000
"""Of what it prints; more ends it."""
_LIVE = "TOOLCALL_STUDIO_MODEL"


class TriedTest(msgspec.Struct, frozen=True):
    """How a run of a test ended: whether it passed, and what it printed."""

    passed: bool
    output: str


class NoPytestError(StudioError):
    """pytest is not there."""


async def run_test(test: Path) -> TriedTest:
    """Run the tests of a file, recorded. Raises NoPytestError when the program's Python has no pytest or cannot be started."""
    if importlib.util.find_spec("pytest") is None:
        raise NoPytestError(
            said("pytest is not installed for the Python that runs this program."),
            said("Export the test, and run it where pytest and toolcall-studio are installed."),
        )
    words = [sys.executable, "-m", "pytest", "-q", "--color=no", "-p", "no:cacheprovider", test.name]
    child = ChildProcess(words, test.parent, _environment(), None, MOST_BYTES, lambda _: None)
    try:
        await child.start()
    except (OSError, ValueError) as error:
        raise NoPytestError(said("The test cannot be started: {why}.", why=error)) from error
    try:
        code = await asyncio.shield(child.ended)
    except asyncio.CancelledError:
        await child.stop()
        raise
    printed = (child.printed + child.errors).decode("utf-8", "replace")
    return TriedTest(code == 0, printed.replace("\r\n", "\n").strip())


def _environment() -> Mapping[str, str]:
    """The environment of this program, which the child imports from where it is."""
    kept = {name: value for name, value in os.environ.items() if name not in (_LIVE, "PYTEST_ADDOPTS")}
    here = str(Path(__file__).resolve().parents[2])
    path = os.pathsep.join(filter(None, (here, kept.get("PYTHONPATH", ""))))
    return {**kept, "PYTHONPATH": path, "PYTHONUTF8": "1"}
