"""The shown path, cut into parts by the kinds of its nodes: the session's beginning, messages, settings, rounds; those of an agent belong
to the round of its call.

Above: `rows`. Below: `agent_run`, `path_levels`, `session/tree`. An event is read only where an agent's call begins, of calls within it,
and of edits that were made together. A round goes on until its reply and all that belongs to it is there.
"""

from collections.abc import Iterable, Iterator
from typing import Literal

from studio.present.agent_run import AgentRun
from studio.present.path_levels import call_of, shown_kind
from studio.session.nodes import CallKey, NodeId
from studio.session.tree import ROOT, Tree

PartKind = Literal["session", "message", "setup", "asked", "round"]

CHOOSING = frozenset({"source", "groups_chosen", "offered"})
"""What happens before a request and belongs to its round."""
OPENING = frozenset({"request"}) | CHOOSING
"""Kinds of nodes that a round begins with."""
_CUTTING = frozenset({"history_edited", "message", "setup", "server_asked"}) | OPENING
"""Kinds of nodes at which a part may end."""
_OF_CALLS = frozenset({"call_started", "attempt_failed", "result", "result_edited", "call_edited", "server_asked"})
"""Kinds of nodes that name a call: within an agent they may belong to a call of its caller."""


class Part:
    """Some nodes of the path that are shown together. `number` is that of the round within its `run`, 0 for other parts; `agents` are the
    runs of agents that its calls began."""

    __slots__ = ("agents", "kind", "nodes", "number", "replied", "run")

    def __init__(self, kind: PartKind, nodes: list[NodeId], run: AgentRun, number: int = 0) -> None:
        self.kind = kind
        self.nodes = nodes
        self.number = number
        self.replied = False
        self.run = run
        self.agents: tuple[AgentRun, ...] = ()


class PathParts:
    """All parts of a path, kept up to date as it grows or is cut. `joined` are the parts that waiting edits went into with the node that
    was added last, for a request never came."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._part_of: dict[NodeId, int] = {ROOT: 0}
        self._session = AgentRun()
        self._session.parts.append(0)
        self._runs = [self._session]
        self.all: list[Part] = [Part("session", [ROOT], self._session)]
        self.tip = ROOT
        self.joined: list[int] = []

    def __contains__(self, node: NodeId) -> bool:
        return node in self._part_of

    def __len__(self) -> int:
        """How many events the path has."""
        return len(self._part_of) - 1

    def __iter__(self) -> Iterator[Part]:
        return iter(self.all)

    @property
    def next_number(self) -> int | str:
        """The number of the round that the next request begins or goes on with (`2.1` within an agent)."""
        run = self._runs[-1]
        return run.replies + 1 if run.call is None else self._numbered(run, run.replies + 1)

    @property
    def depth(self) -> int:
        """How many agents deep the end of the path is."""
        return len(self._runs) - 1

    @property
    def rounds(self) -> int:
        """How many rounds the session itself has, the last one included when it has no reply yet."""
        last = self.all[self._session.parts[-1]]
        return self._session.replies + (last.kind == "round" and not last.replied)

    def label(self, part: int) -> str:
        """The number of a round as it is shown; those of an agent begin with that of its caller's round."""
        found = self.all[part]
        return self._numbered(found.run, found.number)

    def _numbered(self, run: AgentRun, number: int) -> str:
        return str(number) if run.call is None else f"{self.label(run.outer)}.{number}"

    def prefix(self, part: int) -> tuple[int, ...]:
        """Where the rows of a part stand among all rows (see `slot_list`)."""
        if part >= len(self.all):  # a part that was cut, whose rows are still to go
            return (part,)
        run = self.all[part].run
        return (part,) if run.call is None else (*self.prefix(run.outer), run.spot, part)

    def top(self, part: int) -> int:
        """The part of the session itself that a part belongs to."""
        run = self.all[part].run
        return part if run.call is None else self.top(run.outer)

    def around(self, part: int) -> Iterator[int]:
        """The rounds in which the agents were called that a part is within, the innermost first."""
        run = self.all[part].run
        while run.call is not None:
            yield run.outer
            run = self.all[run.outer].run

    def part_of(self, node: NodeId) -> int | None:
        """The number of the part that holds `node`; None for a pending edit."""
        found = self._part_of[node]
        return None if found < 0 else found

    # Growing

    def add(self, node: NodeId) -> int | None:
        """Take in the next node. Returns the part that grew or began; None when it waits for the next request."""
        self.tip = node
        self.joined.clear()
        kind = shown_kind(self._tree, node)
        if kind == "agent_started":
            return self._enter(node)
        if kind in _OF_CALLS and self._runs[-1].call is not None:
            return self._of_call(node, kind)
        for run in self._runs[1:]:
            run.tip = node
        return self._add_to(self._runs[-1], node, kind)

    def _add_to(self, run: AgentRun, node: NodeId, kind: str) -> int | None:
        last = self.all[run.parts[-1]] if run.parts else None
        if kind not in _CUTTING:
            return self._grow(node, run, kind == "reply")
        between = last is None or last.kind != "round" or last.replied
        if kind in OPENING:
            return self._open_round(node, run, between)
        if kind == "history_edited" and between:
            self._part_of[node] = -1
            run.pending.append(node)
            return None
        if kind == "message" and between:
            return self._begin("message", [node], run)
        if kind == "setup" and (last is None or last.kind in ("message", "setup", "asked")):
            return self._begin("setup", [node], run)
        if kind == "server_asked" and (last is None or last.kind != "round"):
            return self._begin("asked", [node], run)
        return self._grow(node, run, False)

    def _open_round(self, node: NodeId, run: AgentRun, between: bool) -> int:
        nodes, run.pending = [*run.pending, node], []
        if between:
            return self._begin("round", nodes, run, run.replies + 1)
        return self._put(nodes, run.parts[-1])

    def _begin(self, kind: PartKind, nodes: list[NodeId], run: AgentRun, number: int = 0) -> int:
        self.all.append(Part(kind, [], run, number))
        run.parts.append(len(self.all) - 1)
        return self._put(nodes, run.parts[-1])

    def _grow(self, node: NodeId, run: AgentRun, reply: bool) -> int:
        at = run.last if run.last is not None else run.outer
        part = self.all[at]
        if reply and part.kind == "round" and not part.replied:
            part.replied = True
            run.replies += 1
        return self._put([node], at)

    def _put(self, nodes: list[NodeId], at: int) -> int:
        self.all[at].nodes += nodes
        for node in nodes:
            self._part_of[node] = at
        return at

    # Agents

    def _call_of(self, node: NodeId) -> CallKey | None:
        """The call that an event is about, when its part is known; None where its line cannot be read."""
        found = call_of(self._tree, node)
        return found if found is not None and self._part_of.get(found[0], -1) >= 0 else None

    def _enter(self, node: NodeId) -> int:
        """The run of an agent begins; its call belongs to the newest round."""
        run, key = self._runs[-1], self._call_of(node)
        at = self._part_of[key[0]] if key is not None else None
        for outer in self._runs[1:]:
            outer.tip = node
        if at is None or at != run.last or run.pending or self.all[at].kind != "round":
            return self._grow(node, run, False)
        begun = AgentRun(key, at, run.depth + 1)
        begun.tip = node
        self.all[at].agents += (begun,)
        self._runs.append(begun)
        return self._put([node], at)

    def _of_call(self, node: NodeId, kind: str) -> int:
        """What happens to a call is shown with its reply, and the result of an agent's call ends its run."""
        key = self._call_of(node)
        if key is None:
            return self._grow(node, self._runs[-1], False)
        if kind == "result" and any(run.call == key for run in self._runs):
            self._leave(key)
        at = self._part_of[key[0]]
        run = self.all[at].run
        run.results += kind == "result"
        for each in self._runs[1:]:
            each.tip = node
        return self._put([node], at)

    def _leave(self, key: CallKey) -> None:
        while True:
            left = self._runs.pop()
            if left.pending:
                self.joined.append(self._put(left.pending, left.outer))
                left.pending = []
            if left.call == key:
                return

    # Cutting

    def cut(self, node: NodeId) -> int:
        """Forget all that comes after `node`. Returns how many parts stayed untouched; those after it are made anew."""
        pending = self._runs[-1].pending
        left = [found for found in pending if found <= node]
        self._forget(pending)
        self._runs[-1].pending = []
        while len(self._session.parts) > 1 and self._newest() > node:
            left += self._drop(node)
        kept = len(self.all) - self._cut_beginning(node)
        self.tip = node
        for found in sorted(left):
            self.add(found)
        return kept

    def _newest(self) -> NodeId:
        """The newest node of the last part of the session itself, and of what agents did in it."""
        return max(part.nodes[-1] for part in self.all[self._session.parts[-1] :] if part.nodes)

    def _cut_beginning(self, node: NodeId) -> bool:
        """The first part never goes, but may lose nodes."""
        first = self.all[0]
        if first.nodes[-1] <= node:
            return False
        self._forget(found for found in first.nodes if found > node)
        first.nodes = [found for found in first.nodes if found <= node]
        return True

    def _drop(self, node: NodeId) -> list[NodeId]:
        """Take out the last part of the session itself with all that agents did in it; returns what is to be added again."""
        at = self._session.parts.pop()
        parts, self.all[at:] = self.all[at:], []
        self._runs = [self._session]
        self._session.replies -= parts[0].replied
        nodes = [found for part in parts for found in part.nodes]
        self._forget(nodes)
        return [found for found in nodes if found <= node]

    def _forget(self, nodes: Iterable[NodeId]) -> None:
        for found in nodes:
            del self._part_of[found]
