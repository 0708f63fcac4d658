"""Decisions that run or send something, each with the stop at which the session came to rest.

Above: `step`. Below: `workspace`, `step_named`.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from studio.cli import step_decisions as say
from studio.cli.step_named import call_named, call_or_due, step_named
from studio.session.notes import Stopped
from studio.workspace.opened import OpenedSession


async def _run_call(session: OpenedSession, what: say.RunCall) -> None:
    await session.run_call(call_named(session, what.call))


async def _run_open(session: OpenedSession, _: say.RunOpen) -> Stopped:
    return await session.run_all_open()


async def _approve(session: OpenedSession, what: say.Approve) -> Stopped:
    return await session.approve(call_or_due(session, what.call), all_of_tool=what.all_of_tool)


async def _rerun(session: OpenedSession, what: say.Rerun) -> Stopped:
    return await session.rerun(step_named(session, what.at), what.name, what.note, what.expects)


Moves: Mapping[type, Callable[[OpenedSession, Any], Awaitable[Stopped | None]]] = {
    say.RunCall: _run_call,
    say.RunOpen: _run_open,
    say.Approve: _approve,
    say.Step: lambda session, _: session.step(),
    say.StepInto: lambda session, _: session.step_into(),
    say.StepOut: lambda session, _: session.step_out(),
    say.StepRound: lambda session, _: session.step_round(),
    say.Run: lambda session, _: session.run(),
    say.RunToBreakpoint: lambda session, _: session.run_to_breakpoint(),
    say.RunToEnd: lambda session, _: session.run_to_end(),
    say.SendAgain: lambda session, _: session.send_again(),
    say.SendAnyway: lambda session, _: session.send_anyway(),
    say.Rerun: _rerun,
    say.Restart: lambda session, _: session.restart(),
}
"""How each of these decisions is carried out."""
