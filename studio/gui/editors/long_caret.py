"""Where a caret goes in the lines of a long text: by signs, words, lines, pages, to the ends. Pure.

Above: the long view. Places are (line, column), both from 0.
"""

import re
from collections.abc import Callable, Sequence

Place = tuple[int, int]
_word = re.compile(r"\w+|[^\w\s]")


def moved(lines: Sequence[str], at: Place, how: str, page: int) -> Place:
    """The place after a move that is named as Qt names it, e.g. `NextWord`; `page` lines make a page."""
    return _MOVES[how](lines, at, page)


def word_at(lines: Sequence[str], at: Place) -> tuple[Place, Place]:
    """Start and end of the word at a place."""
    line, column = at
    for hit in _word.finditer(lines[line]):
        if hit.start() <= column < hit.end():
            return (line, hit.start()), (line, hit.end())
    return at, at


def _by_lines(lines: Sequence[str], at: Place, by: int) -> Place:
    line = min(max(at[0] + by, 0), len(lines) - 1)
    return line, min(at[1], len(lines[line]))


def _next_sign(lines: Sequence[str], at: Place, _page: int) -> Place:
    line, column = at
    if column < len(lines[line]):
        return line, column + 1
    return (line + 1, 0) if line + 1 < len(lines) else at


def _sign_before(lines: Sequence[str], at: Place, _page: int) -> Place:
    line, column = at
    if column:
        return line, column - 1
    return (line - 1, len(lines[line - 1])) if line else at


def _next_word(lines: Sequence[str], at: Place, page: int) -> Place:
    line, column = at
    starts = [hit.start() for hit in _word.finditer(lines[line]) if hit.start() > column]
    if starts:
        return line, starts[0]
    return (line, len(lines[line])) if column < len(lines[line]) else _next_sign(lines, at, page)


def _word_before(lines: Sequence[str], at: Place, page: int) -> Place:
    line, column = at
    starts = [hit.start() for hit in _word.finditer(lines[line]) if hit.start() < column]
    if starts:
        return line, starts[-1]
    return (line, 0) if column else _sign_before(lines, at, page)


def _end(lines: Sequence[str]) -> Place:
    return len(lines) - 1, len(lines[-1])


_MOVES: dict[str, Callable[[Sequence[str], Place, int], Place]] = {
    "NextChar": _next_sign,
    "PreviousChar": _sign_before,
    "NextWord": _next_word,
    "PreviousWord": _word_before,
    "NextLine": lambda lines, at, _page: _by_lines(lines, at, 1),
    "PreviousLine": lambda lines, at, _page: _by_lines(lines, at, -1),
    "NextPage": _by_lines,
    "PreviousPage": lambda lines, at, page: _by_lines(lines, at, -page),
    "StartOfLine": lambda _lines, at, _page: (at[0], 0),
    "EndOfLine": lambda lines, at, _page: (at[0], len(lines[at[0]])),
    "StartOfDocument": lambda _lines, _at, _page: (0, 0),
    "EndOfDocument": lambda lines, _at, _page: _end(lines),
}
MOVES = tuple(_MOVES)
