"""`replay FILE`: go along a recorded session again, with the recorded or a live model and recorded or live tools.

Above: `__main__`. Below: `workspace`, `engine/difference`. Exit 1 with the first differing place when it comes out otherwise.
"""

import argparse
import json
from pathlib import Path
from typing import Any

from studio.cli import answering, mock_options, server_answers
from studio.cli.approval import run_on
from studio.cli.command import BAD_FILE, CHECK_FAILED, DONE, WRONG_USE, CommandError, conclude, failing, parser
from studio.cli.follow import Follower
from studio.cli.moving import conclusion, exit_code, stopped_by_ctrl_c, why_not_finished, written_down
from studio.cli.replayed import difference
from studio.cli.spare_folder import spare_folder
from studio.cli.terminal import Terminal
from studio.present.text_lines import visible
from studio.session.notes import Stopped
from studio.session.setup import ResponderChoice
from studio.session.tree import ROOT
from studio.workspace import opening
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace

LONGEST_VALUE = 400


def main(arguments: list[str]) -> int:
    """Run the command; its exit code."""
    options = parser("replay", "Step through a recorded session again and say where it comes out otherwise.")
    options.add_argument("file", type=Path, help="a session file (.tcsession); it is only read")
    options.add_argument("--model", choices=("recorded", "live"), default="recorded", help="who answers (recorded)")
    options.add_argument(
        "--tools", choices=("recorded", "live"), default="recorded", help="what gives results (recorded)"
    )
    mock_options.add_option(options, "with --tools live: ")
    options.add_argument("--branch", metavar="NAME", help="the branch to go along (else that of the head)")
    options.add_argument("--check", action="store_true", help="go along every branch, print only what differs")
    options.add_argument(
        "--trust", action="store_true", help="with --tools live: run the tools files and MCP servers it names"
    )
    options.add_argument("--approve", choices=("all", "none", "ask"), default="ask", help="sensitive live tools (ask)")
    options.add_argument(
        "--save", type=Path, metavar="FILE", help="where to keep the session of the replay (else it is not kept)"
    )
    server_answers.add_options(options, models=True)
    answering.add_options(options, "--model-name", "with --model live: who answers (else whom the session names)")
    given = options.parse_args(arguments)
    return conclude(given.as_json, lambda terminal: replay(terminal, given))


async def replay(terminal: Terminal, given: argparse.Namespace) -> int:
    """Replay one branch, or (with `check`) all of them; the exit code is the first that is not 0."""
    with failing(BAD_FILE):
        names = opening.leaves(given.file)
    if given.branch is not None and given.branch not in names:
        raise CommandError(f"{given.file.name} has no branch named {given.branch}.", f"It has: {', '.join(names)}.")
    if not names:
        raise CommandError(f"{given.file.name} holds nothing to replay.", code=BAD_FILE)
    if given.mocks is not None and given.tools != "live":
        raise CommandError("--mocks goes with --tools live.", "Without it the recording gives the results.")
    workspace = Workspace()
    try:
        with failing(WRONG_USE):
            given.choice, given.answers = _choice(workspace, given), server_answers.chosen(given)
        if given.check:
            return await _check(terminal, workspace, given, [given.branch] if given.branch else names)
        return await _one(terminal, workspace, given, given.branch)
    finally:
        await workspace.close()


def _choice(workspace: Workspace, given: argparse.Namespace) -> ResponderChoice | None:
    """Who answers instead of whom the session names; None when it stays so."""
    if given.model != "live":
        if answering.said(given):
            raise CommandError(
                "Options that say who answers go with --model live.", "Without it the recording answers."
            )
        return None
    with failing(BAD_FILE):
        source = opening.recording(given.file, given.branch).recording
    recorded = source.tree.state(source.leaf).setup.responder
    if answering.said(given):
        return answering.chosen(workspace, given, stream=recorded.stream, model=recorded.model_name)
    profile = workspace.world.profile(recorded.profile)
    if profile is None:
        at = f": the session asked {recorded.base_url}" if recorded.base_url else ""
        raise CommandError(f"It is not known who shall answer{at}.", f"Add {answering.OPTIONS}.")
    answering.need_key(workspace, profile)
    workspace.retries = profile.retries
    return None


async def _check(terminal: Terminal, workspace: Workspace, given: argparse.Namespace, names: list[str]) -> int:
    """Every branch; the first code that is not 0."""
    code = DONE
    for name in names:
        code = code or await _one(terminal, workspace, given, name)
    return code


async def _one(terminal: Terminal, workspace: Workspace, given: argparse.Namespace, branch: str | None) -> int:
    """One branch, into the file of `--save`, else into one that is thrown away and that nobody remembers."""
    save = None if given.check else given.save
    with spare_folder() as folder:
        into = save or folder / "replay.tcsession"
        with failing(WRONG_USE):
            switches = {"model": given.model, "tools": given.tools, "remember": save is not None}
            session = workspace.replay(given.file, branch=branch, into=into, **switches)
        try:
            with failing(WRONG_USE):
                _make_ready(session, given)
                stop = await _move(terminal, session, given)
            return _told(terminal, session, stop, branch, given)
        finally:
            await workspace.close_session(session)


def _make_ready(session: OpenedSession, given: argparse.Namespace) -> None:
    with failing(BAD_FILE):
        mock_options.add_mocks(session, given.mocks)
    _trust(session, given)
    if given.choice is not None:
        session.use_responder(given.choice, {})


async def _move(terminal: Terminal, session: OpenedSession, given: argparse.Namespace) -> Stopped:
    """Go along the recording to its end, past the failures and limits that were recorded."""
    follower = None if given.check else Follower(terminal, session, stops=False)
    if follower is not None:
        follower.catch_up(session.head)
    with written_down(session), stopped_by_ctrl_c(session):
        async with server_answers.answering(session, given.answers):
            stop, before = await run_on(session, given.approve), ROOT
            while given.model == "recorded" and stop.at != before and _went_on(session, stop):
                before = stop.at
                stop = await run_on(session, given.approve)
    if follower is not None:
        follower.stopped(stop)
        follower.end()
    return stop


def _went_on(session: OpenedSession, stop: Stopped) -> bool:
    """Whether the person went on in the recording where this stops: after a failure, or at a limit."""
    return stop.what == "provider_error" or (stop.reason == "limit" and session.plays_on)


def _trust(session: OpenedSession, given: argparse.Namespace) -> None:
    """Live tools run only when they are trusted, by the settings or by --trust."""
    executors, servers = session.untrusted_executors(), session.untrusted_servers()
    if given.tools != "live" or not (session.untrusted or executors or servers):
        return
    if not given.trust:
        named = ", ".join((*(file.path for file in session.untrusted), *executors, *servers))
        raise CommandError(f"The session names tools that are not trusted: {named}.", "Look at them, then add --trust.")
    for file in session.untrusted:
        session.trust(session.fingerprint(Path(file.path), file.interpreter), for_good=False)
    for name in executors:
        session.trust_executor(name, for_good=False)
    for name in servers:
        session.trust_server(name, for_good=False)


def _told(
    terminal: Terminal, session: OpenedSession, stop: Stopped, branch: str | None, given: argparse.Namespace
) -> int:
    """Print how the replay came out; the exit code. What a live model says is compared with `--check` only."""
    found = session.difference
    compared = given.check or given.model == "recorded"
    if found is None and compared:
        found = difference(session, given.file, branch)
    name = branch or "The recorded branch"
    if stop.what == "stopped" or stop.reason == "approval":
        code = exit_code(stop)
    elif found is not None:
        code = CHECK_FAILED
        for line in (
            f"{name}: differs at {found.pointer}",
            f"  old: {_short(found.old)}",
            f"  new: {_short(found.new)}",
        ):
            terminal.line(line, "error")
    else:
        # Where the recording stopped, be it at a limit or in the middle, the replay has to stop too.
        code = DONE if compared or _at_the_end(stop) else exit_code(stop)
        if code == DONE:
            came_out = "comes out the same" if compared else "went on to its end (compared with --check only)"
            terminal.line(f"{name}: {came_out}", "result")
    said = {"branch": branch, "same": code == DONE if compared else None, "difference": found}
    if not given.check:
        said["file"] = str(session.path) if given.save else None
        kept = f"Session: {session.path}" if given.save else "The replay was not kept; --save FILE keeps it."
        terminal.line(kept, "quiet")
    why = why_not_finished(session, stop) if code not in (DONE, CHECK_FAILED) else None
    return conclusion(terminal, said, code, why)


def _at_the_end(stop: Stopped) -> bool:
    """Whether a replay without a difference stopped because nothing more was recorded."""
    return stop.what in ("differs", "missed_result")


def _short(value: Any) -> str:
    text = visible(json.dumps(value, ensure_ascii=False))
    return text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}…"
