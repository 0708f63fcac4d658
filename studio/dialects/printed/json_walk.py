"""Walks over one JSON value as models write it, piece by piece, to find where it ends.

Above: `json_calls`, `members`. Below: `tape`. It knows quotes, escapes and brackets, in double or single quotes; a place where no JSON can
go on is told, and the value itself is never changed or repaired.
"""

import re
from typing import Literal

from studio.dialects.printed.tape import Reading, Tape

Ending = Literal["whole", "broken", "cut"]

_SPACE = re.compile(r"\s*")
_LITERAL = re.compile(r"[-+.\w]+")
_QUOTED = {
    '"': re.compile(r'[^"\\]*(?:\\.[^"\\]*)*+', re.DOTALL),
    "'": re.compile(r"[^'\\]*(?:\\.[^'\\]*)*+", re.DOTALL),
}
# Whole plain members in one go; bounded, since the engine keeps a note of each repetition.
_PLAIN = re.compile(r'(?:\s*+(?:"[^"\\]*+(?:\\.[^"\\]*+)*+"|[-+.\w]++)\s*+[,:]){1,500}', re.DOTALL)


class JsonWalk:
    """One value. `done`: it ended; `broken`: it is no JSON from the place on where `feed` stopped."""

    __slots__ = ("_depth", "_escaped", "_quote", "_state", "broken", "done")

    def __init__(self) -> None:
        self.done = False
        self.broken = False
        self._depth = 0
        self._state = "value"
        self._quote = ""
        self._escaped = False

    def feed(self, text: str, at: int = 0) -> int:
        """Walk on from `at`; gives the place behind the last character that belongs to the value."""
        while at < len(text) and not (self.done or self.broken):
            match self._state:
                case "string":
                    at = self._string(text, at)
                case "literal":
                    at = self._literal(text, at)
                case _:
                    at = self._between(text, at)
        return at

    def _string(self, text: str, at: int) -> int:
        if self._escaped:
            self._escaped = False
            return at + 1
        found = _QUOTED[self._quote].match(text, at)
        at = found.end() if found else at
        if text.startswith(self._quote, at):
            self._ended()
            return at + 1
        if text.startswith("\\", at):
            self._escaped = True
            return at + 1
        return at

    def _literal(self, text: str, at: int) -> int:
        found = _LITERAL.match(text, at)
        if found is None:
            self._ended()
            return at
        return found.end()

    def _between(self, text: str, at: int) -> int:
        if self._state == "value" and self._depth and (plain := _PLAIN.match(text, at)):
            return plain.end()
        found = _SPACE.match(text, at)
        at = found.end() if found else at
        if at == len(text):
            return at
        sign = text[at]
        if sign in "}]":
            return self._close(at)
        if self._state == "after":
            self._state = "value"
            self.broken = sign not in ",:"
            return at + (not self.broken)
        return self._open(text, sign, at)

    def _close(self, at: int) -> int:
        self._depth -= 1
        self.broken = self._depth < 0
        self._ended()
        return at + (not self.broken)

    def _open(self, text: str, sign: str, at: int) -> int:
        if sign in "{[":
            self._depth += 1
        elif sign in "\"'":
            self._state, self._quote = "string", sign
        elif _LITERAL.match(text, at):
            self._state = "literal"
            return at
        else:
            self.broken = True
            return at
        return at + 1

    def _ended(self) -> None:
        self._state = "after"
        self.done = self._depth == 0


def json_value(tape: Tape) -> Reading[Ending]:
    """Take one value; `broken` stops where it is no JSON any more, `cut` at the end of the text."""
    walk = JsonWalk()
    while True:
        tape.take(walk.feed(tape.text, tape.at))
        if walk.done:
            return "whole"
        if walk.broken:
            return "broken"
        if tape.ended:
            return "cut"
        yield


def end_of_value(text: str, at: int) -> tuple[int, Ending]:
    """Where the value that begins at `at` ends, and how."""
    walk = JsonWalk()
    end = walk.feed(text, at)
    if walk.done:
        return end, "whole"
    return end, "broken" if walk.broken else "cut"
