"""Within which agent each node of a path happened. Pure; reads events only where agents are.

Above: the panes. Below: `session/tree`. What begins an agent and what ends it belong to its caller.
"""

from collections.abc import Sequence

import msgspec

from studio.session.events import EditedTogether
from studio.session.frames import is_inside
from studio.session.lines import LineError
from studio.session.nodes import CallKey, NodeId
from studio.session.state import SessionState
from studio.session.together import KIND as TOGETHER
from studio.session.together import one_by_one, shown_as
from studio.session.tree import ROOT, Tree

_OF_CALLS = frozenset({"call_started", "attempt_failed", "result", "result_edited", "call_edited", "server_asked"})


class Level(msgspec.Struct, frozen=True):
    """One run of an agent: the node that began it (0: the session itself), and how many agents deep it is."""

    begun: NodeId = ROOT
    depth: int = 0


SESSION = Level()


def levels(tree: Tree, path: Sequence[NodeId]) -> list[Level]:
    """The level of each node."""
    if not tree.has_seen("agent_started") or not any(tree.kind(node) == "agent_started" for node in path):
        return [SESSION] * len(path)
    open_now: list[tuple[Level, CallKey | None]] = [(SESSION, None)]
    found: list[Level] = []
    replies: dict[NodeId, Level] = {}
    for node in path:
        kind = shown_kind(tree, node)
        found.append(_level(tree, node, kind, open_now, replies))
        if kind == "reply":
            replies[node] = found[-1]
        elif kind == "agent_started" and (key := call_of(tree, node)) is not None and _enters(tree, node, key):
            open_now.append((Level(node, len(open_now)), key))
    return found


def _level(
    tree: Tree,
    node: NodeId,
    kind: str,
    open_now: list[tuple[Level, CallKey | None]],
    replies: dict[NodeId, Level],
) -> Level:
    if kind not in _OF_CALLS or len(open_now) == 1:
        return open_now[-1][0]
    key = call_of(tree, node)
    if kind == "result" and key is not None and any(call == key for _, call in open_now):
        while open_now.pop()[1] != key:
            pass
    return replies.get(key[0], open_now[-1][0]) if key is not None else open_now[-1][0]


def call_of(tree: Tree, node: NodeId) -> CallKey | None:
    """The call that an event is about (of edits that were made together the first one's); None where there is none, or its line cannot be
    read."""
    try:
        event = tree.event(node)
    except LineError:
        return None
    return next((key for one in one_by_one(event) if (key := getattr(one, "call", None)) is not None), None)


def shown_kind(tree: Tree, node: NodeId) -> str:
    """The kind of a node; of edits that were made together that of the one which says where all of them are shown."""
    kind = tree.kind(node)
    if kind != TOGETHER:
        return kind
    try:
        event = tree.event(node)
    except LineError:
        return kind
    return shown_as(event) if isinstance(event, EditedTogether) else kind


def _enters(tree: Tree, node: NodeId, key: CallKey) -> bool:
    return is_inside(tree.state(node), key)


def state_at(tree: Tree, node: NodeId, depth: int) -> SessionState:
    """The state at a node; that of the caller `depth` agents deep where an agent is at work there."""
    state = tree.state(node)
    while state.depth > depth and state.outer is not None:
        state = state.outer
    return state
