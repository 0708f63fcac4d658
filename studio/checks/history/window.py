"""Histories that leave messages out, one request after another: what most of them share with the one before is not walked again.

Above: `checker`. Below: `walk`. Only says that nothing is wrong; where it cannot, the whole is walked.
"""

from collections.abc import Callable

from studio.checks.history.walk import START, Order, Walk
from studio.session.chain import Chain

Step = Callable[[Walk, Chain[bytes]], Walk]
_NEW = 8
"""So many messages at most are new since the request before."""
_REST = Walk(last="tool")


class Window:
    """Remembers the last history in which nothing was wrong."""

    def __init__(self) -> None:
        self._clean: Chain[bytes] | None = None

    def walked(self, items: Chain[bytes], step: Step, order: Order) -> Walk:
        """The walk along `items`; of one in which nothing is wrong only that is told."""
        if not self._goes_on(items, step, order):
            walk = _along(_links(items, 0), START, step)
            if not is_clean(walk):
                self._clean = None
                return walk
        self._clean = items
        return _REST

    def _goes_on(self, items: Chain[bytes], step: Step, order: Order) -> bool:
        """Whether nothing is wrong because nothing was, and what is new is as it should be: other messages may stand before those that
        both have, as long as no call waits there."""
        old = self._clean
        if old is None or order.later or order.alternates or order.thinking:
            return False
        link = end = _last_shared(items, old)
        first = link
        while link.previous is not None and old.previous is not None and link.value is old.value:
            first, link, old = link, link.previous, old.previous
        # What both have begins at rest when it does not answer what stood before it.
        if first is link or step(_REST, first).found.length:
            return False
        return is_clean(_along(_links(link, 0), START, step)) and is_clean(
            _along(_links(items, end.length), _REST, step)
        )


def _last_shared(items: Chain[bytes], old: Chain[bytes]) -> Chain[bytes]:
    """The history up to the last message of `old`; the empty one when that is not found near the end."""
    link = items
    while link.previous is not None and old.previous is not None and items.length - link.length <= _NEW:
        if link.value is old.value:
            return link
        link = link.previous
    return Chain()


def _links(items: Chain[bytes], count: int) -> list[Chain[bytes]]:
    """The links behind the first `count`, in order."""
    found: list[Chain[bytes]] = []
    link = items
    while link.length > count and link.previous is not None:
        found.append(link)
        link = link.previous
    return found[::-1]


def _along(links: list[Chain[bytes]], walk: Walk, step: Step) -> Walk:
    for link in links:
        walk = step(walk, link)
    return walk


def is_clean(walk: Walk) -> bool:
    """Whether nothing is wrong so far, and nothing waits."""
    return not (walk.found.length or walk.waiting or walk.pending or walk.bare)
