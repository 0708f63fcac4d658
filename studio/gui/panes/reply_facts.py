"""What the cards of a reply show, read off the session; and the events that a reply's header speaks of.

Above: the Response pane. Below: tree and state. Knows no widget but the facts of a card.
"""

from msgspec.structs import replace

from studio.gui.panes.approval_words import approval_words
from studio.gui.panes.call_begun import begun
from studio.gui.panes.call_changes import ChangesShown
from studio.gui.panes.call_extras import Extras
from studio.gui.panes.call_facts import CardFacts
from studio.gui.panes.call_phase import MISFITS, Phase, phase_of, standing_call
from studio.gui.panes.call_result import ResultShown
from studio.gui.panes.commit_bar import EditMode
from studio.gui.panes.failed_call import card_ways
from studio.gui.panes.round_shown import RoundShown
from studio.gui.panes.session_port import SessionPort
from studio.present.result_parts import beside, gave
from studio.session.answered_by import by_breakpoint, may_be_by_breakpoint
from studio.session.events import Event, ReplyReceived, ResultRecorded
from studio.session.nodes import NodeId
from studio.session.returned import behavior
from studio.session.state import CallState, SessionState
from studio.session.tree import Tree


def card_facts(session: SessionPort, state: SessionState, mode: EditMode, shown: RoundShown) -> list[CardFacts]:
    """The facts of every call of the open reply, in the model's order."""
    assert state.open is not None
    calls = state.open.calls
    stop = session.standing if shown.live else None
    due = standing_call(calls, stop) if shown.live else None
    began = begun(session.tree, state.open.event, shown.end)
    return [
        CardFacts(
            call,
            phase_of(call, session.activity, asks=session.needs_approval(call.key))
            if shown.live
            else _past_phase(call),
            state.setup.sent_tools,
            mode,
            call is due,
            session.activity.since,
            _result(session.tree, call, at_once=_goes_at_once(state, call)),
            began.get(call.key, NodeId(0)),
            at == 0,
            at == len(calls) - 1,
            _changes(session, call, live=shown.live),
            stop is not None and stop.call == call.key and stop.what in MISFITS,
            shown.live and any(question.call == call.key for question in session.questions),
            state.setup.edit_truth,
            _warning(session, call) if shown.live else "",
            state.node if call.runs_otherwise else NodeId(0),
            *(_approval(session, state, call) if shown.live else ("", False)),
            card_ways(session, call.key)
            if stop is not None and stop.call == call.key and not session.read_only
            else (),
        )
        for at, call in enumerate(calls)
    ]


def _approval(session: SessionPort, state: SessionState, call: CallState) -> tuple[str, bool]:
    """What an approval makes happen, and whether the arguments keep the tool from running."""
    if not session.needs_approval(call.key):
        return "", False
    runs = session.reaches_tool(call.key)
    return approval_words(call.call, state.setup) if runs else "", not runs


def _warning(session: SessionPort, call: CallState) -> str:
    """What is to be said of a signature; a call that nobody changed has none to warn of."""
    found = session.signed(call.key) if call.runs_otherwise else None
    return found.sentence if found is not None else ""


def _past_phase(call: CallState) -> Phase:
    return "done" if call.status == "done" else "open"


def _goes_at_once(state: SessionState, call: CallState) -> bool:
    """Whether the result of a call goes to the caller at once, as far as its tool decides that: an error never does."""
    assert state.open is not None
    if call.result is None or call.result.is_error:
        return False
    way = behavior(state.setup, call.call.name)
    return way == "immediate" or (way == "immediate_if_last" and call.key == state.open.calls[-1].key)


def _result(tree: Tree, call: CallState, *, at_once: bool) -> ResultShown | None:
    if call.result is None:
        return None
    event = tree.event(call.result.event)
    marks = Extras(
        call.result.media,
        approved=call.approved,
        attempts=call.attempts,
        rolled_back=call.result.rolled_back,
        at_once=at_once,
    )
    if not isinstance(event, ResultRecorded):
        return ResultShown(call.result, extras=marks)
    other = call.result.edited or call.result.rolled_back
    extras = replace(marks, length=len(event.text), rule=event.rule, fault=event.fault)
    if may_be_by_breakpoint(event):
        extras = replace(extras, by_breakpoint=by_breakpoint(event, tree.state(tree.parent(event.id))))
    if not other:
        extras = replace(extras, whole=event.whole, gave=gave(event))
    elif call.result.edited:
        extras = replace(extras, dropped=beside(event))
    return ResultShown(call.result, event.stdout, event.stderr, event.detail, extras)


def _changes(session: SessionPort, call: CallState, *, live: bool) -> ChangesShown:
    if call.ran_with:
        return ChangesShown(arguments=call.call.arguments, ran_with=call.ran_with)
    if call.status == "done" or not live:
        return ChangesShown()
    return ChangesShown(session.coerced(call.key), session.coercion(call.call.name) == "ask")


def reply_event(tree: Tree, node: NodeId, kind: str) -> Event | None:
    """The last event of a kind on the way to `node`, within its round."""
    while node:
        if tree.kind(node) == kind:
            return tree.event(node)
        if tree.kind(node) == "request":
            return None
        node = tree.parent(node)
    return None


def seconds_of(tree: Tree, reply: NodeId) -> float:
    """How long a reply took; 0 when that is not known."""
    event = tree.event(reply)
    return event.seconds if isinstance(event, ReplyReceived) else 0.0
