"""Walks over Python text as models print calls, to find where a bracket closes.

Above: `python_list`. Below: `tape`. It knows quotes, also tripled, escapes and brackets; it reads no value.
"""

import re

from studio.dialects.printed.tape import Reading, Tape

_PLAIN = re.compile(r"[^'\"()\[\]{},]*")
_OPENED = {")": "(", "]": "[", "}": "{"}
_DEEPEST = 1000
_INSIDE = {
    quote: re.compile(rf"[^{quote}\\]*", re.DOTALL) for quote in ("'", '"')
}  # fmt: skip


class PythonWalk:
    """Walks to the bracket that closes the one before the text. `comma` is the place of the last comma between its own values,
    counted from the first character fed. `done`: the bracket is passed; `broken`: brackets do not fit, or are far too many."""

    __slots__ = ("_at", "_base", "_open", "_quote", "broken", "comma", "done")

    def __init__(self, opened: str) -> None:
        self.done = False
        self.broken = False
        self.comma = 0
        self._open = [opened]
        self._quote = ""
        self._at = self._base = 0

    def feed(self, text: str, at: int, *, last: bool) -> int:
        """Walk on from `at`; gives the place behind what is passed. A quote at the very end waits for what follows, unless it is the
        last piece."""
        self._base = self._at - at
        while at < len(text) and not self.done and not self.broken:
            moved = self._string(text, at, last) if self._quote else self._code(text, at, last)
            if moved == at:
                break
            at = moved
        self._at = self._base + at
        return at

    def _code(self, text: str, at: int, last: bool) -> int:
        found = _PLAIN.match(text, at)
        at = found.end() if found else at
        if at == len(text):
            return at
        sign = text[at]
        if sign in "'\"":
            if len(text) - at < 3 and not last and text[at:] == sign * (len(text) - at):
                return at
            self._quote = sign * 3 if text.startswith(sign * 3, at) else sign
            return at + len(self._quote)
        if sign == ",":
            self.comma = self._base + at if len(self._open) == 1 else self.comma
        elif sign in "([{" and len(self._open) < _DEEPEST:
            self._open.append(sign)
        elif _OPENED.get(sign) == self._open[-1]:
            self._open.pop()
            self.done = not self._open
        else:
            self.broken = True
            return at
        return at + 1

    def _string(self, text: str, at: int, last: bool) -> int:
        found = _INSIDE[self._quote[0]].match(text, at)
        at = found.end() if found else at
        if at == len(text):
            return at
        if text[at] == "\\":
            return min(at + 2, len(text)) if at + 1 < len(text) or last else at
        if text.startswith(self._quote, at):
            at += len(self._quote)
            self._quote = ""
            return at
        if len(self._quote) == 3 and len(text) - at < 3 and not last:
            return at
        return at + 1


def to_closing(tape: Tape, opened: str) -> Reading[PythonWalk]:
    """Take all up to and with the bracket that closes `opened`, which is taken; the walk says whether it came."""
    walk = PythonWalk(opened)
    while True:
        tape.take(walk.feed(tape.text, tape.at, last=tape.ended))
        if walk.done or walk.broken or tape.ended:
            return walk
        yield
