"""The members of a JSON object as a model wrote it: each value as the exact text it stands as.

Above: `call_shape`. Below: `json_walk`. Nothing is decoded but the names; a broken or cut value goes to the end of the text.
"""

import json
import re

import msgspec

from studio.dialects.printed.json_walk import Ending, end_of_value

_NEXT = re.compile(r"[\s,]*")
_COLON = re.compile(r"\s*:\s*")
_SPACE = re.compile(r"\s*")
_MOST = 200
"""Members that are looked at: an object of a call has few."""


class Member(msgspec.Struct, frozen=True):
    """One member: its value is `text[start:end]`; `ending` says whether it is whole."""

    key: str
    start: int
    end: int
    ending: Ending


def members(text: str, at: int, stop: int) -> list[Member]:
    """The members of the object that begins at `at`, whose block ends at `stop`. Empty when there is no object."""
    found: list[Member] = []
    if not text.startswith("{", at):
        return found
    at += 1
    while len(found) < _MOST:
        at = _after(_NEXT, text, at)
        key, colon = _key(text, at)
        if colon < 0:
            break
        at, ending = end_of_value(text, colon)
        found.append(Member(key, colon, at if ending == "whole" else stop, ending))
        if ending != "whole":
            break
    return found


def entries(text: str, at: int) -> list[tuple[int, int]]:
    """The values of the list that begins at `at`, as spans; the last may be cut."""
    spans: list[tuple[int, int]] = []
    at += 1
    while True:
        at = _after(_NEXT, text, at)
        if at >= len(text) or text[at] == "]":
            return spans
        end, ending = end_of_value(text, at)
        spans.append((at, end))
        if ending != "whole":
            return spans
        at = end


def read_text(text: str) -> str | None:
    """The text that a JSON string literal stands for, None when it is none."""
    if text[:1] == "'":
        return text[1:-1] if text[-1:] == "'" and "\\" not in text and len(text) > 1 else None
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, str) else None


def _key(text: str, at: int) -> tuple[str, int]:
    """The name that stands at `at` and where its value begins; -1 when there is none."""
    if text[at : at + 1] not in ('"', "'"):
        return "", -1
    end, ending = end_of_value(text, at)
    colon = _COLON.match(text, end) if ending == "whole" else None
    key = read_text(text[at:end])
    if colon is None or key is None or colon.end() >= len(text):
        return "", -1
    return key, colon.end()


def _after(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    return found.end() if found else at
