"""Agents within agents in the running window: what is begun for one of them is not done to another, and the past of each can be changed."""

from collections.abc import Callable
from typing import Any

import pytest

from studio.gui.dialogs.groups import GroupsDialog
from studio.gui.dialogs.loop_settings import LoopDialog
from studio.gui.dialogs.text_entry import TextEntry
from studio.messages.message import user
from studio.messages.toolspec import ToolSpec
from studio.session.agents import Agent
from studio.session.mocks import MockRule
from studio.session.nodes import CallKey
from studio.session.setup import Setup, Stops
from studio.workspace.profiles import read_profile
from tests.flow.chat_server import Answer, ChatServer, says
from tests.gui.window.conftest import Play, Stage

Live = Callable[[Play], None]
pytestmark = pytest.mark.promise("D4")
DOWN = (says("ask a", ("a", "{}")), says("ask b", ("b", "{}")), says("look", ("look", "{}")))


def _tool(name: str) -> ToolSpec:
    return ToolSpec(name, f"Does {name}.", {"type": "object", "properties": {}})


def _begin(stage: Stage, server: ChatServer) -> None:
    """A session whose agent `a` asks the agent `b`, which looks."""
    workspace = stage.program.workspace
    workspace.save_profile(read_profile({"name": "near", "base_url": server.url, "model": "tiny"}))
    setup = Setup(
        responder=workspace.choice(workspace.profiles[0]),
        tools=(_tool("a"), _tool("b"), _tool("look")),
        executors={"a": Agent(system="A", tools=("b",)), "b": Agent(system="B", tools=("look",))},
        mocks=(MockRule("look", tool="look", text="seen"),),
        stops=Stops(before_call=False),
    )
    session = workspace.new(setup=setup)
    session.add_message(user("Go."))
    stage.window.bridge.show(session)


def _play(live: Live, test: Callable[[Stage, ChatServer], Any], *more: Answer) -> None:
    async def play(stage: Stage) -> None:
        with ChatServer(*DOWN, *more) as server:
            _begin(stage, server)
            await test(stage, server)

    live(play)


def test_settings_that_were_begun_outside_an_agent_are_not_given_to_it(live: Live) -> None:
    async def test(stage: Stage, _server: ChatServer) -> None:
        await stage.go("step_into")
        stage.trigger("tool_groups")
        groups = stage.window.dialogs.current
        assert isinstance(groups, GroupsDialog)
        groups.groups.begin("look")
        groups.groups.form.name.setText("looks")
        stage.window.dialogs.loop()
        loop = stage.window.dialogs.current
        assert isinstance(loop, LoopDialog)
        loop.limits.fields["round_trips"].setValue(7)
        await stage.session.step_into()
        assert stage.session.state.depth == 1
        for dialog in (groups, loop):
            dialog.ok.click()
            assert dialog.isVisible()
            assert dialog._said.text().startswith("The session is inside a now.")
        stage.session.undo()
        groups.ok.click()
        loop.ok.click()
        setup = stage.session.state.setup
        assert ([group.tools for group in setup.groups], setup.max_round_trips) == ([("look",)], 7)
        assert stage.session.state.depth == 0

    _play(live, test)


def test_a_result_typed_for_one_agent_is_not_given_to_its_caller(live: Live) -> None:
    async def test(stage: Stage, _server: ChatServer) -> None:
        while stage.session.state.depth < 2:
            await stage.go("step_into")
        stage.trigger("leave_agent")
        entry = stage.window.dialogs.current
        assert isinstance(entry, TextEntry)
        assert entry.windowTitle() == "Result of the agent b"
        assert stage.window.status._round.text() == "Round 1.1.1", "as the timeline counts, before its first request"
        await stage.session.step_out()
        assert stage.session.state.depth == 1
        head = stage.session.head
        entry._accept()
        await stage.frame()
        assert stage.session.head == head
        assert entry.said.text().startswith("The session is not inside b any more")
        assert stage.window.dialogs.current is entry, "what was typed is not lost"
        entry.reject()

    _play(live, test, says("b is done"))


def test_the_reply_of_a_caller_is_changed_on_a_branch_before_its_agent_began(live: Live) -> None:
    async def test(stage: Stage, server: ChatServer) -> None:
        while stage.session.state.depth < 2:
            await stage.go("step_into")
        rows = stage.window.timeline.model.rows
        assert rows is not None
        response = next(row for row in rows if row.kind == "response" and row.label == "1.1")
        stage.window.timeline.select_node(response.event)
        await stage.frame()
        key: CallKey = stage.window.panes.response.calls.cards()[0].facts.call.key
        door = stage.window.panes.response.door
        assert door.change(lambda session: session.edit_call(key, arguments='{"x": 1}'))
        assert stage.session.state.depth == 1
        found = stage.session.state.call(key)
        assert found is not None
        assert (found.status, found.call.arguments) == ("open", '{"x": 1}')
        stage.trigger("undo")
        assert stage.session.state.depth == 2

    _play(live, test)
