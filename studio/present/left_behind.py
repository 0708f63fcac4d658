"""Which tools ran on the steps that are left behind when the head goes back: going back undoes nothing of what they did.

Above: the fronts. Below: `session`. Pure.
"""

from collections.abc import Iterator
from itertools import takewhile

from studio.session.events import ResultRecorded, UndoEnded
from studio.session.nodes import CallKey, NodeId
from studio.session.tree import ROOT, Tree

MOST = 100
"""So many calls are named at most; a session may have tens of thousands behind it."""


def left_behind(tree: Tree, before: NodeId, now: NodeId) -> tuple[str, ...]:
    """The names of the tools that really ran between where the head stood `before` and where it stands `now`, the first first. A call that
    was undone since is not among them."""
    undone: set[CallKey] = set()
    names: list[str] = []
    for node in _between(tree, before, now):
        event = tree.event(node) if tree.kind(node) in ("result", "undone") else None
        if isinstance(event, UndoEnded) and not event.is_error:
            undone.add(event.call)
        elif isinstance(event, ResultRecorded) and event.source == "ran" and event.call not in undone:
            call = tree.state(tree.parent(node)).call(event.call)
            names += [call.call.name] if call is not None else []
        if len(names) == MOST:
            break
    return tuple(reversed(names))


def _between(tree: Tree, before: NodeId, now: NodeId) -> Iterator[NodeId]:
    """The nodes that are left, the last one first; mostly `now` is on their way."""
    left: list[NodeId] = []
    for node in _way(tree, before):
        if node == now:
            return iter(left)
        left.append(node)
    kept = set(_way(tree, now))
    return takewhile(lambda node: node not in kept, left)


def _way(tree: Tree, node: NodeId) -> Iterator[NodeId]:
    while node != ROOT:
        yield node
        node = tree.parent(node)
