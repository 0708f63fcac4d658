"""`run --prompt TEXT …`: send a prompt to a live model, run its tool calls, leave the session file.

Above: `__main__`. Below: `workspace`, `approval`, `follow`. Two automatic retries; naming a tools file trusts it for this run.
"""

import argparse
import json
from pathlib import Path
from typing import Any

from studio.cli.approval import run_on
from studio.cli.command import BAD_FILE, WRONG_USE, CommandError, conclude, failing, parser
from studio.cli.follow import Follower
from studio.cli.moving import exit_code, stopped_by_ctrl_c
from studio.cli.terminal import Terminal
from studio.messages.message import user
from studio.responders.profiles import Profile, read_profile
from studio.session.setup import ResponderChoice, Setup
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace

RETRIES = 2
OWN_PROFILE = "command line"
"""The name of the profile that `--base-url` makes for one run."""


def main(arguments: list[str]) -> int:
    """Run the command; its exit code."""
    given = _options().parse_args(arguments)
    return conclude(given.as_json, lambda terminal: run(terminal, given))


def _options() -> argparse.ArgumentParser:
    options = parser("run", "Send a prompt to a model and run its tool calls, to the end or the first stop.")
    options.add_argument("--prompt", required=True, metavar="TEXT")
    options.add_argument("--profile", metavar="NAME", help="a model profile of the settings")
    options.add_argument("--base-url", metavar="URL", help="an OpenAI-compatible endpoint, instead of a profile")
    options.add_argument("--key-env", metavar="NAME", help="with --base-url: the variable that holds the key")
    options.add_argument("--model", metavar="NAME", help="the model; needed with --base-url")
    options.add_argument("--tools", type=Path, nargs="+", action="extend", default=[], metavar="FILE.py")
    options.add_argument("--system", metavar="TEXT", help="the system text")
    options.add_argument("--no-stream", action="store_true", help="ask for the reply in one piece")
    options.add_argument("--param", action="append", default=[], metavar="K=V", help="a member of the request body")
    options.add_argument("--approve", choices=("all", "none", "ask"), default="ask", help="sensitive tools (ask)")
    options.add_argument("--max-round-trips", type=int, default=Setup().max_round_trips, metavar="N")
    options.add_argument("--save", type=Path, required=True, metavar="FILE", help="the session file to write")
    return options


async def run(terminal: Terminal, given: argparse.Namespace) -> int:
    """Run the prompt to its end; the exit code of where it stopped."""
    workspace = Workspace(retries=RETRIES)
    try:
        with failing(WRONG_USE):
            choice = _choice(workspace, given)
            session = workspace.new(setup=_setup(workspace, choice, given), path=given.save)
        follower = Follower(terminal, session, stops=False)
        with failing(BAD_FILE):
            await _add_tools(session, given.tools)
        with failing(WRONG_USE), stopped_by_ctrl_c(session):
            session.add_message(user(given.prompt))
            stop = await run_on(session, given.approve)
        follower.stopped(stop)
        code = exit_code(stop)
        terminal.value({"entry": "end", "file": str(session.path), "text": _answer(session), "exit": code})
        return code
    finally:
        await workspace.close()


def _choice(workspace: Workspace, given: argparse.Namespace) -> ResponderChoice:
    """Who answers: a profile of the settings, or one made of the options."""
    if (given.profile is None) == (given.base_url is None):
        raise CommandError("Name a model: either --profile NAME or --base-url URL.")
    profile = _made(given) if given.base_url is not None else _named(workspace, given)
    changed = {"stream": profile.stream and not given.no_stream, "model": given.model or profile.model}
    profile = profile.model_copy(update=changed)
    if not profile.model:
        raise CommandError("The name of the model is missing.", "Add --model NAME.")
    if workspace.key_state(profile) == "missing" and profile.key_env:
        raise CommandError(f"The environment variable {profile.key_env} is not set.", "It has to hold the key.")
    workspace.world.lend(profile)
    return workspace.choice(profile)


def _made(given: argparse.Namespace) -> Profile:
    return read_profile({"name": OWN_PROFILE, "base_url": given.base_url, "key_env": given.key_env})


def _named(workspace: Workspace, given: argparse.Namespace) -> Profile:
    if given.key_env is not None:
        raise CommandError("--key-env goes with --base-url; a profile names its key itself.")
    found = workspace.world.profile(given.profile)
    if found is None:
        known = ", ".join(profile.name for profile in workspace.profiles) or "none yet"
        raise CommandError(f"There is no profile named {given.profile}.", f"Known are: {known}.")
    return found


def _setup(workspace: Workspace, choice: ResponderChoice, given: argparse.Namespace) -> Setup:
    profile = workspace.world.profile(choice.profile)
    params = {**(profile.params if profile is not None else {}), **dict(map(_param, given.param))}
    return Setup(choice, given.system, params, max_round_trips=given.max_round_trips)


def _param(text: str) -> tuple[str, Any]:
    """`temperature=0.2`: the value as JSON where it is JSON, else as text."""
    name, sign, value = text.partition("=")
    if not (name and sign):
        raise CommandError(f"--param wants NAME=VALUE, and was given {text!r}.")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


async def _add_tools(session: OpenedSession, files: list[Path]) -> None:
    for path in files:
        session.trust(session.fingerprint(path), for_good=False)
        await session.add_tools(path)


def _answer(session: OpenedSession) -> str:
    return session.state.open.reply.text if session.state.open is not None else ""
