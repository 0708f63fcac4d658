"""One call run: looked at, started, run again where the person chose so, its result recorded.

Above: `batch`, `stepper`. Below: `assessed`, `agent_tool`, `services`. Knows no stop. A call of an agent only begins here: what happens
in its session is the stepper's, and its end comes back here.
"""

import asyncio
import hashlib
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from studio.engine import agent_tool
from studio.engine.assessed import Assessed, assess, runs_again
from studio.engine.missing import MissedError
from studio.engine.result_size import cut
from studio.engine.services import Services
from studio.engine.under_way import UnderWay
from studio.messages.toolspec import ToolSpec
from studio.problems import StudioError
from studio.said import said
from studio.session.agents import Agent
from studio.session.events import AgentStarted, AttemptFailed, CallStarted, Event, ResultRecorded
from studio.session.frames import agent_at, agent_of, frame_of, inside_name, is_inside
from studio.session.journal import Cursor, Journal
from studio.session.kept_exchange import NO_TIME
from studio.session.nodes import CallKey
from studio.session.setup import Setup
from studio.session.state import CallState, SessionState
from studio.tools.tool import CallContext, Outcome

if TYPE_CHECKING:
    from studio.tools.canned import Canned


class InsideError(StudioError):
    """An agent cannot begin, because another one of the same caller is at work."""


class Calling:
    """Runs calls of one session, several at once where they are asked for at once."""

    def __init__(self, journal: Journal, services: Services, under_way: UnderWay) -> None:
        self._journal = journal
        self._services = services
        self._under_way = under_way
        self._preparing = asyncio.Lock()
        self._promised: dict[CallKey, ResultRecorded] = {}

    async def run(self, call: CallState, cursor: Cursor, *, approved: bool = False) -> None:
        """Run `call` and append its result; an agent only begins, and what the person paused before it was run again stays open. What
        cannot run gets an error result that the model can read; a cancelled run leaves the call started and without a result, because
        its effect is not known. Raises MissedError in a replay, InsideError for an agent while another one is at work."""
        self._check_inside(call.key, cursor)
        if not self._services.runs(call.call.name):
            if seconds := self._services.seconds(call.key, call.call):
                await asyncio.sleep(seconds)
            self._journal.append(self._recorded(call), cursor)
            return
        looked = assess(self._services, self._frame(call.key, cursor).setup, call)
        if looked.value is None:
            self._refuse(call.key, looked, cursor)
            return
        while True:
            event = await self._once(call, looked, cursor, approved=approved)
            if isinstance(event, AgentStarted):
                self._journal.append(event, cursor)
                return
            is_over = self._came(event, looked.spec, cursor)
            await _cancelled_meanwhile()
            if is_over or self._under_way.paused:
                return

    def end_agent(self, cursor: Cursor) -> None:
        """The agent that has come to its end at `cursor`: what it came to becomes the result of its caller's call. Raises MissedError in a
        replay."""
        state = self._state(cursor)
        assert state.outer is not None
        assert state.inside is not None
        name = inside_name(state)
        if not self._services.ends_agent(state.inside, name):
            raise MissedError(
                said("The recording ends in the agent {name}.", name=name),
                said("End it by hand, or switch Tools to live."),
            )
        spec = next((tool for tool in state.outer.setup.tools if tool.name == name), None)
        self._came(agent_tool.result(state, state.inside), spec if self._services.runs(name) else None, cursor)

    def _came(self, event: ResultRecorded, spec: ToolSpec | None, cursor: Cursor) -> bool:
        """Take in what came of a call; False when it raised and is to be run again."""
        frame = self._frame(event.call, cursor)
        event = cut(event, frame.setup.result_chars)
        if event.is_error and runs_again(self._services, frame.setup, frame.call(event.call), spec):
            self._journal.append(_attempt(event), cursor)
            return False
        self._journal.append(event, cursor)
        return True

    async def prepare(self, call: CallState, cursor: Cursor) -> None:
        """Make the tool of a call ready, where the call would reach it. Raises StudioError with what to do when it cannot be."""
        setup = self._frame(call.key, cursor).setup
        looked = assess(self._services, setup, call)
        canned = self._mocked(call, looked, cursor) if looked.value is not None else None
        if looked.spec is not None and looked.value is not None and (canned is None or canned.real):
            await self._ready(setup, looked.spec)

    async def _ready(self, setup: Setup, spec: ToolSpec) -> None:
        """One after the other: two calls of a file start its worker once."""
        async with self._preparing:
            await self._services.prepare(setup, spec)

    def _recorded(self, call: CallState) -> ResultRecorded | AgentStarted:
        found = self._services.recorded(call)
        if found is None:
            raise MissedError(
                said("The recording has no result for {tool} with these arguments.", tool=call.call.name),
                said("Type the result, or switch Tools to live."),
            )
        return found

    def _refuse(self, key: CallKey, looked: Assessed, cursor: Cursor) -> None:
        status = "bad_arguments" if looked.misfit == "coercion" else looked.misfit
        self._journal.append(
            ResultRecorded(call=key, source="refused", text=looked.told, is_error=True, status=status), cursor
        )

    async def _once(
        self, call: CallState, looked: Assessed, cursor: Cursor, *, approved: bool
    ) -> ResultRecorded | AgentStarted:
        """What a rule or the tool answers, or the beginning of an agent."""
        canned = self._mocked(call, looked, cursor)
        if canned is None:
            return await self._tool(call, looked, cursor, approved=approved)
        promised = self._promised[call.key] = _canned(call.key, canned)
        try:
            await asyncio.sleep(canned.delay)
            if not canned.real:
                return promised
            came = await self._tool(call, looked, cursor, approved=approved)
            if isinstance(came, AgentStarted):
                return came
            return replace(came, rule=canned.rule, fault=canned.fault)
        finally:
            del self._promised[call.key]

    def _mocked(self, call: CallState, looked: Assessed, cursor: Cursor) -> "Canned | None":
        """What a rule answers; rules count what others of the same time will have answered."""
        if looked.value is None:
            return None
        return self._services.mocked(self._frame(call.key, cursor).setup, call, looked.value, self._path(cursor))

    def _path(self, cursor: Cursor) -> Iterator[Event]:
        """The events so far, put together only for a rule that counts."""
        yield from self._journal.tree.events(cursor.at)
        yield from self._promised.values()

    async def _tool(
        self, call: CallState, looked: Assessed, cursor: Cursor, *, approved: bool
    ) -> ResultRecorded | AgentStarted:
        assert looked.spec is not None
        assert looked.value is not None
        setup = self._frame(call.key, cursor).setup
        agent = agent_of(setup, looked.spec.name)
        if agent is not None:
            return self._agent(agent, call.key, looked, cursor, approved=approved)
        await self._ready(setup, looked.spec)
        self._journal.append(CallStarted(call=call.key, ran_with=looked.ran_with, approved=approved), cursor)
        context = replace(self._context(setup, looked, call), skills=self._frame(call.key, cursor).gathered.skills)
        return _result(call.key, await self._services.run_tool(setup, looked.spec, looked.value, context))

    def _context(self, setup: Setup, looked: Assessed, call: CallState) -> CallContext:
        assert looked.spec is not None
        watcher, key = self._under_way.watcher, call.key
        return CallContext(
            call_id(call),
            idempotency_key=_idempotency_key(call, looked),
            seconds=setup.chosen(looked.spec.name).seconds or looked.spec.seconds or setup.call_seconds,
            on_output=partial(watcher.output, key),
            on_progress=partial(watcher.progress, key),
            key=key,
        )

    def _agent(
        self, agent: Agent, key: CallKey, looked: Assessed, cursor: Cursor, *, approved: bool
    ) -> ResultRecorded | AgentStarted:
        """The beginning of an agent's session."""
        assert looked.value is not None
        state = self._state(cursor)
        return agent_tool.begins(state, key, agent, looked.value, ran_with=looked.ran_with, approved=approved)

    def _check_inside(self, key: CallKey, cursor: Cursor) -> None:
        """While an agent is at work no other one of its callers can begin, nor the same once more, not even as another kind of tool."""
        state = self._state(cursor)
        if is_inside(state, key) or (state.call(key) is None and agent_at(state, key) is not None):
            raise InsideError(
                said("The agent {agent} is at work.", agent=inside_name(state)),
                said("Step out of it first, or end it."),
            )

    def _frame(self, key: CallKey, cursor: Cursor) -> SessionState:
        """The state of the session whose call it is: that at the cursor, or a caller's."""
        state = self._state(cursor)
        return frame_of(state, key) or state

    def _state(self, cursor: Cursor) -> SessionState:
        return self._journal.tree.state(cursor.at)


async def _cancelled_meanwhile() -> None:
    """A tool that was cancelled may have a result all the same: that is kept, and whoever ran it is cancelled now."""
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        await asyncio.sleep(0)


def call_id(call: CallState) -> str:
    """What the tool is told about which call it serves: the provider's id, else the call's own key."""
    return call.call.id or f"{call.key[0]}.{call.key[1]}"


def _idempotency_key(call: CallState, looked: Assessed) -> str:
    """The same for each run of the same call with the same arguments."""
    asked = f"{call.call.name}\0{looked.ran_with or call.call.arguments}".encode("utf-8", "surrogatepass")
    return f"{call.key[0]}.{call.key[1]}:{hashlib.sha256(asked).hexdigest()[:16]}"


def _canned(key: CallKey, canned: "Canned") -> ResultRecorded:
    return ResultRecorded(
        call=key,
        source="mock",
        text=canned.text,
        is_error=canned.status != "ok",
        status=canned.status,
        seconds=round(canned.delay, 4) or NO_TIME,
        rule=canned.rule,
        fault=canned.fault,
        media=canned.media,
    )


def _attempt(event: ResultRecorded) -> AttemptFailed:
    return AttemptFailed(
        call=event.call,
        text=event.text,
        status=event.status,
        seconds=event.seconds,
        detail=event.detail,
        stdout=event.stdout,
        stderr=event.stderr,
        rule=event.rule,
        fault=event.fault,
    )


def _result(key: CallKey, outcome: Outcome) -> ResultRecorded:
    return ResultRecorded(
        call=key,
        source="ran",
        text=outcome.text,
        is_error=outcome.status != "ok",
        status=outcome.status,
        seconds=round(outcome.seconds, 4) or NO_TIME,
        detail=outcome.detail,
        stdout=outcome.stdout,
        stderr=outcome.stderr,
        media=outcome.media,
        adds=outcome.adds,
        parts=outcome.parts,
        structured=outcome.structured,
    )
