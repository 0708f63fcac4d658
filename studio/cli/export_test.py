"""`export-test FILE -o test_x.py`: a session as a test for pytest that asserts its calls and answers; only reads the file.

Above: `__main__`. Below: `workspace/exported_test`, `interop/planned_test`.
"""

import argparse
import re
import warnings
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from studio.cli.command import BAD_FILE, DONE, WRONG_USE, CommandError, conclude, failing, parser
from studio.cli.terminal import Terminal
from studio.engine.volatile import check_path
from studio.interop.planned_test import HowAnswer, HowLoose, PlannedAnswer, PlannedTest, made_loose_by_tool
from studio.workspace.exported_test import Exported
from studio.workspace.workspace import Workspace

_LOOSE = "TOOL.MEMBER[=any|type|schema|like:PATTERN]"
_ANSWER = "exact|ignore|contains[:TEXT]|like:PATTERN"


def main(arguments: list[str]) -> int:
    """Run the command; its exit code."""
    options = parser(
        "export-test",
        "Write a session as a test for pytest: it replays the session and asserts each call, its arguments, and the answers.",
    )
    options.add_argument("file", type=Path, help="a session file (.tcsession); it is only read")
    options.add_argument(
        "-o", dest="out", type=Path, required=True, metavar="TEST.py", help="where the test goes (test_….py)"
    )
    options.add_argument("--branch", metavar="NAME", help="the branch to replay (else that of the head)")
    options.add_argument(
        "--loose",
        action="append",
        default=[],
        metavar=_LOOSE,
        help="an argument that may be otherwise, in all calls of a tool: any value, one of its type, one that fits its schema, or a text "
        "in which the pattern is found; MEMBER is a name, a way such as order.id, or * for each",
    )
    options.add_argument(
        "--order", choices=("exact", "loose"), default="exact", help="whether the order of calls counts (exact)"
    )
    options.add_argument("--answer", default="exact", metavar=_ANSWER, help="how the answers are asserted (exact)")
    options.add_argument(
        "--volatile",
        action="append",
        default=[],
        metavar="PATH",
        help="a place of a request that may differ, such as /messages/*/content/time; may be given again",
    )
    options.add_argument("--force", action="store_true", help="overwrite a test that was changed by hand")
    given = options.parse_args(arguments)
    return conclude(given.as_json, lambda terminal: export(terminal, given))


async def export(terminal: Terminal, given: argparse.Namespace) -> int:
    """Write the test. CommandError 3 when the session cannot be read, 2 when the options do not fit it."""
    workspace = Workspace()
    try:
        with failing(BAD_FILE):
            session = workspace.look(given.file)
        with failing(WRONG_USE):
            for place in given.volatile:
                check_path(place)
            plan = session.plan_test(branch=given.branch)
            for loose in given.loose:
                plan = _loosened(plan, loose)
            plan = replace(plan, in_order=given.order == "exact", answers=_answers(plan, given.answer))
            plan = replace(plan, volatile=tuple(given.volatile))
            done = session.export_test(plan, given.out, force=given.force)
    finally:
        await workspace.close()
    _tell(terminal, plan, done)
    return DONE


def _loosened(plan: PlannedTest, said: str) -> PlannedTest:
    where, _, way = said.partition("=")
    tool, member = _split(plan, where)
    how, _, pattern = (way or "any").partition(":")
    match how:
        case "any" | "type" | "schema" if not pattern:
            known: HowLoose = how
        case "like" if pattern:
            _check_pattern(pattern)
            known = "like"
        case _:
            raise CommandError(f"--loose wants {_LOOSE}, and was given {said!r}.")
    return made_loose_by_tool(plan, tool, member, known, pattern)


def _split(plan: PlannedTest, where: str) -> tuple[str, str]:
    """The tool and the member; names of tools may hold dots."""
    names = sorted({call.name for call in plan.calls}, key=len, reverse=True)
    tool = next((name for name in names if where.startswith(f"{name}.")), where.partition(".")[0])
    member = where[len(tool) + 1 :]
    if not (tool and member):
        raise CommandError(f"--loose wants {_LOOSE}, and was given {where!r}.")
    return tool, member


def _check_pattern(pattern: str) -> None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            re.compile(pattern)
    except re.error as error:
        raise CommandError(f"The pattern {pattern} cannot be read: {error}.") from error


def _answers(plan: PlannedTest, said: str) -> tuple[PlannedAnswer, ...]:
    """All answers asserted as exactly or as little as is said; a text that is looked for is that of the last one."""
    how, _, text = said.partition(":")
    match how:
        case "exact" | "ignore" | "contains" if not text:
            known: HowAnswer = how
            return tuple(replace(answer, how=known) for answer in plan.answers)
        case "contains" | "like" if text:
            if how == "like":
                _check_pattern(text)
            return (*plan.answers[:-1], *(replace(answer, how=how, said=text) for answer in plan.answers[-1:]))
        case _:
            raise CommandError(f"--answer wants {_ANSWER}, and was given {said!r}.")


def _tell(terminal: Terminal, plan: PlannedTest, done: Exported) -> None:
    files = [path for path in (done.test, done.session, done.values) if path is not None]
    counted = f"{_many(len(plan.calls), 'call')}, {_many(len(plan.answers), 'answer')} of branch {plan.branch}"
    terminal.line(f"{done.test.name}: {counted}", "heading")
    for path in files:
        terminal.line(f"  {path}")
    terminal.line(f"Run it: pytest {done.test}", "quiet")
    value: dict[str, Any] = {
        "test": str(done.test),
        "session": str(done.session),
        "values": str(done.values) if done.values is not None else None,
        "branch": plan.branch,
        "calls": [{"name": call.name, "arguments": call.arguments, "inside": call.inside} for call in plan.calls],
        "answers": [answer.text for answer in plan.answers],
        "exit": DONE,
    }
    terminal.value(value)


def _many(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"
