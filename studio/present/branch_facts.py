"""Names, places and sizes of a session's branches, kept up to date event by event.

Above: `rows`, the branch tabs. Below: `path_levels`, `session/tree`. Counts replies by kind alone; reads events only where agents are,
whose rounds are not counted, and where a branch begins.
"""

from collections.abc import Collection, Mapping, Sequence

from studio.present.path_levels import call_of
from studio.problems import StudioError
from studio.session.nodes import CallKey, NodeId
from studio.session.tree import ROOT, Branch, Tree


class BranchFacts:
    """All branches of a tree. `forks` gives the first nodes of branches by the node under which they begin."""

    def __init__(
        self, tree: Tree, names: Mapping[NodeId, str] | None = None, hidden: Collection[NodeId] = frozenset()
    ) -> None:
        """`names` and `hidden` are read again after each `refresh`. Hidden branches stand in no list, but what is asked of one is told."""
        self._tree = tree
        self._names = {} if names is None else names
        self._hidden = hidden
        self._rounds: dict[NodeId, int] | None = None
        self._agents: dict[NodeId, tuple[CallKey, ...]] = {}
        self._within: dict[NodeId, bool] = {ROOT: False}
        self._all: dict[NodeId, Branch] = {}
        self.forks: dict[NodeId, list[NodeId]] = {}
        self.refresh()

    def refresh(self) -> None:
        """Read names and forks again."""
        self._all = {branch.start: branch for branch in self._tree.branches(self._names)}
        self.forks = {}
        for branch in list(self._all.values())[1:]:
            if branch.start not in self._hidden:
                self.forks.setdefault(branch.fork, []).append(branch.start)

    def add(self, node: NodeId) -> bool:
        """Take in a new node. Says whether a branch began with it."""
        if self._rounds is not None:
            self._count(node, self._rounds)
        began = self._tree.branch_of(node) == node
        if began:
            self.refresh()
        return began

    @property
    def starts(self) -> Sequence[NodeId]:
        """The first node of each branch, oldest first."""
        return list(self._all)

    def listed(self, shown: NodeId) -> Sequence[NodeId]:
        """The first nodes of the branches that are not hidden, and of `shown`, oldest first."""
        return [start for start in self._all if start == shown or start not in self._hidden]

    @property
    def first_tip(self) -> NodeId:
        """The newest node of the first branch; 0 in an empty session."""
        return self._tree.tip(self.starts[0]) if self._all else ROOT

    def name(self, start: NodeId) -> str:
        """What a branch is called."""
        return self._all[start].name

    def gap(self, start: NodeId) -> bool:
        """Whether what stood before the branch is damaged."""
        return self._all[start].gap

    def parent(self, start: NodeId) -> NodeId | None:
        """The branch that this one left; None for one that begins at the root."""
        fork = self._all[start].fork if start in self._all else ROOT
        return self._tree.branch_of(fork) if fork != ROOT and fork in self._tree else None

    def rounds(self, start: NodeId) -> int:
        """How many replies the whole path of a branch has, without those of agents."""
        return self.rounds_at(self._tree.tip(start))

    def rounds_at(self, node: NodeId) -> int:
        """How many replies the path to a node has, without those of agents."""
        if self._rounds is None:
            self._rounds = {}
            for at in self._tree.nodes():
                self._count(at, self._rounds)
        return self._rounds.get(node, 0)

    def is_within_round(self, node: NodeId) -> bool:
        """Whether calls of the reply have no result yet at a node; looked at once."""
        if node not in self._within:
            self._within[node] = is_within_round(self._tree, node)
        return self._within[node]

    def _count(self, node: NodeId, rounds: dict[NodeId, int]) -> None:
        parent, kind = self._tree.parent(node), self._tree.kind(node)
        calls = self._agents.get(parent, ())
        rounds[node] = rounds.get(parent, 0) + (kind == "reply" and not calls)
        if kind == "agent_started" or (kind == "result" and calls):
            key = call_of(self._tree, node)
            if kind == "agent_started":
                calls = (*calls, key) if key is not None else calls
            elif key in calls:
                calls = calls[: calls.index(key)]
        if calls:
            self._agents[node] = calls


def is_within_round(tree: Tree, node: NodeId) -> bool:
    """Whether calls of the reply have no result yet at a node."""
    try:
        opened = tree.state(node).open if node in tree else None
    except StudioError:
        return False
    return opened is not None and any(call.status != "done" for call in opened.calls)
