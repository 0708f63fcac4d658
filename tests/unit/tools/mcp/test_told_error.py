"""Errors of the protocol, as a model reads them."""

from typing import Any

import pytest
from mcp.shared.exceptions import MCPError

from studio.tools.mcp.failing import problem
from studio.tools.mcp.told_error import outcome_of_error


def test_code_message_and_data_are_told() -> None:
    outcome = outcome_of_error(-32602, "Invalid params", {"at": "x"})
    assert (outcome.status, outcome.text) == ("error", "MCP error -32602: Invalid params")
    assert '"at": "x"' in outcome.detail
    assert outcome_of_error(-1, "", None).text == "MCP error -1: no message"


def test_pieces_of_an_answer_that_could_not_be_read_are_not_told() -> None:
    message = "Failed to parse JSON response: 1 validation error for union[A,B]\n  input_value=b'half a k...'"
    assert outcome_of_error(-32700, message, None).text == "MCP error -32700: Failed to parse JSON response"
    told = problem("desk", MCPError(-32700, message)).sentence
    assert told == "desk answered with the error -32700, Failed to parse JSON response."


def test_addresses_to_visit_first_are_told() -> None:
    data = {"elicitations": [{"url": "https://a.example", "message": "Sign in"}, {"url": "https://b.example"}]}
    assert outcome_of_error(-32042, "not yet", data).text.splitlines()[2:] == [
        "- https://a.example (Sign in)",
        "- https://b.example",
    ]


@pytest.mark.parametrize("data", [None, "text", [], {"elicitations": "x"}, {"elicitations": [5, {"url": 5}]}])
def test_broken_data_leaves_the_message(data: Any) -> None:
    assert outcome_of_error(-32042, "not yet", data).text == "MCP error -32042: not yet"


def test_long_data_is_cut() -> None:
    assert "[cut here: 10,000 characters]" in outcome_of_error(-1, "x", "y" * 10_000).detail
