"""Which round the panes show: the request that was or will be sent, and the state with its reply and results.

Above: the panes. Below: the tree. Pure: knows no widget. A round of an agent is one of its own; the round of its call goes on after it.
"""

from bisect import bisect_left
from itertools import islice, pairwise

import msgspec
from msgspec.structs import replace

from studio.present.path_levels import levels, shown_kind, state_at
from studio.session.nodes import NodeId
from studio.session.state import SessionState
from studio.session.tree import ROOT, Tree

_CHOOSING = frozenset({"source", "groups_chosen", "offered"})
_OF_THE_NEXT = frozenset({"message", "history_edited", "setup"}) | _CHOOSING
_ASKED = frozenset({"request", "reply", "request_failed"})
"""What is looked at for what was sent, also where the next request is due already."""
_ENDING = frozenset({"request", "message", "history_edited"}) | _CHOOSING


class RoundShown(msgspec.Struct, frozen=True):
    """One round. `request` is the node of the request that was sent, None while it is still to be sent.

    `end` is the last node of the round: its state holds the reply with its results. `live` says that the head stands
    there, so that a change needs no fork. `depth`: how many agents deep it is.
    """

    request: NodeId | None
    end: NodeId
    live: bool
    depth: int = 0

    @property
    def asks_from(self) -> NodeId:
        """The node whose state is the request's: the sent one, or where the next would be sent from."""
        return self.end if self.request is None else self.request

    def edits_at(self, tree: Tree) -> NodeId:
        """The last node at which its reply and results can be changed: the end, or where the agent at work there has not begun yet."""
        node = self.end
        while node != ROOT and tree.state(node).depth > self.depth:
            node = tree.parent(node)
        return node

    def asked_from(self, tree: Tree) -> SessionState:
        """The state of the request."""
        return state_at(tree, self.asks_from, self.depth)

    def ended(self, tree: Tree) -> SessionState:
        """The state at the end of the round."""
        return state_at(tree, self.end, self.depth)


def shown_at_head(state: SessionState) -> RoundShown:
    """The round at the head: the request under way or with calls to do, else the one to be sent next."""
    return RoundShown(_answered(state), state.node, True, state.depth)


def shown_at(tree: Tree, node: NodeId, head: NodeId) -> RoundShown:
    """The round that `node` belongs to, on the way to the head, or to the end of the node's own branch."""
    path = tree.path(head)
    at = _place(path, node)
    if at is None:
        path = tree.path(tree.tip(node))
        at = _place(path, node)
    if at is None:
        return RoundShown(None, ROOT, head == ROOT)
    known = levels(tree, path)
    level = known[at]
    if known.count(level) < len(known):
        path = [node for node, other in zip(path, known, strict=True) if other == level]
        at = path.index(node)
    request = _request_of(tree, path, at)
    end = _last_of_round(tree, path, at if request is None else max(at, _place(path, request) or at))
    if end == head and tree.state(head).depth == level.depth:
        now = shown_at_head(tree.state(head))
        return replace(now, request=request) if tree.kind(node) in _ASKED else now
    return RoundShown(request, end, False, level.depth)


def _place(path: list[NodeId], node: NodeId) -> int | None:
    """Where a node stands on a path, whose ids only grow."""
    at = bisect_left(path, node)
    return at if at < len(path) and path[at] == node else None


def _answered(state: SessionState) -> NodeId | None:
    if state.asked is not None:
        return state.asked
    waiting = state.open is not None and any(call.status != "done" for call in state.open.calls)
    return state.last_request if waiting else None


def _request_of(tree: Tree, path: list[NodeId], at: int) -> NodeId | None:
    if shown_kind(tree, path[at]) in _OF_THE_NEXT:
        return next((node for node in islice(path, at, None) if tree.kind(node) == "request"), None)
    return next((path[one] for one in range(at, -1, -1) if tree.kind(path[one]) == "request"), None)


def _last_of_round(tree: Tree, path: list[NodeId], at: int) -> NodeId:
    for node, following in pairwise(islice(path, at, None)):
        if shown_kind(tree, following) in _ENDING:
            return node
    return path[-1]
