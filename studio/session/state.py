"""What a session is at one event, as values. Shares all it can with the state before.

Above: `folding`, `tree`, `engine`, `present`. Below: `events`, `chain`. Knows no file, no clock, no tool.
"""

from typing import Literal

import msgspec
from msgspec.structs import force_setattr, replace

from studio.messages.message import Message
from studio.messages.parts import Call, Image, Result
from studio.messages.reply import ChatReply, ProviderError
from studio.session import undoing
from studio.session.chain import Chain
from studio.session.gathered import NOTHING, Gathered
from studio.session.nodes import CallKey, NodeId, ResultSource
from studio.session.setup import Setup
from studio.session.truths import Truth
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
    person was asked before it ran. `call` is what runs, `in_history` what the model reads; `truth` and `notice` as in `CallEdited`."""

    key: CallKey
    call: Call
    original: Call | None
    status: Literal["open", "started", "done"] = "open"
    result: ResultState | None = None
    attempts: int = 0
    ran_with: str = ""
    approved: bool = False
    truth: Truth = "rewrite"
    notice: str = ""

    @property
    def in_history(self) -> Call:
        """The call as the history says it: the model's own where that is kept. An id is never kept: its result has to name it."""
        return replace(self.original, id=self.call.id) if self.original is not None and self.is_kept else self.call

    @property
    def is_kept(self) -> bool:
        """Whether the history says what the model wrote, although something else runs."""
        return self.truth != "rewrite" and self.runs_otherwise

    @property
    def runs_otherwise(self) -> bool:
        """Whether another name or other arguments run than the model wrote."""
        was, now = self.original, self.call
        return was is not None and (was.name, was.arguments) != (now.name, now.arguments)

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
    tells what else limits ask for, `done` holds the calls of the turn that can be undone. `gathered` is what decides which tools are
    offered.

    While an agent's call runs this is the state of the agent's own session: `outer` is that of its caller, `inside` the call there.
    `memories` are the histories of agents that keep theirs, by (name of the tool, memory id of the caller)."""

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
    gathered: Gathered = NOTHING
    outer: "SessionState | None" = None
    inside: CallKey | None = None
    memories: dict[tuple[str, str], Chain[Message]] = {}
    memo: Chain[Message] | None = None

    def call(self, key: CallKey) -> CallState | None:
        """The open call with that key."""
        opened = self.open
        if opened is None or opened.event != key[0]:
            return None
        for call in opened.calls:  # asked often: a generator costs twice as much
            if call.key == key:
                return call
        return None

    @property
    def depth(self) -> int:
        """How many agents deep it is; 0 in the session itself."""
        return 0 if self.outer is None else self.outer.depth + 1


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
    chain = state.messages.append(as_told(state.open))
    results = tuple(_told(call, call.result) for call in state.open.calls if call.result is not None)
    return chain.append(Message("tool", results)) if results else chain


def as_told(opened: OpenReply) -> Message:
    """The reply as the history says it."""
    message = opened.reply.message
    if not any(call.is_kept for call in opened.calls):
        return message
    calls = iter(opened.calls)
    parts = tuple(next(calls).in_history if isinstance(part, Call) else part for part in message.parts)
    return replace(message, parts=parts)


def _told(call: CallState, result: ResultState) -> Result:
    """A result as the history says it: of a call that ran otherwise than the model wrote, with a notice where the person wants one. One
    that was rejected did not run."""
    said = call.in_history
    noticed = call.truth == "notify" and call.is_kept and call.notice and result.source != "rejected"
    text = f"{call.notice}\n\n{result.text}" if noticed else result.text
    return Result(said.id, text, said.name, result.is_error, result.media, form=said.form)
