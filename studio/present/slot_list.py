"""The flat list of slots, part after part, and the one who watches it.

Above: `rows`. Below: `row`. Knows no event; changes are told in the terms of an item model, before and after each.
"""

from bisect import bisect_left
from collections.abc import Sequence
from typing import Protocol

from studio.present.row import Slot


class Watcher(Protocol):
    """Is told before and after the list changes."""

    def inserting(self, first: int, count: int) -> None:
        """Rows will appear from `first` on."""
        ...

    def inserted(self) -> None:
        """They are there."""
        ...

    def removing(self, first: int, count: int) -> None:
        """Rows from `first` on will go."""
        ...

    def removed(self) -> None:
        """They are gone."""
        ...

    def changed(self, first: int, count: int) -> None:
        """Rows say something else now."""
        ...


class Nobody:
    """A watcher that does not care."""

    def inserting(self, first: int, count: int) -> None:
        """Nothing."""

    def inserted(self) -> None:
        """Nothing."""

    def removing(self, first: int, count: int) -> None:
        """Nothing."""

    def removed(self) -> None:
        """Nothing."""

    def changed(self, first: int, count: int) -> None:
        """Nothing."""


class SlotList:
    """Slots in the order of their parts. `tail` says whether one more row, which is no slot, stands at the end."""

    def __init__(self) -> None:
        self.watcher: Watcher = Nobody()
        self.slots: list[Slot] = []
        self.tail = False

    def __len__(self) -> int:
        return len(self.slots) + self.tail

    def range_of(self, part: int) -> tuple[int, int]:
        """Where the slots of a part begin and end."""
        first = bisect_left(self.slots, part, key=_part)
        if first == len(self.slots) or self.slots[first].part != part:
            return first, first
        return first, bisect_left(self.slots, part + 1, first, key=_part)

    def find(self, slot: Slot | None) -> int | None:
        """Where a slot stands now."""
        if slot is None:
            return None
        first, end = self.range_of(slot.part)
        return next((at for at in range(first, end) if self.slots[at] == slot), None)

    def put(self, parts: range, new: Sequence[Slot]) -> None:
        """Give neighbouring parts these slots; only what differs is taken out and put in, the rest is told as changed."""
        first = bisect_left(self.slots, parts.start, key=_part)
        end = bisect_left(self.slots, parts.stop, first, key=_part)
        old = self.slots[first:end]
        same = _shared(old, new)
        same_end = _shared(old[same:][::-1], new[same:][::-1])
        self._remove(first + same, len(old) - same - same_end)
        self._insert(first + same, new[same : len(new) - same_end])
        if new:
            self.watcher.changed(first, len(new))

    def cut(self, part: int) -> None:
        """Take out this part and all after it."""
        first = bisect_left(self.slots, part, key=_part)
        self._remove(first, len(self.slots) - first)

    def set_tail(self, tail: bool) -> None:
        """Show or take away the row at the end."""
        if tail and not self.tail:
            self.watcher.inserting(len(self.slots), 1)
            self.tail = True
            self.watcher.inserted()
        elif self.tail and not tail:
            self.watcher.removing(len(self.slots), 1)
            self.tail = False
            self.watcher.removed()

    def changed(self, first: int, count: int = 1) -> None:
        """Tell that rows say something else now."""
        if count > 0:
            self.watcher.changed(first, count)

    def _remove(self, first: int, count: int) -> None:
        if count > 0:
            self.watcher.removing(first, count)
            del self.slots[first : first + count]
            self.watcher.removed()

    def _insert(self, first: int, new: Sequence[Slot]) -> None:
        if new:
            self.watcher.inserting(first, len(new))
            self.slots[first:first] = new
            self.watcher.inserted()


def _part(slot: Slot) -> int:
    return slot.part


def _shared(one: Sequence[Slot], other: Sequence[Slot]) -> int:
    """How many first items are the same."""
    count = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        count += 1
    return count
