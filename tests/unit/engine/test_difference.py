"""Tests of the first place where two requests differ."""

from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import given

from studio.engine.difference import Difference, first_difference
from studio.engine.volatile import Volatile, VolatilePathError, check_path
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
    assert first_difference({"tools": {"id": "a"}}, {"tools": {"id": "b"}}) == Difference("/tools/id", "a", "b")


def test_an_argument_that_is_named_like_an_id_is_a_value_like_any_other() -> None:
    def body(value: str) -> dict[str, Any]:
        part = {"type": "tool_use", "id": "t", "name": "f", "input": {"call_id": value, "id": value}}
        return {"messages": [{"role": "assistant", "content": [part]}]}

    assert first_difference(body("a"), body("b")) == Difference("/messages/0/content/0/input/call_id", "a", "b")


@pytest.mark.parametrize(
    "member",
    [
        *("seed", "random_seed", "user", "metadata", "safety_identifier", "previous_response_id", "prompt_cache_key"),
        *("prompt_cache_retention", "keep_alive", "stream", "stream_options"),
    ],
)
def test_seeds_notes_and_how_the_answer_comes_never_differ_and_neither_do_the_seeds_of_ollama(member: str) -> None:
    assert first_difference({member: 1}, {}) is None
    assert first_difference({"options": {"seed": 1, "top_k": 2}}, {"options": {"seed": 3, "top_k": 2}}) is None
    assert first_difference({"options": {"top_k": 1}}, {"options": {"top_k": 2}}) is not None


def test_item_ids_of_the_responses_format_are_compared_up_to_renaming() -> None:
    def body(*ids: str) -> dict[str, Any]:
        return {"input": [{"type": "function_call", "id": ids[0], "call_id": ids[1]}, {"call_id": ids[2]}]}

    assert first_difference(body("fc_1", "c_1", "c_1"), body("fc_9", "c_9", "c_9")) is None
    assert first_difference(body("fc_1", "c_1", "c_1"), body("fc_9", "c_9", "c_8")) is not None


@pytest.mark.parametrize(
    ("path", "differs"),
    [
        ("/messages/*/content", None),
        ("/messages/0/content", None),
        ("/messages/*/content/time", None),
        ("/messages/*/content/place", "/messages/0/content"),
        ("/messages/1/content", "/messages/0/content"),
        ("/messages/*/conten", "/messages/0/content"),
        ("/messages", None),
    ],
)
def test_a_path_of_the_person_sets_its_place_aside_and_what_is_below_also_in_a_text_that_is_json(
    path: str, differs: str | None
) -> None:
    old, new = ({"messages": [{"content": f'{{"place": "Oslo", "time": "{time}"}}'}]} for time in ("noon", "dusk"))
    found = first_difference(old, new, Volatile((path,)))
    assert (found.pointer if found is not None else None) == differs


def test_a_member_that_only_one_side_has_can_be_set_aside_and_a_name_with_a_slash_named() -> None:
    assert first_difference({"a": [1]}, {"a": [1, 2]}, Volatile(("/a/1",))) is None
    assert first_difference({"x/y": 1}, {}, Volatile(("/x~1y",))) is None
    for wrong in ("", "time", "/a/", "/a~2", "/a//b", "/messages/**", "/*", "/*/*", "/\udcff"):
        with pytest.raises(VolatilePathError):
            check_path(wrong)
