"""For each message of a history: whether the person changed it, and where its results came from.

Above: the Request pane. Below: tree and state. Pure; remembers what it has read, so that a longer path costs its new end.
"""

import msgspec

from studio.session.chain import Chain
from studio.session.events import HistoryEdited, MessageAdded, NodeId, RequestSent, ResultSource
from studio.session.state import OpenReply
from studio.session.tree import ROOT, Tree


class Mark(msgspec.Struct, frozen=True):
    """Facts of one message. `sources` and `edits` stand for its results, in their order."""

    edited: bool = False
    sources: tuple[ResultSource, ...] = ()
    edits: tuple[bool, ...] = ()


class HistoryMarks:
    """The marks of the settled history at any node of one tree."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._known: dict[NodeId, Chain[Mark]] = {ROOT: Chain()}

    def at(self, node: NodeId) -> Chain[Mark]:
        """One mark for each message of `settled(tree.state(node))`."""
        return _settle(self._folded(node), self._tree.state(node).open)

    def sent(self, request: NodeId) -> Chain[Mark]:
        """One mark for each message that a sent request carried."""
        return self._folded(request)

    def _folded(self, node: NodeId) -> Chain[Mark]:
        todo: list[NodeId] = []
        at = node
        while at not in self._known and at in self._tree and at != ROOT:
            todo.append(at)
            at = self._tree.parent(at)
        chain = self._known.get(at) or Chain()
        for step in reversed(todo):
            chain = self._after(chain, step)
        self._known[node] = chain
        return chain

    def _after(self, chain: Chain[Mark], node: NodeId) -> Chain[Mark]:
        if self._tree.kind(node) not in ("request", "message", "history_edited"):
            return chain
        chain = _settle(chain, self._tree.state(self._tree.parent(node)).open)
        match self._tree.event(node):
            case MessageAdded():
                return chain.append(Mark())
            case HistoryEdited(start=start, removed=removed, inserted=inserted):
                return chain.splice(start, removed, [Mark(edited=True)] * len(inserted))
            case RequestSent() | _:
                return chain


def _settle(chain: Chain[Mark], reply: OpenReply | None) -> Chain[Mark]:
    if reply is None:
        return chain
    chain = chain.append(Mark(edited=reply.edited))
    results = [call.result for call in reply.calls if call.result is not None]
    if not results:
        return chain
    sources = tuple(result.source for result in results)
    return chain.append(Mark(False, sources, tuple(result.edited for result in results)))
