"""Where breakpoints are hit: on an occasion, and how often along a path. Pure but for what it is told of troubles.

Above: `at_breakpoints`. Below: `troubles`, `stop_document`, `session`. An occasion is a place that the session comes to; on a path those
that it passed are read off the events.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from typing import assert_never

import msgspec
from msgspec.structs import replace

from studio.checks.expressions import compiled
from studio.engine.limits import Cost
from studio.engine.standing import CHOICES, EDITS
from studio.engine.stop_document import document
from studio.session.breakpoints import Breakpoint
from studio.session.events import AgentStarted, CallStarted, ResultRecorded
from studio.session.frames import find_call, frame_of
from studio.session.nodes import CallKey, NodeId, Place
from studio.session.state import SessionState
from studio.session.tree import ROOT, Tree


class Occasion(msgspec.Struct, frozen=True, eq=False):
    """A place with the state there; `key` is the call in question. `failed`: a request has just failed."""

    place: Place
    state: SessionState
    key: CallKey | None = None
    failed: bool = False


def counts(point: Breakpoint) -> bool:
    """Whether it matters which hit it is."""
    return bool(point.count) or point.every > 1


def acts(point: Breakpoint, number: int) -> bool:
    """Whether it acts at its hit of that number, from 1."""
    if point.count:
        return number == point.count
    return point.every < 2 or number % point.every == 0


def is_hit(point: Breakpoint, occasion: Occasion, shows: Callable[[Breakpoint, Occasion], bool], cost: Cost) -> bool:
    """Whether place, trouble, tool and condition hold. `shows` says whether its trouble does. Raises ExpressionError where the condition
    cannot be asked of what is there."""
    if point.where != occasion.place or (point.trouble == "provider_error") != occasion.failed:
        return False
    if point.tool and not _is_of_tool(point.tool, occasion):
        return False
    if point.trouble and not shows(point, occasion):
        return False
    if not point.condition:
        return True
    asked = compiled(point.condition)
    return asked.holds(document(occasion.state, occasion.key, cost, asked.names))


def _is_of_tool(pattern: str, occasion: Occasion) -> bool:
    """A call by its name, a reply by any of its calls."""
    state, key = occasion.state, occasion.key
    if key is None:
        calls = state.open.calls if state.open is not None else ()
        return any(fnmatchcase(call.call.name, pattern) for call in calls)
    found = find_call(state, key)
    return found is not None and fnmatchcase(found.call.name, pattern)


_KINDS: dict[Place, tuple[str, ...]] = {
    "before_request": ("request",),
    "after_reply": ("reply",),
    "before_call": ("call_started", "agent_started", "result"),
    "after_result": ("result",),
}


def passed(tree: Tree, node: NodeId, point: Breakpoint) -> Occasion | None:
    """The occasion for that breakpoint which the session passed with the event of a node. Edits that were made at the place do not
    count: it was come to before them."""
    kind = tree.kind(node)
    if point.trouble == "provider_error":
        return Occasion("before_request", tree.state(node), failed=True) if kind == "request_failed" else None
    if kind not in _KINDS[point.where]:
        return None
    match point.where:
        case "before_request":
            return Occasion("before_request", tree.state(_arrived(tree, node)))
        case "after_reply":
            return Occasion("after_reply", tree.state(node))
        case "before_call":
            return _before_call(tree, node)
        case "after_result":
            return Occasion("after_result", tree.state(node), _call_of(tree, node))
        case _:
            assert_never(point.where)


def _before_call(tree: Tree, node: NodeId) -> Occasion | None:
    """Only what begins an open call for the first time passes the place before it."""
    key = _call_of(tree, node)
    found = find_call(tree.state(tree.parent(node)), key)
    if found is None or found.status != "open" or found.attempts:
        return None
    return Occasion("before_call", tree.state(_arrived(tree, node)), key)


def begun_later(tree: Tree, state: SessionState, key: CallKey, point: Breakpoint) -> Iterator[Occasion]:
    """The places before calls that stand behind this one in its reply, and that were passed on the path already."""
    frame = frame_of(state, key)
    opened = frame.open.calls if frame is not None and frame.open is not None else ()
    keys = [call.key for call in opened]
    later = {call.key for call in opened[keys.index(key) + 1 :] if call.status != "open" or call.attempts}
    at = state.node
    while later and at > key[0] and at in tree:
        event = tree.event(at) if tree.kind(at) in _KINDS["before_call"] else None
        if getattr(event, "call", None) in later:
            found = passed(tree, at, point)
            if found is not None:
                yield found
        at = tree.parent(at)


def _arrived(tree: Tree, node: NodeId) -> NodeId:
    at = tree.parent(node)
    while at in tree and at != ROOT and tree.kind(at) in (*EDITS, *CHOICES):
        at = tree.parent(at)
    return at


def _call_of(tree: Tree, node: NodeId) -> CallKey:
    event = tree.event(node)
    assert isinstance(event, CallStarted | AgentStarted | ResultRecorded)
    return event.call


class Hits:
    """How often breakpoints were hit along paths: counted once for each node, so that a longer path costs only its end."""

    def __init__(self, tree: Tree, hit: Callable[[Breakpoint, Occasion], bool]) -> None:
        self._tree = tree
        self._hit = hit
        self._known: dict[Breakpoint, dict[NodeId, int]] = {}

    def at(self, point: Breakpoint, node: NodeId) -> int:
        """The hits on the path to `node`, what happened there included."""
        known, todo = self._unseen(point, node)
        return self._count(point, known, todo, node)

    def of_all(self, points: Iterable[Breakpoint], node: NodeId, most: int) -> dict[str, int] | None:
        """The same by id, looking at no more than `most` steps; None where there are more: asked again it goes on from there."""
        found, left = {}, most
        for point in points:
            known, todo = self._unseen(point, node)
            found[point.id] = self._count(point, known, todo[max(0, len(todo) - left) :], node)
            left -= len(todo)
            if left < 0:
                return None
        return found

    def _unseen(self, point: Breakpoint, node: NodeId) -> tuple[dict[NodeId, int], list[NodeId]]:
        """What is known of a breakpoint, and the steps that were not looked at, the last one first."""
        known = self._known.setdefault(_counted(point), {ROOT: 0})
        todo: list[NodeId] = []
        while node not in known and node in self._tree:
            todo.append(node)
            node = self._tree.parent(node)
        return known, todo

    def _count(self, point: Breakpoint, known: dict[NodeId, int], todo: Sequence[NodeId], node: NodeId) -> int:
        for each in reversed(todo):
            occasion = passed(self._tree, each, point)
            known[each] = known.get(self._tree.parent(each), 0) + (occasion is not None and self._hit(point, occasion))
        return known.get(node, 0)


def _counted(point: Breakpoint) -> Breakpoint:
    """What of a breakpoint decides whether it is hit."""
    return replace(point, id="", count=0, every=0, action="stop", text="", is_error=False, patch=None, on=True)
