"""What makes a tool hard to use is named, in an open session and on the command line, with its place and advice."""

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from studio.cli import tools as command
from studio.messages.toolspec import ToolSpec
from studio.session.toolbox import ToolSearch
from studio.workspace.tool_advice import tool_advice
from studio.workspace.workspace import Workspace

pytestmark = [pytest.mark.anyio, pytest.mark.promise("D7")]

GOOD: dict[str, Any] = {
    "name": "get_order",
    "description": "Gives one order with its state. Use it when the customer names an order.",
    "parameters": {"type": "object", "properties": {"id": {"type": "string", "description": "Its number, as 48213."}}},
}
BAD: dict[str, Any] = {
    "name": "pay back",
    "description": "Pays an order back. Use it when the goods are damaged.",
    "parameters": {"type": "object", "properties": {"how": {"type": "string", "description": "card or cash."}}},
}


def named(found: Any) -> list[tuple[str, str, str]]:
    return [(one.tool, one.rule, one.pointer) for one in found]


async def test_the_tools_of_a_session_are_checked_as_its_provider_takes_them(workspace: Workspace) -> None:
    session = workspace.new()
    session.declare_all([ToolSpec(**GOOD), ToolSpec(**BAD)])
    found = tool_advice(session)
    assert named(found) == [
        ("pay back", "tool.name_refused", "/name"),
        ("pay back", "tool.no_idempotency_key", "/parameters"),
        ("pay back", "tool.values_in_words", "/parameters/properties/how"),
    ]
    assert found[0].sentence == "OpenAI refuses the name pay back: it takes letters, digits, _ and -, at most 64."
    assert found[0].advice == "Rename it, for example to pay_back."
    assert tool_advice(session) is found
    session.change_setup(responder=replace(session.state.setup.responder, dialect="ollama_chat"))
    assert "tool.name_refused" not in {one.rule for one in tool_advice(session)}


async def test_what_counts_is_how_many_tools_a_request_offers(workspace: Workspace) -> None:
    session = workspace.new()
    words = [
        f"{first}{last}"
        for first in ("amber", "birch", "cedar", "dune")
        for last in ("lamp", "mill", "nest", "oven", "path")
    ]
    told = "Gives the {0} of the shop. Use it when the {0} is asked for."
    session.declare_all([ToolSpec(f"get_{word}", told.format(word)) for word in words])
    assert [(one.rule, one.severity) for one in tool_advice(session)] == [("tools.too_many", "error")]
    session.change_setup(off=tuple(f"get_{word}" for word in words[:8]))
    assert [(one.rule, one.severity) for one in tool_advice(session)] == [("tools.many", "warning")]
    session.change_setup(search=ToolSearch(on=True))
    assert tool_advice(session) == ()


async def test_a_thousand_tools_are_checked_once_and_then_kept(workspace: Workspace) -> None:
    session = workspace.new()
    session.declare_all([replace(ToolSpec(**GOOD), name=f"get_order_{at}") for at in range(1000)])
    found = tool_advice(session)
    assert {one.rule for one in found} == {"tool.alike", "tools.too_many"}
    assert tool_advice(session) is found


@pytest.mark.parametrize(("tools", "code"), [([GOOD], 0), ([GOOD, BAD], 1)])
def test_the_command_line_names_them_by_tool_and_fails_when_there_is_more_than_hints(
    tools: list[dict[str, Any]], code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "shop.json"
    file.write_text(json.dumps({"tools": [{**tool, "sensitive": False} for tool in tools]}), encoding="utf-8")
    assert command.main([str(file), "--check", "--for", "anthropic"]) == code
    out = capsys.readouterr().out
    assert ("nothing to say" in out) == (code == 0)
    assert ("Anthropic refuses the name pay back" in out) == (code == 1)
    assert command.main([str(file), "--check", "--json"]) == code
    told = json.loads(capsys.readouterr().out)
    assert [one["tool"] for one in told["advice"]] == ["pay back"] * (3 * code)
    assert told["counts"] == {"error": code, "warning": 2 * code, "hint": 0}
