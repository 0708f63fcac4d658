"""What the next request will say of an edited call, beside what it would say had nobody changed it. Pure.

Above: `workspace/edited_calls`. Below: `edits`, `session`. Results that are not there yet are stood in for.
"""

from collections.abc import Callable

from msgspec.structs import replace

from studio.engine.edits import EditRefusedError, open_call, set_truth
from studio.engine.reply_edits import removed
from studio.said import said
from studio.session.events import CallEdited, Event, ReplyEdited
from studio.session.folding import fold
from studio.session.frames import frame_of
from studio.session.nodes import CallKey, NodeId
from studio.session.state import CallState, ResultState, SessionState
from studio.session.truths import Truth

Waiting = Callable[[str], str]
"""What stands for the result of a tool that is not there yet."""


def foreseen(
    state: SessionState, key: CallKey, truth: Truth, notice: str, waiting: Waiting
) -> tuple[SessionState, SessionState]:
    """The states of the session, or of the agent, whose next request carries the call: as the model wrote it, and told in this way. Raises
    EditRefusedError as `set_truth` does."""
    found = open_call(state, key)
    told = set_truth(state, key, truth, notice)
    now = state if told is None else fold(state, told)
    return _whole(fold(state, _as_asked(state, found)), key, waiting), _whole(now, key, waiting)


def _as_asked(state: SessionState, found: CallState) -> Event:
    """The edit that takes the person's change of the call back, also where it has its result already."""
    if found.original is not None:
        return CallEdited(call=found.key, now=found.original)
    opened = state.open
    if opened is None or found not in opened.calls:
        raise EditRefusedError(said("The agent of this call is at work."), said("Wait for its result first."))
    without = removed(opened, opened.calls.index(found))
    return ReplyEdited(parts=without.reply.parts, positions=without.positions)


def _whole(state: SessionState, key: CallKey, waiting: Waiting) -> SessionState:
    """The state whose reply holds the call (or held it), with a result for each of its calls."""
    frame = frame_of(state, key) or state
    if frame.open is None:
        raise EditRefusedError(said("This call is no longer open."), said("Go back to its round, or fork there."))
    calls = tuple(_with_result(call, waiting) for call in frame.open.calls)
    return replace(frame, open=replace(frame.open, calls=calls), memo=None)


def _with_result(call: CallState, waiting: Waiting) -> CallState:
    if call.result is not None:
        return call
    stand_in = ResultState(NodeId(0), "by_hand", waiting(call.call.name), False)
    return replace(call, status="done", result=stand_in)
