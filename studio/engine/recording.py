"""A recorded path: what the person did, what the model said, what the tools gave.

Above: `replay`. Below: `session`. Reads a tree, changes nothing.
"""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from msgspec import UNSET

from studio.messages.parts import Call
from studio.session.events import (
    AgentStarted,
    AttemptFailed,
    CallEdited,
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
    SetupChanged,
    UndoEnded,
)
from studio.session.frames import find_call, frame_of
from studio.session.nodes import CallKey, NodeId
from studio.session.tree import Tree

BY_PERSON = ("mock", "rejected", "by_hand")
Act = (
    SetupChanged
    | MessageAdded
    | HistoryEdited
    | ReplyEdited
    | CallEdited
    | ResultEdited
    | EditedTogether
    | ResultRecorded
    | UndoEnded
    | GroupsChosen
)


class RecordedCall:
    """A call with its recorded result, and whether a replay has used it."""

    __slots__ = ("call", "event", "used")

    def __init__(self, call: Call, event: ResultRecorded) -> None:
        self.call = call
        self.event = event
        self.used = False


class RecordedAgent:
    """A call of an agent that was gone through: how it began, at which places of the path, and the place behind its result (that behind the
    path where it has none, and is not `ended`)."""

    __slots__ = ("call", "end", "ended", "event", "starts")

    def __init__(self, call: Call, event: AgentStarted, start: int, end: int) -> None:
        self.call = call
        self.event = event
        self.starts = [start]
        self.end = end
        self.ended = False


class Recording:
    """One path of a session, from its first event to `leaf`; `path` is the file that it stands in, `branch` its name there."""

    def __init__(self, tree: Tree, leaf: NodeId, path: Path | None = None, branch: str = "") -> None:
        self.tree = tree
        self.leaf = leaf
        self.path = path
        self.branch = branch
        self.events: list[Event] = _ends_at_once(tree.events(leaf))
        self.calls = [
            RecordedCall(found.call, event)
            for event in self.events
            if isinstance(event, ResultRecorded)
            and (found := find_call(tree.state(tree.parent(event.id)), event.call)) is not None
        ]
        self.agents = self._gone_through()
        self.undos = {event.call: event for event in self.events if isinstance(event, UndoEnded)}
        self._by_breakpoint = frozenset(event.id for event in self.events if self._answers_for_tool(event))

    def is_act(self, event: Event) -> bool:
        """Whether the person, or a breakpoint of theirs, did this: a replay does it again where it stood."""
        return is_act(event) or event.id in self._by_breakpoint

    def is_told(self, event: Event) -> bool:
        """Whether a replay with recorded tools says it again where it stood: what the person did, and that an attempt failed."""
        return self.is_act(event) or isinstance(event, AttemptFailed)

    def _answers_for_tool(self, event: Event) -> bool:
        """Whether a breakpoint answered a call in its tool's place; a mock rule of the session does so again by itself."""
        if not isinstance(event, ResultRecorded) or event.source != "mock" or not event.rule:
            return False
        state = self.tree.state(self.tree.parent(event.id))
        setup = (frame_of(state, event.call) or state).setup
        return all(rule.id != event.rule for rule in setup.mocks)

    def _gone_through(self) -> dict[CallKey, RecordedAgent]:
        """The agents by their calls."""
        made: dict[CallKey, RecordedAgent] = {}
        for at, event in enumerate(self.events):
            if isinstance(event, AgentStarted) and event.call in made:
                made[event.call].starts.append(at)
            elif isinstance(event, AgentStarted):
                call = self.tree.state(self.tree.parent(event.id)).call(event.call)
                if call is not None:
                    made[event.call] = RecordedAgent(call.call, event, at, len(self.events))
            elif isinstance(event, ResultRecorded) and event.call in made:
                made[event.call].end, made[event.call].ended = at + 1, True
        return made

    def end_of(self, at: int) -> ReplyReceived | RequestFailed | None:
        """What came of the request at place `at` of the path; None when it has no end."""
        following = self.events[at + 1] if at + 1 < len(self.events) else None
        return following if isinstance(following, ReplyReceived | RequestFailed) else None

    def body(self, request: RequestSent) -> bytes:
        """The recorded body."""
        return self.tree.body(request.id)


def _ends_at_once(events: Iterable[Event]) -> list[Event]:
    """The events with the end of each request right behind it: what the person changed meanwhile took effect only afterwards."""
    made: list[Event] = []
    meanwhile: list[Event] = []
    waiting = False
    for event in events:
        if waiting and not isinstance(event, RequestSent | ReplyReceived | RequestFailed):
            meanwhile.append(event)
            continue
        waiting = isinstance(event, RequestSent)
        made += (*meanwhile, event) if waiting else (event, *meanwhile)
        meanwhile.clear()
    return made + meanwhile


def is_act(event: Event) -> bool:
    """Whether the person, or a breakpoint of theirs, did this (and not the model, a tool, a mock rule, or the program by itself)."""
    if isinstance(event, SetupChanged) and fell_back(event):
        return False
    if isinstance(event, GroupsChosen):
        return event.by_person
    if isinstance(event, ResultRecorded | UndoEnded):
        return event.source in BY_PERSON and not event.rule
    return isinstance(event, Act)


def fell_back(event: SetupChanged) -> bool:
    """Whether the program told the tools as text because the provider refused them: it does so by itself again. What a breakpoint of the
    session changed is not: a replay runs no breakpoints of it."""
    return event.automatic and event.responder is not UNSET


def is_told(event: Event) -> bool:
    """Whether a replay with recorded tools says it again where it stood: what the person did, and that an attempt failed."""
    return is_act(event) or isinstance(event, AttemptFailed)


def same_call(one: Call, other: Call) -> bool:
    """Whether two calls ask for the same: the same tool with the same arguments, as values."""
    if one.name != other.name:
        return False
    return one.arguments == other.arguments or json_value(one.arguments) == json_value(other.arguments)


def json_value(text: str) -> Any:
    """The value of a JSON text; the text itself where it is none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text
