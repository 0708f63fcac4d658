"""Pictures of a history that is not valid: `python -m tests.screens.history OUT_DIR [NAME …]`.

Each picture is the real window on the real workspace, with a real server on this machine that answers.
"""

import asyncio
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from studio.gui.app import Program
from studio.gui.window import StudioWindow
from studio.messages.message import Message, user
from studio.messages.parts import Call, Result, Text
from studio.messages.toolspec import ToolSpec
from studio.session.mocks import MockRule
from studio.session.setup import Setup
from studio.workspace.opened import OpenedSession
from studio.workspace.profiles import read_profile
from tests.flow.chat_server import ChatServer, fails, says
from tests.screens import window as screens

TOOLS = (
    ToolSpec("get_order", "One order of the shop.", {"type": "object", "properties": {"order_id": {"type": "string"}}}),
    ToolSpec("issue_refund", "Pays an order back.", {"type": "object", "properties": {"order_id": {"type": "string"}}}),
)
SETUP = Setup(
    system="You settle refund requests.", tools=TOOLS, mocks=(MockRule("o", tool="get_order", text='{"total": 129.9}'),)
)
REFUSED = fails(
    400, "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'."
)


async def _begun(program: Program, window: StudioWindow, server: ChatServer) -> OpenedSession:
    program.workspace.save_profile(read_profile({"name": "near", "base_url": server.url, "model": "gpt-4o-mini"}))
    choice = program.workspace.choice(program.workspace.profiles[0])
    setup = Setup(**{**{name: getattr(SETUP, name) for name in SETUP.__struct_fields__}, "responder": choice})
    session = program.workspace.new(setup=setup)
    for message in broken():
        session.add_message(message)
    window.bridge.show(session)
    await asyncio.sleep(0.3)
    return session


def broken() -> list[Message]:
    """A history with a call without result, a result of nobody, and an answer that says nothing."""
    call = Call("get_order", '{"order_id": "48213"}', "call_1")
    other = Call("issue_refund", '{"order_id": "48213"}', "call_2")
    return [
        user("Order 48213 arrived with a broken cup. Please refund it. 订单 48213 到货时杯子碎了。"),
        Message("assistant", (Text("I look at the order first."), call, other)),
        Message("tool", (Result("call_1", '{"total": 129.9, "currency": "EUR"}', "get_order"),)),
        Message("tool", (Result("call_9", "paid back", "issue_refund"),)),
        user("And now?"),
    ]


async def chat(program: Program, window: StudioWindow) -> None:
    """In the Chat view."""
    with ChatServer() as server:
        await _begun(program, window, server)


async def form(program: Program, window: StudioWindow) -> None:
    """In the Form view, at a message."""
    with ChatServer() as server:
        await _begun(program, window, server)
    window.panes.request.show_view("form")
    await asyncio.sleep(0.2)
    window.panes.request.show_problem(None)
    await asyncio.sleep(0.2)


async def json_view(program: Program, window: StudioWindow) -> None:
    """In the JSON view, while something is typed."""
    with ChatServer() as server:
        await _begun(program, window, server)
    window.panes.request.show_view("json")
    editor = window.panes.request.json.editor
    at = editor.shown().index('"call_9"')
    editor.go_to(at + 1)
    editor.insertPlainText("x")
    editor.flush()
    window.actions_["next_problem"].trigger()
    await asyncio.sleep(0.3)


async def stopped(program: Program, window: StudioWindow) -> None:
    """Not sent: the banner and the reason."""
    with ChatServer() as server:
        session = await _begun(program, window, server)
        await session.step()
        await asyncio.sleep(0.3)


async def repaired(program: Program, window: StudioWindow) -> None:
    """After the repair of all."""
    await stopped(program, window)
    window.offers.take("repair_messages")
    await asyncio.sleep(0.3)


async def anyway(program: Program, window: StudioWindow) -> None:
    """Sent anyway, and refused by the server."""
    with ChatServer(REFUSED) as server:
        session = await _begun(program, window, server)
        await session.step()
        await session.send_anyway()
        await asyncio.sleep(0.4)


async def anyway_looked_at(program: Program, window: StudioWindow) -> None:
    """Sent anyway and taken: the request that was sent is looked at."""
    with ChatServer(says("Done.")) as server:
        session = await _begun(program, window, server)
        await session.step()
        await session.send_anyway()
        await asyncio.sleep(0.3)
    window.timeline.select_node(
        next(node for node in session.tree.path(session.head) if session.tree.kind(node) == "request")
    )
    await asyncio.sleep(0.3)


async def loop(program: Program, window: StudioWindow) -> None:
    """The same call again and again."""
    asked = says("", ("get_order", '{"order_id": "48213"}'))
    with ChatServer(asked, asked, asked, says("The order is 129.90 EUR.")) as server:
        session = await _begun(program, window, server)
        window.commands.table()["repair_messages"]()
        await session.run_to_end()
        await asyncio.sleep(0.3)
        window.actions_["next_problem"].trigger()
        await asyncio.sleep(0.2)


LOOKS: dict[str, screens.Look] = {
    "": {},
    "_dark": {"theme": "dark", "size": (1280, 800)},
    "_zh": {"language": "zh_CN", "size": (1280, 800)},
    "_200": {"size": (1280, 800), "scale": 200},
}
SCENES = {
    "history_chat": chat,
    "history_form": form,
    "history_json": json_view,
    "history_stopped": stopped,
    "history_repaired": repaired,
    "history_anyway": anyway,
    "history_taken": anyway_looked_at,
    "history_loop": loop,
}

if __name__ == "__main__":
    screens.main(screens.each(SCENES, LOOKS))
