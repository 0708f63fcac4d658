"""The tree of branches as lines of text for a terminal, drawn with lines.

Above: the command line. Below: `branch_tree`, `text_lines`. Prints nothing.
"""

from collections.abc import Iterable, Iterator

from studio.present.branch_tree import BranchRow, expectation_words, from_words, mark_words
from studio.present.labels import english
from studio.present.text_lines import cells, wrapped
from studio.present.transcript_block import Style
from studio.present.transcript_text import Line
from studio.present.words import words
from studio.session.expectations import Met, NotMet, Unknown

_LEAST = 24
"""Columns that a note has at least, however deep its branch hangs."""


def tree_lines(rows: Iterable[BranchRow], width: int = 80) -> Iterator[Line]:
    """The lines of all rows: a branch with where it begins and stands, then its note and what is expected of it."""
    shown = list(rows)
    for at, row in enumerate(shown):
        below = at + 1 < len(shown) and shown[at + 1].parent == row.start
        yield Line("heading" if row.current else "said", _before(row), facts_of(row))
        yield from _kept(row, _rails(row) + ("│ " if below else "  "), width)


def facts_of(row: BranchRow) -> str:
    """What stands on the line of a branch."""
    begins = from_words(row)
    said = (begins, words("count.rounds", n=row.rounds), row.ended, *mark_words(row.marks))
    return " · ".join((row.name, *(english(one) for one in said if one is not None)))


def _before(row: BranchRow) -> str:
    if row.parent is None:
        return ""
    return _lanes(row) + ("└─ " if row.last else "├─ ")


def _rails(row: BranchRow) -> str:
    """What stands before the lines under that of a branch."""
    if row.parent is None:
        return ""
    return _lanes(row) + ("   " if row.last else "│  ")


def _lanes(row: BranchRow) -> str:
    return "".join("│  " if goes_on else "   " for goes_on in row.lanes)


def _kept(row: BranchRow, before: str, width: int) -> Iterator[Line]:
    room = max(width - cells(before), _LEAST)
    for text in wrapped(row.note, room) if row.note else ():
        yield Line("note", before, text)
    if row.expects:
        became = f": {english(expectation_words(row.expectation))}" if row.expectation is not None else ""
        for text in wrapped(f"{english(words('expectation.expects', expression=row.expects))}{became}", room):
            yield Line(_style(row), before, text)


def _style(row: BranchRow) -> Style:
    match row.expectation:
        case Met():
            return "result"
        case NotMet(so_far=False):
            return "error"
        case NotMet() | Unknown() | None:
            return "quiet"
