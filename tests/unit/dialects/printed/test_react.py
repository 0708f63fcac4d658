"""The form react: actions, plain inputs, made-up observations. Each text is read whole and one character at a time."""

import pytest

from tests.unit.dialects.printed.reading import told

CASES = [
    (
        '**Thought:** x\n**Action:** search\n**Action Input:** {"q":\n "x"}\n',
        ["text: **Thought:** x\n", 'call search {"q":\n "x"}'],
    ),
    (
        "Action: search\nAction Input: Paris in spring\nObservation: none",
        ["call search Paris in spring (invalid_json)", "made up: \nObservation: none"],
    ),
    ("Action: now\nObservation: 12", ["call now ", "made up: Observation: 12"]),
    (
        'Action: f\nAction Input:\n```json\n{"a": 1}\n```\nThought: z\nAction: now\nAction Input: {}',
        ['call f {"a": 1}', "text: \nThought: z\n", "call now {}"],
    ),
    ("Action: we should act.\nFinal Answer: 5", ["text: Action: we should act.\nFinal Answer: 5"]),
    ('Action: f\nAction Input: {"a": 1}\nFinal Answer: 5', ['call f {"a": 1}', "made up: \nFinal Answer: 5"]),
    ('Action:\n```\n{"action": "f", "action_input": {"a": 1}}\n```', ['call f {"a": 1}']),
    ("Action: f", ["text: Action: f"]),
    ('Action: look\nAction Input: "Paris"\nObservation: x', ['call look {"q":"Paris"}', "made up: \nObservation: x"]),
    ("Action: None\nAction Input: None", ["text: Action: None\nAction Input: None"]),
    (
        'Action: search\nAction Input: {"q": "a\nObservation: b"}',
        ['call search {"q": "a\nObservation: b"} (invalid_json)'],
    ),
    ("Action: search\nAction Input:", ["text: Action: search\nAction Input:"]),
]


@pytest.mark.parametrize(("text", "parts"), CASES)
def test_react_text_is_told_apart(text: str, parts: list[str]) -> None:
    assert told("react", text) == parts
