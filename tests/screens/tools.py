"""Pictures of the dialogs about tools and the loop, for people: `python tests/screens/tools.py OUT_DIR [NAME …]`.

Each picture is the real window on the real workspace, with the demo's tools.
"""

import asyncio
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from msgspec.structs import replace

from studio.gui.app import Program
from studio.gui.dialogs.groups import GroupsDialog
from studio.gui.dialogs.loop_settings import LoopDialog
from studio.gui.dialogs.tool_import import ImportToolsDialog
from studio.gui.dialogs.tool_new import NewToolDialog
from studio.gui.dialogs.tool_page import ToolPage
from studio.gui.dialogs.tool_search import ToolSearchDialog
from studio.gui.window import StudioWindow
from studio.messages.toolspec import ToolSpec
from studio.session.executors import CommandLine, Executor, HttpEndpoint
from studio.session.mocks import MockRule
from studio.session.policies import Limits, Policy, Strategies
from studio.session.setup import Setup
from studio.session.toolbox import ByExpression, ByHand, ByWords, Chosen, ToolGroup, ToolSearch, ToolSource
from studio.workspace.opened import OpenedSession
from studio.workspace.profiles import read_profile
from tests.flow.chat_server import ChatServer, says
from tests.screens import window as screens

TOOLS = Path(screens.TOOLS)
POLICIES = (Policy("get_*", "allow"), Policy("issue_*", "ask"), Policy("*_batch", "deny"), Policy("get_order", "deny"))


def loop(page: str, field: str = "") -> screens.Scene:
    """A page of the loop's settings."""

    async def show(program: Program, window: StudioWindow) -> None:
        await screens.demo(program, window)
        session = window.bridge.session
        assert session is not None
        session.change_setup(
            policies=POLICIES, strategies=Strategies("tell", "", "again"), limits=Limits(50_000, 0.25, 0, 3)
        )
        window.dialogs.loop(page, field)
        assert isinstance(window.dialogs.current, LoopDialog)

    return show


PARAMETERS = {
    "type": "object",
    "properties": {
        "order_id": {"type": "string", "description": "The order's number."},
        "currency": {"type": "string", "enum": ["EUR", "USD", "CNY"], "default": "EUR"},
        "days": {"type": "integer", "minimum": 1},
        "lines": {"type": "array", "items": {"type": "object", "properties": {"sku": {"type": "string"}}}},
        "note": {"anyOf": [{"type": "string"}, {"type": "null"}]},
    },
    "required": ["order_id"],
    "additionalProperties": False,
}
ENDPOINT = HttpEndpoint(
    "https://shop.example/orders/{order_id}", "POST", (("Authorization", "Bearer ${SHOP_KEY}"), ("X-Team", "refunds"))
)
COMMAND = CommandLine(("git", "log", "--max-count={days}", "{note}"), "/srv/shop", {"API_KEY": "${SHOP_KEY}"}, "json")


async def _equipped(program: Program, window: StudioWindow) -> OpenedSession:
    """The demo with tools of every kind."""
    await screens.demo(program, window)
    session = window.bridge.session
    assert session is not None
    setup = session.state.setup
    search = ToolSpec("search_orders", "Orders by their number.", PARAMETERS)
    log = ToolSpec("shop_log", "What happened in the shop.", PARAMETERS, return_behavior="immediate")
    cancel = ToolSpec(
        "cancel_refund", "Takes a refund back.", PARAMETERS, compensates="issue_refund", undo_with="record"
    )
    held = replace(setup.tools[1], return_behavior="immediate_if_last")
    tools = (*(held if tool.name == held.name else tool for tool in setup.tools), search, log, cancel)
    executors: dict[str, Executor] = {"search_orders": ENDPOINT, "shop_log": COMMAND}
    mocks = (MockRule("1", "get_*", text="{}"),)
    session.change_setup(tools=tools, executors=executors, mocks=mocks, policies=(Policy("open_*", "deny"),))
    return session


CHOSEN = (
    ToolGroup("billing", ("issue_refund", "search_orders"), ByWords(("refund", "pay back")), "Refunds and orders."),
    ToolGroup("admin", ("shop_*",), ByExpression("context.role == 'admin'"), "For people of the shop."),
    ToolGroup("fleet", ("open_ticket",), ByHand(), "Vans."),
    ToolGroup("holidays", (), Chosen(), "Leave and holidays."),
)


async def _chosen(program: Program, window: StudioWindow) -> OpenedSession:
    """The demo with groups, search, a pinned tool."""
    session = await _equipped(program, window)
    session.change_setup(
        groups=CHOSEN,
        search=ToolSearch(on=True),
        pinned=("get_order",),
        context={"role": "clerk", "limits": {"refund": 50}},
    )
    return session


def chosen(view: str) -> screens.Scene:
    """The dock where each row says why its tool is in or not."""

    async def show(program: Program, window: StudioWindow) -> None:
        await _chosen(program, window)
        window.tools.view.choose(view)
        window.go_to("tools")

    return show


def groups(page: str, name: str = "") -> screens.Scene:
    """A page of the dialog of groups."""

    async def show(program: Program, window: StudioWindow) -> None:
        session = await _chosen(program, window)
        session.change_setup(sources=(ToolSource("by page", str(TOOLS), "more_tools", ("cancel_*",)),))
        window.dialogs.tools.groups(name)
        dialog = window.dialogs.current
        assert isinstance(dialog, GroupsDialog)
        dialog.show_page(page)
        if name == "admin":
            dialog.groups.form.expression.line.setText("context.limits.refund > 10")
            await asyncio.sleep(0.3)

    return show


def search(ranking: str) -> screens.Scene:
    """Tool search with a query that finds something."""

    async def show(program: Program, window: StudioWindow) -> None:
        await _equipped(program, window)
        window.dialogs.tools.search()
        dialog = window.dialogs.current
        assert isinstance(dialog, ToolSearchDialog)
        dialog.settings.ranking.choose(ranking)
        dialog.test.field.setText("refnd order")
        await asyncio.sleep(0.4)

    return show


def notes(tool: str = "") -> screens.Scene:
    """What the checks say of all tools, or on the page of one."""

    async def show(program: Program, window: StudioWindow) -> None:
        await _equipped(program, window)
        if tool:
            window.dialogs.tools.page(tool, "notes")
        else:
            window.dialogs.tools.notes()

    return show


async def many(program: Program, window: StudioWindow) -> None:
    """A thousand tools, filtered."""
    await screens.demo(program, window)
    session = window.bridge.session
    assert session is not None
    made = tuple(
        ToolSpec(f"tool_number_{at}", f"Does thing {at} of the shop.", PARAMETERS, "tools.json") for at in range(1000)
    )
    session.change_setup(tools=made, search=ToolSearch(on=True))
    window.tools.field.setText("number_7")
    window.go_to("tools")


async def dock(program: Program, window: StudioWindow) -> None:
    """The dock with all marks."""
    await _equipped(program, window)
    window.go_to("tools")


def page(name: str, view: str = "declaration") -> screens.Scene:
    """The page of a tool."""

    async def show(program: Program, window: StudioWindow) -> None:
        await _equipped(program, window)
        window.dialogs.tools.page(name)
        dialog = window.dialogs.current
        assert isinstance(dialog, ToolPage)
        dialog.show_view(view)

    return show


def page_json(name: str) -> screens.Scene:
    """The page of a tool with its schema as JSON, in which something is wrong."""

    async def show(program: Program, window: StudioWindow) -> None:
        await page(name)(program, window)
        dialog = window.dialogs.current
        assert isinstance(dialog, ToolPage)
        dialog.declaration.schema.show_view("json")
        editor = dialog.declaration.schema.json
        editor.setPlainText(editor.toPlainText().replace('"integer"', '"int"').replace('"order_id"', '"order"', 1))
        editor.flush()

    return show


async def page_changed(program: Program, window: StudioWindow) -> None:
    """A tool that is said otherwise in strict mode."""
    session = await _equipped(program, window)
    session.change_setup(strict=True)
    window.dialogs.tools.page("search_orders")


async def importing(program: Program, window: StudioWindow) -> None:
    """A list of another program with a note."""
    await screens.demo(program, window)
    window.dialogs.tools.import_list()
    dialog = window.dialogs.current
    assert isinstance(dialog, ImportToolsDialog)
    tools = [
        {"type": "function", "function": {"name": name, "description": f"Does {name}.", "parameters": PARAMETERS}}
        for name in ("get_order", "book_van", "cancel_van")
    ]
    dialog.text.setPlainText(json.dumps(tools, indent=2))
    dialog.text.flush()


def stopped(*calls: tuple[str, str]) -> screens.Scene:
    """The banner at a call that did not go well."""

    async def show(program: Program, window: StudioWindow) -> None:
        with ChatServer(says("I look.", *calls)) as server:
            values = {"name": "local", "base_url": server.url, "model": "tiny", "stream": False}
            profile = read_profile(values)
            program.workspace.save_profile(profile)
            tool = ToolSpec("search_orders", "Orders by their number.", PARAMETERS)
            setup = Setup(responder=program.workspace.choice(profile), tools=(tool,), coercion="off")
            window.desk.new(setup, "Look for order 48213.")
            await screens.until(lambda: screens._stopped(window))

    return show


def new(kind: str, view: str = "declaration") -> screens.Scene:
    """The dialog that adds a tool."""

    async def show(program: Program, window: StudioWindow) -> None:
        await screens.demo(program, window)
        window.dialogs.tools.add(kind)
        dialog = window.dialogs.current
        assert isinstance(dialog, NewToolDialog)
        dialog.show_view(view)

    return show


async def trust(program: Program, window: StudioWindow) -> None:
    """The review of a request."""
    await _equipped(program, window)
    window.dialogs.tools.review(("search_orders", "shop_log"))


async def trust_command(program: Program, window: StudioWindow) -> None:
    """The review of a command."""
    await _equipped(program, window)
    window.dialogs.tools.review(("shop_log",))


LOOKS: dict[str, screens.Look] = {
    "": {"size": (1280, 800)},
    "_dark": {"theme": "dark", "size": (1280, 800)},
    "_contrast": {"theme": "high_contrast", "size": (1280, 800)},
    "_zh": {"language": "zh_CN", "size": (1280, 800)},
    "_large": {"size": (2560, 1440)},
    "_200": {"size": (1280, 800), "scale": 200},
}
SCENES = {
    **{f"loop_{page}": loop(page) for page in ("errors", "values", "calls", "approval")},
    "loop_limits": loop("limits", "cost"),
    "dock": dock,
    "dock_sent": chosen("sent"),
    "dock_all": chosen("all"),
    "dock_many": many,
    "groups": groups("groups", "billing"),
    "groups_wrong": groups("groups", "admin"),
    "groups_sources": groups("sources"),
    "groups_chooser": groups("chooser"),
    "groups_context": groups("context"),
    "search": search("words"),
    "search_vectors": search("vectors"),
    "notes": notes(),
    "page_notes": notes("search_orders"),
    "page": page("search_orders"),
    "page_json": page_json("search_orders"),
    "page_python": page("issue_refund", "runs"),
    "page_behaviour": page("issue_refund", "behaviour"),
    "page_http": page("search_orders", "runs"),
    "page_command": page("shop_log", "runs"),
    "new_hand": new("hand"),
    "new_http": new("http", "runs"),
    "page_changed": page_changed,
    "import": importing,
    "stop_unknown": stopped(("search_order", '{"order_id": "48213"}')),
    "stop_arguments": stopped(("search_orders", '{"order_id": "48213", "days": "3"}')),
    "trust": trust,
    "trust_command": trust_command,
}

if __name__ == "__main__":
    pictures = screens.each(SCENES, LOOKS)
    screens.main(pictures, pictures)
