"""What is done about a sensitive call: run it, reject it, or ask the person at the terminal.

Above: `run`, `replay`. Below: `workspace`, `terminal`. A question goes to stderr, so that stdout stays clean.
"""

import json
import sys
from typing import Literal

from msgspec.structs import replace

from studio.cli.moving import NOBODY_THERE, ctrl_c_as_usual
from studio.cli.terminal import can_ask
from studio.engine.due import is_undo
from studio.present.text_lines import visible
from studio.problems import StudioError
from studio.session.breakpoint_spec import written
from studio.session.nodes import CallKey
from studio.session.notes import Stopped
from studio.workspace.opened import OpenedSession

Policy = Literal["all", "none", "ask"]
QUESTION = "Run it? [y]es · [n]o · [e]dit the arguments · [a]ll of this tool · [s]top: "
NOBODY = "Nobody could be asked for approval."
NOT_ALLOWED = "Sensitive tools are not allowed in this run."


async def run_on(session: OpenedSession, policy: Policy) -> Stopped:
    """Run to the end or the next breakpoint, deciding on calls that ask first; the stop where it came to rest."""
    while True:
        stop = await (session.run_to_breakpoint() if session.breakpoints else session.run_to_end())
        point = session.journal.breakpoints.get(stop.breakpoint)
        if stop.reason == "approval" and point is not None:
            return replace(stop, reason="breakpoint", text=written(point))
        if stop.reason != "approval" or stop.call is None:
            return stop
        end = await _decide(session, stop, stop.call, policy)
        if end is not None:
            return end


def _rejected(session: OpenedSession, key: CallKey) -> Stopped:
    """The end of a run after a call that was rejected for want of a person: it is behind, and nothing waits before it."""
    return Stopped(session.head, "approval", "after_result", key, text=NOBODY_THERE)


async def _decide(session: OpenedSession, stop: Stopped, key: CallKey, policy: Policy) -> Stopped | None:
    """The end of the run, None to go on. Without a terminal a question is a rejection, and the end."""
    match policy:
        case "all":
            session.allow_all_of(key)
            return None
        case "none":
            session.reject(key, NOT_ALLOWED)
            return None
        case "ask" if not can_ask() and not session.reaches_tool(key):
            return await _approved(session, key)  # nothing would run: the model is told what does not fit
        case "ask" if not can_ask():
            session.reject(key, NOBODY)
            return _rejected(session, key)
        case _:
            return await _ask(session, stop, key)


async def _approved(session: OpenedSession, key: CallKey, *, all_of_tool: bool = False) -> Stopped | None:
    after = await session.approve(key, all_of_tool=all_of_tool)
    # An agent that was approved goes on to its end, or to where it must stop: what goes on passes no limit there.
    return after if after.reason in ("exception", "limit", "pause", "waiting") else None


async def _ask(session: OpenedSession, stop: Stopped, key: CallKey) -> Stopped | None:
    while True:
        _show(session, key)
        match _answer(QUESTION).strip().lower()[:1]:
            case "y" | "a" as said:
                return await _approved(session, key, all_of_tool=said == "a")
            case "n":
                session.reject(key, _answer("Reason, for the model to read (may be empty): "))
                return None
            case "e":
                _edit(session, key)
            case "s":
                return stop
            case _:
                continue


def _show(session: OpenedSession, key: CallKey) -> None:
    found = session.state.call(key)
    if found is None or is_undo(session.state, key):
        _show_undo(session, key)
        return
    call, tool = session.blanked(found.call), session.state.setup.tool(found.call.name)
    why = "asks first, by your policy" if tool is not None and not tool.sensitive else "is sensitive"
    problems = session.blanked(session.problems(key))
    unfit = any(problem.severity == "error" for problem in problems)
    with_what = "These arguments do not fit" if unfit else "It would run with"
    _say(f"{call.name} {why}. {with_what}:\n{_pretty(call.arguments)}")
    for problem in problems:
        _say(f"  {problem.pointer or 'arguments'}: {problem.sentence}")


def _show_undo(session: OpenedSession, key: CallKey) -> None:
    ran = next((ran for ran in session.state.done if ran.key == key), None)
    tool = session.state.setup.undo_of(ran.name) if ran is not None else None
    if ran is not None and tool is not None:
        with_what = _pretty(session.blanked(ran.arguments))
        _say(f"{tool.name} asks first. It would undo this call of {ran.name}:\n{with_what}")


def _edit(session: OpenedSession, key: CallKey) -> None:
    text = _answer("Arguments, one line of JSON (empty: leave them): ")
    text = text.strip()
    if not text:
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
