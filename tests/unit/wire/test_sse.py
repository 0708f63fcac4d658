"""Event streams: the result does not depend on where the bytes are cut."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.wire.sse import SseEvent, SseReader

LINES = st.sampled_from(
    ["data: a", "data:b", "data", "data:  é\u2028", "event: x", "id: 7", "id", ":", "retry: 1", "", "", "x"]
)
ENDS = st.sampled_from(["\n", "\r\n", "\r"])


def events(*chunks: bytes) -> list[SseEvent]:
    reader = SseReader()
    return [event for chunk in chunks for event in reader.feed(chunk)] + reader.end()


@given(st.lists(st.tuples(LINES, ENDS)), st.booleans(), st.data())
def test_any_split_gives_the_same_events(lines: list[tuple[str, str]], mark: bool, data: st.DataObject) -> None:
    raw = (b"\xef\xbb\xbf" if mark else b"") + "".join(line + end for line, end in lines).encode()
    cuts = sorted(data.draw(st.lists(st.integers(0, len(raw)), max_size=8)))
    chunks = [raw[start:stop] for start, stop in zip([0, *cuts], [*cuts, len(raw)], strict=True)]
    assert events(*chunks) == events(raw) == events(*(bytes([byte]) for byte in raw))


def test_a_byte_order_mark_is_no_part_of_the_first_line() -> None:
    assert events(b"\xef", b"\xbb\xbfdata: a\n\n") == [SseEvent("message", "a", "")]


def test_bytes_that_are_no_utf8_are_shown_as_such() -> None:
    assert events(b"data: a\xff\n\n") == [SseEvent("message", "a\ufffd", "")]


def test_the_last_id_stays_and_the_type_does_not() -> None:
    assert events(b"event: x\nid: 1\ndata: a\n\nid: 2\0\ndata: b\n\n") == [
        SseEvent("x", "a", "1"),
        SseEvent("message", "b", "1"),
    ]


@pytest.mark.parametrize("raw", [b"data: a", b"data: a\n", b"data: a\r"])
def test_an_event_without_its_empty_line_is_told_only_at_the_end(raw: bytes) -> None:
    reader = SseReader()
    assert reader.feed(raw) == []
    assert reader.end() == [SseEvent("message", "a", "")]
    assert reader.end() == []
