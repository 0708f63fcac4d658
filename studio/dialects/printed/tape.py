"""The text of one block while it comes: generators read from it and wait where it has run out.

Above: the forms' grammars, `reader`. Below: nothing. Each character is taken once; only what may be the beginning of a mark waits.
A generator that waits yields nothing; the one who feeds the tape goes on with it.
"""

import re
from collections.abc import Generator, Iterable
from typing import TypeVar

T = TypeVar("T")
Reading = Generator[None, None, T]

_SPACE = re.compile(r"\s*")
_WORD = re.compile(r"[^\s<>{}()\[\]`\"'|,;=]*")


class Marks:
    """Literal texts to look for. `next` gives the first that stands in a text; `partial` where one may begin
    at its end."""

    def __init__(self, literals: Iterable[str]) -> None:
        self.literals = tuple(sorted(set(literals), key=len, reverse=True))
        self.longest = max(map(len, self.literals))
        self._whole = re.compile("|".join(map(re.escape, self.literals)))
        beginnings = {literal[:size] for literal in self.literals for size in range(1, len(literal))}
        ends = "|".join(re.escape(one) for one in sorted(beginnings, key=len, reverse=True))
        self._partial = re.compile(rf"(?:{ends})\Z" if ends else r"(?!)")

    def next(self, text: str, at: int, *, last: bool) -> tuple[re.Match[str] | None, int]:
        """The first mark at or behind `at` and where it begins. None when there is none, or a longer or earlier one may still come
        (not in the `last` piece); then the place up to which the text is clear."""
        found = self._whole.search(text, at)
        if found is not None and (last or found.start() <= len(text) - self.longest):
            return found, found.start()
        clear = len(text) if last else self.partial(text, at)
        return (None, clear) if found is None or clear <= found.start() else (found, found.start())

    def partial(self, text: str, at: int = 0) -> int:
        """Where the end of the text may be the beginning of a mark; its length when nowhere."""
        found = self._partial.search(text, max(at, len(text) - self.longest + 1))
        return found.start() if found else len(text)


class Tape:
    """What has come and is not taken yet: `text` from `at`. `taken` counts the characters taken, `ended` says that no more
    comes, `at_line` that only white space stood before the block on its line."""

    __slots__ = ("_pieces", "at", "at_line", "ended", "taken", "text")

    def __init__(self) -> None:
        self.text = ""
        self.at = 0
        self.taken = 0
        self.ended = False
        self.at_line = True
        self._pieces: list[str] = []

    def feed(self, text: str) -> None:
        """More text."""
        self.text = self.text[self.at :] + text
        self.at = 0

    def take(self, end: int) -> None:
        """Take the text up to `end`."""
        if end > self.at:
            self._pieces.append(self.text[self.at : end])
            self.taken += end - self.at
            self.at = end

    def put_back(self, size: int) -> None:
        """Untake the characters that were taken last, in one piece."""
        self._pieces.pop()
        self.taken -= size
        self.at -= size

    @property
    def is_empty(self) -> bool:
        """Whether all that came is taken."""
        return self.at >= len(self.text)

    def printed(self) -> str:
        """All that was taken. Costs its length: ask once."""
        return "".join(self._pieces)

    def forget(self) -> str:
        """All that was taken, which is not kept any longer."""
        text = "".join(self._pieces)
        self._pieces = []
        return text

    def place(self) -> int:
        """Where the next piece will stand, for `since`."""
        return len(self._pieces)

    def since(self, place: int) -> str:
        """What was taken since `place()` said so."""
        return "".join(self._pieces[place:])

    def rest(self) -> str:
        """What is not taken."""
        return self.text[self.at :]


def peek(tape: Tape) -> Reading[str]:
    """The next character, not taken; empty at the end."""
    while tape.is_empty and not tape.ended:
        yield
    return tape.text[tape.at : tape.at + 1]


def spaces(tape: Tape) -> Reading[None]:
    """Take white space."""
    yield from run(tape, _SPACE)


def word(tape: Tape) -> Reading[str]:
    """Take and give a run of characters that are neither space nor any of the signs that structure calls."""
    return (yield from run(tape, _WORD))


def run(tape: Tape, pattern: re.Pattern[str], most: int = 0) -> Reading[str]:
    """Take and give a run of characters; `pattern` is one class of characters, repeated. A run longer than `most` is left
    one character behind it, wherever the text is cut (0: no bound)."""
    taken: list[str] = []
    size = 0
    while (yield from peek(tape)):
        bound = tape.at + most + 1 - size if most else len(tape.text)
        found = pattern.match(tape.text, tape.at, bound)
        if found is None or found.end() == tape.at:
            break
        taken.append(found.group())
        size += len(taken[-1])
        tape.take(found.end())
        if most and size > most:
            break
    return "".join(taken)


def literal(tape: Tape, options: tuple[str, ...]) -> Reading[str]:
    """Take and give the option that stands next; empty when none does. No option may be the beginning of another."""
    while True:
        for option in options:
            if tape.text.startswith(option, tape.at):
                tape.take(tape.at + len(option))
                return option
        rest = tape.text[tape.at : tape.at + max(map(len, options))]
        if tape.ended or not any(option.startswith(rest) for option in options):
            return ""
        yield


def until(tape: Tape, marks: Marks, *, keep: bool = False) -> Reading[str]:
    """Take all up to the first mark and, unless `keep`, the mark too; gives the mark, empty when the text ended before."""
    while True:
        found, end = marks.next(tape.text, tape.at, last=tape.ended)
        tape.take(found.end() if found and not keep else end)
        if found is not None:
            return found.group()
        if tape.ended:
            return ""
        yield


def ahead(tape: Tape, options: tuple[str, ...]) -> Reading[str]:
    """The option that stands next, not taken; empty when none does."""
    at = tape.taken
    found = yield from literal(tape, options)
    if found:
        tape.put_back(tape.taken - at)
    return found
