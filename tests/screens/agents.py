"""Pictures of agents, chosen tools, memory, passages, skills, the summary: `python tests/screens/agents.py OUT_DIR [NAME …]`.

Each picture is the real window on the real workspace, with a real server on this machine that answers.
"""

import asyncio
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from studio.gui.app import Program
from studio.gui.dialogs.skills import SkillsDialog
from studio.gui.dialogs.tool_new import NewToolDialog
from studio.gui.panes.attachments import PassageRow
from studio.gui.window import StudioWindow
from studio.messages.message import user
from studio.messages.toolspec import ToolSpec
from studio.session.agents import Agent
from studio.session.memory import Memory
from studio.session.mocks import MockRule
from studio.session.setup import Setup, Stops
from studio.session.toolbox import ByWords, Chosen, ToolGroup, ToolSearch
from studio.workspace.opened import OpenedSession
from studio.workspace.profiles import read_profile
from tests.flow.chat_server import ChatServer, says
from tests.screens import window as screens


def _tool(name: str, description: str, *members: str) -> ToolSpec:
    properties = {member: {"type": "string"} for member in members}
    return ToolSpec(name, description, {"type": "object", "properties": properties, "required": list(members)})


TOOLS = (
    _tool("get_order", "One order of the shop. Call it when an order number is named.", "order_id"),
    _tool("search_policy", "Finds passages of the refund policy.", "query"),
    _tool("billing_agent", "Answers questions about invoices. Call it for anything that was billed.", "task"),
    _tool("find_invoices", "The invoices of an order.", "order_id"),
    _tool("invoice_lines", "The lines of one invoice.", "invoice"),
    _tool("issue_refund", "Pays an order back.", "order_id"),
    *(_tool(f"report_{at}", f"Report number {at} of the shop.", "month") for at in range(1, 12)),
)
BILLING = Agent(system="You answer questions about invoices.", tools=("find_invoices", "invoice_lines"))
SETUP = Setup(
    system="You settle refund requests for an online shop.",
    tools=TOOLS,
    off=("find_invoices", "invoice_lines"),
    executors={"billing_agent": BILLING},
    groups=(
        ToolGroup("reports", ("report_*",), ByWords(("report", "month"))),
        ToolGroup("money", ("issue_*",), Chosen()),
    ),
    search=ToolSearch(on=False),
    stops=Stops(before_call=False),
    mocks=(
        MockRule("get_order", tool="get_order", text='{"status": "delivered", "total": 129.9, "currency": "EUR"}'),
        MockRule("search_policy", tool="search_policy", text="Damaged goods: refund the damaged item within 30 days."),
        MockRule("find_invoices", tool="find_invoices", text='["R-100", "R-101"]'),
        MockRule("invoice_lines", tool="invoice_lines", text="R-101: 1 cup, 12.50 EUR, open"),
        MockRule("refund", tool="issue_refund", text="paid back"),
    ),
)
ANSWERS = (
    says(
        "I look at the order and ask billing.",
        ("get_order", '{"order_id": "48213"}'),
        ("billing_agent", '{"task": "Which invoices of order 48213 are open?"}'),
        ("search_policy", '{"query": "refund damaged item"}'),
    ),
    says("", ("find_invoices", '{"order_id": "48213"}')),
    says("", ("invoice_lines", '{"invoice": "R-101"}')),
    says("Invoice R-101 over 12.50 EUR is open; R-100 is paid."),
    says("I may pay it back.", ("choose_domain", '{"domains": ["money"]}')),
    says("", ("issue_refund", '{"order_id": "48213"}')),
    says("The cup is paid back; invoice R-101 is settled with it."),
)
ASKED = "Order 48213 arrived with a broken cup. Please refund it. 订单 48213 到货时杯子碎了。"


async def _begun(program: Program, window: StudioWindow, server: ChatServer, setup: Setup = SETUP) -> OpenedSession:
    program.workspace.save_profile(read_profile({"name": "near", "base_url": server.url, "model": "gpt-4o-mini"}))
    choice = program.workspace.choice(program.workspace.profiles[0])
    setup = Setup(**{**{name: getattr(setup, name) for name in setup.__struct_fields__}, "responder": choice})
    session = program.workspace.new(setup=setup)
    session.add_message(user(ASKED))
    window.bridge.show(session)
    await asyncio.sleep(0.2)
    return session


async def inside(program: Program, window: StudioWindow) -> None:
    """Stepped into the agent, before its second request."""
    with ChatServer(*ANSWERS) as server:
        session = await _begun(program, window, server)
        for _ in range(5):
            await session.step_into()
        await asyncio.sleep(0.3)


async def finished(program: Program, window: StudioWindow) -> None:
    """All of it, at its end."""
    with ChatServer(*ANSWERS) as server:
        session = await _begun(program, window, server)
        await session.run_to_end()
        await asyncio.sleep(0.3)


async def caller(program: Program, window: StudioWindow) -> None:
    """The caller's round is looked at while the agent works."""
    await inside(program, window)
    rows = window.timeline.model.rows
    assert rows is not None
    window.timeline.view.select(next(at for at, row in enumerate(rows) if row.tool == "billing_agent"))
    await asyncio.sleep(0.3)


async def memory(program: Program, window: StudioWindow) -> None:
    """A memory of a few messages, and a file that goes along."""
    with ChatServer(*ANSWERS) as server:
        session = await _begun(program, window, server)
        await session.run_to_end()
        session.change_setup(memory=Memory("messages", 4))
        notes = Path(program.workspace.world.sessions).parent / "notes.md"
        notes.write_text("# Notes\n\nThe customer has bought five times.\nHe is polite.\n", encoding="utf-8")
        composer = window.panes.request.chat.composer
        await asyncio.sleep(0.3)
        composer.editor.set_text("And what does the policy say?")
        composer.add_files([notes, notes])
        first, second = (row for row in composer.attachments.rows if isinstance(row, PassageRow))
        first.lines.setText("3-4")
        first.lines.editingFinished.emit()
        second.always.setChecked(True)
        await asyncio.sleep(0.3)
        window.panes.request.chat.show_end()


async def memory_form(program: Program, window: StudioWindow) -> None:
    """The memory in the form of the request."""
    with ChatServer(*ANSWERS) as server:
        session = await _begun(program, window, server)
        await session.run_to_end()
        session.change_setup(memory=Memory("messages", 4))
        window.panes.request.show_view("form")
        await asyncio.sleep(0.3)
        form = window.panes.request.form
        form.column.ensureWidgetVisible(form.memory, 0, 60)


async def passages(program: Program, window: StudioWindow) -> None:
    """A message with its sources, and what was left out, in a request that was sent."""
    with ChatServer(*ANSWERS, says("The policy says thirty days.")) as server:
        session = await _begun(program, window, server)
        await session.run_to_end()
        session.change_setup(memory=Memory("messages", 4))
        notes = Path(program.workspace.world.sessions).parent / "notes.md"
        notes.write_text("# Notes\n\nThe customer has bought five times.\nHe is polite.\n", encoding="utf-8")
        await session.send(
            "And what does the policy say?",
            passages=(session.passage(notes, (3, 4)), session.passage(notes, always=True)),
        )
        rows = window.timeline.model.rows
        await asyncio.sleep(0.3)
        assert rows is not None
        window.timeline.view.select(max(at for at, row in enumerate(rows) if row.kind == "request"))
        await asyncio.sleep(0.3)


SKILL = """---
name: refunds
description: How the shop pays money back. Use it when a customer asks for a refund.
allowed-tools: issue_refund, get_order
---

# Refunds

1. Look the order up.
2. Read policy.md when the goods are damaged.
3. Pay back the damaged item, not the shipping.
"""


async def skills(program: Program, window: StudioWindow) -> None:
    """The skills, one of them looked at."""
    with ChatServer(*ANSWERS) as server:
        await _begun(program, window, server)
        home = Path(program.workspace.world.sessions).parent / "skills"
        for name in ("refunds", "invoices"):
            folder = home / name
            folder.mkdir(parents=True)
            (folder / "SKILL.md").write_text(SKILL.replace("name: refunds", f"name: {name}"), encoding="utf-8")
            (folder / "policy.md").write_text("Thirty days.", encoding="utf-8")
            (folder / "shop_tools.py").write_text("def refund(order: str) -> str: ...\n", encoding="utf-8")
        window.actions_["skills"].trigger()
        dialog = window.dialogs.current
        assert isinstance(dialog, SkillsDialog)
        dialog.add_folder(home)
        dialog.refresh("refunds")
        await asyncio.sleep(0.3)


async def no_skills(program: Program, window: StudioWindow) -> None:
    """No skill yet."""
    with ChatServer(*ANSWERS) as server:
        await _begun(program, window, server)
        window.actions_["skills"].trigger()
        await asyncio.sleep(0.3)


async def agent(program: Program, window: StudioWindow) -> None:
    """An agent is added."""
    with ChatServer(*ANSWERS) as server:
        await _begun(program, window, server)
        window.actions_["add_agent"].trigger()
        dialog = window.dialogs.current
        assert isinstance(dialog, NewToolDialog)
        dialog.declaration.name.setText("stock_agent")
        dialog.runs.agent.system.set_text("You know the stock of the shop.")
        dialog.show_view("runs")
        await asyncio.sleep(0.3)


async def agent_page(program: Program, window: StudioWindow) -> None:
    """The page of an agent."""
    with ChatServer(*ANSWERS) as server:
        await _begun(program, window, server)
        window.dialogs.tools.page("billing_agent", "runs")
        await asyncio.sleep(0.3)


async def summary(program: Program, window: StudioWindow) -> None:
    """The summary of the whole session."""
    await finished(program, window)
    window.actions_["summary"].trigger()
    await asyncio.sleep(0.3)


LOOKS: dict[str, screens.Look] = {
    "": {},
    "_dark": {"theme": "dark"},
    "_contrast": {"theme": "high_contrast"},
    "_1280": {"size": (1280, 800)},
    "_2560": {"size": (2560, 1440)},
    "_200": {"size": (1280, 800), "scale": 200},
}
SCENES = {
    "inside": inside,
    "finished": finished,
    "caller": caller,
    "memory": memory,
    "memory_form": memory_form,
    "passages": passages,
    "skills": skills,
    "no_skills": no_skills,
    "agent": agent,
    "agent_page": agent_page,
    "summary": summary,
}
_DIALOGS = ("skills", "no_skills", "agent", "agent_page", "summary")

if __name__ == "__main__":
    screens.main(screens.each(SCENES, LOOKS), [f"{name}{look}" for name in _DIALOGS for look in LOOKS])
