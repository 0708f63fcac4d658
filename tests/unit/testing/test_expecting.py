"""The one message of a failure: which call, expected and got."""

from studio.testing import ANY, Call
from studio.testing.expecting import unlike

GET = Call("get", {"id": 1})
PAY = Call("pay", {"id": 1, "amount": 2.5})


def test_calls_as_expected_say_nothing_in_order_and_in_any_order() -> None:
    assert unlike([GET, PAY], [GET, PAY], in_order=True) == ""
    assert unlike([PAY, GET], [GET, PAY], in_order=False) == ""
    assert unlike([], [], in_order=True) == ""


def test_a_differing_argument_is_named_with_its_call_and_both_values() -> None:
    told = unlike([GET, PAY], [GET, Call("pay", {"id": 1, "amount": 3})], in_order=True)
    assert told.splitlines() == [
        "Call 2 of 2 is not as expected, pay: argument amount",
        "  expected: 2.5",
        "  got:      3",
        "The calls that were made:",
        "  1. get({'id': 1})",
        "  2. pay({'id': 1, 'amount': 3})",
    ]


def test_another_tool_another_agent_a_missing_and_a_further_call_are_told_apart() -> None:
    assert "another call" in unlike([GET], [PAY], in_order=True)
    assert "inside boss" in unlike([GET], [Call("get", {"id": 1}, inside="boss")], in_order=True)
    assert unlike([GET, PAY], [GET], in_order=True).startswith("Call 2 of 2 was not made.")
    assert unlike([GET], [GET, PAY], in_order=True).startswith("Call 2 was not expected.")
    assert unlike([], [GET], in_order=False).startswith("A call was not expected.")


def test_in_any_order_a_loose_call_leaves_the_exact_one_its_own() -> None:
    loose, exact = Call("get", {"id": ANY}), Call("get", {"id": 1})
    assert unlike([loose, exact], [exact, Call("get", {"id": 2})], in_order=False) == ""
    told = unlike([loose, exact], [Call("get", {"id": 3}), Call("get", {"id": 2})], in_order=False)
    assert "Call 2 of 2, in any order, is not among those that were made, get: argument id" in told
