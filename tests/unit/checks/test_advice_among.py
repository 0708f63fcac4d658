"""What is said of one tool among others is what the checks of all of them say of it."""

from studio.checks.tool_advice import advice_among, tool_advice
from studio.messages.toolspec import ToolSpec

TOLD = "Pays an order back. Use it when the goods are damaged."
TOOLS = tuple(
    ToolSpec(name, told)
    for name, told in (("pay back", TOLD), ("pay_back", TOLD), ("refund", TOLD), ("look", ""), ("off", TOLD))
)


def test_a_tool_is_told_by_itself_as_among_all() -> None:
    for tool in TOOLS:
        alone = advice_among(TOOLS, tool, off=("off",))
        assert alone == tuple(one for one in tool_advice(TOOLS, off=("off",)) if one.tool == tool.name)
    told = [one.rule for one in advice_among(TOOLS, TOOLS[1])]
    assert told == ["tool.no_idempotency_key", "tool.name_by_case", "tool.alike"]
