"""How long the model and the tools have worked on the way to a node, in seconds; each node is added up once.

Above: `status_line`. Below: `session`. Knows no widget.
"""

from studio.session.events import NodeId, ReplyReceived, RequestFailed, ResultRecorded
from studio.session.tree import ROOT, Tree

_TIMED = frozenset({"reply", "request_failed", "result"})


class TimeSpent:
    """Sums along the way from the first event; kept for the tree that was asked last."""

    def __init__(self) -> None:
        self._tree: Tree | None = None
        self._sums: dict[NodeId, float] = {ROOT: 0.0}

    def at(self, tree: Tree, node: NodeId) -> float:
        """Seconds spent up to and including `node`."""
        if tree is not self._tree:
            self._tree, self._sums = tree, {ROOT: 0.0}
        todo: list[NodeId] = []
        while node not in self._sums and node in tree:
            todo.append(node)
            node = tree.parent(node)
        for step in reversed(todo):
            self._sums[step] = self._sums.get(node, 0.0) + _seconds(tree, step)
            node = step
        return self._sums.get(node, 0.0)


def _seconds(tree: Tree, node: NodeId) -> float:
    if tree.kind(node) not in _TIMED:
        return 0.0
    match tree.event(node):
        case ReplyReceived(seconds=seconds) | ResultRecorded(seconds=seconds):
            return seconds
        case RequestFailed(exchange=exchange):
            return exchange.seconds if exchange is not None else 0.0
        case _:
            return 0.0
