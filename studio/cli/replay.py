"""`replay FILE`: go along a recorded session again, with the recorded or a live model and recorded or live tools.

Above: `__main__`. Below: `going_along`, `replay_check`. Exit 1 with the first differing place when it comes out otherwise.
"""

import argparse
from pathlib import Path

from studio.cli import answering, break_options, mock_options, server_answers
from studio.cli.command import BAD_FILE, CHECK_FAILED, DONE, WRONG_USE, CommandError, conclude, failing, parser
from studio.cli.follow import Follower
from studio.cli.going_along import begun, moved
from studio.cli.moving import conclusion, exit_code, why_not_finished
from studio.cli.replay_check import check
from studio.cli.replay_decisions import decided
from studio.cli.replay_verdict import MISSED, SAME, Verdict, compared, missed
from studio.cli.spare_folder import spare_folder
from studio.cli.terminal import Terminal
from studio.engine.volatile import check_path
from studio.paths import is_folder
from studio.session.notes import Stopped
from studio.workspace import opening
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace

EXITS = """\
exit codes:
  0  it comes out as recorded (with --model live and without --check: it went on, whatever the model decided)
  1  it comes out otherwise; with several files this goes before the others
  3  a file cannot be read or is damaged, or a folder holds no session
  4  a provider or a server failed
  5  it stopped before the end: at an approval, a breakpoint, or a limit of a live model"""


def main(arguments: list[str]) -> int:
    """Run the command; its exit code."""
    options = parser("replay", "Step through a recorded session again and say where it comes out otherwise.")
    options.formatter_class = argparse.RawDescriptionHelpFormatter
    options.epilog = EXITS
    options.add_argument(
        "files",
        nargs="+",
        type=Path,
        metavar="FILE",
        help="a session file (.tcsession); it is only read. With --check several, and folders with all files below them",
    )
    options.add_argument("--model", choices=("recorded", "live"), default="recorded", help="who answers (recorded)")
    options.add_argument(
        "--tools", choices=("recorded", "live"), default="recorded", help="what gives results (recorded)"
    )
    _add_rules(options)
    mock_options.add_option(options, "with --tools live: ")
    break_options.add_options(options)
    options.add_argument("--branch", metavar="NAME", help="the branch to go along (else that of the head)")
    options.add_argument("--check", action="store_true", help="go along every branch, print only what differs")
    options.add_argument("--junit", type=Path, metavar="OUT.xml", help="with --check: write the outcome as JUnit XML")
    options.add_argument(
        "--trust", action="store_true", help="with live tools: run the tools files and MCP servers it names"
    )
    options.add_argument("--approve", choices=("all", "none", "ask"), default="ask", help="sensitive live tools (ask)")
    options.add_argument(
        "--save", type=Path, metavar="FILE", help="where to keep the session of the replay (else it is not kept)"
    )
    server_answers.add_options(options, models=True)
    answering.add_options(options, "--model-name", "with --model live: who answers (else whom the session names)")
    given = options.parse_args(arguments)
    return conclude(given.as_json, lambda terminal: replay(terminal, given))


def _add_rules(options: argparse.ArgumentParser) -> None:
    options.add_argument(
        "--live-tools",
        action="append",
        default=[],
        metavar="PATTERN",
        help="tools that run although all others are recorded: a name or a pattern such as 'get_*'; may be given again",
    )
    options.add_argument(
        "--volatile",
        action="append",
        default=[],
        metavar="PATH",
        help="a place of a request that may differ, such as /messages/*/content/time; may be given again",
    )
    options.add_argument("--paced", action="store_true", help="take the time that replies and results took")


async def replay(terminal: Terminal, given: argparse.Namespace) -> int:
    """Replay one branch, or (with `check`) all of all files."""
    _check_options(given)
    workspace = Workspace()
    try:
        with failing(WRONG_USE):
            given.answers, given.points = server_answers.chosen(given), break_options.chosen(given)
        if given.check:
            return await check(terminal, workspace, given)
        return await _one(terminal, workspace, given, given.files[0])
    finally:
        await workspace.close()


def _check_options(given: argparse.Namespace) -> None:
    """Raise CommandError where options do not go together."""
    with failing(WRONG_USE):
        for place in given.volatile:
            check_path(place)
    if not given.check and (len(given.files) > 1 or is_folder(given.files[0])):
        raise CommandError("Several files and folders go with --check.", "Without it, name one session file.")
    if given.junit is not None and not given.check:
        raise CommandError("--junit goes with --check.")
    if given.mocks is not None and given.tools != "live":
        raise CommandError("--mocks goes with --tools live.", "Without it the recording gives the results.")
    if given.live_tools and given.tools == "live":
        raise CommandError("--live-tools goes with recorded tools.", "With --tools live all tools run.")
    if given.model != "live" and answering.said(given):
        raise CommandError("Options that say who answers go with --model live.", "Without it the recording answers.")


async def _one(terminal: Terminal, workspace: Workspace, given: argparse.Namespace, file: Path) -> int:
    """One branch, into the file of `--save`, else into one that is thrown away and that nobody remembers."""
    with failing(BAD_FILE):
        names = opening.leaves(file)
    if not names:
        raise CommandError(f"{file.name} holds nothing to replay.", code=BAD_FILE)
    if given.branch is not None and given.branch not in names:
        raise CommandError(f"{file.name} has no branch named {given.branch}.", f"It has: {', '.join(names)}.")
    with spare_folder() as folder:
        into = given.save or folder / "replay.tcsession"
        session = begun(workspace, given, file, given.branch, into, remember=given.save is not None)
        try:
            stop = await moved(session, given, Follower(terminal, session, stops=False))
            return _told(terminal, session, stop, given)
        finally:
            await workspace.close_session(session)


def _told(terminal: Terminal, session: OpenedSession, stop: Stopped, given: argparse.Namespace) -> int:
    """Print how the replay came out; the exit code. What a live model decided otherwise is told, and fails with `--check` only."""
    verdict, code = _came_out(session, stop, given)
    name = session.recording.branch if session.recording is not None else ""
    otherwise = decided(session) if given.model == "live" and code == DONE else None
    if code == CHECK_FAILED:
        first, *rest = verdict.lines
        terminal.line(f"{name}: {first}", "error")
        for line in rest:
            terminal.line(line, "error")
    elif code == DONE:
        first, *rest = otherwise.lines if otherwise is not None else [verdict.sentence]
        for line in (f"{name}: {first}", *rest):
            terminal.line(line, "result")
    kept = f"Session: {session.path}" if given.save else "The replay was not kept; --save FILE keeps it."
    terminal.line(kept, "quiet")
    same = code == DONE if otherwise is None else not otherwise.round
    said = {"branch": name, "same": same, "difference": verdict.difference, "nearest": verdict.node or None}
    if given.model == "live":
        said["decision"] = otherwise.as_json() if otherwise is not None else None
    why = why_not_finished(session, stop) if code not in (DONE, CHECK_FAILED) else None
    return conclusion(terminal, {**said, "file": str(session.path) if given.save else None}, code, why)


def _came_out(session: OpenedSession, stop: Stopped, given: argparse.Namespace) -> tuple[Verdict, int]:
    if stop.what == "stopped" or stop.reason == "approval" or stop.breakpoint:
        return SAME, exit_code(stop)
    if given.model == "live":
        lost = missed(session, stop)
        # Without a difference it stopped because nothing more was recorded, which a live model need not mind.
        ends = stop.what == "differs" or stop.what in MISSED
        return (lost, CHECK_FAILED) if lost is not None else (SAME, DONE if ends else exit_code(stop))
    verdict = compared(session, stop)
    # Where the recording stopped, be it at a limit or in the middle, the replay has to stop too.
    return verdict, DONE if verdict.what == "same" else CHECK_FAILED
