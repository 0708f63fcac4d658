"""The loop checks along the path to a node of a session: agents within it by themselves, each turn anew.

Above: `workspace`, `cli`, `engine`. Below: `turn_walk`, `session/tree`. Remembers the last path: one that goes on from there costs only
what is new.
"""

from studio.checks.loop.finding import LoopFinding
from studio.checks.loop.turn_walk import STUCK, Made, TurnWalk
from studio.session.events import MessageAdded
from studio.session.nodes import CallKey, NodeId
from studio.session.state import CallState, SessionState
from studio.session.tree import ROOT, Tree

_LOOKED_AT = ("request", "message", "result", "history_edited", "edits")


class LoopChecks:
    """What was seen of the loops of one session."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._begin()

    def _begin(self) -> None:
        self._at = ROOT
        self._over: list[LoopFinding] = []
        self._walks: dict[CallKey | None, TurnWalk] = {}

    def findings(self, node: NodeId) -> tuple[LoopFinding, ...]:
        """All that was seen on the path to `node`, oldest first."""
        self._go(node)
        now = self._tentative(node)
        walks = {**self._walks, **now}
        return (*self._over, *(found for walk in walks.values() for found in walk.findings))

    def no_progress(self, node: NodeId) -> bool:
        """Whether the loop at `node` made no new call for some rounds."""
        self._go(node)
        return any(walk.stuck >= STUCK for walk in self._tentative(node).values())

    def _tentative(self, node: NodeId) -> dict[CallKey | None, TurnWalk]:
        """The walk of the loop in which `node` stands, with the reply that no request has carried yet."""
        state = self._tree.state(node)
        walk = self._walks.get(state.inside) or TurnWalk()
        if state.open is None:
            return {state.inside: walk}
        walk = walk.copied()
        _take(walk, state)
        return {state.inside: walk}

    def _go(self, node: NodeId) -> None:
        """Walk to `node`, from where the last walk ended when that lies on the way."""
        tree, at = self._tree, node
        new: list[NodeId] = []
        while at in tree and at not in (ROOT, self._at):
            if tree.kind(at) in _LOOKED_AT:
                new.append(at)
            at = tree.parent(at)
        if at != self._at:
            self._begin()
        for one in reversed(new):
            self._pass(one)
        self._at = node

    def _pass(self, node: NodeId) -> None:
        """One event of the path. Most settle the reply before them; what the person says begins another turn."""
        tree = self._tree
        before, after = tree.state(tree.parent(node)), tree.state(node)
        if tree.kind(node) == "result":
            self._end_agents(before, after)
            return
        if before.open is not None and after.open is None:
            _take(self._walks.setdefault(before.inside, TurnWalk()), before)
        event = tree.event(node) if tree.kind(node) == "message" else None
        if isinstance(event, MessageAdded) and event.message.role == "user":
            self._end(before.inside)

    def _end_agents(self, before: SessionState, after: SessionState) -> None:
        """An agent has ended with this result: its last answer is looked at, and its loop is over."""
        if before.depth > after.depth:
            if before.open is not None:
                _take(self._walks.setdefault(before.inside, TurnWalk()), before)
            self._end(before.inside)

    def _end(self, inside: CallKey | None) -> None:
        walk = self._walks.pop(inside, None)
        if walk is not None:
            self._over += walk.findings


def _take(walk: TurnWalk, state: SessionState) -> None:
    opened = state.open
    assert opened is not None
    walk.take(state.rounds, opened.reply.text, [_made(call) for call in opened.calls])


def _made(call: CallState) -> Made:
    said, result = call.in_history, call.result
    if result is None:
        return Made(call.key, said.name, said.arguments)
    return Made(call.key, said.name, said.arguments, result.text, result.is_error)
