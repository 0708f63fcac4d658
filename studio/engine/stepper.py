"""The only mover: does what is due, stops where the stop places say, and leaves everything else to the person.

Above: `workspace`. Below: `sending`, `batch`, `standing`, `at_breakpoints`, `stops`, `due`. Holds no position of its own: that is the
journal's.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import partial

from msgspec.structs import replace

from studio.engine import limits, raised, stops
from studio.engine.after_places import AfterPlaces
from studio.engine.at_breakpoints import Arrival, AtBreakpoints
from studio.engine.batch import Batch
from studio.engine.before_call import BeforeCall
from studio.engine.choosing import Choosing
from studio.engine.due import AskModel, ChooseTools, Due, EndAgent, RunCalls, Uncertain, UndoCalls, due, is_undo
from studio.engine.edits import EditRefusedError, open_call
from studio.engine.goals import Aim, Goal
from studio.engine.rollback import ran_of
from studio.engine.rolling_back import MissedUndoError, RollingBack
from studio.engine.sending import Sending
from studio.engine.services import Services
from studio.engine.standing import SERVER_MISSING, Standing
from studio.engine.under_way import BusyError, UnderWay, Watcher, cancelled
from studio.engine.validity import problems_of, refusal
from studio.messages.reply import ChatReply
from studio.problems import StudioError
from studio.said import said
from studio.session.events import UndoEnded
from studio.session.frames import agent_at, find_call
from studio.session.journal import Cursor, Journal
from studio.session.nodes import CallKey
from studio.session.notes import Stopped
from studio.session.state import SessionState


class Stepper:
    """Moves one session. `retries` is how often a failed request is sent again by itself (0 in the window)."""

    def __init__(self, journal: Journal, services: Services, watcher: Watcher | None = None, retries: int = 0) -> None:
        self._journal = journal
        self._services = services
        self._under_way = UnderWay(watcher or Watcher())
        self._choosing = Choosing(journal, services, self._under_way)
        self.sending = Sending(journal, services, self._under_way, self._choosing, retries)
        self._before = BeforeCall(journal, services)
        self._batch = Batch(journal, services, self._under_way, self._before)
        self._rolling_back = RollingBack(journal, services)
        self._standing = Standing(journal, self._before, self._limits, self._refusal)
        self._until: Callable[[SessionState], bool] | None = None
        self._refused: tuple[SessionState, object, str] | None = None
        self.points = AtBreakpoints(journal, services)
        self._after = AfterPlaces(journal, self.points)

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
        return await self._moving(partial(self._move, goal, until))

    async def send_anyway(self) -> Stopped:
        """Send the request that is due once, although the provider would refuse its history, and stop."""
        return await self._moving(self._anyway)

    async def _anyway(self, cursor: Cursor) -> Stopped:
        self.sending.anyway = True
        try:
            stop = await self._move("step", None, cursor)
            while (
                stop.reason == "step" and isinstance(self._due(cursor), AskModel | ChooseTools) and self.sending.anyway
            ):
                stop = await self._move("step", None, cursor)
            return stop
        finally:
            self.sending.anyway = False

    async def run_open(self) -> Stopped:
        """Run all open calls that need no decision of the person, whatever is due; no model is asked but those of agents, which go on to
        their end one after the other."""
        return await self._moving(self._open_calls)

    async def _moving(self, work: Callable[[Cursor], Awaitable[Stopped]]) -> Stopped:
        if self._under_way.moving is not None:
            raise BusyError(said("The session is running."), said("Pause it first (F5)."))
        self._under_way.paused = False
        self._under_way.moving = asyncio.current_task()
        cursor = self._journal.cursor
        try:
            stop = await work(cursor)
        except asyncio.CancelledError:
            stop = cancelled(cursor)
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

    async def run_call(self, key: CallKey) -> Stopped | None:
        """Run one open call, whatever is due; the person asked for exactly this one. Uncertain calls run again. A call that is to be
        undone is undone, when it is its turn. The stop when it does not run as it is, or when its tool raised and that is to stop. An
        agent runs to its end, or to where it stops."""
        if agent_at(self._journal.state, key) is not None:
            return await self._moving(partial(self._agent_by_hand, key, False))
        stop = await self._by_hand(key, approved=False)
        return self._stopped(stop) if stop is not None else None

    async def approve(self, key: CallKey, *, all_of_tool: bool = False) -> Stopped:
        """Run a sensitive call that the person has looked at; with `all_of_tool` those that follow need no question."""
        if all_of_tool:
            self._before.approved.add(self._tool_of(key))
        if agent_at(self._journal.state, key) is not None:
            return await self._moving(partial(self._agent_by_hand, key, True))
        cursor = self._journal.cursor
        try:
            stop = await self._by_hand(key, approved=True)
        except asyncio.CancelledError:
            return self._stopped(cancelled(cursor))
        return self._stopped(stop or self._rest(cursor))

    def allow(self, key: CallKey) -> None:
        """Calls of this tool need no approval from now on, until the session closes; nothing runs yet."""
        self._before.approved.add(self._tool_of(key))

    async def _by_hand(self, key: CallKey, *, approved: bool) -> Stopped | None:
        cursor = self._journal.cursor
        if not self.busy:
            self._under_way.paused = False
        if is_undo(self._journal.state, key):
            await self._undo(key, cursor)
            return None
        if open_call(self._journal.state, key).status == "done":
            raise EditRefusedError(said("This call has its result already."), said("Fork before it to run it again."))
        misfit = stops.first((self._before.misfit(key, cursor),), self._standing.stood(cursor))
        if misfit is not None:
            return misfit
        self.points.come("before_call", (key,), cursor).prepare(only_log=True)
        stop = await self._batch.one(key, cursor, approved=approved)
        return stop or self.points.after("after_result", (key,), None, cursor)

    async def _agent_by_hand(self, key: CallKey, approved: bool, cursor: Cursor) -> Stopped:
        self._until = None
        depth = self._journal.state.depth
        stop = await self._by_hand(key, approved=approved)
        return stop or await self._to_end_of_agent(depth, cursor) or self._rest(cursor)

    async def _to_end_of_agent(self, depth: int, cursor: Cursor) -> Stopped | None:
        """Go on to the end of an agent that began so deep; the stop on the way to it. Nothing when none did."""
        state = self._journal.tree.state(cursor.at)
        return await self._to(Aim("out", state.depth), cursor) if state.depth > depth else None

    def _tool_of(self, key: CallKey) -> str:
        """The name of the tool that runs for a call, or undoes it."""
        state = self._journal.state
        ran = ran_of(state, key) if is_undo(state, key) else None
        tool = state.setup.undo_of(ran.name) if ran is not None else None
        return tool.name if tool is not None else open_call(state, key).call.name

    def holds(self, key: CallKey) -> bool:
        """Whether the call runs now."""
        return key in self._under_way.running

    def cursor_of(self, key: CallKey) -> Cursor | None:
        """Where a call that runs now appends; None when it does not run."""
        run = self._under_way.running.get(key)
        return run.cursor if run is not None else None

    def needs_approval(self, key: CallKey) -> bool:
        """Whether an open call would reach a tool that asks first and that nobody has approved."""
        found = find_call(self._journal.state, key)
        return found is not None and found.status == "open" and self._before.needs_approval(key, self._journal.cursor)

    def reaches_tool(self, key: CallKey) -> bool:
        """Whether running an open call would run its tool: it fits, and no rule answers in the tool's place."""
        return self._before.reaches_tool(key, self._journal.cursor)

    def standing(self) -> Stopped | None:
        """Why the session stands where its head is, also after an edit there or a walk to it; None while it runs."""
        return None if self.busy else self._standing.here()

    async def _move(self, goal: Goal, until: Callable[[SessionState], bool] | None, cursor: Cursor) -> Stopped:
        self._until = until
        aim = Aim(goal, self._journal.tree.state(cursor.at).depth)
        return await self._to(aim, cursor) or self._rest(cursor)

    async def _to(self, aim: Aim, cursor: Cursor) -> Stopped | None:
        """Do what is due until that is reached; the stop when there is one before."""
        while True:
            self._services.between(cursor)
            state = self._journal.tree.state(cursor.at)
            todo = due(state)
            if self._under_way.running and await self._waited(todo):
                continue
            unsettled = await self._settle(state, todo, cursor) if state.setup.servers else None
            if unsettled is not None:
                return unsettled
            if state.node != cursor.at:
                state = self._journal.tree.state(cursor.at)
            goal = aim.at(state)
            stop = self._halted(state, todo) or await self._pass(goal, state, todo, cursor)
            if stop is not None:
                return stop
            if aim.reached(self._journal.tree.state(cursor.at)):
                return None

    def _due(self, cursor: Cursor) -> Due:
        return due(self._journal.tree.state(cursor.at))

    async def _open_calls(self, cursor: Cursor) -> Stopped:
        """Run the open calls for which nothing is to be decided, those of agents last."""
        self._until = None
        here = self.points.come("before_call", self._open_keys(cursor), cursor)
        here.prepare()
        stood = self._standing.stood(cursor)
        stop = stops.first(here.stops("end"), stood) or self._behind(here.answer("end", stood), cursor)
        if stop is not None:
            return stop
        state, opened = self._journal.tree.state(cursor.at), self._open_keys(cursor)
        ready = [key for key in opened if stops.first(self._before.stops(key, cursor, stood), stood) is None]
        agents = [key for key in ready if agent_at(state, key) is not None]
        tools = [key for key in ready if key not in agents]
        at_once = [tools] if self._at_once(state) else [[key] for key in tools]
        for keys in (*at_once, *([key] for key in agents)):
            same = [key for key in keys if self._is_as_decided(key, state, cursor)]
            failed = await self._batch.run(same, cursor) if same else None
            stop = self._behind(same, cursor, failed) or await self._to_end_of_agent(state.depth, cursor)
            if stop is not None or self._under_way.paused:
                return stop or Stopped(cursor.at, "pause", stops.place_of(self._due(cursor)))
        return self._rest(cursor)

    def _behind(self, keys: Sequence[CallKey], cursor: Cursor, failed: Stopped | None = None) -> Stopped | None:
        """What breakpoints do behind results that the person asked for; only what went wrong stops there."""
        return self._after.results("end", keys, cursor, failed) if keys else None

    def _open_keys(self, cursor: Cursor) -> list[CallKey]:
        opened = self._journal.tree.state(cursor.at).open
        return [call.key for call in opened.calls if call.status == "open"] if opened is not None else []

    def _is_as_decided(self, key: CallKey, decided: SessionState, cursor: Cursor) -> bool:
        """Whether a call still stands as it did in that state, in the same settings: while others ran the person may have changed it."""
        now = self._journal.tree.state(cursor.at)
        return now.setup == decided.setup and now.call(key) == decided.call(key) and not self.holds(key)

    def _at_once(self, state: SessionState) -> bool:
        """Whether calls of one reply run at the same time; along a recording they come as they were recorded."""
        return state.setup.concurrent and self._services.runs_tools()

    async def _waited(self, todo: Due) -> bool:
        """Wait for a due call that runs already, started by the person."""
        keys = todo.calls if isinstance(todo, RunCalls) else (todo.call,) if isinstance(todo, Uncertain) else ()
        run = next((run for key, run in self._under_way.running.items() if key in keys), None)
        if run is None:
            return False
        await run.over.wait()
        return True

    async def _settle(self, state: SessionState, todo: Due, cursor: Cursor) -> Stopped | None:
        """Before a request or a choice of its tools: servers are ready, and what they list now is taken over; the stop when one that the
        session cannot do without is not there."""
        if self._under_way.paused or not isinstance(todo, AskModel | ChooseTools):
            return None
        with self._under_way.choosing():
            settled = await self._services.settle(state)
        if settled.changed is not None:
            self._journal.append(settled.changed, cursor)
        if not settled.problem:
            return None
        return Stopped(cursor.at, "exception", "before_request", what=SERVER_MISSING, text=settled.problem)

    def _halted(self, state: SessionState, todo: Due) -> Stopped | None:
        """The stop before the due thing that nothing passes: rest, the person's pause or aim, a tool that raised for good."""
        resting = stops.resting(state, todo)
        if resting is not None:
            return resting
        if self._under_way.paused:
            return Stopped(state.node, "pause", stops.place_of(todo), what=stops.what_of(todo))
        if self._until is not None and self._until(state):
            return Stopped(state.node, "step", stops.place_of(todo), what=stops.what_of(todo))
        may_fail = isinstance(todo, AskModel | ChooseTools | RunCalls)
        return raised.failed(self._services, self._journal.tree, state) if may_fail else None

    async def _pass(self, goal: Goal, state: SessionState, todo: Due, cursor: Cursor) -> Stopped | None:
        """Do the due thing, and what breakpoints do before it; the stop before or after it."""
        stood, here = self._standing.stood(cursor), None
        if self._journal.breakpoints and isinstance(todo, AskModel | RunCalls):
            keys = self._keys(goal, state, todo) if isinstance(todo, RunCalls) else ()
            here = self.points.come("before_call" if keys else "before_request", keys, cursor)
            here.prepare()
            answered = here.answer(goal, stood)
            stop = self._after.results(goal, answered, cursor) if answered else None
            if stop is not None or (answered and len(answered) == len(keys)):
                return stop
            state = self._journal.tree.state(cursor.at)
            todo, here = (due(state), None) if answered else (todo, here)
        stop = stops.first(self._reasons(goal, state, todo, cursor, stood, here), stood)
        stop = here.joined(stop, goal) if here is not None else stop
        return stop or await self._do(goal, state, todo, cursor)

    def _reasons(
        self, goal: Goal, state: SessionState, todo: Due, cursor: Cursor, stood: list[Stopped], here: Arrival | None
    ) -> Iterator[Stopped | None]:
        """What speaks against the due thing, the first reason first. All that is decided of calls that run at once is decided here."""
        match todo:
            case AskModel() | ChooseTools():
                yield from self._limits(state)
            case RunCalls():
                for key in self._keys(goal, state, todo):
                    yield from self._before.stops(key, cursor, stood)
            case _:
                yield self._before.undo_asks(todo, cursor)
        if here is not None:
            yield from here.stops(goal)
        if goal == "run":
            yield stops.place(state, todo)

    def _limits(self, state: SessionState) -> Iterator[Stopped]:
        """The limits that are reached; a recorded reply costs nothing."""
        reached = limits.before_request(state, self._services.cost)
        recorded = self._services.origin(state.setup) == "recorded"
        return (stop for stop in reached if not recorded or stop.what == "round_trips")

    def _refusal(self, state: SessionState) -> str:
        """Why the request that is due is not sent; empty when it may go."""
        if not isinstance(due(state), AskModel) or self._services.origin(state.setup) == "recorded":
            return ""
        composer = self._services.composer(state.setup)
        known, always = self._refused, composer.checks.always()
        if known is None or known[0] is not state or known[1] is not always:
            self._refused = known = state, always, refusal(problems_of(composer, state))
        return known[2]

    def _keys(self, goal: Goal, state: SessionState, todo: RunCalls) -> tuple[CallKey, ...]:
        """The calls that are run now: a step runs one, and an agent runs alone, after those that run at once."""
        if goal == "step" or not self._at_once(state):
            return todo.calls[:1]
        return tuple(key for key in todo.calls if agent_at(state, key) is None) or todo.calls[:1]

    async def _do(self, goal: Goal, state: SessionState, todo: Due, cursor: Cursor) -> Stopped | None:
        """Do the due thing; the stop after it, if there is one."""
        if isinstance(todo, ChooseTools):
            return await self._choosing.choose(cursor)
        if isinstance(todo, AskModel):
            failed = await self.sending.send(cursor, partial(self.points.failed, goal, cursor))
            return failed or self._after.reply(goal, cursor)
        if isinstance(todo, UndoCalls):
            return await self._due_undo(goal, todo.calls[0], cursor)
        if isinstance(todo, EndAgent):
            failed = self._batch.end_agent(todo.call, cursor)
            return self._after.results(goal, (todo.call,), cursor, failed)
        assert isinstance(todo, RunCalls)
        keys = self._keys(goal, state, todo)
        failed = await self._batch.run(keys, cursor)
        return self._after.results(goal, keys, cursor, failed)

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
        run = self._under_way.begin(key, cursor)
        try:
            watcher = self._under_way.watcher
            return await self._rolling_back.undo(key, cursor, lambda stream, text: watcher.output(key, stream, text))
        finally:
            self._under_way.end(key, run)

    def _rest(self, cursor: Cursor) -> Stopped:
        return self._standing.rest(cursor, still=not self._under_way.running)

    def _stopped(self, stop: Stopped) -> Stopped:
        if not self._journal.read_only and stop != self._journal.stopped:
            self._journal.note(stop)
        return stop
