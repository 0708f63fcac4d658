"""What is done behind a reply and behind results: the breakpoints there, then the stop places of the setup.

Above: `stepper`. Below: `at_breakpoints`, `stops`. Moves nothing.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from studio.engine import stops
from studio.engine.at_breakpoints import AtBreakpoints
from studio.engine.goals import Goal
from studio.session.journal import Cursor, Journal
from studio.session.nodes import CallKey
from studio.session.notes import Stopped


class AfterPlaces:
    """The places of one session behind which something lies."""

    def __init__(self, journal: Journal, points: AtBreakpoints) -> None:
        self._journal = journal
        self._points = points

    def reply(self, goal: Goal, cursor: Cursor) -> Stopped | None:
        """The stop after a reply."""
        stop = self._points.after("after_reply", (), goal, cursor)
        if stop is not None or goal != "run":
            return stop
        return stops.after(self._journal.tree.state(cursor.at), "after_reply")

    def results(
        self, goal: Goal, keys: Sequence[CallKey], cursor: Cursor, failed: Stopped | None = None
    ) -> Stopped | None:
        """The stop after results; `failed` is one that there is anyway. An agent that has only begun, or is to begin anew, has none."""
        if failed is None and goal != "run" and not self._journal.breakpoints:
            return None
        state = self._journal.tree.state(cursor.at)
        done = [key for key in keys if (call := state.call(key)) is not None and call.status == "done"]
        stop = self._points.after("after_result", done, goal, cursor)
        if failed is not None:
            return replace(failed, at=cursor.at)
        if stop is not None or goal != "run" or keys[-1] not in done:
            return stop
        return stops.after(self._journal.tree.state(cursor.at), "after_result", keys[-1])
