"""What `bootstrap.py` does: run, test, setup. Each first makes `.venv` ready, then hands over to the program or the tools.

Standard library only; stands on `environment`, `node_servers`, `qt_libraries` and `shell`.
"""

import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import node_servers
import qt_libraries
from environment import Environment
from shell import CannotError, run_openly, run_quietly

ROOT = Path(__file__).resolve().parent.parent
_QT = "qt"
_PYTEST = ("-m", "pytest")
_CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
# One process more than cores: tests that wait for a child or a frame leave theirs to another one.
_EVERY_CORE = ("-n", str(min(_CORES + 1, 4)), "--dist", "worksteal")
CHECKS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("ruff check", ("-m", "ruff", "check", ".")),
    ("ruff format", ("-m", "ruff", "format", "--check", ".")),
    ("mypy", ("-m", "mypy")),
    ("import contracts", ("-c", "from importlinter.cli import lint_imports_command as c; c()", "--no-logo")),
    ("pytest", (*_PYTEST, *_EVERY_CORE)),
)


def main(verb: str, arguments: list[str]) -> int:
    """Carry out one verb; its exit code. What cannot be done is said on stderr, code 4."""
    try:
        return {"run": run, "test": test, "setup": setup}[verb](arguments)
    except CannotError as error:
        sys.stderr.write(f"{error.output.rstrip()}\n\n" if error.output.strip() else "")
        sys.stderr.write(f"{error.sentence}\n")
        return 4
    except KeyboardInterrupt:
        sys.stderr.write("\nStopped; the same command goes on from here.\n")
        return 130


def run(arguments: list[str]) -> int:
    """Start the program; without arguments its demo, in the terminal when nothing can show a window."""
    python = _ready(dev=False)
    program = [python, "-P", "-m", "studio"]
    if arguments:
        return run_openly([*program, *arguments])
    if qt_libraries.has_display(sys.platform, os.environ):
        return run_openly([*program, "demo"])
    return run_headless(python, program)


def test(arguments: list[str]) -> int:
    """Every check and all tests, up to the first that fails; with arguments pytest alone, in one process."""
    python = _ready(dev=True)
    _put_node_servers()
    checks = (("pytest", _PYTEST),) if arguments else CHECKS
    return run_checks([(title, [python, *command]) for title, command in checks], arguments, _check)


def setup(arguments: list[str]) -> int:
    """Make `.venv` ready for development, and look at Qt's libraries again."""
    if arguments:
        raise CannotError(f"'setup' takes no arguments, and was given: {' '.join(arguments)}")
    python = _ready(dev=True, look_again=True)
    _put_node_servers()
    _say(f"Ready: {python}")
    return 0


def run_checks(checks: Sequence[tuple[str, list[str]]], arguments: list[str], check: Callable[[list[str]], int]) -> int:
    """Run (title, command) pairs, the last with `arguments` added; the first exit code that is not 0, else 0."""
    for number, (title, command) in enumerate(checks, start=1):
        last = number == len(checks)
        _say(f"\n== {number} of {len(checks)}: {title}")
        code = check([*command, *arguments] if last else command)
        if code:
            # pytest's own closing line must stay the last one.
            if not last:
                _say(f"{title} failed, so the rest was not run.")
            return code
    return 0


def _check(command: list[str]) -> int:
    # Hundreds of tests start the program anew: it is compiled once, and the folders of the sources stay clean.
    compiled = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(ROOT / ".venv" / "compiled")}
    return run_openly(command, variables={"QT_QPA_PLATFORM": "offscreen", **compiled}, folder=str(ROOT))


def _ready(*, dev: bool, look_again: bool = False) -> str:
    """A working interpreter of `.venv`."""
    home = Environment(ROOT, run_quietly, _say)
    home.make_ready(dev=dev)
    facts = home.remembered()
    if look_again or facts.get(_QT) != "complete":
        system = qt_libraries.this_system(os.environ)
        if qt_libraries.make_ready(home.python, run_quietly, _say, system):
            home.remember({**facts, _QT: "complete"})
    return home.python


def _put_node_servers() -> None:
    """Tests that start servers of npm are skipped without them, and say so at the end of the run."""
    why = node_servers.make_ready(ROOT, run_quietly, _say, node_servers.find_npm())
    if why:
        _say(f"{why}, so what tests show with MCP servers of npm stays not proven.")


def run_headless(python: str, program: list[str]) -> int:
    """The demo in this terminal; its last lines, which are the program's own, say where session and picture lie."""
    path = _folder_for_results(python) / time.strftime("demo-%Y%m%d-%H%M%S")
    _say("There is no display, so the demo runs in this terminal and its window is drawn into a picture.\n")
    leave = ["--save", f"{path}.tcsession", "--screenshot", f"{path}.png"]
    return run_openly([*program, "demo", "--headless", *leave])


def _folder_for_results(python: str) -> Path:
    """The person's data folder; the current one when it cannot be made."""
    asked = run_quietly([python, "-P", "-c", "from studio.paths import data_folder; print(data_folder())"])
    if asked.code == 0:
        folder = Path(asked.output.strip())
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            return Path.cwd()
        return folder if os.access(folder, os.W_OK) else Path.cwd()
    return Path.cwd()


def _say(line: str) -> None:
    """Print at once, in the order of what the programs started from here print."""
    print(line, flush=True)
