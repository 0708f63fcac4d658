"""Ollama's chat, written and read again: nothing is lost, arguments are objects, a longer history only adds bytes."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from studio.dialects import roster
from studio.dialects.dialect import Dialect
from studio.dialects.dialect_error import DialectError
from studio.messages.message import Message, user
from studio.messages.parts import Call, Image, Opaque, Part, Reasoning, Result, Text
from studio.messages.reply import ChatReply, Usage
from studio.messages.request import ChatRequest
from studio.messages.toolspec import ToolSpec

DESK = (Path(__file__).parents[2] / "interop" / "ollama" / "desk-messages.json").read_bytes()
DIALECT: Dialect = roster.make("ollama_chat")
PNG = Image("data:image/png;base64,iVBORw0KGgo=", "image/png")

WORDS = st.text(min_size=1, max_size=8)
EXTRA = st.dictionaries(st.sampled_from(["x_one", "x_two"]), st.integers() | st.lists(WORDS, min_size=1), max_size=1)
VALUES = st.dictionaries(WORDS, st.integers() | WORDS | st.none() | st.lists(st.booleans(), max_size=2), max_size=2)
ARGUMENTS = VALUES.map(lambda value: json.dumps(value, ensure_ascii=False, separators=(",", ":")))
BROKEN = st.sampled_from(['{"words": invoice}', "{", "[1]", '"a"', '{"a":NaN}', '{"raw_arguments": "'])
CALLS = st.builds(Call, WORDS, ARGUMENTS | BROKEN, st.none() | WORDS, extra=EXTRA)
RESULTS = st.builds(
    Result, st.none() | WORDS, st.text(max_size=8), WORDS, media=st.sampled_from([(), (PNG,)]), extra=EXTRA
)


@st.composite
def assistants(draw: st.DrawFn) -> Message:
    parts: list[Part] = []
    parts += draw(st.lists(st.builds(Reasoning, WORDS), max_size=1))
    parts += draw(st.lists(st.builds(Text, WORDS), max_size=1))
    parts += draw(st.lists(CALLS | st.just(Opaque("ollama_chat", {"tool_calls": 5})), max_size=3))
    return Message("assistant", tuple(parts), draw(EXTRA))


PICTURES = st.just(PNG) | st.just(Opaque("ollama_chat", {"images": "https://h/a.png"}))
ASKED = st.tuples(st.builds(Text, WORDS), st.lists(PICTURES, max_size=2)).map(lambda said: (said[0], *said[1]))
USERS = st.builds(Message, st.sampled_from(["user", "system"]), ASKED, EXTRA)
ANSWERED = st.builds(Message, st.just("tool"), st.lists(RESULTS, min_size=1, max_size=3).map(tuple))
TURNS = st.lists(st.tuples(USERS, assistants(), ANSWERED), max_size=2).map(
    lambda turns: [m for turn in turns for m in turn]
)
PARAMS = st.dictionaries(st.sampled_from(["options", "format", "think", "x_new"]), VALUES | WORDS | st.none())
DECLARED = st.builds(ToolSpec, WORDS, st.text(max_size=4), extra=EXTRA)
BOUND = DECLARED.map(lambda tool: replace(tool, origin="ollama_chat" if tool.extra else ""))
TOOLS = st.lists(BOUND, max_size=2).map(tuple)
REQUESTS = st.builds(ChatRequest, WORDS, TURNS, st.text(max_size=5), TOOLS, PARAMS)


def plain(message: Message) -> Message:
    """Without the origin, which reading finds out."""
    return replace(message, origin="")


@settings(max_examples=30)
@given(REQUESTS, st.booleans())
def test_a_written_request_is_read_again_as_it_was(request: ChatRequest, stream: bool) -> None:
    read = DIALECT.read_request(DIALECT.write_request(request, stream=stream))
    assert (read.model_name, read.system, read.tools, read.params) == (
        request.model_name,
        request.system,
        request.tools,
        request.params,
    )
    assert [plain(message) for message in read.messages] == list(request.messages)


@settings(max_examples=30)
@given(REQUESTS, assistants())
def test_another_message_only_adds_bytes_before_the_tail(request: ChatRequest, more: Message) -> None:
    _, tail = DIALECT.write_frame(request, stream=True)
    before = DIALECT.write_request(request, stream=True).removesuffix(tail)
    longer = replace(request, messages=[*request.messages, more])
    after = DIALECT.write_request(longer, stream=True)
    assert after.startswith(before)
    assert after[len(before) :].removesuffix(tail).removeprefix(b",") == DIALECT.write_message(more)


@settings(max_examples=30)
@given(assistants(), st.none() | WORDS, st.none() | st.tuples(st.integers(0, 9), st.integers(0, 9)))
def test_a_written_reply_is_read_again_as_it_was(
    message: Message, finish: str | None, counts: tuple[int, int] | None
) -> None:
    raw = counts and {"total_duration": 7, "prompt_eval_count": counts[0], "eval_count": counts[1]}
    usage = Usage(*counts, None, raw) if counts and raw else None
    reply = ChatReply(message.parts, finish, usage, "m", "", message.extra)
    assert replace(DIALECT.read_reply(DIALECT.write_reply(reply)), origin="") == reply


def body(request: ChatRequest, *, stream: bool = False) -> Any:
    return json.loads(DIALECT.write_request(request, stream=stream))


def test_the_history_of_the_official_client_goes_back_as_it_came() -> None:
    items = json.loads(DESK)
    request = DIALECT.read_request(json.dumps({"model": "m", "messages": items}).encode())
    assert body(request) == {"model": "m", "stream": False, "messages": items}
    assert [len(message.results) for message in request.messages if message.role == "tool"] == [2, 2, 1]
    assert {message.origin for message in request.messages} == {""}


def test_a_body_is_compact_with_its_messages_last_and_always_says_whether_it_streams() -> None:
    request = ChatRequest("m", (user("héllo"),), "sys", params={"options": {"num_ctx": 8}, "think": "low"})
    assert DIALECT.write_request(request, stream=True).decode() == (
        '{"model":"m","options":{"num_ctx":8},"think":"low","stream":true,"messages":['
        '{"role":"system","content":"sys"},{"role":"user","content":"héllo"}]}'
    )


WIRE_MESSAGES: list[dict[str, Any]] = [
    {"role": "user", "content": "look", "images": ["iVBORw0KGgo=", "/9j/4AA="]},
    {"role": "user", "content": "look", "images": ["AAAA", "not a picture", 5]},
    {"role": "assistant", "content": "x", "thinking": "hm", "new": {"a": 1}},
    {"role": "assistant", "content": "", "tool_calls": [{"function": {"name": "f", "arguments": {"z": 1, "a": 2.0}}}]},
    {
        "role": "assistant",
        "content": "",
        "tool_calls": [
            {"id": "c", "new": 1, "function": {"index": 0, "name": "f", "arguments": {"a": 12345678901234567890}}},
            {"id": "d", "type": "function", "function": {"index": 7, "name": "f", "arguments": {}, "signature": "s"}},
        ],
    },
    {"role": "assistant", "content": "", "tool_calls": [{"function": {"index": 0, "name": "f", "arguments": {}}}, "?"]},
    {"role": "tool", "content": "18", "tool_name": "f", "tool_call_id": "c", "new": 1},
    {"role": "tool", "content": "18", "name": "f"},
    {"role": "tool", "content": "18"},
    {"role": "tool", "content": "seen", "tool_name": "f", "images": ["iVBORw0KGgo=", 5]},
    {"role": "control", "content": "thinking"},
]


@pytest.mark.parametrize("item", WIRE_MESSAGES)
def test_members_nobody_knows_go_back_as_they_came(item: dict[str, Any]) -> None:
    raw = {"model": "m", "keep_alive": -1, "format": {"type": "object"}, "messages": [item]}
    assert body(DIALECT.read_request(json.dumps(raw).encode())) == {**raw, "stream": False}


def test_the_members_of_arguments_keep_their_order_and_their_digits() -> None:
    raw = b'{"message":{"tool_calls":[{"function":{"name":"f","arguments":{"z":12345678901234567890123,"a":1}}}]}}'
    (call,) = DIALECT.read_reply(raw).calls
    assert call.arguments == '{"z":12345678901234567890123,"a":1}'
    assert b'"arguments":{"z":12345678901234567890123,"a":1}' in DIALECT.write_message(Message("assistant", (call,)))


def test_arguments_that_are_no_object_go_out_inside_one_and_come_back_as_they_were() -> None:
    call = Call("f", '{"words": invoice}', "c")
    written = DIALECT.write_message(Message("assistant", (call,)))
    arguments = json.loads(written)["tool_calls"][0]["function"]["arguments"]
    assert arguments == {"raw_arguments": '{"words": invoice}'}
    read = DIALECT.read_request(b'{"messages":[' + written + b"]}")
    assert read.messages[0].calls == (call,)


def test_an_object_that_only_looks_like_wrapped_text_is_what_it_is() -> None:
    for arguments in ({"raw_arguments": "{}"}, {"raw_arguments": "{", "more": 1}, {"raw_arguments": 5}):
        raw = json.dumps({"message": {"tool_calls": [{"function": {"name": "f", "arguments": arguments}}]}})
        assert json.loads(DIALECT.read_reply(raw.encode()).calls[0].arguments) == arguments


def test_arguments_given_as_text_are_kept_to_the_byte_and_sent_as_an_object() -> None:
    raw = json.dumps({"message": {"tool_calls": [{"function": {"name": "f", "arguments": '{ "a": 1 }'}}]}})
    reply = DIALECT.read_reply(raw.encode())
    assert reply.calls[0].arguments == '{ "a": 1 }'
    item = json.loads(DIALECT.write_message(reply.message))
    assert item["tool_calls"][0]["function"]["arguments"] == {"a": 1}


def test_calls_with_ids_are_counted_anew_when_one_is_taken_out() -> None:
    calls = (Call("f", "{}", "a"), Call("f", "{}", "b"))
    entries = json.loads(DIALECT.write_message(Message("assistant", calls)))["tool_calls"]
    assert [entry["function"]["index"] for entry in entries] == [0, 1]
    (left,) = json.loads(DIALECT.write_message(Message("assistant", calls[1:])))["tool_calls"]
    assert (left["id"], left["function"]["index"]) == ("b", 0)


def test_every_result_of_a_round_is_a_message_with_the_name_of_its_tool() -> None:
    message = Message("tool", (Result("1", "a", "f"), Result(None, "b", "g", media=(PNG,))))
    assert json.loads(b"[" + DIALECT.write_message(message) + b"]") == [
        {"role": "tool", "content": "a", "tool_name": "f", "tool_call_id": "1"},
        {"role": "tool", "content": "b", "tool_name": "g", "images": ["iVBORw0KGgo="]},
    ]


def test_a_picture_is_a_data_url_here_and_bare_base64_there() -> None:
    raw = b'{"messages":[{"role":"user","content":"look","images":["/9j/4AA="]}]}'
    (message,) = DIALECT.read_request(raw).messages
    assert message.parts[1] == Image("data:image/jpeg;base64,/9j/4AA=", "image/jpeg")
    assert json.loads(DIALECT.write_message(message))["images"] == ["/9j/4AA="]
    with pytest.raises(DialectError, match="only inline"):
        DIALECT.write_message(Message("user", (Image("https://h/a.png"),)))


def test_texts_of_a_person_stay_apart_and_those_of_the_model_are_one() -> None:
    two = (Text("a"), Text("b"))
    assert json.loads(DIALECT.write_message(Message("user", two)))["content"] == "a\nb"
    assert json.loads(DIALECT.write_message(Message("assistant", two)))["content"] == "ab"
    assert json.loads(DIALECT.write_message(Message("developer", two)))["role"] == "system"


@pytest.mark.parametrize(
    "tool",
    [
        {
            "type": "function",
            "function": {"name": "f", "description": "d", "parameters": {"type": "object"}},
            "items": 1,
        },
        {"type": "web_search"},
    ],
)
def test_tools_go_back_as_they_came(tool: dict[str, Any]) -> None:
    raw = json.dumps({"model": "m", "tools": [tool], "messages": []}).encode()
    assert body(DIALECT.read_request(raw))["tools"] == [tool]


def test_a_part_of_another_format_is_not_sent_silently() -> None:
    for value in ({}, {"images": 1}):
        with pytest.raises(DialectError, match="anthropic_messages"):
            DIALECT.write_message(Message("user", (Opaque("anthropic_messages", value),)))
    with pytest.raises(DialectError, match="result"):
        DIALECT.write_message(Message("user", (Result("1", "a"),)))


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b"", "The request is not JSON"),
        (b"[]", "The request is not a JSON object."),
        (b"{}", "messages: The request has no list of messages."),
        (b'{"messages":[1]}', "messages[0]: a message has to be an object."),
        (b'{"messages":[{"content":"x"}]}', "messages[0].role: a message needs its role."),
        (b'{"messages":[{"role":"user","content":[]}]}', "messages[0].content: content has to be a text."),
        (b'{"messages":[{"role":"user","images":"x"}]}', "messages[0].images: images has to be a list."),
        (b'{"messages":[{"role":"tool","content":5}]}', "messages[0].content: content has to be a text."),
        (b'{"messages":[],"tools":5}', "tools: tools has to be a list."),
    ],
)
def test_what_is_no_request_is_said_with_its_place(raw: bytes, words: str) -> None:
    with pytest.raises(DialectError) as raised:
        DIALECT.read_request(raw)
    assert str(raised.value).startswith(words)


@pytest.mark.parametrize(
    ("raw", "provider"),
    [
        (b"<html>", "<html>"),
        (b"{}", None),
        (b"[]", None),
        (b'{"error":"model \\"x\\" not found"}', 'model "x" not found'),
        (b'{"message":{"content":"x"},"error":"out of memory"}', "out of memory"),
    ],
)
def test_what_is_no_reply_is_refused_with_the_providers_error(raw: bytes, provider: str | None) -> None:
    with pytest.raises(DialectError) as raised:
        DIALECT.read_reply(raw)
    assert (raised.value.provider and raised.value.provider.message) == provider


def test_a_model_without_tools_is_refused_in_the_servers_words() -> None:
    words = "registry.ollama.ai/library/tiny:latest does not support tools"
    error = DIALECT.read_error(400, json.dumps({"error": words}).encode())
    assert (error.kind, error.status, error.message) == ("http", 400, words)
