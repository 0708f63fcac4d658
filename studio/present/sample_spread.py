"""How the arguments of calls spread: which came how often, as a whole and member by member. Pure.

Above: `sample_report`. Below: `sample_values`, `messages`.
"""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from studio.messages.depth import is_too_deep
from studio.messages.parts import Call
from studio.present.sample_values import Count, MemberSpread, Spread


def counts(texts: Iterable[str]) -> tuple[Count, ...]:
    """Each text and how often it came, the most frequent first."""
    return tuple(Count(text, times) for text, times in Counter(texts).most_common())


def spreads(calls: Iterable[Call]) -> tuple[Spread, ...]:
    """By tool, the one called most often first."""
    by_tool: dict[str, list[str]] = {}
    for call in calls:
        by_tool.setdefault(call.name, []).append(call.arguments)
    most_first = sorted(by_tool.items(), key=lambda item: -len(item[1]))
    return tuple(_spread(tool, texts) for tool, texts in most_first)


def _spread(tool: str, texts: Sequence[str]) -> Spread:
    read = {text: _read(text) for text in dict.fromkeys(texts)}
    values = [read[text] for text in texts]
    told = counts(_text(value, text) for value, text in zip(values, texts, strict=True))
    return Spread(tool, len(texts), told, _members([value for value in values if isinstance(value, dict)]))


def _members(objects: Sequence[dict[str, Any]]) -> tuple[MemberSpread, ...]:
    names = dict.fromkeys(name for value in objects for name in value)
    return tuple(_member(name, objects) for name in names)


def _member(name: str, objects: Sequence[dict[str, Any]]) -> MemberSpread:
    there = [_text(value[name], "") for value in objects if name in value]
    return MemberSpread(name, counts(there), len(objects) - len(there))


def _read(text: str) -> Any:
    """The value of an argument text; None where it is none that can be taken apart."""
    try:
        value = json.loads(text) if text else {}
    except (ValueError, RecursionError):
        return None
    return None if is_too_deep(value) else value


def _text(value: Any, otherwise: str) -> str:
    """A value in one way of writing, so that the same is told the same."""
    if value is None and otherwise:
        return otherwise
    return json.dumps(value, ensure_ascii=False, sort_keys=True)
