"""Declared tools in the form that two formats share: what is not known is kept and bound to the format it came in."""

from typing import Any

import pytest

from studio.dialects.dialect_error import DialectError
from studio.dialects.function_tools import read_tool, tool_entry
from studio.messages.toolspec import ToolSpec, no_parameters

PLAIN = {"type": "function", "function": {"name": "f", "description": "d", "parameters": {"type": "object"}}}


def test_a_plain_function_is_bound_to_no_format() -> None:
    assert read_tool(PLAIN, "tools[0]", "ollama_chat") == ToolSpec("f", "d", {"type": "object"})


@pytest.mark.parametrize(
    "entry",
    [
        PLAIN,
        {"type": "function", "function": {"name": "f", "parameters": {}, "strict": True}, "cache_control": {}},
        {"type": "custom", "custom": {"name": "sh"}},
        {"type": "web_search"},
    ],
)
def test_an_entry_goes_back_as_it_came(entry: dict[str, Any]) -> None:
    read = read_tool(entry, "tools[0]", "openai_chat")
    assert tool_entry(read) == entry
    assert read.origin == ("openai_chat" if read.extra else "")


def test_a_tool_that_takes_nothing_says_so() -> None:
    entry = {"type": "function", "function": {"name": "f"}}
    assert read_tool(entry, "tools[0]", "openai_chat") == ToolSpec("f", parameters=no_parameters())


def test_what_is_no_tool_is_said_with_its_place() -> None:
    with pytest.raises(DialectError, match=r"tools\[3\]: a tool has to be an object"):
        read_tool("f", "tools[3]", "openai_chat")
