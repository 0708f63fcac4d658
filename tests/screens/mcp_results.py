"""Pictures of what MCP servers gave and offer, for people: `python tests/screens/mcp_results.py OUT_DIR [NAME …]`.

Each picture is the real window on the real workspace, with the demo's tools.
"""

import asyncio
import base64
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QColor, QImage, QPainter

from studio.gui.app import Program
from studio.gui.dialogs.mcp_prompt import PromptDialog
from studio.gui.dialogs.mcp_resource import ResourceDialog
from studio.gui.window import StudioWindow
from studio.messages.message import user
from studio.messages.parts import Image
from studio.messages.toolspec import ToolSpec
from studio.session.events import MessageAdded, ResultEdited, ResultRecorded, SetupChanged
from studio.session.mcp_servers import McpServer, Stdio
from studio.session.server_view import ListedTool, ReadContent
from studio.session.setup import ResponderChoice, Setup
from studio.tools.mcp.listed import spec_of
from studio.workspace.opened import OpenedSession
from studio.workspace.read_resources import carried
from tests.flow.mcp_servers import library
from tests.screens import window as screens


def drawn(width: int = 320, height: int = 180) -> Image:
    """A picture."""
    made = QImage(width, height, QImage.Format.Format_RGB32)
    made.fill(QColor("#2C55C9"))
    painter = QPainter(made)
    painter.fillRect(20, 90, 60, 80, QColor("#F0AE5A"))
    painter.fillRect(100, 50, 60, 120, QColor("#63CD97"))
    painter.fillRect(180, 20, 60, 150, QColor("#BC9CF7"))
    painter.end()
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    made.save(buffer, "PNG")  # type: ignore[call-overload] # a device is taken too
    return Image("data:image/png;base64," + base64.b64encode(data.data()).decode(), "image/png")


BLOCKS: tuple[dict[str, Any], ...] = (
    {"type": "text", "text": "Sales of the last three months, with the call of the warehouse."},
    {"type": "image", "media": 0, "annotations": {"audience": ["user"], "priority": 0.8}},
    {"type": "text", "text": "The report itself is linked; the notes came along.\nRegion: north."},
    {"type": "audio", "data": base64.b64encode(b"\0" * 48_000).decode(), "mimeType": "audio/wav"},
    {
        "type": "resource",
        "resource": {"uri": "file:///srv/reports/notes.md", "mimeType": "text/markdown", "text": "# Notes\n" * 40},
    },
    {
        "type": "resource",
        "resource": {"uri": "file:///srv/reports/2026/q3.pdf", "mimeType": "application/pdf", "blob": "AAAA" * 30_000},
    },
    {
        "type": "resource_link",
        "uri": "reports://quarters/2026/3?region=north",
        "name": "q3",
        "title": "Third quarter",
        "description": "All figures of the third quarter, by region and by week.",
        "mimeType": "text/csv",
        "size": 2_400_000,
    },
    {"type": "audio", "data": "", "mimeType": "audio/wav", "not_kept": 12_400_000},
)
TEXT = """Sales of the last three months, with the call of the warehouse.
The report itself is linked; the notes came along.
Region: north.
[Sound (audio/wav, 48,000 bytes)]
[Resource file:///srv/reports/notes.md]
# Notes"""
STRUCTURED = {"months": [{"name": "July", "sum": 12_400}, {"name": "August", "sum": 9_800}], "currency": "EUR"}


async def _given(program: Program, window: StudioWindow) -> OpenedSession:
    """The demo, whose first call a server answered with parts of every kind."""
    await screens.demo(program, window)
    session = window.bridge.session
    assert session is not None
    opened = session.state.open
    assert opened is not None
    for call in opened.calls:
        event = ResultRecorded(call=call.key, text=TEXT, media=(drawn(),), parts=BLOCKS, structured=STRUCTURED)
        session.journal.append(event)
    window.bridge.refreshed.emit()
    return session


async def card(program: Program, window: StudioWindow) -> None:
    """The card of a call with every kind of part."""
    await _given(program, window)


async def card_unfolded(program: Program, window: StudioWindow) -> None:
    """The same with structured content looked at."""
    await _given(program, window)
    view = window.panes.response.calls
    parts = view.cards()[0].result.extras.parts
    parts.more.click()
    parts.rows[-1].show_more.click()
    await asyncio.sleep(0.3)
    view.column.reveal(parts.rows[-1])


async def card_edited(program: Program, window: StudioWindow) -> None:
    """The same after its text was changed."""
    session = await _given(program, window)
    opened = session.state.open
    assert opened is not None
    session.journal.append(ResultEdited(call=opened.calls[0].key, text="Nothing was sold."))


async def chat(program: Program, window: StudioWindow) -> None:
    """The request's chat with the parts under the result."""
    session = await _given(program, window)
    session.journal.append(MessageAdded(message=user("What does the third quarter say?")))
    window.panes.request.show_view("chat")


async def _served(program: Program, window: StudioWindow) -> OpenedSession:
    """A new session with a real server, and a tool declared by hand."""
    window.desk.new(Setup(ResponderChoice(), tools=(ToolSpec("get_order", "One order of the shop."),)), "")
    await asyncio.sleep(0.5)
    session = window.bridge.session
    assert session is not None
    session.put_server(McpServer("library", Stdio(sys.executable, ("-S", library.__file__))))
    session.trust_server("library", for_good=False)
    await session.start_server("library")
    window.bridge.refreshed.emit()
    return session


def resource(uri: str) -> screens.Scene:
    """The dialog of resources, with one that was read."""

    async def show(program: Program, window: StudioWindow) -> None:
        await _served(program, window)
        window.dialogs.servers.resource("library", uri)
        dialog = window.dialogs.current
        assert isinstance(dialog, ResourceDialog)
        await asyncio.sleep(0.5)
        if dialog.fields.fields:
            dialog.fields.fields["number"].setText("7")
            dialog.fields.fields["lang"].setText("中文")
            dialog.read_now()
            await asyncio.sleep(0.4)

    return show


async def attached(program: Program, window: StudioWindow) -> None:
    """The composer with a resource that goes along."""
    session = await _served(program, window)
    contents = (
        *await session.read_resource("library", "lib://notes"),
        ReadContent("lib://cover", "image/png", None, library.PNG),
    )
    window.bridge.carry_wanted.emit(carried(contents))
    await asyncio.sleep(0.3)


def prompt(name: str) -> screens.Scene:
    """The dialog of prompts, with one that was filled in."""

    async def show(program: Program, window: StudioWindow) -> None:
        await _served(program, window)
        window.dialogs.servers.prompt("library", name)
        dialog = window.dialogs.current
        assert isinstance(dialog, PromptDialog)
        await asyncio.sleep(0.4)
        if "who" in dialog.fields:
            dialog.fields["who"].setText("Ada")
            dialog.look_now()
            await asyncio.sleep(0.4)

    return show


async def dock(program: Program, window: StudioWindow) -> None:
    """The dock of the tools with those of a server."""
    session = await _served(program, window)
    wipe = spec_of(
        ListedTool(
            {
                "name": "wipe",
                "description": "Deletes a book.",
                "annotations": {"destructiveHint": True, "idempotentHint": True, "openWorldHint": True},
            }
        ),
        "library",
        "wipe",
    )
    session.journal.append(SetupChanged(tools=(*session.state.setup.tools, wipe)))
    window.go_to("tools")


def page(tool: str) -> screens.Scene:
    """The page of a server's tool."""

    async def show(program: Program, window: StudioWindow) -> None:
        await dock(program, window)
        window.dialogs.tools.page(tool, "runs")

    return show


LOOKS: dict[str, screens.Look] = {
    "": {"size": (1280, 800)},
    "_dark": {"theme": "dark", "size": (1280, 800)},
    "_contrast": {"theme": "high_contrast", "size": (1280, 800)},
    "_zh": {"language": "zh_CN", "size": (1280, 800)},
    "_wide": {"size": (1600, 1000)},
    "_200": {"size": (1280, 800), "scale": 200},
}
SCENES = {
    "card": card,
    "card_unfolded": card_unfolded,
    "card_edited": card_edited,
    "chat": chat,
    "resource": resource("lib://notes"),
    "resource_picture": resource("lib://cover"),
    "resource_sound": resource("lib://sound"),
    "resource_big": resource("lib://big"),
    "resource_template": resource("lib://book/{number}{?page,lang}"),
    "attached": attached,
    "prompt": prompt("greet"),
    "prompt_plain": prompt("plain"),
    "dock": dock,
    "page": page("everything"),
    "page_destructive": page("wipe"),
}

if __name__ == "__main__":
    pictures = screens.each(SCENES, LOOKS)
    screens.main(pictures, pictures)
