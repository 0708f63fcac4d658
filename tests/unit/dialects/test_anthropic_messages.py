"""Anthropic Messages, written and read again: nothing is lost, and a longer history only adds bytes."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from studio.dialects import roster
from studio.dialects.anthropic_write_tools import DEFAULT_MAX_TOKENS
from studio.dialects.dialect import Dialect
from studio.dialects.dialect_error import DialectError
from studio.messages.message import Message, user
from studio.messages.parts import Text
from studio.messages.reply import ChatReply, Usage
from studio.messages.request import ChatRequest
from studio.messages.toolspec import ToolSpec
from tests.unit.dialects.anthropic_values import ASSISTANTS, EXTRA, IMAGES, OPAQUE, RESULTS, WORDS, replies

INTEROP = Path(__file__).parents[2] / "interop" / "anthropic"
DIALECT: Dialect = roster.make("anthropic_messages")

ASKED = st.builds(
    Message,
    st.sampled_from(["user", "system"]),
    st.lists(st.one_of(st.builds(Text, WORDS, EXTRA), IMAGES, OPAQUE), min_size=1, max_size=3).map(tuple),
    EXTRA,
)
ANSWERED = st.builds(Message, st.just("tool"), st.lists(RESULTS, min_size=1, max_size=3).map(tuple))
TURNS = st.lists(st.tuples(ASKED, ASSISTANTS, ANSWERED), max_size=2).map(
    lambda turns: [m for turn in turns for m in turn]
)
PARAMS = st.dictionaries(
    st.sampled_from(["temperature", "tool_choice", "max_tokens", "container"]), st.integers() | WORDS, max_size=2
)
TOOLS = st.lists(st.builds(ToolSpec, WORDS, st.text(max_size=4), extra=EXTRA), max_size=2).map(tuple)
REQUESTS = st.builds(ChatRequest, WORDS, TURNS, st.none() | WORDS, TOOLS, PARAMS)


def unnamed(message: Message) -> Message:
    """Without what reading finds out: the names of the tools that gave the results, and the origin."""
    named = tuple(replace(part, name="") if part in message.results else part for part in message.parts)
    return replace(message, parts=named, origin="")


@settings(max_examples=50)
@given(REQUESTS, st.booleans())
def test_a_written_request_is_read_again_as_it_was(request: ChatRequest, stream: bool) -> None:
    read = DIALECT.read_request(DIALECT.write_request(request, stream=stream))
    assert replace(read, messages=[unnamed(message) for message in read.messages]) == DIALECT.shape(request)


@settings(max_examples=30)
@given(REQUESTS, ASSISTANTS)
def test_another_message_only_adds_bytes_before_the_tail(request: ChatRequest, more: Message) -> None:
    _, tail = DIALECT.write_frame(request, stream=True)
    before = DIALECT.write_request(request, stream=True).removesuffix(tail)
    longer = replace(request, messages=[*request.messages, more])
    after = DIALECT.write_request(longer, stream=True)
    assert after.startswith(before)
    assert after[len(before) :].removesuffix(tail).removeprefix(b",") == DIALECT.write_message(more)


@settings(max_examples=50)
@given(replies())
def test_a_written_reply_is_read_again_as_it_was(reply: ChatReply) -> None:
    assert replace(DIALECT.read_reply(DIALECT.write_reply(reply)), origin="") == reply


def as_blocks(content: Any) -> list[Any]:
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


def meaning(body: dict[str, Any]) -> dict[str, Any]:
    """A body in one form: adjoining messages of a role are one, a plain text is one block, what is the default is left out."""
    messages: list[dict[str, Any]] = []
    for item in body["messages"]:
        if messages and messages[-1]["role"] == item["role"]:
            messages[-1]["content"] = [*messages[-1]["content"], *as_blocks(item["content"])]
        else:
            messages.append({**item, "content": as_blocks(item["content"])})
    return {**body, "messages": messages, "stream": body.get("stream", False)}


def read_interop(name: str) -> dict[str, Any]:
    body = json.loads((INTEROP / name).read_bytes())
    return body if isinstance(body, dict) else {"model": "m", "max_tokens": 9, "messages": body}


HANDED = ["desk-request.json", "refund-messages.json", "think-request.json"]


@pytest.mark.parametrize("name", HANDED)
def test_a_body_of_the_sdk_is_written_again_as_it_was(name: str) -> None:
    body = read_interop(name)
    written = DIALECT.write_request(DIALECT.read_request(json.dumps(body).encode()), stream=False)
    assert meaning(json.loads(written)) == meaning(body)


@pytest.mark.parametrize("name", HANDED)
def test_the_calls_and_results_of_a_body_are_those_that_were_made(name: str) -> None:
    expected = json.loads((INTEROP / f"{name}.expected.json").read_bytes())
    request = DIALECT.read_request(json.dumps(read_interop(name)).encode())
    calls = {call.id: call for message in request.messages for call in message.calls}
    results = {result.call_id: result for message in request.messages for result in message.results}
    assert [*calls] == [*results] == [call["id"] for call in expected["tool_calls"]]
    for wanted in expected["tool_calls"]:
        call, result = calls[wanted["id"]], results[wanted["id"]]
        assert (call.name, json.loads(call.arguments)) == (wanted["name"], wanted["arguments"])
        assert (result.name, result.is_error) == (wanted["name"], wanted["is_error"])
        told = wanted["result"]
        assert (result.text if isinstance(told, str) else json.loads(result.text)) == told
    assert [m.text for m in request.messages if m.role == "user"] == expected["user_messages"]


def test_a_body_has_its_system_text_in_front_and_its_messages_last() -> None:
    request = ChatRequest("m", (user("héllo"),), "sys", params={"max_tokens": 9})
    assert DIALECT.write_request(request, stream=True).decode() == (
        '{"model":"m","max_tokens":9,"system":"sys","stream":true,"messages":[{"role":"user","content":"héllo"}]}'
    )
    assert DIALECT.write_system("sys") == b""


@pytest.mark.parametrize("thinking", [{"type": "adaptive"}, {"type": "enabled", "budget_tokens": 1024}])
def test_the_number_of_tokens_that_is_added_is_seen_in_the_shaped_request(thinking: dict[str, Any]) -> None:
    request = ChatRequest("m", (), params={"thinking": thinking})
    wanted = DEFAULT_MAX_TOKENS + thinking.get("budget_tokens", 0)
    assert DIALECT.shape(request).params["max_tokens"] == wanted
    assert json.loads(DIALECT.write_request(request, stream=False))["max_tokens"] == wanted
    head, tail = DIALECT.write_frame(request, stream=False)
    assert json.loads(head + tail)["max_tokens"] == wanted
    asked = ChatRequest("m", (), params={"max_tokens": 5})
    assert DIALECT.shape(asked) is asked


def test_what_a_reply_says_beside_its_message_does_not_go_back() -> None:
    body = {"content": [{"type": "text", "text": "hi"}], "stop_reason": "stop_sequence", "container": {"id": "c1"}}
    reply = DIALECT.read_reply(json.dumps({**body, "stop_sequence": "X", "stop_details": None}).encode())
    assert reply.extra == {"reply": {"container": {"id": "c1"}, "stop_sequence": "X"}}
    assert json.loads(DIALECT.write_message(reply.message)) == {"role": "assistant", "content": "hi"}


@pytest.mark.parametrize(
    ("reason", "goes_on"), [("pause_turn", True), ("compaction", True), ("end_turn", False), (None, False)]
)
def test_a_paused_turn_goes_on(reason: str | None, goes_on: bool) -> None:
    reply = DIALECT.read_reply(json.dumps({"content": [], "stop_reason": reason}).encode())
    assert (reply.resumable, reply.finish) == (goes_on, reason)


def test_cached_tokens_are_input_and_a_reply_without_counts_is_written_with_noughts() -> None:
    usage = {"input_tokens": 3, "cache_creation_input_tokens": 20, "cache_read_input_tokens": None, "output_tokens": 1}
    read = DIALECT.read_reply(json.dumps({"content": [], "usage": usage}).encode()).usage
    assert read is not None
    assert (read.input, read.output, read.cached) == (23, 1, None)
    assert json.loads(DIALECT.write_reply(ChatReply()))["usage"] == {"input_tokens": 0, "output_tokens": 0}
    made = json.loads(DIALECT.write_reply(ChatReply(usage=Usage(9, 2, 4))))["usage"]
    assert made == {"input_tokens": 5, "output_tokens": 2, "cache_read_input_tokens": 4}


def test_members_that_are_null_in_a_reply_are_not_sent_back() -> None:
    block = {"type": "text", "text": "hi", "citations": None}
    call = {"type": "tool_use", "id": "t", "name": "f", "input": {"a": None}, "caller": None}
    reply = DIALECT.read_reply(json.dumps({"content": [block, call]}).encode())
    (words,) = (part for part in reply.parts if isinstance(part, Text))
    assert (words.extra, reply.calls[0].extra) == ({}, {})
    assert reply.calls[0].arguments == '{"a":null}'


@pytest.mark.parametrize(
    ("body", "place"),
    [
        (b"[]", ""),
        (b"{", ""),
        (b"{}", "messages"),
        (b'{"messages":[1]}', "messages[0]"),
        (b'{"messages":[{"role":"user","content":"a"},{"role":"tool"}]}', "messages[1].role"),
        (b'{"messages":[{"role":["user"]}]}', "messages[0].role"),
        (b'{"messages":[{"role":"user","content":5}]}', "messages[0].content"),
        (b'{"messages":[{"role":"user","content":["a",5]}]}', "messages[0].content[1]"),
        (
            b'{"messages":[{"role":"user","content":[{"type":"tool_result","content":[1]}]}]}',
            "messages[0].content[0].content[0]",
        ),
        (b'{"messages":[],"tools":5}', "tools"),
        (b'{"messages":[],"tools":[5]}', "tools[0]"),
    ],
)
def test_what_is_no_request_is_refused_with_its_place(body: bytes, place: str) -> None:
    with pytest.raises(DialectError) as raised:
        DIALECT.read_request(body)
    assert raised.value.place == place


def test_an_error_in_place_of_a_reply_carries_the_providers_words() -> None:
    body = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}, "request_id": "req_1"}
    with pytest.raises(DialectError) as raised:
        DIALECT.read_reply(json.dumps(body).encode())
    assert raised.value.provider is not None
    assert (raised.value.provider.type, raised.value.provider.message) == (
        "overloaded_error",
        "Overloaded (request req_1)",
    )


JSONS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=True) | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(st.sampled_from(["type", "text", "id", "data"]), inner, max_size=3)
    ),
)
KINDS = ["text", "thinking", "tool_use", "tool_result", "image", "redacted_thinking", "server_tool_use", "x"]
MEMBERS = ["text", "thinking", "signature", "id", "name", "input", "tool_use_id", "content", "source", "citations"]
FOREIGN = st.builds(
    lambda kind, members: {"type": kind, **members},
    st.sampled_from(KINDS),
    st.dictionaries(st.sampled_from(MEMBERS), JSONS, max_size=4),
)


@settings(max_examples=200)
@given(st.lists(FOREIGN | JSONS, max_size=3) | JSONS, st.sampled_from(["user", "assistant", "system"]), JSONS)
def test_foreign_content_raises_nothing_but_the_dialects_error(content: Any, role: str, other: Any) -> None:
    item = {"role": role, "content": content}
    try:
        read = DIALECT.read_request(json.dumps({"messages": [item], "system": other, "tools": [other]}).encode())
        DIALECT.write_request(read, stream=False)
    except DialectError:
        pass
    try:
        DIALECT.write_reply(
            DIALECT.read_reply(json.dumps({"content": content, "usage": other, "stop_reason": other}).encode())
        )
    except DialectError:
        pass
