"""What two programs changed of the same values."""

from typing import Any

import pytest

from studio.store.laid_over import laid_over


@pytest.mark.parametrize(
    ("known", "mine", "there", "made"),
    [
        (1, 2, 1, 2),
        (1, 1, 3, 3),
        (1, 2, 3, 2),
        ({"a": 1, "b": 1}, {"a": 2, "b": 1}, {"a": 1, "b": 3}, {"a": 2, "b": 3}),
        ({"a": 1, "b": 1}, {"b": 1}, {"a": 1, "b": 1, "c": 1}, {"b": 1, "c": 1}),
        ({"a": {"x": 1, "y": 1}}, {"a": {"x": 2, "y": 1}}, {"a": {"x": 1, "y": 2}}, {"a": {"x": 2, "y": 2}}),
        (["a", "b"], ["c", "a", "b"], ["d", "a", "b"], ["d", "c", "a", "b"]),
        (["a", "b", "c"], ["c", "a", "b"], ["a", "b", "c", "d"], ["c", "a", "b", "d"]),
        (["a", "b"], ["a"], ["b"], []),
        (
            [{"name": "a"}],
            [{"name": "a", "x": 1}],
            [{"name": "a", "x": 2}, {"name": "b"}],
            [{"name": "a", "x": 1}, {"name": "b"}],
        ),
        ([], [], {"odd": 1}, {"odd": 1}),
        ([1], {"odd": 1}, [2], {"odd": 1}),
    ],
)
def test_nothing_is_lost_that_one_of_them_changed(known: Any, mine: Any, there: Any, made: Any) -> None:
    assert laid_over(known, mine, there) == made
