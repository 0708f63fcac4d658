"""Lines of JSON: the result does not depend on where the bytes are cut."""

from hypothesis import given
from hypothesis import strategies as st

from studio.wire.ndjson import NdjsonReader


def lines(*chunks: bytes) -> list[str]:
    reader = NdjsonReader()
    return [line for chunk in chunks for line in reader.feed(chunk)] + reader.end()


@given(st.lists(st.sampled_from(['{"a":1}', '"é\u2028茶"', "", " "])), st.sampled_from(["\n", "\r\n"]), st.data())
def test_any_split_gives_the_same_lines(texts: list[str], end: str, data: st.DataObject) -> None:
    raw = end.join(texts).encode()
    cut = data.draw(st.integers(0, len(raw)))
    wanted = [text for text in texts if text.strip()]
    assert lines(raw[:cut], raw[cut:]) == wanted == lines(*(bytes([byte]) for byte in raw))


def test_a_last_line_without_an_end_is_told_at_the_end() -> None:
    reader = NdjsonReader()
    assert reader.feed(b"1\n2") == ["1"]
    assert reader.end() == ["2"]
    assert reader.end() == []
