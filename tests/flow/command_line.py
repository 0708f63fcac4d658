"""Runs the real commands as child processes in a home of their own, bounded in time."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60
"""Seconds after which a command counts as hanging."""


class Ran(msgspec.Struct, frozen=True):
    """A command that has ended."""

    code: int
    out: str
    err: str

    @property
    def documents(self) -> list[Any]:
        """The JSON documents of stdout, one a line."""
        return [json.loads(line) for line in self.out.splitlines()]


def studio(*arguments: object, input: str = "", **variables: str) -> Ran:
    """Run `python -m studio` with `arguments`; `variables` are added to the environment."""
    done = subprocess.run(
        command(*arguments),
        env=environment(**variables),
        input=input,
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        cwd=ROOT,
        check=False,
    )
    return Ran(done.returncode, done.stdout, done.stderr)


def command(*arguments: object) -> list[str]:
    """The command line as it is started."""
    return [sys.executable, "-m", "studio", *map(str, arguments)]


def environment(**variables: str) -> dict[str, str]:
    """The environment of the test, without a display, and with UTF-8."""
    kept = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    return {**kept, "PYTHONUTF8": "1", "COLUMNS": "100", **variables}
