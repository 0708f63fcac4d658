"""The list of events of a stream: what each brought and when, and the reply up to any of them."""

import json
import tracemalloc
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.dialects import roster
from studio.dialects.openai_chat import OpenAIChat
from studio.messages.assemble import Assembly
from studio.messages.parts import Call, Reasoning, Text
from studio.messages.reply import ChatReply
from studio.present.wire_events import EventLog, Source
from studio.wire.framing import EventCutter
from tests.cases.corpus import load, to_bytes
from tests.unit.present.stream import DONE, call, data, event, found, log

PLAIN = [
    data({"id": "r1", "model": "tiny", "choices": [{"index": 0, "delta": {"role": "assistant"}}]}),
    b": keep\n\n",
    event(reasoning_content="Hm."),
    event(content="The cup\nis"),
    call(0, "", "get_order", "call_1"),
    call(0, '{"id": 7}'),
    event(finish_reason="tool_calls"),
    data({"choices": [], "usage": {"prompt_tokens": 12, "completion_tokens": 5}}),
    DONE,
]


def test_each_event_says_what_it_brought() -> None:
    rows = [(one.kinds, one.text) for one in log(PLAIN).events]
    assert rows == [
        (("start",), rows[0][1]),
        (("ping",), ": keep"),
        (("reasoning",), "Hm."),
        (("text",), "The cup⏎is"),
        (("call",), "get_order · call_1"),
        (("arguments",), '{"id": 7}'),
        (("finish",), "tool_calls"),
        (("usage",), "12 → 5"),
        (("end",), "[DONE]"),
    ]
    assert found(log(PLAIN)) == []


def test_an_event_has_the_time_and_the_number_of_the_chunk_it_ended_in() -> None:
    first, second = event(content="a"), event(content="b")
    made = log([first[:9], first[9:] + second[:4], second[4:]])
    assert [(one.chunk, one.ms, one.size) for one in made.events] == [(2, 10, len(first)), (3, 20, len(second))]


def test_an_events_raw_text_is_what_came() -> None:
    made = log([b"\n\n" + PLAIN[2][:5], PLAIN[2][5:] + PLAIN[3]])
    assert made.raw(1) == b"\n\n" + PLAIN[2]
    assert made.raw(2) == PLAIN[3]


def test_a_named_event_has_its_name_from_the_framing_or_from_its_type() -> None:
    made = log([b'event: delta\ndata: {"type":"x"}\n\n', b'data: {"type":"ping"}\n\n', b"data: [1]\n\n"])
    assert [(one.name, one.kinds) for one in made.events] == [
        ("delta", ("nothing",)),
        ("ping", ("ping",)),
        ("", ("nothing",)),
    ]


def test_the_reply_can_be_had_as_it_stood_after_any_event() -> None:
    made = log(PLAIN)
    assert made.assembled(0) == ChatReply()
    assert made.assembled(4).parts == (Reasoning("Hm."), Text("The cup\nis"))
    assert made.assembled(9).calls == (Call("get_order", '{"id": 7}', "call_1"),)
    assert made.assembled(5).calls == (Call("get_order", "", "call_1"),)
    assert made.assembled(9).finish == "tool_calls"


def test_a_reply_that_came_whole_is_one_event() -> None:
    body = json.dumps({"model": "tiny", "choices": [{"message": {"content": "Four."}, "finish_reason": "stop"}]})
    made = log([body[:20].encode(), body[20:].encode()], content_type="application/json")
    assert [(one.kinds, one.chunk, one.size) for one in made.events] == [(("whole",), 2, len(body))]
    assert made.assembled(1).text == "Four."
    assert made.raw(1) == body.encode()


def test_an_answer_that_is_an_error_is_one_event_that_says_so() -> None:
    made = log([b'{"error": {"message": "Too many"}}'], status=429)
    assert [one.kinds for one in made.events] == [("error",)]
    assert found(made) == [(1, "error")]
    assert "Too many" in str(made.defects[0].words.params["message"])


def test_nothing_that_came_is_no_event() -> None:
    made = log([])
    assert (made.events, list(made.defects), made.assembled(0)) == ([], [], ChatReply())


@given(st.lists(st.integers(0, 2000), max_size=40))
def test_where_the_bytes_are_cut_changes_only_chunks_and_times(places: list[int]) -> None:
    body = b"".join(PLAIN)
    ends = sorted({place % len(body) for place in places} | {len(body)})
    made = log(body[start:end] for start, end in zip([0, *ends], ends, strict=False))
    whole = log([body])
    assert [(one.start, one.end, one.kinds, one.text) for one in made.events] == [
        (one.start, one.end, one.kinds, one.text) for one in whole.events
    ]
    assert made.assembled(9) == whole.assembled(9)


KINDS = {
    "chat_stream": "openai_chat",
    "ollama_stream": "ollama_chat",
    "anthropic_stream": "anthropic_messages",
    "responses_stream": "openai_responses",
}


def _streams() -> list[Any]:
    return [
        pytest.param(dialect, case, id=case["id"])
        for kind, dialect in KINDS.items()
        if dialect in roster.NAMES
        for case in load(kind)
    ]


@pytest.mark.parametrize(("dialect", "case"), _streams())
def test_the_assembled_reply_is_that_of_the_dialect_for_every_reported_stream(
    dialect: str, case: dict[str, Any]
) -> None:
    body = b"".join(to_bytes(case["input"]["chunks"]))
    made = EventLog(Source(roster.make(dialect)))
    made.feed(body, 5)
    made.end()
    reader, assembly = roster.make(dialect).delta_reader(), Assembly()
    cutter = EventCutter(roster.make(dialect).framing)
    for framed in (*cutter.feed(body), *cutter.end()):
        for delta in reader.feed(framed.data) if framed.data is not None else ():
            assembly.feed(delta)
    assert made.assembled(len(made.events)) == assembly.reply()
    assert b"".join(made.raw(one.number) for one in made.events) == body[: made.events[-1].end]


def test_what_is_beyond_the_list_is_counted_and_its_defects_are_still_found() -> None:
    made = EventLog(Source(OpenAIChat()), most=3)
    made.feed(event(content="a") * 5 + b"data: {\n\n", 0)
    made.end()
    assert (len(made.events), made.unlisted) == (3, 3)
    assert found(made) == [(3, "not_json")]


def test_memory_stays_a_small_multiple_of_the_bytes() -> None:
    body = event(content="some words of an answer ") * 5000
    tracemalloc.start()
    log(body[at : at + 4096] for at in range(0, len(body), 4096))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 12 * len(body)
