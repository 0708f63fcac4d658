"""`check FILE|DIR`: what is wrong with the requests of recorded sessions, and what was seen of their loops. Reads the files only.

Above: `__main__`. Below: `workspace/session_check`, `store/session_file`.
"""

import argparse
from pathlib import Path
from typing import Any

from studio.checks.history.problem import HistoryProblem
from studio.cli import rule_options
from studio.cli.command import BAD_FILE, CHECK_FAILED, DONE, CommandError, conclude, failing, parser
from studio.cli.session_files import session_files
from studio.cli.terminal import Terminal
from studio.dialects import roster
from studio.paths import is_folder
from studio.session.journal import Journal, NowhereSink
from studio.store.session_file import collector_paused, read
from studio.workspace.session_check import CheckedPart, CheckedRequest, SessionCheck


def main(arguments: list[str]) -> int:
    """Run the command; its exit code."""
    options = parser(
        "check", "Check what recorded sessions sent, what they would send next, and whether their loops get anywhere."
    )
    options.add_argument("files", type=Path, nargs="+", metavar="FILE|DIR", help="session files, or folders of them")
    options.add_argument(
        "--branch", metavar="NAME", help="only this branch, from the first step on (else every branch)"
    )
    options.add_argument(
        "--dialect",
        choices=roster.NAMES,
        help="look at the next request alone, as it would be in this format at a server of which nothing else is known",
    )
    rule_options.add_options(options)
    given = options.parse_args(arguments)
    return conclude(given.as_json, lambda terminal: check(terminal, given))


@collector_paused()
def check(terminal: Terminal, given: argparse.Namespace) -> int:
    """All files; 1 when a request is an error. CommandError 3 when one is none, after the others."""
    told: list[dict[str, Any]] = []
    counts = {"error": 0, "warning": 0, "hint": 0}
    chosen = rule_options.ChosenRules(given)
    bad: CommandError | None = None
    for file in session_files(given.files):
        try:
            told.append(_file(terminal, file, given, counts, chosen))
        except CommandError as error:
            if len(given.files) == 1 and not is_folder(given.files[0]):
                raise
            terminal.line(f"{file}: {error.sentence}", "error")
            told.append({"file": str(file), "error": {"sentence": error.sentence, "help": error.help}})
            bad = bad or error
    terminal.value({"files": told, "counts": counts, "rules": chosen.value()})
    chosen.tell(terminal)
    unread = sum("error" in each for each in told)
    terminal.line(_sum(counts, unread), "error" if counts["error"] or unread else "quiet")
    if bad is not None:
        return bad.code
    return CHECK_FAILED if counts["error"] else DONE


def _file(
    terminal: Terminal,
    file: Path,
    given: argparse.Namespace,
    counts: dict[str, int],
    rules: rule_options.ChosenRules,
) -> dict[str, Any]:
    with failing(BAD_FILE):
        opened = read(file)
        journal = Journal(opened.tree, NowhereSink(), lambda: 0, opened.notes, opened.head)
        branches = [branch for branch in opened.tree.branches(journal.names) if opened.tree.whole(branch.tip)]
        chosen = [branch for branch in branches if given.branch in (None, branch.name)]
        if given.branch is not None and not chosen:
            known = ", ".join(branch.name for branch in branches) or "none"
            raise CommandError(f"{file.name} has no branch named {given.branch}.", f"It has: {known}.")
        looking = SessionCheck(opened.tree, given.dialect or "", rules.levels)
        parts = [looking.branch(branch, whole=given.branch is not None) for branch in chosen]
    terminal.line(journal.title or file.stem if len(given.files) == 1 else str(file), "heading")
    for part in parts:
        _count(part, counts)
        _print(terminal, part)
    return {"file": str(file), "title": journal.title, "branches": [_value(part) for part in parts]}


def _count(part: CheckedPart, counts: dict[str, int]) -> None:
    for severity in (*(one.severity for one in part.all), *(one.severity for one in part.loops)):
        counts[severity] += 1


def _print(terminal: Terminal, part: CheckedPart) -> None:
    terminal.line(f"Branch {part.name}")
    for request in part.requests:
        for problem in request.problems:
            terminal.line(f"  {_of_request(request)}: {_said(problem)}", _style(problem.severity))
    for problem in part.next:
        terminal.line(f"  the next request: {_said(problem)}", _style(problem.severity))
    for found in part.loops:
        terminal.line(f"  round {found.round}: {found.severity}: {found.sentence}", _style(found.severity))
    if not part.all and not part.loops:
        terminal.line("  nothing found", "quiet")


def _of_request(request: CheckedRequest) -> str:
    anyway = ", sent anyway" if request.anyway else ""
    return f"request of round {request.round} (step {request.node}{anyway})"


def _said(problem: HistoryProblem) -> str:
    return f"{problem.severity}: {problem.sentence} [{problem.code} {problem.pointer}]"


def _style(severity: str) -> str:
    return {"error": "error", "warning": "call"}.get(severity, "quiet")


def _value(part: CheckedPart) -> dict[str, Any]:
    """One branch as JSON."""
    loops = [
        {
            "code": found.code,
            "severity": found.severity,
            "round": found.round,
            "calls": [list(key) for key in found.calls],
            "tool": found.tool,
            "count": found.count,
            "sentence": str(found.sentence),
        }
        for found in part.loops
    ]
    requests = [
        {
            "step": request.node,
            "round": request.round,
            "sent_anyway": request.anyway,
            "problems": [_problem(one) for one in request.problems],
        }
        for request in part.requests
    ]
    return {"name": part.name, "requests": requests, "next": [_problem(one) for one in part.next], "loops": loops}


def _problem(problem: HistoryProblem) -> dict[str, Any]:
    return {
        "code": problem.code,
        "severity": problem.severity,
        "pointer": problem.pointer,
        "call_id": problem.call_id,
        "tool": problem.tool,
        "sentence": str(problem.sentence),
    }


def _sum(counts: dict[str, int], unread: int) -> str:
    words = [f"{count} {name}{'' if count == 1 else 's'}" for name, count in counts.items() if count]
    words += [f"{unread} {'file was' if unread == 1 else 'files were'} not looked at"] if unread else []
    return f"{', '.join(words)}." if words else "Nothing was found."
