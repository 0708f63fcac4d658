"""Chat Completions, written and read again: nothing is lost, and a longer history only adds bytes."""

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
from studio.dialects.openai_chat import OpenAIChat
from studio.messages.message import Message, user
from studio.messages.parts import Call, Image, Opaque, Part, Reasoning, Refusal, Result, Text
from studio.messages.reply import ChatReply, Usage
from studio.messages.request import ChatRequest
from studio.messages.toolspec import ToolSpec

RECORDINGS = Path(__file__).parents[2] / "recordings"
DIALECT: Dialect = roster.make("openai_chat")

WORDS = st.text(st.characters(exclude_categories=["Cs"]) | st.just("\ud83d"), min_size=1, max_size=8)
EXTRA = st.dictionaries(
    st.sampled_from(["x_one", "x_two"]), st.integers() | st.lists(st.text(max_size=3), min_size=1), max_size=1
)
CALLS = st.builds(Call, WORDS, st.text(max_size=8), st.none() | WORDS, st.sampled_from(["function", "custom"]), EXTRA)
RESULTS = st.builds(Result, WORDS, st.text(max_size=8), extra=EXTRA)
PIECES = st.one_of(
    st.builds(Text, WORDS, EXTRA),
    st.builds(Image, st.just("https://h/a.png"), extra=EXTRA),
    st.builds(Opaque, st.just("openai_chat"), st.fixed_dictionaries({"type": st.just("input_audio"), "a": WORDS})),
)


@st.composite
def assistants(draw: st.DrawFn) -> Message:
    parts: list[Part] = []
    parts += draw(
        st.lists(st.builds(Reasoning, WORDS, extra=st.sampled_from([{}, {"member": "reasoning"}])), max_size=1)
    )
    parts += draw(st.lists(st.builds(Text, WORDS), max_size=1))
    parts += draw(st.lists(st.builds(Refusal, WORDS), max_size=1))
    parts += draw(
        st.lists(CALLS, max_size=2) | st.lists(st.builds(Call, WORDS, WORDS, form=st.just("legacy")), max_size=1)
    )
    return Message("assistant", tuple(parts), draw(EXTRA))


ASKED = st.builds(
    Message, st.sampled_from(["user", "developer"]), st.lists(PIECES, min_size=1, max_size=3).map(tuple), EXTRA
)
ANSWERED = st.builds(Message, st.just("tool"), st.lists(RESULTS, min_size=1, max_size=3).map(tuple))
TURNS = st.lists(st.tuples(ASKED, assistants(), ANSWERED), max_size=2).map(
    lambda turns: [m for turn in turns for m in turn]
)
PARAMS = st.dictionaries(
    st.sampled_from(["temperature", "tool_choice", "x_new"]), st.integers() | WORDS | st.none(), max_size=2
)
DECLARED = st.builds(ToolSpec, WORDS, st.text(max_size=4), extra=EXTRA)
BOUND = DECLARED.map(lambda tool: replace(tool, origin="openai_chat" if tool.extra else ""))
TOOLS = st.lists(BOUND, max_size=2).map(tuple)
REQUESTS = st.builds(ChatRequest, WORDS, TURNS, st.none() | st.text(max_size=5), TOOLS, PARAMS)


def without_names(request: ChatRequest) -> list[Message]:
    """The messages without their origin, and without the tool names and forms that reading finds for the results."""
    made = []
    for message in request.messages:
        parts = [Result(p.call_id, p.text, extra=p.extra) if isinstance(p, Result) else p for p in message.parts]
        made.append(Message(message.role, tuple(parts), message.extra))
    return made


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
    assert without_names(read) == list(request.messages)


@settings(max_examples=30)
@given(REQUESTS, assistants())
def test_another_message_only_adds_bytes_before_the_tail(request: ChatRequest, more: Message) -> None:
    _, tail = DIALECT.write_frame(request, stream=True)
    before = DIALECT.write_request(request, stream=True).removesuffix(tail)
    longer = ChatRequest(request.model_name, [*request.messages, more], request.system, request.tools, request.params)
    after = DIALECT.write_request(longer, stream=True)
    assert after.startswith(before)
    added = after[len(before) :].removesuffix(tail)
    assert added.removeprefix(b",") == DIALECT.write_message(more)


@settings(max_examples=30)
@given(
    assistants(),
    st.none() | st.sampled_from(["stop", "x"]),
    st.none() | st.builds(Usage, st.integers(0), st.integers(0)),
)
def test_a_written_reply_is_read_again_as_it_was(message: Message, finish: str | None, usage: Usage | None) -> None:
    reply = ChatReply(message.parts, finish, usage, "m", "r", message.extra)
    read = DIALECT.read_reply(DIALECT.write_reply(reply))
    assert (read.parts, read.finish, read.model_name, read.id, read.extra) == (
        reply.parts,
        finish,
        "m",
        "r",
        reply.extra,
    )
    assert (read.usage and (read.usage.input, read.usage.output)) == (usage and (usage.input, usage.output))


def body(request: ChatRequest, *, stream: bool = False) -> Any:
    return json.loads(DIALECT.write_request(request, stream=stream))


def test_a_body_is_compact_utf8_with_its_messages_last() -> None:
    request = ChatRequest("m", (user("héllo"),), "sys", params={"temperature": 0})
    assert DIALECT.write_request(request, stream=True).decode() == (
        '{"model":"m","temperature":0,"stream":true,"stream_options":{"include_usage":true},"messages":['
        '{"role":"system","content":"sys"},{"role":"user","content":"héllo"}]}'
    )


def test_usage_is_asked_for_only_in_streams_and_only_unless_said_otherwise() -> None:
    own = {"stream_options": {"include_usage": False}}
    assert "stream_options" not in body(ChatRequest("m", (), params=own))
    assert body(ChatRequest("m", (), params=own), stream=True)["stream_options"] == {"include_usage": False}


def test_half_a_character_is_written_as_its_escape() -> None:
    written = DIALECT.write_message(user("a\\\ud83d b"))
    assert written == b'{"role":"user","content":"a\\\\\\ud83d b"}'
    assert json.loads(written)["content"] == "a\\\ud83d b"


def test_a_number_that_json_has_not_is_refused() -> None:
    with pytest.raises(DialectError, match="cannot be written as JSON"):
        DIALECT.write_request(ChatRequest("m", (), params={"temperature": float("nan")}), stream=True)


def test_argument_text_goes_out_to_the_byte() -> None:
    text = '{ "a":1,\n "b": "\\u00e9" '
    item = json.loads(DIALECT.write_message(Message("assistant", (Call("f", text, "1"),))))
    assert item["tool_calls"][0]["function"]["arguments"] == text
    assert item["content"] == ""


def test_arguments_given_as_an_object_become_compact_json_text() -> None:
    message = {
        "role": "assistant",
        "tool_calls": [{"function": {"name": "f", "arguments": {"a": 12345678901234567890123}}}],
    }
    reply = DIALECT.read_reply(json.dumps({"choices": [{"message": message}]}).encode())
    assert reply.calls == (Call("f", '{"a":12345678901234567890123}'),)


def test_results_of_a_round_are_one_message_here_and_several_there() -> None:
    message = Message("tool", (Result("1", "a", name="f"), Result("2", "b", name="g")))
    assert DIALECT.write_message(message) == (
        b'{"role":"tool","tool_call_id":"1","content":"a"},{"role":"tool","tool_call_id":"2","content":"b"}'
    )
    calls = Message("assistant", (Call("f", "{}", "1"), Call("g", "{}", "2")))
    read = DIALECT.read_request(DIALECT.write_request(ChatRequest("m", (calls, message)), stream=False))
    assert list(read.messages) == [calls, message]


def test_pictures_of_results_follow_in_a_message_of_the_person() -> None:
    message = Message("tool", (Result("1", "taken", media=(Image("data:image/png;base64,AA==", "image/png"),)),))
    tool, person = json.loads(b"[" + DIALECT.write_message(message) + b"]")
    assert tool == {"role": "tool", "tool_call_id": "1", "content": "taken"}
    assert person["role"] == "user"
    assert person["content"][1] == {"type": "image_url", "image_url": {"url": "data:image/png;base64,AA=="}}


WIRE_MESSAGES: list[dict[str, Any]] = [
    {"role": "user", "content": [{"type": "text", "text": "a", "cache_control": {"type": "ephemeral"}}]},
    {"role": "user", "content": [{"type": "image_url", "image_url": {"url": "u", "detail": "low"}, "cache": 1}]},
    {"role": "user", "content": [{"type": "file", "file": {"file_id": "f"}}], "name": "ann"},
    {"role": "assistant", "content": "x", "reasoning": "hm", "reasoning_details": [{"text": "hm"}]},
    {"role": "assistant", "content": [{"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]}]},
    {
        "role": "assistant",
        "content": "",
        "tool_calls": [
            {
                "id": "c",
                "type": "function",
                "function": {"name": "f", "arguments": "{}", "new": 1},
                "extra_content": {"google": {"thought_signature": "s"}},
            }
        ],
    },
    {"role": "assistant", "content": "", "function_call": {"name": "f", "arguments": "{", "new": 1}},
    {"role": "function", "name": "f", "content": "r"},
    {"role": "tool", "tool_call_id": "c", "content": [{"type": "text", "text": "r", "cache_control": {}}], "name": "f"},
    {"role": "tool", "tool_call_id": "c", "content": [{"type": "text", "text": "r"}, {"type": "text", "text": "s"}]},
]


@pytest.mark.parametrize("item", WIRE_MESSAGES)
def test_members_nobody_knows_go_back_as_they_came(item: dict[str, Any]) -> None:
    raw = json.dumps({"model": "m", "seed": 7, "messages": [item]}).encode()
    request = DIALECT.read_request(raw)
    assert body(request) == {"model": "m", "seed": 7, "stream": False, "messages": [item]}


@pytest.mark.parametrize(
    "tool",
    [
        {"type": "function", "function": {"name": "f", "parameters": {"type": "object"}, "strict": True}, "cache": 1},
        {"type": "custom", "custom": {"name": "shell", "format": {"type": "text"}}},
        {"type": "web_search"},
    ],
)
def test_tools_of_every_kind_go_back_as_they_came(tool: dict[str, Any]) -> None:
    raw = json.dumps({"model": "m", "tools": [tool], "messages": []}).encode()
    assert body(DIALECT.read_request(raw))["tools"] == [tool]


def test_a_changed_result_text_replaces_the_parts_it_came_in() -> None:
    result = Result("c", "new", extra={"content": [{"type": "text", "text": "old"}]})
    assert json.loads(DIALECT.write_message(Message("tool", (result,))))["content"] == "new"


@pytest.mark.parametrize("name", ["llama_cpp_weather_stream", "llama_cpp_calculate_whole"])
def test_recorded_requests_are_written_as_they_were(name: str) -> None:
    raw = (RECORDINGS / f"{name}.request.json").read_bytes()
    wanted = json.loads(raw)
    made = body(DIALECT.read_request(raw), stream=wanted["stream"])
    made.pop("stream_options", None)
    assert made == wanted


def test_a_recorded_reply_holds_one_call_although_it_is_told_twice() -> None:
    reply = DIALECT.read_reply((RECORDINGS / "llama_cpp_calculate_whole.json").read_bytes())
    assert [(call.name, call.arguments) for call in reply.calls] == [("calculate", '{ "a":15, "op": "add", "b":27}')]
    assert reply.usage == Usage(24, 23, None, {"prompt_tokens": 24, "completion_tokens": 23, "total_tokens": 47})
    assert reply.extra == {}


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b"", "The request is not JSON"),
        (b"\xff\xfe", "The request is not JSON"),
        (b"[]", "The request is not a JSON object."),
        (b"{}", "messages: The request has no list of messages."),
        (b'{"messages":[1]}', "messages[0]: a message has to be an object."),
        (b'{"messages":[{"role":"user"},{"role":"robot"}]}', "messages[1].role: the role 'robot' is not known."),
        (b'{"messages":[{"content":"x"}]}', "messages[0].role: the role None is not known."),
        (b'{"messages":[{"role":"user","content":5}]}', "messages[0].content: content has to be"),
        (b'{"messages":[{"role":"assistant","tool_calls":5}]}', "messages[0].tool_calls: tool_calls has to be a list."),
        (b'{"messages":[{"role":"assistant","tool_calls":[5]}]}', "messages[0].tool_calls[0]: a tool call has to be"),
        (b'{"messages":[{"role":"assistant","tool_calls":[{"id":"1"}]}]}', "messages[0].tool_calls[0].function: "),
        (b'{"messages":[],"tools":[1]}', "tools[0]: a tool has to be an object."),
        (b'{"messages":[],"tools":5}', "tools: tools has to be a list."),
    ],
)
def test_what_is_no_request_is_said_with_its_place(raw: bytes, words: str) -> None:
    with pytest.raises(DialectError) as raised:
        DIALECT.read_request(raw)
    assert str(raised.value).startswith(words)


@pytest.mark.parametrize(
    ("raw", "provider"),
    [(b"<html>", None), (b"{}", None), (b'{"choices":[]}', None), (b'{"error":{"message":"busy"}}', "busy")],
)
def test_what_is_no_reply_is_refused_with_the_providers_error(raw: bytes, provider: str | None) -> None:
    with pytest.raises(DialectError) as raised:
        DIALECT.read_reply(raw)
    assert (raised.value.provider and raised.value.provider.message) == provider


def test_a_part_of_another_format_is_not_sent_silently() -> None:
    with pytest.raises(DialectError, match="anthropic_messages"):
        DIALECT.write_message(Message("user", (Opaque("anthropic_messages", {}),)))


@pytest.mark.parametrize(
    ("raw", "message", "kind"),
    [
        (b'{"error":{"message":"no","type":"t","code":"c"}}', "no", "t"),
        (b'{"error":{"message":"no","code":404}}', "no", "404"),
        (b'{"error":"model not found"}', "model not found", ""),
        (b'{"error":"Not Found","message":"no such route"}', "no such route", ""),
        (b'{"object":"error","message":"too long","type":"BadRequest"}', "too long", "BadRequest"),
        (b'{"detail":"Not Found"}', "Not Found", ""),
        (b'{"detail":[{"loc":["body","messages",0],"msg":"Field required"}]}', "messages.0: Field required", ""),
        (b'[{"error":{"message":"quota","status":"RESOURCE_EXHAUSTED"}}]', "quota", "RESOURCE_EXHAUSTED"),
        (b'{"weird":1}', '{"weird":1}', ""),
        (b"upstream   connect\nerror", "upstream connect error", ""),
        (b"<html><style>p{}</style><body><h1>Bad</h1> gateway</body></html>", "Bad gateway", ""),
        (b"", "Bad Gateway", ""),
        (b'{"detail": [{"loc": 5, "msg": "no"}, {"loc": null, "msg": "and no"}, 7]}', "no; and no", ""),
        (b"\xff\xfe", "\ufffd\ufffd", ""),
    ],
)
def test_errors_are_read_from_every_usual_form(raw: bytes, message: str, kind: str) -> None:
    error = DIALECT.read_error(502, raw)
    assert (error.kind, error.status, error.message, error.type) == ("http", 502, message, kind)


def test_long_error_bodies_are_shortened() -> None:
    error = DIALECT.read_error(500, b"x" * 100_000)
    assert len(error.message) == 300
    assert len(error.body) == 4000


def test_an_unknown_dialect_is_said_with_the_known_ones() -> None:
    with pytest.raises(DialectError, match="Known are: openai_chat"):
        roster.make("smoke")
    assert OpenAIChat.name in roster.NAMES
