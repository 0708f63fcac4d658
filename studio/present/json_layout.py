"""The same JSON in another layout: only white space changes, every token keeps its spelling.

Numbers, escapes, doubled keys and the order of members stay as written. Knows nothing of values.
"""

import re

from studio.present.json_map import JsonMap
from studio.present.json_scan import scan

_tokens = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\],:]|[^\s{}\[\],:"]+', re.DOTALL).findall
_TOLERATED = frozenset({"json.number_word"})


def pretty(text: str, indent: int = 2) -> str:
    """The text with one member or item a line; a text that is not JSON comes back unchanged."""
    return _lay_out(_tokens(text), indent) if _can_lay_out(scan(text)) else text


def minify(text: str) -> str:
    """The text without white space between its tokens; a text that is not JSON comes back unchanged."""
    return "".join(_tokens(text)) if _can_lay_out(scan(text)) else text


def tokens(text: str) -> list[str]:
    """The tokens of a JSON text as they are spelled."""
    found: list[str] = _tokens(text)
    return found


def _can_lay_out(map_: JsonMap) -> bool:
    return not map_.text.startswith("\ufeff") and all(problem.rule in _TOLERATED for problem in map_.problems)


def _lay_out(parts: list[str], indent: int) -> str:
    out: list[str] = []
    depth = 0
    previous = ""
    for part in parts:
        if part in "}]" and part:
            depth -= 1
            if previous not in "{[":
                out.append("\n" + " " * (indent * depth))
        elif previous in ("{", "[", ","):
            out.append("\n" + " " * (indent * depth))
        out.append(": " if part == ":" else part)
        if part in ("{", "["):
            depth += 1
        previous = part
    return "".join(out)
