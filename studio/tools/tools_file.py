"""A tools file as the person sees it: what was found in it, and in one sentence each why it cannot be used.

Above: `python_file`. Below: `problems`, `process_group`. Starts nothing.
"""

from pathlib import Path
from typing import Any

import msgspec

from studio.messages.toolspec import ToolSpec
from studio.problems import StudioError
from studio.tools.process_group import how_it_ended

OLDEST_PYTHON = "3.9"
TOO_OLD = 78
"""The exit code of `worker/main.py` under a Python that is too old."""


class Skipped(msgspec.Struct, frozen=True):
    """A function of the file that is no tool; `reason` goes on from "it was left out: …". `line` 0 when unknown."""

    name: str
    reason: str
    line: int = 0


class LoadedTools(msgspec.Struct, frozen=True):
    """What a tools file holds. `output` is what it printed while it was imported; `python` the worker's version."""

    specs: tuple[ToolSpec, ...]
    skipped: tuple[Skipped, ...] = ()
    output: str = ""
    python: str = ""


class ToolsFileError(StudioError):
    """A tools file that cannot be used. `line` in the file (0: unknown), `detail` a traceback, `output` what it printed."""

    def __init__(self, sentence: str, help: str = "", *, line: int = 0, detail: str = "", output: str = "") -> None:
        super().__init__(sentence, help)
        self.line = line
        self.detail = detail
        self.output = output


def unreadable(path: Path, error: OSError | ValueError) -> ToolsFileError:
    """The file is missing, a folder, not allowed to be read, or its name can be none (a session file may hold any)."""
    if isinstance(error, FileNotFoundError):
        return ToolsFileError(f"The tools file {path} does not exist.", "Choose the file again.")
    why = error.strerror if isinstance(error, OSError) else "that is no name of a file"
    return ToolsFileError(f"The tools file {path} cannot be read: {why}.", "Choose another file.")


def changed(path: Path) -> ToolsFileError:
    """The content is no longer what was trusted."""
    return ToolsFileError(f"{path.name} has changed since it was trusted.", "Look at it and trust it again.")


def not_loaded(path: Path) -> ToolsFileError:
    """Something of the file was wanted before `load`, or after `close`."""
    return ToolsFileError(f"{path.name} is not loaded.", "Trust the file first, so that it may run.")


def refused(path: Path, told: dict[str, Any], output: str) -> ToolsFileError:
    """What the worker said (`refused`) as an error with the line in the file."""
    line, name = int(told["line"]), path.name
    at = f" (line {line})" if line else ""
    match told["kind"]:
        case "syntax":
            sentence, help = (
                f"{name} is not valid Python: {told['message']}{at}.",
                "Correct the file and load it again.",
            )
        case "no_schema" | "mark" | "default" | "injected" | "twice" as kind:
            sentence, help = f"{name}{at}: {told['message']}.", _CORRECT[kind]
        case _:
            said = f"{told['type']}: {told['message']}" if told["message"] else told["type"]
            help = _INSTALL if told["type"] == "ModuleNotFoundError" else "Correct the file and load it again."
            sentence = f"Importing {name} raises {said}{at}."
    return ToolsFileError(sentence, help, line=line, detail=told["detail"], output=output)


def hangs(path: Path, seconds: float, connected: bool, interpreter: str, output: str) -> ToolsFileError:
    """It did not become ready in time: the import goes on and on, or the interpreter is something else."""
    if not connected:
        return _no_python(interpreter, f"it did not answer within {seconds:g} seconds", output)
    return ToolsFileError(
        f"Importing {path.name} did not end within {seconds:g} seconds.",
        "A tools file should only define functions; move work into them, or allow more time in the settings.",
        output=output,
    )


def ended(path: Path, code: int, connected: bool, interpreter: str, output: str) -> ToolsFileError:
    """The process ended before the file was loaded."""
    if code == TOO_OLD and "too old" in output:
        version = output.rpartition("too old: ")[2].strip()
        return ToolsFileError(f"{interpreter} is {version}; tools need Python {OLDEST_PYTHON} or newer.", _CHOOSE)
    if not connected:
        return _no_python(interpreter, f"it ended with {how_it_ended(code)}", output)
    return ToolsFileError(
        f"The tool process ended while it imported {path.name} ({how_it_ended(code)}).",
        "See what it printed last.",
        output=output,
    )


def cannot_start(interpreter: str, error: OSError) -> ToolsFileError:
    """The interpreter is missing or may not be run."""
    why = "does not exist" if isinstance(error, FileNotFoundError) else f"cannot be started: {error.strerror}"
    return ToolsFileError(f"The Python interpreter {interpreter} {why}.", _CHOOSE)


def nothing_found(path: Path, skipped: tuple[Skipped, ...], output: str) -> ToolsFileError:
    """No function of the file can be a tool."""
    reasons = "".join(f"\n- {each.name}: {each.reason}" for each in skipped)
    return ToolsFileError(
        f"{path.name} has no public function with type hints.",
        "Write one, such as: def get_order(order_id: str) -> dict" + (f"\nLeft out:{reasons}" if reasons else ""),
        output=output,
    )


def _no_python(interpreter: str, why: str, output: str) -> ToolsFileError:
    return ToolsFileError(f"{interpreter} does not work as a Python interpreter: {why}.", _CHOOSE, output=output)


_CORRECT = {
    "no_schema": "Use a type that JSON has a form for, or make the function private with a leading underscore.",
    "mark": "Correct what the decorator or the attribute says.",
    "default": "Correct the default or the type: an int that may be None is written int | None.",
    "injected": "Take the default away: the program always fills it in, and no model sees it.",
    "twice": "Give one of them another name, in the file or with @tool(name=…), or begin it with an underscore.",
}
_INSTALL = (
    "Install it for the Python that runs the file, or choose another interpreter for the file, such as that of your project's "
    "virtual environment (tools and call: --python PYTHON)."
)
_CHOOSE = "Choose another interpreter, for example that of your project's virtual environment."
