"""Printed calls are seen in a finished text only where a declared tool is really called."""

import pytest

from studio.dialects.printed.detect import printed_in
from studio.dialects.printed.forms import NAMES, form
from studio.messages.parts import Call
from tests.unit.dialects.printed.reading import TOOLS


@pytest.mark.parametrize("name", NAMES)
def test_the_form_that_was_written_is_seen(name: str) -> None:
    text = form(name).write_calls([Call("search", '{"q": "tea", "n": 2}')])
    assert printed_in(f"I will look.\n{text}", TOOLS) == name


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Use search, or <tool_call> tags around it.",
        '<tool_call>{"name": "unknown", "arguments": {"of": "search"}}</tool_call>',
        "Action: search for it yourself.",
        '{"search": 1}',
        "search(it) yourself",
    ],
)
def test_talk_is_no_call(text: str) -> None:
    assert printed_in(text, TOOLS) == ""


def test_without_tools_nothing_is_seen() -> None:
    assert printed_in('<tool_call>{"name": "f", "arguments": {}}</tool_call>', []) == ""
