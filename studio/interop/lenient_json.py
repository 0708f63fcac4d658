"""JSON as people write it into settings: with comments, trailing commas, and without the outer braces of what was copied from a page.

Above: `mcp_servers`. Below: `json_bytes`. What is passed over becomes blanks, so that the places in errors stay right. Pure.
"""

import json
import re
from typing import Any

from studio.dialects.json_bytes import loads
from studio.problems import StudioError
from studio.said import said

_TEXT = r'"(?:[^"\\\n]|\\.)*+"?+'
"""A text; also one that is not ended, and never looked at twice: else a file of a few MB would take hours."""
_COMMENT = re.compile(rf"{_TEXT}|//[^\n]*|/\*.*?(?:\*/|\Z)", re.DOTALL)
_COMMA = re.compile(rf"{_TEXT}|,(?=\s*(?:[}}\]]|\Z))", re.DOTALL)


class LenientJsonError(StudioError):
    """A text that is no JSON even so; the words say why and where."""


def read(text: str) -> Any:
    """The value of a text. Raises LenientJsonError."""
    try:
        return loads(text)
    except ValueError:
        pass
    plain = _plain(text)
    try:
        return loads(plain)
    except ValueError as error:
        raise LenientJsonError(_why(plain, str(error))) from None


def doubled(text: str) -> tuple[str, ...]:
    """The names that stand more than once in one object of a text that can be read: of their values only the last counts."""
    found: dict[str, None] = {}

    def members(pairs: list[tuple[str, Any]]) -> None:
        seen: set[str] = set()
        for name, _ in pairs:
            if name in seen:
                found[name] = None
            seen.add(name)

    for each in (text, _plain(text)):
        try:
            json.loads(each, object_pairs_hook=members)
            break
        except (ValueError, RecursionError):
            found.clear()
    return tuple(found)


def _plain(text: str) -> str:
    plain = _COMMA.sub(_blank, _COMMENT.sub(_blank, text))
    if plain.lstrip().startswith('"') and ":" in plain:
        plain = "{" + plain + "}"
    return plain


def _blank(match: re.Match[str]) -> str:
    """A comment or a comma as blanks of the same size; a text stays."""
    return match[0] if match[0].startswith('"') else re.sub(r"[^\n]", " ", match[0])


def _why(text: str, why: str) -> str:
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        return said("{why} (line {line}, column {column})", why=error.msg, line=error.lineno, column=error.colno)
    except (ValueError, RecursionError):
        pass
    return why
