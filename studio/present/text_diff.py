"""Two texts as one column of lines: kept, removed, added; far from any change only a mark of how much was left out.

Above: the Diff views, reports. Below: `word_diff`. Pure. Long texts are cut down to where they differ before they are compared.
"""

import difflib
from collections.abc import Sequence
from itertools import groupby, zip_longest
from typing import Literal

import msgspec

from studio.present.word_diff import Span, Spans, word_spans

CONTEXT = 3
_MOST_COMPARED = 4000


class DiffLine(msgspec.Struct, frozen=True):
    """One line. `gap` stands for `left_out` equal lines; its text is empty. `spans` are the words (start, end) that are not in the line it
    took the place of, or that took its own; `change` numbers the differences from 0, -1 for lines that stand in both."""

    kind: Literal["same", "removed", "added", "gap"]
    text: str
    left_out: int = 0
    spans: tuple[Span, ...] = ()
    change: int = -1


def diff_lines(before: str, now: str) -> list[DiffLine]:
    """The lines of both texts in one column; empty when the texts are equal."""
    return [] if before == now else _folded(_all_lines(before, now))


def side_by_side(lines: Sequence[DiffLine]) -> list[tuple[DiffLine | None, DiffLine | None]]:
    """The lines in two columns, what was and what is; None where a column has nothing beside the other's line."""
    found: list[tuple[DiffLine | None, DiffLine | None]] = []
    for change, group in groupby(lines, key=lambda line: line.change):
        both = list(group)
        if change < 0:
            found += [(line, line) for line in both]
        else:
            was, now = ([line for line in both if line.kind == kind] for kind in ("removed", "added"))
            found += zip_longest(was, now)
    return found


def _all_lines(before: str, now: str) -> list[DiffLine]:
    old, new = before.splitlines(), now.splitlines()
    head = _shared(old, new)
    tail = _shared(old[head:][::-1], new[head:][::-1])
    middle = _compared(old[head : len(old) - tail], new[head : len(new) - tail])
    return [*_same(old[:head]), *middle, *_same(old[len(old) - tail :])]


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
        return [*_changed("removed", old, (), 0), *_changed("added", new, (), 0)]
    found: list[DiffLine] = []
    change = 0
    for kind, a, b, c, d in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            found += _same(old[a:b])
            continue
        pairs = (
            [word_spans(was, now) for was, now in zip(old[a:b], new[c:d], strict=False)] if kind == "replace" else []
        )
        found += _changed("removed", old[a:b], [was for was, _ in pairs], change)
        found += _changed("added", new[c:d], [now for _, now in pairs], change)
        change += 1
    return found


def _changed(
    kind: Literal["removed", "added"], lines: list[str], spans: Sequence[Spans], change: int
) -> list[DiffLine]:
    """Lines of one difference; those without a partner have no words to mark."""
    return [DiffLine(kind, line, 0, spans[at] if at < len(spans) else (), change) for at, line in enumerate(lines)]


def reverted(before: str, now: str, change: int) -> str:
    """The text `now` with one of its differences as it was before."""
    lines = _all_lines(before, now)
    found = [line.text for line in lines if line.kind == "same" or (line.kind == "removed") == (line.change == change)]
    return "\n".join(found) + ("\n" if now.endswith("\n") else "")


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
