"""Two texts as one column of lines: kept, removed, added; far from any change only a mark of how much was left out.

Above: the Diff views. Pure: knows no widget. Long texts are cut down to where they differ before they are compared.
"""

import difflib
from typing import Literal

import msgspec

CONTEXT = 3
_MOST_COMPARED = 4000


class DiffLine(msgspec.Struct, frozen=True):
    """One line. `gap` stands for `left_out` equal lines; its text is empty."""

    kind: Literal["same", "removed", "added", "gap"]
    text: str
    left_out: int = 0


def diff_lines(before: str, now: str) -> list[DiffLine]:
    """The lines of both texts in one column; empty when the texts are equal."""
    if before == now:
        return []
    old, new = before.splitlines(), now.splitlines()
    head = _shared(old, new)
    tail = _shared(old[head:][::-1], new[head:][::-1])
    middle = _compared(old[head : len(old) - tail], new[head : len(new) - tail])
    lines = [*_same(old[:head]), *middle, *_same(old[len(old) - tail :])]
    return _folded(lines)


def _shared(old: list[str], new: list[str]) -> int:
    at = 0
    for a, b in zip(old, new, strict=False):
        if a != b:
            break
        at += 1
    return at


def _same(lines: list[str]) -> list[DiffLine]:
    return [DiffLine("same", line) for line in lines]


def _compared(old: list[str], new: list[str]) -> list[DiffLine]:
    if len(old) + len(new) > _MOST_COMPARED:
        return [*(DiffLine("removed", line) for line in old), *(DiffLine("added", line) for line in new)]
    found: list[DiffLine] = []
    for kind, a, b, c, d in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            found += _same(old[a:b])
        else:
            found += [DiffLine("removed", line) for line in old[a:b]]
            found += [DiffLine("added", line) for line in new[c:d]]
    return found


def _folded(lines: list[DiffLine]) -> list[DiffLine]:
    near = [False] * len(lines)
    for at, line in enumerate(lines):
        if line.kind != "same":
            for close in range(max(at - CONTEXT, 0), min(at + CONTEXT + 1, len(lines))):
                near[close] = True
    found: list[DiffLine] = []
    skipped = 0
    for line, kept in zip(lines, near, strict=True):
        if kept and skipped:
            found.append(DiffLine("gap", "", skipped))
        skipped = 0 if kept else skipped + 1
        if kept:
            found.append(line)
    return [*found, DiffLine("gap", "", skipped)] if skipped else found
