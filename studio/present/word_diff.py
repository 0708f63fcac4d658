"""Which words of a line are not in the line that took its place. Pure.

Above: `text_diff`. Lines that have little in common have no words marked: they are other lines.
"""

import re
from collections.abc import Sequence
from difflib import SequenceMatcher

Span = tuple[int, int]
Spans = tuple[Span, ...]
_LONGEST = 2_000
_MOST_WORDS = 200
_ALIKE = 0.4
_words = re.compile(r"\w+|\s+|[^\w\s]")


def word_spans(was: str, now: str) -> tuple[Spans, Spans]:
    """Start and end of the words that went, and of those that came."""
    if max(len(was), len(now)) > _LONGEST:
        return (), ()
    old, new = _words.findall(was), _words.findall(now)
    if max(len(old), len(new)) > _MOST_WORDS:
        return (), ()
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    if matcher.ratio() < _ALIKE:
        return (), ()
    steps = [step for step in matcher.get_opcodes() if step[0] != "equal"]
    return _spans(old, [(a, b) for _, a, b, _, _ in steps]), _spans(new, [(c, d) for _, _, _, c, d in steps])


def _spans(words: Sequence[str], ranges: Sequence[Span]) -> Spans:
    places = [0]
    for word in words:
        places.append(places[-1] + len(word))
    return tuple((places[start], places[end]) for start, end in ranges if end > start)
