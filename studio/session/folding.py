"""A session's state after one more event: the fold. Pure.

Above: `tree`, `present`. Below: `state`, `frames`, `gathered`, `turn`, `undoing`. Knows no file, no clock, no tool.
"""

from functools import reduce
from typing import assert_never

from msgspec.structs import force_setattr, replace

from studio.messages.parts import Call, Part
from studio.messages.reply import ChatReply, Usage
from studio.session import frames, gathered, turn, undoing
from studio.session.events import (
    AgentStarted,
    AttemptFailed,
    CallEdited,
    CallStarted,
    EditedTogether,
    Event,
    GroupsChosen,
    HistoryEdited,
    MessageAdded,
    ReplyEdited,
    ReplyReceived,
    RequestFailed,
    RequestSent,
    ResultEdited,
    ResultRecorded,
    ServerAsked,
    SetupChanged,
    SourceAsked,
    ToolsOffered,
    UndoEnded,
    UndoStarted,
)
from studio.session.state import CallState, OpenReply, ResultState, SessionState, settled
from studio.session.turn import FRESH


def fold(state: SessionState, event: Event) -> SessionState:
    """The state after `event`. Never raises on events of a well-formed path; an event that does not fit changes nothing."""
    after = _folded(state, event)
    if after is state:
        return replace(state, node=event.id)
    force_setattr(after, "node", event.id)
    return after


def _folded(state: SessionState, event: Event) -> SessionState:
    match event:
        case RequestSent() | ReplyReceived() | RequestFailed():
            return _exchanged(state, event)
        case CallStarted() | AttemptFailed() | ResultRecorded() | ResultEdited() | CallEdited():
            return _with_call(state, event)
        case UndoStarted() | UndoEnded():
            return _undoing(state, event)
        case MessageAdded():
            return _said(state, event)
        case HistoryEdited() | ReplyEdited() | EditedTogether():
            return _edited(state, event)
        case SetupChanged():
            return frames.setup_changed(state, event)
        case SourceAsked() | GroupsChosen() | ToolsOffered() | ServerAsked():
            return _beside(state, event)
        case AgentStarted():
            return frames.entered(state, event)
        case _:
            assert_never(event)


def _edited(state: SessionState, event: HistoryEdited | ReplyEdited | EditedTogether) -> SessionState:
    match event:
        case HistoryEdited():
            chain = settled(state).splice(event.start, event.removed, event.inserted)
            done = undoing.spliced(_settled_done(state), event.start, event.removed, event.inserted)
            return replace(state, messages=chain, open=None, asked=None, done=done, memo=None)
        case ReplyEdited():
            return _reply_edited(state, event)
        case EditedTogether(edits=edits):
            return reduce(_folded, edits, state)
        case _:
            assert_never(event)


def _beside(state: SessionState, event: SourceAsked | GroupsChosen | ToolsOffered | ServerAsked) -> SessionState:
    """What decides which tools the next request offers, and what a server asked while it worked."""
    match event:
        case ServerAsked(reply=reply, exchange=exchange):
            # The call's own time stands still meanwhile: of the wait only that for a model is work.
            counted = _used(state, reply)
            return replace(counted, turn=turn.worked(counted.turn, exchange.seconds if exchange is not None else 0.0))
        case SourceAsked():
            now = turn.worked(state.turn, event.seconds)
            return replace(state, gathered=gathered.asked(state.gathered, event), turn=now)
        case GroupsChosen():
            return _chosen(state, event)
        case ToolsOffered(tools=tools):
            setup = replace(state.setup, offered=tuple(tool.name for tool in tools))
            return replace(state, setup=setup, gathered=replace(state.gathered, ready=True))
        case _:
            assert_never(event)


def _chosen(state: SessionState, event: GroupsChosen) -> SessionState:
    """What the small model used counts like that of any reply."""
    counted = _used(state, event.reply)
    now = turn.worked(counted.turn, event.seconds)
    return replace(counted, gathered=gathered.chosen(state.gathered, event), turn=now)


def _used(state: SessionState, reply: ChatReply | None) -> SessionState:
    """The tokens of a reply that is none of the session's own, counted in."""
    usage = (reply.usage if reply is not None else None) or Usage()
    used, made = usage.input or 0, usage.output or 0
    now = replace(state.turn, input=state.turn.input + used, output=state.turn.output + made)
    more = {"input_tokens": state.input_tokens + used, "output_tokens": state.output_tokens + made}
    return replace(state, turn=now, **more)


def _exchanged(state: SessionState, event: RequestSent | ReplyReceived | RequestFailed) -> SessionState:
    match event:
        case RequestSent():
            return _requested(state, event)
        case ReplyReceived():
            return _replied(state, event)
        case RequestFailed():
            return replace(state, asked=None, failed=event.error)
        case _:
            assert_never(event)


def _requested(state: SessionState, event: RequestSent) -> SessionState:
    return replace(
        state,
        messages=settled(state),
        open=None,
        asked=event.id,
        failed=None,
        last_request=event.id,
        done=_settled_done(state),
        memo=None,
    )


def _settled_done(state: SessionState) -> undoing.Done:
    if not state.done or state.open is None:
        return state.done
    said = ((call.key, call.in_history) for call in state.open.calls if call.result is not None)
    results = [(key, call.id, call.name) for key, call in said]
    return undoing.settled_at(state.done, state.messages.length + 1, results)


def _said(state: SessionState, event: MessageAdded) -> SessionState:
    chain = settled(state).append(event.message)
    if event.message.role != "user":
        done = _settled_done(state)
        return replace(state, messages=chain, open=None, asked=None, failed=None, done=done, memo=None)
    return replace(
        state,
        messages=chain,
        open=None,
        asked=None,
        failed=None,
        trips=0,
        turn=FRESH,
        done=(),
        gathered=gathered.of_turn(state.gathered),
        memo=None,
    )


def _replied(state: SessionState, event: ReplyReceived) -> SessionState:
    reply = event.reply
    calls = tuple(CallState((event.id, at), call, call) for at, call in enumerate(reply.calls))
    usage = reply.usage or Usage()
    return replace(
        state,
        open=OpenReply(event.id, reply, reply, calls),
        asked=None,
        failed=None,
        rounds=state.rounds + 1,
        trips=state.trips + bool(calls or reply.resumable),
        input_tokens=state.input_tokens + (usage.input or 0),
        output_tokens=state.output_tokens + (usage.output or 0),
        turn=turn.replied(state.turn, usage, event.seconds, reply.calls),
        gathered=gathered.replied(state.gathered),
        memo=None,
    )


OfCall = CallStarted | AttemptFailed | ResultRecorded | ResultEdited | CallEdited


def _with_call(state: SessionState, event: OfCall) -> SessionState:
    found = state.call(event.call)
    if found is None or state.open is None:
        return _of_caller(state, event)
    now = _call_after(found, event)
    calls = tuple(now if call is found else call for call in state.open.calls)
    opened = replace(state.open, calls=calls)
    if isinstance(event, CallEdited):
        opened = replace(opened, reply=_reply_with(opened.reply, [call.call for call in calls]))
    if not isinstance(event, AttemptFailed | ResultRecorded):
        return replace(state, open=opened, memo=None)
    now_turn = turn.worked(state.turn, event.seconds)
    more = gathered.added(state.gathered, event.adds) if isinstance(event, ResultRecorded) else state.gathered
    return replace(state, open=opened, turn=now_turn, done=_done_after(state, now, event), gathered=more, memo=None)


def _of_caller(state: SessionState, event: OfCall) -> SessionState:
    """An event of a call of whoever called this agent: its result ends the agent's session, and so does that it is to begin anew."""
    if state.outer is None:
        return state
    if isinstance(event, ResultRecorded | AttemptFailed) and frames.is_inside(state, event.call):
        caller = frames.left(state, event.call, keeps=isinstance(event, ResultRecorded))
        # How long the agent was at work is counted already.
        return replace(_with_call(caller, event), turn=caller.turn)
    outer = _with_call(state.outer, event)
    return state if outer is state.outer else replace(state, outer=outer)


def _done_after(state: SessionState, now: CallState, event: AttemptFailed | ResultRecorded) -> undoing.Done:
    """With the call among those that can be undone, when it ran well (as far as is known) and a tool undoes it."""
    if isinstance(event, AttemptFailed) or event.is_error or event.source not in ("ran", "recorded", "by_hand"):
        return state.done
    if state.setup.undo_of(now.call.name) is None:
        return state.done
    arguments = now.ran_with or now.call.arguments
    ran = undoing.Ran(now.key, now.call.name, arguments, now.call.id, event.text, whole=event.whole)
    return (*state.done, ran)


def _call_after(found: CallState, event: OfCall) -> CallState:
    match event:
        case CallStarted():
            return replace(found, status="started", ran_with=event.ran_with, approved=event.approved)
        case AttemptFailed():
            return replace(found, status="open", attempts=found.attempts + 1)
        case ResultRecorded():
            result = ResultState(
                event.id, event.source, event.text, event.is_error, event.status, event.seconds, media=event.media
            )
            return replace(found, status="done", result=result)
        case ResultEdited():
            old = found.result or ResultState(event.id, "by_hand", "", False)
            result = replace(old, text=event.text, is_error=event.is_error, edited=True)
            return replace(found, status="done", result=result)
        case CallEdited():
            return replace(found, call=event.now, truth=event.truth, notice=event.notice)
        case _:
            assert_never(event)


def _undoing(state: SessionState, event: UndoStarted | UndoEnded) -> SessionState:
    """Once it is undone, the call's result says from now on that it was rolled back, or that it could not be."""
    if isinstance(event, UndoStarted):
        return replace(state, done=undoing.marked(state.done, event.call, "started"))
    ran = next((ran for ran in state.done if ran.key == event.call), None)
    if ran is None:
        return state
    done = undoing.marked(state.done, event.call, "failed" if event.is_error else "done")
    found = state.call(event.call)
    if found is None or state.open is None or found.result is None:
        return replace(state, messages=undoing.retold(state.messages, ran, event.told), done=done, memo=None)
    result = replace(found.result, text=event.told, is_error=True, media=(), rolled_back=not event.is_error)
    now = replace(found, result=result)
    calls = tuple(now if call is found else call for call in state.open.calls)
    return replace(state, open=replace(state.open, calls=calls), done=done, memo=None)


def _reply_with(reply: ChatReply, calls: list[Call]) -> ChatReply:
    rest = iter(calls)
    parts: tuple[Part, ...] = tuple(next(rest) if isinstance(part, Call) else part for part in reply.parts)
    return replace(reply, parts=parts)


def _reply_edited(state: SessionState, event: ReplyEdited) -> SessionState:
    if state.open is None:
        return state
    reply = replace(state.open.reply, parts=event.parts)
    old = {call.key[1]: call for call in state.open.calls}
    calls = tuple(
        replace(old[at], call=call) if at in old else CallState((state.open.event, at), call, None)
        for at, call in zip(event.positions, reply.calls, strict=False)
    )
    return replace(state, open=replace(state.open, reply=reply, calls=calls), memo=None)
