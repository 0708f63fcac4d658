"""A session in memory whose requests went over HTTP, for the tests of the HTTP and the Stream events dock."""

from typing import Any

from studio.messages.message import Message
from studio.messages.parts import Text
from studio.messages.reply import ChatReply, ProviderError
from studio.session.events import MessageAdded, ReplyReceived, RequestFailed
from studio.session.kept_exchange import KeptExchange, kept
from studio.session.nodes import NodeId
from studio.session.setup import ResponderChoice, Setup
from studio.wire.exchange import Exchange, Times
from tests.gui.panes.memory_session import MemorySession

URL = "https://api.example/v1/chat/completions"
TIMES = Times(connect=12.0, tls=30.0, sent=31.0, first=130.0, last=400.0)
SENT = (("content-type", "application/json"), ("authorization", "[redacted]"))
STREAM = (("content-type", "text/event-stream"),)


def exchange(pieces: list[bytes], status: int | None = 200, **members: Any) -> KeptExchange:
    """An exchange with these chunks, 10 ms apart."""
    chunks, at = [], 0
    for number, piece in enumerate(pieces):
        chunks.append((at, 100 + 10 * number))
        at += len(piece)
    headers = members.get("headers", STREAM)
    made = kept(
        Exchange("POST", URL, SENT, status, headers, b"".join(pieces), tuple(chunks), 0.42, members.get("times", TIMES))
    )
    assert made is not None
    return made


def wired_session() -> MemorySession:
    """A session with a question; its dialect is Chat Completions."""
    session = MemorySession(Setup(ResponderChoice("live", "OpenAI", "openai_chat", model_name="tiny")), [])
    session.journal.append(MessageAdded(message=Message("user", (Text("Hello?"),))))
    return session


def answered(session: MemorySession, found: KeptExchange) -> NodeId:
    """A request that was answered so."""
    session.request()
    return session.journal.append(ReplyReceived(reply=ChatReply((Text("Hi"),)), exchange=found)).id


def failed(session: MemorySession, found: KeptExchange, error: ProviderError) -> NodeId:
    """A request that failed so."""
    session.request()
    return session.journal.append(RequestFailed(error=error, exchange=found)).id
