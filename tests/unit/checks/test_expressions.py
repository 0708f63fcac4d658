"""Conditions in JMESPath."""

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from studio.checks.expressions import ExpressionError, compiled, respelled

ARGUMENTS = {"city": "Paris", "amount": 5, "paid": True, "order-id": "7", "lines": [{"n": 1}, {"n": 4}]}


@pytest.mark.parametrize(
    "text",
    [
        "city == 'Paris'",
        "amount == `5` && paid == `true`",
        "amount > `4.5`",
        "paid",
        "!gone",
        "gone == `null`",
        "\"order-id\" == '7'",
        "'7' == \"order-id\"",
        "lines[?n > `3`]",
        "lines[0].n == `1` && lines[:1].n == `[1]`",
        "contains(city, 'ari') || contains(\"order-id\", 'x')",
        'city == `"Paris"`',
    ],
)
def test_a_condition_holds(text: str) -> None:
    assert compiled(text).holds(ARGUMENTS)


@pytest.mark.parametrize("text", ["gone", "gone.deeper == 'x'", "lines[?n > `9`]", "starts_with(gone, 'P')"])
def test_a_missing_member_is_nothing_and_nothing_is_false(text: str) -> None:
    assert not compiled(text).holds(ARGUMENTS)


@pytest.mark.parametrize(
    ("value", "holds"), [(0, True), ("", False), ([], False), ({}, False), (False, False), (0.0, True)]
)
def test_truth_is_that_of_the_language(value: object, holds: bool) -> None:
    assert compiled("value").holds({"value": value}) is holds


@pytest.mark.parametrize(
    ("text", "column", "help"),
    [
        ("paid == true", 9, "Write `true`"),
        ("null == paid", 1, "Write `null`"),
        ("lines[?done == false]", 16, "Write `false`"),
        ("amount == 5", 11, "Write `5`"),
        ("amount>-2.5e3", 8, "Write `-2.5e3`"),
        ("5 < amount", 1, "Write `5`"),
        ('city == "Paris"', 9, "Write 'Paris'"),
        ('"a" == "it\'s"', 8, 'Write `"it\'s"`'),
        ('contains(city, "ari")', 16, "Write 'ari'"),
        ("city = 'Paris'", 6, "Write == to compare."),
        ("paid and city", 6, "Write &&"),
        ("not paid", 1, "Write !"),
        ("`Paris` == city", 1, "Write a text in single quotes: 'text'."),
        ("city == 'Paris", 9, "Close it with '"),
        ("lenght(lines)", 1, "Did you mean length()?"),
        ("city ==", 8, "Write the rest of the expression."),
        (" ", 1, "Write one, such as city == 'Paris'."),
    ],
)
def test_a_slip_is_refused_at_its_place_with_the_right_spelling(text: str, column: int, help: str) -> None:
    with pytest.raises(ExpressionError) as refused:
        compiled(text)
    assert (refused.value.column, refused.value.help) == (column, help)


def test_a_member_may_have_any_name_when_it_is_asked_as_a_member() -> None:
    assert compiled('@."true" == @.and').holds({"true": 1, "and": 1})


def test_a_function_says_what_it_takes() -> None:
    with pytest.raises(ExpressionError, match=r"length\(\) takes 1 value, not 2"):
        compiled("length(city, city)")
    with pytest.raises(ExpressionError, match=r"abs\(\) takes number, and was given string"):
        compiled("abs(city)").holds(ARGUMENTS)


def test_a_comparison_of_a_number_with_a_text_is_an_error_and_not_false() -> None:
    with pytest.raises(ExpressionError, match="amount < city could not be worked out"):
        compiled("amount < city").holds(ARGUMENTS)


def test_an_expression_is_compiled_once() -> None:
    assert compiled("city == 'Paris'") is compiled("city == 'Paris'")


@settings(deadline=None)
@given(some.text("ab.[]?*&|!=<>'\"`\\ 5-true(){},:@", max_size=20))
def test_whatever_is_typed_is_compiled_or_refused(text: str) -> None:
    with contextlib.suppress(ExpressionError):
        compiled(text).holds({"a": [1, {"b": "x"}]})


def test_a_condition_that_goes_on_and_on_is_refused_in_a_sentence() -> None:
    text = "a||" * 6_000 + "a"
    with pytest.raises(ExpressionError, match="nested too deep"):
        compiled(text)
    assert respelled(text) is None
    with pytest.raises(ExpressionError, match="longer than 20000 characters"):
        compiled("a||" * 7_000 + "a")


@pytest.mark.parametrize(
    "text",
    [
        "@" + ".[@, @]" * 40,
        "history" + " | [@, @][]" * 40,
        "to_string(" + " | ".join(["[@, @]"] * 40) + ")",
        "{a: @, b: @}" + " | {a: @, b: @}" * 40 + " == @",
        "join('', history)" + " | join('', [@, @])" * 40,
    ],
)
def test_what_would_take_an_age_to_work_out_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(ExpressionError, match="takes too long to be worked out"):
        compiled(text).holds({"history": ["x" * 2_000] * 50})
