"""Tests of rules of tool groups: words in every script, and what is wrong with a rule that was typed."""

from typing import Any

import pytest

from studio.checks.group_rules import rule_problem, says
from studio.session.toolbox import Always, ByExpression, ByHand, ByWords, Chosen


@pytest.mark.parametrize(
    ("text", "word", "found"),
    [
        ("I want a REFUND.", "refund", True),
        ("refunds", "refund", False),
        ("my_refund", "refund", False),
        ("the gift   card!", "Gift Card", True),
        ("Die STRASSE", "straße", True),
        ("请帮我退款吧", "退款", True),
        ("退款refund一下", "refund", True),
        ("환불을 원해요", "환불", True),
        ("ขอคืนเงินหน่อย", "คืนเงิน", True),
        ("करी", "कर", False),
        ("cafe\u0301 au lait", "café", True),
        ("version 2.10", "2.1", False),
        ("C++ or C", "c++", True),
        ("", "a", False),
        ("a", " ", False),
    ],
)
def test_a_word_is_found_whole_or_anywhere_where_a_script_has_no_spaces(text: str, word: str, found: bool) -> None:
    assert says(text, word) is found


@pytest.mark.parametrize("rule", [Always(), ByHand(), Chosen(), ByWords(("a",)), ByExpression("context.role == 'a'")])
def test_a_rule_that_can_be_used_has_no_problem(rule: Any) -> None:
    assert rule_problem(rule) == ""


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        (ByExpression("context.role == admin ="), "cannot be read"),
        (ByExpression("round == 1"), "Write `1`"),
        (ByExpression(""), "empty"),
        (ByWords(("", " ")), "names no word"),
    ],
)
def test_a_rule_that_cannot_be_used_says_why(rule: Any, said: str) -> None:
    assert said in rule_problem(rule)
