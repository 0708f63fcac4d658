"""Which of the lines that hold rows together go on below a row: of its round, of its agent, and of those further out; and which rows
stand below the name of the shown branch.

Above: `rows`. Below: `slot_list`, `path_parts`.
"""

from collections.abc import Iterator

from studio.present.path_parts import PathParts
from studio.present.row import Slot
from studio.present.slot_list import SlotList
from studio.session.nodes import NodeId


class RowLanes:
    """Asked for one row at a time."""

    def __init__(self, slots: SlotList, parts: PathParts) -> None:
        self._list, self._parts = slots, parts

    def is_last(self, at: int, slot: Slot) -> bool:
        """Whether no row of the same round follows; of a row that stands for the round itself: no part of the same agent."""
        found = self._parts.all[slot.part]
        if found.run.call is not None and not _is_step(slot, found.kind):
            return found.run.last == slot.part
        slots = self._list.slots
        if not found.agents:
            return at + 1 == len(slots) or slots[at + 1].part != slot.part
        return next(self._list.own(slot.part, at + 1), None) is None

    def is_behind(self, at: int, slot: Slot, start: NodeId) -> bool:
        """Whether the row that names the branch beginning with `start` stands above, in the same round."""
        own = self._list.own(slot.part)
        return any(above < at and other.kind == "fork" and other.start == start for above, other in own)

    def through(self, slot: Slot) -> tuple[bool, ...]:
        """Of each lane left of the row's own, from the left, whether it goes on."""
        found = self._parts.all[slot.part]
        if found.run.call is None:
            return ()
        lanes = list(self._outer(slot.part))[::-1]
        flat = [on for pair in lanes for on in pair]
        return tuple(flat if _is_step(slot, found.kind) else flat[:-1])

    def _outer(self, part: int) -> Iterator[tuple[bool, bool]]:
        """From the inside out: whether the caller's round goes on, and whether the agent does."""
        run = self._parts.all[part].run
        while run.call is not None:
            behind = self._list.at((*self._parts.prefix(run.outer), run.spot + 1))
            yield next(self._list.own(run.outer, behind), None) is not None, run.last != part
            part, run = run.outer, self._parts.all[run.outer].run


def _is_step(slot: Slot, kind: str) -> bool:
    return kind == "round" and slot.kind != "round"
