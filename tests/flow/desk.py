"""A desk that chooses its tools by every way there is: search, a skill, a group, a source, an agent; with a memory and a passage.

Above: `test_chosen_kept`, `tests/sessions/keeping`. Below: `shop`, `chat_server`.
"""

import json
from typing import Any

from studio.messages.message import Message
from studio.messages.parts import Text
from studio.messages.passage import Passage
from studio.messages.toolspec import ToolSpec
from studio.session.agents import Agent
from studio.session.memory import Memory
from studio.session.setup import Setup
from studio.session.toolbox import ByWords, ToolGroup, ToolSearch, ToolSource
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace
from tests.flow.chat_server import ChatServer, says
from tests.flow.shop import NO_STOPS, Shop, to_the_end

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


def call(name: str, /, **arguments: Any) -> tuple[str, str]:
    return name, json.dumps(arguments)


ANSWERS = (
    says("", call("search_tools", query="order number")),
    says("", call("find_order", order="48213")),
    says("", call("activate_skill", name="refunds")),
    says("I read the policy.", call("read_skill_resource", skill="refunds", path="policy.md")),
    says("", call("refund", order="48213"), call("researcher", question="Is it in the handbook?")),
    says("", call("look_up", word="refund")),
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


async def told_desk(shop: Shop, workspace: Workspace, server: ChatServer) -> OpenedSession:
    """The session, played to its end: two turns."""
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
