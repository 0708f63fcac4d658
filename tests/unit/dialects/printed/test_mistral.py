"""The form mistral: lists, names with arguments, ids. Each text is read whole and one character at a time."""

import pytest

from tests.unit.dialects.printed.reading import told

CASES = [
    ('[TOOL_CALLS]f[CALL_ID]abcdefghi[ARGS]{"a": 1}', ['abcdefghi f {"a": 1}']),
    ('[TOOL_CALLS]f{"a": 1}</s>', ['call f {"a": 1}']),
    ('[TOOL_CALLS] [{"name":"f","arguments":"{\\"a\\": 1}"}]', ['call f {"a": 1}']),
    ('[TOOL_CALLS]f[ARGS]{"a": ', ['call f {"a":  (truncated)']),
    ('[{"name":"f","arguments":{"a": 1}}]', ['call f {"a": 1}']),
    ("the [TOOL_CALLS] tag", ["text: the [TOOL_CALLS] tag"]),
    ('[TOOL_CALLS][{"name":"f","arguments":{"a":1}},{"name":"now","argu', ['call f {"a":1}']),
]


@pytest.mark.parametrize(("text", "parts"), CASES)
def test_mistral_text_is_told_apart(text: str, parts: list[str]) -> None:
    assert told("mistral", text) == parts
