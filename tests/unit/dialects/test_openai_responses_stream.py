"""Streamed Responses beyond the corpus: the end counts, whatever a server leaves out, and foreign input raises nothing."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from studio.dialects.openai_responses import OpenAIResponses
from studio.messages.assemble import Assembly
from studio.messages.parts import Call, Opaque, Reasoning, Refusal, Text
from studio.messages.reply import ChatReply, ProviderError
from studio.wire.sse import SseReader
from tests.unit.dialects import responses_values as values

HANDED = Path(__file__).parents[2] / "interop" / "openai_responses"
THINK = (HANDED / "think.sse").read_bytes()
DIALECT = OpenAIResponses()


def read(*chunks: bytes) -> tuple[ChatReply, ProviderError | None]:
    framing, assembly, reader = SseReader(), Assembly(), DIALECT.delta_reader()
    for event in [event for chunk in chunks for event in framing.feed(chunk)] + framing.end():
        for delta in reader.feed(event.data):
            assembly.feed(delta)
    return assembly.reply(), reader.end()


def streamed(*events: dict[str, Any]) -> tuple[ChatReply, ProviderError | None]:
    """Events by their short type: `response.` is put before."""
    typed = [{**event, "type": f"response.{event['type']}"} if event["type"] != "error" else event for event in events]
    return read(*(b"data: " + json.dumps(event).encode() + b"\n\n" for event in typed))


def whole(*events: dict[str, Any]) -> ChatReply:
    reply, error = streamed(*events, COMPLETED)
    assert error is None
    return reply


def written(reply: ChatReply) -> list[Any]:
    """The items of the response object that the reply is written as."""
    return list(json.loads(DIALECT.write_reply(reply))["output"])


COMPLETED: dict[str, Any] = {"type": "completed", "response": {"id": "r", "status": "completed", "output": []}}
CALL = {
    "type": "function_call",
    "id": "fc_1",
    "call_id": "call_1",
    "name": "f",
    "arguments": '{"a":1}',
    "status": "completed",
}
TEXT = {
    "type": "message",
    "id": "msg_1",
    "role": "assistant",
    "status": "completed",
    "content": [{"type": "output_text", "text": "hello"}],
}
THOUGHT = {
    "type": "reasoning",
    "id": "rs_1",
    "summary": [{"type": "summary_text", "text": "hm"}],
    "encrypted_content": "E",
}


def added(item: dict[str, Any], index: int | None = 0, **changed: Any) -> dict[str, Any]:
    where = {} if index is None else {"output_index": index}
    empty: dict[str, dict[str, Any]] = {"message": {"content": []}, "function_call": {"arguments": ""}}
    begun = empty.get(item["type"], {})
    return {"type": "output_item.added", **where, "item": {**item, **begun, **changed}}


def done(item: dict[str, Any], index: int | None = 0, **changed: Any) -> dict[str, Any]:
    where = {} if index is None else {"output_index": index}
    return {"type": "output_item.done", **where, "item": {**item, **changed}}


def said(delta: str, kind: str = "output_text.delta", **where: Any) -> dict[str, Any]:
    return {"type": kind, "delta": delta, **where}


def ended(*items: dict[str, Any], status: str = "completed", **more: Any) -> dict[str, Any]:
    return {"type": status, "response": {"id": "r", "status": status, "output": list(items), **more}}


@given(st.lists(st.integers(0, len(THINK)), max_size=12))
@settings(max_examples=25)
def test_any_split_of_a_recorded_stream_gives_the_same_reply(cuts: list[int]) -> None:
    cuts = sorted(cuts)
    chunks = [THINK[start:stop] for start, stop in zip([0, *cuts], [*cuts, len(THINK)], strict=True)]
    assert read(*chunks) == read(THINK)


@pytest.mark.parametrize("name", ["think.sse", "desk_har_first.sse"])
def test_a_recorded_stream_says_what_its_finished_response_says(name: str) -> None:
    raw = (HANDED / name).read_bytes()
    reply, error = read(raw)
    finished = json.loads(raw.decode().strip().rpartition("data: ")[2])["response"]
    assert error is None
    assert written(reply) == finished["output"]
    assert replace(DIALECT.read_reply(json.dumps(finished).encode()), origin="") == reply


@pytest.mark.parametrize("name", ["think.sse", "desk_har_first.sse"])
def test_without_its_end_events_a_recorded_stream_still_says_the_same_words(name: str) -> None:
    events = (HANDED / name).read_text().split("\n\n")
    kept = [event for event in events if ".done" not in event and "response.completed" not in event]
    reply, error = read("\n\n".join(kept).encode(), b"\n\n")
    full, _ = read((HANDED / name).read_bytes())
    assert error is not None
    assert error.kind == "incomplete"
    assert [getattr(part, "text", None) for part in reply.parts] == [getattr(part, "text", None) for part in full.parts]
    assert [(call.id, call.arguments) for call in reply.calls] == [(call.id, call.arguments) for call in full.calls]


@settings(max_examples=30)
@given(values.outputs())
def test_a_written_stream_of_items_is_read_again_as_it_was(items: list[dict[str, Any]]) -> None:
    body = json.dumps({"id": "r", "model": "m", "status": "completed", "output": items}).encode()
    reply = DIALECT.read_reply(body)
    read_again, error = read(*DIALECT.write_stream(reply))
    assert error is None
    assert replace(read_again, origin=reply.origin) == reply


@settings(max_examples=30)
@given(values.replies)
def test_a_written_stream_of_our_own_is_read_again_as_it_was(reply: ChatReply) -> None:
    read_again, error = read(*DIALECT.write_stream(reply))
    assert error is None
    assert (read_again.parts, read_again.finish) == (reply.parts, reply.finish)


@settings(max_examples=40)
@given(values.outputs(), st.data())
def test_end_events_may_be_missing_as_long_as_the_finished_response_comes(
    items: list[dict[str, Any]], data: st.DataObject
) -> None:
    reply = DIALECT.read_reply(json.dumps({"id": "r", "status": "completed", "output": items}).encode())
    events = list(DIALECT.write_stream(reply))
    optional = [n for n in range(2, len(events) - 1) if b".done\n" in events[n] or b".delta\n" in events[n]]
    dropped = data.draw(st.sets(st.sampled_from(optional))) if optional else set()
    read_again, error = read(*(event for n, event in enumerate(events) if n not in dropped))
    assert error is None
    assert replace(read_again, origin=reply.origin) == reply


def test_deltas_go_to_the_item_of_their_id_when_every_index_is_zero() -> None:
    other = {**CALL, "id": "fc_2", "call_id": "call_2"}
    delta = "function_call_arguments.delta"
    reply = whole(
        added(CALL), added(other), said("{", delta, item_id="fc_1", output_index=0), said("[", delta, item_id="fc_2", output_index=0),
        said("}", delta, item_id="fc_1", output_index=0), said("]", delta, item_id="fc_2", output_index=0),
    )  # fmt: skip
    assert [(call.id, call.arguments) for call in reply.calls] == [("call_1", "{}"), ("call_2", "[]")]


def test_deltas_go_to_the_item_of_their_index_when_ids_change_with_every_event() -> None:
    delta = "function_call_arguments.delta"
    reply = whole(
        added(THOUGHT, 0), done(THOUGHT, 0, id="rs_x"), added(CALL, 1),
        said('{"a"', delta, item_id="x", output_index=1), said(":1}", delta, item_id="y", output_index=1), done(CALL, 1, id="z"),
    )  # fmt: skip
    assert [type(part) for part in reply.parts] == [Reasoning, Call]
    assert reply.calls == (Call("f", '{"a":1}', "call_1", extra={"id": "z", "status": "completed"}),)


def test_events_without_index_or_id_go_to_the_item_of_their_kind() -> None:
    reply = whole(
        added(TEXT, None),
        said("hel"),
        said("lo"),
        added(CALL, None),
        said('{"a":1}', "function_call_arguments.delta"),
        done(CALL, None),
    )
    assert (reply.text, [type(part) for part in reply.parts]) == ("hello", [Text, Call])


def test_text_that_nobody_announced_is_heard() -> None:
    reply = whole(said("hel", item_id="msg_7"), said("lo", item_id="msg_7"))
    assert reply.parts == (Text("hello", {"item": {"members": {"id": "msg_7", "type": "message"}}}),)


@pytest.mark.parametrize(
    "end", [(done(TEXT),), (done(TEXT), ended(TEXT)), (ended(TEXT),), (ended({**TEXT, "id": "msg_other"}),)]
)
def test_text_is_said_once_however_often_it_is_told(end: tuple[dict[str, Any], ...]) -> None:
    reply = whole(added(TEXT), said("hel", output_index=0), said("lo", output_index=0), *end)
    assert reply.text == "hello"
    assert written(reply)[0]["content"] == TEXT["content"]


def test_what_a_done_event_says_counts_more_than_the_finished_response() -> None:
    reply = whole(
        added(THOUGHT),
        done(THOUGHT),
        added(TEXT, 1),
        done(TEXT, 1, phase="final_answer"),
        ended({**TEXT, "id": "msg_made_up"}),
    )
    assert written(reply) == [THOUGHT, {**TEXT, "phase": "final_answer"}]


def test_a_call_that_the_finished_response_names_anew_is_the_same_call() -> None:
    begun = added(CALL), said('{"a":', "function_call_arguments.delta", output_index=0)
    anew = {**CALL, "id": "fc_other", "call_id": "call_other"}
    for events in (begun, (*begun, done(CALL)), (*begun, done(CALL, arguments=""))):
        assert [call.arguments for call in whole(*events, ended(anew)).calls] == ['{"a":1}']


def test_an_empty_message_in_the_finished_response_adds_nothing() -> None:
    empty = {"type": "message", "id": "x", "role": "assistant", "content": [{"type": "text", "text": ""}]}
    assert written(whole(added(CALL), done(CALL), ended(empty))) == [CALL]


def test_items_that_only_the_finished_response_holds_stand_where_it_has_them() -> None:
    other = {**CALL, "id": "fc_2", "call_id": "call_2"}
    assert written(whole(added(TEXT), done(TEXT), ended(THOUGHT, TEXT, CALL, other))) == [THOUGHT, TEXT, CALL, other]
    assert written(whole(ended(THOUGHT, TEXT, CALL, other))) == [THOUGHT, TEXT, CALL, other]


def test_a_finished_response_without_output_takes_nothing_away() -> None:
    assert written(whole(added(TEXT), done(TEXT), added(CALL, 1), done(CALL, 1))) == [TEXT, CALL]


def test_empty_end_values_take_nothing_away() -> None:
    reply = whole(
        added(TEXT), said("hello", output_index=0), done(TEXT, content=[]),
        added(CALL, 1), said('{"a":1}', "function_call_arguments.delta", output_index=1), done(CALL, 1, arguments=""),
    )  # fmt: skip
    assert (reply.text, reply.calls[0].arguments) == ("hello", '{"a":1}')
    assert [item["status"] for item in written(reply)] == ["completed", "completed"]


def test_arguments_told_at_the_opening_and_again_in_deltas_count_once() -> None:
    reply = whole(
        added(CALL, 0, arguments="{}"),
        said('{"a":', "function_call_arguments.delta"),
        said("1}", "function_call_arguments.delta"),
    )
    assert reply.calls[0].arguments == '{"a":1}'


def test_several_texts_at_one_position_are_several() -> None:
    part = {"type": "content_part.added", "content_index": 0, "part": {"type": "output_text", "text": ""}}
    once = {"type": "output_text.done", "content_index": 0}
    reply = whole(added(TEXT), part, said("a"), {**once, "text": "a"}, part, said("b"), {**once, "text": "b"})
    assert [part.text for part in reply.parts if isinstance(part, Text)] == ["a", "b"]


def test_a_text_and_a_refusal_at_one_position_are_two_parts() -> None:
    reply = whole(added(TEXT), said("well"), said("no", "refusal.delta"), {"type": "refusal.done", "refusal": "no!"})
    assert [part for part in reply.parts if isinstance(part, Refusal)] == [Refusal("no!")]
    assert reply.text == "well"


def test_a_streamed_refusal_keeps_its_item() -> None:
    item = {**TEXT, "content": [{"type": "refusal", "refusal": "no"}]}
    assert written(whole(added(item), said("n", "refusal.delta"), said("o", "refusal.delta"), done(item))) == [item]


def test_several_summaries_are_told_apart() -> None:
    kind = "reasoning_summary_text.delta"
    reply, _ = streamed(
        added(THOUGHT),
        said("a", kind, summary_index=0),
        said("b", kind, summary_index=0),
        said("c", kind, summary_index=1),
    )
    assert reply.parts == (Reasoning("ab\n\nc", "", {"id": "rs_1"}),)


def test_early_cipher_text_does_not_go_back() -> None:
    reply, error = streamed(added(THOUGHT), {"type": "reasoning_text.done", "text": "why"})
    assert error is not None
    assert reply.parts == (Reasoning("why", "", {"id": "rs_1"}),)


def test_unknown_events_and_items_are_passed_over_and_kept() -> None:
    item = {"type": "of_tomorrow", "id": "t_1", "x": [1]}
    reply = whole({"type": "of_tomorrow.delta", "delta": 5}, added(item, 0, x=[]), done(item), {"type": "keepalive"})
    assert reply.parts == (Opaque("openai_responses", item),)


def test_an_announcement_without_an_item_leaves_a_gap() -> None:
    null = {"type": "output_item.added", "output_index": 0, "item": None}
    assert written(whole(null, added(TEXT, 1), said("hello", output_index=1), done(TEXT, 1))) == [TEXT]


def test_a_failed_response_keeps_what_it_said() -> None:
    failed = ended(status="failed", error={"code": "server_error", "message": "sorry"}, usage={"input_tokens": 3})
    reply, error = streamed(added(TEXT), said("hel"), failed)
    assert error is not None
    assert (error.kind, error.type, error.message) == ("provider", "server_error", "sorry")
    assert (reply.text, reply.finish, reply.extra["status"]) == ("hel", "failed", "failed")
    assert reply.usage is not None
    assert reply.usage.input == 3


@pytest.mark.parametrize(
    "event",
    [
        {"type": "error", "code": "rate_limit_exceeded", "message": "slow down", "param": None, "sequence_number": 3},
        {"type": "error", "error": {"type": "rate_limit_exceeded", "message": "slow down", "code": "x"}},
        {"type": "error", "error": {"code": "rate_limit_exceeded", "message": "slow down"}},
    ],
)
def test_an_error_event_is_told_and_what_was_said_stays(event: dict[str, Any]) -> None:
    reply, error = streamed(added(TEXT), said("hel"), event)
    assert error is not None
    assert (error.kind, error.type, error.message) == ("provider", "rate_limit_exceeded", "slow down")
    assert reply.text == "hel"


def test_an_incomplete_response_says_why() -> None:
    reply, error = streamed(
        added(TEXT), said("hel"), ended(status="incomplete", incomplete_details={"reason": "content_filter"})
    )
    assert (error, reply.finish) == (None, "content_filter")
    assert reply.extra == {"status": "incomplete", "incomplete_details": {"reason": "content_filter"}}
    assert json.loads(DIALECT.write_reply(reply))["status"] == "incomplete"


def test_the_end_marker_ends_a_stream_and_a_cut_one_is_incomplete() -> None:
    begun = b'data: {"type":"response.output_text.delta","delta":"a"}\n\n'
    assert read(begun, b"data: [DONE]\n\n")[1] is None
    assert read(begun, b'data: {"type":"response.completed","response":{}}\n\n', b"data: [DONE]\n\n")[1] is None
    for cut in (b"", b'data: {"type":"response.outp\n\n'):
        reply, error = read(begun, cut)
        assert error is not None
        assert (error.kind, reply.text) == ("incomplete", "a")


def test_a_response_that_was_not_streamed_is_read_all_the_same() -> None:
    reply, error = read(
        b"data: " + json.dumps({"object": "response", "status": "completed", "output": [TEXT]}).encode() + b"\n\n"
    )
    assert (error, reply.text, reply.finish) == (None, "hello", "completed")


def test_usage_counts_cached_and_reasoning_tokens() -> None:
    raw = {
        "input_tokens": 9,
        "input_tokens_details": {"cached_tokens": 4},
        "output_tokens": 7,
        "output_tokens_details": {"reasoning_tokens": 5},
    }
    reply, _ = streamed(ended(TEXT, usage=raw))
    assert reply.usage is not None
    assert (reply.usage.input, reply.usage.output, reply.usage.cached, reply.usage.raw) == (9, 7, 4, raw)


KINDS = ["completed", "output_item.added", "output_item.done", "output_text.delta", "content_part.done", "content_part.added",
         "output_text.done", "refusal.done", "function_call_arguments.delta", "function_call_arguments.done", "failed",
         "reasoning_text.delta", "output_text.annotation.added", "custom_tool_call_input.done"]  # fmt: skip
NAMES = ["item", "response", "part", "delta", "text", "type", "id", "call_id", "output", "content", "summary", "error", "status",
         "arguments", "name", "output_index", "item_id", "content_index", "role", "usage", "annotations", "incomplete_details"]  # fmt: skip
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.sampled_from(["message", "function_call", "reasoning", "x"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=4),
    max_leaves=12,
)  # fmt: skip


@settings(max_examples=60)
@given(
    st.lists(st.tuples(st.sampled_from(KINDS), st.dictionaries(st.sampled_from(NAMES), JSON, max_size=4)), max_size=6)
)
def test_foreign_events_raise_nothing_and_what_they_leave_can_be_written(
    events: list[tuple[str, dict[str, Any]]],
) -> None:
    reader, assembly = DIALECT.delta_reader(), Assembly()
    for kind, members in events:
        for delta in reader.feed(json.dumps({**members, "type": f"response.{kind}"})):
            assembly.feed(delta)
    reader.end()
    json.loads(DIALECT.write_reply(assembly.reply()))
    DIALECT.write_message(assembly.reply().message)
