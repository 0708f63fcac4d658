"""The timeline as a flat list of rows that keeps itself up to date: one branch of a session, its rounds open or folded.

Above: the window's item model. Below: `path_parts` (kinds only), `part_reader` (contents), `laid_parts`, `slot_list`. A row's content is
read when it is asked for; a folded round reads nothing. An appended event costs no more than its own round.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping

from studio.present.branch_facts import BranchFacts
from studio.present.laid_parts import LaidParts, Wanted
from studio.present.part_reader import PartReader
from studio.present.path_parts import PathParts
from studio.present.round_facts import before
from studio.present.row import Live, Row, RowKind, Slot, Standing
from studio.present.row_details import next_row
from studio.present.row_kinds import HIDDEN_AT_FIRST, rows_of
from studio.present.row_lanes import RowLanes
from studio.present.row_places import RowPlaces
from studio.present.row_standing import placed
from studio.present.rows_now import RowsNow
from studio.present.slot_list import Nobody, SlotList, Watcher
from studio.session.events import Event, UndoEnded
from studio.session.nodes import CallKey, NodeId
from studio.session.tree import ROOT, Tree

KEEP_OPEN = 100
"""Rounds that stand open when a long session is opened; older ones are folded."""
AT_ONCE = 60
"""Parts that are read at once when all of them are to be read: some 10 ms."""
UNDONE = str(UndoEnded.__struct_config__.tag)
HIDDEN_ROWS = rows_of(HIDDEN_AT_FIRST)
_NEXT = Slot(-1, "next", ROOT)
"""Stands for the row that says what is next, which is no slot."""


class Rows:
    """The rows of the branch that the head is on. Positions count from 0."""

    def __init__(
        self,
        tree: Tree,
        head: NodeId = ROOT,
        *,
        names: Mapping[NodeId, str] | None = None,
        hidden: Collection[NodeId] = frozenset(),
        title: str = "",
        begun: str = "",
        keep_open: int = KEEP_OPEN,
        unwanted: frozenset[RowKind] = HIDDEN_ROWS,
    ) -> None:
        """`names` are those of branches, `hidden` the first nodes of those that are not shown; `begun` is the time at which the session
        began, as it is to be shown; rows of `unwanted` kinds are not shown."""
        self._tree = tree
        self._head = head
        self._standing = Standing()
        self._keep_open = keep_open
        self._todo = 0
        self._arrow: Slot | None = None
        self._parts = PathParts(tree)
        self._list = SlotList(self._parts.prefix)
        self.branches = BranchFacts(tree, names, hidden)
        self._reader = PartReader(tree, self._parts, self.branches, title, begun)
        self._places = RowPlaces(self._list, self._parts, self._reader)
        self._lanes = RowLanes(self._list, self._parts)
        self._laid = LaidParts(self._list, self._parts, self._reader)
        self._laid.unwanted = unwanted
        self._now = RowsNow(self._parts, self._reader)
        self._laid.read = self._now.row
        self._extend(tree.path(self._tip_for(head)))
        self._lay_out(range(1))

    def __len__(self) -> int:
        return len(self._list)

    def __iter__(self) -> Iterator[Row]:
        return map(self.row, range(len(self)))

    @property
    def head(self) -> NodeId:
        """Where the session stands."""
        return self._head

    @property
    def tree(self) -> Tree:
        """The tree whose branch this is."""
        return self._tree

    @property
    def shown_branch(self) -> NodeId:
        """The first node of the branch that is shown; 0 in an empty session."""
        return self._tree.branch_of(self._parts.tip)

    @property
    def is_empty(self) -> bool:
        """Whether nothing has happened on this path yet."""
        return self._parts.tip == ROOT

    @property
    def rounds(self) -> int:
        """How many rounds the shown branch has."""
        return self._parts.rounds

    @property
    def steps(self) -> int:
        """How many events the shown branch has."""
        return len(self._parts)

    @property
    def found(self) -> tuple[int, int] | None:
        """How many steps the filter lets through, and of how many, as far as they have been read; None without a filter."""
        if self._laid.wanted is None:
            return None
        found = self._laid.found.values()
        return sum(hits for hits, _ in found), sum(steps for _, steps in found)

    def watch(self, watcher: Watcher | None) -> None:
        """Tell `watcher` of every change from now on; None: nobody."""
        self._list.watcher = watcher or Nobody()

    # What the rows say

    def row(self, at: int) -> Row:
        """The row at a position."""
        slots = self._list.slots
        if at >= len(slots):
            assert self._standing.next is not None
            row = next_row(self._parts.next_number, self._standing.next, self._standing.asks, self._parts.depth)
            return placed(row, self._standing, head=self._arrow is _NEXT)
        slot = slots[at]
        row = self._reader.row(slot, self.is_folded(slot))
        wanted = self._laid.wanted
        return placed(
            row,
            self._standing,
            last=self._lanes.is_last(at, slot),
            through=self._lanes.through(slot),
            shared=self._shared(row) and not self._lanes.is_behind(at, slot, self.shown_branch),
            head=slot == self._arrow,
            parent_only=wanted is not None and not wanted(self._now.row(slot)),
        )

    def slot(self, at: int) -> Slot | None:
        """The identity of a row, None for the row that says what is next."""
        return self._list.slots[at] if at < len(self._list.slots) else None

    def _shared(self, row: Row) -> bool:
        if row.event == ROOT:
            return self.branches.parent(self.shown_branch) is not None
        return self._tree.branch_of(row.event) != self.shown_branch

    def head_row(self) -> int | None:
        """The row that the arrow belongs to: the call that is due, else the row of the head."""
        key = self._standing.call
        if key is not None and key[0] in self._parts:
            return self.row_of_call(key)
        return self.row_of(self._head)

    def row_of(self, node: NodeId) -> int | None:
        """The row on which an event is shown; its round when that is folded, None when it is not on this branch."""
        found = self._places.of(node)
        part = self._parts.part_of(node) if found is None and node in self._parts else None
        if part is None or self._laid.wanted is not None or not len(self._list):
            return found
        return max(self._list.at(self._parts.prefix(part)) - 1, 0)  # its kind is hidden: the row above

    def row_of_call(self, key: CallKey) -> int | None:
        """The row of a call; that of its round when it is folded."""
        return self._places.of_call(key)

    # What changes them

    def add(self, event: Event) -> None:
        """Take in an event that is in the tree now."""
        began = self.branches.add(event.id)
        parent = before(event)
        if parent == self._parts.tip:
            self._grow(event.id)
        elif began and parent in self._parts:
            part = self._parts.part_of(parent)
            if part is not None:
                self._lay_out(range(part, part + 1))

    def go(self, head: NodeId) -> None:
        """The head stands at `head` now; shows its branch."""
        self._head = head
        tip = self._tip_for(head)
        elsewhere = tip != self._parts.tip
        if elsewhere:
            self._switch(tip)
        self._set_tail()
        self._move_arrow()
        self._filter_now()
        if elsewhere:
            self._list.changed(0, len(self))

    def stand(self, standing: Standing) -> None:
        """What is due and under way has changed."""
        if standing == self._standing:
            return
        self._standing = standing
        self._set_tail()
        self._move_arrow()
        self._filter_now()
        self._list.changed(0, len(self))

    def tick(self, live: Live | None) -> None:
        """What is under way has come as far as this; None: nothing is."""
        for part in self._now.go_on(live, self._standing):
            first, end = self._list.range_of(part)
            self._list.changed(first, end - first)

    def _filter_now(self) -> None:
        """Let the filter see where the session stands: the rows it stood at, and those it stands at."""
        if self._laid.wanted is not None:
            for part in self._now.look(self._standing, self._head):
                if part < len(self._parts.all):
                    self._laid.one(part)

    def _move_arrow(self) -> None:
        """Tell the row that had the arrow, and the one that has it now."""
        at = self.head_row()
        now = _NEXT if at is not None and at == len(self._list.slots) else self.slot(at) if at is not None else None
        if now != self._arrow:
            before, self._arrow = self._list.find(self._arrow), now
            for row in (before, at):
                if row is not None:
                    self._list.changed(row)

    def rename(self, title: str) -> None:
        """The session has another title."""
        self._reader.title = title
        self._list.changed(0)

    def date(self, begun: str) -> None:
        """The time at which the session began is to be shown in other words."""
        if begun != self._reader.begun:
            self._reader.begun = begun
            self._list.changed(0)

    def refresh_branches(self) -> None:
        """Branches have other names, or others of them are hidden."""
        before = self.branches.forks
        self.branches.refresh()
        now = self.branches.forks
        for node in {node for node in (*before, *now) if before.get(node) != now.get(node)}:
            part = self._parts.part_of(node) if node in self._parts else None
            if part is not None:
                self._lay_out(range(part, part + 1))
        self._move_arrow()
        self._list.changed(0, len(self))

    # Folding and filtering

    def is_folded(self, slot: Slot) -> bool:
        """Whether the round of a slot is folded, or the agent whose call it is."""
        return self._laid.is_folded(slot)

    def fold(self, at: int, folded: bool) -> int:
        """Fold or open the round that a row belongs to, or the agent whose call it is. Returns the position of its first row."""
        slot = self.slot(at)
        if slot is None or self._laid.wanted is not None or self._parts.all[slot.part].kind != "round":
            return at
        if slot.kind == "call" and slot.call is not None and self._laid.can_fold(slot):
            self._laid.set_call(slot.call, folded)
        else:
            self._laid.set_round(slot.part, folded)
        self._laid.family(slot.part)
        self._move_arrow()
        found = self._list.find(slot)
        return self._list.range_of(slot.part)[0] if found is None or slot.kind != "call" else found

    def fold_all(self, folded: bool) -> None:
        """Fold or open every round; opening opens agents, too. What is not done at once is done by `work`."""
        for at, part in enumerate(self._parts):
            if part.kind == "round":
                self._laid.set_round(at, folded)
        if not folded:
            self._laid.open_agents()
        self._begin_again()

    def set_filter(self, wanted: Wanted | None, unwanted: frozenset[RowKind] | None = None) -> None:
        """Show only the rows that are wanted, and the rounds they stand in; None shows all. `unwanted` as in `show_kinds`; None: as
        before. Goes on in `work`."""
        others = self._laid.unwanted if unwanted is None else unwanted
        if wanted is None and self._laid.wanted is None:
            self.show_kinds(others)
            return
        self._laid.unwanted = others
        self._laid.begin_filter(wanted)
        self._now.look(self._standing, self._head)
        self._list.cut((0,))
        self._set_tail()
        self._begin_again()

    def show_kinds(self, unwanted: frozenset[RowKind]) -> None:
        """Show all rows but those of these kinds. Goes on in `work`."""
        if unwanted != self._laid.unwanted:
            self._laid.unwanted = unwanted
            self._begin_again()

    @property
    def busy(self) -> bool:
        """Whether parts are still to be read."""
        return self._todo > 0

    def work(self, most: int = AT_ONCE) -> bool:
        """Read some more of what `fold_all` or `set_filter` left, the newest first. Says whether there is more."""
        first = max(self._todo - most, 0)
        self._laid.each(range(first, self._todo))
        self._move_arrow()
        self._todo = first
        return self.busy

    # Inside

    def _begin_again(self) -> None:
        self._todo = len(self._parts.all)
        self.work()

    def _tip_for(self, head: NodeId) -> NodeId:
        return self.branches.first_tip if head == ROOT else self._tree.tip(head)

    def _switch(self, tip: NodeId) -> None:
        tail: list[NodeId] = []
        at = tip
        while at not in self._parts and at in self._tree:
            tail.append(at)
            at = self._tree.parent(at)
        kept = self._parts.cut(at if at in self._parts else ROOT)
        self._reader.forget(kept)
        self._list.cut((kept,))
        self._laid.forget(kept)
        self._todo = min(self._todo, kept)
        self._lay_out(range(kept, len(self._parts.all)))
        self._extend(reversed(tail))
        # The last part that stays names the branches that begin under it, and which of them is shown has changed.
        self._lay_out(range(max(kept - 1, 0), kept))

    def _grow(self, node: NodeId) -> None:
        part = self._parts.add(node)
        if part is None:
            return
        self._reader.grow(part, node)
        self._reader.drop(self._parts.joined)
        undone = self._reader.undo(node) if self._tree.kind(node) == UNDONE else None
        if undone is not None and undone != part:
            self._laid.one(undone)
        for changed in (*self._parts.joined, part):
            self._laid.one(changed)
        self._tell_callers(part)
        self._move_arrow()

    def _tell_callers(self, part: int) -> None:
        """The calls of the agents that a part is within tell how far these have come."""
        run = self._parts.all[part].run
        for outer in self._parts.around(part):
            self._reader.stale(outer)
            at = self._places.of_call(run.call) if run.call is not None else None
            if at is not None:
                self._list.changed(at)
            run = self._parts.all[outer].run

    def _extend(self, nodes: Iterable[NodeId]) -> None:
        first = there = len(self._parts.all)
        for node in nodes:
            part = self._parts.add(node)
            if part is not None and part < there:
                self._reader.grow(part, node)
                self._reader.drop(self._parts.joined)
                first = min(first, part)
            for outer in self._parts.around(part) if part is not None else ():
                self._reader.stale(outer)
            if self._tree.kind(node) == UNDONE:
                self._reader.undo(node)
        parts = range(first, len(self._parts.all))
        self._fold_older(part for part in parts if self._parts.all[part].kind == "round")
        self._lay_out(parts)

    def _fold_older(self, new: Iterable[int]) -> None:
        """Of rounds that appear together, only the newest stand open, and those that agents of them were called in."""
        rounds = list(new)
        older = max(len(rounds) - self._keep_open, 0)
        around = {outer for part in rounds[older:] for outer in self._parts.around(part)} if older else set()
        for part in rounds[:older]:
            if part not in around:
                self._laid.set_round(part, True)

    def _lay_out(self, parts: range) -> None:
        """Make the slots of neighbouring parts anew."""
        self._laid.lay(parts)
        self._move_arrow()

    def _set_tail(self) -> None:
        due = self._standing.next is not None and self._head == self._parts.tip
        self._list.set_tail(due and self._laid.wanted is None)
