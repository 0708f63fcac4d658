"""Reads the events of the parts that are looked at, and makes their rows; keeps the newest few.

Above: `rows`. Below: `round_layout`, `row_details`, `session/tree`. Nothing else in the timeline reads the events of a row.
"""

from collections import OrderedDict
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from studio.present.branch_facts import BranchFacts
from studio.present.path_levels import shown_kind
from studio.present.path_parts import OPENING, PathParts
from studio.present.round_facts import RoundFacts
from studio.present.round_layout import place_of, round_slots
from studio.present.row import Live, Row, Slot
from studio.present.row_agents import agent_row
from studio.present.row_asked import asked_row
from studio.present.row_details import deeper, fork_row, round_row, session_row, step_row
from studio.present.row_marks import with_passages
from studio.present.row_tools import tools_row
from studio.session.answered_by import by_breakpoint, may_be_by_breakpoint
from studio.session.events import ResultRecorded, UndoEnded
from studio.session.lines import LineError
from studio.session.nodes import CallKey, NodeId
from studio.session.state import EMPTY, SessionState
from studio.session.tree import ROOT, Tree

_KEPT = 256


class _Read:
    """One part as it was read, and its rows as far as they were asked for."""

    __slots__ = ("facts", "rows")

    def __init__(self, facts: RoundFacts) -> None:
        self.facts = facts
        self.rows: dict[tuple[Slot, bool], Row] = {}


class PartReader:
    """Slots and rows of parts."""

    def __init__(self, tree: Tree, parts: PathParts, branches: BranchFacts, title: str, begun: str) -> None:
        self._tree = tree
        self._parts = parts
        self._branches = branches
        self._read: OrderedDict[int, _Read] = OrderedDict()
        self.title = title
        self.begun = begun
        self._undone: dict[CallKey, bool] = {}
        self._undos: dict[NodeId, CallKey] = {}

    def undo(self, node: NodeId) -> int | None:
        """A node of the kind *undone* is on the path now. Returns the part of the call that it is about, whose rows say so."""
        try:
            event = self._tree.event(node)
        except LineError:
            return None
        assert isinstance(event, UndoEnded)
        self._undos[node], self._undone[event.call] = event.call, not event.is_error
        part = self._parts.part_of(event.call[0]) if event.call[0] in self._parts else None
        read = self._read.get(part) if part is not None else None
        if read is not None:
            read.rows.clear()
        return part

    def grow(self, part: int, node: NodeId) -> None:
        """A part has one more node."""
        found = self._read.get(part)
        if found is None:
            return
        self._add(found.facts, node)
        found.rows.clear()

    def forget(self, first: int) -> None:
        """The parts from `first` on are others now."""
        for part in [part for part in self._read if part >= first]:
            del self._read[part]
        for node in [node for node in self._undos if node not in self._parts]:
            del self._undone[self._undos.pop(node)]
            for read in self._read.values():
                read.rows.clear()

    def slots(self, part: int, folded: bool) -> list[Slot]:
        """The slots of a part. A folded round has one, and nothing is read for it."""
        found = self._parts.all[part]
        if found.kind == "round" and folded:
            return [Slot(part, "round", self._request_of(found.nodes))]
        if found.kind == "round":
            begun = [start for start in found.nodes if self._is_early(start)]
            forks = {node: self._under(node) for node in found.nodes if node in self._branches.forks}
            return round_slots(part, self._request_of(found.nodes), self._facts(part), forks, begun)
        starts = [Slot(part, "fork", node, None, start) for node in found.nodes for start in self._under(node)]
        return [Slot(part, found.kind, found.nodes[0]), *starts]

    def _under(self, node: NodeId) -> list[NodeId]:
        """The branches that are named under the row of `node`; the one that is shown comes last, right above its own rows."""
        starts = [start for start in self._branches.forks.get(node, ()) if not self._is_early(start)]
        return sorted(starts, key=lambda start: start in self._parts)

    def _is_early(self, start: NodeId) -> bool:
        """Whether the shown branch begins here, but under an edit that is shown only with the next request: further down."""
        if start not in self._parts or self._tree.branch_of(start) != start:
            return False
        under = self._tree.parent(start)
        waits = under in self._parts and shown_kind(self._tree, under) == "history_edited" if under != ROOT else False
        return waits and self._parts.part_of(under) != self._parts.part_of(start)

    def place(self, part: int, slots: Sequence[Slot], node: NodeId) -> int:
        """Which of the slots of a part shows `node`."""
        if self._parts.all[part].kind != "round":
            return 0
        edit = next((at for at, slot in enumerate(slots) if slot.kind == "edit" and slot.node == node), None)
        return place_of(slots, self._facts(part).homes.get(node)) if edit is None else edit

    def row(self, slot: Slot, folded: bool) -> Row:
        """The row of a slot, without what depends on the head."""
        if slot.kind == "session":
            return session_row(self.title, self.begun)
        if slot.kind == "fork":
            return self._fork(slot)
        read = self._read_of(slot.part)
        row = read.rows.get((slot, folded))
        if row is None:
            row = read.rows[slot, folded] = self._made(slot, read.facts, folded)
        return row

    def _made(self, slot: Slot, facts: RoundFacts, folded: bool) -> Row:
        match slot.kind:
            case "round":
                return round_row(slot, facts, folded)
            case "tools":
                return deeper(tools_row(slot, facts, facts.choice(slot.node), self._before(slot.node)), facts)
            case "asked":
                return deeper(asked_row(slot, facts), facts)
            case "request" if facts.attempts[slot.node].request.passages:
                return with_passages(step_row(slot, facts), facts.attempts[slot.node].request, self._before(slot.node))
            case "call":
                runs = [run for run in self._parts.all[slot.part].agents if run.call == slot.call]
                row = step_row(slot, facts)
                return agent_row(row, runs[-1], facts, self._tree, folded) if runs else row
            case _:
                return step_row(slot, facts)

    def _before(self, node: NodeId) -> SessionState:
        """The state before an event; the empty one where that cannot be read."""
        try:
            return self._tree.state(self._tree.parent(node))
        except LineError:
            return EMPTY

    def drop(self, parts: Iterable[int]) -> None:
        """Parts hold other nodes than when they were read."""
        for part in parts:
            self._read.pop(part, None)

    def go_on(self, part: int, live: Live | None, running: frozenset[CallKey]) -> None:
        """What a part waits for has come as far as this."""
        read = self._read_of(part)
        read.facts.go_on(live, running)
        read.rows.clear()

    def stale(self, part: int) -> None:
        """What the rows of a part say of others is old."""
        if part in self._read:
            self._read[part].rows.clear()

    def _fork(self, slot: Slot) -> Row:
        part = self._parts.all[slot.part]
        own = slot.start in self._parts
        start = self._branches.parent(slot.start) if own else slot.start
        rounds = None if own else self._branches.rounds(slot.start)
        level = 1 if part.kind == "round" else 0
        row = fork_row(slot, self._branches.name(slot.start), rounds, own, level, part.number, start or slot.start)
        depth = part.run.depth
        label = self._parts.label(slot.part) if part.number else ""
        return replace(row, level=level + 2 * depth, label=label) if depth else row

    def _request_of(self, nodes: Sequence[NodeId]) -> NodeId:
        """What a round begins with: its first request, or the choice of its tools."""
        kind = self._tree.kind
        return nodes[0] if kind(nodes[0]) in OPENING else next(node for node in nodes if kind(node) in OPENING)

    def _facts(self, part: int) -> RoundFacts:
        return self._read_of(part).facts

    def _read_of(self, part: int) -> _Read:
        found = self._read.get(part)
        if found is None:
            found = self._read[part] = _Read(self._facts_from(part))
            if len(self._read) > _KEPT:
                self._read.popitem(last=False)
        else:
            self._read.move_to_end(part)
        return found

    def _facts_from(self, part: int) -> RoundFacts:
        found = self._parts.all[part]
        label = self._parts.label(part) if found.run.depth else ""
        facts = RoundFacts(found.number, self._undone, label, found.run.depth)
        for node in found.nodes:
            if node != ROOT:
                self._add(facts, node)
        return facts

    def _add(self, facts: RoundFacts, node: NodeId) -> None:
        try:
            event = self._tree.event(node)
            facts.add(event)
            if isinstance(event, ResultRecorded) and self._by_breakpoint(event):
                facts.by_breakpoint.add(event.call)
        except LineError:
            facts.add_unreadable(node)

    def _by_breakpoint(self, event: ResultRecorded) -> bool:
        return may_be_by_breakpoint(event) and by_breakpoint(event, self._tree.state(self._tree.parent(event.id)))
