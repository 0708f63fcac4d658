"""Long strings of a JSON text as short tokens, and the real text back from them without loss.

A token is a JSON string that occurs nowhere else in the text, so that it can be found again wherever it was moved
or copied to. Pure; used by `json_editor`.
"""

import re

LONGEST_STRING = 2_000
LONGEST_LINE = 10_000
_KEPT = 24
_strings = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"')
_breaks = re.compile("[\r\u2028\u2029\ufdd0\ufdd1]")
_tokens = re.compile(r'"[^"\\\n]{0,24}… [0-9.]+ [kM]B(?: \([0-9]+\))?"|⟦… [0-9.]+ [kM]B(?: \([0-9]+\))?⟧')
"""What looks like a token; whether it is one is known by name, for a text may hold its like."""
_head_ends = re.compile('[\\\\\n\r"\u2028\u2029\ufdd0\ufdd1]')


class FoldedStrings:
    """The tokens of one editor and what they stand for; kept as long as the editor's undo may bring them back.

    `longest` is how many characters a string may have and is still shown whole.
    """

    def __init__(self, longest: int = LONGEST_STRING) -> None:
        self.longest = longest
        self._real: dict[str, str] = {}
        self._token_of: dict[str, str] = {}
        self._taken: set[str] = set()
        self._numbers: dict[str, int] = {}

    def __bool__(self) -> bool:
        return bool(self._real)

    def clear(self) -> None:
        """Forget all tokens."""
        self._real.clear()
        self._token_of.clear()
        self._taken.clear()
        self._numbers.clear()

    def fold(self, text: str) -> str:
        """The text with every long string replaced by a token, and the rest of every line that is still too long.

        Strings with signs that an editor would take for a line break become tokens too, however short.
        """
        if len(text) <= self.longest and not _breaks.search(text):
            return text
        lines = text.split("\n")
        long = [at for at, line in enumerate(lines) if len(line) > self.longest or _breaks.search(line)]
        if long:
            self._taken.update(_tokens.findall(text))
        for at in long:
            lines[at] = self._folded_line(lines[at])
        return "\n".join(lines)

    def unfold(self, shown: str) -> str:
        """The text with every token replaced by what it stands for."""
        if not self._real:
            return shown
        return _tokens.sub(lambda hit: self._real.get(hit[0], hit[0]), shown)

    def tokens(self, shown: str) -> list[tuple[int, int]]:
        """Where tokens stand in a shown text."""
        if not self._real:
            return []
        return [hit.span() for hit in _tokens.finditer(shown) if hit[0] in self._real]

    def real(self, token: str) -> str | None:
        """The string (with its quotes) that a token stands for."""
        return self._real.get(token)

    def to_shown(self, shown: str, offsets: list[int]) -> list[int]:
        """Offsets in the unfolded text as offsets in the shown one; inside a token, its start."""
        steps, gained = [], 0
        for start, end in self.tokens(shown):
            length = len(self._real[shown[start:end]])
            steps.append((start + gained, length, start, end))
            gained += length - (end - start)
        return [_shift(offset, steps) for offset in offsets]

    def _folded_line(self, line: str) -> str:
        line = _strings.sub(lambda hit: self._folded(hit[0]), line)
        if len(line) > LONGEST_LINE:
            line = line[: self.longest] + self._token(line[self.longest :])
        return line

    def _folded(self, string: str) -> str:
        too_much = len(string) > self.longest + 2 or _breaks.search(string)
        return self._token(string) if too_much else string

    def _token(self, real: str) -> str:
        known = self._token_of.get(real)
        if known is not None:
            return known
        alike = _words(real, 1)
        number = self._numbers.get(alike, 0) + 1
        while (token := _words(real, number)) in self._real or token in self._taken:
            number += 1
        self._numbers[alike] = number
        self._real[token] = real
        self._token_of[real] = token
        return token


def _shift(offset: int, steps: list[tuple[int, int, int, int]]) -> int:
    moved = offset
    for real_start, length, shown_start, shown_end in steps:
        if offset < real_start:
            break
        moved = shown_start if offset < real_start + length else shown_end + offset - real_start - length
    return moved


def _words(real: str, number: int) -> str:
    """A token: the first signs, the size, and a number where another token looks the same."""
    suffix = f" ({number})" if number > 1 else ""
    if not real.startswith('"'):
        return f"⟦… {_size(len(real))}{suffix}⟧"
    head = _head_ends.split(real[1 : _KEPT + 1])[0]
    return f'"{head}… {_size(len(real) - 2)}{suffix}"'


def _size(characters: int) -> str:
    return f"{characters / 1_000_000:.1f} MB" if characters >= 100_000 else f"{characters / 1000:.1f} kB"
