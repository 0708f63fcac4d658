"""What takes the place of an exact value, and where two values differ."""

from typing import Any

import pytest

from studio.testing import ANY, contains, fits, like
from studio.testing.loose import difference


@pytest.mark.parametrize(
    ("expected", "got"),
    [
        ({"a": 1, "b": [1, {"c": None}]}, {"b": [1.0, {"c": None}], "a": 1}),
        ({"a": ANY}, {"a": None}),
        ({"a": like(r"dam\w+")}, {"a": "a damaged cup"}),
        ({"a": like(r'"id": 7')}, {"a": {"id": 7}}),
        (
            {"a": str, "b": int, "c": float, "d": bool, "e": list, "f": dict},
            {"a": "", "b": 3.0, "c": 1, "d": True, "e": [], "f": {}},
        ),
        ({"a": fits({"type": "integer", "minimum": 1})}, {"a": 3}),
        ("杯子", "杯子"),
        (contains("paid"), "It was paid."),
    ],
)
def test_a_value_that_is_as_expected_differs_nowhere(expected: Any, got: Any) -> None:
    assert difference(expected, got) is None


@pytest.mark.parametrize(
    ("expected", "got", "at"),
    [
        ({"a": {"b": 1}}, {"a": {"b": 2}}, "/a/b"),
        ({"a": True}, {"a": 1}, "/a"),
        ({"a": int}, {"a": True}, "/a"),
        ({"a": int}, {"a": 1.5}, "/a"),
        ({"a": ANY}, {}, "/a"),
        ({}, {"a": 1}, "/a"),
        ({"a": [1]}, {"a": [1, 2]}, "/a"),
        ({"a": like("^x")}, {"a": "yx"}, "/a"),
        ({"a": fits({"minimum": 1})}, {"a": 0}, "/a"),
        ({"a": 1}, "text", ""),
        (contains("paid"), "No.", ""),
    ],
)
def test_the_first_difference_is_named_by_its_place(expected: Any, got: Any, at: str) -> None:
    found = difference(expected, got)
    assert found is not None
    assert found.at == at
