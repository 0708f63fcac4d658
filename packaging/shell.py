"""Running other programs for the bootstrap, and the one error it shows: the seam that its tests replace.

Standard library only; above it stand `environment`, `qt_libraries` and `verbs`.
"""

import os
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol


class CannotError(Exception):
    """Why the bootstrap stops: one sentence with what to do, and the output of the program that failed (may be empty)."""

    def __init__(self, sentence: str, output: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.output = output


@dataclass(frozen=True)
class Ran:
    """How a program ended: its exit code, and what it wrote to stdout and stderr together."""

    code: int
    output: str


def ignore(_line: str) -> None:
    """Take no notice of a line."""


class Run(Protocol):
    """Runs a command with variables added to the environment, tells each line as it comes, and waits for the end."""

    def __call__(
        self,
        command: Sequence[str],
        *,
        variables: Mapping[str, str] | None = None,
        on_line: Callable[[str], None] = ignore,
    ) -> Ran: ...


def run_quietly(
    command: Sequence[str],
    *,
    variables: Mapping[str, str] | None = None,
    on_line: Callable[[str], None] = ignore,
) -> Ran:
    """Run `command` for real. A program that is not there or may not be run ends with code 127."""
    lines: list[str] = []
    try:
        process = subprocess.Popen(
            list(command),
            env={**os.environ, **(variables or {})},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
        )
    except OSError as error:
        return Ran(127, str(error))
    with process:
        for line in process.stdout or ():
            lines.append(line)
            on_line(line.rstrip())
    return Ran(process.returncode, "".join(lines))


def run_openly(command: Sequence[str], *, variables: Mapping[str, str] | None = None, folder: str | None = None) -> int:
    """Run `command` on the person's own terminal; its exit code, 128 + N when signal N ended it.

    Ctrl+C reaches the program itself, which decides; this waits for it.
    """
    with subprocess.Popen(list(command), env={**os.environ, **(variables or {})}, cwd=folder) as process:
        while True:
            try:
                code = process.wait()
            except KeyboardInterrupt:
                continue
            return code if code >= 0 else 128 - code
