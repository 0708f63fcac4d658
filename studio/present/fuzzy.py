"""How well a typed text fits words: as they begin, inside them, or letter by letter with gaps. Pure.

Above: the command palette. Knows no language: letters of any script are compared as they are.
"""

import re

_BEGINS, _INSIDE, _GAPS = 0, 10, 40
_LEAST_LETTERS = 3
"""Fewer letters would be found with gaps in almost anything."""
_PARTS = re.compile(r"[\s_:/.›]+")


def fit(typed: str, words: str) -> int | None:
    """0 for the best fit, more for worse ones, None where a part of what is typed is not there at all. Both in lower case."""
    total = 0
    for part in typed.split():
        found = _fit_part(part, words)
        if found is None:
            return None
        total += found
    return total


def _fit_part(part: str, words: str) -> int | None:
    at = words.find(part)
    if at == 0 or (at > 0 and any(word.startswith(part) for word in _PARTS.split(words))):
        return _BEGINS
    if at > 0:
        return _INSIDE
    if len(part) < _LEAST_LETTERS:
        return None
    gaps = _gaps(part, words)
    return None if gaps is None else _GAPS + gaps


def _gaps(part: str, words: str) -> int | None:
    """How far apart the letters stand, the first one at the beginning of a word; None where they are not there in that order, or so
    far apart that nobody meant it."""
    best: int | None = None
    for start in _starts(words):
        if words[start] != part[0]:
            continue
        at, gaps = start, 0
        for letter in part[1:]:
            found = words.find(letter, at + 1)
            if found < 0:
                break
            gaps += found - at - 1
            at = found
        else:
            if gaps <= 4 * len(part) and (best is None or gaps < best):
                best = gaps
    return best


def _starts(words: str) -> list[int]:
    return [0, *(found.end() for found in _PARTS.finditer(words) if found.end() < len(words))] if words else []
