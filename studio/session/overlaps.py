"""What of a request's new messages stood in the request before, elsewhere: as ranges of its bytes.

Above: `body`. Below: nothing. Where a window moved on, a message was edited, or the tools changed, the rest is still there. Greedy: what is
found is always the same bytes, but it need not be the shortest way to say them.
"""

import msgspec

SHORTEST = 40
"""Bytes: a shorter run is written out, for the range would hardly be shorter."""
_MISSES = 8
"""So many items are looked for in vain in bytes alone, then no more: each search reads them all."""


class Run(msgspec.Struct, frozen=True):
    """`count` items, from number `at` of the new ones on, are the bytes [start, end) of the base, commas between them."""

    at: int
    count: int
    start: int
    end: int


def runs_over(new: list[bytes], old: list[bytes], offset: int) -> list[Run]:
    """The runs of `new` that are in `old`, whose first byte stands at `offset` of the base."""
    if not old:
        return []
    places: dict[bytes, int] = {}
    starts: list[int] = []
    for number, item in enumerate(old):
        places.setdefault(item, number)
        starts.append(offset)
        offset += len(item) + 1
    found: list[Run] = []
    at = 0
    while at < len(new):
        place = places.get(new[at])
        count = 0 if place is None else _same(new, at, old, place)
        if place is not None and count:
            last = place + count - 1
            _note(found, Run(at, count, starts[place], starts[last] + len(old[last])))
        at += count or 1
    return found


def _same(new: list[bytes], at: int, old: list[bytes], place: int) -> int:
    count = 0
    while at + count < len(new) and place + count < len(old) and new[at + count] == old[place + count]:
        count += 1
    return count


def runs_in(new: list[bytes], base: bytes, after: int) -> list[Run]:
    """The same where only the bytes of the base are known; looked for behind its first `after` bytes."""
    found: list[Run] = []
    at = misses = 0
    while at < len(new) and misses < _MISSES:
        start = base.find(new[at], after) if len(new[at]) >= SHORTEST else -1
        if start < 0:
            at, misses = at + 1, misses + 1
            continue
        end, count = start + len(new[at]), 1
        while at + count < len(new) and base.startswith(b"," + new[at + count], end):
            end, count = end + 1 + len(new[at + count]), count + 1
        _note(found, Run(at, count, start, end))
        at, after = at + count, end
    return found


def _note(found: list[Run], run: Run) -> None:
    if run.end - run.start >= SHORTEST:
        found.append(run)
