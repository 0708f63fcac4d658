"""The contract of a provider's wire format: both directions, no I/O.

Above: `responders`, `engine`. Below: `messages`. A body is written in three pieces, so that a longer history only adds bytes:
a head, the messages one after another, a tail.
"""

from collections.abc import Iterator, Sequence
from typing import Literal, Protocol

from studio.messages.delta import Delta
from studio.messages.message import Message
from studio.messages.reply import ChatReply, ProviderError
from studio.messages.request import ChatRequest


class DeltaReader(Protocol):
    """Reads one streamed reply, event by event."""

    def feed(self, data: str) -> Sequence[Delta]:
        """The deltas of one event: the data of an SSE event, or one line of NDJSON. Never raises on foreign input:
        what is not understood becomes an `("error", ProviderError)` or an `("extra", …)` delta."""
        ...

    def rest(self) -> Sequence[Delta]:
        """What was held back until it was clear what it is; asked once, when no more events come."""
        ...

    def end(self) -> ProviderError | None:
        """None when the message came to its end, else what is missing."""
        ...


class Dialect(Protocol):
    """One wire format. `path` stands behind the base address; `key_header` is the header that carries the key
    (`authorization`: as a Bearer token); `headers` go with every request, unless the person says otherwise."""

    name: str
    path: str
    framing: Literal["sse", "ndjson"]
    key_header: str
    headers: tuple[tuple[str, str], ...]

    def shape(self, request: ChatRequest) -> ChatRequest:
        """The request as this format says it, but for its messages: most give it back as it is; printed calls put the tools
        into the system text. What follows is asked with the shaped request."""
        ...

    def write_frame(self, request: ChatRequest, *, stream: bool) -> tuple[bytes, bytes]:
        """What stands before and after the messages: `head + b",".join(items) + tail` is the body."""
        ...

    def write_system(self, text: str) -> bytes:
        """The system text as one item of the message list; empty where it belongs into the frame."""
        ...

    def write_message(self, message: Message) -> bytes:
        """The message as compact JSON: one item of the list, several joined by commas, or nothing."""
        ...

    def write_request(self, request: ChatRequest, *, stream: bool) -> bytes:
        """The whole body: shaped, and the pieces above joined."""
        ...

    def read_request(self, body: bytes) -> ChatRequest:
        """The request in a body. Raises DialectError with a sentence and the place when it is none."""
        ...

    def read_reply(self, body: bytes, request: ChatRequest | None = None) -> ChatReply:
        """The reply in a whole (not streamed) body. `request` is what it answers, for its tools. Raises DialectError when it is
        none."""
        ...

    def write_reply(self, reply: ChatReply) -> bytes:
        """The reply as the provider would have sent it, compact JSON."""
        ...

    def write_stream(self, reply: ChatReply) -> Iterator[bytes]:
        """The reply as the provider would have streamed it, event by event, with its framing."""
        ...

    def delta_reader(self, request: ChatRequest | None = None) -> DeltaReader:
        """A fresh reader for one streamed reply; `request` is what it answers, for its tools."""
        ...

    def read_error(self, status: int, body: bytes) -> ProviderError:
        """What the provider says in the body of an answer that is not 2xx."""
        ...
