"""The form pythonic: lists of calls, in tags and bare. Each text is read whole and one character at a time."""

import pytest

from tests.unit.dialects.printed.reading import told

CASES = [
    ('[f(a="it\'s", b=None), now()]', ['call f {"a":"it\'s","b":null}', "call now {}"]),
    ("[f](http://x)", ["text: [f](http://x)"]),
    ('Text\n[f(a=[1,{"b":"]"}])]\nmore', ["text: Text\n", 'call f {"a":[1,{"b":"]"}]}', "text: \nmore"]),
    ("<|tool_call_start|>[f(a=1, b='he", ['call f {"a":1 (truncated)']),
    (
        '<|tool_call_start|>[f("pos"), f(a=x+1), get-it(a=true)]<|tool_call_end|>ok',
        ['call f "pos" (not_an_object)', "call f a=x+1 (invalid_json)", 'call get-it {"a":true}', "text: ok"],
    ),
    ("```tool_code\nf(a=1)\n```", ['call f {"a":1}']),
]


@pytest.mark.parametrize(("text", "parts"), CASES)
def test_pythonic_text_is_told_apart(text: str, parts: list[str]) -> None:
    assert told("pythonic", text) == parts
