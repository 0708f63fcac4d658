"""The same JSON in another layout: only white space changes, every token keeps its spelling.

Numbers, escapes, doubled keys and the order of members stay as written. Knows nothing of values.
"""

import json
import re

from studio.present.json_scan import scan

_tokens = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\],:]|[^\s{}\[\],:"]+', re.DOTALL).findall
_OPENERS, _CLOSERS = frozenset("{["), frozenset("}]")
_TOLERATED = frozenset({"json.number_word"})


def pretty(text: str, indent: int = 2) -> str:
    """The text with one member or item a line, `indent` (at least 1) blanks a level; a text that is not JSON comes back unchanged."""
    return _lay_out(_tokens(text), indent) if _can_lay_out(text) else text


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
    out: list[str] = []
    lead, fresh = "\n", False
    for part in parts:
        if part == ",":
            out.append("," + lead)
        elif part == ":":
            out.append(": ")
        elif part in _OPENERS:
            lead += " " * indent
            out += (part, lead)
            fresh = True
            continue
        elif part in _CLOSERS:
            lead = lead[:-indent]
            if fresh:
                out[-1] = part
            else:
                out += (lead, part)
        else:
            out.append(part)
        fresh = False
    return "".join(out)
