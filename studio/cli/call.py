"""`call FILE NAME ARGUMENTS_JSON`: check the arguments as for a model's call, run the tool once, print its result.

Above: `__main__`. Below: `tools_source`. Naming the file trusts it. Exit 1 when the tool fails or the arguments do not fit.
"""

import sys
from pathlib import Path
from typing import Any

from studio.cli.command import CHECK_FAILED, DONE, CommandError, conclude, parser
from studio.cli.terminal import Terminal
from studio.cli.tools_source import tools_of
from studio.messages.toolspec import ToolSpec
from studio.present.text_lines import visible
from studio.tools import strategies
from studio.tools.coerce import check_call
from studio.tools.tool import CallContext, Outcome
from studio.tools.tools_file import LoadedTools

SECONDS = 60.0


def main(arguments: list[str]) -> int:
    """Run the command; its exit code."""
    options = parser("call", "Run one tool of a file and print its result.")
    options.add_argument("file", type=Path, help="a Python or JSON file with tools")
    options.add_argument("name", help="the tool")
    options.add_argument("arguments", nargs="?", default="{}", help="its arguments, a JSON object; - reads stdin")
    options.add_argument("--python", default="", metavar="PYTHON", help="the interpreter to run it with (else our own)")
    options.add_argument("--seconds", type=float, help="how long it may take (as the tool says, else 60)")
    given = options.parse_args(arguments)
    text = sys.stdin.read() if given.arguments == "-" else given.arguments
    return conclude(
        given.as_json, lambda terminal: call(terminal, given.file, given.name, text, given.python, given.seconds)
    )


async def call(
    terminal: Terminal, path: Path, name: str, text: str, interpreter: str = "", seconds: float | None = None
) -> int:
    """Run the tool `name` of `path` with the JSON object in `text`; `seconds` is the time-out, None: as the tool says."""
    async with tools_of(path, interpreter) as (loaded, run):
        spec, arguments = _checked(loaded, name, text)
        outcome = await run(spec, arguments, CallContext("call_1", seconds=seconds or spec.seconds or SECONDS))
    _print(terminal, outcome)
    return DONE if outcome.status == "ok" else CHECK_FAILED


def _checked(loaded: LoadedTools, name: str, text: str) -> tuple[ToolSpec, dict[str, Any]]:
    """The tool and what it gets. CommandError when there is none, or the arguments do not fit."""
    spec = next((spec for spec in loaded.specs if spec.name == name), None)
    if spec is None:
        raise CommandError(strategies.unknown_tool(name, [spec.name for spec in loaded.specs]))
    checked = check_call(spec, text)
    if not checked.fits:
        meant = next((each.repair for each in checked.problems if not each.pointer and each.repair), None)
        offer = f"Perhaps it was meant as {meant}" if meant is not None and checked.value is None else ""
        raise CommandError(strategies.bad_arguments(name, checked.problems), offer, code=CHECK_FAILED)
    assert checked.value is not None
    return spec, checked.value


def _print(terminal: Terminal, outcome: Outcome) -> None:
    """The result on stdout; what the tool printed, and a traceback, on stderr."""
    terminal.value(outcome)
    if terminal.as_json:
        return
    for said in (outcome.stdout, outcome.stderr, outcome.detail):
        if said:
            print(visible(said.rstrip("\n")), file=sys.stderr)
    terminal.line(outcome.text, "" if outcome.status == "ok" else "error")
