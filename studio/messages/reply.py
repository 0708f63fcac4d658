"""A model's reply in neutral words, and what went wrong when there is none.

Above: `assemble`, `dialects`, `session`. Below: `parts`, `message`.
"""

from typing import Any, Literal

import msgspec
from msgspec.structs import force_setattr

from studio.messages.message import Message
from studio.messages.parts import Call, Part

_MOST_TOKENS = 10**12


class Usage(msgspec.Struct, frozen=True, omit_defaults=True):
    """Tokens as the provider counted them; None where it did not say, or said what cannot be. `raw` is its own object, whole."""

    input: int | None = None
    output: int | None = None
    cached: int | None = None
    raw: dict[str, Any] = {}

    def __post_init__(self) -> None:
        """Less than none, or more than a trillion, is no count: one such would spoil every sum and every limit after it."""
        for name in ("input", "output", "cached"):
            count = getattr(self, name)
            if count is not None and not 0 <= count <= _MOST_TOKENS:
                force_setattr(self, name, None)


class ProviderError(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why there is no whole reply.

    `kind`: `http` (a status that is not 2xx), `provider` (an error inside a 200), `incomplete` (the stream ended early),
    `not_json` (the body is something else), `connection`, `timeout`, `cancelled`, `missed` (a recording holds no answer),
    `setup` (a key or address is missing).
    `retry_after` is in seconds, None when the server did not say.
    """

    kind: Literal["http", "provider", "incomplete", "not_json", "connection", "timeout", "cancelled", "missed", "setup"]
    message: str
    status: int | None = None
    type: str = ""
    body: str = ""
    retry_after: float | None = None

    def __post_init__(self) -> None:
        """A sentence of ours is kept as the plain text that it is."""
        if type(self.message) is not str:
            force_setattr(self, "message", str(self.message))


class ChatReply(msgspec.Struct, frozen=True, omit_defaults=True):
    """One reply. `finish` is the finish reason as sent, None when none came; `extra` holds unknown members; `origin` is that of
    its message. `resumable`: no call is asked for, and yet the turn is not over: it goes back as it is, and the model goes on.
    """

    parts: tuple[Part, ...] = ()
    finish: str | None = None
    usage: Usage | None = None
    model_name: str = ""
    id: str = ""
    extra: dict[str, Any] = {}
    origin: str = ""
    resumable: bool = False

    @property
    def message(self) -> Message:
        """The reply as an assistant message of the history."""
        return Message("assistant", self.parts, self.extra, self.origin)

    @property
    def calls(self) -> tuple[Call, ...]:
        """The tool calls in the model's order."""
        return tuple(part for part in self.parts if isinstance(part, Call))

    @property
    def text(self) -> str:
        """All text parts joined."""
        return self.message.text
