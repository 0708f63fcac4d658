"""How long the model and the tools have worked on the way to a node, in seconds; each node is added up once.

Above: the status line, `workspace`. Below: `session`.
"""

from studio.session.events import (
    AgentStarted,
    GroupsChosen,
    ReplyReceived,
    RequestFailed,
    ResultRecorded,
    ServerAsked,
    SourceAsked,
)
from studio.session.nodes import CallKey, NodeId
from studio.session.tree import ROOT, Tree

_TIMED = frozenset({"reply", "request_failed", "result", "agent_started", "source", "groups_chosen", "server_asked"})


class TimeSpent:
    """Sums along the way from the first event; kept for the tree that was asked last. What an agent's call took is what its session
    took, and counts once."""

    def __init__(self) -> None:
        self._tree: Tree | None = None
        self._sums: dict[NodeId, float] = {ROOT: 0.0}
        self._agents: set[CallKey] = set()

    def at(self, tree: Tree, node: NodeId) -> float:
        """Seconds spent up to and including `node`."""
        if tree is not self._tree:
            self._tree, self._sums, self._agents = tree, {ROOT: 0.0}, set()
        todo: list[NodeId] = []
        while node not in self._sums and node in tree:
            todo.append(node)
            node = tree.parent(node)
        for step in reversed(todo):
            self._sums[step] = self._sums.get(node, 0.0) + self._seconds(tree, step)
            node = step
        return self._sums.get(node, 0.0)

    def _seconds(self, tree: Tree, node: NodeId) -> float:
        if tree.kind(node) not in _TIMED:
            return 0.0
        match tree.event(node):
            case AgentStarted(call=call):
                self._agents.add(call)
                return 0.0
            case ResultRecorded(call=call) if call in self._agents:
                return 0.0
            case ReplyReceived(seconds=seconds) | ResultRecorded(seconds=seconds):
                return seconds
            case SourceAsked(seconds=seconds) | GroupsChosen(seconds=seconds):
                return seconds
            case RequestFailed(exchange=exchange) | ServerAsked(exchange=exchange):
                return exchange.seconds if exchange is not None else 0.0
            case _:
                return 0.0
