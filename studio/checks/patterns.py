"""Regular expressions of schemas, searched in bounded time: by RE2, whose time grows with the text and never runs away.

Above: `bounded`, `quick_limits`. Below: google-re2, `effort`. What RE2 does not know (looking around, back references) goes to
Python's own engine where that surely comes to an end soon. As in ECMA-262 `$` is the very end, and `\\d` the ten digits.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from importlib import import_module
from typing import Any

import re2

from studio.checks.effort import TooMuchError

_parser: Any = import_module("re._parser")
_CHEAP = 3_000_000
"""Ways in which Python's engine may try a pattern: some tenths of a second."""
_ENDLESS = 10**18


def found(pattern: str, text: str) -> bool:
    """Whether `pattern` is found in `text`. Raises re.error when it is no pattern, TooMuchError when that cannot be told in time."""
    engine = _linear(pattern)
    if engine is not None and _is_unicode(text):
        return engine.search(text) is not None
    compiled = re.compile(pattern)
    if not is_cheap(pattern, text):
        raise TooMuchError
    return compiled.search(text) is not None


@lru_cache(maxsize=512)
def _linear(pattern: str) -> Any:
    """The pattern for RE2, None when that does not know it."""
    options = re2.Options()
    options.log_errors = False
    try:
        return re2.compile(pattern, options)
    except (re2.error, UnicodeEncodeError):
        return None


def _is_unicode(text: str) -> bool:
    """Whether RE2 can be given the text: half a surrogate pair is no character."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def is_cheap(pattern: str, text: str) -> bool:
    """Whether Python's engine surely comes to an end soon: it is given no text that it could try in too many ways."""
    length = len(text) + 1
    if _is_plain(pattern):
        return True
    items = _parsed(pattern)
    starts = 1 if _is_anchored(items) else length
    return _ways(items, length) * starts <= _CHEAP


@lru_cache(maxsize=512)
def _parsed(pattern: str) -> Any:
    """The parts of a pattern, as Python's parser gives them. Raises re.error."""
    return _parser.parse(pattern)


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
