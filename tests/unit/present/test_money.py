"""US dollars as people read them."""

import pytest

from studio.present.money import dollars, rate


@pytest.mark.parametrize(
    ("value", "said"),
    [(0.0, "$0.00"), (1234.5, "$1,234.50"), (0.25, "$0.250"), (0.0042, "$0.0042"), (0.00001, "< $0.0001")],
)
def test_small_amounts_keep_their_first_digits(value: float, said: str) -> None:
    assert dollars(value) == said


@pytest.mark.parametrize(("value", "said"), [(3.0, "$3.00"), (0.15, "$0.15"), (0.075, "$0.075"), (0.0, "$0.00")])
def test_a_rate_has_all_its_digits(value: float, said: str) -> None:
    assert rate(value) == said
