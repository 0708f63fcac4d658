"""Candidates of what a misfit value was meant to be."""

from typing import Any

import pytest

from studio.checks.repairs import candidates


@pytest.mark.parametrize(
    ("value", "texts"),
    [
        ("89.90", ["89.90"]),
        ("1234567890123456789", ["1234567890123456789"]),
        ("1e3", ["1000"]),
        (" 27 ", ["27"]),
        ("27.0", ["27"]),
        ("False", ["false"]),
        ("[1]", ["[1]"]),
        (48213, ['"48213"']),
        ("0.12345678901234567890123", []),
        ("NaN", []),
        ("Infinity", []),
        ("1e999", []),
        ("-0x1f", []),
        ("007", []),
        ("yes", []),
        ("{not json", []),
        (1.5, []),
        (True, []),
        (None, []),
    ],
)
def test_only_a_spelling_that_loses_nothing_is_a_candidate(value: Any, texts: list[str]) -> None:
    assert candidates(value, {}) == texts


def test_the_wrong_case_finds_the_one_allowed_value() -> None:
    assert candidates("eur", {"enum": ["EUR", "USD"]}) == ['"EUR"']
    assert candidates("eur", {"enum": ["EUR", "Eur"]}) == []


def test_null_becomes_the_default() -> None:
    assert candidates(None, {"type": "integer", "default": 10}) == ["10"]


def test_a_huge_exponent_costs_nothing() -> None:
    assert candidates("1e999999999", {}) == []
