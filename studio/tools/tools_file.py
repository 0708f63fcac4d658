"""A tools file as the person sees it: what was found in it, and in one sentence each why it cannot be used.

Above: `python_file`. Below: `problems`, `process_group`. Starts nothing.
"""

from pathlib import Path
from typing import Any

import msgspec

from studio.messages.toolspec import ToolSpec
from studio.problems import StudioError
from studio.said import said
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
        return ToolsFileError(said("The tools file {file} does not exist.", file=path), said("Choose the file again."))
    why = error.strerror if isinstance(error, OSError) else said("that is no name of a file")
    return ToolsFileError(
        said("The tools file {file} cannot be read: {why}.", file=path, why=why), said("Choose another file.")
    )


def changed(path: Path) -> ToolsFileError:
    """The content is no longer what was trusted."""
    return ToolsFileError(
        said("{file} has changed since it was trusted.", file=path.name), said("Look at it and trust it again.")
    )


def not_loaded(path: Path) -> ToolsFileError:
    """Something of the file was wanted before `load`, or after `close`."""
    return ToolsFileError(
        said("{file} is not loaded.", file=path.name), said("Trust the file first, so that it may run.")
    )


def refused(path: Path, told: dict[str, Any], output: str) -> ToolsFileError:
    """What the worker raised (`refused`) as an error with the line in the file."""
    line, name = int(told["line"]), path.name
    at = said(" (line {line})", line=line) if line else ""
    sentence: str
    help: str
    match told["kind"]:
        case "syntax":
            sentence, help = (
                said("{name} is not valid Python: {why}{at}.", name=name, why=told["message"], at=at),
                said("Correct the file and load it again."),
            )
        case "no_schema" | "mark" | "default" | "injected" | "twice" as kind:
            sentence = said("{name}{at}: {why}.", name=name, at=at, why=told["message"])
            help = _CORRECT[kind]
        case _:
            raised = f"{told['type']}: {told['message']}" if told["message"] else told["type"]
            help = _INSTALL if told["type"] == "ModuleNotFoundError" else said("Correct the file and load it again.")
            sentence = said("Importing {name} raises {why}{at}.", name=name, why=raised, at=at)
    return ToolsFileError(sentence, help, line=line, detail=told["detail"], output=output)


def hangs(path: Path, seconds: float, connected: bool, interpreter: str, output: str) -> ToolsFileError:
    """It did not become ready in time: the import goes on and on, or the interpreter is something else."""
    if not connected:
        return _no_python(
            interpreter, said("it did not answer within {seconds} seconds", seconds=f"{seconds:g}"), output
        )
    return ToolsFileError(
        said("Importing {file} did not end within {seconds} seconds.", file=path.name, seconds=f"{seconds:g}"),
        said("A tools file should only define functions; move work into them, or allow more time in the settings."),
        output=output,
    )


def ended(path: Path, code: int, connected: bool, interpreter: str, output: str) -> ToolsFileError:
    """The process ended before the file was loaded."""
    if code == TOO_OLD and "too old" in output:
        version = output.rpartition("too old: ")[2].strip()
        return ToolsFileError(
            said(
                "{interpreter} is {version}; tools need Python {oldest} or newer.",
                interpreter=interpreter,
                version=version,
                oldest=OLDEST_PYTHON,
            ),
            _CHOOSE,
        )
    if not connected:
        return _no_python(interpreter, said("it ended with {code}", code=how_it_ended(code)), output)
    return ToolsFileError(
        said("The tool process ended while it imported {file} ({code}).", file=path.name, code=how_it_ended(code)),
        said("See what it printed last."),
        output=output,
    )


def cannot_start(interpreter: str, error: OSError) -> ToolsFileError:
    """The interpreter is missing or may not be run."""
    why = (
        said("does not exist")
        if isinstance(error, FileNotFoundError)
        else said("cannot be started: {why}", why=error.strerror)
    )
    return ToolsFileError(
        said("The Python interpreter {interpreter} {why}.", interpreter=interpreter, why=why), _CHOOSE
    )


def nothing_found(path: Path, skipped: tuple[Skipped, ...], output: str) -> ToolsFileError:
    """No function of the file can be a tool."""
    reasons = "".join(f"\n- {each.name}: {each.reason}" for each in skipped)
    return ToolsFileError(
        said("{file} has no public function with type hints.", file=path.name),
        said(
            "Write one, such as: def get_order(order_id: str) -> dict{left}",
            left=said("\nLeft out:{reasons}", reasons=reasons) if reasons else "",
        ),
        output=output,
    )


def _no_python(interpreter: str, why: str, output: str) -> ToolsFileError:
    return ToolsFileError(
        said("{interpreter} does not work as a Python interpreter: {why}.", interpreter=interpreter, why=why),
        _CHOOSE,
        output=output,
    )


_CORRECT = {
    "no_schema": said("Use a type that JSON has a form for, or make the function private with a leading underscore."),
    "mark": said("Correct what the decorator or the attribute says."),
    "default": said("Correct the default or the type: an int that may be None is written int | None."),
    "injected": said("Take the default away: the program always fills it in, and no model sees it."),
    "twice": said("Give one of them another name, in the file or with @tool(name=…), or begin it with an underscore."),
}
_INSTALL = said(
    "Install it for the Python that runs the file, or choose another interpreter for the file, such "
    "as that of your project's virtual environment (tools and call: --python PYTHON)."
)
_CHOOSE = said("Choose another interpreter, for example that of your project's virtual environment.")
