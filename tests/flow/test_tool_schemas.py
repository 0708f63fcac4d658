"""A tool's schema on its way to a real server: shaped for who takes it, what was changed named, the declaration kept as it was."""

import json
from pathlib import Path
from typing import Any

import pytest

from studio.engine.edits import EditRefusedError
from studio.messages.remark import Remark
from studio.messages.toolspec import ToolSpec
from studio.session.events import RequestSent
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace
from tests.flow.chat_server import ChatServer, says
from tests.flow.command_line import studio
from tests.flow.shop import Shop, say

pytestmark = [pytest.mark.anyio, pytest.mark.promise("C4")]

PLAIN = ToolSpec(
    "plain", "Plain.", {"type": "object", "properties": {"n": {"type": "integer", "default": 3}}, "required": []}
)
EMPTY = ToolSpec("empty", "Takes nothing.", {})
LOST = ToolSpec("lost", "Refers to nothing.", {"type": "object", "properties": {"a": {"$ref": "#/$defs/Gone"}}})
FREE = ToolSpec("free", "Takes anything.", {"type": "object", "properties": {"a": {"type": "object"}}})


async def at_server(
    shop: Shop, workspace: Workspace, server: ChatServer, *tools: ToolSpec, **setup: Any
) -> OpenedSession:
    """A session with these declarations, before its first request to the server."""
    session = workspace.new("Schemas", path=shop.folder / "schemas.tcsession")
    session.model_mode = "live"
    session.change_setup(responder=shop.live(workspace, server.url), **setup)
    for tool in tools:
        session.declare(tool)
    say(session, "hello")
    return session


def sent(session: OpenedSession) -> dict[str, Any]:
    """The functions of the next request by their names."""
    body = json.loads(session.request_json())
    return {tool["function"]["name"]: tool["function"] for tool in body.get("tools", [])}


async def test_what_is_sent_is_shaped_and_the_request_says_what_was_changed_and_left_out(
    shop: Shop, workspace: Workspace
) -> None:
    with ChatServer(says("Hello.")) as server:
        session = await at_server(shop, workspace, server, PLAIN, EMPTY, LOST)
        before = session.request_remarks().new
        await session.run()
    functions = {tool["function"]["name"]: tool["function"] for tool in server.requests[0]["tools"]}
    assert functions["plain"] == {"name": "plain", "description": "Plain.", "parameters": PLAIN.parameters}
    assert functions["empty"]["parameters"] == {"type": "object", "properties": {}}
    assert "lost" not in functions
    (event,) = (event for event in session.tree.events(session.head) if isinstance(event, RequestSent))
    assert event.remarks == before
    assert event.remarks == (
        Remark("schema_shaped", "empty: type added, properties added"),
        Remark("schema_not_sent", "lost: unresolved ref #/$defs/Gone (/properties/a)"),
    )
    assert [tool.parameters for tool in session.state.setup.tools] == [PLAIN.parameters, {}, LOST.parameters]
    await workspace.close_session(session)
    shown = " ".join(studio("show", session.path).out.split())
    assert "The schema of empty is said otherwise for this provider: type added, properties added." in shown
    assert "The tool lost cannot be declared and is left out: unresolved ref #/$defs/Gone (/properties/a)." in shown


async def test_strict_mode_is_declared_where_it_can_be_and_said_where_not(shop: Shop, workspace: Workspace) -> None:
    with ChatServer(says("Hello.")) as server:
        session = await at_server(shop, workspace, server, PLAIN, FREE, strict=True)
        await session.run()
    plain, free = (tool["function"] for tool in server.requests[0]["tools"])
    assert plain["strict"] is True
    assert plain["parameters"] == {
        "type": "object",
        "properties": {"n": {"type": ["integer", "null"]}},
        "required": ["n"],
        "additionalProperties": False,
    }
    assert "strict" not in free
    assert free["parameters"] == FREE.parameters
    assert session.shaped(FREE).not_strict[0].at == "/properties/a"
    changes = {change.code for change in session.shaped(PLAIN).changes}
    assert changes == {"default_dropped", "made_required", "closed"}


async def test_the_same_tool_is_seen_as_each_provider_gets_it(shop: Shop, workspace: Workspace) -> None:
    levels = ToolSpec("levels", parameters={"type": "object", "properties": {"a": {"type": "integer", "enum": [0, 1]}}})
    with ChatServer() as server:
        session = await at_server(shop, workspace, server, levels)
        seen = {}
        for dialect, model in (
            ("openai_chat", "gpt"),
            ("openai_chat", "gemini-2.5-pro"),
            ("anthropic_messages", "claude"),
        ):
            choice = session.state.setup.responder
            session.use_responder(type(choice)("live", "here", dialect, server.url, model), {})
            shaped = session.shaped_tool("levels")
            assert shaped is not None
            seen[model] = (shaped.target, shaped.schema["properties"]["a"])
    declared = levels.parameters["properties"]["a"]
    assert seen == {
        "gpt": ("openai", declared),
        "gemini-2.5-pro": ("gemini_compat", {"type": "string", "enum": ["0", "1"]}),
        "claude": ("anthropic", declared),
    }
    assert session.shaped_tool("gone") is None


async def test_tools_told_as_text_are_told_as_they_were_declared(shop: Shop, workspace: Workspace) -> None:
    with ChatServer() as server:
        session = await at_server(shop, workspace, server, EMPTY, LOST)
        choice = session.state.setup.responder
        session.change_setup(responder=type(choice)("live", "here", "openai_chat", server.url, "m", calls="json_block"))
        shaped = session.shaped_tool("lost")
        assert shaped is not None
        assert (shaped.schema, shaped.problems, shaped.target) == (LOST.parameters, (), None)
        assert "lost" in session.request_json()


async def test_a_shaped_body_that_nobody_changed_is_no_edit(shop: Shop, workspace: Workspace) -> None:
    with ChatServer() as server:
        session = await at_server(shop, workspace, server, PLAIN, EMPTY, LOST, strict=True)
        head = session.head
        session.edit_request_json(session.request_json())
        assert session.head == head


async def test_an_edit_of_a_shaped_schema_is_an_edit_of_that_tool_alone(shop: Shop, workspace: Workspace) -> None:
    with ChatServer() as server:
        session = await at_server(shop, workspace, server, PLAIN, EMPTY, LOST, strict=True)
        body = json.loads(session.request_json())
        body["tools"][1]["function"]["parameters"]["properties"]["new"] = {"type": ["string", "null"]}
        session.edit_request_json(json.dumps(body))
        plain, empty, lost = session.state.setup.tools
        assert (plain, lost, session.state.setup.off) == (PLAIN, LOST, ())
        assert empty.parameters["properties"] == {"new": {"type": ["string", "null"]}}
        assert empty.extra == {}


async def test_an_edit_of_the_words_leaves_the_declared_schema(shop: Shop, workspace: Workspace) -> None:
    with ChatServer() as server:
        session = await at_server(shop, workspace, server, PLAIN, LOST, strict=True)
        body = json.loads(session.request_json())
        body["tools"][0]["function"]["description"] = "Better words."
        session.edit_request_json(json.dumps(body))
        plain, lost = session.state.setup.tools
        assert (plain.description, plain.parameters, plain.extra) == ("Better words.", PLAIN.parameters, {})
        assert (lost, session.state.setup.off) == (LOST, ())
        del body["tools"][0]
        session.edit_request_json(json.dumps(body))
        assert session.state.setup.off == ("plain",)


FILE = '''
def search(text: str, filters: dict, limit: int = 3) -> str:
    """Search."""
    return text
'''


def test_the_command_line_prints_a_schema_as_each_provider_gets_it(tmp_path: Path) -> None:
    path = tmp_path / "my_tools.py"
    path.write_text(FILE, encoding="utf-8")
    declared = studio("tools", path, "--json").documents[0]["tools"][0]["parameters"]
    ran = studio("tools", path, "--for", "openai", "--json")
    (document,) = ran.documents
    assert (ran.code, document["tools"][0]["parameters"]) == (0, declared)
    assert document["sent"]["search"]["target"] == "openai"
    refused = studio("tools", path, "--for", "openai_strict")
    assert refused.code == 1
    assert "/properties/filters: Strict mode does not take it: additionalProperties." in refused.out
    gemini = studio("tools", path, "--for", "gemini")
    assert gemini.code == 0
    assert studio("tools", path, "--for", "nobody").code == 2


async def test_a_declaration_is_refused_without_a_name(shop: Shop, workspace: Workspace) -> None:
    with ChatServer() as server:
        session = await at_server(shop, workspace, server)
        with pytest.raises(EditRefusedError):
            session.declare(ToolSpec(" "))
