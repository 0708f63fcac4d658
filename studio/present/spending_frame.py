"""Where along a path it stands who is asked: in which round, in which agent, who answers, and what its calls are named. Pure.

Above: `spending`. Below: `session`. A light fold beside that of the state: it knows only what costs are counted by.
"""

from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from studio.messages.parts import Call
from studio.present.spending_values import Source, Who
from studio.session.events import (
    AgentStarted,
    AttemptFailed,
    CallEdited,
    EditedTogether,
    Event,
    MessageAdded,
    ReplyEdited,
    ReplyReceived,
    RequestSent,
    ResultRecorded,
    SetupChanged,
)
from studio.session.nodes import CallKey, NodeId
from studio.session.responder_choice import ResponderChoice
from studio.session.tree import Tree


class _Said(NamedTuple):
    """What a call says."""

    name: str = ""
    arguments: str = ""


class Frame(msgspec.Struct, frozen=True):
    """The session itself, or with `outer` an agent that runs the call `inside` of it. `round` counts the replies of the session itself;
    `calls` are those of the last reply."""

    round: int = 0
    who: Who = Who()
    source: Source = "live"
    calls: dict[CallKey, _Said] = {}
    outer: "Frame | None" = None
    inside: CallKey | None = None
    agent: str = ""

    @property
    def next_round(self) -> int:
        """The round of a request that is under way or comes: the next one of the session, the caller's within an agent."""
        return self.round + 1 if self.outer is None else self.round

    def round_of(self, event: Event) -> int:
        """The round that an event belongs to: a message and a request open the next one."""
        return self.next_round if isinstance(event, MessageAdded | RequestSent) else self.round

    def is_agent(self, key: CallKey) -> bool:
        """Whether the call of that key is an agent's that runs now."""
        return self.inside == key or (self.outer is not None and self.outer.is_agent(key))


def named(frame: Frame, key: CallKey) -> _Said:
    """Name and arguments of a call, of the frame or of a caller."""
    at: Frame | None = frame
    while at is not None:
        if key in at.calls:
            return at.calls[key]
        at = at.outer
    return _Said()


def after(frame: Frame, event: Event, tree: Tree) -> Frame:
    """The frame after an event."""
    match event:
        case SetupChanged(responder=ResponderChoice() as chosen):
            return replace(frame, who=_who(chosen))
        case RequestSent(source=source):
            return replace(frame, source=source)
        case ReplyReceived():
            return _replied(frame, event)
        case AgentStarted(call=key):
            return _entered(frame, event.id, key, tree)
        case ResultRecorded(call=key) | AttemptFailed(call=key) if frame.is_agent(key):
            return _left(frame, key)
        case EditedTogether(edits=edits):
            for edit in edits:
                frame = after(frame, edit, tree)
            return frame
        case CallEdited(call=key, now=call):
            return replace(frame, calls={**frame.calls, key: _Said(call.name, _text(call))})
        case ReplyEdited():
            return _edited(frame, event)
        case _:
            return frame


def _who(chosen: ResponderChoice) -> Who:
    return Who(chosen.model_name, chosen.base_url)


def _text(call: Call) -> str:
    arguments: Any = call.arguments
    return arguments if isinstance(arguments, str) else ""


def _replied(frame: Frame, event: ReplyReceived) -> Frame:
    calls = {(event.id, at): _Said(call.name, _text(call)) for at, call in enumerate(event.reply.calls)}
    return replace(frame, round=frame.next_round, calls=calls)


def _edited(frame: Frame, event: ReplyEdited) -> Frame:
    reply = next((key[0] for key in frame.calls), None)
    calls = [part for part in event.parts if isinstance(part, Call)]
    if reply is None:
        return frame
    now = {(reply, at): _Said(call.name, _text(call)) for at, call in zip(event.positions, calls, strict=False)}
    return replace(frame, calls={**frame.calls, **now})


def _entered(frame: Frame, node: NodeId, key: CallKey, tree: Tree) -> Frame:
    """The agent's own model is worked out where its session is."""
    state = tree.state(node)
    if state.inside != key:
        return frame
    return Frame(frame.round, _who(state.setup.responder), frame.source, {}, frame, key, named(frame, key).name)


def _left(frame: Frame, key: CallKey) -> Frame:
    at = frame
    while at.outer is not None and at.inside != key:
        at = at.outer
    return at.outer or at
