"""Tests of filling a text from the arguments of a call."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.tools.placeholders import fill, missing

ARGUMENTS: dict[str, Any] = {
    "order": 48213,
    "name": 'Ada "the first"',
    "items": [{"sku": "A-1"}, {"sku": "B-2"}],
    "paid": True,
    "note": None,
}


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("Order {order} of {name}.", 'Order 48213 of Ada "the first".'),
        ("second: {items.1.sku}", "second: B-2"),
        ("{items.0}", '{"sku": "A-1"}'),
        ("{paid} {note}", "true null"),
        ("{nothing} and {items.7.sku} stay", "{nothing} and {items.7.sku} stay"),
        ("{{order}} is {order}", "{order} is 48213"),
        ("a { lone } brace, {}", "a { lone } brace, {}"),
    ],
)
def test_members_are_filled_and_all_else_stays(template: str, text: str) -> None:
    assert fill(template, ARGUMENTS) == text


@pytest.mark.parametrize(
    ("template", "value"),
    [
        ('{"a": {"order": {order}}}', {"a": {"order": 48213}}),
        ('{"who": "{name}"}', {"who": 'Ada "the first"'}),
        ('{"who": {name}}', {"who": 'Ada "the first"'}),
        ('{"said": "order {order}: {items.0}"}', {"said": 'order 48213: {"sku": "A-1"}'}),
        ('{"quote \\" {name}": [{paid}, {note}]}', {'quote " Ada "the first"': [True, None]}),
    ],
)
def test_a_template_of_json_gives_json_whatever_the_arguments_hold(template: str, value: Any) -> None:
    assert json.loads(fill(template, ARGUMENTS)) == value


@given(st.text())
def test_any_text_between_quotes_comes_out_as_it_was(text: str) -> None:
    assert json.loads(fill('{"said": "{x}", "is": {x}}', {"x": text})) == {"said": text, "is": text}


def test_what_stands_for_nothing_is_named_once() -> None:
    assert missing("{order} {a} {items.9} {a} {{b}}", ARGUMENTS) == ("a", "items.9")


def test_a_number_of_many_digits_is_no_place_in_a_list() -> None:
    written = "{a." + "9" * 5000 + "}"
    assert fill(written, {"a": [1]}) == written
    assert missing("{a.99999999999999999999} {a.0}", {"a": [1]}) == ("a.99999999999999999999",)


def test_a_long_template_is_walked_through_once() -> None:
    places = 40_000
    template = "[" + ",".join(['"{a}"', "{a}"] * places) + "]"
    assert fill(template, {"a": 'x"y'}) == "[" + ",".join([r'"x\"y"', r'"x\"y"'] * places) + "]"


def test_what_would_fill_the_memory_stays_a_placeholder() -> None:
    filled = fill("{a}" * 1000, {"a": "x" * 1_000_000})
    assert filled == "x" * 8_000_000 + "{a}" * 992
