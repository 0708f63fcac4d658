"""What is decided of a call before it starts: a limit, arguments that do not fit, an approval.

Above: `stepper`, `standing`. Below: `assessed`, `limits`, `services`. Runs nothing and writes nothing.
"""

from collections.abc import Iterator, Sequence
from itertools import chain

from studio.engine import limits
from studio.engine.assessed import Assessed, assess
from studio.engine.before_undo import undo_reaches_tool
from studio.engine.due import Due, is_undo
from studio.engine.services import Services
from studio.engine.stops import first, undo_asks
from studio.session.events import Event, ResultRecorded
from studio.session.frames import frame_of
from studio.session.journal import Cursor, Journal
from studio.session.nodes import CallKey
from studio.session.notes import Stopped
from studio.session.policies import decision
from studio.session.state import SessionState


class BeforeCall:
    """The decisions of one session. `approved` are the tools of which the person approved all calls, until the session closes."""

    def __init__(self, journal: Journal, services: Services) -> None:
        self.approved: set[str] = set()
        self._journal = journal
        self._services = services

    def approves(self, tool: str) -> bool:
        """Whether calls of a tool need no approval any more."""
        return tool in self.approved or not self._services.runs(tool)

    def stops(self, key: CallKey, cursor: Cursor, stood: Sequence[Stopped]) -> Iterator[Stopped]:
        """The stops before a call, the first reason first. `stood` are those that were made here."""
        state = self._frame(key, cursor)
        call = state.call(key)
        if call is not None and self._services.runs(call.call.name):
            yield from self.limit(key, state)
            yield from self._needs(key, state, cursor, stood)

    def needs(self, key: CallKey, cursor: Cursor, stood: Sequence[Stopped]) -> Iterator[Stopped]:
        """The stops where the person is needed before a call: it wants an approval, or does not fit. One that was shown as a misfit and
        is gone on with will not run, so that nothing is left to be approved."""
        return self._needs(key, self._frame(key, cursor), cursor, stood)

    def _needs(self, key: CallKey, state: SessionState, cursor: Cursor, stood: Sequence[Stopped]) -> Iterator[Stopped]:
        misfit = self._misfit(key, state, cursor)
        if misfit is not None and first((misfit,), stood) is None:
            return
        if self._asks(key, state, cursor):
            yield Stopped(cursor.at, "approval", "before_call", key)
        if misfit is not None:
            yield misfit

    def limit(self, key: CallKey, state: SessionState) -> Iterator[Stopped]:
        """The limit that is reached where a call is due."""
        found, tree = state.call(key), self._journal.tree
        if not state.setup.limits.same_call or found is None or found.original is None or state.open is None:
            return
        before = tree.state(tree.parent(state.open.event)).turn
        stop = limits.before_call(state, key, limits.times_in_a_row(before, state.open.original.calls, key[1]))
        if stop is not None:
            yield stop

    def misfit(self, key: CallKey, cursor: Cursor) -> Stopped | None:
        """The stop before a call that cannot run as it is, where the model is not simply told."""
        return self._misfit(key, self._frame(key, cursor), cursor)

    def _misfit(self, key: CallKey, state: SessionState, cursor: Cursor) -> Stopped | None:
        looked = self._look(key, state)
        if looked is None or looked.value is not None or looked.way == "tell":
            return None
        what, text = ("failed", looked.misfit) if looked.way == "fail" else (looked.misfit, "")
        return Stopped(cursor.at, "exception", "before_call", key, what, text)

    def needs_approval(self, key: CallKey, cursor: Cursor) -> bool:
        """Whether a call is of a tool that asks first and that nobody has approved, and no rule answers in the tool's place."""
        return self._asks(key, self._frame(key, cursor), cursor)

    def _asks(self, key: CallKey, state: SessionState, cursor: Cursor) -> bool:
        found = state.call(key)
        spec = state.setup.tool(found.call.name) if found is not None else None
        if spec is None or decision(state.setup.policies, spec) != "ask" or self.approves(spec.name):
            return False
        return not self._by_rule(key, cursor)

    def was_approved(self, key: CallKey, cursor: Cursor) -> bool:
        """Whether a call is of a tool that asks first, and of which the person approved all calls."""
        state = self._frame(key, cursor)
        found = state.call(key)
        spec = state.setup.tool(found.call.name) if found is not None else None
        return spec is not None and spec.name in self.approved and decision(state.setup.policies, spec) == "ask"

    def undo_asks(self, todo: Due, cursor: Cursor) -> Stopped | None:
        """The stop before an undo that would reach a tool that asks first, and that nobody has approved."""
        stop = undo_asks(self._state(cursor), todo, self.approves)
        return stop if stop is not None and stop.call and self.reaches_tool(stop.call, cursor) else None

    def reaches_tool(self, key: CallKey, cursor: Cursor) -> bool:
        """Whether running a call would run its tool: it fits, and no rule answers in the tool's place. Of a call that is to be undone:
        whether undoing it would."""
        state = self._state(cursor)
        if is_undo(state, key):
            return undo_reaches_tool(self._services, state, key, self._journal.tree.events(cursor.at))
        looked = self._look(key, self._frame(key, cursor))
        return looked is not None and looked.value is not None and not self._by_rule(key, cursor)

    def _by_rule(self, key: CallKey, cursor: Cursor) -> bool:
        state = self._frame(key, cursor)
        found, looked = state.call(key), self._look(key, state) if state.setup.mocks else None
        if found is None or looked is None or looked.value is None:
            return False
        canned = self._services.mocked(state.setup, found, looked.value, self._path(key, cursor))
        return canned is not None and not canned.real

    def _path(self, key: CallKey, cursor: Cursor) -> Iterator[Event]:
        """The events so far, put together only for a rule that counts. Of calls that run at once, those before this one will have used
        rules up by then."""
        state = self._frame(key, cursor)
        yield from self._journal.tree.events(cursor.at)
        told: list[Event] = []
        for call in state.open.calls if state.setup.concurrent and state.open is not None else ():
            if call.key == key:
                return
            looked = self._look(call.key, state) if call.status == "open" else None
            if looked is None or looked.value is None:
                continue
            path = chain(self._journal.tree.events(cursor.at), told)
            canned = self._services.mocked(state.setup, call, looked.value, path)
            if canned is not None:
                told.append(ResultRecorded(call=call.key, rule=canned.rule))
                yield told[-1]

    def _look(self, key: CallKey, state: SessionState) -> Assessed | None:
        found = state.call(key)
        if found is None or not self._services.runs(found.call.name):
            return None
        return assess(self._services, state.setup, found, runs=False)

    def _frame(self, key: CallKey, cursor: Cursor) -> SessionState:
        """The state of the session whose call it is: that at the cursor, or a caller's."""
        state = self._state(cursor)
        return frame_of(state, key) or state

    def _state(self, cursor: Cursor) -> SessionState:
        return self._journal.tree.state(cursor.at)
