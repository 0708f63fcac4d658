"""Where a call began on the way to the head: the node under which it can run once more.

Above: the banner, the commands, the cards. Below: the tree. Knows no widget.
"""

from typing import Protocol

from studio.session.events import CallEdited, CallStarted, Event, ResultEdited, ResultRecorded
from studio.session.nodes import CallKey, NodeId
from studio.session.state import SessionState
from studio.session.together import one_by_one
from studio.session.tree import Tree


class Path(Protocol):
    """A session as it stands."""

    @property
    def head(self) -> NodeId: ...
    @property
    def state(self) -> SessionState: ...
    @property
    def tree(self) -> Tree: ...


def begun(tree: Tree, reply: NodeId, end: NodeId) -> dict[CallKey, NodeId]:
    """For each call of the reply that has begun on the way to `end` the node before it did."""
    found: dict[CallKey, NodeId] = {}
    for node, event in _since(tree, reply, end):
        for one in one_by_one(event):
            if isinstance(one, CallStarted | ResultRecorded | ResultEdited):
                found[one.call] = tree.parent(node)
    return found


def ends_with(session: Path, key: CallKey) -> bool:
    """Whether nothing of another call came since a call began: then it can run once more and nothing else is lost."""
    opened = session.state.open
    node = begun(session.tree, opened.event, session.head).get(key) if opened is not None else None
    if node is None:
        return False
    since = (one for _, event in _since(session.tree, node, session.head) for one in one_by_one(event))
    return not any(_of_another(one, key) for one in since)


def _of_another(event: Event, key: CallKey) -> bool:
    kinds = CallStarted | ResultRecorded | ResultEdited | CallEdited
    return isinstance(event, kinds) and event.call != key


def _since(tree: Tree, first: NodeId, end: NodeId) -> list[tuple[NodeId, Event]]:
    """The nodes after `first` up to `end`, the last one first."""
    made: list[tuple[NodeId, Event]] = []
    node = end
    while node and node != first:
        made.append((node, tree.event(node)))
        node = tree.parent(node)
    return made
