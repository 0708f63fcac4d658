"""Where to stop, and why. Pure.

Above: `stepper`. Below: `due`, `session`. A stop stands at (head, place): going on never stops again where it stands.
"""

from collections.abc import Callable

from studio.engine.due import AskModel, AwaitPerson, Due, Finished, RunCalls, Uncertain
from studio.session.events import CallKey, Place, Stopped
from studio.session.state import SessionState


def place_of(todo: Due) -> Place | None:
    """The stop place before the due thing."""
    match todo:
        case AskModel():
            return "before_request"
        case RunCalls():
            return "before_call"
        case _:
            return None


def resting(state: SessionState, todo: Due) -> Stopped | None:
    """The stop when nothing can go on without the person."""
    match todo:
        case Finished():
            return Stopped(state.node, "finished")
        case AwaitPerson():
            return Stopped(state.node, "waiting", what="message")
        case Uncertain(call=None):
            return Stopped(state.node, "exception", what="uncertain_request")
        case Uncertain(call=call):
            return Stopped(state.node, "exception", "before_call", call, "uncertain_call")
        case _:
            return None


def needs_approval(state: SessionState, key: CallKey, approved: Callable[[str], bool]) -> bool:
    """Whether the call is of a sensitive tool that nobody has approved."""
    found = state.call(key)
    tool = state.setup.tool(found.call.name) if found is not None else None
    return tool is not None and tool.sensitive and not approved(tool.name)


def before(state: SessionState, todo: Due, stood: Stopped | None, *, places: bool) -> Stopped | None:
    """The stop before the due thing: a limit, or (with `places`) a stop place of the setup. `stood` is the stop we go on from."""
    for stop in (_limit(state, todo), _place(state, todo) if places else None):
        if stop is not None and not same_place(stop, stood):
            return stop
    return None


def same_place(stop: Stopped, stood: Stopped | None) -> bool:
    """Whether a stop is where we already stood: at the same node, before the same thing."""
    if stood is None or (stood.at, stood.place) != (stop.at, stop.place):
        return False
    return stop.reason != "limit" or stood.reason == "limit"


def _limit(state: SessionState, todo: Due) -> Stopped | None:
    if isinstance(todo, AskModel) and state.trips >= state.setup.max_round_trips:
        return Stopped(state.node, "limit", "before_request", what="round_trips")
    return None


def _place(state: SessionState, todo: Due) -> Stopped | None:
    stops = state.setup.stops
    if isinstance(todo, AskModel) and stops.before_request:
        return Stopped(state.node, "breakpoint", "before_request")
    if isinstance(todo, RunCalls) and stops.before_call:
        return Stopped(state.node, "breakpoint", "before_call", todo.calls[0])
    return None


def after(state: SessionState, place: Place, call: CallKey | None = None) -> Stopped | None:
    """The stop after a reply or a result, as the stop places say."""
    stops = state.setup.stops
    on = stops.after_reply if place == "after_reply" else stops.after_result
    return Stopped(state.node, "breakpoint", place, call) if on else None
