"""One undo done once: the undoing tool is looked at, started, and what came of it is recorded.

Above: `stepper`. Below: `rollback`, `services`. Knows no stop. A failed undo is an event like any other: it is told, never hidden.
"""

import asyncio
from typing import TYPE_CHECKING

from msgspec.structs import replace

from studio.engine.before_undo import Looked, answer, look, written
from studio.engine.due import is_undo
from studio.engine.result_size import cut
from studio.engine.rollback import cause_of, key_of, ran_of
from studio.engine.services import Services
from studio.messages.toolspec import ToolSpec
from studio.problems import StudioError
from studio.said import said
from studio.session.events import ResultRecorded, UndoEnded, UndoStarted
from studio.session.journal import Cursor, Journal
from studio.session.kept_exchange import NO_TIME
from studio.session.nodes import CallKey, NodeId, ResultSource
from studio.session.setup import Setup
from studio.session.state import SessionState
from studio.session.undoing import Ran
from studio.tools import strategies
from studio.tools.tool import CallContext, OnOutput, Outcome

if TYPE_CHECKING:
    from studio.tools.canned import Canned


class NothingToUndoError(StudioError):
    """The call did not succeed, cannot be undone, or is undone already."""


class MissedUndoError(StudioError):
    """A recording holds nothing for this undo."""


class RollingBack:
    """Undoes calls of one session."""

    def __init__(self, journal: Journal, services: Services) -> None:
        self._journal = journal
        self._services = services

    async def undo(self, key: CallKey, cursor: Cursor, on_output: OnOutput) -> UndoEnded:
        """Undo one call and append what came of it. What cannot run is a failed undo. A cancelled run leaves it started and without
        an end. Raises StudioError when the tool is not ready, MissedUndoError in a replay; nothing is written then."""
        state = self._journal.tree.state(cursor.at)
        ran = ran_of(state, key)
        if ran is None or ran.undo not in ("", "started"):
            raise NothingToUndoError(said("There is nothing to undo in this call."))
        cause = cause_of(state)
        if not self._services.runs(_tool(state, ran)):
            if seconds := self._services.seconds(key):
                await asyncio.sleep(seconds)
            return self._append(self._recorded(ran, cause), cursor)
        looked = look(self._services, state.setup, ran)
        if looked.spec is None or looked.arguments is None:
            return self._refused(ran, looked, cause, cursor)
        canned = answer(self._services, state.setup, ran, looked, self._journal.tree.events(cursor.at))
        if canned is not None:
            await asyncio.sleep(canned.delay)
        if canned is not None and not canned.real:
            return self._append(ended(ran, looked.spec.name, cause, _canned(canned)), cursor)
        return await self._run(looked, ran, cause, cursor, on_output)

    def _recorded(self, ran: Ran, cause: str) -> UndoEnded:
        found = self._services.recorded_undo(key_of(ran))
        if found is None:
            raise MissedUndoError(
                said("The recording does not undo this call of {tool}.", tool=ran.name),
                said("Type the result, or switch Tools to live."),
            )
        return found if found.cause == cause else ended(ran, found.tool, cause, found)

    def _refused(self, ran: Ran, looked: Looked, cause: str, cursor: Cursor) -> UndoEnded:
        came = UndoEnded(source="refused", text=looked.why, is_error=True, status="not_undone")
        return self._append(ended(ran, looked.name, cause, came), cursor)

    async def _run(self, looked: Looked, ran: Ran, cause: str, cursor: Cursor, on_output: OnOutput) -> UndoEnded:
        spec, arguments, setup = looked.spec, looked.arguments, self._journal.tree.state(cursor.at).setup
        assert spec is not None
        assert arguments is not None
        await self._services.prepare(setup, spec)
        text = written(arguments)
        self._journal.append(UndoStarted(call=key_of(ran), tool=spec.name, cause=cause, arguments=text), cursor)
        outcome = await self._services.run_tool(setup, spec, arguments, _context(setup, spec, ran, on_output))
        return self._append(ended(ran, spec.name, cause, _came(outcome, setup.result_chars)), cursor)

    def _append(self, event: UndoEnded, cursor: Cursor) -> UndoEnded:
        return self._journal.append(event, cursor)


def ended(ran: Ran, tool: str, cause: str, came: UndoEnded) -> UndoEnded:
    """The end of an undo, with what the model reads of it; `came` tells what came of it, without a place in the tree."""
    told = (
        strategies.undo_failed(ran.name, ran.text, tool or "nothing", cause, came.text)
        if came.is_error
        else strategies.rolled_back(ran.name, ran.text, tool, cause)
    )
    return replace(came, id=NodeId(0), parent=None, t=0, call=key_of(ran), tool=tool, cause=cause, told=told)


def given(state: SessionState, key: CallKey, text: str, *, is_error: bool = False) -> UndoEnded:
    """The end of an undo that the person gives in the tool's place, or types because it may have run. Raises NothingToUndoError."""
    ran = _due(state, key)
    source: ResultSource = "by_hand" if ran.undo == "started" else "mock"
    status = "error" if is_error else "ok"
    return ended(
        ran, _tool(state, ran), cause_of(state), UndoEnded(source=source, text=text, is_error=is_error, status=status)
    )


def skipped(state: SessionState, key: CallKey, reason: str = "", told: str = "") -> UndoEnded:
    """The end of an undo that the person does not want. The model reads `told`, or else that, and the `reason`."""
    ran, cause = _due(state, key), cause_of(state)
    came = UndoEnded(source="by_hand", text=told or reason, is_error=True, status="skipped")
    made = ended(ran, _tool(state, ran), cause, came)
    return replace(made, told=told or strategies.undo_skipped(ran.name, ran.text, cause, reason))


def _due(state: SessionState, key: CallKey) -> Ran:
    ran = ran_of(state, key)
    if ran is None or not is_undo(state, key):
        raise NothingToUndoError(said("It is not this call's turn to be undone."), said("Undo the later ones first."))
    return ran


def _tool(state: SessionState, ran: Ran) -> str:
    tool = state.setup.undo_of(ran.name)
    return tool.name if tool is not None else ""


def _came(outcome: Outcome, most: int) -> UndoEnded:
    return UndoEnded(
        text=cut(ResultRecorded(text=outcome.text), most).text,
        is_error=outcome.status != "ok",
        status=outcome.status,
        seconds=round(outcome.seconds, 4) or NO_TIME,
        detail=outcome.detail,
        stdout=outcome.stdout,
        stderr=outcome.stderr,
    )


def _canned(canned: "Canned") -> UndoEnded:
    return UndoEnded(
        source="mock",
        text=canned.text,
        is_error=canned.status != "ok",
        status=canned.status,
        rule=canned.rule,
        fault=canned.fault,
    )


def _context(setup: Setup, spec: ToolSpec, ran: Ran, on_output: OnOutput) -> CallContext:
    """The undoing run is a call of its own, with a key that stays the same when it is made again."""
    key = f"{ran.key[0]}.{ran.key[1]}:undo"
    seconds = setup.chosen(spec.name).seconds or spec.seconds or setup.call_seconds
    return CallContext(f"{ran.id}:undo" if ran.id else key, idempotency_key=key, seconds=seconds, on_output=on_output)
