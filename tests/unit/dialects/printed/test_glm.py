"""The form glm: keys and values, typed by the schema. Each text is read whole and one character at a time."""

import pytest

from tests.unit.dialects.printed.reading import told

CASES = [
    (
        (
            "<tool_call>search<arg_key>q</arg_key><arg_value>10001</arg_value><arg_key>n</arg"
            "_key><arg_value>3</arg_value></tool_call><tool_call>now</tool_call>"
        ),
        ['call search {"q":"10001","n":3}', "call now {}"],
    ),
    (
        (
            "<tool_call>search\n<arg_key>q</arg_key></arg_key>\n<arg_value>x </arg_value></tool"
            "_call> y</arg_value>\n</tool_call>"
        ),
        ['call search {"q":"x "}', "text:  y</arg_value>\n</tool_call>"],
    ),
    ("<tool_call>search\n<arg_key>q</arg_key>\n<arg_value>x", ['call search {"q":"x (truncated)']),
    ("<tool_call>search\n<arg_key>q</arg_key>\n<arg_value>x</arg_value>", ['call search {"q":"x"}']),
    (
        (
            "<tool_call>f\n<arg_key>a</arg_key>\n<arg_value>true</arg_value>\n<arg_key>b</arg_ke"
            'y>\n<arg_value>{"x": 1}</arg_value>\n<arg_key>c</arg_key>\n<arg_value>007</arg_valu'
            "e>\n</tool_call>"
        ),
        ['call f {"a":true,"b":{"x":1},"c":"007"}'],
    ),
]


@pytest.mark.parametrize(("text", "parts"), CASES)
def test_glm_text_is_told_apart(text: str, parts: list[str]) -> None:
    assert told("glm", text) == parts
