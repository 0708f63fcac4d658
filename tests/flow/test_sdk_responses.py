"""The official SDK and our Responses dialect understand each other, over a real connection on this machine.

It parses what we write, whole and through its own stream accumulator, and we read the bodies that it sends.
"""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import openai
import pytest

from studio.dialects.openai_responses import OpenAIResponses
from studio.messages.message import Message, user
from studio.messages.parts import Call, Opaque, Reasoning, Refusal, Text
from studio.messages.reply import ChatReply, Usage
from tests.socket_server import SocketServer, answer, piece, sending, serving, stream_head

pytestmark = pytest.mark.anyio

DIALECT = OpenAIResponses()
SEARCH = {"type": "web_search_call", "id": "ws_1", "status": "completed", "action": {"type": "search", "query": "x"}}
OURS = ChatReply(
    (
        Reasoning("look first", "CIPHER"),
        Opaque("openai_responses", SEARCH),
        Text("on it"),
        Call("get_weather", '{ "city":"Oslo" }', "call_1"),
        Call("shell", "echo {", "call_2", "custom"),
    ),
    "completed",
    Usage(9, 7, 4),
    "m",
    "resp_1",
)
TOOL: Any = {"type": "function", "name": "get_weather", "parameters": {"type": "object"}, "strict": False}


@asynccontextmanager
async def client_of(*written: bytes, whole: bool = False) -> AsyncIterator[tuple[openai.AsyncOpenAI, SocketServer]]:
    """The SDK's client and a server that answers it with these bytes."""
    said = (answer("200 OK", b"".join(written)),) if whole else (stream_head(), *map(piece, written), piece(b""))
    async with (
        serving(sending(*said)) as server,
        openai.AsyncOpenAI(base_url=server.url, api_key="test", max_retries=0) as client,
    ):
        yield client, server


def dumped(response: Any) -> list[Any]:
    return [item.to_dict() for item in response.output]


def unparsed(value: Any) -> Any:
    """The value without what the SDK's helper adds to it."""
    if isinstance(value, list):
        return [unparsed(inner) for inner in value]
    if not isinstance(value, dict):
        return value
    return {key: unparsed(inner) for key, inner in value.items() if key not in ("parsed", "parsed_arguments")}


def body(server: SocketServer) -> bytes:
    return server.requests[0][1]


async def test_a_whole_reply_is_parsed() -> None:
    raw = DIALECT.write_reply(OURS)
    async with client_of(raw, whole=True) as (client, _):
        response = await client.responses.create(model="m", input="hi")
    assert dumped(response) == json.loads(raw)["output"]
    assert (response.id, response.status, response.output_text) == ("resp_1", "completed", "on it")
    assert response.usage is not None
    assert (response.usage.input_tokens, response.usage.input_tokens_details.cached_tokens) == (9, 4)


async def test_a_streamed_reply_is_assembled_by_the_sdk() -> None:
    async with (
        client_of(*DIALECT.write_stream(OURS)) as (client, _),
        client.responses.stream(model="m", input="hi", tools=[TOOL]) as stream,
    ):
        events = [event async for event in stream]
        response = await stream.get_final_response()
    assert unparsed(dumped(response)) == json.loads(DIALECT.write_reply(OURS))["output"]
    assert [event.sequence_number for event in events] == list(range(len(events)))
    snapshots = [event.snapshot for event in events if event.type == "response.output_text.delta"]
    assert snapshots == ["on it"]


async def test_a_streamed_refusal_and_an_incomplete_reply_are_taken() -> None:
    reply = ChatReply((Refusal("I may not"),), "max_output_tokens", model_name="m", id="r")
    async with (
        client_of(*DIALECT.write_stream(reply)) as (client, _),
        client.responses.stream(model="m", input="hi") as stream,
    ):
        events = [event async for event in stream]
    last: Any = events[-1]
    assert (last.type, last.response.status) == ("response.incomplete", "incomplete")
    assert last.response.incomplete_details.reason == "max_output_tokens"
    assert last.response.output[0].content[0].refusal == "I may not"


async def test_the_bodies_that_the_sdk_sends_are_read() -> None:
    async with client_of(DIALECT.write_reply(OURS), whole=True) as (client, server):
        await client.responses.create(model="m", input="hi", instructions="be kind", tools=[TOOL], store=False)
    request = DIALECT.read_request(body(server))
    assert (request.model_name, request.system, list(request.messages)) == ("m", "be kind", [user("hi")])
    assert (request.tools[0].name, request.params) == ("get_weather", {"store": False})


async def test_items_that_the_sdk_sends_back_are_those_it_was_given() -> None:
    async with client_of(DIALECT.write_reply(OURS), whole=True) as (client, _):
        response = await client.responses.create(model="m", input="hi")
    history: list[Any] = [{"role": "user", "content": "hi"}, *response.output]
    history.append({"type": "function_call_output", "call_id": "call_1", "output": "7 C"})
    history.append({"type": "custom_tool_call_output", "call_id": "call_2", "output": "{"})
    async with client_of(*DIALECT.write_stream(OURS)) as (client, server):
        async for _ in await client.responses.create(model="m", input=history, stream=True):
            pass
    request = DIALECT.read_request(body(server))
    assert [message.role for message in request.messages] == ["user", "assistant", "tool"]
    assert request.messages[1].parts == OURS.parts
    assert [(result.call_id, result.form) for result in request.messages[2].results] == [
        ("call_1", "function"),
        ("call_2", "custom"),
    ]


async def test_what_we_send_as_a_request_is_what_the_sdk_would_send() -> None:
    history: list[Any] = [{"role": "user", "content": "hi"}, {"role": "assistant", "content": "yes?"}]
    async with client_of(DIALECT.write_reply(OURS), whole=True) as (client, server):
        await client.responses.create(model="m", input=history, tools=[TOOL])
    request = DIALECT.read_request(body(server))
    assert list(request.messages) == [user("hi"), Message("assistant", (Text("yes?"),))]
    assert {**json.loads(body(server)), "stream": False} == json.loads(DIALECT.write_request(request, stream=False))
