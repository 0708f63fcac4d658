"""The form harmony: channels and recipients. Each text is read whole and one character at a time."""

import pytest

from tests.unit.dialects.printed.reading import told

CASES = [
    (
        (
            "<|channel|>analysis<|message|>hm<|end|><|start|>assistant to=functions.f<|channe"
            'l|>commentary json<|message|>{"a": "<|call|>"}'
        ),
        ["reasoning: hm", 'call f {"a": "<|call|>"}'],
    ),
    (
        (
            "<|channel|>commentary<|message|>I will.<|end|>\n<|start|>assistant<|channel|>comm"
            "entary to=functions.f <|constrain|>json<|message|>{}<|call|><|start|>functions.f"
            " to=assistant<|channel|>commentary<|message|>42<|end|><|start|>assistant<|channe"
            "l|>final<|message|>It is 42<|return|>"
        ),
        [
            "text: I will.",
            "call f {}",
            "made up: <|start|>functions.f to=assistant<|channel|>commentary<|message|>42<|end|>",
            "text: It is 42",
        ],
    ),
    ("plain text only", ["text: plain text only"]),
    ("Harmony uses <|channel|> tokens.", ["text: Harmony uses <|channel|> tokens."]),
    ('<|channel|>analysis to=functions.f<|message|>{"a":1}<|call|>', ['call f {"a":1}']),
    ('<|channel|>commentary to=functions.f <|constrain|>json<|message|>{"a": "x', ['call f {"a": "x (truncated)']),
]


@pytest.mark.parametrize(("text", "parts"), CASES)
def test_harmony_text_is_told_apart(text: str, parts: list[str]) -> None:
    assert told("harmony", text) == parts
