"""The form json_block: fences and bare objects. Each text is read whole and one character at a time."""

import pytest

from tests.unit.dialects.printed.reading import told

CASES = [
    ('{"tool": "f", "args": {"a": 1}}', ['call f {"a": 1}']),
    (
        '```json\n[{"name":"f","arguments":{}},{"name":"now","arguments":{}}]\n```\nbye',
        ["call f {}", "call now {}", "text: \nbye"],
    ),
    (
        'Here:\n```python\n{"name":"f","arguments":{}}\n```\nok',
        ['text: Here:\n```python\n{"name":"f","arguments":{}}\n```\nok'],
    ),
    ('Sure: {"name":"f","arguments":{"a":1}}\n', ["text: Sure: ", 'call f {"a":1}']),
    ('Write {"name":"f","arguments":{"a":1}} to call.', ['text: Write {"name":"f","arguments":{"a":1}} to call.']),
    (
        '```json\n{"name":"Bob","age":5}\n```\n{"name":"f","arguments":{}}',
        ['text: ```json\n{"name":"Bob","age":5}\n```\n', "call f {}"],
    ),
    (
        '```json\n{"name":"f","description":"x","parameters":{"type":"object","properties":{}}}\n```',
        ['text: ```json\n{"name":"f","description":"x","parameters":{"type":"object","properties":{}}}\n```'],
    ),
    ('```tool_call\n{"name":"zzz","arguments":{"a":"```"}}\n```', ['call zzz {"a":"```"}']),
    ('{"action": "Final Answer", "action_input": "yes"}', ['text: {"action": "Final Answer", "action_input": "yes"}']),
    ('{"tool_calls":[{"name":"f","arguments":{"a":1}}]}', ['call f {"a":1}']),
    ('{"name":"f","arguments":{"a":', ['call f {"a": (truncated)']),
    ('{"name": "zzz", "parameters": {"a": 1}}', ['call zzz {"a": 1}']),
    ('{"name": "zzz", "arguments": 5}', ['text: {"name": "zzz", "arguments": 5}']),
    ('I do.\n<tool_call>\n{"name": "f", "arguments": {}}\n</tool_call>', ["text: I do.\n", "call f {}"]),
    ('<tool_call>\n```json\n{"name":"f","arguments":{}}\n```\n</tool_call>\nbye', ["call f {}", "text: \nbye"]),
    (
        '```xml\n<tool_call>\n{"name":"f","arguments":{}}\n</tool_call>\n```',
        ['text: ```xml\n<tool_call>\n{"name":"f","arguments":{}}\n</tool_call>\n```'],
    ),
    ('{"name":"f","arguments":{}}\n{"other": 1}\nbye', ["call f {}", 'text: {"other": 1}\nbye']),
]


@pytest.mark.parametrize(("text", "parts"), CASES)
def test_json_block_text_is_told_apart(text: str, parts: list[str]) -> None:
    assert told("json_block", text) == parts
