"""Numbers that no file can hold are found wherever they stand."""

from typing import Any

import pytest

from studio.checks.finite import has_endless
from studio.session.policies import Limits
from studio.session.toolbox import ToolSearch


@pytest.mark.parametrize(
    ("value", "found"),
    [
        (float("nan"), True),
        ({"a": [1, (2.5, float("inf"))]}, True),
        (Limits(seconds=-float("inf")), True),
        ((ToolSearch(least=float("nan")),), True),
        ({"a": [1, "nan", None, True, 1e308]}, False),
        (ToolSearch(least=0.5), False),
    ],
)
def test_a_number_without_an_end_is_found(value: Any, found: bool) -> None:
    assert has_endless(value) is found
