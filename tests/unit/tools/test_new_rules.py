"""Tests of rules made from recorded results."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.checks.expressions import compiled
from studio.session.mocks import MockRule
from studio.tools.new_rules import condition, numbered, recorded_rule

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


@given(st.dictionaries(st.text(), VALUES, min_size=1, max_size=4))
def test_a_condition_holds_for_the_arguments_that_it_was_made_of(arguments: dict[str, Any]) -> None:
    assert compiled(condition(arguments)).holds(arguments)


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ({"order": 48213, "city": "Paris"}, "order == `48213` && city == 'Paris'"),
        ({"order-id": "it's", "fast": True}, '"order-id" == `"it\'s"` && fast == `true`'),
        ({"lines": [1, "`"]}, 'lines == `[1, "\\`"]`'),
        ({}, ""),
    ],
)
def test_a_condition_is_written_as_a_person_would(arguments: dict[str, Any], text: str) -> None:
    assert condition(arguments) == text


def test_a_condition_does_not_hold_for_other_arguments() -> None:
    made = compiled(condition({"order": 1, "city": "Paris"}))
    others: list[dict[str, Any]] = [{"order": 2, "city": "Paris"}, {"order": 1}, {"order": "1", "city": "Paris"}, {}]
    assert not any(made.holds(other) for other in others)


@pytest.mark.parametrize(
    ("text", "kind"), [('{"paid": true}', "json"), ("[1]", "json"), ("5", "text"), ("paid", "text")]
)
def test_an_answer_is_json_where_it_is_a_structure(text: str, kind: str) -> None:
    rule = recorded_rule("get", {"a": 1}, text, is_error=True)
    assert rule == MockRule("", "get", "a == `1`", answer=json.loads(json.dumps(kind)), text=text, is_error=True)


def test_rules_get_ids_that_no_other_has() -> None:
    rules = [MockRule("", "a"), MockRule("old", "b"), MockRule("mine", "c"), MockRule("", "d")]
    assert [rule.id for rule in numbered(rules, ["old"], "m7")] == ["m7", "m7.2", "mine", "m7.3"]
