"""Pictures of the dialogs about MCP servers, for people: `python tests/screens/mcp_dialogs.py OUT_DIR [NAME …]`.

Each picture is the real window on the real workspace; the servers are in memory, and nothing is started.
"""

import asyncio
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from studio.gui.app import Program
from studio.gui.dialogs.call_by_hand import CallByHandDialog
from studio.gui.dialogs.mcp_server import McpServerDialog
from studio.gui.dialogs.server_question_form import FormQuestion
from studio.gui.dialogs.server_question_model import ModelQuestion
from studio.gui.window import StudioWindow
from studio.messages.parts import Image
from studio.session.mcp_servers import KeptCall, McpServer, Stdio, StreamableHttp
from studio.session.server_view import Question, WireMessage
from studio.session.setup import ResponderChoice, Setup
from studio.tasks import spawn
from studio.tools.tool import Outcome
from studio.workspace.opened import OpenedSession
from studio.workspace.profiles import read_profile
from tests.flow.canned import Gate
from tests.flow.mcp_fake import FakeConnection, Fakes, FakeServer
from tests.screens import window as screens

FILES = Stdio(
    "npx",
    ("-y", "@modelcontextprotocol/server-filesystem", "/home/me/notes", "/home/me/my pictures"),
    {"LOG_LEVEL": "info", "GITHUB_TOKEN": "${GITHUB_TOKEN}"},
    "/home/me",
)
SEARCH = StreamableHttp("https://mcp.shop.example/v1/mcp", (("X-Team", "refunds"),), key_ring=True)
KEY = {"GITHUB_TOKEN": "ghp_Zk3mQ9x7Lr2vT8yB4nW6cD1fG5hJ0kPsEuAo"}
PICTURE = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR4nGP4z8CAB+GTG8HSALfKY52fTcuYAAAAAElFTkSuQmCC"
TOOLS = (
    {
        "name": "read_text",
        "description": "The text of a file, or of some of its lines.",
        "inputSchema": {
            "type": "object",
            "properties": {
                "path": {"type": "string", "description": "Below one of the folders."},
                "head": {"anyOf": [{"type": "integer", "minimum": 1}, {"type": "null"}], "default": None},
                "encoding": {"enum": ["utf-8", "latin-1"]},
                "follow": {"type": "boolean"},
            },
            "required": ["path"],
        },
        "annotations": {"readOnlyHint": True},
    },
    {"name": "write_text", "description": "Write a file anew.", "annotations": {"destructiveHint": True}},
    {"name": "list_folder", "description": "What lies in a folder, with sizes and times."},
)


def fake() -> FakeServer:
    """A server of files."""
    made = FakeServer(*TOOLS)
    made.does = lambda _name, _arguments: Outcome(
        "ok",
        "# Notes\n\nOrder 48213: the cup was broken.\n订单 48213：杯子碎了。\n",
        seconds=0.184,
        media=(Image(PICTURE, "image/png"),),
        parts=(
            {"type": "text", "text": "# Notes"},
            {"type": "image", "media": 0},
            {
                "type": "resource_link",
                "uri": "file:///home/me/notes/order.md",
                "name": "order.md",
                "mimeType": "text/markdown",
            },
        ),
        structured={"lines": 4, "orders": ["48213"]},
    )
    return made


async def opened(program: Program, window: StudioWindow, server: FakeServer | None = None) -> OpenedSession:
    """A session with a server of files in it."""
    known = server or fake()
    program.workspace.world.connect = Fakes(files=known, search=known, memory=known)
    session = program.workspace.new("Refund triage", setup=Setup(responder=ResponderChoice()))
    window.bridge.show(session)
    os.environ["GITHUB_TOKEN"] = "what-a-test-keeps"
    session.put_server(McpServer("files", FILES))
    session.store_server_secret = lambda *_: None  # type: ignore[method-assign]
    return session


def _dialog(window: StudioWindow) -> McpServerDialog:
    dialog = window.dialogs.current
    assert isinstance(dialog, McpServerDialog)
    return dialog


async def add(program: Program, window: StudioWindow) -> None:
    """An empty form."""
    await opened(program, window)
    window.dialogs.servers.add()


async def edit(program: Program, window: StudioWindow) -> None:
    """A command with a key in plain."""
    await opened(program, window)
    window.dialogs.servers.edit("files")
    _dialog(window).form.command.env.rows[1].value.setText(KEY["GITHUB_TOKEN"])


async def edit_end(program: Program, window: StudioWindow) -> None:
    """The end of the form."""
    await edit(program, window)
    await asyncio.sleep(0.1)
    _dialog(window).form.verticalScrollBar().setValue(10_000)


async def address(program: Program, window: StudioWindow) -> None:
    """A server behind an address."""
    session = await opened(program, window)
    session.put_server(McpServer("search", SEARCH))
    window.dialogs.servers.edit("search")


async def wrong(program: Program, window: StudioWindow) -> None:
    """A form that cannot be saved."""
    await add(program, window)
    dialog = _dialog(window)
    dialog.form.name.setText("files")
    dialog.ok.click()


async def several(program: Program, window: StudioWindow) -> None:
    """The servers of a file."""
    await opened(program, window)
    text = {
        "mcpServers": {
            "files": {"command": "npx", "args": ["-y", "@modelcontextprotocol/server-filesystem", "/home/me/notes"]},
            "github": {"command": "docker", "args": ["run", "-i", "ghcr.io/github/github-mcp-server"], "env": KEY},
            "search": {"type": "http", "url": "https://mcp.shop.example/v1/mcp"},
            "old": {"command": "node", "args": ["/opt/old/server.js"], "disabled": True},
        }
    }
    window.dialogs.servers.paste(json.dumps(text).encode(), "claude_desktop_config.json")


async def paste(program: Program, window: StudioWindow) -> None:
    """A place to paste into."""
    await opened(program, window)
    window.dialogs.servers.paste()


async def trust(program: Program, window: StudioWindow) -> None:
    """What a command starts."""
    await opened(program, window)
    window.dialogs.servers.trust("files")


async def trust_address(program: Program, window: StudioWindow) -> None:
    """What an address gets."""
    session = await opened(program, window)
    session.put_server(McpServer("search", SEARCH))
    window.dialogs.servers.trust("search")


def tried(change: Callable[[FakeServer], object]) -> screens.Scene:
    """A server that is tried."""

    async def show(program: Program, window: StudioWindow) -> None:
        server = fake()
        change(server)
        session = await opened(program, window, server)
        session.trust_server("files", for_good=False)
        window.dialogs.servers.edit("files")
        _dialog(window).test.click()
        await asyncio.sleep(1.3)

    return show


def _fails(server: FakeServer) -> None:
    server.fails = "The server files did not answer “initialize” in 60 s. It wrote to stderr: npm error 404 Not Found."
    lines = (
        "npm error code E404",
        "npm error 404 Not Found - GET https://registry.example/@modelcontextprotocol/server-filesystem",
    )
    messages = [WireMessage(at, 0.1, False, "stderr", text) for at, text in enumerate(lines, 1)]  # fmt: skip
    made = server.made.append

    class _Told(list[FakeConnection]):
        def append(self, each: FakeConnection) -> None:
            each.messages = messages
            made(each)

    server.made = _Told()


def _waits(server: FakeServer) -> None:
    server.gate = Gate()


def by_hand(view: str) -> screens.Scene:
    """A tool called by hand: before, wrong, or after."""

    async def show(program: Program, window: StudioWindow) -> None:
        session = await opened(program, window)
        session.trust_server("files", for_good=False)
        await session.start_server("files")
        session.keep_call(KeptCall("the notes of today", "read_text", '{"path": "/home/me/notes/today.md"}'))
        window.dialogs.servers.call("read_text")
        dialog = window.dialogs.current
        assert isinstance(dialog, CallByHandDialog)
        if view == "before":
            return
        dialog.show_tool("read_text", '{"path": "/home/me/notes/order.md", "head": 3}')
        if view == "wrong":
            dialog.arguments.show_view("json")
            dialog.arguments.editor.setPlainText('{\n  "path": 48213,\n  "head": 0\n}')
            dialog.arguments.flush()
            dialog.call.click()
            return
        dialog.arguments.show_view("json")
        dialog.call.click()
        await screens.until(lambda: not dialog.is_calling)

    return show


FORM = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "title": "Your name", "description": "As it stands on the invoice."},
        "mail": {"type": "string", "format": "email", "title": "E-mail"},
        "people": {"type": "integer", "minimum": 1, "maximum": 12, "default": 2, "title": "How many people"},
        "seat": {
            "type": "string",
            "title": "Seat",
            "oneOf": [{"const": "w", "title": "At the window"}, {"const": "a", "title": "At the aisle"}],
        },
        "extras": {
            "type": "array",
            "title": "Extras",
            "items": {"type": "string", "enum": ["breakfast", "parking", "late check-out"]},
        },
        "newsletter": {"type": "boolean", "title": "Newsletter", "default": False},
    },
    "required": ["name", "mail"],
}
NOTES = "Sum these notes up in one sentence: the cup was broken, the customer wants the money back."
ASKED = {
    "messages": [{"role": "user", "content": {"type": "text", "text": NOTES}}],
    "systemPrompt": "You write short and plain.",
    "maxTokens": 200,
    "temperature": 0.3,
    "modelPreferences": {"hints": [{"name": "claude-3-haiku"}]},
}


async def ask(program: Program, window: StudioWindow, question: Question, *more: Question) -> int:
    """A server asks while the session stands."""
    session = await opened(program, window)
    profile = read_profile({"name": "local", "base_url": "http://127.0.0.1:11434/v1", "model": "qwen2.5:7b"})
    program.workspace.save_profile(profile)
    for each in (question, *more):
        spawn(session._questions.asked(each), name="a server asks")
    await asyncio.sleep(0.1)
    return session.questions[0].number


def _form() -> Question:
    return Question(
        number=0, server="files", what="form", message="Who are you, and what do you book?", schema=FORM, asked={}
    )


async def banner(program: Program, window: StudioWindow) -> None:
    """What is asked stands over the panes."""
    other = Question(number=0, server="search", what="url", message="Please sign in.", url="https://shop.example/login")
    await ask(program, window, _form(), other)


async def form(program: Program, window: StudioWindow) -> None:
    """A form that does not fit yet."""
    window.dialogs.servers.answer(await ask(program, window, _form()))
    dialog = window.dialogs.current
    assert isinstance(dialog, FormQuestion)
    dialog.ok.click()


async def url(program: Program, window: StudioWindow) -> None:
    """An address to visit."""
    address = "http://shop.example.xn--80ak6aa92e.com:8443/authorize?client_id=files&state=4f1d0c&scope=read+write"
    said = "Please sign in, so that I can read your orders."
    question = Question(number=0, server="search", what="url", message=said, url=f"{address}&redirect=https%3A%2F%2Fx")
    window.dialogs.servers.answer(await ask(program, window, question))


def model(view: str) -> screens.Scene:
    """What a model is to answer."""

    async def show(program: Program, window: StudioWindow) -> None:
        question = Question(number=0, server="files", what="sampling", asked=ASKED)
        number = await ask(program, window, question)
        window.dialogs.servers.answer(number)
        dialog = window.dialogs.current
        assert isinstance(dialog, ModelQuestion)
        dialog.profile.choose("local")
        dialog.show_view(view)

    return show


LOOKS: dict[str, screens.Look] = {
    "": {"size": (1280, 800)},
    "_dark": {"theme": "dark", "size": (1280, 800)},
    "_zh": {"language": "zh_CN", "size": (1280, 800)},
    "_200": {"size": (1280, 800), "scale": 200},
}
SCENES = {
    "add": add,
    "edit": edit,
    "edit_end": edit_end,
    "address": address,
    "wrong": wrong,
    "several": several,
    "paste": paste,
    "trust": trust,
    "trust_address": trust_address,
    "tried": tried(lambda _server: None),
    "tried_fails": tried(_fails),
    "trying": tried(_waits),
    **{f"by_hand_{view}": by_hand(view) for view in ("before", "wrong", "after")},
    "asked_banner": banner,
    "asked_form": form,
    "asked_url": url,
    **{f"asked_model_{view}": model(view) for view in ("asked", "body", "written")},
}

if __name__ == "__main__":
    pictures = screens.each(SCENES, LOOKS)
    screens.main(pictures, pictures)
