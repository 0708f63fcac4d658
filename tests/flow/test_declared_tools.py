"""Tools that are only declared: by hand, or from lists that other programs keep. They are offered, mocked, and never run by themselves."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from studio.engine.edits import EditRefusedError
from studio.messages.toolspec import ToolSpec
from studio.problems import StudioError
from studio.session.events import SetupChanged
from studio.session.executors import CommandLine
from studio.session.policies import ToolChoices
from studio.workspace.opened import OpenedSession
from studio.workspace.taken_name import TakenNameError
from studio.workspace.workspace import Workspace
from tests.flow.chat_server import ChatServer, says
from tests.flow.command_line import studio
from tests.flow.shop import Shop

pytestmark = [pytest.mark.anyio, pytest.mark.promise("C2")]

KEPT = Path(__file__).parents[1] / "interop"
SCHEMA: dict[str, Any] = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
WEATHER = ToolSpec("weather", "Tells the weather.", SCHEMA)


def names(session: OpenedSession) -> list[str]:
    """The tools that the session knows."""
    return [tool.name for tool in session.state.setup.tools]


def written(folder: Path, name: str, value: Any) -> Path:
    path = folder / name
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


async def test_a_tool_declared_by_hand_is_changed_taken_back_and_undone(session: OpenedSession) -> None:
    known = names(session)
    session.declare(WEATHER)
    assert names(session) == [*known, "weather"]
    assert isinstance(session.tree.event(session.head), SetupChanged)
    session.declare(ToolSpec("weather", "Better words.", SCHEMA), CommandLine((sys.executable, "{city}")))
    assert session.state.setup.tools[-1].description == "Better words."
    session.change_setup(choices={"weather": ToolChoices(coercion="off")}, off=("weather",))
    session.undeclare("weather")
    setup = session.state.setup
    assert (names(session), setup.executors, setup.choices, setup.off) == (known, {}, {}, ())
    with pytest.raises(EditRefusedError, match="There is no tool named weather"):
        session.undeclare("weather")
    with pytest.raises(EditRefusedError, match=r"shop_tools\.py gives the tool note"):
        session.undeclare("note")


async def test_a_name_that_is_taken_is_refused_with_both_sources(session: OpenedSession, tmp_path: Path) -> None:
    with pytest.raises(TakenNameError, match=r"note: one of shop_tools\.py, one of this session"):
        session.declare(ToolSpec("note"))
    path = written(tmp_path, "more.json", [{"name": "new", "input_schema": {}}, {"name": "note", "input_schema": {}}])
    head = session.head
    with pytest.raises(StudioError, match=r"note: one of shop_tools\.py, one of more\.json"):
        session.import_tools(path)
    assert session.head == head


async def test_a_pasted_list_is_read_first_and_takes_the_place_of_declarations_only(session: OpenedSession) -> None:
    session.declare(WEATHER)
    found = session.read_tools(
        json.dumps({"tools": [{"name": "weather", "inputSchema": {}}, {"name": "note", "inputSchema": {}}]})
    )
    assert names(session)[-1] == "weather"
    with pytest.raises(TakenNameError, match="note"):
        session.declare_all(found.specs, replacing=True)
    assert session.state.setup.tools[-1] == WEATHER
    session.declare_all(found.specs[:1], replacing=True)
    assert session.state.setup.tools[-1] == found.specs[0]
    assert found.specs[0].source == ""


@pytest.mark.parametrize(
    "file",
    ["openai_chat/desk-request.json", "openai_responses/desk_har_last.request.json", "anthropic/desk-request.json"],
)
async def test_the_tools_of_a_real_request_of_each_provider_are_offered(session: OpenedSession, file: str) -> None:
    known = len(names(session))
    imported = session.import_tools(KEPT / file)
    assert imported.names == ("get_weather", "calculator", "lookup_order", "issue_refund")
    assert names(session)[known:] == list(imported.names)
    assert {tool.source for tool in session.state.setup.tools[known:]} == {Path(file).name}
    session.import_tools(KEPT / file)
    assert len(names(session)) == known + 4
    assert session.request_json().count('"name":"issue_refund"') == 1


async def test_an_mcp_list_makes_destructive_tools_ask_and_its_notes_are_told(
    workspace: Workspace, shop: Shop, tmp_path: Path
) -> None:
    tools = [
        {"name": "drop table", "inputSchema": {"type": "object"}, "annotations": {"destructiveHint": True}},
        {"name": "look", "inputSchema": {}},
    ]
    session = await shop.session(workspace)
    imported = session.import_tools(
        written(tmp_path, "mcp.json", {"jsonrpc": "2.0", "id": 1, "result": {"tools": tools}})
    )
    assert [(tool.name, tool.sensitive) for tool in session.state.setup.tools[-2:]] == [
        ("drop table", True),
        ("look", False),
    ]
    assert imported.notes == (
        "drop table: providers refuse this name; they want letters, digits, _ and -, at most 64.",
    )


def test_a_run_offers_a_list_of_another_program_and_refuses_its_calls_with_a_sentence(tmp_path: Path) -> None:
    path = written(tmp_path, "tools.json", {"tools": [{"name": "weather", "input_schema": SCHEMA}]})
    file = tmp_path / "s.tcsession"
    with ChatServer(says("", ("weather", '{"city": "Rome"}')), says("Done.")) as server:
        ran = studio("run", "--prompt", "go", "--base-url", server.url, "--model", "m", "--tools", path, "--save", file)
    assert server.requests[0]["tools"][0]["function"]["parameters"] == SCHEMA
    assert ran.code != 0
    assert "weather is only a declaration" in ran.out + ran.err


def test_a_run_answers_a_declared_tool_by_its_mock(tmp_path: Path) -> None:
    path = written(tmp_path, "tools.json", {"tools": [{"name": "weather", "input_schema": SCHEMA}]})
    rules = written(tmp_path, "mocks.json", {"mocks": [{"tool": "weather", "text": "sunny"}]})
    file = tmp_path / "s.tcsession"
    with ChatServer(says("", ("weather", '{"city": "Rome"}')), says("Done.")) as server:
        ran = studio(
            "run",
            "--prompt",
            "go",
            "--base-url",
            server.url,
            "--model",
            "m",
            "--tools",
            path,
            "--mocks",
            rules,
            "--save",
            file,
        )
    assert (ran.code, ran.err) == (0, "")
    assert server.requests[1]["messages"][-1]["content"] == "sunny"


def test_a_file_that_declares_nothing_ends_with_its_place(tmp_path: Path) -> None:
    ran = studio("tools", written(tmp_path, "tools.json", {"tools": [{"input_schema": {}}]}))
    assert (ran.code, ran.out) == (3, "")
    assert "tools.json, tools[0].name: it has no name." in ran.err
