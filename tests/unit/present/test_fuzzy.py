"""Typed letters fit words as they begin, inside, or with gaps, in that order; what is not there does not fit."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.present.fuzzy import fit

pytestmark = pytest.mark.promise("G4")


def best(typed: str, *words: str) -> list[str]:
    found = [(rank, each) for each in words if (rank := fit(typed, each)) is not None]
    return [each for _, each in sorted(found)]


def test_words_that_begin_so_come_before_words_that_hold_it_and_those_with_gaps() -> None:
    assert best("ste", "stop the rest", "go to the step", "protester", "zebra") == [
        "go to the step",
        "protester",
        "stop the rest",
    ]


@pytest.mark.parametrize(
    ("typed", "words"), [("cmdpal", "command palette"), ("gtr", "go to round"), ("断点", "切换断点")]
)
def test_letters_with_gaps_and_chinese_are_found(typed: str, words: str) -> None:
    assert fit(typed, words) is not None


@pytest.mark.parametrize(("typed", "words"), [("xyz", "command palette"), ("ec", "command edit c"), ("zz", "a")])
def test_what_is_not_there_does_not_fit(typed: str, words: str) -> None:
    assert fit(typed, words) is None


@given(st.text(alphabet="abc _", max_size=8), st.text(alphabet="abc _", max_size=30))
def test_whatever_fits_has_all_letters_in_their_order_in_each_part(typed: str, words: str) -> None:
    rank = fit(typed, words)
    for part in typed.split():
        left = iter(words)
        there = all(letter in left for letter in part)
        assert there or rank is None
