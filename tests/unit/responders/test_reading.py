"""One answer as it comes: who read it, for which request, and where what only that dialect understands comes from."""

import json
from collections.abc import Sequence

from studio.dialects.openai_chat import OpenAIChat
from studio.dialects.openai_chat_stream import OpenAIChatReader
from studio.messages.delta import Delta
from studio.messages.message import user
from studio.messages.reply import ChatReply
from studio.messages.request import ChatRequest
from studio.responders.reading import Reading

REQUEST = ChatRequest("m", (user("hello"),))
PLAIN: dict[str, object] = {"role": "assistant", "content": "hi"}
ODD = {**PLAIN, "odd_member": 1}


class Curious(OpenAIChat):
    """Remembers for which requests it was asked to read."""

    def __init__(self) -> None:
        self.requests: list[ChatRequest | None] = []

    def read_reply(self, body: bytes, request: ChatRequest | None = None) -> ChatReply:
        self.requests.append(request)
        return super().read_reply(body, request)

    def delta_reader(self, request: ChatRequest | None = None, choice: int = 0) -> OpenAIChatReader:
        self.requests.append(request)
        return super().delta_reader(request, choice)


def whole(message: dict[str, object]) -> bytes:
    return json.dumps({"choices": [{"message": message, "finish_reason": "stop"}]}).encode()


def streamed(message: dict[str, object]) -> bytes:
    chunk = {"choices": [{"index": 0, "delta": message, "finish_reason": "stop"}]}
    return b"data: " + json.dumps(chunk).encode() + b"\n\ndata: [DONE]\n\n"


def read(body: bytes, dialect: OpenAIChat | None = None) -> tuple[Reading, Sequence[Delta]]:
    reading = Reading(dialect or OpenAIChat(), 200, (), stream=True, request=REQUEST)
    return reading, [*reading.feed(body), *reading.end()]


def test_the_dialect_reads_streams_and_whole_bodies_for_the_request_that_they_answer() -> None:
    for body in (whole(PLAIN), streamed(PLAIN)):
        dialect = Curious()
        reading, _ = read(body, dialect)
        assert isinstance(reading.result(), ChatReply)
        assert set(map(id, dialect.requests)) == {id(REQUEST)}


def test_a_reply_with_members_of_its_dialect_says_where_it_comes_from_and_a_plain_one_does_not() -> None:
    for write in (whole, streamed):
        origins = []
        for message in (ODD, PLAIN):
            reading, _ = read(write(message))
            reply = reading.result()
            assert isinstance(reply, ChatReply)
            origins.append(reply.origin)
        assert origins == ["openai_chat", ""]


def test_what_came_of_a_broken_reply_says_where_it_comes_from() -> None:
    reading, _ = read(streamed(ODD).partition(b"data: [DONE]")[0])
    partial = reading.partial()
    assert partial is not None
    assert partial.origin == "openai_chat"
