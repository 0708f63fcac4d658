"""Where to stop, and why. Pure.

Above: `stepper`. Below: `due`, `session`. A stop stands at (head, place): going on never stops again where it stands.
"""

from collections.abc import Callable, Sequence
from math import inf

from studio.engine.due import AskModel, AwaitPerson, Due, Finished, RunCalls, Uncertain, UndoCalls
from studio.engine.rollback import ran_of
from studio.session.events import CallKey, Place, Stopped
from studio.session.policies import decision
from studio.session.state import SessionState


def how_far(state: SessionState) -> tuple[int, float]:
    """How far a state is, to be compared along any branch: its round, and how many calls of it are done (all: infinity)."""
    calls = state.open.calls if state.open is not None else ()
    done = sum(call.status == "done" for call in calls)
    return state.rounds, done if done < len(calls) else inf


def place_of(todo: Due) -> Place | None:
    """The stop place before the due thing."""
    match todo:
        case AskModel():
            return "before_request"
        case RunCalls() | UndoCalls():
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
        case Uncertain(call=call, undo=undo):
            what = "uncertain_undo" if undo else "uncertain_call"
            return Stopped(state.node, "exception", "before_call", call, what)
        case _:
            return None


def needs_approval(state: SessionState, key: CallKey, approved: Callable[[str], bool]) -> bool:
    """Whether the call is of a sensitive tool that nobody has approved."""
    found = state.call(key)
    tool = state.setup.tool(found.call.name) if found is not None else None
    return tool is not None and tool.sensitive and not approved(tool.name)


def undo_asks(state: SessionState, todo: Due, approved: Callable[[str], bool]) -> Stopped | None:
    """The stop before an undo whose tool asks first, and that nobody has approved."""
    if not isinstance(todo, UndoCalls):
        return None
    ran = ran_of(state, todo.calls[0])
    tool = state.setup.undo_of(ran.name) if ran is not None else None
    if tool is None or decision(state.setup.policies, tool) != "ask" or approved(tool.name):
        return None
    return Stopped(state.node, "approval", "before_call", todo.calls[0], "undo")


def before(state: SessionState, todo: Due, stood: Sequence[Stopped], *, places: bool) -> Stopped | None:
    """The stop before the due thing: a limit, or (with `places`) a stop place of the setup. `stood` are the stops made here before."""
    for stop in (_limit(state, todo), _place(state, todo) if places else None):
        if stop is not None and not any(same_place(stop, old) for old in stood):
            return stop
    return None


def same_place(stop: Stopped, stood: Stopped) -> bool:
    """Whether a stop made here before was before the same thing; a limit is passed only when it was the limit that stopped."""
    return stood.place == stop.place and (stop.reason != "limit" or stood.reason == "limit")


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
    if isinstance(todo, UndoCalls) and stops.before_call:
        return Stopped(state.node, "breakpoint", "before_call", todo.calls[0], "undo")
    return None


def after(state: SessionState, place: Place, call: CallKey | None = None) -> Stopped | None:
    """The stop after a reply or a result, as the stop places say."""
    stops = state.setup.stops
    on = stops.after_reply if place == "after_reply" else stops.after_result
    return Stopped(state.node, "breakpoint", place, call) if on else None
