"""The only mover: does what is due, stops where the stop places say, and leaves everything else to the person.

Above: `workspace`. Below: `sending`, `calling`, `standing`, `stops`, `due`. Holds no position of its own: that is the journal's.
"""

import asyncio
from collections.abc import Callable
from typing import Literal

from msgspec.structs import replace

from studio.engine import stops
from studio.engine.calling import Calling, MissedError
from studio.engine.due import AskModel, Due, RunCalls, Uncertain, UndoCalls, due, is_undo
from studio.engine.edits import EditRefusedError, open_call
from studio.engine.rollback import ran_of
from studio.engine.rolling_back import MissedUndoError, RollingBack
from studio.engine.sending import Sending
from studio.engine.services import Services
from studio.engine.standing import Standing
from studio.engine.under_way import BusyError, UnderWay, Watcher
from studio.messages.reply import ChatReply
from studio.problems import StudioError
from studio.session.events import CallKey, ResultRecorded, Stopped, UndoEnded
from studio.session.journal import Cursor, Journal
from studio.session.state import SessionState

Goal = Literal["step", "round", "run", "end"]
"""One due thing · to the end of the round · to the next stop place · to the end, stopping only where it must."""


class Stepper:
    """Moves one session. `retries` is how often a failed request is sent again by itself (0 in the window)."""

    def __init__(self, journal: Journal, services: Services, watcher: Watcher | None = None, retries: int = 0) -> None:
        self._journal = journal
        self._services = services
        self._under_way = UnderWay(watcher or Watcher())
        self.sending = Sending(journal, services, self._under_way, retries)
        self._calling = Calling(journal, services)
        self._rolling_back = RollingBack(journal, services)
        self._standing = Standing(journal, self._approves)
        self._until: Callable[[SessionState], bool] | None = None
        self.approved: set[str] = set()

    @property
    def partial(self) -> ChatReply | None:
        """The reply that is coming, as far as it came."""
        asking = self._under_way.asking
        return asking.partial if asking is not None else None

    @property
    def busy(self) -> bool:
        """Whether anything is under way."""
        return self._under_way.busy

    async def go(self, goal: Goal, until: Callable[[SessionState], bool] | None = None) -> Stopped:
        """Move until `goal` is reached, `until` holds, or a stop. Raises BusyError when moving already."""
        if self._under_way.moving is not None:
            raise BusyError("The session is running.", "Pause it first (F5).")
        self._under_way.paused = False
        self._until = until
        self._under_way.moving = asyncio.current_task()
        try:
            stop = await self._move(goal, self._journal.cursor)
        finally:
            self._under_way.moving = None
            self._under_way.rested()
        return self._stopped(stop)

    def pause(self) -> None:
        """Stop before the next thing; what is under way comes to its end."""
        self._under_way.paused = True

    async def cancel(self) -> None:
        """Stop at once: the exchange is closed, running tools are ended. Returns when all is still."""
        await self._under_way.cancel()

    async def run_call(self, key: CallKey) -> ResultRecorded | UndoEnded:
        """Run one open call, whatever is due; the person asked for exactly this one. Uncertain calls run again. A call that is to be
        undone is undone, when it is its turn."""
        if is_undo(self._journal.state, key):
            return await self._undo(key, self._journal.cursor)
        call = open_call(self._journal.state, key)
        if call.status == "done":
            raise EditRefusedError("This call has its result already.", "Fork before it to run it again.")
        return await self._run(key, self._journal.cursor)

    async def approve(self, key: CallKey, *, all_of_tool: bool = False) -> Stopped:
        """Run a sensitive call that the person has looked at; with `all_of_tool` those that follow need no question."""
        if all_of_tool:
            self.approved.add(self._tool_of(key))
        cursor = self._journal.cursor
        try:
            await self.run_call(key)
        except asyncio.CancelledError:
            return self._stopped(_cancelled(cursor))
        return self._stopped(self._rest(cursor))

    def _tool_of(self, key: CallKey) -> str:
        """The name of the tool that runs for a call, or undoes it."""
        state = self._journal.state
        ran = ran_of(state, key) if is_undo(state, key) else None
        tool = state.setup.undo_of(ran.name) if ran is not None else None
        return tool.name if tool is not None else open_call(state, key).call.name

    def holds(self, key: CallKey) -> bool:
        """Whether the call runs now."""
        return key in self._under_way.running

    def needs_approval(self, key: CallKey) -> bool:
        """Whether an open call is of a sensitive tool that would run for real and that nobody has approved."""
        found = self._journal.state.call(key)
        waits = found is not None and found.status == "open"
        return waits and stops.needs_approval(self._journal.state, key, self._approves)

    def standing(self) -> Stopped | None:
        """Why the session stands where its head is, also after an edit there or a walk to it; None while it runs."""
        return None if self.busy else self._standing.here()

    async def _move(self, goal: Goal, cursor: Cursor) -> Stopped:
        try:
            while True:
                self._services.between(cursor)
                state = self._journal.tree.state(cursor.at)
                todo = due(state)
                if await self._waited(todo):
                    continue
                stop = self._stop(goal, state, todo, cursor) or await self._do(goal, todo, cursor)
                if stop is not None:
                    return stop
                if goal == "step" or (goal == "round" and isinstance(self._due(cursor), AskModel)):
                    return self._rest(cursor)
        except asyncio.CancelledError:
            return _cancelled(cursor)

    def _due(self, cursor: Cursor) -> Due:
        return due(self._journal.tree.state(cursor.at))

    async def _waited(self, todo: Due) -> bool:
        """Wait for the due call when it runs already, started by the person."""
        run = self._under_way.running.get(todo.call) if isinstance(todo, Uncertain) and todo.call else None
        if run is None:
            return False
        await run.over.wait()
        return True

    def _stop(self, goal: Goal, state: SessionState, todo: Due, cursor: Cursor) -> Stopped | None:
        """The stop before the due thing."""
        resting = stops.resting(state, todo)
        if resting is not None:
            return resting
        if self._under_way.paused:
            return Stopped(state.node, "pause", stops.place_of(todo))
        if self._until is not None and self._until(state):
            return Stopped(state.node, "step", stops.place_of(todo))
        if isinstance(todo, RunCalls) and stops.needs_approval(state, todo.calls[0], self._approves):
            return Stopped(state.node, "approval", "before_call", todo.calls[0])
        asks = stops.undo_asks(state, todo, self._approves)
        if asks is not None:
            return asks
        return stops.before(state, todo, self._standing.stood(cursor), places=goal == "run")

    def _approves(self, tool: str) -> bool:
        return tool in self.approved or not self._services.runs_tools()

    async def _do(self, goal: Goal, todo: Due, cursor: Cursor) -> Stopped | None:
        """Do the due thing; the stop after it, if there is one."""
        if isinstance(todo, AskModel):
            failed = await self.sending.send(cursor)
            if failed is not None or goal != "run":
                return failed
            return stops.after(self._journal.tree.state(cursor.at), "after_reply")
        if isinstance(todo, UndoCalls):
            return await self._due_undo(goal, todo.calls[0], cursor)
        assert isinstance(todo, RunCalls)
        failed = await self._due_call(todo.calls[0], cursor)
        if failed is not None or goal != "run":
            return failed
        return stops.after(self._journal.tree.state(cursor.at), "after_result", todo.calls[0])

    async def _due_call(self, key: CallKey, cursor: Cursor) -> Stopped | None:
        try:
            await self._run(key, cursor)
        except MissedError as error:
            return Stopped(cursor.at, "exception", "before_call", key, "missed_result", str(error))
        except StudioError as error:
            return Stopped(cursor.at, "exception", "before_call", key, "tool_problem", str(error))
        return None

    async def _due_undo(self, goal: Goal, key: CallKey, cursor: Cursor) -> Stopped | None:
        """Undo one call; a failed undo stops where tools that raise stop by themselves."""
        try:
            ended = await self._undo(key, cursor)
        except MissedUndoError as error:
            return Stopped(cursor.at, "exception", "before_call", key, "missed_undo", str(error))
        except StudioError as error:
            return Stopped(cursor.at, "exception", "before_call", key, "undo_problem", str(error))
        if ended.is_error and self._services.stops_by_default():
            return Stopped(cursor.at, "exception", "after_result", key, "undo_failed")
        after = stops.after(self._journal.tree.state(cursor.at), "after_result", key) if goal == "run" else None
        return after and replace(after, what="undo")

    async def _undo(self, key: CallKey, cursor: Cursor) -> UndoEnded:
        self._under_way.begin(key)
        try:
            watcher = self._under_way.watcher
            return await self._rolling_back.undo(key, cursor, lambda stream, text: watcher.output(key, stream, text))
        finally:
            self._under_way.end(key)

    async def _run(self, key: CallKey, cursor: Cursor) -> ResultRecorded:
        """Run one call and append its result."""
        self._under_way.begin(key)
        try:
            call = open_call(self._journal.tree.state(cursor.at), key)
            watcher = self._under_way.watcher
            return await self._calling.run(call, cursor, lambda stream, text: watcher.output(key, stream, text))
        finally:
            self._under_way.end(key)

    def _rest(self, cursor: Cursor) -> Stopped:
        return self._standing.rest(cursor, still=not self._under_way.running)

    def _stopped(self, stop: Stopped) -> Stopped:
        if not self._journal.read_only and stop != self._journal.stopped:
            self._journal.note(stop)
        return stop


def _cancelled(cursor: Cursor) -> Stopped:
    """What was under way was stopped; the task that moved it goes on."""
    task = asyncio.current_task()
    assert task is not None
    task.uncancel()
    return Stopped(cursor.at, "pause", what="stopped")
