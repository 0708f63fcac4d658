"""The shown path, cut into parts by the kinds of its nodes alone: the session's beginning, messages, settings, rounds.

Above: `rows`. Below: `session/tree`. No event is read here. A round goes on until its reply and all that belongs to it is there.
"""

from collections.abc import Iterable, Iterator
from typing import Literal

from studio.session.events import NodeId
from studio.session.tree import ROOT, Tree

PartKind = Literal["session", "message", "setup", "round"]

_CUTTING = frozenset({"request", "history_edited", "message", "setup"})
"""Kinds of nodes at which a part may end."""


class Part:
    """Some nodes of the path that are shown together. `number` is that of the round, 0 for other parts."""

    __slots__ = ("kind", "nodes", "number", "replied")

    def __init__(self, kind: PartKind, nodes: list[NodeId], number: int = 0) -> None:
        self.kind = kind
        self.nodes = nodes
        self.number = number
        self.replied = False


class PathParts:
    """All parts of a path, kept up to date as it grows or is cut. `pending` are edits that the next request will carry."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._replies = 0
        self._part_of: dict[NodeId, int] = {ROOT: 0}
        self.all: list[Part] = [Part("session", [ROOT])]
        self.pending: list[NodeId] = []

    def __contains__(self, node: NodeId) -> bool:
        return node in self._part_of

    def __len__(self) -> int:
        """How many events the path has."""
        return len(self._part_of) - 1

    def __iter__(self) -> Iterator[Part]:
        return iter(self.all)

    @property
    def next_number(self) -> int:
        """The number of the round that the next request begins or goes on with."""
        return self._replies + 1

    @property
    def rounds(self) -> int:
        """How many rounds there are, the last one included when it has no reply yet."""
        last = self.all[-1]
        return self._replies + (last.kind == "round" and not last.replied)

    @property
    def tip(self) -> NodeId:
        """The last node of the path."""
        return max(self.all[-1].nodes[-1], self.pending[-1] if self.pending else ROOT)

    def part_of(self, node: NodeId) -> int | None:
        """The number of the part that holds `node`; None for a pending edit."""
        found = self._part_of[node]
        return None if found < 0 else found

    def add(self, node: NodeId) -> int | None:
        """Take in the next node. Returns the part that grew or began; None when it waits for the next request."""
        kind, last = self._tree.kind(node), self.all[-1]
        if kind not in _CUTTING:
            return self._grow(node, last, kind == "reply")
        if kind == "request":
            return self._request(node)
        between = last.kind != "round" or last.replied
        if kind == "history_edited" and between:
            self._wait(node)
            return None
        if kind == "message" and between:
            return self._begin("message", [node])
        if kind == "setup" and last.kind in ("message", "setup"):
            return self._begin("setup", [node])
        return self._grow(node, last, False)

    def cut(self, node: NodeId) -> int:
        """Forget all that comes after `node`. Returns how many parts stayed untouched; those after it are made anew."""
        left = [found for found in self.pending if found <= node]
        self._forget(self.pending)
        self.pending = []
        while len(self.all) > 1 and self.all[-1].nodes[-1] > node:
            left += self._drop(node)
        kept = len(self.all) - self._cut_beginning(node)
        for found in sorted(left):
            self.add(found)
        return kept

    def _cut_beginning(self, node: NodeId) -> bool:
        """The first part never goes, but may lose nodes."""
        first = self.all[0]
        if first.nodes[-1] <= node:
            return False
        self._forget(found for found in first.nodes if found > node)
        first.nodes = [found for found in first.nodes if found <= node]
        return True

    def _drop(self, node: NodeId) -> list[NodeId]:
        part = self.all.pop()
        self._replies -= part.replied
        self._forget(part.nodes)
        return [found for found in part.nodes if found <= node]

    def _forget(self, nodes: Iterable[NodeId]) -> None:
        for found in nodes:
            del self._part_of[found]

    def _request(self, node: NodeId) -> int:
        nodes, self.pending = [*self.pending, node], []
        last = self.all[-1]
        if last.kind != "round" or last.replied:
            return self._begin("round", nodes, self.next_number)
        last.nodes += nodes
        return self._place(nodes)

    def _begin(self, kind: PartKind, nodes: list[NodeId], number: int = 0) -> int:
        self.all.append(Part(kind, nodes, number))
        return self._place(nodes)

    def _grow(self, node: NodeId, last: Part, reply: bool) -> int:
        last.nodes.append(node)
        if reply and last.kind == "round" and not last.replied:
            last.replied = True
            self._replies += 1
        at = self._part_of[node] = len(self.all) - 1
        return at

    def _place(self, nodes: list[NodeId]) -> int:
        at = len(self.all) - 1
        for node in nodes:
            self._part_of[node] = at
        return at

    def _wait(self, node: NodeId) -> None:
        self.pending.append(node)
        self._part_of[node] = -1
