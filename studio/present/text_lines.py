"""Text cut into lines that fit a terminal: wide characters count two cells, control characters become visible.

Above: `transcript_text`, the command line. Knows no colour.
"""

import re
import unicodedata
from collections.abc import Iterator
from itertools import islice

_CONTROLS = (*range(0x20), *range(0x7F, 0xA0))
_SHOWN = {code: 0x2400 + code if code < 0x20 else 0xFFFD for code in _CONTROLS if chr(code) not in "\n\t"}
_WORDS = re.compile(r"\n| *[^ \n]+| +")


def cells(text: str) -> int:
    """The columns that `text` takes in a terminal."""
    return len(text) if text.isascii() else sum(map(_cell, text))


def visible(text: str) -> str:
    """`text` without characters that would move the cursor or colour the terminal; line ends and tabs stay."""
    return text if text.isprintable() else text.translate(_SHOWN)


def spelled(text: str) -> str:
    """`text` in one line, each character that is not seen as itself (line ends, controls, those that turn the direction of writing) as its
    escape, `\\n` or `\\u202e`: so that what is shown cannot pass for anything else."""
    return text if text.isprintable() else "".join(each if each.isprintable() else _escape(each) for each in text)


def _escape(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")


def wrapped(text: str, width: int, most: int = 0) -> list[str]:
    """Lines of at most `width` cells, broken at spaces where there are any. Unless `most` is 0, at most so many of them and
    a line that says how much is left out."""
    lines = (line for given in text.split("\n") for line in _broken(visible(given).expandtabs(4), width))
    if not most:
        return list(lines)
    shown = list(islice(lines, most + 2))
    if len(shown) < most + 2:
        return shown
    left = len(text) - sum(map(len, shown[:most])) - most
    return [*shown[:most], f"… {left:,} more characters"]


class RunningText:
    """Wraps text that comes in pieces of any size; lines after the first begin with `before` and `indent` spaces."""

    def __init__(self, width: int, indent: int, before: str = "") -> None:
        self._room = max(width - cells(before) - indent, 20)
        self._break = "\n" + before + " " * indent
        self._used = 0

    def feed(self, text: str) -> str:
        """What to write for the next piece. A word in two pieces may be broken between them."""
        return "".join(map(self._placed, _WORDS.findall(visible(text).expandtabs(4))))

    def _placed(self, word: str) -> str:
        if word == "\n":
            self._used = 0
            return self._break
        size = cells(word)
        if self._used and self._used + size > self._room:
            word = word.lstrip(" ")
            self._used = cells(word)
            return self._break + word
        self._used += size
        return word


def _broken(text: str, width: int) -> Iterator[str]:
    start = 0
    while (end := _fitting(text, start, width)) < len(text):
        space = text.rfind(" ", start + 1, end + 1)
        cut = space if space > start + (end - start) // 3 else end
        yield text[start:cut].rstrip(" ")
        start = cut
        while start < len(text) and text[start] == " ":
            start += 1
    yield text[start:]


def _fitting(text: str, start: int, width: int) -> int:
    """Where the characters from `start` on no longer fit into `width` cells; at least one fits."""
    if text.isascii():
        return min(start + max(width, 1), len(text))
    used = 0
    for at in range(start, len(text)):
        used += _cell(text[at])
        if used > width:
            return max(at, start + 1)
    return len(text)


def _cell(char: str) -> int:
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1
