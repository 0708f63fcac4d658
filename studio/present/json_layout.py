"""The same JSON in another layout: only white space changes, every token keeps its spelling.

Numbers, escapes, doubled keys and the order of members stay as written. Knows nothing of values.
"""

import json
import re
from collections.abc import Iterator

from studio.present.json_scan import scan

_tokens = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\],:]|[^\s{}\[\],:"]+', re.DOTALL).findall
_any_token = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\],:]|[^\s{}\[\],:"]+|"', re.DOTALL)
_OPENERS, _CLOSERS = frozenset("{["), frozenset("}]")
_DEEPEST = 64
"""Levels to which lines go in: beyond them a small text would become one of many megabytes of blanks."""
_TOLERATED = frozenset({"json.number_word"})


def pretty(text: str, indent: int = 2) -> str:
    """The text with one member or item a line, `indent` (at least 1) blanks a level; a text that is not JSON comes back unchanged."""
    return _lay_out(_tokens(text), indent) if _can_lay_out(text) else text


def pretty_parts(text: str, indent: int = 2, size: int = 100_000) -> Iterator[str]:
    """A long text for reading, laid out part by part as it is asked for; parts end anywhere between tokens.

    Whether it is JSON is not looked at: what is not keeps all its signs but white space. A text of many lines comes as it is.
    """
    if text.count("\n") > len(text) // 500:
        yield from (text[at : at + size] for at in range(0, len(text), size))
        return
    layout, parts, length = _Layout(indent), list[str](), 0
    for hit in _any_token.finditer(text):
        parts.append(hit[0])
        length += len(hit[0])
        if length > size:
            yield layout.take(parts)
            parts, length = [], 0
    yield layout.take(parts)


def minify(text: str) -> str:
    """The text without white space between its tokens; a text that is not JSON comes back unchanged."""
    return "".join(_tokens(text)) if _can_lay_out(text) else text


def tokens(text: str) -> list[str]:
    """The tokens of a JSON text as they are spelled."""
    found: list[str] = _tokens(text)
    return found


def _can_lay_out(text: str) -> bool:
    """Whether the text is JSON (NaN and Infinity pass). The C parser says yes fast; the scanner has the last word."""
    if text.startswith("\ufeff"):
        return False
    try:
        json.loads(text, parse_int=str)
    except (ValueError, RecursionError):
        return all(problem.rule in _TOLERATED for problem in scan(text).problems)
    return True


def _lay_out(parts: list[str], indent: int) -> str:
    return _Layout(indent).take(parts)


class _Layout:
    """Lays tokens out, as many at a time as there are."""

    def __init__(self, indent: int) -> None:
        self._indent, self._depth, self._fresh = " " * indent, 0, False

    def take(self, parts: list[str]) -> str:
        """The text of these tokens; what follows an opening bracket waits, for an empty container stays on its line."""
        depth, fresh = self._depth, self._fresh
        lead = self._line(depth)
        out = [lead] if fresh else []
        for part in parts:
            if part == ",":
                out.append("," + lead)
            elif part == ":":
                out.append(": ")
            elif part in _OPENERS:
                depth += 1
                lead = self._line(depth)
                out += (part, lead)
                fresh = True
                continue
            elif part in _CLOSERS:
                depth = max(depth - 1, 0)
                lead = self._line(depth)
                if fresh:
                    out[-1] = part
                else:
                    out += (lead, part)
            else:
                out.append(part)
            fresh = False
        if fresh:
            del out[-1]
        self._depth, self._fresh = depth, fresh
        return "".join(out)

    def _line(self, depth: int) -> str:
        return "\n" + self._indent * min(depth, _DEEPEST)
