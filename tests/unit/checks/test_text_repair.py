"""Broken argument texts: what is offered loses no word, and what cannot be known is not offered."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.checks.text_repair import LONGEST, repaired
from studio.messages.arguments import read_arguments


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("{'city': 'Paris', 'metric': True, 'note': None}", {"city": "Paris", "metric": True, "note": None}),
        ('{"a": [1, 2,], "b": 3,}', {"a": [1, 2], "b": 3}),
        ('```json\n{"location": "Lisbon"}\n```', {"location": "Lisbon"}),
        ('{"code": "line1\nline2\tend"}', {"code": "line1\nline2\tend"}),
        ('"{\\"ticket\\":\\"00815\\"}"', {"ticket": "00815"}),
        ('{"words": invoice}', {"words": "invoice"}),
        ('{"a": "caf\\u00e9",}', {"a": "café"}),
        ('{"q": "say "hi" now"}', {"q": 'say "hi" now'}),
    ],
)
def test_what_was_plainly_meant_is_offered(text: str, meant: dict[str, object]) -> None:
    made = repaired(text)
    assert made is not None
    assert read_arguments(made).value == meant


@pytest.mark.parametrize(
    "text",
    [
        "",
        '{"a": 1}',
        '{"path": "a.txt", "content": "hel',
        '{"city":"A"}{"city":"B"}',
        '{"a": 1} and some words',
        '{"a": 1, // a note\n"b": 2}',
        '{"x": NaN}',
        '{"text": "wave \\ud83d here"}',
        '"Quito"',
        "[" * 5000,
        "{'a': 1}" + " " * LONGEST,
    ],
)
def test_nothing_is_offered_for_what_is_whole_cut_doubtful_or_too_long(text: str) -> None:
    assert repaired(text) is None


@given(st.text(alphabet="{}[]\",:\\'`nul123 éa\n", max_size=40))
def test_an_offer_always_reads_as_arguments_and_nothing_ever_raises(text: str) -> None:
    made = repaired(text)
    assert made is None or read_arguments(made).value is not None
