"""How much of the history a request carries, as a value.

Above: `setup`, `agents`, `engine/memory`. Below: nothing.
"""

from typing import Literal

import msgspec


class Memory(msgspec.Struct, frozen=True, omit_defaults=True):
    """`all`, the last `most` `messages`, or the last `most` `tokens` (as estimated by `messages/tokens`). The system message, the message
    of the turn, and a call with its result are never left out or parted; what is left out stays in the session."""

    kind: Literal["all", "messages", "tokens"] = "all"
    most: int = 0


def memory_named(text: str) -> Memory:
    """`all`, `messages:20` or `tokens:4000` as a memory. ValueError with what it may be."""
    kind, _, most = text.partition(":")
    if text == "all":
        return Memory()
    if most.isdecimal() and int(most) > 0 and kind in ("messages", "tokens"):
        return Memory("messages" if kind == "messages" else "tokens", int(most))
    raise ValueError(f"wants all, messages:N or tokens:N, such as messages:20, and was given {text!r}")
