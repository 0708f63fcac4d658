"""Passages as the text that stands behind a user message, and which of them go along. Pure.

Above: `memory`, `edits`. Below: `messages`. The marks around a passage have numbers that stand in none of the texts, so that nothing inside
can end a passage or begin another.
"""

import re
from collections.abc import Iterable
from itertools import count

from msgspec.structs import replace

from studio.messages.message import Message
from studio.messages.parts import Text
from studio.messages.passage import Passage

_MARK = re.compile(r"passage-([0-9]+)", re.IGNORECASE)
_BETWEEN = re.compile(r"[\s\x00-\x1f\x7f\"]+")


def sent_passages(message: Message, *, fresh: bool) -> tuple[Passage, ...]:
    """Those that go along. `fresh`: the model has said nothing since the message."""
    if message.role != "user":
        return ()
    return message.passages if fresh else tuple(passage for passage in message.passages if passage.always)


def with_passages(message: Message, *, fresh: bool) -> Message:
    """The message as a request carries it: its passages as one more text, or left away."""
    if not message.passages:
        return message
    sent = sent_passages(message, fresh=fresh)
    return replace(message, parts=(*message.parts, *((Text(block(sent)),) if sent else ())), passages=())


def block(passages: tuple[Passage, ...]) -> str:
    """The text that passages become: where they are from, then each between two lines of its own."""
    used = {found for passage in passages for text in (passage.text, _said(passage)) for found in _MARK.findall(text)}
    numbers = (str(number) for number in count(1) if str(number) not in used)
    told = [_one(passage, f"passage-{number}") for passage, number in zip(passages, numbers, strict=False)]
    return "\n\n".join((f"Use what follows, from the files {_listed(passages)}.", *told))


def _one(passage: Passage, mark: str) -> str:
    return f"<{mark}{_said(passage)}>\n{passage.text}\n</{mark}>"


def _said(passage: Passage) -> str:
    place = f' place="{_plain(passage.where)}"' if passage.where else ""
    return f' source="{_plain(passage.source)}"{place}'


def _listed(passages: Iterable[Passage]) -> str:
    names = list(dict.fromkeys(_plain(passage.source) for passage in passages))
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]


def _plain(name: str) -> str:
    """A name on one line, without the mark that ends it."""
    return _BETWEEN.sub(" ", name).strip()
