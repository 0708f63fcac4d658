"""Which lines of a text differ from the original's lines.

Pure; cheap for long texts, because equal heads and tails are set aside first.
"""

from collections.abc import Sequence
from difflib import SequenceMatcher

_LONGEST_COMPARED = 800


def changed_lines(original: Sequence[str], now: Sequence[str]) -> frozenset[int]:
    """Numbers (from 0) of the lines of `now` that are new or changed; after a removal, the line that follows it."""
    head = 0
    while head < min(len(original), len(now)) and original[head] == now[head]:
        head += 1
    tail = 0
    while tail < min(len(original), len(now)) - head and original[-1 - tail] == now[-1 - tail]:
        tail += 1
    before, after = original[head : len(original) - tail], now[head : len(now) - tail]
    if max(len(before), len(after)) > _LONGEST_COMPARED:
        return frozenset(range(head, head + len(after)))
    return frozenset(head + line for line in _differing(before, after) if head + line < len(now))


def _differing(before: Sequence[str], after: Sequence[str]) -> set[int]:
    lines: set[int] = set()
    for kind, _, _, start, end in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind != "equal":
            lines.update(range(start, max(end, start + 1)))
    return lines
