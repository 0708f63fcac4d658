"""One session with everything that chooses tools in it: saved, opened again, replayed with the same requests, byte for byte."""

import json
from typing import Any

import pytest

from studio.messages.message import Message
from studio.messages.parts import Text
from studio.messages.passage import Passage
from studio.messages.toolspec import ToolSpec
from studio.session.agents import Agent
from studio.session.events import AgentStarted, CallStarted, RequestSent, ResultRecorded, SourceAsked, ToolsOffered
from studio.session.memory import Memory
from studio.session.setup import Setup
from studio.session.toolbox import ByWords, ToolGroup, ToolSearch, ToolSource
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace
from tests.flow.chat_server import ChatServer, says
from tests.flow.shop import NO_STOPS, Shop, to_the_end, told

pytestmark = pytest.mark.anyio

TOOLS = '''"""Tools of a desk, and a function that says which of them fit."""
from pathlib import Path

LOG = Path(__file__).with_name("desk.log")


def _ran(line: str) -> None:
    with LOG.open("a") as log:
        log.write(line + "\\n")


def find_order(order: str) -> str:
    """Look an order up by its number."""
    _ran("find_order")
    return f"Order {order} is paid."


def refund(order: str) -> str:
    """Pay an order back."""
    _ran("refund")
    return f"Order {order} was paid back."


def track_parcel(order: str) -> str:
    """Say where a parcel is."""
    return "on its way"


def look_up(word: str) -> str:
    """Look a word up in the handbook."""
    _ran("look_up")
    return f"{word} is in the handbook."


def greet(name: str) -> str:
    """Greet a customer by name."""
    return "Hello " + name


def fitting(message: str, history: list) -> list:
    """Not offered itself: it names the tools that fit."""
    _ran("fitting")
    return ["greet"] if "Anna" in message else []
'''
SKILL = """---
name: refunds
description: How refunds are decided. Use it before any order is paid back.
---
Read policy.md, then refund.
"""


def _call(name: str, /, **arguments: Any) -> tuple[str, str]:
    return name, json.dumps(arguments)


ANSWERS = (
    says("", _call("search_tools", query="order number")),
    says("", _call("find_order", order="48213")),
    says("", _call("activate_skill", name="refunds")),
    says("I read the policy.", _call("read_skill_resource", skill="refunds", path="policy.md")),
    says("", _call("refund", order="48213"), _call("researcher", question="Is it in the handbook?")),
    says("", _call("look_up", word="refund")),
    says("It is in the handbook."),
    says("Order 48213 was paid back."),
    says("Goodbye."),
)
RESEARCHER = ToolSpec(
    "researcher",
    "Answers a question from the handbook.",
    {"type": "object", "properties": {"question": {"type": "string"}}, "required": ["question"]},
    always_visible=True,
)


async def _told(shop: Shop, workspace: Workspace, server: ChatServer) -> OpenedSession:
    file = shop.folder / "desk_tools.py"
    file.write_text(TOOLS, encoding="utf-8")
    skill = shop.folder / "refunds"
    skill.mkdir()
    (skill / "SKILL.md").write_text(SKILL, encoding="utf-8")
    (skill / "policy.md").write_text("Pay back within 30 days.", encoding="utf-8")
    setup = Setup(responder=shop.live(workspace, server.url), system="You are a desk.", stops=NO_STOPS)
    session = workspace.new("Desk", setup=setup, path=shop.folder / "desk.tcsession")
    session.trust(session.fingerprint(file))
    await session.add_tools(file)
    session.change_setup(
        tools=(*session.state.setup.tools, RESEARCHER), executors={"researcher": Agent(tools=("look_up",))}
    )
    session.add_skill(skill, ("refund",))
    session.change_setup(
        search=ToolSearch(on=True),
        groups=(ToolGroup("parcels", ("track_parcel",), ByWords(("parcel",))),),
        sources=(ToolSource("fitting", str(file), "fitting", ("greet",)),),
        off=("fitting",),
        memory=Memory("messages", 4),
    )
    passage = Passage("letter.txt", "Please pay order 48213 back.", always=True)
    session.add_message(Message("user", (Text("I am Anna. What of my order?"),), passages=(passage,)))
    assert (await to_the_end(session)).reason == "finished"
    session.add_message(Message("user", (Text("Where is my parcel?"),)))
    assert (await to_the_end(session)).reason == "finished"
    return session


def _requests(session: OpenedSession) -> list[RequestSent]:
    return [event for event in session.tree.events(session.head) if isinstance(event, RequestSent)]


def _bodies(session: OpenedSession) -> list[bytes]:
    return [session.tree.body(event.id) for event in _requests(session)]


def _names(body: bytes) -> set[str]:
    return {tool["function"]["name"] for tool in json.loads(body).get("tools", ())}


@pytest.mark.promise("D1")
@pytest.mark.promise("D2")
@pytest.mark.promise("D3")
@pytest.mark.promise("D4")
@pytest.mark.promise("D5")
async def test_a_session_that_chose_its_tools_is_kept_and_replayed_to_the_byte(
    shop: Shop, workspace: Workspace
) -> None:
    with ChatServer(*ANSWERS) as server:
        session = await _told(shop, workspace, server)
        assert [json.loads(body) for body in _bodies(session)] == server.requests
    bodies, log = _bodies(session), (shop.folder / "desk.log").read_text()
    own = {"search_tools", "activate_skill", "read_skill_resource"}
    assert _names(bodies[0]) == own | {"researcher", "greet"}
    assert _names(bodies[1]) == _names(bodies[0]) | {"find_order"}
    assert _names(bodies[3]) == _names(bodies[1]) | {"refund"}
    assert [_names(body) for body in bodies[5:7]] == [{"look_up"}, {"look_up"}]
    assert _names(bodies[8]) == (_names(bodies[3]) - {"greet"}) | {"track_parcel"}
    events = list(session.tree.events(session.head))
    assert {SourceAsked, ToolsOffered, AgentStarted} <= {type(event) for event in events}
    assert any(event.left_out for event in _requests(session))
    assert _requests(session)[0].passages == 1
    gathered, story = session.state.gathered, told(session)
    await workspace.close_session(session)

    again = workspace.open(session.path)
    assert (_bodies(again), again.state.gathered, told(again), again.damage) == (bodies, gathered, story, ())
    await workspace.close_session(again)
    (shop.folder / "refunds" / "policy.md").unlink()

    replay = workspace.replay(session.path)
    assert (await to_the_end(replay)).reason == "finished"
    assert (replay.difference, replay.unused_calls) == (None, ())
    assert _bodies(replay) == bodies
    ran = [type(event) for event in events if not isinstance(event, CallStarted)]
    assert [type(event) for event in replay.tree.events(replay.head)] == ran
    assert (shop.folder / "desk.log").read_text() == log
    sources = {event.source for event in replay.tree.events(replay.head) if isinstance(event, ResultRecorded)}
    assert sources <= {"recorded", "ran"}
