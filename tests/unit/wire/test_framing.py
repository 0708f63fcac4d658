"""Events with their places: whatever is cut where, the places and the data are the same, and the data is that of the reader."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.wire.framing import EventCutter, Framed, Framing, mode_of
from studio.wire.ndjson import NdjsonReader
from studio.wire.sse import SseReader

STREAM = (
    '\ufeff: warm up\r\n\r\n\r\ndata: {"a":1}\r\n\r\nevent: ping\ndata: x\n\n\n\nid: 7\n\ndata: é\rdata: 2\r\rdata: last\n'
).encode()
LINES = b'\n{"a":1}\r\n\n{"b":\xc3\xa9}\n{"c":3}'


def cut(body: bytes, places: list[int], framing: Framing) -> list[Framed]:
    cutter = EventCutter(framing)
    ends = [0, *sorted(place % (len(body) + 1) for place in places), len(body)]
    found = [one for start, end in pairwise(ends) for one in cutter.feed(body[start:end])]
    return [*found, *cutter.end()]


def test_each_event_ends_where_its_empty_line_ends() -> None:
    body = b'data: {"a":1}\n\n: hi\n\nevent: ping\ndata: {}\n\ndata: re'
    assert cut(body, [], "sse") == [
        Framed(15, "message", '{"a":1}'),
        Framed(21, "message", None),
        Framed(43, "ping", "{}"),
        Framed(len(body), "message", "re"),
    ]


@given(st.lists(st.integers(0, 500), max_size=30))
def test_where_a_stream_is_cut_changes_nothing(places: list[int]) -> None:
    assert cut(STREAM, places, "sse") == cut(STREAM, [], "sse")


@given(st.lists(st.integers(0, 500), max_size=30))
def test_where_lines_are_cut_changes_nothing(places: list[int]) -> None:
    assert cut(LINES, places, "ndjson") == cut(LINES, [], "ndjson")


@given(st.text("dat: xei\r\n\n\n{}", max_size=80))
def test_the_data_is_what_the_reader_of_event_streams_says(text: str) -> None:
    body, reader = text.encode(), SseReader()
    read = [*reader.feed(body), *reader.end()]
    found = [(one.event, one.data) for one in cut(body, [], "sse") if one.data is not None]
    assert found == [(event.event, event.data) for event in read]


def test_the_lines_are_those_of_the_reader_of_lines() -> None:
    reader = NdjsonReader()
    assert [one.data for one in cut(LINES, [], "ndjson")] == [*reader.feed(LINES), *reader.end()]


@pytest.mark.parametrize(
    ("start", "kind", "framing", "streamed", "mode"),
    [
        (b" \r\n", "text/event-stream", "sse", True, ""),
        (b'{"id":', "text/event-stream", "sse", True, "whole"),
        (b"data: 1", "application/json", "sse", True, "sse"),
        (b"<html>", "text/html", "sse", True, "whole"),
        (b"oops", "application/json", "sse", True, "whole"),
        (b'{"done":', "application/json", "ndjson", True, "ndjson"),
        (b'{"done":', "application/json", "ndjson", False, "whole"),
    ],
)
def test_the_first_byte_says_how_a_body_is_read(
    start: bytes, kind: str, framing: Framing, streamed: bool, mode: str
) -> None:
    assert mode_of(start, kind, framing, streamed=streamed) == mode
