"""What the groups dialog says of names, patterns and expressions while they are typed."""

import pytest

from studio.checks.group_rules import rule_problem
from studio.gui.dialogs.group_words import members_words
from studio.session.toolbox import ByExpression


@pytest.mark.parametrize(
    ("patterns", "found", "said"),
    [
        (("refund_*", "get_ordr"), ("refund_order",), "Fits refund_order. No tool of this session fits get_ordr."),
        (("refund_*",), ("refund_order",), "Fits refund_order."),
        (("get_ordr",), (), "Fits no tool of this session."),
        (("refund_order",), ("refund_order",), ""),
    ],
)
def test_a_name_that_fits_no_tool_is_told_beside_those_that_do(
    patterns: tuple[str, ...], found: tuple[str, ...], said: str
) -> None:
    assert members_words(patterns, found) == said


def test_an_expression_with_one_equals_sign_says_where_and_what_to_write() -> None:
    said = rule_problem(ByExpression("context.role = 'admin'"))
    assert str(said) == "The expression cannot be read from column 14 on (“= 'admin'”). Write == to compare."
