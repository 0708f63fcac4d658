"""What goes wrong by name, where it shows: the troubles that breakpoints are set on.

Above: `at_breakpoints`. Below: `breakpoints`, `limits`, `validity`, `checks/loop`, `services`. Runs nothing and writes nothing.
"""

from typing import assert_never

from studio.checks.loop.path import LoopChecks
from studio.engine import limits
from studio.engine.breakpoints import Occasion
from studio.engine.services import Services
from studio.engine.validity import problems_of
from studio.session.breakpoints import Breakpoint
from studio.session.events import MessageAdded
from studio.session.frames import find_call, frame_of, turn_of
from studio.session.journal import Journal
from studio.session.state import CallState, SessionState
from studio.session.tree import ROOT

REPEATED = 2
"""The same call so many times in a row is a repeated one."""
_OF_TOOLS = ("ran", "mock", "recorded", "by_hand")


class Troubles:
    """The troubles of one session."""

    def __init__(self, journal: Journal, services: Services) -> None:
        self._journal = journal
        self._services = services
        self._loops = LoopChecks(journal.tree)

    def shows(self, point: Breakpoint, at: Occasion) -> bool:
        """Whether the trouble of a breakpoint shows on an occasion at its place."""
        match point.trouble:
            case "":
                return False
            case "unknown_tool" | "bad_arguments" | "repeated_call" | "tool_error":
                return self._of_call(point, at)
            case "provider_error":
                return at.failed
            case "invalid_history":
                found = problems_of(self._services.composer(at.state.setup), at.state)
                return any(problem.severity == "error" for problem in found)
            case "no_progress":
                return self._loops.no_progress(at.state.node)
            case "tokens" | "cost" | "seconds":
                return self._crossed(point, at.state)
            case _:
                assert_never(point.trouble)

    def _of_call(self, point: Breakpoint, at: Occasion) -> bool:
        frame = frame_of(at.state, at.key) if at.key is not None else None
        found = find_call(at.state, at.key) if at.key is not None else None
        if frame is None or found is None:
            return False
        match point.trouble:
            case "unknown_tool":
                return frame.setup.tool(found.call.name) is None
            case "bad_arguments":
                return self._misfits(frame, found)
            case "repeated_call":
                return self._times(frame, found) >= REPEATED
            case _:
                result = found.result
                return result is not None and result.is_error and result.source in _OF_TOOLS

    def _misfits(self, frame: SessionState, found: CallState) -> bool:
        """Whether the arguments are no JSON object, or do not fit the tool's schema, not even as the session makes them fit."""
        spec = frame.setup.tool(found.call.name)
        if spec is None:
            return False
        coercion = frame.setup.chosen(spec.name).coercion or frame.setup.coercion
        checked = self._services.check(spec, found.call.arguments, found.call.form, coercion)
        return checked.value is None or any(problem.severity == "error" for problem in checked.problems)

    def _times(self, frame: SessionState, found: CallState) -> int:
        """How often the model asked for this call in a row."""
        tree, opened = self._journal.tree, frame.open
        if opened is None or found.original is None:
            return 0
        before = tree.state(tree.parent(opened.event)).turn
        return limits.times_in_a_row(before, opened.original.calls, found.key[1])

    def _crossed(self, point: Breakpoint, state: SessionState) -> bool:
        """Whether the turn has come to so much since its last request."""
        now = self._measured(point, state)
        if now is None or now < point.most:
            return False
        before = self._at_last_request(state)
        was = self._measured(point, before) if before is not None else None
        return was is None or was < point.most

    def _measured(self, point: Breakpoint, state: SessionState) -> float | None:
        turn = turn_of(state)
        match point.trouble:
            case "tokens":
                return turn.input + turn.output
            case "seconds":
                return turn.seconds
            case _:
                return limits.price(state, turn, self._services.cost)

    def _at_last_request(self, state: SessionState) -> SessionState | None:
        """The state before the last request of the turn; None when there is none."""
        tree, at = self._journal.tree, state.node
        while at != ROOT and at in tree:
            kind = tree.kind(at)
            if kind == "request":
                return tree.state(tree.parent(at))
            event = tree.event(at) if kind == "message" else None
            if isinstance(event, MessageAdded) and event.message.role == "user":
                return None
            at = tree.parent(at)
        return None
