"""A branch of a recorded file gone along in a session of its own: who answers, what is trusted, past what it goes.

Above: `replay`, `replay_check`. Below: `workspace`, `replay_verdict`. Prints nothing but what a follower prints.
"""

import argparse
import fnmatch
import sys
from collections.abc import Sequence
from pathlib import Path

from studio.checks.names import nearest_name
from studio.cli import answering, break_options, mock_options, server_answers
from studio.cli.approval import run_on
from studio.cli.command import BAD_FILE, WRONG_USE, CommandError, failing
from studio.cli.follow import Follower
from studio.cli.moving import stopped_by_ctrl_c, written_down
from studio.engine.recording import Recording
from studio.present.text_lines import visible
from studio.session.mcp_servers import server_of
from studio.session.notes import Stopped
from studio.session.replay_rules import ReplayRules
from studio.session.setup import ResponderChoice, ToolFile
from studio.session.tree import ROOT
from studio.workspace import opening
from studio.workspace.opened import OpenedSession
from studio.workspace.services import file_of
from studio.workspace.workspace import Workspace


def begun(
    workspace: Workspace, given: argparse.Namespace, file: Path, branch: str | None, into: Path, *, remember: bool
) -> OpenedSession:
    """A session that is ready to go along a branch of `file`; nothing ran yet. Raises CommandError."""
    rules = ReplayRules(tuple(given.volatile), tuple(given.live_tools), given.paced)
    with failing(BAD_FILE):
        source = opening.recording(file, branch)
    if not given.check:
        _tell_idle(given.live_tools, source.recording)
    choice = _choice(workspace, given, source.recording)
    with failing(WRONG_USE):
        switches = {"model": given.model, "tools": given.tools, "remember": remember}
        session = workspace.replay(file, source=source, into=into, rules=rules, **switches)
    with failing(BAD_FILE):
        mock_options.add_mocks(session, given.mocks)
    break_options.set_all(session, given.points)
    _trust(session, given)
    if choice is not None:
        session.use_responder(choice, {})
    return session


def _tell_idle(patterns: Sequence[str], recorded: Recording) -> None:
    """Warn on stderr of each pattern of live tools that no tool of the recording has: it was probably meant for another one."""
    tools = recorded.tree.state(recorded.leaf).setup.tools
    names = dict.fromkeys((*(tool.name for tool in tools), *(call.call.name for call in recorded.calls)))
    for pattern in patterns:
        if not fnmatch.filter(names, pattern):
            near = nearest_name(pattern, names)
            mean = f"Did you mean {near}? " if near else ""
            told = f"No tool of the recording is named {pattern}. {mean}There are: {', '.join(names) or 'none'}."
            print(visible(told), file=sys.stderr)


def _choice(workspace: Workspace, given: argparse.Namespace, source: Recording) -> ResponderChoice | None:
    """Who answers instead of whom the session names; None when it stays so."""
    if given.model != "live":
        return None
    recorded = source.tree.state(source.leaf).setup.responder
    with failing(WRONG_USE):
        if answering.said(given):
            return answering.chosen(workspace, given, stream=recorded.stream, recorded=recorded)
        workspace.retries = answering.of_session(workspace, recorded).retries
    return None


async def moved(session: OpenedSession, given: argparse.Namespace, follower: Follower | None) -> Stopped:
    """Go along the recording to its end, past the failures and limits that were recorded; the stop where that ends."""
    if follower is not None:
        follower.catch_up(session.head)
    with failing(WRONG_USE), written_down(session), stopped_by_ctrl_c(session):
        async with server_answers.answering(session, given.answers):
            stop, before = await run_on(session, given.approve), ROOT
            while given.model == "recorded" and stop.at != before and session.went_on(stop):
                before = stop.at
                stop = await run_on(session, given.approve)
    if follower is not None:
        follower.stopped(stop)
        follower.end()
    return stop


def _trust(session: OpenedSession, given: argparse.Namespace) -> None:
    """Tools that run for real do so only when they are trusted, by the settings or by --trust."""
    if given.tools == "live":
        files, executors, servers = session.untrusted, session.untrusted_executors(), session.untrusted_servers()
    else:
        files, executors, servers = _of_live_tools(session)
    named = ", ".join((*(file.path for file in files), *executors, *servers))
    if named and not given.trust:
        raise CommandError(f"The session names tools that are not trusted: {named}.", "Look at them, then add --trust.")
    for file in files:
        session.trust(session.fingerprint(Path(file.path), file.interpreter), for_good=False)
    for name in executors:
        session.trust_executor(name, for_good=False)
    for name in servers:
        session.trust_server(name, for_good=False)


def _of_live_tools(session: OpenedSession) -> tuple[tuple[ToolFile, ...], tuple[str, ...], tuple[str, ...]]:
    """What waits for trust and gives a tool that runs for real although others are recorded: files, executors, servers."""
    setup, rules = session.state.setup, session.replay_rules
    live = [tool for tool in setup.tools if rules.runs(tool.name)]
    paths = {file.path for tool in live if (file := file_of(setup, tool)) is not None}
    served = {server.name for tool in live if (server := server_of(setup.servers, tool)) is not None}
    return (
        tuple(file for file in session.untrusted if file.path in paths),
        tuple(name for name in session.untrusted_executors() if rules.runs(name)),
        tuple(name for name in session.untrusted_servers() if name in served),
    )
