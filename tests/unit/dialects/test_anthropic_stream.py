"""Streamed Anthropic Messages beyond the corpus: any split gives the same reply, and foreign input raises nothing."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given as given_values
from hypothesis import settings
from hypothesis import strategies as st

from studio.dialects.anthropic_messages import AnthropicMessages
from studio.messages.assemble import Assembly
from studio.messages.parts import Call, Opaque, Reasoning, Text
from studio.messages.reply import ChatReply, ProviderError
from tests.unit.dialects.anthropic_values import BEGIN, END, event, given, more, read, replies, start, stop, text

INTEROP = Path(__file__).parents[2] / "interop" / "anthropic"
RECORDED = sorted(INTEROP.glob("*.sse"))
RECORDING = (INTEROP / "anthropic-think.sse").read_bytes()
DIALECT = AnthropicMessages()
TOOL = {"type": "tool_use", "id": "t1", "name": "f", "input": {}}
OTHER = {"type": "tool_use", "id": "t2", "name": "g", "input": {}}


def whole(*events: bytes) -> ChatReply:
    """The reply of a stream that came to its end."""
    reply, error = read(BEGIN, *events, END)
    assert error is None
    return reply


def calls(*events: bytes) -> list[tuple[str | None, str, str]]:
    return [(call.id, call.name, call.arguments) for call in whole(*events).calls]


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_a_recorded_stream_holds_what_was_said(path: Path) -> None:
    wanted = json.loads(path.with_suffix(".sse.expected.json").read_bytes())
    reply, error = read(path.read_bytes())
    assert error is None
    assert [(c.id, c.name, c.arguments) for c in reply.calls] == [
        (c["id"], c["name"], c["arguments_text"]) for c in wanted["tool_calls"]
    ]
    thought = "".join(part.text for part in reply.parts if isinstance(part, Reasoning))
    assert (reply.text or None, thought or None) == (wanted["text"], wanted["reasoning"])
    assert reply.usage is not None
    assert (reply.usage.input, reply.usage.output) == (
        wanted["usage"]["input_tokens"],
        wanted["usage"]["output_tokens"],
    )


@given_values(st.lists(st.integers(0, len(RECORDING)), max_size=12))
def test_any_split_of_a_recorded_stream_gives_the_same_reply(cuts: list[int]) -> None:
    cuts = sorted(cuts)
    chunks = [RECORDING[begin:end] for begin, end in zip([0, *cuts], [*cuts, len(RECORDING)], strict=True)]
    assert read(*chunks) == read(RECORDING)


@settings(max_examples=50)
@given_values(replies(), st.integers(1, 40))
def test_a_streamed_reply_is_read_again_as_it_was_however_it_is_cut(reply: ChatReply, length: int) -> None:
    data = b"".join(DIALECT.write_stream(reply))
    assert read(*(data[at : at + length] for at in range(0, len(data), length))) == (reply, None)


@settings(max_examples=50)
@given_values(replies())
def test_a_stream_gives_the_same_reply_as_the_whole_body(reply: ChatReply) -> None:
    body = DIALECT.read_reply(DIALECT.write_reply(reply))
    streamed, _ = read(*DIALECT.write_stream(reply))
    assert (streamed.parts, streamed.usage, streamed.extra) == (body.parts, body.usage, body.extra)


def test_a_broken_argument_text_is_streamed_to_the_byte() -> None:
    reply = ChatReply((Call("f", '{"words": invoice}', "t"),), "tool_use")
    assert read(*DIALECT.write_stream(reply))[0].calls == reply.calls


def test_usage_of_the_start_and_of_the_end_is_one_and_null_says_nothing() -> None:
    usage = {"input_tokens": 3, "cache_read_input_tokens": 40, "output_tokens": 1}
    later = {"input_tokens": None, "cache_read_input_tokens": 0, "output_tokens": 7, "server_tool_use": {"n": 1}}
    begun = event("message_start", message={"id": "a", "usage": usage})
    reply, _ = read(begun, event("message_delta", delta={}, usage=None), event("message_delta", delta={}, usage=later))
    assert reply.usage is not None
    assert (reply.usage.input, reply.usage.output, reply.usage.cached) == (43, 7, 40)
    assert reply.usage.raw == {**usage, "output_tokens": 7, "server_tool_use": {"n": 1}}
    inside, _ = read(begun, event("message_delta", delta={"usage": {"output_tokens": 9}}))
    assert inside.usage is not None
    assert inside.usage.output == 9


def test_blocks_stand_in_the_order_of_their_index_however_they_come() -> None:
    reply = whole(
        start(2, **OTHER), start(0, type="text", text=""), given(2, '{"a"'), start(1, **TOOL), text(0, "he"),
        given(1, "{}"), given(2, ":1}"), text(0, "y"), stop(2), stop(1), stop(0),
    )  # fmt: skip
    assert reply.parts == (Text("hey"), Call("f", "{}", "t1"), Call("g", '{"a":1}', "t2"))


def test_a_block_whose_end_is_not_told_ends_with_the_message() -> None:
    server = {"type": "server_tool_use", "id": "s", "name": "web_search", "input": {}}
    reply = whole(start(0, **server), given(0, '{"q":1}'), start(1, **TOOL), start(2, type="thinking", thinking="x"))
    assert reply.parts == (
        Opaque("anthropic_messages", {**server, "input": {"q": 1}}),
        Call("f", "{}", "t1"),
        Reasoning("x", "", {"signature": None}),
    )


def test_a_start_under_a_known_index_is_another_block_after_its_end_and_the_same_before() -> None:
    assert calls(start(0, **TOOL), given(0, "{}"), stop(0), start(0, **OTHER), given(0, '{"a":1}'), stop(0)) == [
        ("t1", "f", "{}"), ("t2", "g", '{"a":1}'),
    ]  # fmt: skip
    assert calls(start(0, **TOOL), start(0, **OTHER), given(0, "{}")) == [("t1", "f", "{}"), ("t2", "g", "{}")]
    assert calls(start(0, **TOOL), start(0, **TOOL), given(0, "{}")) == [("t1", "f", "{}")]
    spoken = (start(0, type="text", text="a"), stop(0), start(0, type="text", text=""), text(0, "b"), stop(0))
    assert whole(*spoken).parts == (Text("a"), Text("b"))


def test_the_same_call_told_again_is_one_call() -> None:
    assert calls(start(0, **TOOL), given(0, "{}"), stop(0), start(0, **TOOL), stop(0)) == [("t1", "f", "{}")]
    assert calls(start(0, **TOOL), start(1, **TOOL)) == [("t1", "f", "{}"), ("t1", "f", "{}")]


def test_blocks_without_an_index_come_one_after_the_other() -> None:
    events = (start(None, type="text", text=""), text(None, "a"), stop(None), start(None, **TOOL), given(None, "{}"))
    assert whole(*events).parts == (Text("a"), Call("f", "{}", "t1"))


@pytest.mark.parametrize("given_input", [{"a": [1, 2]}, '{"a":[1,2]}'])
def test_an_input_in_the_start_event_counts_until_pieces_come(given_input: Any) -> None:
    block = {**TOOL, "input": given_input}
    assert calls(start(0, **block), given(0, ""), stop(0)) == [("t1", "f", '{"a":[1,2]}')]
    assert calls(start(0, **block), given(0, '{"b"'), given(0, ":1}"), stop(0)) == [("t1", "f", '{"b":1}')]


def test_a_piece_that_is_an_object_is_its_json() -> None:
    assert calls(start(0, **TOOL), given(0, {"a": 1}), stop(0)) == [("t1", "f", '{"a":1}')]


def test_two_values_under_one_call_stay_as_they_came() -> None:
    assert calls(start(0, **TOOL), given(0, '{"a":1}'), given(0, '{"b":2}')) == [("t1", "f", '{"a":1}{"b":2}')]


def test_text_under_the_index_of_a_call_is_text_and_the_call_goes_on() -> None:
    reply = whole(start(0, **TOOL), given(0, "{"), text(0, "so"), given(0, "}"), text(0, "!"), stop(0))
    assert reply.parts == (Call("f", "{}", "t1"), Text("so!"))


def test_text_and_thinking_without_a_start_are_kept() -> None:
    reply = whole(more(0, "thinking_delta", thinking="hm"), more(0, "signature_delta", signature="s"), text(1, "so"))
    assert reply.parts == (Reasoning("hm", "s"), Text("so"))


def test_a_piece_under_a_wrong_index_goes_on_with_the_open_call() -> None:
    events = (start(0, type="text", text="a"), stop(0), start(1, **TOOL), given(0, "{"), given(7, "}"), stop(1))
    assert calls(*events) == [("t1", "f", "{}")]


def test_pieces_of_a_call_that_never_began_are_shown_and_marked() -> None:
    reply, error = read(BEGIN, given(0, '{"a"'), given(0, ":1}"), END)
    assert [(call.id, call.name, call.arguments) for call in reply.calls] == [(None, "", '{"a":1}')]
    assert error is not None
    assert error.kind == "incomplete"


def test_a_signature_is_joined_and_one_that_is_repeated_is_taken_once() -> None:
    block = start(0, type="thinking", thinking="", signature="")
    for pieces, wanted in ((["ab", "c+/="], "abc+/="), (["ab", "ab"], "ab"), (["ab", "abcd"], "abcd")):
        signed = [more(0, "signature_delta", signature=piece) for piece in pieces]
        assert whole(block, *signed, stop(0)).parts == (Reasoning("", wanted),)
    early = start(0, type="thinking", thinking="t", signature="ab")
    assert whole(early, stop(0)).parts == (Reasoning("t", "ab"),)
    assert whole(early, more(0, "signature_delta", signature="xy"), stop(0)).parts == (Reasoning("t", "xy"),)


def test_citations_belong_to_their_text() -> None:
    cited = [more(0, "citations_delta", citation={"n": n}) for n in range(2)]
    reply = whole(
        start(0, type="text", text="", citations=[]), text(0, "a"), *cited, stop(0), start(1, type="text", text="b")
    )
    assert reply.parts == (Text("a", {"citations": [{"n": 0}, {"n": 1}]}), Text("b"))


def test_blocks_of_the_providers_own_tools_are_whole_also_with_a_broken_input() -> None:
    server = {"type": "server_tool_use", "id": "s", "name": "web_search", "input": {}}
    reply = whole(
        start(0, **server),
        given(0, '{"q"'),
        given(0, ":oops}"),
        stop(0),
        start(1, type="future", text=""),
        text(1, "x"),
    )
    assert [part.value for part in reply.parts if isinstance(part, Opaque)] == [
        {**server, "input": {"raw_arguments": '{"q":oops}'}},
        {"type": "future", "text": "x"},
    ]
    late = whole(start(0, **server), stop(0), given(0, '{"q":1}'))
    assert late.parts == (Opaque("anthropic_messages", {**server, "input": {"q": 1}}),)


def test_a_compaction_is_filled_by_its_delta() -> None:
    said = more(0, "compaction_delta", content="so far", encrypted_content="e")
    reply, error = read(
        BEGIN, start(0, type="compaction", content=None), said, stop(0),
        event("message_delta", delta={"stop_reason": "compaction"}), event("message_stop"),
    )  # fmt: skip
    assert error is None
    value = {"type": "compaction", "content": "so far", "encrypted_content": "e"}
    assert reply.parts == (Opaque("anthropic_messages", value),)
    assert reply.resumable


def test_what_belongs_to_the_reply_is_kept_beside_its_message() -> None:
    begun = event("message_start", message={"id": "a", "container": None, "input_transformations": []})
    ended = event(
        "message_delta", delta={"stop_reason": "refusal", "container": {"id": "c"}}, context_management={"n": 1}
    )
    reply, _ = read(begun, ended)
    assert reply.extra == {
        "reply": {"input_transformations": [], "container": {"id": "c"}, "context_management": {"n": 1}}
    }
    assert reply.finish == "refusal"


def test_many_members_beside_a_message_are_told_at_the_end() -> None:
    deltas = [event("message_delta", delta={f"x{n}": n}, usage={f"u{n}": n + 1}) for n in range(100)]
    reply = whole(*deltas)
    assert reply.usage is not None
    assert (len(reply.extra["reply"]), len(reply.usage.raw)) == (100, 102)


def test_a_reason_that_is_left_out_later_stays() -> None:
    deltas = [event("message_delta", delta=delta) for delta in ({"stop_reason": None}, {"stop_reason": "tool_use"}, {})]
    reply, error = read(BEGIN, *deltas, event("message_stop"))
    assert (reply.finish, error) == ("tool_use", None)
    early = event("message_start", message={"stop_reason": "end_turn", "content": [{"type": "text", "text": "a"}]})
    assert read(early, event("message_stop"))[0] == ChatReply((Text("a"),), "end_turn")


def test_a_whole_message_in_place_of_a_stream_is_the_reply() -> None:
    body = {"type": "message", "id": "a", "content": [{"type": "text", "text": "hi"}, TOOL], "stop_reason": "tool_use"}
    reply, error = read(b"data: " + json.dumps(body).encode() + b"\n\n")
    assert error is None
    assert (reply.parts, reply.finish) == ((Text("hi"), Call("f", "{}", "t1")), "tool_use")


@pytest.mark.parametrize("events", [(), (BEGIN,), (BEGIN, start(0, **TOOL), given(0, '{"a"')), (BEGIN, END[:-30])])
def test_a_stream_without_its_last_event_is_incomplete(events: tuple[bytes, ...]) -> None:
    _, error = read(*events)
    assert error is not None
    assert error.kind == "incomplete"


def test_the_end_mark_of_gateways_stands_for_the_last_event_once_there_was_a_reason() -> None:
    ended = event("message_delta", delta={"stop_reason": "end_turn"})
    assert read(BEGIN, ended, b"data: [DONE]\n\n")[1] is None
    assert read(BEGIN, b"data: [DONE]\n\n")[1] is not None
    assert read(BEGIN, END, b"data: [DONE]\n\n", event("error", error={"message": "late"}))[1] is None


@pytest.mark.parametrize(
    ("data", "kind", "type_", "words"),
    [
        ('{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"},"request_id":"req_1"}',
         "provider", "overloaded_error", "Overloaded (request req_1)"),
        ('{"error":"no such model"}', "provider", "", "no such model"),
        ('{"type":"error","message":"bad"}', "provider", "", "bad"),
        ('{"detail":"gone"}', "provider", "", "gone"),
        ("upstream timed out", "provider", "", "upstream timed out"),
        ('{"type":"content_block_delta","ind', "incomplete", "", "A piece of the stream is cut: it is not whole JSON."),
    ],
)  # fmt: skip
def test_an_error_inside_a_stream_is_the_outcome_and_what_came_stays(
    data: str, kind: str, type_: str, words: str
) -> None:
    reply, error = read(BEGIN, start(0, **TOOL), given(0, '{"a":'), b"data: " + data.encode() + b"\n\n", END)
    assert isinstance(error, ProviderError)
    assert (error.kind, error.type, error.message) == (kind, type_, words)
    assert reply.calls == (Call("f", '{"a":', "t1"),)


def test_events_that_do_not_name_their_type_are_told_by_their_members() -> None:
    events: list[dict[str, Any]] = [
        {"message": {"id": "a"}}, {"index": 0, "content_block": {"type": "text", "text": ""}},
        {"index": 0, "delta": {"text": "hi"}}, {"delta": {"stop_reason": "end_turn"}}, {"type": "message_stop"},
    ]  # fmt: skip
    reply, error = read(*(b"data: " + json.dumps(one).encode() + b"\n\n" for one in events))
    assert (reply, error) == (ChatReply((Text("hi"),), "end_turn", id="a"), None)


@given_values(st.text() | st.recursive(st.none() | st.integers() | st.text(), st.lists, max_leaves=4).map(json.dumps))
def test_foreign_data_raises_nothing(data: str) -> None:
    reader = DIALECT.delta_reader()
    for delta in reader.feed(data):
        Assembly().feed(delta)
    reader.end()


JSONS = st.recursive(
    st.none() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(["type", "id", "text"]), inner, max_size=2)
    ),
)
EVENTS = st.sampled_from(
    ["message_start", "content_block_start", "content_block_delta", "content_block_stop", "message_delta", "error", "x"]
)
TYPES = st.sampled_from(
    ["text", "thinking", "tool_use", "x", "text_delta", "thinking_delta", "signature_delta", "input_json_delta",
     "citations_delta", "compaction_delta"]
)  # fmt: skip
INNER = st.dictionaries(
    st.sampled_from(["text", "thinking", "signature", "partial_json", "input", "id", "name", "citation", "content", "usage",
                     "stop_reason"]), JSONS, max_size=3,
)  # fmt: skip


@settings(max_examples=200)
@given_values(
    st.lists(st.tuples(EVENTS, st.integers(0, 2) | JSONS, TYPES | JSONS, INNER | JSONS), max_size=6),
    st.sampled_from(["message", "content_block", "delta", "error", "usage"]),
)
def test_values_of_any_kind_in_any_place_raise_nothing(made: list[tuple[str, Any, Any, Any]], place: str) -> None:
    reader, assembly = DIALECT.delta_reader(), Assembly()
    for kind, index, inner_kind, inner in made:
        value = {"type": inner_kind, **inner} if isinstance(inner, dict) else inner
        for member in ("content_block", "delta", place):
            for delta in reader.feed(json.dumps({"type": kind, "index": index, member: value})):
                assembly.feed(delta)
    assembly.reply()
    reader.end()


def test_citations_behind_the_end_of_their_block_stand_there_once() -> None:
    cited = [more(0, "citations_delta", citation={"number": number}) + stop(0) for number in range(3)]
    reply, error = read(BEGIN, start(0, type="text", text="a"), *cited, END)
    assert error is None
    (part,) = reply.parts
    assert isinstance(part, Text)
    assert part.extra["citations"] == [{"number": number} for number in range(3)]
