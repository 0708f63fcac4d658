"""What the SDK is given in place of a result that it would refuse."""

from typing import Any

import pytest
from mcp_types import methods

from studio.tools.mcp.fitted import fitted

ODD: dict[str, Any] = {
    "tools": [
        {"name": "none"},
        {"name": "odd", "inputSchema": {"properties": {"x": True, "y": {"type": ["string", "null"]}}, "required": 5}},
        {"name": 5},
        5,
    ],
    "content": [{"type": "hologram"}],
    "structuredContent": [1],
    "messages": [{"role": "system"}],
    "contents": "none",
    "nextCursor": "b",
}


@pytest.mark.parametrize("version", ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"])
@pytest.mark.parametrize(
    "method",
    [
        "tools/list",
        "tools/call",
        "resources/list",
        "resources/templates/list",
        "resources/read",
        "prompts/list",
        "prompts/get",
    ],
)
def test_the_sdk_takes_it_in_every_version(method: str, version: str) -> None:
    methods.validate_server_result(method, version, fitted(method, ODD))


def test_names_cursor_and_error_get_through() -> None:
    made = fitted("tools/list", ODD)
    assert [each["name"] for each in made["tools"]] == ["none", "odd"]
    assert made["nextCursor"] == "b"
    assert fitted("tools/call", {"isError": True})["isError"] is True


def test_a_result_that_asks_back_stays_as_it_is() -> None:
    asking = {"resultType": "input_required", "inputRequests": {}, "requestState": "s"}
    assert fitted("tools/call", asking) is asking
    assert fitted("ping", {"any": 1}) == {"any": 1}


def test_headers_of_arguments_get_through() -> None:
    schema = {"type": "object", "properties": {"r": {"type": "string", "x-mcp-header": "Region"}}}
    (tool,) = fitted("tools/list", {"tools": [{"name": "a", "inputSchema": schema}]})["tools"]
    assert tool["inputSchema"] == schema
