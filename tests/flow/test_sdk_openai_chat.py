"""The official openai SDK on the other side: it reads what we write, whole and with its own stream helper, and we read what it sends."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from openai import AsyncOpenAI
from openai.types.chat import ChatCompletion

from studio.dialects import roster
from studio.messages.message import Message, user
from studio.messages.parts import Call, Image, Reasoning, Refusal, Result, Text
from studio.messages.reply import ChatReply, Usage
from studio.messages.request import ChatRequest
from studio.messages.toolspec import ToolSpec
from tests.socket_server import SocketServer, answer, piece, sending, serving, stream_head

DIALECT = roster.make("openai_chat")
RAW = {"prompt_tokens": 9, "completion_tokens": 4, "total_tokens": 13, "prompt_tokens_details": {"cached_tokens": 2}}
USAGE = Usage(9, 4, 2, RAW)
CITATION = {"type": "url_citation", "url_citation": {"url": "u", "title": "t", "start_index": 0, "end_index": 1}}
SIGNATURE = {"extra_content": {"google": {"thought_signature": "s"}}}
REPLIES = {
    "text": ChatReply((Text("Grüße 👋"),), "stop", USAGE, "m", "r"),
    "nothing": ChatReply((), "stop", None, "m", "r"),
    "refusal": ChatReply((Refusal("No."),), "stop", USAGE, "m", "r"),
    "reasoning": ChatReply((Reasoning("hm"), Text("x")), "stop", USAGE, "m", "r"),
    "calls": ChatReply(
        (Text("Two."), Call("f", '{ "a":1 }', "c1"), Call("g", "", "c2", extra=SIGNATURE)),
        "tool_calls",
        USAGE,
        "m",
        "r",
    ),
    "broken": ChatReply((Call("f", '{"words": invoice', "c1"),), "length", USAGE, "m", "r"),
    "legacy": ChatReply((Call("f", "{}", form="legacy"),), "function_call", None, "m", "r"),
    "custom": ChatReply((Call("sh", "ls -l", "c1", "custom"),), "tool_calls", USAGE, "m", "r"),
    "extra": ChatReply((Text("x"),), "stop", USAGE, "m", "r", {"annotations": [CITATION]}),
}


ASKED: list[Any] = [{"role": "user", "content": "x"}]


@asynccontextmanager
async def asking(reply: ChatReply, *, stream: bool = False) -> AsyncIterator[tuple[AsyncOpenAI, SocketServer]]:
    """The SDK's client, and the server that answers it with `reply` as we write it."""
    whole = [answer("200 OK", DIALECT.write_reply(reply))]
    events = [stream_head("connection: close"), *map(piece, DIALECT.write_stream(reply)), piece(b"")]
    async with (
        serving(sending(*(events if stream else whole))) as server,
        AsyncOpenAI(base_url=server.url, api_key="test", max_retries=0, timeout=20) as client,
    ):
        yield client, server


def told(completion: ChatCompletion) -> dict[str, Any]:
    """What the SDK understood."""
    (choice,) = completion.choices
    message = choice.message.to_dict(mode="json")
    entries: Any = message.get("tool_calls") or ()
    calls = [_call(entry) for entry in entries]
    old = message.get("function_call")
    return {
        "text": message.get("content") or "",
        "refusal": message.get("refusal"),
        "reasoning": message.get("reasoning_content"),
        "calls": [*calls, *([(None, old["name"], old["arguments"], {})] if isinstance(old, dict) else [])],
        "finish": choice.finish_reason,
        "usage": completion.usage and completion.usage.to_dict(),
        "annotations": message.get("annotations") or [],
        "model": completion.model,
    }


def _call(entry: Any) -> tuple[Any, ...]:
    inner = entry.get("function") or entry["custom"]
    extra = {key: value for key, value in entry.items() if key == "extra_content"}
    return entry["id"], inner["name"], inner["arguments"] if "arguments" in inner else inner["input"], extra


def said(reply: ChatReply) -> dict[str, Any]:
    """What we said, in the same words."""
    refusals = [part.text for part in reply.parts if isinstance(part, Refusal)]
    thoughts = [part.text for part in reply.parts if isinstance(part, Reasoning)]
    return {
        "text": reply.text,
        "refusal": "".join(refusals) or None,
        "reasoning": "".join(thoughts) or None,
        "calls": [(call.id, call.name, call.arguments, call.extra) for call in reply.calls],
        "finish": reply.finish,
        "usage": reply.usage and reply.usage.raw,
        "annotations": reply.extra.get("annotations", []),
        "model": reply.model_name,
    }


@pytest.mark.anyio
@pytest.mark.parametrize("name", REPLIES)
async def test_the_sdk_reads_a_whole_reply(name: str) -> None:
    async with asking(REPLIES[name]) as (client, _):
        completion = await client.chat.completions.create(model="m", messages=ASKED)
    assert told(completion) == said(REPLIES[name])


@pytest.mark.anyio
@pytest.mark.parametrize("name", sorted(REPLIES.keys() - {"custom"}))
async def test_the_sdks_stream_helper_assembles_what_we_stream(name: str) -> None:
    async with (
        asking(REPLIES[name], stream=True) as (client, _),
        client.chat.completions.stream(model="m", messages=ASKED) as stream,
    ):
        kinds = [event.type async for event in stream]
        completion = stream.current_completion_snapshot
    assert kinds
    assert told(completion) == said(REPLIES[name])


@pytest.mark.anyio
async def test_a_custom_call_is_in_the_sdks_chunks() -> None:
    """Its stream helper knows only functions (3.57), so the chunks themselves are looked at."""
    async with asking(REPLIES["custom"], stream=True) as (client, _):
        chunks = [chunk async for chunk in await client.chat.completions.create(model="m", messages=ASKED, stream=True)]
    deltas = [choice.delta.to_dict() for chunk in chunks for choice in chunk.choices]
    (entry,) = [entry for delta in deltas for entry in delta.get("tool_calls", ())]  # type: ignore[attr-defined]
    assert entry == {"index": 0, "id": "c1", "type": "custom", "custom": {"name": "sh", "input": "ls -l"}}


TOOLS: list[Any] = [
    {
        "type": "function",
        "function": {"name": "f", "description": "d", "parameters": {"type": "object"}, "strict": True},
    },
    {"type": "custom", "custom": {"name": "sh"}},
]
PICTURE = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AA=="}}
MESSAGES: list[Any] = [
    {"role": "system", "content": "s"},
    {"role": "user", "content": [{"type": "text", "text": "look"}, PICTURE]},
    {
        "role": "assistant",
        "content": "",
        "tool_calls": [
            {"id": "c1", "type": "function", "function": {"name": "f", "arguments": '{ "a":1 }'}},
            {"id": "c2", "type": "custom", "custom": {"name": "sh", "input": "ls"}},
        ],
    },
    {"role": "tool", "tool_call_id": "c1", "content": "1"},
    {"role": "tool", "tool_call_id": "c2", "content": "2"},
]


@pytest.mark.anyio
async def test_we_read_the_request_that_the_sdk_sends_and_would_send_the_same() -> None:
    async with asking(REPLIES["text"]) as (client, server):
        await client.chat.completions.create(
            model="m", messages=MESSAGES, tools=TOOLS, tool_choice="auto", temperature=0.5, extra_body={"top_k": 3}
        )
    ((head, body),) = server.requests
    request = DIALECT.read_request(body)
    assert request.params == {"tool_choice": "auto", "temperature": 0.5, "top_k": 3}
    assert (request.model_name, request.system, [tool.name for tool in request.tools]) == ("m", "s", ["f", "sh"])
    assert request.messages[0].parts == (Text("look"), Image("data:image/png;base64,AA==", "image/png"))
    assert request.messages[1].calls == (Call("f", '{ "a":1 }', "c1"), Call("sh", "ls", "c2", "custom"))
    assert [result.text for result in request.messages[2].results] == ["1", "2"]
    assert json.loads(DIALECT.write_request(request, stream=False)) == {**json.loads(body), "stream": False}
    assert head.startswith(f"POST /v1{DIALECT.path} ")
    assert f"{DIALECT.key_header}: bearer test" in head.lower()


@pytest.mark.anyio
async def test_a_turn_that_the_sdk_assembled_comes_back_as_we_said_it() -> None:
    reply = REPLIES["calls"]
    async with (
        asking(reply, stream=True) as (client, _),
        client.chat.completions.stream(model="m", messages=ASKED) as stream,
    ):
        message: Any = (await stream.get_final_completion()).choices[0].message.to_dict(exclude_none=True)
    async with asking(REPLIES["text"]) as (client, server):
        await client.chat.completions.create(model="m", messages=[*ASKED, message])
    back = DIALECT.read_request(server.requests[-1][1]).messages[1]
    assert back.text == reply.text
    assert [(call.id, call.name, call.arguments) for call in back.calls] == [("c1", "f", '{ "a":1 }'), ("c2", "g", "")]
    assert back.calls[1].extra["extra_content"] == SIGNATURE["extra_content"]


@pytest.mark.anyio
async def test_our_request_passes_through_the_sdk_unchanged() -> None:
    calls = Message("assistant", (Text("x"), Call("f", "{}", "c1")))
    request = ChatRequest("m", (user("go"), calls, Message("tool", (Result("c1", "1"),))), "s", (ToolSpec("f"),))
    ours = json.loads(DIALECT.write_request(request, stream=False))
    async with asking(REPLIES["text"]) as (client, server):
        await client.chat.completions.create(**ours)
    assert json.loads(server.requests[-1][1]) == ours
