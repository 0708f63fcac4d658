"""The official Anthropic SDK and our dialect, over a real local server: it takes what we write, and we read what it sends."""

import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import anthropic
import pytest
from anthropic.types import Message as SdkMessage

from studio.dialects.anthropic_messages import AnthropicMessages
from studio.dialects.anthropic_read_tools import read_usage
from studio.messages.assemble import Assembly
from studio.messages.message import Message, user
from studio.messages.parts import Call, Image, Opaque, Reasoning, Result, Text
from studio.messages.reply import ChatReply
from studio.messages.request import ChatRequest
from studio.messages.toolspec import ToolSpec
from studio.wire.sse import SseReader
from tests.socket_server import Script, SocketServer, answer, piece, sending, serving, stream_head

DIALECT = AnthropicMessages()
SIGNATURE = "c2lnLW9mLXRoZS10dXJu+/=="
CITATION = {
    "type": "char_location",
    "cited_text": "blue",
    "document_index": 0,
    "document_title": None,
    "start_char_index": 0,
    "end_char_index": 4,
}
FOUND = [{"type": "web_search_result", "url": "https://h", "title": "T", "encrypted_content": "zzz", "page_age": None}]
SEARCH = {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {"query": "sky"}}
REPLY = ChatReply(
    (
        Reasoning("Need both.", SIGNATURE),
        Opaque("anthropic_messages", {"type": "redacted_thinking", "data": "ZZ+/"}),
        Opaque("anthropic_messages", SEARCH),
        Opaque("anthropic_messages", {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": FOUND}),
        Text("It is blue, héllo \U0001f600.", {"citations": [CITATION]}),
        Call("get_weather", '{"city": "Paris", "days": 3}', "toolu_1", extra={"caller": {"type": "direct"}}),
        Call("now", "{}", "toolu_2"),
    ),
    "tool_use",
    read_usage({"input_tokens": 12, "cache_read_input_tokens": 30, "output_tokens": 9, "service_tier": "standard"}),
    "claude-x",
    "msg_1",
    {"reply": {"container": {"id": "container_1", "expires_at": "2030-01-01T00:00:00Z"}}},
)
ASKED: list[Any] = [{"role": "user", "content": "hi"}]


def client(server: SocketServer) -> anthropic.AsyncAnthropic:
    return anthropic.AsyncAnthropic(base_url=server.url.removesuffix("/v1"), api_key="test", max_retries=0, timeout=20)


@asynccontextmanager
async def asking(script: Script) -> AsyncIterator[tuple[anthropic.AsyncAnthropic, SocketServer]]:
    """The SDK's client and the server that answers it with `script`."""
    async with serving(script) as server, client(server) as sdk:
        yield sdk, server


def streaming(events: Iterator[bytes]) -> Script:
    return sending(stream_head(), *(piece(data) for data in events), piece(b""))


def check_content(message: SdkMessage) -> None:
    """The SDK's own values hold what the reply says."""
    thinking, redacted, search, found, text, weather, now = message.content
    assert thinking.type == "thinking"
    assert (thinking.thinking, thinking.signature) == ("Need both.", SIGNATURE)
    assert redacted.type == "redacted_thinking"
    assert redacted.data == "ZZ+/"
    assert search.type == "server_tool_use"
    assert search.input == {"query": "sky"}
    assert found.type == "web_search_tool_result"
    assert isinstance(found.content, list)
    assert found.content[0].encrypted_content == "zzz"
    assert text.type == "text"
    assert text.text == "It is blue, héllo \U0001f600."
    assert [citation.to_dict() for citation in text.citations or ()] == [CITATION]
    assert weather.type == now.type == "tool_use"
    assert (weather.id, weather.name, weather.input) == ("toolu_1", "get_weather", {"city": "Paris", "days": 3})
    assert (now.id, now.input) == ("toolu_2", {})


def check_frame(message: SdkMessage) -> None:
    """The SDK's own values hold what stands beside the content."""
    usage = message.usage
    assert (message.id, message.model, message.stop_reason) == ("msg_1", "claude-x", "tool_use")
    assert (usage.input_tokens, usage.cache_read_input_tokens, usage.output_tokens) == (12, 30, 9)
    assert message.container is not None
    assert message.container.id == "container_1"


@pytest.mark.anyio
async def test_the_sdk_reads_a_whole_reply() -> None:
    async with asking(sending(answer("200 OK", DIALECT.write_reply(REPLY)))) as (sdk, _):
        message = await sdk.messages.create(model="m", max_tokens=9, messages=ASKED)
    check_content(message)
    check_frame(message)


@pytest.mark.anyio
async def test_the_sdk_joins_a_streamed_reply() -> None:
    async with (
        asking(streaming(DIALECT.write_stream(REPLY))) as (sdk, _),
        sdk.messages.stream(model="m", max_tokens=9, messages=ASKED) as stream,
    ):
        kinds = [event.type async for event in stream]
        message = await stream.get_final_message()
    check_content(message)
    check_frame(message)
    assert (kinds[0], kinds[-1]) == ("message_start", "message_stop")
    assert {"text", "thinking", "signature", "citation", "input_json"} <= set(kinds)


@pytest.mark.anyio
async def test_an_empty_reply_is_a_message_for_the_sdk_too() -> None:
    async with (
        asking(streaming(DIALECT.write_stream(ChatReply(finish="end_turn")))) as (sdk, _),
        sdk.messages.stream(model="m", max_tokens=9, messages=ASKED) as stream,
    ):
        message = await stream.get_final_message()
    assert (message.content, message.stop_reason, message.usage.output_tokens) == ([], "end_turn", 0)


@pytest.mark.anyio
async def test_a_reply_goes_through_the_sdk_and_back_and_is_the_same() -> None:
    """The SDK's message, sent back in the next request as people do it, is the turn that we wrote."""
    result = {"type": "tool_result", "tool_use_id": "toolu_1", "content": [{"type": "text", "text": "18 C"}]}
    async with asking(streaming(DIALECT.write_stream(REPLY))) as (sdk, server):
        async with sdk.messages.stream(model="m", max_tokens=9, messages=ASKED) as stream:
            message = await stream.get_final_message()
        turn: Any = {"role": "assistant", "content": message.content}
        answered: Any = {"role": "user", "content": [result]}
        await sdk.messages.create(model="m", max_tokens=9, messages=[*ASKED, turn, answered], stream=True)
    sent = DIALECT.read_request(server.requests[1][1])
    assert [said.role for said in sent.messages] == ["user", "assistant", "tool"]
    kept = [part for part in sent.messages[1].parts if not isinstance(part, Call)]
    assert kept == [part for part in REPLY.parts if not isinstance(part, Call)]
    assert [(c.id, json.loads(c.arguments)) for c in sent.messages[1].calls] == [
        ("toolu_1", {"city": "Paris", "days": 3}),
        ("toolu_2", {}),
    ]
    assert sent.messages[2].results == (Result("toolu_1", "18 C", "get_weather"),)


TOOL: Any = {"name": "f", "description": "d", "input_schema": {"type": "object", "properties": {}}, "strict": True}
PICTURE: Any = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "iVBORw0K"}}


@pytest.mark.anyio
async def test_what_the_sdk_sends_is_read() -> None:
    async with asking(sending(answer("200 OK", DIALECT.write_reply(REPLY)))) as (sdk, server):
        await sdk.messages.create(
            model="claude-x",
            max_tokens=64,
            system=[{"type": "text", "text": "be brief", "cache_control": {"type": "ephemeral"}}],
            messages=[{"role": "user", "content": [{"type": "text", "text": "what is it?"}, PICTURE]}],
            tools=[TOOL, {"type": "web_search_20250305", "name": "web_search"}],
            tool_choice={"type": "auto", "disable_parallel_tool_use": True},
            stop_sequences=["X"],
        )
    head, body = server.requests[0]
    assert f"POST /v1{DIALECT.path} HTTP/1.1" in head
    assert all(f"{name}: " in head.lower() for name, _ in DIALECT.headers)
    read = DIALECT.read_request(body)
    assert (read.model_name, read.system) == ("claude-x", "be brief")
    assert read.messages[0].parts == (Text("what is it?"), Image("data:image/png;base64,iVBORw0K", "image/png"))
    assert read.tools[0] == ToolSpec("f", "d", TOOL["input_schema"], extra={"strict": True})
    assert read.tools[1].name == "web_search"
    assert read.params["tool_choice"] == {"type": "auto", "disable_parallel_tool_use": True}
    assert {**json.loads(DIALECT.write_request(read, stream=False)), "stream": None} == {
        **json.loads(body),
        "stream": None,
    }


@pytest.mark.anyio
async def test_an_error_of_ours_is_an_error_for_the_sdk_and_read_alike() -> None:
    body = b'{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"},"request_id":"req_1"}'
    async with asking(sending(answer("529 Overloaded", body))) as (sdk, _):
        with pytest.raises(anthropic.APIStatusError) as raised:
            await sdk.messages.create(model="m", max_tokens=9, messages=ASKED)
    assert raised.value.status_code == DIALECT.read_error(529, body).status == 529
    assert DIALECT.read_error(529, body).type == "overloaded_error"


def test_what_the_sdk_was_sent_is_read_by_us_too() -> None:
    framing, assembly, reader = SseReader(), Assembly(), DIALECT.delta_reader()
    for event in framing.feed(b"".join(DIALECT.write_stream(REPLY))):
        for delta in reader.feed(event.data):
            assembly.feed(delta)
    assert (assembly.reply(), reader.end()) == (REPLY, None)


def test_a_request_of_ours_says_everything() -> None:
    request = ChatRequest("m", (user("hi"), REPLY.message, Message("tool", (Result("toolu_1", "18 C"),))), "s")
    body = json.loads(DIALECT.write_request(request, stream=True))
    assert [item["role"] for item in body["messages"]] == ["user", "assistant", "user"]
    assert body["messages"][1]["content"][0]["signature"] == SIGNATURE
