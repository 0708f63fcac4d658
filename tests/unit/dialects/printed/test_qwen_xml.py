"""The form qwen_xml: elements, whose tags are left out or stand in values. Each text is read whole and one character at a time."""

import pytest

from tests.unit.dialects.printed.reading import told

CASES = [
    (
        (
            "Ok.\n<function=search>\n<parameter=q>\n5\n</parameter>\n<parameter=n>\nfive\n</paramete"
            "r>\n</function>\n</tool_call>"
        ),
        ["text: Ok.\n", 'call search {"q":"5","n":"five"}'],
    ),
    (
        (
            "<tool_call>\n<function=search>\n<parameter=q>\n<function=demo>\n</function>\n</tool_c"
            "all>\n</parameter>\n</function>\n</tool_call>"
        ),
        ['call search {"q":"<function=demo>\\n</function>\\n</tool_call>"}'],
    ),
    (
        "<tool_call>\n<function=search>\n<parameter=q>\nabc\n</function>\n</tool_call>rest",
        ['call search {"q":"abc"}', "text: rest"],
    ),
    (
        (
            "<tool_call>\n<function=search>\n<parameter=q>\nabc\n<parameter=n>\n3\n</parameter>\n</f"
            "unction>\n</tool_call>"
        ),
        ['call search {"q":"abc","n":3}'],
    ),
    ("<tool_call>\n<function=search>\n<parameter=q>\nabc", ['call search {"q":"abc (truncated)']),
    (
        (
            "<tool_call>\n<function=now>\n</function>\n</tool_call>\n<tool_call>\n<function=f>\n<pa"
            "rameter=x>\n[1, 2]\n</parameter>\n</function>\n</tool_call>"
        ),
        ["call now {}", 'call f {"x":[1,2]}'],
    ),
    ("Use <function=foo> tags.", ["text: Use <function=foo> tags."]),
    (
        "<tool_call>\n<function=search>\n<parameter=\n</function>\n</tool_call>",
        ["call search <parameter=\n</function>\n</tool_call> (invalid_json)"],
    ),
    ('<function name="search"><parameter name="q">x</parameter></function>', ['call search {"q":"x"}']),
    ('<tool_call>\n{"name":"f","arguments":{"a":1}}\n</tool_call>', ['call f {"a":1}']),
]


@pytest.mark.parametrize(("text", "parts"), CASES)
def test_qwen_xml_text_is_told_apart(text: str, parts: list[str]) -> None:
    assert told("qwen_xml", text) == parts
