"""What is done about a sensitive call: run it, reject it, or ask the person at the terminal.

Above: `run`, `replay`. Below: `workspace`, `terminal`. A question goes to stderr, so that stdout stays clean.
"""

import json
import sys
from typing import Literal

from studio.cli.moving import NOBODY_THERE, ctrl_c_as_usual
from studio.cli.terminal import can_ask
from studio.present.text_lines import visible
from studio.problems import StudioError
from studio.session.events import CallKey, Stopped
from studio.workspace.opened import OpenedSession

Policy = Literal["all", "none", "ask"]
QUESTION = "Run it? [y]es · [n]o · [e]dit the arguments · [a]ll of this tool · [s]top: "
NOBODY = "Nobody could be asked for approval."
NOT_ALLOWED = "Sensitive tools are not allowed in this run."


async def run_on(session: OpenedSession, policy: Policy) -> Stopped:
    """Run to the end, deciding on sensitive calls; the stop where it came to rest."""
    while True:
        stop = await session.run_to_end()
        if stop.reason != "approval" or stop.call is None:
            return stop
        if not await _decide(session, stop.call, policy):
            return stop if session.head == stop.at else _rejected(session, stop.call)


def _rejected(session: OpenedSession, key: CallKey) -> Stopped:
    """The end of a run after a call that was rejected for want of a person: it is behind, and nothing waits before it."""
    return Stopped(session.head, "approval", "after_result", key, text=NOBODY_THERE)


async def _decide(session: OpenedSession, key: CallKey, policy: Policy) -> bool:
    """Whether to go on. Without a terminal a question is a rejection, and the end of the run."""
    match policy:
        case "all":
            await session.approve(key, all_of_tool=True)
            return True
        case "none":
            session.reject(key, NOT_ALLOWED)
            return True
        case "ask" if not can_ask():
            session.reject(key, NOBODY)
            return False
        case _:
            return await _ask(session, key)


async def _ask(session: OpenedSession, key: CallKey) -> bool:
    while True:
        _show(session, key)
        match _answer(QUESTION).strip().lower()[:1]:
            case "y":
                await session.approve(key)
                return True
            case "a":
                await session.approve(key, all_of_tool=True)
                return True
            case "n":
                session.reject(key, _answer("Reason, for the model to read (may be empty): "))
                return True
            case "e":
                _edit(session, key)
            case "s":
                return False
            case _:
                continue


def _show(session: OpenedSession, key: CallKey) -> None:
    found = session.state.call(key)
    assert found is not None
    call = session.blanked(found.call)
    _say(f"{call.name} is sensitive. It would run with:\n{_pretty(call.arguments)}")
    for problem in session.blanked(session.problems(key)):
        _say(f"  {problem.pointer or 'arguments'}: {problem.sentence}")


def _edit(session: OpenedSession, key: CallKey) -> None:
    text = _answer("Arguments, one line of JSON (empty: leave them): ")
    if not text.strip():
        return
    try:
        session.edit_call(key, arguments=text)
    except StudioError as error:
        _say(str(error))


def _pretty(text: str) -> str:
    try:
        return json.dumps(json.loads(text), ensure_ascii=False, indent=2)
    except (ValueError, RecursionError):
        return text


def _answer(question: str) -> str:
    """A line from the person. The end of the input counts as *stop*."""
    sys.stderr.write(question)
    sys.stderr.flush()
    with ctrl_c_as_usual():
        return sys.stdin.readline() or "s"


def _say(text: str) -> None:
    sys.stderr.write(f"{visible(text)}\n")
