"""The form hermes: JSON in tags, with all that models do to it. Each text is read whole and one character at a time."""

import pytest

from tests.unit.dialects.printed.reading import told

CASES = [
    (
        (
            '<think>I could use <tool_call>{"name":"f","arguments":{}}</tool_call></think>\n\n<'
            'tool_call>\n{"name":"f","arguments":{"a":1}}\n</tool_call>'
        ),
        ['reasoning: I could use <tool_call>{"name":"f","arguments":{}}</tool_call>', 'call f {"a":1}'],
    ),
    (
        '<tool_call>\n[{"name":"f","arguments":{"a":1}},{"name":"now","arguments":{}}]\n</tool_call>',
        ['call f {"a":1}', "call now {}"],
    ),
    (
        (
            '<tool_call>\n{"name":"f","arguments":{"a":1}}\n{"name":"now","arguments":{}}\n</too'
            'l_call>\n<tool_call>\n{"name":"now"}\n</tool_call>'
        ),
        ['call f {"a":1}', "call now {}", "call now "],
    ),
    (
        '<tool_call>\n```json\n{"name":"f","arguments":{"a":1}}\n```\n</tool_call> done',
        ['call f {"a":1}', "text:  done"],
    ),
    ('<tool_call>{"name":"f","arguments":{"a":1,}}</tool_call>', ['call f {"a":1,} (invalid_json)']),
    ("<tool_call>{'name':'f','arguments':{'a':'x'}}</tool_call>", ["call f {'a':'x'} (invalid_json)"]),
    ('<tool_call>{"name":"f","arguments":"{\\"a\\":1}"}</tool_call>', ['call f "{\\"a\\":1}" (double_encoded)']),
    (
        (
            '<tool_call>{"name":"f","arguments":{"cmd":"echo "hi" there"}}</tool_call> after '
            '<tool_call>{"name":"now","arguments":{}}</tool_call>'
        ),
        ['call f {"cmd":"echo "hi" there"} (invalid_json)', "text:  after ", "call now {}"],
    ),
    ('<tool_call>{"arguments":{"a":1}}</tool_call>', ['text: <tool_call>{"arguments":{"a":1}}</tool_call>']),
    ('<tool_call>{"name":"f","arguments":{"a":1}}}</tool_call>x', ['call f {"a":1}', "text: x"]),
    ('<tool_call>{"name":"f","arguments":{"a":1}</tool_call>x', ['call f {"a":1}', "text: x"]),
    ('<tool_call>{"name":"f","parameters":{"a":1}}</tool_call>x', ['call f {"a":1}', "text: x"]),
    ('<tool_call>{"name":"f",', ['text: <tool_call>{"name":"f",']),
    ('<tool_call>{"name":"f","arguments":', ['text: <tool_call>{"name":"f","arguments":']),
    ("text <tool_call>", ["text: text <tool_call>"]),
    (
        '<tool_call>{"name":"f","arguments":{"a":1}}<tool_call>{"name":"now","arguments":{}}</tool_call>',
        ['call f {"a":1}', "call now {}"],
    ),
    (
        (
            '<tool_call>{"id":"c1","type":"function","function":{"name":"f","arguments":"{\\"a'
            '\\":1}"}}</tool_call><|im_end|>'
        ),
        ['c1 f {"a":1}'],
    ),
    ("Wrap it in <tool_call>search</tool_call> tags.", ["text: Wrap it in <tool_call>search</tool_call> tags."]),
    (
        '<think>never closed <tool_call>{"name":"f","arguments":{}}</tool_call>',
        ['reasoning: never closed <tool_call>{"name":"f","arguments":{}}</tool_call>'],
    ),
    (
        "<tool_call>\n<function=search>\n<parameter=q>\nx\n</parameter>\n</function>\n</tool_call>",
        ['call search {"q":"x"}'],
    ),
    (
        '<tool_call>{"name":"später","arguments":{"ü":"\\u00e9 \\"q\\" {"}}</tool_call>',
        ['call später {"ü":"\\u00e9 \\"q\\" {"}'],
    ),
]


@pytest.mark.parametrize(("text", "parts"), CASES)
def test_hermes_text_is_told_apart(text: str, parts: list[str]) -> None:
    assert told("hermes", text) == parts
