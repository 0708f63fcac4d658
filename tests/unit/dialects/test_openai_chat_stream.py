"""Streamed Chat Completions beyond the corpus: any split gives the same reply, and foreign input raises nothing."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.dialects.openai_chat import OpenAIChat
from studio.messages.assemble import Assembly
from studio.messages.parts import Call, Image, Opaque, Reasoning, Text
from studio.messages.reply import ChatReply, ProviderError
from studio.wire.sse import SseReader

RECORDING = (Path(__file__).parents[2] / "recordings" / "llama_cpp_weather_stream.sse").read_bytes()


def read(*chunks: bytes) -> tuple[ChatReply, ProviderError | None]:
    framing, assembly, reader = SseReader(), Assembly(), OpenAIChat().delta_reader()
    for event in [event for chunk in chunks for event in framing.feed(chunk)] + framing.end():
        for delta in reader.feed(event.data):
            assembly.feed(delta)
    return assembly.reply(), reader.end()


def streamed(*deltas: dict[str, Any], finish: str | None = "stop") -> tuple[ChatReply, ProviderError | None]:
    chunks = [{"choices": [{"index": 0, "delta": delta}]} for delta in deltas]
    ended = {"choices": [{"index": 0, "delta": {}, "finish_reason": finish}]}
    return read(*(b"data: " + json.dumps(chunk).encode() + b"\n\n" for chunk in [*chunks, ended]))


def calls(*entries: dict[str, Any]) -> list[tuple[str | None, str, str]]:
    reply, error = streamed(*({"tool_calls": [entry]} for entry in entries))
    assert error is None
    return [(call.id, call.name, call.arguments) for call in reply.calls]


def entry(index: int | None, call_id: str | None, name: str | None, arguments: Any) -> dict[str, Any]:
    function = {"name": name, "arguments": arguments}
    return {
        "index": index,
        "id": call_id,
        "function": {key: value for key, value in function.items() if value is not None},
    }


@given(st.lists(st.integers(0, len(RECORDING)), max_size=12))
def test_any_split_of_a_recorded_stream_gives_the_same_reply(cuts: list[int]) -> None:
    cuts = sorted(cuts)
    chunks = [RECORDING[start:stop] for start, stop in zip([0, *cuts], [*cuts, len(RECORDING)], strict=True)]
    assert read(*chunks) == read(RECORDING)


def test_the_recorded_stream_holds_one_call() -> None:
    reply, error = read(RECORDING)
    assert error is None
    (call,) = reply.calls
    assert (call.name, call.form) == ("get_weather", "function")
    assert set(json.loads(call.arguments)) <= {"city", "unit"}
    assert (reply.finish, reply.model_name, reply.extra) == ("tool_calls", "smollm2", {})


@given(st.text() | st.recursive(st.none() | st.integers() | st.text(), st.lists, max_leaves=4).map(json.dumps))
def test_foreign_data_raises_nothing(data: str) -> None:
    reader = OpenAIChat().delta_reader()
    for delta in reader.feed(data):
        Assembly().feed(delta)
    reader.end()


JSONS = st.recursive(st.none() | st.integers() | st.text(max_size=3), lambda inner: st.lists(inner, max_size=2))
PLACES = st.sampled_from(
    ["role", "content", "tool_calls", "function_call", "reasoning", "refusal", "delta", "finish_reason"]
)


@given(
    PLACES,
    JSONS | st.dictionaries(st.sampled_from(["id", "index", "function", "name", "custom"]), JSONS),
    st.booleans(),
)
def test_values_of_any_kind_in_any_place_raise_nothing(place: str, value: Any, listed: bool) -> None:
    value = [value] if listed else value
    delta = {"delta": value} if place == "delta" else {"delta": {place: value}, "finish_reason": value}
    chunk = {"id": value, "usage": value, "choices": [{"index": 0, **delta}]}
    reader, assembly = OpenAIChat().delta_reader(), Assembly()
    for made in reader.feed(json.dumps(chunk)):
        assembly.feed(made)
    assembly.reply()


@given(
    PLACES | st.just("odd"),
    JSONS | st.dictionaries(st.sampled_from(["content", "tool_calls", "id", "type", "text"]), JSONS),
    st.sampled_from(["delta", "choice", "chunk", "index"]),
)
def test_a_short_chunk_says_the_same_as_a_long_one(place: str, value: Any, where: str) -> None:
    delta = {"content": "x", **({place: value} if where == "delta" else {})}
    choice = {
        "index": value if where == "index" else 0,
        "delta": delta,
        **({place: value} if where == "choice" else {}),
    }
    chunk = json.dumps({"choices": [choice], "error": value if where == "chunk" else None})
    readers = [OpenAIChat().delta_reader() for _ in range(2)]
    for reader in readers:
        reader.feed('{"id":"r","model":"m","choices":[]}')
    short, long = readers[0].feed(chunk), readers[1].feed(chunk + " " * 1000)
    assert list(short) == list(long)
    assert readers[0].end() == readers[1].end()


def test_a_call_whose_id_comes_late_is_one_call() -> None:
    assert calls(entry(0, None, "f", "{"), entry(0, "a", None, "}")) == [("a", "f", "{}")]


def test_an_id_that_changes_without_a_name_goes_on_with_the_call() -> None:
    assert calls(entry(0, "a", "f", "{"), entry(0, "b", None, "}")) == [("a", "f", "{}")]


def test_one_id_under_two_indices_with_names_is_two_calls() -> None:
    assert calls(entry(0, "a", "f", "{}"), entry(1, "a", "f", "{}")) == [("a", "f", "{}"), ("a", "f", "{}")]


def test_a_repeated_name_and_id_without_index_is_one_call() -> None:
    assert calls(entry(None, "a", "f", "{"), entry(None, "a", "f", "}")) == [("a", "f", "{}")]


def test_names_alone_open_calls_when_the_last_one_is_whole() -> None:
    pieces = (entry(None, None, "f", '{"a":'), entry(None, None, "f", "1}"), entry(None, None, "f", "{}"))
    assert calls(*pieces) == [(None, "f", '{"a":1}'), (None, "f", "{}")]
    assert calls(entry(0, None, "f", "{}"), entry(0, None, "g", "{}")) == [(None, "f", "{}"), (None, "g", "{}")]


def test_a_name_that_grows_is_replaced_and_one_that_comes_in_pieces_is_joined() -> None:
    assert calls(entry(0, "a", "get", ""), entry(0, None, "get_order", "{}")) == [("a", "get_order", "{}")]
    assert calls(entry(0, "a", "get", ""), entry(0, None, "_order", "{}")) == [("a", "get_order", "{}")]


def test_a_signature_on_a_call_is_kept_with_the_call() -> None:
    signed = {**entry(0, "a", "f", "{}"), "extra_content": {"google": {"thought_signature": "s"}}}
    reply, _ = streamed({"tool_calls": [signed]})
    assert reply.calls[0].extra == {"extra_content": {"google": {"thought_signature": "s"}}}


def test_reasoning_goes_back_under_the_name_it_came_with() -> None:
    reply, _ = streamed({"reasoning": "a"}, {"reasoning": "b", "reasoning_content": ""}, {"content": "c"})
    item = json.loads(OpenAIChat().write_message(reply.message))
    assert item == {"role": "assistant", "content": "c", "reasoning": "ab"}
    both, _ = streamed({"reasoning": "a", "reasoning_content": "a"})
    assert json.loads(OpenAIChat().write_message(both.message))["reasoning_content"] == "a"


def test_members_nobody_knows_are_kept_and_empty_ones_are_not() -> None:
    reply, _ = streamed({"content": "x", "annotations": [1], "audio": None}, {"annotations": [2], "note": ""})
    assert reply.extra == {"annotations": [1, 2]}


def test_a_whole_message_in_a_stream_is_read() -> None:
    chunk = {"choices": [{"index": 0, "message": {"role": "assistant", "content": "x"}, "finish_reason": "stop"}]}
    reply, error = read(b"data: " + json.dumps(chunk).encode() + b"\n\n")
    assert (reply.parts, error) == ((Text("x"),), None)


@pytest.mark.parametrize(
    ("data", "kind", "words"),
    [
        ('{"error":"busy"}', "provider", "busy"),
        ('{"error":{"message":"busy"},"choices":[]}', "provider", "busy"),
        ('{"object":"error","message":"busy"}', "provider", "busy"),
        ('{"choices":[{"index":0,"delta":{},"finish_reason":"error","error":{"message":"busy"}}]}', "provider", "busy"),
        ("upstream timed out", "provider", "upstream timed out"),
        ('{"choices":[{"index":0,"del', "incomplete", "cut"),
    ],
)
def test_errors_in_a_stream_are_its_outcome(data: str, kind: str, words: str) -> None:
    _, error = read(b'data: {"choices":[{"index":0,"delta":{"content":"x"}}]}\n\n', b"data: " + data.encode())
    assert error is not None
    assert error.kind == kind
    assert words in error.message


def test_nothing_after_the_end_marker_counts() -> None:
    done = b'data: {"choices":[{"index":0,"delta":{"content":"x"}}]}\n\ndata: [DONE]\n\ndata: {"error":"late"}\n\n'
    assert read(done) == (ChatReply((Text("x"),)), None)


def test_another_choice_can_be_read() -> None:
    reader, assembly = OpenAIChat().delta_reader(choice=1), Assembly()
    for index in (0, 1):
        tool = {"id": f"c{index}", "function": {"name": "f", "arguments": "{}"}}
        for delta in reader.feed(json.dumps({"choices": [{"index": index, "delta": {"tool_calls": [tool]}}]})):
            assembly.feed(delta)
    assert assembly.reply().calls == (Call("f", "{}", "c1"),)


@pytest.mark.parametrize("count", ["1e999", "NaN", "-5"])
def test_a_token_count_that_is_no_count_is_none(count: str) -> None:
    reader = OpenAIChat().delta_reader()
    usage = f'{{"prompt_tokens": {count}, "completion_tokens": 3}}'
    (told,) = reader.feed(f'{{"choices": [], "usage": {usage}}}')
    assert (told[0], told[1].input, told[1].output) == ("usage", None, 3)


def test_a_piece_that_is_nested_too_deep_is_an_error_of_the_reply() -> None:
    deep = '{"choices": [{"index": 0, "delta": {"x": ' + "[" * 250 + "]" * 250 + "}}]}"
    reader = OpenAIChat().delta_reader()
    assert [one[0] for one in reader.feed(deep)] == ["error"]
    assert reader.end() is not None


def test_a_call_that_is_told_again_at_the_end_is_one_call() -> None:
    pieces = (entry(0, "a", "f", '{"a":'), entry(0, None, None, "1}"), entry(0, "a", "f", '{"a":1}'))
    assert calls(*pieces) == [("a", "f", '{"a":1}')]


def test_a_call_that_begins_under_the_index_of_another_goes_on_under_its_own() -> None:
    pieces = (entry(0, "a", "f", '{"a":1}'), entry(0, "b", "f", '{"b":'), entry(1, None, None, "2}"))
    assert calls(*pieces) == [("a", "f", '{"a":1}'), ("b", "f", '{"b":2}')]
    assert calls(*pieces, entry(2, None, None, "{}"))[2:] == [(None, "", "{}")]


def test_another_id_behind_a_whole_call_is_another_call_though_its_name_comes_later() -> None:
    pieces = (entry(0, "a", "f", "{}"), entry(0, "b", None, '{"b":'), entry(0, "b", "g", "2}"))
    assert calls(*pieces) == [("a", "f", "{}"), ("b", "g", '{"b":2}')]


def test_events_without_the_empty_line_between_them_are_several() -> None:
    chunks = [json.dumps({"choices": [{"index": 0, "delta": {"content": text}}]}) for text in "ab"]
    reply, error = read("".join(f"data: {data}\n" for data in (*chunks, "[DONE]")).encode() + b"\n")
    assert (reply.text, error) == ("ab", None)
    _, cut = read(f'data: {chunks[0]}\ndata: {{"choices":\n\n'.encode())
    assert cut is not None
    assert cut.kind == "incomplete"


def test_numbers_are_ids_and_texts_of_digits_are_indices() -> None:
    first = {"index": "0", "id": 0, "function": {"name": "f", "arguments": "{"}}
    more = {"index": "0", "function": {"arguments": "}"}}
    second = {"index": "1", "id": 1, "function": {"name": "f", "arguments": "{}"}}
    assert calls(first, second, more) == [("0", "f", "{}"), ("1", "f", "{}")]


def test_a_fragment_of_no_known_call_is_a_call_without_a_name() -> None:
    assert calls(entry(0, "a", "f", "{}"), entry(3, None, None, '{"b":')) == [("a", "f", "{}"), (None, "", '{"b":')]


def test_members_inside_a_function_are_kept_with_its_call() -> None:
    piece = {"index": 0, "id": "a", "function": {"name": "f", "arguments": "{}", "thought_signature": "s"}}
    reply, _ = streamed({"tool_calls": [piece]})
    assert reply.calls == (Call("f", "{}", "a", extra={"entry": {"thought_signature": "s"}}),)
    old, _ = streamed({"function_call": {"name": "f", "arguments": "{}", "new": 1}})
    assert old.calls == (Call("f", "{}", None, "legacy", {"entry": {"new": 1}}),)


def test_a_whole_message_behind_a_stream_says_nothing_new() -> None:
    whole = {"choices": [{"index": 0, "message": {"content": "x"}, "finish_reason": "stop"}]}
    chunk = {"choices": [{"index": 0, "delta": {"content": "x"}}]}
    reply, error = read(*(b"data: " + json.dumps(one).encode() + b"\n\n" for one in (chunk, whole)))
    assert (reply.text, reply.finish, error) == ("x", "stop", None)


def test_a_choice_without_a_number_is_the_first_and_may_carry_the_usage() -> None:
    chunk = {
        "choices": [{"index": None, "delta": {"content": "x"}, "finish_reason": "stop", "usage": {"prompt_tokens": 3}}]
    }
    reply, _ = read(b"data: " + json.dumps(chunk).encode() + b"\n\n")
    assert (reply.text, reply.usage and reply.usage.input) == ("x", 3)


@pytest.mark.parametrize("member", ["reasoning", "reasoning_text", "thinking"])
def test_thinking_is_read_from_every_usual_member_and_goes_back_there(member: str) -> None:
    reply, _ = streamed({"content": "", member: "a"}, {member: "b"})
    assert json.loads(OpenAIChat().write_message(reply.message)) == {"role": "assistant", "content": "", member: "ab"}


def test_known_members_of_an_unknown_type_are_kept_as_they_came() -> None:
    reply, _ = streamed({"reasoning": {"text": "a"}}, {"content": {"odd": 1}})
    assert reply.extra == {"reasoning": {"text": "a"}}
    assert reply.parts == (Opaque("openai_chat", {"odd": 1}),)


def test_pieces_of_a_content_list_are_read_as_in_a_whole_reply() -> None:
    thinking = [{"type": "thinking", "thinking": [{"type": "text", "text": text}]} for text in "ab"]
    signed = {"type": "thinking", "thinking": [], "signature": "s"}
    picture = {"type": "image_url", "image_url": {"url": "u"}}
    reply, _ = streamed(
        *({"content": [piece]} for piece in (*thinking, signed, {"type": "text", "text": "x"}, picture))
    )
    assert reply.parts == (Reasoning("ab", "s", {"member": "content"}), Text("x"), Image("u"))


def test_a_named_call_in_a_hundred_thousand_pieces_is_read_in_one_pass() -> None:
    pieces = [entry(0, None, "f", piece) for piece in ['{"a":"', *["}"] * 100_000, '"}']]
    reader, assembly = OpenAIChat().delta_reader(), Assembly()
    for piece in pieces:
        for delta in reader.feed(json.dumps({"choices": [{"index": 0, "delta": {"tool_calls": [piece]}}]})):
            assembly.feed(delta)
    (call,) = assembly.reply().calls
    assert len(call.arguments) == 100_000 + 8
