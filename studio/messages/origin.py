"""Says to which dialect the foreign members of a message are bound.

Above: `dialects`, `responders`. Below: `message`, `reply`. Knows no dialect: names are handed in.
"""

from collections.abc import Iterable
from typing import TypeVar

from msgspec.structs import replace

from studio.messages.message import Message
from studio.messages.parts import Opaque, Part, Reasoning, Result
from studio.messages.reply import ChatReply

T = TypeVar("T", Message, ChatReply)


def is_bound(parts: Iterable[Part]) -> bool:
    """Whether one of the parts holds something that only one dialect understands: a signature, members of its wire form."""
    return any(_bound(part) for part in parts)


def marked(value: T, dialect: str) -> T:
    """The message or reply with its origin, when anything in it is bound to `dialect`; else as it is."""
    bound = bool(value.extra) or is_bound(value.parts)
    return replace(value, origin=dialect) if bound and value.origin != dialect else value


def _bound(part: Part) -> bool:
    if isinstance(part, Opaque):
        return True
    if isinstance(part, Reasoning) and part.signature:
        return True
    if isinstance(part, Result) and any(image.extra for image in part.media):
        return True
    return bool(getattr(part, "extra", None))
