"""Streamed lines of Ollama's chat: any split gives the same reply, a cut or failed one is told, foreign input raises nothing."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from studio.dialects import roster
from studio.messages.assemble import Assembly
from studio.messages.parts import Call, Image, Opaque, Part, Reasoning, Text
from studio.messages.reply import ChatReply, ProviderError, Usage
from studio.wire.ndjson import NdjsonReader
from tests.unit.dialects.test_ollama_chat import CALLS, EXTRA, PICTURES, WORDS

DIALECT = roster.make("ollama_chat")
DESK = (Path(__file__).parents[2] / "interop" / "ollama" / "desk.ndjson").read_bytes()


def read(*chunks: bytes) -> tuple[ChatReply, ProviderError | None]:
    framing, assembly, reader = NdjsonReader(), Assembly(), DIALECT.delta_reader()
    for line in [line for chunk in chunks for line in framing.feed(chunk)] + framing.end():
        for delta in reader.feed(line):
            assembly.feed(delta)
    return assembly.reply(), reader.end()


def lines(*messages: dict[str, Any], **last: Any) -> tuple[ChatReply, ProviderError | None]:
    said = [{"model": "m", "message": {"role": "assistant", **message}, "done": False} for message in messages]
    end = {"model": "m", "message": {"role": "assistant", "content": ""}, "done": True, **last}
    return read(*(json.dumps(line).encode() + b"\n" for line in [*said, end]))


def entry(arguments: Any, **members: Any) -> dict[str, Any]:
    return {"tool_calls": [{**members, "function": {"name": "f", "arguments": arguments}}]}


def ids_and_arguments(*messages: dict[str, Any]) -> list[tuple[str | None, str]]:
    reply, error = lines(*messages)
    assert error is None
    return [(call.id, call.arguments) for call in reply.calls]


@given(st.lists(st.integers(0, len(DESK)), max_size=12))
def test_any_split_of_a_recorded_stream_gives_the_same_reply(cuts: list[int]) -> None:
    cuts = sorted(cuts)
    chunks = [DESK[start:stop] for start, stop in zip([0, *cuts], [*cuts, len(DESK)], strict=True)]
    assert read(*chunks) == read(DESK)


def test_the_recorded_stream_holds_a_text_and_two_calls() -> None:
    reply, error = read(DESK)
    assert error is None
    assert reply.text == "Checking both cities."
    assert reply.calls == (
        Call("get_weather", '{"city":"Paris","unit":"celsius"}', "call_8PEK5lVCD1IQMNpam3e3ySpN"),
        Call("get_weather", '{"city":"Atlantis","unit":"celsius"}', "call_Y6J5dLob54fpKZUcbzPNO8x0"),
    )
    assert (reply.finish, reply.model_name, reply.extra) == ("stop", "demo-desk", {})
    assert reply.usage is not None
    assert (reply.usage.input, reply.usage.output, reply.usage.raw["eval_duration"]) == (120, 17, 345678901)


@st.composite
def replies(draw: st.DrawFn) -> ChatReply:
    """Replies whose neighbours are unlike: texts that adjoin would be one."""
    one: st.SearchStrategy[Part] = st.builds(Text, WORDS) | st.builds(Reasoning, WORDS) | PICTURES | CALLS
    drawn = draw(st.lists(one, max_size=6))
    parts = [part for at, part in enumerate(drawn) if isinstance(part, Call) or type(part) is not type(drawn[at - 1])]
    calls = [part for part in parts if isinstance(part, Call)]
    renamed = {id(call): replace(call, id=call.id and f"{call.id}{at}") for at, call in enumerate(calls)}
    usage = draw(st.none() | st.just(Usage(3, 4, None, {"prompt_eval_count": 3, "eval_count": 4, "load_duration": 0})))
    made = tuple(renamed.get(id(part), part) for part in parts)
    return ChatReply(made, draw(st.none() | WORDS), usage, draw(WORDS), "", draw(EXTRA))


@settings(max_examples=60)
@given(replies(), st.integers(1, 50))
def test_a_streamed_reply_is_read_again_as_it_was_however_it_is_cut(reply: ChatReply, size: int) -> None:
    written = b"".join(DIALECT.write_stream(reply))
    chunks = [written[at : at + size] for at in range(0, len(written), size)]
    assert read(*chunks) == (reply, None)


def test_thinking_text_and_calls_stand_in_the_order_in_which_they_came() -> None:
    reply, _ = lines(
        {"content": "", "thinking": "h"},
        {"content": "", "thinking": "m"},
        {"content": "a"},
        {"content": "", **entry({})},
        {"content": "b", "thinking": "oh"},
        done_reason="stop",
    )
    assert reply.parts == (Reasoning("hm"), Text("a"), Call("f", "{}"), Reasoning("oh"), Text("b"))


def test_calls_of_several_lines_add_up_whatever_their_index() -> None:
    first = {"tool_calls": [{"function": {"index": 0, "name": "f", "arguments": {"a": 1}}}]}
    second = {"tool_calls": [{"function": {"index": 0, "name": "f", "arguments": {"a": 2}}}]}
    assert ids_and_arguments(first, second) == [(None, '{"a":1}'), (None, '{"a":2}')]
    assert ids_and_arguments(entry({}), entry({})) == [(None, "{}"), (None, "{}")]


def test_a_call_that_is_told_twice_under_its_id_is_one_call() -> None:
    assert ids_and_arguments(entry({"a": 1}, id="c"), entry({"a": 1}, id="c")) == [("c", '{"a":1}')]
    assert ids_and_arguments(entry({"a": 1}, id="c"), entry({"a": 2}, id="c")) == [("c", '{"a":1}'), ("c", '{"a":2}')]


def test_a_nameless_entry_goes_on_with_the_text_of_a_call() -> None:
    more = {"tool_calls": [{"function": {"arguments": "1}"}}]}
    assert ids_and_arguments(entry('{"a":', id="c"), more) == [("c", '{"a":1}')]
    other = {"tool_calls": [{"id": "c", "function": {"arguments": "1}"}}]}
    assert ids_and_arguments(entry('{"a":', id="c"), entry({}, id="d"), other) == [("c", '{"a":1}'), ("d", "{}")]


def test_a_call_in_the_last_line_counts() -> None:
    reply, error = read(json.dumps({"message": {"content": "", **entry({})}, "done": True}).encode())
    assert (reply.calls, error) == ((Call("f", "{}"),), None)


def test_a_reply_that_ends_without_a_reason_is_whole_and_one_without_an_end_is_not() -> None:
    reply, error = lines({"content": "x"})
    assert (reply.finish, error) == (None, None)
    _, cut = read(b'{"message":{"content":"x"},"done":false}\n')
    assert cut is not None
    assert cut.kind == "incomplete"
    _, torn = read(b'{"message":{"content":"x"},"done":false}\n{"message":{"con')
    assert torn is not None
    assert (torn.kind, torn.body) == ("incomplete", '{"message":{"con')


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b'{"error":"model runner has unexpectedly stopped"}', "unexpectedly stopped"),
        (b'{"error":"too long","done":true}', "too long"),
        (b'{"error":{"message":"busy","code":503}}', "busy"),
        (b'{"StatusCode":401,"Status":"401 Unauthorized","error":"unauthorized"}', "unauthorized"),
        (b"upstream timed out", "upstream timed out"),
    ],
)
def test_an_error_in_a_line_is_the_outcome(line: bytes, words: str) -> None:
    reply, error = read(b'{"message":{"content":"x"},"done":false}\n', line)
    assert error is not None
    assert error.kind == "provider"
    assert words in error.message
    assert reply.text == "x"


def test_the_status_of_a_model_that_runs_elsewhere_is_told() -> None:
    for line in (b'{"error":"x","status_code":503}', b'{"error":"x","StatusCode":503}', b'{"error":{"code":503}}'):
        _, error = read(line)
        assert error is not None
        assert error.status == 503


def test_nothing_after_the_end_counts() -> None:
    done = b'{"message":{"content":"x"},"done":true}\n{"error":"late"}\n'
    assert read(done) == (ChatReply((Text("x"),)), None)


def test_a_whole_body_is_a_stream_of_one_line_and_lines_are_a_whole_body() -> None:
    assert replace(DIALECT.read_reply(DESK), origin="") == read(DESK)[0]
    whole = DIALECT.write_reply(ChatReply((Reasoning("h"), Text("x"), Call("f", "{}")), "stop", None, "m"))
    assert read(whole) == (DIALECT.read_reply(whole), None)


def test_members_and_entries_nobody_knows_are_kept() -> None:
    reply, _ = lines({"content": "x", "notes": [1], "audio": None}, {"notes": [2], "images": ["iVBORw0KGgo=", 5]})
    assert reply.extra == {"notes": [1, 2]}
    png = Image("data:image/png;base64,iVBORw0KGgo=", "image/png")
    assert reply.parts == (Text("x"), png, Opaque("ollama_chat", {"images": 5}))
    signed, _ = lines({"tool_calls": [{"id": "c", "sig": 1, "function": {"index": 4, "name": "f"}}, "?"]})
    assert signed.parts == (
        Call("f", "", "c", extra={"sig": 1, "entry": {"index": 4}}),
        Opaque("ollama_chat", {"tool_calls": "?"}),
    )


JSONS = st.recursive(st.none() | st.integers() | st.text(max_size=3), lambda inner: st.lists(inner, max_size=2))
PLACES = st.sampled_from(["role", "content", "thinking", "tool_calls", "images", "message"])
MEMBERS = st.sampled_from(["id", "function", "name", "arguments"])


@given(PLACES, JSONS | st.dictionaries(MEMBERS, JSONS | st.dictionaries(MEMBERS, JSONS)), st.booleans())
def test_values_of_any_kind_in_any_place_raise_nothing(place: str, value: Any, listed: bool) -> None:
    value = [value] if listed else value
    message = value if place == "message" else {"role": "assistant", "content": "", place: value}
    line = {"model": value, "message": message, "done": True, "done_reason": value, "eval_count": value, "error": value}
    reader, assembly = DIALECT.delta_reader(), Assembly()
    for made in reader.feed(json.dumps(line)):
        assembly.feed(made)
    reader.end()
    assembly.reply()


@given(PLACES | st.just("odd"), JSONS, st.sampled_from(["message", "line"]))
def test_a_short_line_says_the_same_as_a_long_one(place: str, value: Any, where: str) -> None:
    message = {"role": "assistant", "content": "x", **({place: value} if where == "message" else {})}
    line = json.dumps(
        {"message": message, "done": False, **({"done": value, "error": value} if where == "line" else {})}
    )
    readers = [DIALECT.delta_reader() for _ in range(2)]
    for reader in readers:
        reader.feed('{"model":"m"}')
    short, long = readers[0].feed(line), readers[1].feed(line + " " * 1000)
    assert list(short) == list(long)
    assert readers[0].end() == readers[1].end()


@given(st.text() | JSONS.map(json.dumps))
def test_foreign_data_raises_nothing(data: str) -> None:
    reader, assembly = DIALECT.delta_reader(), Assembly()
    for delta in reader.feed(data):
        assembly.feed(delta)
    reader.end()


@pytest.mark.parametrize("count", ["1e999", "-5", '"7"', "true"])
def test_a_token_count_that_is_no_count_is_none(count: str) -> None:
    reply, _ = read(f'{{"message":{{}},"done":true,"prompt_eval_count":{count},"eval_count":3}}'.encode())
    assert reply.usage is not None
    assert (reply.usage.input, reply.usage.output) == (None, 3)
