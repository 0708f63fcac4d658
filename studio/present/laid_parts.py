"""Puts the rows of parts into the list: which are folded or filtered away, and where those of agents stand.

Above: `rows`. Below: `slot_list`, `path_parts`, `part_reader`. A part that grew costs no more than its own rows.
"""

from collections.abc import Callable, Iterator

from studio.present.agent_run import AgentRun
from studio.present.part_reader import PartReader
from studio.present.path_parts import PathParts
from studio.present.round_layout import BEHIND_CALLS
from studio.present.row import Row, RowKind, Slot
from studio.present.slot_list import Key, SlotList, after
from studio.session.nodes import CallKey, NodeId

Wanted = Callable[[Row], bool]


class LaidParts:
    """`found` tells of each part how many of its steps the filter lets through, and of how many; `read` gives a row as the filter is to
    see it; rows of `unwanted` kinds are never laid."""

    def __init__(self, slots: SlotList, parts: PathParts, reader: PartReader) -> None:
        self._list, self._parts, self._reader = slots, parts, reader
        self._folded: set[NodeId] = set()
        self._folded_calls: set[CallKey] = set()
        self._hit: set[int] = set()
        self.wanted: Wanted | None = None
        self.read: Callable[[Slot], Row] = lambda slot: reader.row(slot, False)
        self.unwanted: frozenset[RowKind] = frozenset()
        self.found: dict[int, tuple[int, int]] = {}

    # Folding

    def is_folded(self, slot: Slot) -> bool:
        """Whether the round, or the agent whose call it is, is folded."""
        if self.wanted is not None:
            return False
        return slot.call in self._folded_calls if slot.kind == "call" else self._closed(slot.part)

    def can_fold(self, slot: Slot) -> bool:
        """Whether rows hang under a slot: it is a round, or the call of an agent that ran."""
        if slot.kind == "call":
            return any(run.call == slot.call for run in self._parts.all[slot.part].agents)
        return slot.kind == "round"

    def set_round(self, part: int, folded: bool) -> None:
        """Fold or open a round; its rows stay as they are until it is laid."""
        node = self._parts.all[part].nodes[0]
        self._folded.add(node) if folded else self._folded.discard(node)

    def set_call(self, key: CallKey, folded: bool) -> None:
        """Fold or open what an agent did."""
        self._folded_calls.add(key) if folded else self._folded_calls.discard(key)

    def open_agents(self) -> None:
        """Nothing that agents did is folded any longer."""
        self._folded_calls.clear()

    def _closed(self, part: int) -> bool:
        return self.wanted is None and self._parts.all[part].nodes[0] in self._folded

    def _hides(self, run: AgentRun) -> bool:
        return self.wanted is None and run.call in self._folded_calls

    def hidden(self, part: int) -> bool:
        """Whether a part is within something folded."""
        run = self._parts.all[part].run
        return run.call is not None and (self._hides(run) or self._closed(run.outer) or self.hidden(run.outer))

    # Laying

    def forget(self, first: int) -> None:
        """The parts from `first` on are others now."""
        self.found = {part: counts for part, counts in self.found.items() if part < first}
        self._hit = {part for part in self._hit if part < first}

    def begin_filter(self, wanted: Wanted | None) -> None:
        """Only rows that are wanted are laid from now on."""
        self.wanted = wanted
        self.found.clear()
        self._hit.clear()

    def lay(self, parts: range) -> None:
        """Lay parts anew, and whole rounds with what agents did in them where several come at once."""
        if len(parts) == 1 and not self._parts.all[parts.start].agents:
            self.one(parts.start)
        elif parts:
            self._families(self._parts.top(parts.start), self._parts.top(parts.stop - 1))

    def each(self, parts: range) -> None:
        """The same; within long agents part by part, the newest first, so that it can be done in slices."""
        stop = parts.stop
        while stop > parts.start:
            first = stop - 1
            if self._plain(first):
                while first > parts.start and self._plain(first - 1):
                    first -= 1
                self._families(first, stop - 1)
            else:
                self.one(first)
            stop = first

    def _plain(self, part: int) -> bool:
        found = self._parts.all[part]
        return found.run.call is None and not found.agents

    def _families(self, first: int, last: int) -> None:
        """All rows of neighbouring parts of the session itself, `last` included, and of agents within them."""
        new: list[Slot] = []
        tops = range(first, last + 1)
        for part in tops:
            if self._parts.all[part].run.call is None:
                new += self._family(part)
        self._list.put((first,), (last + 1,), new)

    def family(self, part: int) -> None:
        """A part, and all that agents did in it."""
        if not self.hidden(part):
            prefix = self._parts.prefix(part)
            self._list.put(prefix, after(prefix), self._family(part))

    def _family(self, part: int) -> list[Slot]:
        found = self._parts.all[part]
        if not found.agents or self._closed(part):
            return self._own(part)
        below: list[Slot] = []
        self._respot(part)
        for run in found.agents:
            if not self._hides(run):
                below += (slot for child in run.parts for slot in self._family(child))
        return sorted([*self._own(part), *below], key=self._list.key)

    def one(self, part: int) -> None:
        """The rows of a part alone."""
        if self.hidden(part):
            return
        found, was = self._parts.all[part], part in self._hit
        if found.agents and not self._closed(part) and self._respot(part):
            self.family(part)
        else:
            self._put(part)
        if found.run.call is not None and was != (part in self._hit):
            self.one(found.run.outer)

    def _put(self, part: int) -> None:
        prefix, found = self._parts.prefix(part), self._parts.all[part]
        begins = self._list.range_of(part)
        own = self._own(part)
        rooms = _rooms(prefix, () if self._closed(part) else found.agents)
        for begin, end in rooms:
            self._list.put(begin, end, [slot for slot in own if begin <= (*prefix, slot.at) < end])
        first, end_at = self._list.range_of(part)
        if found.agents:
            self._list.changed(first, end_at - first)
        elif begins[0] == begins[1]:
            self._tell_former(found.run)

    def _tell_former(self, run: AgentRun) -> None:
        """The part before the new one is the last of its agent no longer."""
        if run.call is not None and len(run.parts) > 1:
            first, end = self._list.range_of(run.parts[-2])
            self._list.changed(first, end - first)

    def _own(self, part: int) -> list[Slot]:
        closed = self.wanted is None and self._closed(part)
        found = [slot for slot in self._reader.slots(part, closed) if slot.kind not in self.unwanted]
        if self.wanted is None:
            return found
        hits = {slot for slot in found if self.wanted(self.read(slot))}
        self.found[part] = sum(map(_is_step, hits)), sum(map(_is_step, found))
        below = {run.call for run in self._parts.all[part].agents if self._has_hits(run)}
        self._hit.add(part) if hits or below else self._hit.discard(part)
        return [slot for slot in found if slot in hits or self._is_parent(slot, below, part)]

    def _has_hits(self, run: AgentRun) -> bool:
        return any(part in self._hit for part in reversed(run.parts))

    def _is_parent(self, slot: Slot, below: set[CallKey | None], part: int) -> bool:
        """Whether a row stays in sight for a hit that hangs under it."""
        if slot.kind == "round":
            return part in self._hit
        return slot.kind == "call" and slot.call in below

    def _respot(self, part: int) -> bool:
        """Say where what agents did stands now: under their calls, wherever those are. True when that moved, and its rows are gone."""
        runs = self._parts.all[part].agents
        calls = {slot.call: slot.at for slot in self._reader.slots(part, False) if slot.kind == "call"}
        spots = [calls.get(run.call, BEHIND_CALLS - len(runs) + at) for at, run in enumerate(runs)]
        if spots == [run.spot for run in runs]:
            return False
        prefix = self._parts.prefix(part)
        self._list.put(prefix, after(prefix), ())
        for run, spot in zip(runs, spots, strict=True):
            run.spot = spot
        return True


def _rooms(prefix: Key, runs: tuple[AgentRun, ...]) -> Iterator[tuple[Key, Key]]:
    """The rooms of a part's own rows: before, between and behind what agents did."""
    begin = prefix
    for spot in sorted({run.spot for run in runs}):
        yield begin, (*prefix, spot, 0)
        begin = (*prefix, spot + 1)
    yield begin, after(prefix)


def _is_step(slot: Slot) -> bool:
    return slot.kind not in ("session", "round", "fork", "edit", "memory")
