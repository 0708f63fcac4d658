"""Pictures of the MCP dock, for people: `python tests/screens/mcp_dock.py OUT_DIR [NAME …]`.

Each picture is the real window on real server processes of this machine; one of them is friendly, the others are in trouble.
"""

import asyncio
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from studio.gui.app import Program
from studio.gui.panes.mcp_pages import Page
from studio.gui.window import StudioWindow
from studio.session.mcp_servers import McpServer, Stdio
from studio.workspace.opened import OpenedSession
from tests.screens import window as screens

FRIENDLY = Path(__file__).resolve().parents[1] / "flow" / "mcp_servers" / "friendly.py"
BREAKS = (
    "import sys\n"
    "print('Loading the index of 3 repositories', file=sys.stderr)\n"
    'print(\'Traceback (most recent call last):\\n  File "server.py", line 41, in main\\n    index = load(path)\\n'
    "FileNotFoundError: [Errno 2] No such file or directory: \\'index.db\\'', file=sys.stderr)\n"
    "sys.exit(3)\n"
)
SLOW = "import time; time.sleep(60)"


def servers() -> tuple[McpServer, ...]:
    """One of each state."""
    return (
        McpServer(name="everything", way=Stdio(sys.executable, (str(FRIENDLY),)), prefix="ev_", without=("tool_2*",)),
        McpServer(name="code-search", way=Stdio(sys.executable, ("-c", BREAKS))),
        McpServer(name="warehouse", way=Stdio(sys.executable, ("-c", SLOW))),
        McpServer(name="mail", way=Stdio("npx", ("-y", "@example/mail-server", "--account", "support@example.com"))),
        McpServer(name="old-files", way=Stdio("uvx", ("files-server", "/srv/shop")), on=False),
        McpServer(name="notes", way=Stdio(sys.executable, ("-c", SLOW))),
    )


def _call(session: OpenedSession, tool: str) -> str:
    """A call of a tool as a message, made of a request that went before."""
    messages = session.server_messages("everything")
    asked = json.loads(next(each.text for each in messages if each.method == "tools/list" and each.kind == "request"))
    given = {"name": tool, "arguments": {"text": "The order 48213 arrived with a broken cup."}}
    return json.dumps(asked | {"method": "tools/call", "params": asked.get("params", {}) | given})


async def _open(program: Program, window: StudioWindow, *, started: bool = True) -> OpenedSession:
    """A session with all servers; the friendly one is ready, one failed, one starts."""
    await screens.by_hand(program, window)
    session = window.bridge.session
    assert session is not None
    for server in servers():
        session.put_server(server)
    for name in ("everything", "code-search", "warehouse", "notes"):
        session.trust_server(name, for_good=False)
    if started:
        for name in ("everything", "code-search", "warehouse"):
            window.mcp.acts.start(name)
        await screens.until(
            lambda: _phases(session)["everything"] == "ready" and _phases(session)["code-search"] == "failed"
        )
    return session


def _phases(session: OpenedSession) -> dict[str, str]:
    return {look.name: look.phase for look in session.servers}


def page(name: Page, server: str = "everything", *, usual: bool = False) -> screens.Scene:
    """A page of a server; `usual`: at the usual height of the parts at the bottom."""

    async def show(program: Program, window: StudioWindow) -> None:
        session = await _open(program, window)
        if name == "protocol":
            for tool in ("echo", "steps", "fails", "nothing_like_this", "structured"):
                await session.send_message_again("everything", _call(session, tool))
        window.mcp.show_server(server, name)
        window.go_to("mcp")
        if usual:
            window.docks.resize()
        await asyncio.sleep(0.5)
        if name == "protocol":
            window.mcp.pages.protocol.list.choose(2)
        await asyncio.sleep(0.2)

    return show


async def again(program: Program, window: StudioWindow) -> None:
    """A message on its way to be sent again, with a search in it."""
    await page("protocol")(program, window)
    protocol = window.mcp.pages.protocol
    protocol.list.choose(protocol.list.messages.rowCount() - 8)
    protocol.detail.edit()
    protocol.detail.find_bar.open_bar()
    protocol.detail.find_bar.rows.field.setText("name")


async def empty(program: Program, window: StudioWindow) -> None:
    """No servers yet."""
    await screens.demo(program, window)
    window.go_to("mcp")


async def usual(program: Program, window: StudioWindow) -> None:
    """No servers, at the usual height."""
    await empty(program, window)
    window.docks.resize()


LOOKS: dict[str, screens.Look] = {
    "": {"size": (1280, 800)},
    "_dark": {"theme": "dark", "size": (1280, 800)},
    "_contrast": {"theme": "high_contrast", "size": (1280, 800)},
    "_zh": {"language": "zh_CN", "size": (1280, 800)},
    "_large": {"size": (2560, 1440)},
    "_200": {"size": (1280, 800), "scale": 200},
}
SCENES = {
    "tools": page("tools"),
    "resources": page("resources"),
    "prompts": page("prompts"),
    "protocol": page("protocol"),
    "protocol_usual": page("protocol", usual=True),
    "again": again,
    "log": page("log"),
    "about": page("about"),
    "failed": page("tools", "code-search"),
    "failed_log": page("log", "code-search"),
    "starting": page("protocol", "warehouse"),
    "untrusted": page("tools", "mail"),
    "off": page("tools", "old-files"),
    "stopped": page("resources", "notes"),
    "empty": empty,
    "empty_usual": usual,
}

if __name__ == "__main__":
    screens.main(screens.each(SCENES, LOOKS))
