"""Which round the panes show: the request that was or will be sent, and the state with its reply and results.

Above: the panes. Below: the tree. Pure: knows no widget. A round of an agent is one of its own; the round of its call goes on after it.
"""

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
    if node not in set(path):
        path = tree.path(tree.tip(node))
    at = path.index(node) if node in path else -1
    if at < 0:
        return RoundShown(None, ROOT, head == ROOT)
    known = levels(tree, path)
    level = known[at]
    mine = [node for node, other in zip(path, known, strict=True) if other == level]
    at = mine.index(node)
    request = _request_of(tree, mine, at)
    end = _last_of_round(tree, mine, at if request is None else max(at, mine.index(request)))
    if end == head and tree.state(head).depth == level.depth:
        now = shown_at_head(tree.state(head))
        return replace(now, request=request) if tree.kind(node) in _ASKED else now
    return RoundShown(request, end, False, level.depth)


def _answered(state: SessionState) -> NodeId | None:
    if state.asked is not None:
        return state.asked
    waiting = state.open is not None and any(call.status != "done" for call in state.open.calls)
    return state.last_request if waiting else None


def _request_of(tree: Tree, path: list[NodeId], at: int) -> NodeId | None:
    if shown_kind(tree, path[at]) in _OF_THE_NEXT:
        return next((node for node in path[at:] if tree.kind(node) == "request"), None)
    return next((node for node in reversed(path[: at + 1]) if tree.kind(node) == "request"), None)


def _last_of_round(tree: Tree, path: list[NodeId], at: int) -> NodeId:
    for node, following in zip(path[at:], path[at + 1 :], strict=False):
        if shown_kind(tree, following) in _ENDING:
            return node
    return path[-1]
