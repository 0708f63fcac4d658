"""The flat list of slots in the order in which they are shown, and the one who watches it.

Above: `laid_parts`, `rows`. Below: `row`. Knows no event; changes are told in the terms of an item model, before and after each.
A slot's key says where it stands: the part, and the place among the rows of the part; what an agent did has the key of its call before its
own, so that it stands right under the call.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from studio.present.row import Slot

Key = tuple[int, ...]


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


def after(prefix: Key) -> Key:
    """The first key behind all that begin with `prefix`."""
    return (*prefix[:-1], prefix[-1] + 1)


class SlotList:
    """`prefix` gives the key of a part's first row. `tail` says whether one more row, which is no slot, stands at the end."""

    def __init__(self, prefix: Callable[[int], Key]) -> None:
        self.watcher: Watcher = Nobody()
        self.slots: list[Slot] = []
        self.tail = False
        self._prefix = prefix

    def __len__(self) -> int:
        return len(self.slots) + self.tail

    def key(self, slot: Slot) -> Key:
        """Where a slot stands."""
        return (*self._prefix(slot.part), slot.at)

    def at(self, key: Key) -> int:
        """The position of the first slot that stands at or behind a key."""
        return bisect_left(self.slots, key, key=self.key)

    def range_of(self, part: int) -> tuple[int, int]:
        """Where the rows of a part begin and end, with all that agents did in it."""
        prefix = self._prefix(part)
        first = self.at(prefix)
        return first, bisect_left(self.slots, after(prefix), first, key=self.key)

    def own(self, part: int, begin: int = 0) -> Iterator[tuple[int, Slot]]:
        """The rows of a part alone from a position on, with their positions."""
        prefix = self._prefix(part)
        first, end = self.range_of(part)
        at = max(first, begin)
        while at < end:
            slot = self.slots[at]
            if slot.part == part:
                yield at, slot
                at += 1
            else:
                at = self.at((*prefix, self.key(slot)[len(prefix)] + 1))

    def find(self, slot: Slot | None) -> int | None:
        """Where a slot stands now."""
        if slot is None:
            return None
        return next((at for at, other in self.own(slot.part) if other == slot), None)

    def put(self, begin: Key, end: Key, new: Sequence[Slot]) -> None:
        """Give the room between two keys these slots; only what differs is taken out and put in, the rest is told as changed."""
        first = self.at(begin)
        old = self.slots[first : bisect_left(self.slots, end, first, key=self.key)]
        same = _shared(old, new)
        same_end = _shared(old[same:][::-1], new[same:][::-1])
        self._remove(first + same, len(old) - same - same_end)
        self._insert(first + same, new[same : len(new) - same_end])
        if new:
            self.watcher.changed(first, len(new))

    def cut(self, key: Key) -> None:
        """Take out all from a key on."""
        first = self.at(key)
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


def _shared(one: Sequence[Slot], other: Sequence[Slot]) -> int:
    """How many first items are the same."""
    count = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        count += 1
    return count
