"""Fills `{order_id}`, `{items.0.sku}` in a text from the arguments of a call. Pure.

Above: `canned`. Below: the standard library. Braces that hold no member stand for themselves, so JSON can be written as it is, and
`{{order_id}}` is the text `{order_id}`. A member that is not there stays as it is, so that it is seen.
"""

import json
import re
from collections.abc import Mapping
from typing import Any

_PATH = r"[\w-]+(?:\.[\w-]+)*"
_PLACE = re.compile(rf"\{{\{{({_PATH})\}}\}}|\{{({_PATH})\}}")
_LONGEST_NUMBER = 18
_MOST = 8_000_000
"""Characters that are filled in at most; what comes after stays as it is, so that it is seen."""
_QUOTE = re.compile(r'\\.|(")')


def fill(template: str, arguments: Mapping[str, Any]) -> str:
    """`template` with its members filled. Where it is JSON around them it stays JSON, whatever a text holds: between quotes a text is
    escaped, outside of them it gets quotes. Elsewhere texts stand as they are, other values as JSON."""
    as_json = _is_json(_PLACE.sub(lambda found: found[1] or "0", template))
    quotes = _Quotes(template)
    left = _MOST

    def filled(found: re.Match[str]) -> str:
        if found[1] is not None:
            return "{" + found[1] + "}"
        try:
            value = member(arguments, found[2])
        except KeyError:
            return found[0]
        text = _written(value, as_json=as_json, quoted=as_json and quotes.open_at(found.start()))
        nonlocal left
        left -= len(text)
        return text if left >= 0 else found[0]

    return _PLACE.sub(filled, template)


def missing(template: str, arguments: Mapping[str, Any]) -> tuple[str, ...]:
    """The members that `template` names and `arguments` do not hold, in order."""
    named = [found[2] for found in _PLACE.finditer(template) if found[2] is not None]
    return tuple(path for path in dict.fromkeys(named) if not _is_there(arguments, path))


def member(arguments: Mapping[str, Any], path: str) -> Any:
    """The value at `items.0.sku`. KeyError when there is none."""
    value: Any = arguments
    for step in path.split("."):
        if isinstance(value, Mapping) and step in value:
            value = value[step]
        elif isinstance(value, list) and _is_place(step, len(value)):
            value = value[int(step)]
        else:
            raise KeyError(path)
    return value


def _is_there(arguments: Mapping[str, Any], path: str) -> bool:
    try:
        member(arguments, path)
    except KeyError:
        return False
    return True


def _written(value: Any, *, as_json: bool, quoted: bool) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    if quoted:
        return json.dumps(text, ensure_ascii=False)[1:-1]
    return json.dumps(value, ensure_ascii=False) if as_json else text


def _is_place(step: str, count: int) -> bool:
    """Whether it numbers one of `count` items; a number of many digits is not even read."""
    return step.isdecimal() and len(step) <= _LONGEST_NUMBER and int(step) < count


class _Quotes:
    """Where quotes are open in a text, asked from its beginning to its end: it is walked through once."""

    def __init__(self, text: str) -> None:
        self._left = _QUOTE.finditer(text)
        self._next = next(self._left, None)
        self._open = False

    def open_at(self, place: int) -> bool:
        while self._next is not None and self._next.start() < place:
            self._open ^= self._next[1] is not None
            self._next = next(self._left, None)
        return self._open


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
