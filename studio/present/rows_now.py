"""The rows that the moment touches: where the session stands, what runs, how far that has come.

Above: `rows`. Below: `path_parts`, `part_reader`, `row_standing`. All others are as the events made them, whatever happens.
"""

from collections.abc import Collection, Iterable

from studio.present.part_reader import PartReader
from studio.present.path_parts import PathParts
from studio.present.row import Live, Row, Slot, Standing
from studio.present.row_standing import placed
from studio.session.nodes import NodeId


class RowsNow:
    """`stands` is the slot with the arrow, also where the list does not show it."""

    def __init__(self, parts: PathParts, reader: PartReader) -> None:
        self._parts, self._reader = parts, reader
        self._standing = Standing()
        self._touched: frozenset[int] = frozenset()
        self._live: frozenset[int] = frozenset()
        self.stands: Slot | None = None

    def look(self, standing: Standing, head: NodeId) -> Collection[int]:
        """Take over where the session stands. Returns the parts that say something else to a filter now."""
        before = self._touched
        self._standing, self.stands = standing, self._at(standing, head)
        calls = (*standing.running, *standing.loops)
        own = [self.stands.part] if self.stands is not None else []
        self._touched = frozenset((*own, *self._known(key[0] for key in calls)))
        return before | self._touched

    def row(self, slot: Slot) -> Row:
        """A row as a filter sees it."""
        row = self._reader.row(slot, False)
        return placed(row, self._standing, head=slot == self.stands) if slot.part in self._touched else row

    def go_on(self, live: Live | None, standing: Standing) -> Collection[int]:
        """What is under way has come as far as this; None: nothing is. Returns the parts whose rows say so."""
        now: frozenset[int] = frozenset()
        if live is not None:
            asked = (self._parts.tip,) if standing.asking else ()
            now = frozenset(self._known((*(key[0] for key in standing.running), *asked)))
        for part in self._live - now:
            if part < len(self._parts.all):
                self._reader.go_on(part, None, frozenset())
        for part in now:
            self._reader.go_on(part, live, standing.running)
        changed, self._live = self._live | now, now
        return [part for part in changed if part < len(self._parts.all)]

    def _known(self, nodes: Iterable[NodeId]) -> list[int]:
        """The rounds on the shown path that nodes belong to."""
        found = (self._parts.part_of(node) for node in nodes if node in self._parts)
        return [part for part in found if part is not None and self._parts.all[part].kind == "round"]

    def _at(self, standing: Standing, head: NodeId) -> Slot | None:
        key = standing.call
        node = key[0] if key is not None and key[0] in self._parts else head
        part = self._parts.part_of(node) if node in self._parts else None
        if part is None:
            return None
        slots = self._reader.slots(part, False)
        call = next((slot for slot in slots if slot.kind == "call" and slot.call == key), None)
        return call or slots[self._reader.place(part, slots, node)]
