"""What happened in one round, gathered event by event: attempts, reply, calls with their results, and where each event is shown.

Above: `round_layout`, `row_details`, `waterfall`. Below: `session`. The fold is that of `session/state`, begun anew in each round.
"""

from collections.abc import Mapping
from typing import NamedTuple, assert_never

from studio.present.row import Bar, Live, RowKind
from studio.present.row_edits import EditMade, edit_made
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
from studio.session.folding import fold
from studio.session.nodes import CallKey, NodeId
from studio.session.state import EMPTY, CallState, OpenReply, SessionState
from studio.session.together import one_by_one


class Unreadable(NamedTuple):
    """A node whose line in the file is damaged."""

    id: NodeId


Choosing = SourceAsked | GroupsChosen | ToolsOffered
Happening = (
    RequestSent
    | RequestFailed
    | ReplyReceived
    | ReplyEdited
    | CallStarted
    | AgentStarted
    | ResultRecorded
    | CallEdited
    | ResultEdited
    | AttemptFailed
)
PlainStep = RequestSent | RequestFailed | MessageAdded | SetupChanged | ServerAsked | Choosing | Unreadable
Step = PlainStep | ReplyReceived


class Home(NamedTuple):
    """The row that an event is shown on."""

    kind: RowKind
    node: NodeId
    call: CallKey | None = None


class Waterfall(NamedTuple):
    """All bars of a round by the row they stand on, and the length of its axis in milliseconds (None: nothing took time)."""

    bars: dict[Home, tuple[Bar, ...]]
    whole: tuple[Bar, ...]
    total: int | None


class Attempt:
    """One request and how it ended; `end` is None while nobody knows."""

    __slots__ = ("edited", "end", "request")

    def __init__(self, request: RequestSent, edited: bool) -> None:
        self.request = request
        self.edited = edited
        self.end: RequestFailed | ReplyReceived | None = None


class Undo:
    """One undo and how it ended; `started` is None when no tool ran, `end` while nobody knows."""

    __slots__ = ("end", "started")

    def __init__(self) -> None:
        self.started: UndoStarted | None = None
        self.end: UndoEnded | None = None

    @property
    def first(self) -> UndoStarted | UndoEnded | None:
        """What it began with."""
        return self.started or self.end


class RoundFacts:
    """One round, or another part of the path (`number` 0). Grows with `add`. `undone` tells of calls of the whole path that were undone,
    whether that went well; `undos` are those of this round. `label` is the number as it is shown, `depth` how many agents deep it is.
    `begun` is what the round began with: a request, or the choice of its tools; `by_breakpoint` are the calls that a
    breakpoint answered. `edits` are what the person changed in it; `live` and `running` say how far it has come while it goes on."""

    def __init__(
        self, number: int = 0, undone: Mapping[CallKey, bool] | None = None, label: str = "", depth: int = 0
    ) -> None:
        self.number = number
        self.label = label or str(number)
        self.depth = depth
        self.begun: RequestSent | Choosing | None = None
        self.undone = undone if undone is not None else {}
        self.undos: dict[CallKey, Undo] = {}
        self.steps: list[Step] = []
        self.attempts: dict[NodeId, Attempt] = {}
        self.started: dict[CallKey, CallStarted | AgentStarted] = {}
        self.results: dict[CallKey, ResultRecorded] = {}
        self.by_breakpoint: set[CallKey] = set()
        self.asked: dict[NodeId, ServerAsked] = {}
        self.before: dict[CallKey, NodeId] = {}
        self.homes: dict[NodeId, Home] = {}
        self.newest: dict[Home, NodeId] = {}
        self.reply: ReplyReceived | None = None
        self.last = NodeId(0)
        self.fall: Waterfall | None = None
        self.edits: list[tuple[EditMade, Home]] = []
        self.live: Live | None = None
        self.running: frozenset[CallKey] = frozenset()
        self._state: SessionState = EMPTY
        self._edits: list[HistoryEdited] = []
        self._asked: Attempt | None = None

    @property
    def open(self) -> OpenReply | None:
        """The reply with its calls as they stand."""
        return self._state.open

    @property
    def waited_for(self) -> Attempt | None:
        """The request that has no end yet."""
        return self._asked

    def choice(self, node: NodeId) -> Choosing:
        """The event of the choice of tools at a node."""
        return next(step for step in self.steps if step.id == node and isinstance(step, Choosing))

    def add_unreadable(self, node: NodeId) -> None:
        """Take in a node that cannot be read."""
        self.last = node
        self.fall = None
        self._step(Unreadable(node), "damaged")

    def add(self, event: Event) -> None:
        """Take in the next event of the round."""
        self.last = event.id
        self.fall = None
        match event:
            case EditedTogether():
                for edit in one_by_one(event):
                    self.add(edit)
                return
            case HistoryEdited():
                self._edits.append(event)
                return
            case MessageAdded() | SetupChanged():
                self._step(event, "message" if isinstance(event, MessageAdded) else "setup")
                return
            case SourceAsked() | GroupsChosen() | ToolsOffered():
                self.begun = self.begun or event
                self._step(event, "tools")
                return
            case UndoStarted() | UndoEnded():
                self._undo(event)
                return
            case ServerAsked():
                self._server_asked(event)
                return
            case _:
                self._happen(event)
        self._state = fold(self._state, _as_call(event) if isinstance(event, AgentStarted) else event)

    def _happen(self, event: Happening) -> None:
        """Something that the state of the round's reply is folded from."""
        match event:
            case RequestSent():
                self._ask(event)
            case RequestFailed() | ReplyReceived():
                self._end(event)
            case ReplyEdited():
                home = Home("response", self.reply.id if self.reply else NodeId(0))
                self.edits.append((edit_made(event, None), home))
                self._show(event.id, home)
            case CallStarted() | AgentStarted() | ResultRecorded() | CallEdited() | ResultEdited():
                self._call(event)
            case AttemptFailed():
                self._show(event.id, Home("call", event.call[0], event.call))
            case _:
                assert_never(event)

    def _step(self, event: Step, kind: RowKind) -> None:
        self.steps.append(event)
        self._show(event.id, Home(kind, event.id))

    def _ask(self, event: RequestSent) -> None:
        self.begun = self.begun or event
        self._asked = self.attempts[event.id] = Attempt(event, bool(self._edits))
        for edit in self._edits:
            home = Home("request", event.id)
            self.homes.setdefault(edit.id, home)
            self.edits.append((edit_made(edit, None), home))
        self._edits = []
        self._step(event, "request")

    def _end(self, event: RequestFailed | ReplyReceived) -> None:
        if self._asked is not None:
            self._asked.end = event
            self._asked = None
        if isinstance(event, ReplyReceived):
            self.reply = event
        self._step(event, "response" if isinstance(event, ReplyReceived) else "failed")

    def _call(self, event: CallStarted | AgentStarted | ResultRecorded | CallEdited | ResultEdited) -> None:
        key = event.call
        kind: RowKind = "result" if isinstance(event, ResultRecorded | ResultEdited) else "call"
        home = Home(kind, key[0], key)
        if isinstance(event, CallEdited | ResultEdited):
            self.edits.append((edit_made(event, self._call_now(key)), home))
        self._show(event.id, home)
        if isinstance(event, CallStarted | AgentStarted | ResultRecorded):
            self.before.setdefault(key, before(event))
        if isinstance(event, CallStarted | AgentStarted):
            self.started[key] = event
        elif isinstance(event, ResultRecorded):
            self.results[key] = event

    def _call_now(self, key: CallKey) -> CallState | None:
        calls = self.open.calls if self.open is not None else ()
        return next((call for call in calls if call.key == key), None)

    def go_on(self, live: Live | None, running: frozenset[CallKey]) -> None:
        """What has no end has come as far as this; None: nothing is under way."""
        self.live, self.running, self.fall = live, running, None

    def _server_asked(self, event: ServerAsked) -> None:
        """What a server asked stands under the call that it worked on; a step of its own where that is not known."""
        calls = self.open.calls if self.open is not None else ()
        known = event.call is not None and any(call.key == event.call for call in calls)
        self.asked[event.id] = event
        if known:
            self._show(event.id, Home("asked", event.id, event.call))
        else:
            self._step(event, "asked")

    def asked_of(self, key: CallKey) -> list[NodeId]:
        """What servers asked while they worked on a call, oldest first."""
        return [node for node in self.asked if self.homes[node].call == key]

    def _undo(self, event: UndoStarted | UndoEnded) -> None:
        """The result stays shown as the tool gave it; its row says that it was rolled back."""
        undo = self.undos.setdefault(event.call, Undo())
        if isinstance(event, UndoStarted):
            undo.started = event
        else:
            undo.end = event
        self._show(event.id, Home("undone", event.call[0], event.call))

    def _show(self, node: NodeId, home: Home) -> None:
        self.homes[node] = home
        self.newest[home] = node


def _as_call(event: AgentStarted) -> CallStarted:
    """The call of an agent began; what happens in its session belongs to parts of their own."""
    return CallStarted(event.id, event.parent, event.t, event.call, event.ran_with, event.approved)


def before(event: Event) -> NodeId:
    """The node that `event` hangs under."""
    return NodeId(event.id - 1) if event.parent is None else event.parent
