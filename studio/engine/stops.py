"""Where to stop, and why. Pure.

Above: `stepper`. Below: `due`, `session`. A stop stands at (head, place): going on never stops again where it stands.
"""

from collections.abc import Callable, Iterable, Sequence
from math import inf

from studio.engine.due import AskModel, AwaitPerson, ChooseTools, Due, Finished, RunCalls, Uncertain, UndoCalls
from studio.engine.rollback import ran_of
from studio.session.frames import frames
from studio.session.nodes import CallKey, Place
from studio.session.notes import Stopped
from studio.session.policies import decision
from studio.session.state import SessionState


def how_far(state: SessionState) -> tuple[tuple[int, float], ...]:
    """How far a state is, to be compared along any branch: its round, and how many calls of it are done (all: infinity); inside an agent
    first that of its callers."""
    return tuple(_in_frame(frame) for frame in reversed(list(frames(state))))


def _in_frame(state: SessionState) -> tuple[int, float]:
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


def what_of(todo: Due) -> str:
    """The code of a stop before the due thing that no place tells."""
    return "choose_tools" if isinstance(todo, ChooseTools) else ""


def resting(state: SessionState, todo: Due) -> Stopped | None:
    """The stop when nothing can go on without the person."""
    match todo:
        case Finished(by_tools=by_tools):
            return Stopped(state.node, "finished", what="tool_execution" if by_tools else "")
        case AwaitPerson():
            return Stopped(state.node, "waiting", what="message")
        case Uncertain(call=None):
            return Stopped(state.node, "exception", what="uncertain_request")
        case Uncertain(call=call, undo=undo):
            what = "uncertain_undo" if undo else "uncertain_call"
            return Stopped(state.node, "exception", "before_call", call, what)
        case _:
            return None


def undo_asks(state: SessionState, todo: Due, approved: Callable[[str], bool]) -> Stopped | None:
    """The stop before an undo whose tool asks first, and that nobody has approved."""
    if not isinstance(todo, UndoCalls):
        return None
    ran = ran_of(state, todo.calls[0])
    tool = state.setup.undo_of(ran.name) if ran is not None else None
    if tool is None or decision(state.setup.policies, tool) != "ask" or approved(tool.name):
        return None
    return Stopped(state.node, "approval", "before_call", todo.calls[0], "undo")


def first(stops: Iterable[Stopped | None], stood: Sequence[Stopped]) -> Stopped | None:
    """The first stop that was not made here before. `stood` are those that were."""
    return next((stop for stop in stops if stop is not None and not any(same_place(stop, old) for old in stood)), None)


def same_place(stop: Stopped, stood: Stopped) -> bool:
    """Whether a stop made here before was before the same thing, so that going on passes it. A limit is passed by its own stop only, and
    a call that does not fit by one that showed it as it stands; approvals and *failed* never."""
    if stop.place != stood.place or stop.reason == "approval" or stop.what == "failed":
        return False
    if stop.reason == "exception":
        return (stop.at, stop.what, stop.call) == (stood.at, stood.what, stood.call)
    return stop.reason != "limit" or (stop.reason, stop.what, stop.call) == (stood.reason, stood.what, stood.call)


def place(state: SessionState, todo: Due) -> Stopped | None:
    """The stop at a place of the setup that is switched on, before the due thing. Calls that run at once have one before the first."""
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
