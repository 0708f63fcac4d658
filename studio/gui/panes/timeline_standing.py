"""Where an open session stands, in the facts that the timeline's rows need.

Above: the timeline pane. Below: `workspace`. Pure; knows no widget. The name of what is due is that of its class in `engine/due`.
"""

import time
from typing import Protocol

from studio.gui.situation import due_kind
from studio.gui.words import sentence
from studio.present.row import Badge, Live, Phrase, Standing
from studio.present.run_state import RunKind, run_state
from studio.present.words import Words, words
from studio.session.events import HistoryEdited
from studio.session.nodes import CallKey, NodeId
from studio.session.notes import Stopped
from studio.session.state import CallState, OpenReply, SessionState
from studio.session.together import one_by_one
from studio.session.tree import ROOT, Tree
from studio.workspace.opened import OpenedSession


class Stands(Protocol):
    """A place in a session."""

    @property
    def state(self) -> SessionState: ...

    @property
    def tree(self) -> Tree: ...

    @property
    def head(self) -> NodeId: ...


PAUSED = Badge(Words("badge.paused"), "paused")
LIMIT = Badge(Words("badge.limit"), "warn")
DIFFERS = Badge(Words("badge.differs"), "warn")
_UNSENT = frozenset(("setup", "offered", "message", "history_edited", "edits"))
"""What may stand between a request and the edit of messages that it carries."""
_BADGES: dict[RunKind, Badge] = {"paused": PAUSED, "limit": LIMIT}


def standing(session: OpenedSession) -> Standing:
    """The facts of this moment."""
    idle = session.activity.kind == "idle"
    return Standing(
        call=_call(session),
        paused=_paused(session.standing, session.state) if idle else None,
        next=_next(session) if idle else None,
        asks=due_kind(session) not in ("AwaitPerson", "Finished", "Uncertain", "EndAgent"),
        running=session.activity.calls,
        asking=session.activity.kind in ("sending", "streaming"),
        problems=_problems(session),
        stops=_stops(session),
        points=session.breakpoints,
        loops=_loops(session),
    )


def live(session: OpenedSession) -> Live | None:
    """How far what is under way has come; None when nothing is."""
    now, activity = session.journal.now, session.activity
    if activity.kind == "idle":
        return None
    streams = activity.kind == "streaming" and activity.since > 0
    return Live(now, now - round((time.monotonic() - activity.since) * 1000) if streams else None)


def _call(session: OpenedSession) -> CallKey | None:
    """The call before which it stands: not always the first that is due. None after a result, where the result has the arrow."""
    stop = session.standing
    if stop is None or stop.place not in ("before_call", "after_result"):
        return _due_call(session)
    return (stop.call or _due_call(session)) if stop.place == "before_call" else None


def _due_call(session: OpenedSession) -> CallKey | None:
    """The call that is due, or of which nobody knows whether it ran."""
    found = getattr(session.due, "call", None) if due_kind(session) != "EndAgent" else None
    if found is not None:
        return (NodeId(found[0]), found[1])
    calls = getattr(session.due, "calls", ())
    return calls[0] if calls else None


def _paused(stop: Stopped | None, state: SessionState) -> Badge | None:
    """The word of the state beside the arrow; none where the row says it: finished, failed, or what may have run."""
    if stop is not None and stop.what == "differs":
        return DIFFERS
    return _BADGES.get(run_state("idle", stop, state).kind)


def _next(session: OpenedSession) -> Words | None:
    """What the next step that sends will do, or what the person is waited for; None when a decision is due first."""
    calls = _calls(session.state.open)
    match due_kind(session):
        case "AskModel" if getattr(session.due, "retry", False):
            return Words("due.send_again")
        case "AskModel" if session.state.open is not None and not calls:
            return Words("due.go_on")
        case "AskModel":
            return sends(session, len(calls))
        case "ChooseTools":
            return Words("due.choose_tools")
        case "EndAgent":
            return Words("due.end_agent")
        case "RunCalls" | "UndoCalls":
            return words("due.send_results", n=len(calls))
        case "AwaitPerson" | "Finished":
            return Words("due.message")
        case _:
            return None


def sends(session: Stands, calls: int) -> Words:
    """What the next request carries that is new: edited messages before all, results, or what the person wrote."""
    messages = session.state.messages
    if not calls and _is_edited(session):
        return Words("due.send_edited")
    if not calls and messages.previous is not None and messages.value.role == "tool":
        calls = len(messages.value.results)
    return words("due.send_results", n=calls) if calls else Words("due.send_message")


def _is_edited(session: Stands) -> bool:
    """Whether messages were edited since the last request."""
    tree, node = session.tree, session.head
    while node != ROOT and tree.kind(node) in _UNSENT:
        event = tree.event(node) if tree.kind(node) in ("history_edited", "edits") else None
        if event is not None and any(isinstance(one, HistoryEdited) for one in one_by_one(event)):
            return True
        node = tree.parent(node)
    return False


def _calls(opened: OpenReply | None) -> tuple[CallState, ...]:
    return opened.calls if opened is not None else ()


def _problems(session: OpenedSession) -> dict[CallKey, int]:
    """Of the calls that have not run yet."""
    found = {call.key: len(session.problems(call.key)) for call in _calls(session.state.open) if call.status == "open"}
    return {key: count for key, count in found.items() if count}


def _loops(session: OpenedSession) -> dict[CallKey, tuple[Badge, Phrase]]:
    """The last call of what was seen of a loop that may get nowhere: hints are quiet."""
    return {
        found.calls[-1]: (
            Badge(Words(f"badge.loop.{found.code}"), "warn" if found.severity == "warning" else "muted"),
            sentence(found.sentence),
        )
        for found in session.loop_findings()
        if found.calls
    }


def _stops(session: OpenedSession) -> frozenset[str]:
    stops = session.state.setup.stops
    places = {"request": stops.before_request, "call": stops.before_call}
    return frozenset(kind for kind, on in places.items() if on)
