"""Tests of the chain: a list that shares its past."""

from collections.abc import Iterator

import hypothesis.strategies as st
import pytest
from hypothesis import given

from studio.session.chain import Chain, Folded, FromEnd, Lately
from tests.histories import few


def _chain(values: list[int]) -> Chain[int]:
    chain: Chain[int] = Chain()
    for value in values:
        chain = chain.append(value, value)
    return chain


@few
@given(st.lists(st.integers(0, 9)), st.integers(-12, 12), st.integers(0, 12))
def test_a_chain_reads_like_a_list(values: list[int], at: int, count: int) -> None:
    chain = _chain(values)
    assert list(chain) == values
    assert list(reversed(chain)) == values[::-1]
    assert chain[at : at + 3] == values[at : at + 3]
    assert chain.since(count) == values[count:]
    assert list(chain.back(count)) == values[:count]
    assert (len(chain), chain.weight) == (len(values), sum(values))
    if -len(values) <= at < len(values):
        assert chain[at] == values[at]
    else:
        with pytest.raises(IndexError):
            chain[at]


@few
@given(st.lists(st.integers(0, 9)), st.integers(0, 9), st.integers(0, 3), st.lists(st.integers(10, 12), max_size=3))
def test_a_splice_replaces_what_a_slice_would(values: list[int], start: int, removed: int, new: list[int]) -> None:
    chain = _chain(values)
    expected = list(values)
    expected[start : start + removed] = new
    assert list(chain.splice(start, removed, new)) == expected
    assert list(chain) == values


def test_what_stands_before_a_splice_is_shared() -> None:
    chain = _chain([1, 2, 3, 4])
    assert chain.splice(2, 1, [9]).back(2) is chain.back(2)


def test_the_empty_chain_has_no_value() -> None:
    with pytest.raises(IndexError, match="no value"):
        _ = Chain[int]().value


def test_a_fold_looks_at_each_link_once_and_not_again_on_another_branch() -> None:
    seen: list[int] = []

    def add(total: int, value: int) -> int:
        seen.append(value)
        return total + value

    folded = Folded(0, add)
    stem = _chain([1, 2])
    assert [folded.of(stem.append(3)), folded.of(stem.append(4)), folded.of(stem), folded.of(Chain())] == [6, 7, 3, 0]
    assert seen == [1, 2, 3, 4]


def test_a_fold_that_is_remembered_lately_forgets_the_oldest_links_and_is_right_anyway() -> None:
    seen: list[int] = []

    def add(total: int, link: Chain[int]) -> int:
        seen.append(link.value)
        return total + link.value

    lately = Lately(0, add, 2)
    chain = _chain([1, 2, 3, 4])
    assert [lately.of(chain), lately.of(chain.append(5)), lately.of(chain.back(1))] == [10, 15, 1]
    assert seen == [1, 2, 3, 4, 5, 1]


@few
@given(st.lists(st.integers(0, 9)), st.integers(-12, 12))
def test_what_is_read_from_its_end_reads_like_a_list(values: list[int], at: int) -> None:
    read = FromEnd(len(values), iter(values[::-1]))
    assert len(read) == len(values)
    if -len(values) <= at < len(values):
        assert read[at] == values[at]
    else:
        with pytest.raises(IndexError):
            read[at]
    assert (list(read), read[at:]) == (values, values[at:])


def test_what_is_read_from_its_end_is_read_no_further_than_asked() -> None:
    read: list[int] = []

    def backwards() -> Iterator[int]:
        for value in (9, 8, 7):
            read.append(value)
            yield value

    assert FromEnd(3, backwards())[1] == 8
    assert read == [9, 8]
