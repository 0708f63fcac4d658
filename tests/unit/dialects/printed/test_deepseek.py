"""The form deepseek: tokens in several spellings, fences, markup. Each text is read whole and one character at a time."""

import pytest

from tests.unit.dialects.printed.reading import told

CASES = [
    (
        (
            '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>f<｜tool▁sep｜>{"a": "```json x"}<｜tool▁cal'
            "l▁end｜><｜tool▁calls▁end｜><｜end▁of▁sentence｜>"
        ),
        ['call f {"a": "```json x"}'],
    ),
    (
        (
            '<｜DSML｜function_calls>\n<｜DSML｜invoke name="search">\n<｜DSML｜parameter name="q" st'
            'ring="true">5</｜DSML｜parameter>\n<｜DSML｜parameter name="n" string="false">5</｜DSM'
            "L｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>"
        ),
        ['call search {"q":"5","n":5}'],
    ),
    (
        '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>f\n```json\n{"a": ',
        ['call f {"a": (truncated)'],
    ),
    ('<｜tool▁call▁begin｜>function<｜tool▁sep｜>f\n```json\n{"a": 1}\n```', ['call f {"a": 1}']),
    (
        '<|tool_calls_begin|><|tool_call_begin|>f<|tool_sep|>{"a": 1}<|tool_call_end|><|tool_calls_end|>',
        ['call f {"a": 1}'],
    ),
]


@pytest.mark.parametrize(("text", "parts"), CASES)
def test_deepseek_text_is_told_apart(text: str, parts: list[str]) -> None:
    assert told("deepseek", text) == parts
