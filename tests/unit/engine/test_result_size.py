"""Tests of how a long result is cut: visibly, with the whole kept beside it."""

import pytest

from studio.engine.result_size import cut
from studio.session.events import ResultRecorded


def test_a_long_text_is_cut_and_says_how_much_is_left_out() -> None:
    event = cut(ResultRecorded(text="x" * 1500), 200)
    assert event.text == "x" * 200 + "\n[Cut here: 1,300 more characters were left out.]"
    assert event.whole == "x" * 1500


@pytest.mark.parametrize(("length", "most"), [(200, 200), (0, 200), (1500, 0)])
def test_what_is_short_enough_or_not_limited_stays(length: int, most: int) -> None:
    event = ResultRecorded(text="x" * length)
    assert cut(event, most) is event


def test_the_whole_is_kept_up_to_a_bound_and_says_so() -> None:
    assert cut(ResultRecorded(text="x" * 1500), 5, 1000).whole.endswith(
        "[Cut here: 500 more characters were left out.]"
    )
