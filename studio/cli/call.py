"""`call FILE NAME ARGUMENTS_JSON`: check the arguments as for a model's call, run the tool once, print its result.

Above: `__main__`. Below: `tools_source`. Naming the file trusts it. Exit 1 when the tool fails or the arguments do not fit.
What was made to fit is said on stderr, and in `changes` of the JSON.
"""

import sys
import uuid
from collections.abc import Sequence
from pathlib import Path
from typing import get_args

import msgspec

from studio.checks.change import Change
from studio.cli.command import CHECK_FAILED, DONE, CommandError, conclude, parser
from studio.cli.terminal import Terminal
from studio.cli.tools_source import tools_of
from studio.messages.toolspec import ToolSpec
from studio.present.labels import english
from studio.present.text_lines import visible
from studio.present.transcript_parts import pictures_shown
from studio.present.words import words
from studio.session.policies import Coercion
from studio.tools import strategies
from studio.tools.coerce import CheckedCall, check_call
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
    options.add_argument(
        "--coercion", choices=get_args(Coercion), default="lossless", help="how misfits are made to fit (lossless)"
    )
    given = options.parse_args(arguments)
    text = sys.stdin.read() if given.arguments == "-" else given.arguments
    asked = Asked(given.file, given.name, text, given.python, given.seconds, given.coercion)
    return conclude(given.as_json, lambda terminal: call(terminal, asked))


class Asked(msgspec.Struct, frozen=True):
    """What is to be called: the tool `name` of the file `path`, with the JSON object in `text`; `seconds` is the time-out, None: as
    the tool says."""

    path: Path
    name: str
    text: str
    interpreter: str = ""
    seconds: float | None = None
    coercion: Coercion = "lossless"


async def call(terminal: Terminal, asked: Asked) -> int:
    """Run the tool; the exit code."""
    async with tools_of(asked.path, asked.interpreter) as source:
        spec, checked = _checked(source.loaded, asked)
        assert checked.value is not None
        changes = () if asked.coercion == "ask" else checked.changes
        if not terminal.as_json:
            _print_changes(changes)
        outcome = await source.run(spec, checked.value, _context(spec, asked))
    _print(terminal, outcome, changes)
    return DONE if outcome.status == "ok" else CHECK_FAILED


def _context(spec: ToolSpec, asked: Asked) -> CallContext:
    """What the tool is told of its call; each time the command is given is another call, with a key of its own."""
    seconds = asked.seconds or spec.seconds or SECONDS
    return CallContext("call_1", idempotency_key=uuid.uuid4().hex, seconds=seconds, on_progress=_print_progress)


def _print_progress(fraction: float | None, text: str) -> None:
    share = f"{fraction:.0%}" if fraction is not None else ""
    print(visible(" ".join(filter(None, (share, text)))), file=sys.stderr)


def _checked(loaded: LoadedTools, asked: Asked) -> tuple[ToolSpec, CheckedCall]:
    """The tool and its call, fit to run. CommandError when there is none, or the arguments do not fit."""
    spec = next((spec for spec in loaded.specs if spec.name == asked.name), None)
    if spec is None:
        raise CommandError(strategies.unknown_tool(asked.name, [spec.name for spec in loaded.specs]))
    if spec.undo_with == "record":
        raise CommandError(
            f"{spec.name} undoes a call of {spec.compensates}: it gets the record of that call, and cannot be called by itself.",
            "run --compensate calls it when a later call fails.",
        )
    checked = check_call(spec, asked.text, coercion=asked.coercion)
    if not checked.fits:
        raise CommandError(
            strategies.bad_arguments(asked.name, checked.problems), _offer(checked, asked), code=CHECK_FAILED
        )
    return spec, checked


def _offer(checked: CheckedCall, asked: Asked) -> str:
    """What may have been meant, or can be made to fit."""
    if checked.value is not None:
        offered = checked.changes if asked.coercion == "ask" else ()
        can = "".join(f"\n- {_said(each)}" for each in offered)
        return f"With --coercion lossless these can be made to fit:{can}" if offered else ""
    meant = next((each.repair for each in checked.problems if not each.pointer and each.repair), None)
    return f"Perhaps it was meant as {meant}" if meant is not None else ""


def _print_changes(changes: Sequence[Change]) -> None:
    for change in changes:
        print(visible(_said(change)), file=sys.stderr)


def _said(change: Change) -> str:
    return f"{change.pointer.removeprefix('/')}: {change.old} → {change.new or 'left out'}"


def _print(terminal: Terminal, outcome: Outcome, changes: Sequence[Change]) -> None:
    """The result on stdout; what the tool printed, and a traceback, on stderr."""
    terminal.value({**msgspec.to_builtins(outcome), "changes": msgspec.to_builtins(changes)})
    if terminal.as_json:
        return
    for said in (outcome.stdout, outcome.stderr, outcome.detail):
        if said:
            print(visible(said.rstrip("\n")), file=sys.stderr)
    if outcome.text or not outcome.media:
        terminal.line(outcome.text, "" if outcome.status == "ok" else "error")
    for number, picture in enumerate(pictures_shown(outcome.media), 1):
        terminal.line(f"({english(words('result.picture_of', number=number, what=picture))})", "quiet")
