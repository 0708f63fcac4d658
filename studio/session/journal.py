"""The only way into a session's tree: append an event, tell everyone. What cannot be written does not happen.

Above: `engine`, `workspace`. Below: `tree`, `lines`. Knows no file: a sink is handed in.
"""

from collections.abc import Callable
from typing import Protocol, TypeVar, assert_never

from msgspec.structs import replace

from studio.problems import StudioError
from studio.session.breakpoints import Breakpoint, Watch
from studio.session.events import Event
from studio.session.lines import encode
from studio.session.nodes import NodeId
from studio.session.notes import (
    AnyNote,
    BranchHidden,
    BranchNamed,
    BranchNoted,
    BreakpointSet,
    Closed,
    HeadMoved,
    Logged,
    Opened,
    SampleEnded,
    SampleStarted,
    SampleTaken,
    SessionNoted,
    Stopped,
    Titled,
    WatchSet,
)
from studio.session.state import SessionState
from studio.session.tree import ROOT, Tree

E = TypeVar("E", bound=Event)
V = TypeVar("V")


class Sink(Protocol):
    """Where lines go."""

    def write(self, line: bytes) -> None:
        """Append one line, flushed to the system. Raises StudioError when it cannot."""
        ...


class NowhereSink:
    """A sink for sessions that are not kept."""

    def write(self, line: bytes) -> None:
        """Forget the line."""


class ReadOnlyError(StudioError):
    """The session cannot be changed."""


class Cursor:
    """Where a run appends: the tip of its branch. It stays on its branch when the head goes elsewhere."""

    __slots__ = ("at",)

    def __init__(self, at: NodeId) -> None:
        self.at = at


Listener = Callable[[Event | AnyNote], None]


class Journal:
    """One session being written."""

    def __init__(
        self,
        tree: Tree,
        sink: Sink,
        clock: Callable[[], int],
        notes: tuple[AnyNote, ...] = (),
        head: NodeId = ROOT,
    ) -> None:
        """`clock` gives milliseconds since the session began; `notes` are those of the file, oldest first."""
        self.tree = tree
        self.read_only = ""
        self._sink = sink
        self._clock = clock
        self._listeners: list[Listener] = []
        self._next = NodeId(tree.last + 1)
        self._time = tree.time(tree.last) if tree.last else 0
        self.cursor = Cursor(ROOT)
        self.title = ""
        self.notes_text = ""
        """What the person wrote about the session."""
        self.names: dict[NodeId, str] = {}
        self.stopped: Stopped | None = None
        self.stops: dict[NodeId, list[Stopped]] = {}
        self.visited: list[NodeId] = []
        self.branch_notes: dict[NodeId, BranchNoted] = {}
        self.hidden: set[NodeId] = set()
        self.breakpoints: dict[str, Breakpoint] = {}
        self.watches: dict[str, Watch] = {}
        self.logged: dict[NodeId, list[Logged]] = {}
        self.samples: list[SampleStarted | SampleTaken | SampleEnded] = []
        for note in notes:
            self._take(note)
        self.cursor = Cursor(head)

    @property
    def head(self) -> NodeId:
        """Where the session stands."""
        return self.cursor.at

    @property
    def now(self) -> int:
        """Milliseconds since the session began."""
        return self._clock()

    @property
    def state(self) -> SessionState:
        """The state at the head."""
        return self.tree.state(self.head)

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Tell `listener` of every event and note from now on; the value returned ends that."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def append(self, event: E, cursor: Cursor | None = None) -> E:
        """Write `event` under `cursor` (the head when None), move the cursor to it, and tell all. Returns it with its id."""
        at = cursor or self.cursor
        parent = None if at.at == self._next - 1 else at.at
        now = self._clock()
        made = replace(event, id=self._next, parent=parent, t=now)
        self._write(encode(made if now != self._time else replace(made, t=0)))
        self._time = now
        self._next = NodeId(self._next + 1)
        self.tree.add(made)
        at.at = made.id
        self._tell(made)
        if at is not self.cursor:
            self.note(HeadMoved(self.head))
        return made

    def note(self, note: AnyNote) -> None:
        """Write a note and tell all."""
        self._write(encode(note))
        self._take(note)
        self._tell(note)

    def move(self, node: NodeId) -> None:
        """Make `node` the head. What runs elsewhere stays on its own branch."""
        if node not in self.tree:
            raise KeyError(node)
        if node != self.head:
            self.note(HeadMoved(node))

    def _write(self, line: bytes) -> None:
        if self.read_only:
            raise ReadOnlyError(self.read_only)
        self._sink.write(line)

    def _take(self, note: AnyNote) -> None:
        match note:
            case HeadMoved(at=at) if at != self.head:
                self.visited.append(self.head)
                self.cursor = Cursor(at)
            case Stopped():
                self.stopped = note
                self.stops.setdefault(note.at, []).append(note)
            case BranchNamed() | BranchNoted() | BranchHidden():
                self._of_branch(note)
            case Titled(title=title):
                self.title = title
            case SessionNoted(text=text):
                self.notes_text = text
            case BreakpointSet() | WatchSet():
                self._set(note)
            case Logged(at=at):
                self.logged.setdefault(at, []).append(note)
            case SampleStarted() | SampleTaken() | SampleEnded():
                self.samples.append(note)
            case HeadMoved() | Opened() | Closed():
                pass

    def _of_branch(self, note: BranchNamed | BranchNoted | BranchHidden) -> None:
        match note:
            case BranchNamed(start=start, name=name):
                self.names[start] = name
            case BranchNoted(start=start):
                self.branch_notes[start] = note
            case BranchHidden(start=start, hidden=hidden):
                (self.hidden.add if hidden else self.hidden.discard)(start)
            case _:
                assert_never(note)

    def _set(self, note: BreakpointSet | WatchSet) -> None:
        """A breakpoint or watch keeps its place when it is changed."""
        if isinstance(note, WatchSet):
            _put(self.watches, note.id, note.watch)
        else:
            _put(self.breakpoints, note.id, note.breakpoint)

    def _tell(self, change: Event | AnyNote) -> None:
        for listener in tuple(self._listeners):
            listener(change)


def _put(known: dict[str, V], id: str, value: V | None) -> None:
    if value is None:
        known.pop(id, None)
    else:
        known[id] = value
