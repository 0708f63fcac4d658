"""Good and bad tools for each rule of the advice: every bad one is named at its place, and no good one raises an alarm of any rule."""

import json
from pathlib import Path
from typing import Any

import pytest

from studio.checks.tool_advice import ToolAdvice, tool_advice
from studio.interop.declarations import read_declarations
from studio.messages.toolspec import ToolSpec

pytestmark = pytest.mark.promise("D7")

HERE = Path(__file__).parent
RULES = {
    each["rule"]: each
    for each in (json.loads(file.read_bytes()) for file in sorted((HERE / "tool_advice").glob("*.json")))
}
INTEROP = HERE.parent / "interop"
SECRET = "sk-proj-" + 3 * "Q7w2Zr9L"
"""Looks like a key and is none; put together here, so that no file holds one."""


def advice(example: dict[str, Any]) -> tuple[ToolAdvice, ...]:
    """What is said of the tools of an example; all of them are offered."""
    filled = json.loads(json.dumps(example).replace("{secret}", SECRET))
    tools = [ToolSpec(**tool) for tool in filled["tools"]]
    return tool_advice(tools, target=example.get("target"), offered=len(tools))


@pytest.mark.parametrize("rule", RULES)
def test_every_bad_tool_is_named_at_its_place(rule: str) -> None:
    for example in RULES[rule]["bad"]:
        found = [one for one in advice(example) if one.rule == rule]
        assert [(one.tool, one.pointer) for one in found] == [(example["tool"], example["pointer"])], example
        assert found[0].others == tuple(example.get("others", ()))
        assert found[0].sentence.endswith(".")
        assert SECRET not in found[0].sentence + found[0].advice


@pytest.mark.parametrize("rule", RULES)
def test_no_good_tool_raises_an_alarm(rule: str) -> None:
    for example in RULES[rule]["good"]:
        assert advice(example) == (), example


def test_each_rule_has_examples_of_both_kinds() -> None:
    assert all(each["bad"] and each["good"] for each in RULES.values())
    assert {each.rule for rule in RULES.values() for example in rule["bad"] for each in advice(example)} <= set(RULES)


@pytest.mark.parametrize("file", ["anthropic/desk-request.json", "openai_chat/desk-request.json"])
def test_of_the_lists_of_other_programs_exactly_what_is_wrong_is_named(file: str) -> None:
    tools = read_declarations((INTEROP / file).read_bytes(), "desk.json").specs
    found = tool_advice(tools, offered=len(tools))
    told = [(one.tool, one.rule, one.pointer) for one in found if one.severity != "hint"]
    assert told == [
        ("get_weather", "tool.values_in_words", "/parameters/properties/unit"),
        ("issue_refund", "tool.no_idempotency_key", "/parameters"),
    ]
    hints = {(one.tool, one.rule) for one in found if one.severity == "hint"}
    assert hints == {(tool.name, "tool.no_when") for tool in tools}
