"""A reply that a person wrote is given as it was written, whole, and says by itself why it ends."""

import pytest

from studio.messages.message import user
from studio.messages.parts import Call, Text
from studio.messages.reply import ChatReply
from studio.messages.request import ChatRequest
from studio.responders.by_hand import ByHandResponder
from studio.responders.responder import Asked, Closed

pytestmark = pytest.mark.anyio


async def given(reply: ChatReply) -> ChatReply:
    asked = Asked(ChatRequest("tiny", [user("Hi")]), lambda: b"")
    (end,) = [told async for told in ByHandResponder(reply).answer(asked)]
    assert isinstance(end, Closed)
    assert end.exchange is None
    return end.reply


async def test_what_was_written_comes_back_and_nothing_was_counted() -> None:
    reply = await given(ChatReply((Text("Hello."), Call("find", '{"a": 1}', "c1"))))
    assert (reply.text, reply.calls, reply.usage) == ("Hello.", (Call("find", '{"a": 1}', "c1"),), None)


@pytest.mark.parametrize(("parts", "finish"), [((Text("Bye."),), "stop"), ((Call("find"),), "tool_calls")])
async def test_why_it_ends_follows_from_what_it_says(parts: tuple[Text | Call, ...], finish: str) -> None:
    reply = await given(ChatReply(parts))
    assert (reply.finish, reply.model_name) == (finish, "tiny")


async def test_what_the_reply_says_of_itself_stays() -> None:
    reply = await given(ChatReply((Text("Half a"),), "length", model_name="other"))
    assert (reply.finish, reply.model_name) == ("length", "other")
