"""An open session as it is seen: where it stands, what is due, what is under way, and who is told.

Above: `moved`. Below: `engine`, `session`, `services`. Changes nothing in the session.
"""

import time
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from studio.engine import under_way as engine
from studio.engine.difference import Difference
from studio.engine.due import Due, due
from studio.engine.offering import with_offering
from studio.engine.stepper import Stepper
from studio.engine.under_way import Watcher
from studio.messages.delta import Delta
from studio.messages.parts import Call
from studio.messages.reply import ChatReply
from studio.present.history_marks import HistoryMarks
from studio.session.events import Event, ReplyReceived, RequestFailed, RequestSent, SetupChanged
from studio.session.journal import Journal
from studio.session.nodes import CallKey, NodeId
from studio.session.notes import AnyNote, HeadMoved, Stopped
from studio.session.responder_choice import ResponderKind
from studio.session.returned import answer
from studio.session.setup import ToolFile
from studio.session.state import SessionState
from studio.session.tree import Branch, Tree
from studio.store.session_file import SessionSink
from studio.workspace.changes import Activity, Change, ModeChanged, PartialReply, ToolOutput, ToolProgress
from studio.workspace.request_remarks import RequestRemarks, Said, next_remarks, sent_remarks
from studio.workspace.running_wire import RunningWire
from studio.workspace.services import ModelMode, ToolsMode, Wired

T = TypeVar("T")
Listener = Callable[[Change], None]


class _Told(Watcher):
    """Passes what the stepper says on to the session's listeners."""

    def __init__(self, session: "SeenSession") -> None:
        self._session = session

    def activity(self, now: engine.Activity) -> None:
        self._session.take_activity(now)

    def delta(self, delta: Delta) -> None:
        self._session.tell(PartialReply(delta))

    def output(self, call: CallKey, stream: str, text: str) -> None:
        self._session.tell(ToolOutput(call, stream, text))

    def progress(self, call: CallKey, fraction: float | None, text: str) -> None:
        self._session.tell(ToolProgress(call, fraction, text))


class SeenSession:
    """One open session. All of it lives in the loop's thread."""

    def __init__(self, path: Path, journal: Journal, wired: Wired, sink: SessionSink | None, retries: int = 0) -> None:
        self.path = path
        self.journal = journal
        self.begun = 0.0
        """Seconds since 1970 when the session began; 0 where the file does not say."""
        self.damage: tuple[str, ...] = ()
        self.damaged_lines: dict[str, int] = {}
        """For what is said of a damaged line of the file, its number."""
        self.tool_problems: tuple[str, ...] = ()
        self.saved = "saved"
        self.saved_at = 0.0
        """Seconds since 1970 when the last line was written; 0 before the first one."""
        self.unsaved_number = 0
        """The system's number for why the last line could not be written; 0 where all is well, or where it gave none."""
        self.wire = RunningWire()
        self._said = Said(journal.tree)
        self._wired = wired
        self._sink = sink
        self._listeners: list[Listener] = []
        self._activity = Activity()
        self._stepper = Stepper(journal, wired, _Told(self), retries)
        self._kind: ResponderKind = journal.state.setup.responder.kind
        self._asks_nobody = False
        self._unhook = journal.subscribe(self._took)

    @property
    def tree(self) -> Tree:
        """All events."""
        return self.journal.tree

    @cached_property
    def marks(self) -> HistoryMarks:
        """What is to be known of each message of a history."""
        return HistoryMarks(self.tree)

    @property
    def title(self) -> str:
        """The session's title."""
        return self.journal.title

    @property
    def head(self) -> NodeId:
        """Where the session stands."""
        return self.journal.head

    @property
    def state(self) -> SessionState:
        """The state at the head."""
        return self.journal.state

    @property
    def due(self) -> Due:
        """What must happen next."""
        return due(self.state)

    @property
    def stop(self) -> Stopped | None:
        """Why it stands where it stands; None while it runs, or when the head was moved since."""
        stopped = self.journal.stopped
        return stopped if stopped is not None and stopped.at == self.head and not self._stepper.busy else None

    @property
    def standing(self) -> Stopped | None:
        """Why it stands where the head is now, also after an edit there or after going back; None while it runs."""
        return self._stepper.standing()

    def needs_approval(self, key: CallKey) -> bool:
        """Whether running this open call asks for the person's approval first."""
        return self._stepper.needs_approval(key)

    def answer(self) -> tuple[str, ...]:
        """What the turn came to: the results that ended it, in the order of the calls, else the text of the last reply."""
        return answer(self.state)

    def reaches_tool(self, key: CallKey) -> bool:
        """Whether running this open call would run its tool: it fits, and no rule answers in the tool's place."""
        return self._stepper.reaches_tool(key)

    @property
    def activity(self) -> Activity:
        """What is under way."""
        return self._activity

    @property
    def partial(self) -> ChatReply | None:
        """The reply that is streaming now, as far as it came."""
        return self._stepper.partial

    @property
    def branches(self) -> tuple[Branch, ...]:
        """All branches, main first."""
        return self.tree.branches(self.journal.names)

    @property
    def branch(self) -> Branch | None:
        """The branch of the head; None in an empty session."""
        start = self.tree.branch_of(self.head)
        return next((branch for branch in self.branches if branch.start == start), None)

    @property
    def read_only(self) -> str:
        """Why the session cannot be changed; empty when it can."""
        return self.journal.read_only

    @property
    def model_mode(self) -> ModelMode:
        """Who answers: the Model switch."""
        return self._wired.model_mode

    @model_mode.setter
    def model_mode(self, mode: ModelMode) -> None:
        self._wired.model_mode, self._wired.writes = mode, False
        self._asks_nobody = self._asks_nobody and mode != "live"
        self.tell(ModeChanged())

    def nobody_answers(self, why: str, help: str) -> None:
        """Say in other words why nobody answers while Model is at *by hand*; no model is asked from now on wherever the session
        stands, until the switch is set."""
        self._wired.nobody = (why, help)
        self._asks_nobody = True

    @property
    def tools_mode(self) -> ToolsMode:
        """Whether calls reach real tools: the Tools switch."""
        return self._wired.tools_mode

    @tools_mode.setter
    def tools_mode(self, mode: ToolsMode) -> None:
        self._wired.tools_mode = mode
        self.tell(ModeChanged())

    @property
    def has_recording(self) -> bool:
        """Whether this session replays another one."""
        return self._wired.replay is not None

    @property
    def difference(self) -> Difference | None:
        """In a replay that stopped: the first place where the request differs from the recorded one."""
        return self._wired.replay.difference if self._wired.replay is not None else None

    @property
    def unused_calls(self) -> tuple[Call, ...]:
        """In a replay: the recorded calls that were not asked for (yet)."""
        return tuple(old.call for old in self._wired.replay.unused) if self._wired.replay is not None else ()

    @property
    def plays_on(self) -> bool:
        """In a replay: whether something that was recorded is yet to come."""
        return self._wired.replay is not None and not self._wired.replay.over

    @property
    def untrusted(self) -> tuple[ToolFile, ...]:
        """Tools files that the session names, those of its sources too, and that nobody has trusted as they are now."""
        return self._wired.to_trust(self.state.setup)

    def request_remarks(self, node: NodeId | None = None) -> RequestRemarks:
        """What the request of `node` says otherwise than the session does; None: what the next one would."""
        state = with_offering(self.state) if node is None else self.tree.state(node)
        composer = self._wired.composer(state.setup)
        if node is not None:
            return self.blanked(sent_remarks(self.tree, node, composer))
        return self.blanked(next_remarks(self.tree, state, composer, self._said))

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Tell `listener` of every change from now on; the value returned ends that."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener) if listener in self._listeners else None

    def blanked(self, value: T) -> T:
        """A value as it may be shown: secrets of this run are blanked. A message is sent as it was said, but never shown so."""
        return self._wired.world.redactor.value(value)

    def tell(self, change: Change) -> None:
        """Tell all listeners."""
        for listener in tuple(self._listeners):
            listener(change)

    def take_saved(self, saved: str, number: int = 0) -> None:
        """Take in whether the last line could be written: `saved`, or a sentence that says why not, with the system's number for it."""
        if saved == "saved":
            self.saved_at = time.time()
        if saved != self.saved:
            self.saved, self.unsaved_number = saved, number
            self.tell(ModeChanged())

    def take_activity(self, now: engine.Activity) -> None:
        """Take in what the stepper is doing."""
        since = self._activity.since if now.kind == self._activity.kind else time.monotonic()
        self._activity = Activity(now.kind, now.calls, since)
        self.tell(self._activity)

    def _took(self, change: Event | AnyNote) -> None:
        if isinstance(change, RequestSent):
            self.wire.begin()
        if isinstance(change, SetupChanged | HeadMoved):
            self._follow_place()
        self.tell(change)
        if isinstance(change, ReplyReceived | RequestFailed):
            self.wire.end()

    def _follow_place(self) -> None:
        """The Model switch goes along with who answers where the session stands now, unless a recording answers."""
        kind = self.state.setup.responder.kind
        if kind == self._kind:
            return
        self._kind = kind
        if self.model_mode != "recorded" and not self._wired.writes:
            self._wired.model_mode = "by_hand" if kind == "live" and self._asks_nobody else kind
            self.tell(ModeChanged())
