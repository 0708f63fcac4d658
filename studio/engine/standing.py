"""Where a session stands and why: the stops that were made here, and what is due beside them.

Above: `stepper`. Below: `before_call`, `stops`, `due`. Moves nothing. An edit made at a stop leaves it standing, unless it
mends what the stop was for; so does what a server asked.
"""

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from studio.engine import stops
from studio.engine.before_call import BeforeCall
from studio.engine.choosing import TWO_TOOLS
from studio.engine.due import EndAgent, RunCalls, UndoCalls, due
from studio.engine.offering import clash
from studio.engine.validity import INVALID
from studio.session.journal import Cursor, Journal
from studio.session.notes import Stopped
from studio.session.state import SessionState
from studio.session.tree import ROOT

EDITS = ("call_edited", "reply_edited", "result_edited", "history_edited", "edits", "setup", "server_asked")
CHOICES = ("source", "groups_chosen", "offered")
"""Events that choose the tools of a request."""
SERVER_MISSING = "server_missing"
_MISFITS = ("unknown_tool", "bad_arguments", "coercion")


class Standing:
    """The stops of one session. `limits` gives those that are reached where a request is due, `refusal` why it is not sent."""

    def __init__(
        self,
        journal: Journal,
        before: BeforeCall,
        limits: Callable[[SessionState], Iterable[Stopped]],
        refusal: Callable[[SessionState], str],
    ) -> None:
        self._journal = journal
        self._before = before
        self._limits = limits
        self._refusal = refusal

    def here(self) -> Stopped:
        """Why the session stands where its head is, also after an edit there or a walk to it. A request that would not be sent is told
        before anybody tries."""
        stop = self._here()
        if stop.place != "before_request" or stop.reason not in ("step", "pause", "breakpoint"):
            return stop
        refusal = self._refusal(self._journal.state)
        return replace(stop, reason="exception", what=INVALID, text=refusal) if refusal else stop

    def _here(self) -> Stopped:
        cursor = self._journal.cursor
        here = self.rest(cursor, still=True)
        made = self._newest(cursor)
        if made is not None and made.what == INVALID:
            made = replace(made, text=self._refusal(self._journal.state))
        if made is not None and not self._holds(made, cursor):
            made = None
        if here.reason != "step":
            return made if made is not None and made.reason == here.reason else here
        if made is not None and made.reason not in ("approval", "finished", "waiting"):
            return made
        failed = self._journal.state.failed
        if failed is not None and here.place == "before_request":
            return replace(here, reason="exception", what="differs" if failed.kind == "missed" else "provider_error")
        return here

    def _holds(self, made: Stopped, cursor: Cursor) -> bool:
        """Whether a stop still says what is so: an edit made since may have mended the call or the result, or raised the limit."""
        state = self._journal.tree.state(cursor.at)
        if made.reason == "limit":
            found = self._limits(state) if made.call is None else self._before.limit(made.call, state)
            return any(stop.what == made.what for stop in found)
        if made.what == TWO_TOOLS:
            return clash(state) == made.text
        if made.what == INVALID:
            return bool(made.text)
        if made.what == SERVER_MISSING:
            return any(server.needed and server.on for server in state.setup.servers)
        if made.reason != "exception" or made.call is None:
            return True
        if (made.text if made.what == "failed" else made.what) in _MISFITS:
            now = self._before.misfit(made.call, cursor)
            return now is not None and (now.what, now.text) == (made.what, made.text)
        if (made.text if made.what == "failed" else made.what) == "tool_error":
            call = state.call(made.call)
            return call is None or call.result is None or (call.result.is_error and not call.result.edited)
        return True

    def rest(self, cursor: Cursor, *, still: bool) -> Stopped:
        """The stop after a step: what is due says more than *step* when the person is needed. `still`: nothing runs."""
        state = self._journal.tree.state(cursor.at)
        todo = due(state)
        resting = stops.resting(state, todo)
        if resting is not None and still:
            return resting
        asks = self._before.undo_asks(todo, cursor)
        if asks is not None:
            return asks
        if isinstance(todo, UndoCalls):
            return Stopped(state.node, "step", stops.place_of(todo), todo.calls[0], "undo")
        if isinstance(todo, EndAgent):
            return Stopped(state.node, "step", None, todo.call, "agent_done")
        call = todo.calls[0] if isinstance(todo, RunCalls) else None
        stood = self.stood(cursor)
        needs = self._before.needs(call, cursor, stood) if call is not None else ()
        step = Stopped(state.node, "step", stops.place_of(todo), call, stops.what_of(todo))
        return stops.first(needs, stood) or step

    def stood(self, cursor: Cursor) -> list[Stopped]:
        """The stops that were made here, also after reopening. A limit that was passed before the tools of a request were chosen is
        passed for the request, too; other stops there were before something else."""
        at, tree = cursor.at, self._journal.tree
        stood = list(self._journal.stops.get(at, ()))
        chosen = False
        while at != ROOT and tree.kind(at) in (*EDITS, *CHOICES):
            chosen = chosen or tree.kind(at) in CHOICES
            at = tree.parent(at)
            stood += (stop for stop in self._journal.stops.get(at, ()) if not chosen or stop.reason == "limit")
        return stood

    def _newest(self, cursor: Cursor) -> Stopped | None:
        """The last stop that was made here, or before the edits that were made here."""
        at, tree = cursor.at, self._journal.tree
        while not self._journal.stops.get(at) and at != ROOT and tree.kind(at) in EDITS:
            at = tree.parent(at)
        made = self._journal.stops.get(at)
        return replace(made[-1], at=cursor.at) if made else None
