"""`sample FILE`: the request that is due asked many times and in several ways; what was chosen how often, and what it cost.

Above: `__main__`. Below: `workspace/sampled`, `sample_options`. The session stands where it stood; what came is kept in its file.
"""

import argparse
import asyncio
import contextlib
import shutil
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from studio.cli import sample_kept, sample_options
from studio.cli.command import (
    BAD_FILE,
    CANCELLED,
    CHECK_FAILED,
    DONE,
    SERVER_FAILED,
    STOPPED,
    WRONG_USE,
    CommandError,
    conclude,
    failing,
    parser,
)
from studio.cli.moving import conclusion
from studio.cli.spare_folder import spare_folder
from studio.cli.terminal import Terminal
from studio.present.labels import english
from studio.present.sample_tables import money
from studio.present.sample_text import sample_lines
from studio.present.sample_values import SampleReport
from studio.present.words import words
from studio.problems import StudioError
from studio.session.nodes import NodeId
from studio.session.samples import SamplePlan
from studio.workspace.opened import OpenedSession
from studio.workspace.sampled import SampleAsked, SampleProgress
from studio.workspace.workspace import Workspace


def main(arguments: list[str]) -> int:
    """Run the command; its exit code."""
    options = parser(
        "sample",
        "Ask the request that is due in a session, or its last one, many times and count what is chosen. No tool runs, the session "
        "stays where it is, the replies are kept in its file.",
    )
    options.add_argument("file", type=Path, help="a session file (.tcsession)")
    options.add_argument(
        "--branch", metavar="NAME", help="the branch whose request is asked (else where the session stands)"
    )
    options.add_argument("--no-save", action="store_true", help="keep nothing: the file is only read")
    options.add_argument(
        "--kept",
        nargs="?",
        const="",
        metavar="ID",
        help="ask nobody: print what came of a sample that is kept, or of all",
    )
    sample_options.add_options(options)
    given = options.parse_args(arguments)
    if given.kept is not None:
        idle = sample_kept.idle_option(options, given)
        if idle:
            options.error(f"{idle} does not go with --kept")
        return conclude(given.as_json, lambda terminal: sample_kept.print_kept(terminal, given.file, given.kept))
    return conclude(given.as_json, lambda terminal: _run(terminal, given))


async def _run(terminal: Terminal, given: argparse.Namespace) -> int:
    workspace = Workspace()
    try:
        with spare_folder() as folder, failing(BAD_FILE):
            session = workspace.open(_copied(given.file, folder) if given.no_save else given.file)
            if session.read_only:
                raise CommandError(session.read_only, "Add --no-save: then the file is only read.", code=BAD_FILE)
            node = _node(session, given.branch)
            with failing(WRONG_USE):
                plan = sample_options.plan(workspace, given, session.tree.state(node).setup)
                return await _sample(terminal, session, plan, node)
    finally:
        await workspace.close()


def _copied(file: Path, folder: Path) -> Path:
    """A copy that is thrown away."""
    try:
        return Path(shutil.copyfile(file, folder / file.name))
    except OSError as error:
        raise CommandError(f"{file} cannot be read: {error.strerror}.", code=BAD_FILE) from error


def _node(session: OpenedSession, branch: str | None) -> NodeId:
    if branch is None:
        return session.head
    found = next((one for one in session.branches if one.name == branch), None)
    if found is None:
        names = ", ".join(one.name for one in session.branches)
        raise CommandError(f"The session has no branch named {branch}.", f"It has: {names}.")
    return found.tip


async def _sample(terminal: Terminal, session: OpenedSession, plan: SamplePlan, node: NodeId) -> int:
    asks = session.sample_asks(plan, node)
    sample_options.tell_unknown(plan, session.tree.state(node).setup)
    _announce(terminal, asks)
    progress = _Progress(terminal, plan)
    with _ended_by_ctrl_c(session):
        try:
            id = await session.sample(plan, progress.take, node=node)
        finally:
            progress.end()
    report = session.sample_report(id)
    terminal.line()
    terminal.lines(sample_lines(report))
    code = exit_code(report)
    return conclusion(terminal, {"report": report}, code, why_not_all(report, code))


def exit_code(report: SampleReport) -> int:
    """0 when each request was replied to, 1 when some were not, 4 when none was, 5 when the budget ended it, 130 when it was cancelled.
    What was right or wrong is a count, no failure."""
    replies, failed = (sum(getattr(arm.tally, name) for arm in report.arms) for name in ("replies", "failed"))
    by_budget = report.why in ("cost", "tokens", "seconds")
    if report.why == "cancelled":
        return CANCELLED
    if not replies and (failed or not by_budget):
        return SERVER_FAILED
    return STOPPED if by_budget else CHECK_FAILED if failed else DONE


def why_not_all(report: SampleReport, code: int) -> StudioError | None:
    """Why a sample is not whole, in a sentence; None when it is, and after Ctrl+C."""
    replies, failed = (sum(getattr(arm.tally, name) for arm in report.arms) for name in ("replies", "failed"))
    first = next((one.text for arm in report.arms for one in arm.tally.errors), "")
    said = f" The first said: {first}" if first else ""
    match code:
        case _ if code == STOPPED:
            return StudioError(f"The budget ({report.why}) ended it after {replies} replies.", "Raise it to go on.")
        case _ if code == SERVER_FAILED:
            return StudioError("No request was replied to.", said.strip())
        case _ if code == CHECK_FAILED:
            return StudioError(f"{failed} of {replies + failed} requests were not replied to.", said.strip())
        case _:
            return None


def _announce(terminal: Terminal, asks: tuple[SampleAsked, ...]) -> None:
    """What will be sent to whom, before anything is."""
    total = sum(one.requests for one in asks)
    terminal.value({"entry": "plan", "requests": total, "asks": asks})
    for one in asks:
        to = f"{one.model_name} at {one.url}" if one.url else one.model_name or "the script"
        many = english(words("sample.wants", n=one.requests))
        price = "price unknown" if one.cost is None else f"about {money(one.cost, '')}"
        terminal.line(f"{one.arm}: {many} to {to}, about {one.tokens:,} tokens in, {price}", "quiet")
    if any(one.cost is None for one in asks):
        terminal.line(
            "Where the price is not known only --budget-tokens and --budget-seconds can end it early.", "quiet"
        )
    terminal.flush()


class _Progress:
    """A line on stderr while it goes on, where that is a terminal; each reply as a JSON value where that is wanted."""

    def __init__(self, terminal: Terminal, plan: SamplePlan) -> None:
        self._terminal, self._plan = terminal, plan
        self._shows = sys.stderr.isatty()
        self._failed = 0

    def take(self, now: SampleProgress) -> None:
        """A request came to its end."""
        self._failed += now.taken.error is not None
        self._terminal.value(_value(now, self._plan))
        if self._shows:
            failed = f" · {self._failed} failed" if self._failed else ""
            cost = f" · {money(now.cost, '')}" if now.cost else ""
            print(
                f"\r{now.done} of {now.total}{failed} · {now.tokens:,} tokens{cost}\x1b[K",
                end="",
                file=sys.stderr,
                flush=True,
            )

    def end(self) -> None:
        """Take the line away."""
        if self._shows:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def _value(now: SampleProgress, plan: SamplePlan) -> dict[str, Any]:
    """A reply as JSON: `arm` by its name, as in the plan and in the report."""
    taken = now.taken
    calls = [{"name": call.name, "arguments": call.arguments} for call in taken.reply.calls] if taken.reply else []
    return {
        "entry": "reply",
        "arm": plan.arms[taken.arm].name,
        "arm_index": taken.arm,
        "probe": taken.probe,
        "nth": taken.nth,
        "seconds": taken.seconds,
        "text": taken.reply.text if taken.reply is not None else None,
        "calls": calls,
        "error": taken.error.message if taken.error is not None else None,
    }


@contextlib.contextmanager
def _ended_by_ctrl_c(session: OpenedSession) -> Iterator[None]:
    """Meanwhile Ctrl+C ends the sample, and what came is told."""
    loop = asyncio.get_running_loop()
    former = signal.signal(signal.SIGINT, lambda *_: loop.call_soon_threadsafe(session.stop_sample))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, former)
