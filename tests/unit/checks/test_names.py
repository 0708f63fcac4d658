"""The nearest known name."""

from studio.checks.names import nearest_name

TOOLS = ["get_order", "issue_refund", "notify_customer"]


def test_a_slip_of_spelling_finds_the_name() -> None:
    assert nearest_name("isue_refund", TOOLS) == "issue_refund"


def test_case_and_separators_do_not_count() -> None:
    assert nearest_name("issueRefund", TOOLS) == "issue_refund"
    assert nearest_name("functions.get-order", ["get_order", "x"]) == "get_order"


def test_a_name_like_no_other_finds_nothing() -> None:
    assert nearest_name("weather", TOOLS) is None
    assert nearest_name("weather", []) is None
