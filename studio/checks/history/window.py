"""Histories that leave messages out, one request after another: what most of them share with the one before is not walked again.

Above: `checker`. Below: `walk`. Only says that nothing is wrong; where it cannot, the whole is walked.
"""

from collections.abc import Callable, Sequence

from studio.checks.history.item import Item
from studio.checks.history.walk import START, Order, Walk, after
from studio.session.chain import Chain

Read = Callable[[bytes], Sequence[Item]]
_NEW = 8
"""So many messages at most are new since the request before."""
_REST = Walk(last="tool")


class Window:
    """Remembers the last history in which nothing was wrong."""

    def __init__(self) -> None:
        self._clean: Chain[bytes] | None = None

    def walked(self, items: Chain[bytes], read: Read, order: Order) -> Walk:
        """The walk along `items`; of one in which nothing is wrong only that is told."""
        if not self._goes_on(items, read, order):
            walk = START
            for raw in items:
                walk = after(walk, read(raw), order)
            if not is_clean(walk):
                self._clean = None
                return walk
        self._clean = items
        return _REST

    def _goes_on(self, items: Chain[bytes], read: Read, order: Order) -> bool:
        """Whether nothing is wrong because nothing was, and what is new is as it should be: other messages may stand before those that
        both have, as long as no call waits there."""
        old = self._clean
        if old is None or order.later or order.alternates or order.thinking:
            return False
        new, link = _since(items, old)
        first = b""
        while link.previous is not None and old.previous is not None and link.value is old.value:
            first, link, old = link.value, link.previous, old.previous
        if not first or any(item.given for item in read(first)[:1]):
            return False
        return is_clean(_along(link, START, read, order)) and is_clean(_along(new, _REST, read, order))


def _since(items: Chain[bytes], old: Chain[bytes]) -> tuple[list[bytes], Chain[bytes]]:
    """What stands behind the last message of `old`, and the history up to it; the empty one when it is not found near the end."""
    new: list[bytes] = []
    link = items
    while link.previous is not None and old.previous is not None and len(new) <= _NEW:
        if link.value is old.value:
            return new[::-1], link
        new.append(link.value)
        link = link.previous
    return new, Chain()


def _along(raws: Sequence[bytes], walk: Walk, read: Read, order: Order) -> Walk:
    for raw in raws:
        walk = after(walk, read(raw), order)
    return walk


def is_clean(walk: Walk) -> bool:
    """Whether nothing is wrong so far, and nothing waits."""
    return not (walk.found.length or walk.waiting or walk.pending or walk.bare)
