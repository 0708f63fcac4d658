"""`run --prompt TEXT …`: send a prompt to a live model, run its tool calls, leave the session file.

Above: `__main__`. Below: `workspace`, `answering`, `approval`, `follow`. A failed request is sent again as often as the profile says;
naming a tools file trusts it for this run.
"""

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from studio.cli import (
    answering,
    break_options,
    loop_options,
    mcp_options,
    memory_options,
    mock_options,
    search_options,
    server_answers,
    skill_options,
    toolbox_options,
)
from studio.cli.approval import run_on
from studio.cli.command import BAD_FILE, CHECK_FAILED, STOPPED, WRONG_USE, conclude, failing, parser
from studio.cli.follow import Follower
from studio.cli.mcp_source import log_shown, start_servers
from studio.cli.moving import conclusion, exit_code, stopped_by_ctrl_c, why_not_finished, written_down
from studio.cli.parameter import parameter
from studio.cli.stop_advice import stop_advice
from studio.cli.terminal import Terminal
from studio.messages.message import user
from studio.messages.passage import Passage
from studio.present.stop_words import unknown_name
from studio.problems import StudioError
from studio.session.frames import inside_name
from studio.session.notes import Stopped
from studio.session.setup import ResponderChoice, Setup
from studio.workspace.opened import OpenedSession
from studio.workspace.taken_name import TakenNameError
from studio.workspace.workspace import Workspace

BY_TOOLS = "tool_execution"


def main(arguments: list[str]) -> int:
    """Run the command; its exit code."""
    given = mcp_options.parsed(_options(), arguments)
    return conclude(given.as_json, lambda terminal: run(terminal, given))


def _options() -> argparse.ArgumentParser:
    options = parser("run", "Send a prompt to a model and run its tool calls, to the end or the first stop.")
    options.add_argument("--prompt", required=True, metavar="TEXT", help="the message that is sent")
    answering.add_options(options, "--model")
    options.add_argument(
        "--tools",
        type=Path,
        nargs="+",
        action="extend",
        default=[],
        metavar="FILE",
        help="Python or JSON files with tools; naming one trusts it",
    )
    mcp_options.add_options(options, several=True)
    mock_options.add_option(options)
    options.add_argument("--system", metavar="TEXT", help="the system text")
    options.add_argument("--no-stream", action="store_true", help="ask for the reply in one piece")
    options.add_argument("--param", action="append", default=[], metavar="K=V", help="a member of the request body")
    options.add_argument("--approve", choices=("all", "none", "ask"), default="ask", help="tools that ask first (ask)")
    server_answers.add_options(options, models=True)
    loop_options.add_options(options)
    break_options.add_options(options)
    toolbox_options.add_options(options)
    search_options.add_options(options)
    memory_options.add_options(options)
    skill_options.add_options(options)
    options.add_argument("--save", type=Path, required=True, metavar="FILE", help="the session file to write")
    return options


async def run(terminal: Terminal, given: argparse.Namespace) -> int:
    """Run the prompt to its end; the exit code of where it stopped."""
    workspace = Workspace()
    try:
        with failing(WRONG_USE):
            answers, points = server_answers.chosen(given), break_options.chosen(given)
            choice = answering.chosen(workspace, given, stream=not given.no_stream)
            session = workspace.new(setup=_setup(workspace, choice, given), path=given.save)
        break_options.set_all(session, points)
        follower = Follower(terminal, session, stops=False)
        with log_shown(session, given.verbose):
            async with server_answers.answering(session, answers):
                with failing(BAD_FILE):
                    passages = await _add_files(terminal, workspace, session, given)
                mock_options.tell_idle(terminal, session)
                loop_options.tell_idle(terminal, session.state.setup)
                toolbox_options.tell_idle(terminal, session.state.setup)
                break_options.tell_idle(terminal, session)
                with failing(WRONG_USE), written_down(session), stopped_by_ctrl_c(session):
                    session.add_message(replace(user(given.prompt), passages=passages))
                    stop = await run_on(session, given.approve)
        follower.stopped(stop)
        _print_answer(terminal, session, stop)
        return conclusion(terminal, _said(session, stop), exit_code(stop), _why(session, stop))
    finally:
        await workspace.close()


def _setup(workspace: Workspace, choice: ResponderChoice, given: argparse.Namespace) -> Setup:
    profile = workspace.world.profile(choice.profile)
    params = {**(profile.params if profile is not None else {}), **dict(map(parameter, given.param))}
    search = search_options.members(workspace, choice, given)
    return Setup(
        choice,
        given.system,
        params,
        **loop_options.members(given),
        **memory_options.members(given),
        **toolbox_options.members(given),
        **search,
    )


async def _add_files(
    terminal: Terminal, workspace: Workspace, session: OpenedSession, given: argparse.Namespace
) -> tuple[Passage, ...]:
    """Add what the named files hold; the passages of the prompt. Where one cannot be used nothing is left of the session, so that the
    same command can be given again."""
    try:
        mock_options.add_mocks(session, given.mocks)
        for path in given.tools:
            if path.suffix.lower() == ".json":
                for note in _add_declared(session, path, toolbox_options.names(given, path)):
                    terminal.line(note, "quiet")
            else:
                session.trust(session.fingerprint(path), for_good=False)
                await session.add_tools(path, names=toolbox_options.names(given, path))
        await start_servers(terminal, session, mcp_options.servers(given))
        toolbox_options.rename_of_servers(session, given)
        toolbox_options.add_groups(workspace, session, given.groups)
        skill_options.add_skills(terminal, session, given)
        return skill_options.passages(session, given)
    except StudioError as error:
        await workspace.close_session(session)
        session.path.unlink(missing_ok=True)
        workspace.forget(session.path)
        if isinstance(error, TakenNameError):
            raise StudioError(error.sentence, toolbox_options.rename_advice(error)) from error
        raise


def _add_declared(session: OpenedSession, path: Path, names: Mapping[str, str]) -> tuple[str, ...]:
    """The tools of a JSON file; how they run is trusted for this run. Gives what was not taken as it stands."""
    imported = session.import_tools(path, names)
    for name in session.untrusted_executors():
        if name in imported.names:
            session.trust_executor(name, for_good=False)
    return imported.notes


def _why(session: OpenedSession, stop: Stopped) -> StudioError | None:
    """The error that a stop short of the end is, with what to do."""
    why = why_not_finished(session, stop)
    if why is None or why.help or exit_code(stop) not in (CHECK_FAILED, STOPPED):
        return why
    name = unknown_name(stop, session.state)
    known = name if session.can_offer(name) else ""
    asked = answering.again(session.state.setup.responder)
    return StudioError(why.sentence, stop_advice(stop, session.path, inside_name(session.state), known, asked))


def _print_answer(terminal: Terminal, session: OpenedSession, stop: Stopped) -> None:
    """Where results are the answer, they are printed whole and by themselves."""
    for text in session.answer() if stop.what == BY_TOOLS else ():
        for line in session.blanked(text).splitlines() or [""]:
            terminal.line(line, "result")


def _said(session: OpenedSession, stop: Stopped) -> dict[str, Any]:
    """What the last value says: the answer, and by whom the turn was ended when not by the model."""
    form = session.printed_form()
    ended = {"finish": BY_TOOLS, "results": list(session.answer())} if stop.what == BY_TOOLS else {}
    said = {
        "file": str(session.path),
        "text": "\n".join(session.answer()),
        **ended,
        **({"printed": form} if form else {}),
    }
    return session.blanked(said)
