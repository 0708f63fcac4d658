"""The person's own patterns for what is blanked like a secret: in texts, in JSON (never its structure), in what comes in pieces.

Above: `redact` (which is given one), `workspace`. Below: google-re2: no pattern runs away. A match never goes over a line, a quotation
mark or a backslash, so that what is blanked inside JSON stays JSON.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any

import re2

from studio.problems import StudioError
from studio.said import said

LONGEST = 256
"""Of an unfinished line of text so many characters are held back: what a pattern stands for may go on in the next piece."""
_RUN = re.compile(r'[^"\\\x00-\x1f]+')
_LITERAL = re.compile(r'"((?:[^"\\]+|\\.)*)"(\s*:)?', re.DOTALL)
_EVENT = re.compile(r"\s*data:\s*(?=[{\[])")


class PatternError(StudioError):
    """The pattern cannot be read."""


class OwnBlanks:
    """Knows the patterns. `sign` is put in the place of what they find."""

    def __init__(self, patterns: Sequence[str], sign: str) -> None:
        """PatternError for the first that cannot be read."""
        self._sign = sign
        self._patterns = [_compiled(pattern) for pattern in patterns]

    def text(self, text: str) -> str:
        """A text without what the patterns find."""
        return _RUN.sub(lambda run: self._in_run(run[0]), text)

    def data(self, data: bytes, *, json: bool = False) -> bytes:
        """The same of bytes; of JSON, and of events that hold some, only in the texts in it. `json`: it is JSON, though it may begin in
        its middle, at a line."""
        return _in_text(data, self._in_json if json else self._lines)

    def rest(self, text: str) -> int:
        """Where the end of a text begins that has to wait for more: its unfinished line, or the end of that, and no half match."""
        cut = max(text.rfind("\n") + 1, len(text) - LONGEST)
        for pattern in self._patterns:
            for begin, end in _spans(pattern, text):
                cut = begin if begin < cut < end else cut
        return cut

    def _lines(self, text: str) -> str:
        if text.lstrip()[:1] in tuple("{[]},"):
            return self._in_json(text)
        return "".join(self._line(line) for line in text.splitlines(keepends=True))

    def _line(self, line: str) -> str:
        event = _EVENT.match(line)
        return self.text(line) if event is None else event[0] + self._in_json(line[event.end() :])

    def _in_json(self, text: str) -> str:
        return _LITERAL.sub(self._literal, text)

    def _literal(self, found: re.Match[str]) -> str:
        return found[0] if found[2] is not None else f'"{self.text(found[1])}"'

    def _in_run(self, run: str) -> str:
        for pattern in self._patterns:
            run = _replaced(pattern, self._sign, run)
        return run


def _compiled(pattern: str) -> Any:
    options = re2.Options()
    options.log_errors = False
    try:
        return re2.compile(pattern, options)
    except (re2.error, UnicodeEncodeError) as error:
        raise PatternError(said("This pattern cannot be read: {why}.", why=_why(error).rstrip("."))) from error


def _why(error: Exception) -> str:
    told = error.args[0] if error.args else ""
    return told.decode("utf-8", "replace") if isinstance(told, bytes) else str(told)


def _replaced(pattern: Any, sign: str, text: str) -> str:
    try:
        return str(pattern.sub(lambda _: sign, text))
    except UnicodeEncodeError:  # half a character pair: letter by letter of its bytes
        return _in_text(
            text.encode("utf-8", "surrogatepass"), lambda one: str(pattern.sub(lambda _: sign, one))
        ).decode("utf-8", "surrogatepass")


def _spans(pattern: Any, text: str) -> list[tuple[int, int]]:
    try:
        return [found.span() for found in pattern.finditer(text)]
    except UnicodeEncodeError:
        return []


def _in_text(data: bytes, change: Callable[[str], str]) -> bytes:
    """Bytes changed as the text that they are, or as single bytes where they are none."""
    try:
        return change(data.decode()).encode()
    except UnicodeDecodeError:
        return change(data.decode("latin-1")).encode("latin-1")
