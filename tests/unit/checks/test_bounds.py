"""No schema, pattern or value makes a check run away; what is found in bounded time is what Python's own engine finds."""

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.checks.arguments import check, mended, surely_fits
from studio.checks.conversions import Rules
from studio.checks.effort import TooMuchError, bounded, spend
from studio.checks.patterns import found, is_cheap

ENDLESS = "a" * 60 + "!"
RUNAWAYS = ("^(a+)+$", "^(a|a)*$", "(?:(?:a*)*)*b", r"^(\w+\s?)*$", "^(?:a?){60}a{60}$", "(a+a+)+b")


def _rules(schema: Any, value: Any) -> list[str]:
    return [problem.rule for problem in check(schema, value)]


@pytest.mark.parametrize("pattern", RUNAWAYS)
def test_a_pattern_that_would_run_away_is_answered_all_the_same(pattern: str) -> None:
    text = {"type": "string", "pattern": pattern}
    assert not is_cheap(pattern, ENDLESS)
    assert _rules(text, ENDLESS) == ["schema.pattern"]
    assert not surely_fits(text, ENDLESS)
    assert _rules({"type": "object", "properties": {"a": text}}, {"a": ENDLESS}) == ["schema.pattern"]


@pytest.mark.parametrize(
    "draft", ["http://json-schema.org/draft-07/schema#", "https://json-schema.org/draft/2019-09/schema"]
)
def test_it_is_answered_in_older_drafts_and_parts_that_name_one(draft: str) -> None:
    text = {"type": "string", "pattern": "^(a+)+$"}
    assert _rules({"$schema": draft, **text}, ENDLESS) == ["schema.pattern"]
    assert _rules({"properties": {"a": {"$schema": draft, **text}}}, {"a": ENDLESS}) == ["schema.pattern"]


def test_patterns_for_the_names_of_members_do_not_run_away_either() -> None:
    named = {"patternProperties": {"^(a+)+$": {"type": "string"}}}
    assert _rules(named, {ENDLESS: 1}) == []
    assert _rules(named, {"aaa": 1}) == ["schema.type"]
    assert _rules({**named, "additionalProperties": False}, {ENDLESS: 1}) == ["schema.effort"]
    assert _rules({**named, "additionalProperties": False}, {"b": 1}) == ["schema.unknown"]
    assert _rules({"allOf": [named], "unevaluatedProperties": False}, {ENDLESS: 1}) == ["schema.effort"]


def test_what_no_engine_can_tell_in_time_is_said_to_take_too_long() -> None:
    assert _rules({"pattern": r"^(a+)+\1$"}, ENDLESS) == ["schema.effort"]
    assert _rules({"pattern": "(?:(?:a{1,1000}){1,1000}){1,1000}$"}, ENDLESS) == ["schema.effort"]


def test_forms_of_forms_come_to_an_end() -> None:
    forms = [
        {"type": "integer"},
        *({"type": "array", "items": {"$ref": "#/$defs/n"}, "minItems": n} for n in (0, 1, 1, 1)),
    ]
    schema = {"$defs": {"n": {"anyOf": forms}}, "$ref": "#/$defs/n"}
    value: Any = "x"
    for _ in range(40):
        value = [value]
    assert _rules(schema, value) == ["schema.effort"]
    assert not surely_fits(schema, value)
    assert mended(schema, value, Rules()).changes == ()


def test_long_texts_and_lists_are_checked_as_ever() -> None:
    assert _rules({"type": "string", "pattern": "x$"}, "y" * 5_000_000) == ["schema.pattern"]
    assert _rules({"type": "string", "pattern": r"\s+$"}, " " * 20_000 + "x") == ["schema.pattern"]
    assert _rules({"items": {"oneOf": [{"type": "integer"}, {"type": "null"}]}}, [1] * 5_000) == []
    assert _rules({"uniqueItems": True}, [{"n": n} for n in range(5_000)]) == []


@pytest.mark.parametrize(
    ("items", "same"),
    [
        ([1, 1.0], True),
        ([1, True], False),
        ([{"a": 1, "b": 2}, {"b": 2, "a": 1.0}], True),
        (["1", 1], False),
        ([[], {}], False),
    ],
)
def test_items_are_the_same_when_json_says_so(items: list[Any], same: bool) -> None:
    assert _rules({"uniqueItems": True}, items) == (["schema.unique"] if same else [])


def test_what_took_no_steps_is_as_good_as_before() -> None:
    with bounded(10):
        spend(10)
        with bounded(), pytest.raises(TooMuchError):
            spend(1)
    spend(10**9)


PIECES = [
    "a",
    "b",
    ".",
    r"\d",
    r"\w",
    r"\s",
    "[ab]",
    "[^a]",
    "[a-c0]",
    r"\b",
    r"\B",
    "^",
    "$",
    "(?:ab|a)",
    "(a)",
    r"\Z",
]
REPEATS = ["", "*", "+", "?", "*?", "{2}", "{1,3}", "{2,}"]


@given(
    st.lists(st.tuples(st.sampled_from(PIECES), st.sampled_from(REPEATS)), max_size=6),
    st.booleans(),
    st.text("ab0 \n_é", max_size=12),
)
def test_found_is_what_pythons_engine_finds(pieces: list[tuple[str, str]], group: bool, text: str) -> None:
    pattern = "".join(each + repeat for each, repeat in pieces)
    pattern = f"(?:{pattern})*x?$|{pattern}" if group else pattern
    if not text and r"\B" in pattern:
        return  # Python finds it in no empty text, ECMA-262 does
    try:
        expected = re.search(pattern.replace("$", r"\Z"), text, re.ASCII) is not None
    except re.error:
        return
    try:
        assert found(pattern, text) is expected, pattern
    except TooMuchError:
        assert not is_cheap(pattern, text)


def test_a_pattern_means_what_schemas_say() -> None:
    assert not found("^abc$", "abc\n")
    assert not found(r"^\d$", "٣")
    assert found(r"\B", "")
    assert found(r"^\p{Lu}", "Über")
    assert found(r"^(?=.*\d)(?=.*[a-z]).{4,}$", "abc1")
    assert found("a", "a\ud800")


@given(st.lists(st.sampled_from([json.dumps(each) for each in (1, 1.5, "1", None, [1], {"a": [1]}, True)]), max_size=5))
def test_doubled_items_are_found(texts: list[str]) -> None:
    doubled = len(set(texts)) < len(texts)
    assert bool(check({"uniqueItems": True}, [json.loads(text) for text in texts])) is doubled
