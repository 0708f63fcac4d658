"""What a message says, as a value and in words, and what of two histories says something else. Pure.

Above: `round_changes`, `compare_causes`. Below: `compared`, `messages`. Ids, seals and sealed thinking are no difference: they are made
anew each time, and say nothing.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import Any, assert_never

from studio.messages.message import Message
from studio.messages.parts import Call, Image, Opaque, Part, Reasoning, Refusal, Result, Text
from studio.present.compared import Change

_LONGEST = 4000
"""Characters of a text that stand in a change."""


def messages_changed(left: Iterable[Message], right: Iterable[Message]) -> Iterator[Change]:
    """Messages that say something else, those that both begin and end with aside; the place is the role and, of a result, its tool."""
    one, other = list(left), list(right)
    least = min(len(one), len(other))
    first = next((at for at in range(least) if not _alike(one[at], other[at])), least)
    last = next((at for at in range(least - first) if not _alike(one[-1 - at], other[-1 - at])), least - first)
    for was, now in zip_longest(one[first : len(one) - last], other[first : len(other) - last]):
        if was is None or now is None or not _alike(was, now):
            yield from _message(was, now)


def _alike(one: Message, other: Message) -> bool:
    return one is other or _said(one) == _said(other)


def _message(one: Message | None, other: Message | None) -> Iterator[Change]:
    roles = [message.role for message in (one, other) if message is not None]
    if roles == ["tool", "tool"] and one is not None and other is not None:
        for was, now in zip_longest(one.results, other.results):
            if was is None or now is None or _of_part(was) != _of_part(now):
                name = (was or now or Result(None, "")).name
                yield Change("result", name, _result(was) if was else None, _result(now) if now else None)
        return
    yield Change("message", roles[0], _words(one) if one else None, _words(other) if other else None)


def _result(result: Result) -> str:
    return shown_result(result.text, result.is_error, tuple(picture.url for picture in result.media))


def _words(message: Message) -> str:
    passages = [f"[{passage.source} {passage.where}]\n{passage.text}" for passage in message.passages]
    return short("\n".join(filter(None, (*map(_part_words, message.parts), *passages))))


def _part_words(part: Part) -> str:
    match part:
        case Text(text=text) | Reasoning(text=text) | Refusal(text=text):
            return text
        case Call(name=name, arguments=arguments):
            return f"{name}({arguments})"
        case Result():
            return _result(part)
        case Image(url=url):
            return _picture(url)
        case Opaque(value=value):
            return json.dumps(_without_ids(value), ensure_ascii=False)
        case _:
            assert_never(part)


def _said(message: Message) -> tuple[Any, ...]:
    """What a message says, as a value: what only a provider's machines read is left away."""
    said = (_of_part(part) for part in message.parts)
    return message.role, tuple(each for each in said if each != _EMPTY), message.passages


_EMPTY = ("text", "")


def _of_part(part: Part) -> tuple[Any, ...]:
    match part:
        case Call(name=name, arguments=arguments):
            return "call", name, canonical(arguments)
        case Result(text=text, is_error=is_error, media=media):
            return "result", text, is_error, tuple(picture.url for picture in media)
        case Text(text=text) | Refusal(text=text):
            return "text", text
        case Reasoning(text=text):
            return ("reasoning", text) if text else _EMPTY
        case Image(url=url):
            return "image", url
        case Opaque(value=value):
            return "opaque", _without_ids(value)
        case _:
            assert_never(part)


_FOR_MACHINES = frozenset(("annotations", "encrypted_content", "id", "index", "logprobs", "signature", "status"))
_SEALED = frozenset(("redacted_thinking",))


def _without_ids(value: Any) -> Any:
    """An opaque part without what is made anew each time and says nothing: its id, its seal, sealed thinking."""
    if not isinstance(value, dict):
        return value
    sealed = ("data",) if value.get("type") in _SEALED else ()
    return {name: one for name, one in value.items() if name not in _FOR_MACHINES and name not in sealed}


def shown_result(text: str, is_error: bool, urls: tuple[str, ...]) -> str:
    """A result as it stands in a change: its text, and a line for each picture."""
    return "\n".join(filter(None, (short(text), *map(_picture, urls)))) or ("(an error)" if is_error else "")


def _picture(url: str) -> str:
    """A picture on a line: its address, of one that is written out its size and what tells it from others."""
    if not url.startswith("data:"):
        return f"[picture {short(url)}]"
    digest = hashlib.sha256(url.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"[picture {url[5:].partition(';')[0].partition(',')[0][:40]}, {len(url):,} characters, {digest}]"


def canonical(text: str) -> str:
    """Argument text in one spelling, where it is JSON."""
    try:
        return json.dumps(json.loads(text), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    except (ValueError, RecursionError):
        return text


def short(text: str) -> str:
    """A text as it stands in a change: cut where it is very long, with how much is missing."""
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}… ({len(text) - _LONGEST} more)"
