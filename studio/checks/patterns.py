"""Regular expressions of schemas, searched in bounded time: what could run away in Python's own engine is followed state by state.

Above: `bounded`, `quick_limits`. Below: `pattern_states`, `effort`. Gives what `re.search` gives, or raises TooMuchError.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from studio.checks.effort import TooMuchError, spend
from studio.checks.pattern_states import UnfollowedError, followed, parsed, states

_CHEAP = 3_000_000
"""Ways in which Python's engine may try a pattern: some tenths of a second."""
_ENDLESS = 10**18


def found(pattern: str, text: str) -> bool:
    """Whether `pattern` is found in `text`. Raises re.error when it is no pattern, TooMuchError when that cannot be told in time."""
    compiled = re.compile(pattern)
    if is_cheap(pattern, text):
        return compiled.search(text) is not None
    try:
        return followed(states(pattern), text, spend)
    except UnfollowedError:
        raise TooMuchError from None


def is_cheap(pattern: str, text: str) -> bool:
    """Whether Python's engine surely comes to an end soon: it is given no text that it could try in too many ways."""
    length = len(text) + 1
    if _is_plain(pattern):
        return True
    items = parsed(pattern)
    starts = 1 if _is_anchored(items) else length
    return _ways(items, length) * starts <= _CHEAP


@lru_cache(maxsize=512)
def _is_plain(pattern: str) -> bool:
    """Whether there is nothing in it that can be tried in several ways."""
    return not set(pattern) & set("*+?{|")


def _is_anchored(items: Any) -> bool:
    return bool(len(items)) and str(items[0][0]) == "AT" and str(items[0][1]) in ("AT_BEGINNING", "AT_BEGINNING_STRING")


def _ways(items: Sequence[tuple[Any, Any]], length: int) -> int:
    """In how many ways the parts can be tried at one place, at most."""
    ways = 1
    for code, what in items:
        ways = min(ways * _of_part(str(code), what, length), _ENDLESS)
    return ways


def _of_part(code: str, what: Any, length: int) -> int:
    match code:
        case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
            least, most, inner = what
            return _repeated(_ways(inner, length), int(least), min(int(most), max(int(least), length)))
        case "BRANCH":
            return sum(_ways(each, length) for each in what[1])
        case "SUBPATTERN":
            return _ways(what[-1], length)
        case "ATOMIC_GROUP":
            return _ways(what, length)
        case "ASSERT" | "ASSERT_NOT":
            return _ways(what[1], length) * length
        case "GROUPREF" | "GROUPREF_EXISTS":
            return length
        case _:
            return 1


def _repeated(once: int, least: int, most: int) -> int:
    """The ways of all counts together."""
    if once == 1:
        return most - least + 1
    return _ENDLESS if most > 60 else min(sum(once**count for count in range(least, most + 1)), _ENDLESS)
