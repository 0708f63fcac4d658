"""What a model is told."""

from studio.checks.problem import Problem
from studio.tools import strategies


def test_an_unknown_tool_names_the_nearest_and_all_that_were_sent() -> None:
    told = strategies.unknown_tool("get_orders", ["get_order", "issue_refund"])
    assert (
        told == "There is no tool named get_orders. Did you mean get_order? Available tools: get_order, issue_refund."
    )


def test_an_unknown_tool_among_none_says_so() -> None:
    assert strategies.unknown_tool("x", []) == "There is no tool named x. No tools are available."


def test_bad_arguments_are_told_one_a_line_with_their_place() -> None:
    problems = [
        Problem("schema.type", "/amount", "must be a number"),
        Problem("schema.required", "/currency", "currency is missing"),
        Problem("schema.required", "/lines/0/id", "id is missing"),
        Problem("arguments.truncated", "", "The arguments break off."),
    ]
    assert strategies.bad_arguments("issue_refund", problems).splitlines() == [
        "issue_refund was not run, its arguments do not fit:",
        "- amount: must be a number",
        "- currency is missing",
        "- lines.0.id: id is missing",
        "- The arguments break off.",
    ]


def test_an_error_is_its_type_and_message() -> None:
    assert strategies.tool_error("ValueError", "amount must be positive") == "ValueError: amount must be positive"
    assert strategies.tool_error("KeyError", "") == "KeyError"


def test_a_rejection_gives_the_reason_when_there_is_one() -> None:
    assert strategies.rejected("f", "too much").endswith("it was not run. Reason: too much")
    assert strategies.rejected("f", " ").endswith("it was not run.")


def test_a_lost_call_does_not_claim_that_nothing_happened() -> None:
    assert "unknown" in strategies.worker_died("f", "signal 9")
    assert "may have had" in strategies.timed_out("f", 60.0)
    assert "within 60 seconds" in strategies.timed_out("f", 60.0)
