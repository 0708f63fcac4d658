"""The only mover: does what is due, stops where the stop places say, and leaves everything else to the person.

Above: `workspace`. Below: `asking`, `calling`, `stops`, `due`. Holds no position of its own: that is the journal's.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Literal

import msgspec
from msgspec.structs import replace

from studio.engine import stops
from studio.engine.asking import Asking
from studio.engine.calling import Calling, MissedError
from studio.engine.due import AskModel, Due, RunCalls, Uncertain, due
from studio.engine.edits import EditRefusedError, open_call
from studio.engine.falling_back import as_text
from studio.engine.services import Services
from studio.messages.delta import Delta
from studio.messages.reply import ChatReply
from studio.problems import StudioError
from studio.session.events import CallKey, Place, ReplyReceived, RequestFailed, ResultRecorded, Stopped
from studio.session.journal import Cursor, Journal
from studio.session.state import SessionState
from studio.session.tree import ROOT

Goal = Literal["step", "round", "run", "end"]
"""One due thing · to the end of the round · to the next stop place · to the end, stopping only where it must."""

RETRY_STATUS = (408, 409, 425, 429)
LONGEST_WAIT = 60
"""Seconds. A server that asks for more is not asked again by itself, and never earlier than it said."""
RETRY_TYPES = (
    "overloaded_error",
    "rate_limit_error",
    "rate_limit_exceeded",
    "api_error",
    "server_error",
    "timeout_error",
)
"""Errors that come inside an answer, with status 200."""
EDITS = ("call_edited", "reply_edited", "result_edited", "history_edited", "setup")


CANCEL_SECONDS = 10
"""How long a cancel waits for what does not end. A killed worker and a closed exchange end at once."""


class BusyError(StudioError):
    """Something is running already."""


class Activity(msgspec.Struct, frozen=True):
    """What is under way: `idle`, `sending`, `streaming` or `tools`; `calls` are those that run."""

    kind: Literal["idle", "sending", "streaming", "tools"] = "idle"
    calls: frozenset[CallKey] = frozenset()


class Watcher:
    """Who is told while things move. All calls come from the loop's thread."""

    def activity(self, now: Activity) -> None:
        """What is under way changed."""

    def delta(self, delta: Delta) -> None:
        """A piece of the reply came."""

    def output(self, call: CallKey, stream: str, text: str) -> None:
        """A tool wrote something."""


class _Run:
    """A call that runs: the task that awaits it (to cancel), and when the run is over (the task may go on)."""

    __slots__ = ("over", "task")

    def __init__(self) -> None:
        task = asyncio.current_task()
        assert task is not None
        self.task = task
        self.over = asyncio.Event()


class Stepper:
    """Moves one session. `retries` is how often a failed request is sent again by itself (0 in the window)."""

    def __init__(self, journal: Journal, services: Services, watcher: Watcher | None = None, retries: int = 0) -> None:
        self._journal = journal
        self._services = services
        self._watcher = watcher or Watcher()
        self._retries = retries
        self._calling = Calling(journal, services)
        self._asking: Asking | None = None
        self._running: dict[CallKey, _Run] = {}
        self._moving: asyncio.Task[Stopped] | None = None
        self._still = asyncio.Event()
        self._pause = False
        self._until: Callable[[SessionState], bool] | None = None
        self.approved: set[str] = set()

    @property
    def partial(self) -> ChatReply | None:
        """The reply that is coming, as far as it came."""
        return self._asking.partial if self._asking is not None else None

    @property
    def busy(self) -> bool:
        """Whether anything is under way."""
        return self._moving is not None or bool(self._running)

    async def go(self, goal: Goal, until: Callable[[SessionState], bool] | None = None) -> Stopped:
        """Move until `goal` is reached, `until` holds, or a stop. Raises BusyError when moving already."""
        if self._moving is not None:
            raise BusyError("The session is running.", "Pause it first (F5).")
        self._pause = False
        self._until = until
        self._moving = asyncio.current_task()
        try:
            stop = await self._move(goal, self._journal.cursor)
        finally:
            self._moving = None
            self._rested()
        return self._stopped(stop)

    def pause(self) -> None:
        """Stop before the next thing; what is under way comes to its end."""
        self._pause = True

    async def cancel(self) -> None:
        """Stop at once: the exchange is closed, running tools are ended. Returns when all is still."""
        self._pause = True
        for task in {self._moving, *(run.task for run in self._running.values())}:
            if task is not None:
                task.cancel()
        if self.busy:
            self._still.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._still.wait(), CANCEL_SECONDS)

    async def run_call(self, key: CallKey) -> ResultRecorded:
        """Run one open call, whatever is due; the person asked for exactly this one. Uncertain calls run again."""
        call = open_call(self._journal.state, key)
        if call.status == "done":
            raise EditRefusedError("This call has its result already.", "Fork before it to run it again.")
        return await self._run(key, self._journal.cursor)

    async def approve(self, key: CallKey, *, all_of_tool: bool = False) -> Stopped:
        """Run a sensitive call that the person has looked at; with `all_of_tool` those that follow need no question."""
        if all_of_tool:
            self.approved.add(open_call(self._journal.state, key).call.name)
        cursor = self._journal.cursor
        try:
            await self.run_call(key)
        except asyncio.CancelledError:
            return self._stopped(self._cancelled(cursor))
        return self._stopped(self.rest(cursor))

    def holds(self, key: CallKey) -> bool:
        """Whether the call runs now."""
        return key in self._running

    def needs_approval(self, key: CallKey) -> bool:
        """Whether an open call is of a sensitive tool that would run for real and that nobody has approved."""
        found = self._journal.state.call(key)
        waits = found is not None and found.status == "open"
        return waits and stops.needs_approval(self._journal.state, key, self._approves)

    def standing(self) -> Stopped | None:
        """Why the session stands where its head is, also after an edit there or a walk to it; None while it runs."""
        if self.busy:
            return None
        cursor = self._journal.cursor
        here = self.rest(cursor)
        made = self._newest_stop(cursor)
        if here.reason != "step":
            return made if made is not None and made.reason == here.reason else here
        if made is not None and made.reason not in ("approval", "finished", "waiting"):
            return made
        failed = self._journal.state.failed
        if failed is not None and here.place == "before_request":
            return replace(here, reason="exception", what="differs" if failed.kind == "missed" else "provider_error")
        return here

    def _newest_stop(self, cursor: Cursor) -> Stopped | None:
        """The last stop that was made here, or before the edits that were made here."""
        at, tree = cursor.at, self._journal.tree
        while not self._journal.stops.get(at) and at != ROOT and tree.kind(at) in EDITS:
            at = tree.parent(at)
        made = self._journal.stops.get(at)
        return replace(made[-1], at=cursor.at) if made else None

    async def _move(self, goal: Goal, cursor: Cursor) -> Stopped:
        try:
            while True:
                self._services.between(cursor)
                state = self._journal.tree.state(cursor.at)
                todo = due(state)
                if await self._waited(todo):
                    continue
                stop = self._stop(goal, state, todo, self.stood(cursor)) or await self._do(goal, todo, cursor)
                if stop is not None:
                    return stop
                if goal == "step" or (goal == "round" and isinstance(self._due(cursor), AskModel)):
                    return self.rest(cursor)
        except asyncio.CancelledError:
            return self._cancelled(cursor)

    def _cancelled(self, cursor: Cursor) -> Stopped:
        """What was under way was stopped; the task that moved it goes on."""
        task = asyncio.current_task()
        assert task is not None
        task.uncancel()
        return Stopped(cursor.at, "pause", what="stopped")

    def _due(self, cursor: Cursor) -> Due:
        return due(self._journal.tree.state(cursor.at))

    def stood(self, cursor: Cursor) -> list[Stopped]:
        """The stops that were made here, also after reopening; edits made here leave them standing."""
        at, tree = cursor.at, self._journal.tree
        stood = list(self._journal.stops.get(at, ()))
        while at != ROOT and tree.kind(at) in EDITS:
            at = tree.parent(at)
            stood += self._journal.stops.get(at, ())
        return stood

    async def _waited(self, todo: Due) -> bool:
        """Wait for the due call when it runs already, started by the person."""
        run = self._running.get(todo.call) if isinstance(todo, Uncertain) and todo.call else None
        if run is None:
            return False
        await run.over.wait()
        return True

    def _stop(self, goal: Goal, state: SessionState, todo: Due, stood: list[Stopped]) -> Stopped | None:
        resting = stops.resting(state, todo)
        if resting is not None:
            return resting
        if self._pause:
            return Stopped(state.node, "pause", stops.place_of(todo))
        if self._until is not None and self._until(state):
            return Stopped(state.node, "step", stops.place_of(todo))
        if isinstance(todo, RunCalls) and stops.needs_approval(state, todo.calls[0], self._approves):
            return Stopped(state.node, "approval", "before_call", todo.calls[0])
        return stops.before(state, todo, stood, places=goal == "run")

    def _approves(self, tool: str) -> bool:
        return tool in self.approved or not self._services.runs_tools()

    async def _do(self, goal: Goal, todo: Due, cursor: Cursor) -> Stopped | None:
        """Do the due thing; the stop after it, if there is one."""
        if isinstance(todo, AskModel):
            failed = await self._ask(cursor)
            place: Place = "after_reply"
            call = None
        else:
            assert isinstance(todo, RunCalls)
            failed, place, call = await self._due_call(todo.calls[0], cursor), "after_result", todo.calls[0]
        if failed is not None or goal != "run":
            return failed
        return stops.after(self._journal.tree.state(cursor.at), place, call)

    async def _due_call(self, key: CallKey, cursor: Cursor) -> Stopped | None:
        try:
            await self._run(key, cursor)
        except MissedError as error:
            return Stopped(cursor.at, "exception", "before_call", key, "missed_result", str(error))
        except StudioError as error:
            return Stopped(cursor.at, "exception", "before_call", key, "tool_problem", str(error))
        return None

    async def _ask(self, cursor: Cursor) -> Stopped | None:
        for attempt in range(self._retries + 1):
            try:
                end = await self._ask_once(cursor)
            except StudioError as error:
                return Stopped(cursor.at, "exception", "before_request", what="no_answer", text=str(error))
            if not isinstance(end, RequestFailed):
                return None
            if self._fell_back(end, cursor):
                return await self._ask(cursor) if self._goes_on() else Stopped(cursor.at, "pause", "before_request")
            wait = end.error.retry_after or 0.5 * 2**attempt
            failed = Stopped(cursor.at, "exception", "before_request", what=_what(end))
            if attempt == self._retries or not worth_a_retry(end) or wait > LONGEST_WAIT or not self._goes_on():
                return failed
            await asyncio.sleep(wait)
            if not self._goes_on():
                return failed
        return None

    def _goes_on(self) -> bool:
        """Whether the person has not paused meanwhile."""
        return not self._pause

    def _fell_back(self, failed: RequestFailed, cursor: Cursor) -> bool:
        """Whether tools are told as text from now on, because the person chose automatic and the provider takes none natively."""
        change = as_text(self._journal.tree.state(cursor.at).setup, failed)
        if change is None or not self._services.changes_by_itself():
            return False
        self._journal.append(change, cursor)
        self._services.between(cursor)
        return True

    async def _ask_once(self, cursor: Cursor) -> ReplyReceived | RequestFailed:
        self._asking = Asking(self._journal, self._services, self._delta)
        self._tell("sending")
        try:
            return await self._asking.ask(cursor)
        finally:
            self._asking = None
            self._tell()

    async def _run(self, key: CallKey, cursor: Cursor) -> ResultRecorded:
        if key in self._running:
            raise BusyError("This call is running.")
        call = open_call(self._journal.tree.state(cursor.at), key)
        run = self._running[key] = _Run()
        self._tell()
        try:
            return await self._calling.run(call, cursor, lambda stream, text: self._watcher.output(key, stream, text))
        finally:
            del self._running[key]
            run.over.set()
            self._rested()

    def _rested(self) -> None:
        if not self.busy:
            self._still.set()
        self._tell()

    def rest(self, cursor: Cursor) -> Stopped:
        """The stop after a step: what is due says more than *step* when the person is needed."""
        state = self._journal.tree.state(cursor.at)
        todo = due(state)
        resting = stops.resting(state, todo)
        if resting is not None and not self._running:
            return resting
        call = todo.calls[0] if isinstance(todo, RunCalls) else None
        if call is not None and stops.needs_approval(state, call, self._approves):
            return Stopped(state.node, "approval", "before_call", call)
        return Stopped(state.node, "step", stops.place_of(todo), call)

    def _stopped(self, stop: Stopped) -> Stopped:
        if not self._journal.read_only and stop != self._journal.stopped:
            self._journal.note(stop)
        return stop

    def _delta(self, delta: Delta) -> None:
        if self._activity != "streaming":
            self._tell("streaming")
        self._watcher.delta(delta)

    _activity: Literal["idle", "sending", "streaming", "tools"] = "idle"

    def _tell(self, kind: Literal["idle", "sending", "streaming"] = "idle") -> None:
        self._activity = kind if self._asking is not None else "tools" if self._running else "idle"
        self._watcher.activity(Activity(self._activity, frozenset(self._running)))


def worth_a_retry(failed: RequestFailed) -> bool:
    """Whether sending again may help: too many requests, a server's own fault, a broken connection."""
    status = failed.error.status
    if failed.error.kind == "http" and status is not None:
        return status in RETRY_STATUS or status >= 500
    if failed.error.kind == "provider":
        return failed.error.type in RETRY_TYPES or (status is not None and (status in RETRY_STATUS or status >= 500))
    return failed.error.kind in ("connection", "timeout", "incomplete")


def _what(failed: RequestFailed) -> str:
    return "differs" if failed.error.kind == "missed" else "provider_error"
