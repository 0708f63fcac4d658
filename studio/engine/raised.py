"""A tool that raised: the stop after its result, as the person chose.

Above: `batch`, `stepper`. Below: `assessed`, `session`. What the person mocked, rejected or changed is no error of a
tool, nor is a call that succeeded and could not be undone.
"""

from studio.engine.assessed import tool_error_way
from studio.engine.rollback import ran_of, to_undo
from studio.engine.services import Services
from studio.session.events import ResultRecorded
from studio.session.frames import frame_of
from studio.session.nodes import CallKey
from studio.session.notes import Stopped
from studio.session.state import CallState, SessionState
from studio.session.tree import Tree


def stop_after(services: Services, tree: Tree, state: SessionState, key: CallKey) -> Stopped | None:
    """The stop after the result of a call. What ends the turn stops only when all that is to be undone for it is."""
    frame = frame_of(state, key)
    call = frame.call(key) if frame is not None else None
    if call is None or call.result is None or not call.result.is_error:
        return None
    way = _way(services, tree, frame, call) if frame is not None and call is not None else "tell"
    if way not in ("stop", "fail") or frame is None or (way == "fail" and to_undo(frame)):
        return None
    what, text = ("failed", "tool_error") if way == "fail" else ("tool_error", "")
    return Stopped(state.node, "exception", "after_result", key, what, text)


def failed(services: Services, tree: Tree, state: SessionState) -> Stopped | None:
    """The stop at a result that going on does not pass: a tool raised, and that is the end until the person decides otherwise."""
    calls = state.open.calls if state.open is not None else ()
    for call in calls:
        if call.result is not None and call.result.is_error and _way(services, tree, state, call) == "fail":
            return stop_after(services, tree, state, call.key)
    return None


def _way(services: Services, tree: Tree, state: SessionState, call: CallState) -> str:
    if not _raised(tree, call) or not services.runs(call.call.name) or ran_of(state, call.key) is not None:
        return "tell"
    spec = state.setup.tool(call.call.name)
    return tool_error_way(services, state.setup, spec) if spec is not None else "tell"


def _raised(tree: Tree, call: CallState) -> bool:
    result = call.result
    if result is None or not result.is_error or result.edited or result.rolled_back:
        return False
    event = tree.event(result.event) if result.source == "mock" else None
    return result.source == "ran" or (isinstance(event, ResultRecorded) and bool(event.rule))
