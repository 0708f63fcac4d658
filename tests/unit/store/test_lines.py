"""Tests of finding lines: which may hold a record, which are damaged."""

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from studio.store.lines import BOM, Damage, parse, places

good = st.sampled_from(
    [
        b'{"kind":"message","id":1}',
        b'{"kind":"note","x":"}"}',
        b'{"n":1}',
        b'{ "kind": "spaced" }',
        '{"kind":"é"}'.encode(),
    ]
)
bad = st.sampled_from([b"nonsense", b'{"kind":"message","id":1,', b"[1]", b"\x00\x00", b"7", b'"text"'])
ends = st.sampled_from([b"\n", b"\r\n", b"\n\n"])


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(good | bad, ends)), st.booleans())
def test_whole_lines_are_found_and_broken_ones_reported_wherever_they_stand(
    lines: list[tuple[bytes, bytes]], marked: bool
) -> None:
    data = (BOM if marked else b"") + b"".join(line + end for line, end in lines)
    found, damage = places(data)
    assert [data[place.start : place.end] for place in found] == [
        line for line, _ in lines if isinstance(parse(line), dict)
    ]
    assert len(found) + len(damage) == len(lines)
    assert sorted({place.line for place in found} | {one.line for one in damage}) == _numbers(lines)


def _numbers(lines: list[tuple[bytes, bytes]]) -> list[int]:
    numbers, at = [], 1
    for _, end in lines:
        numbers.append(at)
        at += end.count(b"\n")
    return numbers


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 23))
def test_a_last_line_cut_anywhere_is_reported_as_torn(keep: int) -> None:
    data = b'{"kind":"a"}\n{"kind":"b","id":12345}'[: 13 + keep]
    found, damage = places(data)
    whole = keep == 23
    assert len(found) == 1 + whole
    assert damage == ([] if whole else [Damage("torn_tail", 2)])


def test_a_whole_last_line_without_a_newline_is_no_damage() -> None:
    assert places(b'{"kind":"a"}\n{"kind":"b"}')[1] == []


def test_a_line_that_only_looks_whole_without_a_newline_is_torn() -> None:
    assert places(b'{"kind":"a"}\n{"kind":"b","text":"x}')[1] == [Damage("torn_tail", 2)]


@pytest.mark.parametrize("mark", [b"\xff\xfe", b"\xfe\xff"])
def test_another_encoding_is_named(mark: bytes) -> None:
    assert places(mark + '{"kind":"a"}\n'.encode("utf-16-le")) == ([], [Damage("wrong_encoding", 1)])


def test_a_bad_byte_is_reported_and_its_line_kept() -> None:
    found, damage = places(b'{"kind":"a"}\n{"kind":"b","t":"\xe9"}\n')
    assert ([place.line for place in found], damage) == ([1, 2], [Damage("bad_utf8", 2)])


def test_nothing_is_found_in_nothing() -> None:
    assert places(b"") == places(b"\n\r\n\n") == ([], [])


def test_the_head_of_a_line_tells_kind_id_parent_and_time_without_parsing() -> None:
    (place,), _ = places(b'{"kind":"message","id":7,"parent":3,"t":12,"message":{}}\n')
    assert place.head is not None
    assert place.head.groups() == (b"message", b"7", b"3", b"12")


def test_deep_nesting_is_no_json_but_no_crash() -> None:
    assert parse(b"[" * 200_000) is None
