"""What a session is at one event: the fold of the events on its path. Pure; shares all it can with the state before.

Above: `tree`, `engine`, `present`. Below: `events`, `chain`. Knows no file, no clock, no tool.
"""

from typing import Literal, assert_never

import msgspec
from msgspec.structs import force_setattr, replace

from studio.messages.message import Message
from studio.messages.parts import Call, Image, Part, Result
from studio.messages.reply import ChatReply, ProviderError, Usage
from studio.session import turn, undoing
from studio.session.chain import Chain
from studio.session.events import (
    AttemptFailed,
    CallEdited,
    CallKey,
    CallStarted,
    Event,
    HistoryEdited,
    MessageAdded,
    NodeId,
    ReplyEdited,
    ReplyReceived,
    RequestFailed,
    RequestSent,
    ResultEdited,
    ResultRecorded,
    ResultSource,
    SetupChanged,
    UndoEnded,
    UndoStarted,
)
from studio.session.setup import Setup
from studio.session.turn import FRESH, Turn


class ResultState(msgspec.Struct, frozen=True):
    """The result of a call as it stands. `event` is the node that recorded it; `rolled_back` says that the call was undone."""

    event: NodeId
    source: ResultSource
    text: str
    is_error: bool
    status: str = "ok"
    seconds: float = 0.0
    edited: bool = False
    media: tuple[Image, ...] = ()
    rolled_back: bool = False


class CallState(msgspec.Struct, frozen=True):
    """One call of the open reply. `original` is what the model wrote, None for a call that the person added. `attempts` counts runs that
    failed and are made again; `ran_with` is the JSON text that the tool got where it is not that of the call; `approved` says that the
    person was asked before it ran."""

    key: CallKey
    call: Call
    original: Call | None
    status: Literal["open", "started", "done"] = "open"
    result: ResultState | None = None
    attempts: int = 0
    ran_with: str = ""
    approved: bool = False

    @property
    def edited(self) -> bool:
        """Whether the person changed or added it."""
        return self.call != self.original


class OpenReply(msgspec.Struct, frozen=True):
    """The last reply, as long as no later request was sent. `reply` is as it stands, `original` as the model said it."""

    event: NodeId
    reply: ChatReply
    original: ChatReply
    calls: tuple[CallState, ...] = ()

    @property
    def edited(self) -> bool:
        """Whether the person changed it."""
        return self.reply.parts != self.original.parts


class SessionState(msgspec.Struct, frozen=True, eq=False):
    """A session at one event. `messages` is the settled history; the last reply and its results stand in `open` until the
    next request carries them. `asked` is a request that has no end yet. `trips` counts round trips since the last user message, `turn`
    tells what else limits ask for, `done` holds the calls of the turn that can be undone."""

    node: NodeId = NodeId(0)
    setup: Setup = Setup()
    messages: Chain[Message] = Chain()
    open: OpenReply | None = None
    asked: NodeId | None = None
    failed: ProviderError | None = None
    last_request: NodeId | None = None
    rounds: int = 0
    trips: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    turn: Turn = FRESH
    done: undoing.Done = ()
    memo: Chain[Message] | None = None

    def call(self, key: CallKey) -> CallState | None:
        """The open call with that key."""
        if self.open is None or self.open.event != key[0]:
            return None
        return next((call for call in self.open.calls if call.key == key), None)


EMPTY = SessionState()


def settled(state: SessionState) -> Chain[Message]:
    """The history as the next request carries it: the settled messages, the open reply, and the results that are there."""
    if state.memo is None:
        force_setattr(state, "memo", _settle(state))
    assert state.memo is not None
    return state.memo


def _settle(state: SessionState) -> Chain[Message]:
    if state.open is None:
        return state.messages
    chain = state.messages.append(state.open.reply.message)
    results = tuple(
        Result(
            call.call.id, call.result.text, call.call.name, call.result.is_error, call.result.media, form=call.call.form
        )
        for call in state.open.calls
        if call.result is not None
    )
    return chain.append(Message("tool", results)) if results else chain


def fold(state: SessionState, event: Event) -> SessionState:
    """The state after `event`. Never raises on events of a well-formed path; an event that does not fit changes nothing."""
    after = _folded(state, event)
    if after is state:
        return replace(state, node=event.id)
    force_setattr(after, "node", event.id)
    return after


def _folded(state: SessionState, event: Event) -> SessionState:
    match event:
        case RequestSent():
            return _requested(state, event)
        case ReplyReceived():
            return _replied(state, event)
        case RequestFailed():
            return replace(state, asked=None, failed=event.error)
        case CallStarted() | AttemptFailed() | ResultRecorded() | ResultEdited() | CallEdited():
            return _with_call(state, event)
        case UndoStarted() | UndoEnded():
            return _undoing(state, event)
        case ReplyEdited():
            return _reply_edited(state, event)
        case MessageAdded():
            return _said(state, event)
        case HistoryEdited():
            chain = settled(state).splice(event.start, event.removed, event.inserted)
            done = undoing.spliced(_settled_done(state), event.start, event.removed, event.inserted)
            return replace(state, messages=chain, open=None, asked=None, done=done, memo=None)
        case SetupChanged():
            return replace(state, setup=changed(state.setup, event))
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
    results = [call.key for call in state.open.calls if call.result is not None]
    return undoing.settled_at(state.done, state.messages.length + 1, results)


def _said(state: SessionState, event: MessageAdded) -> SessionState:
    chain = settled(state).append(event.message)
    if event.message.role != "user":
        done = _settled_done(state)
        return replace(state, messages=chain, open=None, asked=None, failed=None, done=done, memo=None)
    return replace(state, messages=chain, open=None, asked=None, failed=None, trips=0, turn=FRESH, done=(), memo=None)


def changed(setup: Setup, event: SetupChanged) -> Setup:
    """The setup with the members that `event` names."""
    names = (name for name in Setup.__struct_fields__ if getattr(event, name) is not msgspec.UNSET)
    return replace(setup, **{name: getattr(event, name) for name in names})


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
        memo=None,
    )


OfCall = CallStarted | AttemptFailed | ResultRecorded | ResultEdited | CallEdited


def _with_call(state: SessionState, event: OfCall) -> SessionState:
    found = state.call(event.call)
    if found is None or state.open is None:
        return state
    now = _call_after(found, event)
    calls = tuple(now if call is found else call for call in state.open.calls)
    opened = replace(state.open, calls=calls)
    if isinstance(event, CallEdited):
        opened = replace(opened, reply=_reply_with(opened.reply, [call.call for call in calls]))
    if not isinstance(event, AttemptFailed | ResultRecorded):
        return replace(state, open=opened, memo=None)
    now_turn = turn.worked(state.turn, event.seconds)
    return replace(state, open=opened, turn=now_turn, done=_done_after(state, now, event), memo=None)


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
            return replace(found, call=event.now)
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
