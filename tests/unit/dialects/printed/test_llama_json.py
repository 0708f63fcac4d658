"""The form llama_json: bare and tagged JSON, functions, Python. Each text is read whole and one character at a time."""

import pytest

from tests.unit.dialects.printed.reading import told

CASES = [
    ('{"name": "f", "parameters": {"a": 1}}', ['call f {"a": 1}']),
    (
        ('{"type": "function", "name": "f", "parameters": {"a": 1}}; {"name": "now", "parameters": {}}<|eom_id|>'),
        ['call f {"a": 1}', "call now {}"],
    ),
    ('<|python_tag|>brave_search.call(query="a, b")', ['call brave_search {"query":"a, b"}']),
    ("<|python_tag|>import os", ["text: <|python_tag|>import os"]),
    ('<function=f>{"a": 1}</function>', ['call f {"a": 1}']),
    ('{"answer": 5}', ['text: {"answer": 5}']),
    ("[f(a=1), now()]", ['call f {"a":1}', "call now {}"]),
]


@pytest.mark.parametrize(("text", "parts"), CASES)
def test_llama_json_text_is_told_apart(text: str, parts: list[str]) -> None:
    assert told("llama_json", text) == parts
