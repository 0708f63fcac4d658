"""`call FILE.py NAME ARGUMENTS_JSON`: check the arguments as for a model's call, run the tool once, print its result.

Above: `__main__`. Below: `tools`. Naming the file trusts it. Exit 1 when the tool fails or the arguments do not fit.
"""

import sys
from pathlib import Path

from studio.cli.command import BAD_FILE, CHECK_FAILED, DONE, CommandError, conclude, failing, parser
from studio.cli.terminal import Terminal
from studio.present.text_lines import visible
from studio.tools import strategies
from studio.tools.coerce import check_call
from studio.tools.python_file import PythonTools
from studio.tools.tool import CallContext, Outcome
from studio.tools.tools_file import LoadedTools


def main(arguments: list[str]) -> int:
    """Run the command; its exit code."""
    options = parser("call", "Run one tool of a Python file and print its result.")
    options.add_argument("file", type=Path, help="a Python file with tools")
    options.add_argument("name", help="the tool")
    options.add_argument("arguments", nargs="?", default="{}", help="its arguments, a JSON object; - reads stdin")
    options.add_argument("--python", default="", metavar="PYTHON", help="the interpreter to run it with (else our own)")
    options.add_argument("--seconds", type=float, default=60.0, help="how long it may take (60)")
    given = options.parse_args(arguments)
    text = sys.stdin.read() if given.arguments == "-" else given.arguments
    return conclude(
        given.as_json, lambda terminal: call(terminal, given.file, given.name, text, given.python, given.seconds)
    )


async def call(
    terminal: Terminal, path: Path, name: str, text: str, interpreter: str = "", seconds: float = 60.0
) -> int:
    """Run the tool `name` of `path` with the JSON object in `text`; `seconds` is the time-out."""
    file = PythonTools(path, interpreter or None, call_timeout=seconds)
    try:
        with failing(BAD_FILE):
            loaded = await file.load()
        outcome = await _run(file, loaded, name, text)
    finally:
        await file.close()
    _print(terminal, outcome)
    return DONE if outcome.status == "ok" else CHECK_FAILED


async def _run(file: PythonTools, loaded: LoadedTools, name: str, text: str) -> Outcome:
    spec = next((spec for spec in loaded.specs if spec.name == name), None)
    if spec is None:
        raise CommandError(strategies.unknown_tool(name, [spec.name for spec in loaded.specs]))
    checked = check_call(spec, text)
    if not checked.fits:
        meant = next((each.repair for each in checked.problems if not each.pointer and each.repair), None)
        offer = f"Perhaps it was meant as {meant}" if meant is not None and checked.value is None else ""
        raise CommandError(strategies.bad_arguments(name, checked.problems), offer, code=CHECK_FAILED)
    assert checked.value is not None
    return await file.run(name, checked.value, CallContext("call_1"))


def _print(terminal: Terminal, outcome: Outcome) -> None:
    """The result on stdout; what the tool printed, and a traceback, on stderr."""
    terminal.value(outcome)
    if terminal.as_json:
        return
    for said in (outcome.stdout, outcome.stderr, outcome.detail):
        if said:
            print(visible(said.rstrip("\n")), file=sys.stderr)
    terminal.line(outcome.text, "" if outcome.status == "ok" else "error")
