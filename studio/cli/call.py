"""`call FILE NAME ARGUMENTS_JSON`, `call --mcp COMMAND NAME ARGUMENTS_JSON`: check the arguments as for a model's call, run the tool once,
print its result.

Above: `__main__`. Below: `chosen_source`, `result_lines`. Naming the file or the server trusts it. Exit 1 when the tool fails or the
arguments do not fit, 4 when the server ended in the call. What was made to fit is said on stderr, and in `changes` of the JSON.
"""

import argparse
import sys
import uuid
from collections.abc import Sequence
from pathlib import Path
from typing import get_args

from studio.checks.change import Change
from studio.cli import mcp_options, server_answers
from studio.cli.chosen_source import check_chosen, chosen_source
from studio.cli.command import CHECK_FAILED, DONE, SERVER_FAILED, CommandError, conclude, parser
from studio.cli.mcp_words import with_advice
from studio.cli.result_lines import print_result
from studio.cli.terminal import Terminal
from studio.messages.toolspec import ToolSpec
from studio.present.text_lines import visible
from studio.session.policies import Coercion
from studio.tools import strategies
from studio.tools.coerce import CheckedCall, check_call
from studio.tools.tool import CallContext
from studio.tools.tools_file import LoadedTools

SECONDS = 60.0


def main(arguments: list[str]) -> int:
    """Run the command; its exit code."""
    options = _options()
    given = mcp_options.parsed(options, arguments)
    _name_words(options, given)
    if given.text == "-":
        given.text = sys.stdin.read()
    return conclude(given.as_json, lambda terminal: call(terminal, given))


def _options() -> argparse.ArgumentParser:
    options = parser("call", "Run one tool of a file or of an MCP server and print its result.")
    options.usage = "%(prog)s [-h] [--json] [OPTIONS] {FILE | --mcp COMMAND | …} NAME [ARGUMENTS]"
    options.add_argument(
        "words",
        nargs="*",
        metavar="FILE NAME ARGUMENTS",
        help="a Python or JSON file with tools (not with an MCP server), the tool, and its arguments, a JSON object; "
        "- reads them from stdin",
    )
    options.add_argument("--python", default="", metavar="PYTHON", help="the interpreter to run it with (else our own)")
    options.add_argument("--seconds", type=float, help="how long it may take (as the tool says, else 60)")
    options.add_argument(
        "--coercion", choices=get_args(Coercion), default="lossless", help="how misfits are made to fit (lossless)"
    )
    mcp_options.add_options(options, several=False)
    server_answers.add_options(options, models=False)
    return options


def _name_words(options: argparse.ArgumentParser, given: argparse.Namespace) -> None:
    """What each of the words is: `file` (None with a server), `name`, `text`."""
    words = list(given.words)
    given.file = None if mcp_options.said(given) or not words else Path(words.pop(0))
    check_chosen(options, given)
    if not words:
        behind = "; with -- it stands before the command of the server" if given.mcp else ""
        options.error(f"the following arguments are required: the name of the tool{behind}")
    if len(words) > 2:
        options.error(with_advice(f"unrecognized arguments: {' '.join(words[2:])}", given))
    given.name, given.text = words[0], (*words, "{}")[1]


async def call(terminal: Terminal, given: argparse.Namespace) -> int:
    """Run the tool; the exit code."""
    async with chosen_source(terminal, given, server_answers.chosen(given)) as source:
        spec, checked = _checked(source.loaded, given)
        assert checked.value is not None
        changes = () if given.coercion == "ask" else checked.changes
        if not terminal.as_json:
            _print_changes(changes)
        outcome = await source.run(spec, checked.value, _context(spec, given))
    print_result(terminal, outcome, changes)
    if outcome.status == "died" and given.file is None:
        return SERVER_FAILED
    return DONE if outcome.status == "ok" else CHECK_FAILED


def _context(spec: ToolSpec, given: argparse.Namespace) -> CallContext:
    """What the tool is told of its call; each time the command is given is another call, with a key of its own."""
    seconds = given.seconds or spec.seconds or SECONDS
    return CallContext("call_1", idempotency_key=uuid.uuid4().hex, seconds=seconds, on_progress=_print_progress)


def _print_progress(fraction: float | None, text: str) -> None:
    share = f"{fraction:.0%}" if fraction is not None else ""
    print(visible(" ".join(filter(None, (share, text)))), file=sys.stderr)


def _checked(loaded: LoadedTools, given: argparse.Namespace) -> tuple[ToolSpec, CheckedCall]:
    """The tool and its call, fit to run. CommandError when there is none, or the arguments do not fit."""
    spec = next((spec for spec in loaded.specs if spec.name == given.name), None)
    if spec is None:
        raise CommandError(strategies.unknown_tool(given.name, [spec.name for spec in loaded.specs]))
    if spec.undo_with == "record":
        raise CommandError(
            f"{spec.name} undoes a call of {spec.compensates}: it gets the record of that call, and cannot be called by itself.",
            "run --compensate calls it when a later call fails.",
        )
    checked = check_call(spec, given.text, coercion=given.coercion)
    if not checked.fits:
        raise CommandError(
            strategies.bad_arguments(given.name, checked.problems), _offer(checked, given), code=CHECK_FAILED
        )
    return spec, checked


def _offer(checked: CheckedCall, given: argparse.Namespace) -> str:
    """What may have been meant, or can be made to fit."""
    if checked.value is not None:
        offered = checked.changes if given.coercion == "ask" else ()
        can = "".join(f"\n- {_said(each)}" for each in offered)
        return f"With --coercion lossless these can be made to fit:{can}" if offered else ""
    meant = next((each.repair for each in checked.problems if not each.pointer and each.repair), None)
    return f"Perhaps it was meant as {meant}" if meant is not None else ""


def _print_changes(changes: Sequence[Change]) -> None:
    for change in changes:
        print(visible(_said(change)), file=sys.stderr)


def _said(change: Change) -> str:
    return f"{change.pointer.removeprefix('/')}: {change.old} → {change.new or 'left out'}"
