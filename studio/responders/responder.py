"""The contract of whoever answers a request: a live model, a recording, a script, a person.

Above: `engine`. Below: `messages`, `wire/exchange`. An answer is `Opened`, any number of deltas, then `Closed` or `Failed`.
"""

from collections.abc import AsyncIterator, Callable
from typing import Protocol

import msgspec

from studio.messages.delta import Delta
from studio.messages.reply import ChatReply, ProviderError
from studio.messages.request import ChatRequest
from studio.wire.exchange import Exchange


class Asked(msgspec.Struct, frozen=True):
    """A request ready to go: its neutral value and the body exactly as it will be sent (made when called)."""

    request: ChatRequest
    body: Callable[[], bytes]
    stream: bool = True


class Opened(msgspec.Struct, frozen=True):
    """The answer has begun: HTTP status and redacted headers."""

    status: int
    headers: tuple[tuple[str, str], ...] = ()


class Failed(msgspec.Struct, frozen=True):
    """No whole reply came. `partial` is what arrived before it broke off."""

    error: ProviderError
    exchange: Exchange | None = None
    partial: ChatReply | None = None


class Closed(msgspec.Struct, frozen=True):
    """The whole reply."""

    reply: ChatReply
    exchange: Exchange | None = None


class Responder(Protocol):
    """Who answers."""

    def answer(self, asked: Asked) -> AsyncIterator[Opened | Delta | Failed | Closed]:
        """Ends with exactly one `Closed` or `Failed`; raises nothing but cancellation."""
        ...
