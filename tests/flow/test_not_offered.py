"""A call of a tool that the session knows but did not offer: the person is told why, and offers it, so that the call runs."""

from pathlib import Path
from typing import Any

import pytest

from studio.messages.message import user
from studio.messages.toolspec import ToolSpec
from studio.session.agents import Agent
from studio.session.events import ResultRecorded
from studio.session.mocks import MockRule
from studio.session.policies import Policy
from studio.session.setup import Setup, Stops
from studio.session.skills import Skill
from studio.session.toolbox import ByHand, ByWords, ToolGroup, ToolSearch
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace
from tests.flow.chat_server import ChatServer, says
from tests.flow.tools_agent import _choice

pytestmark = [pytest.mark.anyio, pytest.mark.promise("D1")]

SCHEMA = {"type": "object", "properties": {}}
CLOSED: list[tuple[dict[str, Any], str]] = [
    ({"groups": (ToolGroup("parcels", ("track",), ByWords(("parcel",))),)}, "its group parcels is closed"),
    (
        {"groups": (ToolGroup("a", ("track",), ByHand()), ToolGroup("b", ("tr*",), ByHand()))},
        "its groups are closed (a, b)",
    ),
    ({"search": ToolSearch(on=True)}, "the model did not find it by search yet"),
    ({"skills": (Skill("post", "How to post.", "/nowhere", tools=("track",)),)}, "the skill post is not activated"),
    ({"off": ("track",)}, "it is switched off"),
    ({"off": ("track",), "search": ToolSearch(on=True)}, "it is switched off"),
]


def _session(folder: Path, server: ChatServer, **setup: Any) -> tuple[Workspace, OpenedSession]:
    workspace = Workspace(folder / "data", folder / "config", {})
    workspace.world.stops_by_default = True
    tools = (ToolSpec("track", "Where a parcel is.", SCHEMA), ToolSpec("ask", "Ask the post.", SCHEMA))
    mocks = (MockRule("track", tool="track", text="in Bonn"),)
    members = {"tools": tools, "mocks": mocks, "stops": Stops(before_call=False), **setup}
    made = workspace.new(setup=Setup(responder=_choice(workspace, server.url), **members))
    made.add_message(user("Where is it?"))
    return workspace, made


@pytest.mark.parametrize(("setup", "why"), CLOSED, ids=[why for _, why in CLOSED])
async def test_a_known_tool_that_is_called_without_being_offered_says_why_and_runs_once_it_is_offered(
    tmp_path: Path, setup: dict[str, Any], why: str
) -> None:
    with ChatServer(says("", ("track", "{}")), says("In Bonn.")) as server:
        workspace, session = _session(tmp_path, server, **setup)
        stop = await session.run_to_end()
        assert (stop.what, stop.call is None) == ("unknown_tool", False)
        assert stop.call is not None
        (problem,) = session.problems(stop.call)
        assert (problem.rule, problem.sentence) == ("call.not_offered", f"track is known but was not offered: {why}")
        session.offer("track")
        assert session.problems(stop.call) == ()
        assert not session.can_offer("track")
        assert (await session.run_to_end()).reason == "finished"
        results = [event.text for event in session.tree.events(session.head) if isinstance(event, ResultRecorded)]
        assert results == ["in Bonn"]
        assert "track" in [tool["function"]["name"] for tool in server.requests[1]["tools"]]
        await workspace.close()


async def test_a_tool_that_may_never_be_offered_and_one_that_there_is_not_are_not_offered_to_be_offered(
    tmp_path: Path,
) -> None:
    with ChatServer(says("", ("track", "{}"), ("tracks", "{}"))) as server:
        workspace, session = _session(tmp_path, server, policies=(Policy("track", "deny"),))
        await session.run_to_end()
        opened = session.state.open
        assert opened is not None
        said = [session.problems(call.key)[0].rule for call in opened.calls]
        assert said == ["call.denied", "call.unknown_tool"]
        assert not session.can_offer("track")
        assert not session.can_offer("tracks")
        await workspace.close()


async def test_an_agent_that_calls_what_is_not_its_own_says_so(tmp_path: Path) -> None:
    with ChatServer(says("", ("ask", "{}")), says("", ("track", "{}")), says("Bonn."), says("In Bonn.")) as server:
        workspace, session = _session(tmp_path, server, executors={"ask": Agent()})
        stop = await session.run_to_end()
        assert stop.call is not None
        assert "the agent ask has no such tool" in session.problems(stop.call)[0].sentence
        session.offer("track")
        assert (await session.run_to_end()).reason == "finished"
        assert session.state.setup.off == ()
        await workspace.close()
