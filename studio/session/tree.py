"""The tree of events: parents, branches, and the state at any node. Events of a file are read only when they are needed.

Above: `journal`, `engine`, `present`. Below: `events`, `state`, `body`. Knows no file: a reader is handed in.
"""

import sys
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from itertools import count

import msgspec
from msgspec.structs import replace

from studio.said import said
from studio.session.body import BodyError, carried_on, cut
from studio.session.events import Event, RequestSent
from studio.session.folding import fold
from studio.session.lines import LineError
from studio.session.nodes import NodeId
from studio.session.state import EMPTY, SessionState
from studio.session.together import long_text

ROOT = NodeId(0)
"""What stands before the first event."""

NOWHERE = NodeId(-1)
"""The parent of a node whose line names one that cannot be its parent."""

_SNAPSHOT_EVERY = 64
_TOLD_EVERY = 500
_RECENT = 256


class Branch(msgspec.Struct, frozen=True):
    """A line of the tree. `start` is its first own node, `fork` the node it hangs under (0: the root), `tip` its newest node.

    `gap` marks a branch whose parent is missing in a damaged file; it is read-only.
    """

    start: NodeId
    fork: NodeId
    tip: NodeId
    name: str
    gap: bool = False


class Tree:
    """All events of a session by id. Ids count from 1."""

    def __init__(self, read: Callable[[NodeId], Event] | None = None) -> None:
        self._read = read
        self._events: dict[NodeId, Event] = {}
        self._parents: dict[NodeId, NodeId] = {}
        self._kinds: dict[NodeId, str] = {}
        self._seen: set[str] = set()
        self._times: dict[NodeId, int] = {}
        self._branch: dict[NodeId, NodeId] = {}
        self._tips: dict[NodeId, NodeId] = {}
        self._gaps: set[NodeId] = set()
        self._cut: set[NodeId] = set()
        self._snapshots: dict[NodeId, SessionState] = {ROOT: EMPTY}
        self._recent: dict[NodeId, SessionState] = {}
        self._keeps = False
        self._body: tuple[NodeId, bytes] = (ROOT, b"")
        self._way: list[NodeId] = []
        """The path asked for last; ids only grow on it. Never changed, only replaced: threads may look at it."""
        self.last = ROOT

    def __len__(self) -> int:
        return len(self._parents)

    def __contains__(self, node: NodeId) -> bool:
        return node == ROOT or node in self._parents

    def add(self, event: Event) -> None:
        """Take in a new event."""
        self._events[event.id] = event
        self.place(event.id, event.id - 1 if event.parent is None else event.parent, _kind(event), event.t)

    def place(self, node: NodeId, parent: int, kind: str, t: int) -> None:
        """Take in a node by its place alone; its event is read when it is asked for."""
        at = NodeId(parent) if parent < node else NOWHERE
        self._parents[node], self._kinds[node], self._times[node] = at, kind, t
        self._seen.add(kind)
        start = self._branch.get(at)
        if start is None:
            start = node
            if at != ROOT:
                self._gaps.add(node)
                self._cut.add(node)
        else:
            if at in self._cut:
                self._cut.add(node)
            if self._tips[start] != at:
                start = node
        self._branch[node] = start
        self._tips[start] = node
        if node > self.last:
            self.last = node
        else:
            self._way = []

    def part(self, node: NodeId) -> None:
        """Take out a node whose line cannot be read; what hangs under it is cut off from here."""
        rest = [(at, self._parents[at], self._kinds[at], self._times[at]) for at in self._parents if at != node]
        for known in (self._parents, self._branch, self._tips, self._gaps, self._cut, self._recent):
            known.clear()
        self._way = []
        for place in rest:
            self.place(*place)

    def parent(self, node: NodeId) -> NodeId:
        """The node before `node`; 0 for the first."""
        return self._parents[node]

    def kind(self, node: NodeId) -> str:
        """The kind of the event, as the file names it."""
        return self._kinds[node]

    def nodes(self, after: NodeId = ROOT) -> list[NodeId]:
        """All nodes beyond `after` in the order of their ids, which a damaged file need not count without gaps."""
        return sorted(node for node in self._parents if node > after)

    def has_seen(self, kind: str) -> bool:
        """Whether any event is, or was, of that kind."""
        return kind in self._seen

    def time(self, node: NodeId) -> int:
        """Milliseconds since the session began."""
        return self._times[node]

    def event(self, node: NodeId) -> Event:
        """The event of a node. Raises LineError when its line is damaged."""
        found = self._events.get(node)
        if found is None:
            if self._read is None:
                raise KeyError(node)
            found = self._read(node)
            if found.t != self._times[node]:
                found = replace(found, t=self._times[node])
            self._events[node] = found
        return found

    def path(self, node: NodeId) -> list[NodeId]:
        """The nodes from the first to `node`, as far up as the file is whole. Walks only what the path asked for last does not have."""
        way, found, shared = self._way, list[NodeId](), 0
        while node in self._parents:
            shared = bisect_right(way, node)
            if shared and way[shared - 1] == node:
                break
            found.append(node)
            node = self._parents[node]
        else:
            shared = 0
        if found:
            found.reverse()
            self._way = way = [*way[:shared], *found]
            return way.copy()
        return way[:shared]

    def events(self, node: NodeId) -> Iterable[Event]:
        """The events from the first to `node`."""
        return map(self.event, self.path(node))

    def whole(self, node: NodeId) -> bool:
        """Whether the path to `node` reaches the first event."""
        return node == ROOT or (node in self._parents and node not in self._cut)

    def newest_whole(self) -> NodeId:
        """The newest node whose path is whole; 0 when there is none."""
        return max((node for node in self._parents if node not in self._cut), default=ROOT)

    def state(self, node: NodeId, told: Callable[[float], object] | None = None) -> SessionState:
        """The state at `node`. `told` hears now and then how far it is, from 0 to 1; what it raises ends this, and harms nothing."""
        known = self._recent.get(node)
        if known is not None:
            return known
        todo: list[NodeId] = []
        at = node
        while at in self._parents and at not in self._recent and at not in self._snapshots:
            todo.append(at)
            at = self._parents[at]
        state = self._recent.get(at) or self._snapshots.get(at) or EMPTY
        for done, step in enumerate(reversed(todo)):
            if told is not None and done % _TOLD_EVERY == 0:
                told(done / len(todo))
            state = fold(state, self.event(step))
            if step % _SNAPSHOT_EVERY == 0:
                self._snapshots[step] = state
            if self._keeps:
                self._recent[step] = state
        self._remember(node, state)
        return state

    @contextmanager
    def keeping(self) -> Iterator[None]:
        """Keep every state that is made meanwhile: of several who walk along the same path only the first one makes them."""
        self._keeps = True
        try:
            yield
        finally:
            self._keeps = False
            self._forget_older()

    def forget(self) -> None:
        """Let go of everything, the newest first and bit by bit: what is freed at once, some hundred thousand objects, holds up all other
        threads meanwhile. Nothing can be asked for after it."""
        for known in (self._recent, self._snapshots, self._events, self._branch, self._tips, self._times, self._kinds):
            while known:
                known.popitem()

    def _remember(self, node: NodeId, state: SessionState) -> None:
        """Keep the states asked for last; the oldest half goes when there are too many."""
        self._recent[node] = state
        if len(self._recent) > _RECENT and not self._keeps:
            self._forget_older()

    def _forget_older(self) -> None:
        for old in list(self._recent)[: -_RECENT // 2]:
            del self._recent[old]

    def branches(self, names: Mapping[NodeId, str] | None = None) -> tuple[Branch, ...]:
        """All branches, oldest first; the first is *main*, later ones B, C, … unless they have a name. No two are named alike: where a
        letter or a name is taken already, a number stands behind it."""
        given = names or {}
        named, used, found = frozenset(given.values()), set[str](), list[Branch]()
        for at, (start, tip) in enumerate(self._tips.items()):
            name = _free(given.get(start) or _free(_letter(at), named), used)
            used.add(name)
            found.append(Branch(start, self._parents[start], tip, name, start in self._gaps))
        return tuple(found)

    def branch_of(self, node: NodeId) -> NodeId:
        """The first node of the branch that `node` is on."""
        return self._branch.get(node, node)

    def tip(self, node: NodeId) -> NodeId:
        """The newest node of the branch that `node` is on."""
        return self._tips.get(self._branch.get(node, node), node)

    def body(self, node: NodeId) -> bytes:
        """The body of a request, as it was sent. Walking the requests in order costs only what is new in each.
        Raises BodyError when it cannot be put together from a damaged file, LineError when a line of it cannot be read."""
        if not isinstance(self.event(node), RequestSent):
            raise KeyError(node)
        if self._body[0] != node:
            shared = self._shared(node)
            self._body = (node, b"".join((self._body[1][:shared], *self._body_parts(node, shared))))
        return self._body[1]

    def _shared(self, node: NodeId) -> int:
        """How many bytes from its beginning a body has in common with that which was made last, where that is a later one over it."""
        at, shared = self._body[0], len(self._body[1])
        try:
            while at > node:
                event = self.event(at) if at in self._parents else None
                if not isinstance(event, RequestSent):
                    return 0
                at, shared = event.base or ROOT, min(shared, carried_on(event.body))
        except (BodyError, LineError):
            return 0
        return shared if at == node else 0

    def _body_parts(self, node: NodeId, start: int = 0) -> Iterator[bytes]:
        """The bytes of a body from `start` on, piece by piece; ranges are followed down to the requests that brought their bytes."""
        todo: list[tuple[NodeId, int, int] | bytes] = [(node, start, sys.maxsize)]
        while todo:
            part = todo.pop()
            if isinstance(part, bytes):
                yield part
            elif part[0] == self._body[0]:
                yield self._body[1][part[1] : part[2]]
            else:
                event = self.event(part[0]) if part[0] in self._parents else None
                if not isinstance(event, RequestSent) or (event.base or ROOT) >= part[0]:
                    raise BodyError(said("The request {part} is not in the file as it was sent.", part=part[0]))
                todo.extend(reversed(list(cut(event.body, event.base or ROOT, part[1], part[2], self.text))))

    def text(self, node: int) -> str:
        """The long text that an event holds, for those that a body may refer to."""
        found = long_text(self.event(NodeId(node)))
        if found is None:
            raise KeyError(node)
        return found


def _kind(event: Event) -> str:
    return str(event.__struct_config__.tag)


def _free(name: str, taken: AbstractSet[str]) -> str:
    """The name, with a number behind it where it is taken."""
    return name if name not in taken else next(f"{name} {at}" for at in count(2) if f"{name} {at}" not in taken)


def _letter(at: int) -> str:
    if at == 0:
        return "main"
    letters = ""
    while at >= 0:
        letters = chr(ord("A") + at % 26) + letters
        at = at // 26 - 1
    return letters
