"""Tests of the first place where two requests differ."""

from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import given

from studio.engine.difference import Difference, first_difference
from tests.histories import few

values = st.recursive(
    st.none() | st.booleans() | st.integers(0, 3) | st.text("ab/~", max_size=2),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("ab/~", max_size=2), inner, max_size=3),
    max_leaves=6,
)


@few
@given(values)
def test_a_value_does_not_differ_from_itself(value: Any) -> None:
    assert first_difference(value, value) is None


@few
@given(values, values)
def test_the_pointer_leads_to_both_values(old: Any, new: Any) -> None:
    found = first_difference(old, new)
    if found is None:
        assert old == new
    else:
        assert _at(old, found.pointer) == found.old
        assert _at(new, found.pointer) == found.new
        assert (
            (found.old is None and found.new is None)
            or found.old != found.new
            or type(found.old) is not type(found.new)
        )


def _at(value: Any, pointer: str) -> Any:
    for step in pointer.split("/")[1:]:
        key = step.replace("~1", "/").replace("~0", "~")
        try:
            value = value[int(key)] if isinstance(value, list) else value[key]
        except (KeyError, IndexError):
            return None
    return value


@pytest.mark.parametrize(
    ("old", "new", "difference"),
    [
        ({"a": 1, "b": 2}, {"b": 3, "a": 1}, Difference("/b", 2, 3)),
        ({"a": 1}, {"a": 1.0}, Difference("/a", 1, 1.0)),
        ({"a": True}, {"a": 1}, Difference("/a", True, 1)),
        ({"a": [1]}, {"a": [1, 2]}, Difference("/a/1", None, 2)),
        ({"a": 1}, {}, Difference("/a", 1, None)),
        ({"x/y~": 1}, {"x/y~": 2}, Difference("/x~1y~0", 1, 2)),
        ({"seed": 1, "stream": True}, {"seed": 2}, None),
        ({"a": {"seed": 1}}, {"a": {"seed": 2}}, Difference("/a/seed", 1, 2)),
    ],
)
def test_differences_in_reading_order(old: Any, new: Any, difference: Difference | None) -> None:
    assert first_difference(old, new) == difference


def _request(*ids: str) -> dict[str, Any]:
    calls = [{"id": id, "function": {"name": "f"}} for id in ids[::2]]
    results = [{"role": "tool", "tool_call_id": id} for id in ids[1::2]]
    return {"messages": [{"role": "assistant", "tool_calls": calls}, *results]}


def test_call_ids_may_be_renamed_when_the_same_stands_for_the_same() -> None:
    assert first_difference(_request("a", "a", "b", "b"), _request("x", "x", "y", "y")) is None
    assert first_difference(_request("a", "a", "b", "b"), _request("x", "y", "y", "x")) == Difference(
        "/messages/1/tool_call_id", "a", "y"
    )
    assert first_difference(_request("a", "a", "b", "b"), _request("x", "x", "x", "x")) == Difference(
        "/messages/0/tool_calls/1/id", "b", "x"
    )


def test_an_id_elsewhere_is_a_value_like_any_other() -> None:
    assert first_difference({"tools": {"id": "a"}}, {"tools": {"id": "b"}}) == Difference(
        "/tools/id", "a", "b"
    )
