"""Words that are one letter away from another: one changed, left out, added, or two beside one another swapped. Pure.

Above: `tool_index`. Below: nothing. Each known word stands under itself and under what is left of it without one of its letters: of two
words that are one edit apart, these always share one.
"""

from collections.abc import Iterator

SHORTEST = 3
"""Shorter words are too near to all others."""
LONGEST = 32
"""What is longer is no word that anybody spells."""


class NearWords:
    """A table of known words, added to and taken from one by one."""

    def __init__(self) -> None:
        self._under: dict[str, list[str]] = {}

    def add(self, word: str) -> None:
        """Know a word from now on; it must not be known already."""
        for form in _forms(word):
            self._under.setdefault(form, []).append(word)

    def remove(self, word: str) -> None:
        """Forget a word that is known."""
        for form in _forms(word):
            left = self._under.get(form, [])
            if word in left:
                left.remove(word)
            if not left:
                self._under.pop(form, None)

    def near(self, word: str) -> list[str]:
        """The known words that are one edit away from `word`, which itself is none of them; sorted."""
        if not _is_spelled(word):
            return []
        found = {known for form in (word, *_shorter(word)) for known in self._under.get(form, ())}
        return sorted(known for known in found if known != word and one_edit(known, word))


def one_edit(one: str, other: str) -> bool:
    """Whether one letter changed, left out or added, or two swapped, makes one word of the other; not when they are the same."""
    if abs(len(one) - len(other)) > 1 or one == other:
        return False
    start = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    one, other = one[start:], other[start:]
    if len(one) != len(other):
        return one[1:] == other or one == other[1:]
    return one[1:] == other[1:] or (one[1::-1] == other[:2] and one[2:] == other[2:])


def _is_spelled(word: str) -> bool:
    return SHORTEST <= len(word) <= LONGEST and not word.isdigit()


def _forms(word: str) -> Iterator[str]:
    if _is_spelled(word):
        yield word
        yield from _shorter(word)


def _shorter(word: str) -> set[str]:
    return {word[:at] + word[at + 1 :] for at in range(len(word))}
