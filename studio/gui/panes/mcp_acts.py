"""What the person does with the MCP servers of a session: starting and stopping as tasks of the window, one at a time for each server.

Above: the MCP dock. Below: `bridge`. What needs a dialog is asked of the window by signals.
"""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

from studio.gui.bridge import Bridge
from studio.problems import StudioError
from studio.session.mcp_servers import McpServer
from studio.session.server_view import ServerLook
from studio.workspace.opened import OpenedSession

Verb = Callable[[OpenedSession], Coroutine[Any, Any, object]]


class ServerActs(QObject):
    """The signals give the name of the server. `ended`: work with it is over, whatever came of it."""

    ended = Signal(str)
    add_wanted = Signal()
    paste_wanted = Signal()
    export_wanted = Signal()
    edit_wanted = Signal(str)
    trust_wanted = Signal(str)

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def is_busy(self, name: str) -> bool:
        """Whether something that the person asked for is under way with a server."""
        return name in self._tasks

    def start(self, name: str) -> None:
        """Start a server; one that waits for trust is shown first."""
        look = self._look(name)
        if look is not None and look.phase == "untrusted":
            self.trust_wanted.emit(name)
        else:
            self._run(name, lambda opened: opened.start_server(name))

    def stop(self, name: str) -> None:
        """End a server, or its start."""
        task = self._tasks.pop(name, None)
        if task is not None:
            task.cancel()
        self._run(name, lambda opened: opened.stop_server(name))

    def restart(self, name: str) -> None:
        """End a server and start it anew."""
        self._run(name, lambda opened: opened.restart_server(name))

    def refresh(self, name: str) -> None:
        """Ask a server for its lists again."""
        self._run(name, lambda opened: opened.refresh_server(name))

    def switch(self, name: str) -> None:
        """Switch a server off, or on again."""
        self.change(name, lambda server: replace(server, on=not server.on))

    def change(self, name: str, to: Callable[[McpServer], McpServer]) -> None:
        """Put a server that is said otherwise in its own place."""
        server = self.server(name)
        if server is not None:
            self._bridge.do(lambda opened: opened.put_server(to(server), was=name))

    def remove(self, name: str) -> None:
        """Take a server out of the session; Undo brings it back."""
        self._bridge.do(lambda opened: opened.remove_server(name))

    def copy_command(self, name: str) -> None:
        """Put the command or the address into the clipboard."""
        look = self._look(name)
        if look is not None:
            QGuiApplication.clipboard().setText(look.command)

    def server(self, name: str) -> McpServer | None:
        """A server as the session has it."""
        session = self._bridge.session
        servers = session.state.setup.servers if session is not None else ()
        return next((each for each in servers if each.name == name), None)

    def forget(self) -> None:
        """Another session is shown: what was begun for the former one ends with it."""
        for task in self._tasks.values():
            task.cancel()
        self._tasks.clear()

    def _look(self, name: str) -> ServerLook | None:
        session = self._bridge.session
        looks = session.servers if session is not None and self.server(name) is not None else ()
        return next((each for each in looks if each.name == name), None)

    def _run(self, name: str, verb: Verb) -> None:
        session = self._bridge.session
        if session is None or name in self._tasks:
            return
        task = self._bridge.spawn(f"MCP server {name}", self._told(session, name, verb))
        if task is not None:  # none where it ran to its end at once
            self._tasks[name] = task
            task.add_done_callback(lambda done: self._over(name, done))

    async def _told(self, session: OpenedSession, name: str, verb: Verb) -> None:
        try:
            await verb(session)
        except StudioError as error:
            if session is not self._bridge.session:
                return
            look = self._look(name)
            if look is None or look.phase != "failed":  # the dock itself says why one failed
                self._bridge.fail(error)

    def _over(self, name: str, task: "asyncio.Task[None]") -> None:
        if self._tasks.get(name) is task:
            del self._tasks[name]
        self.ended.emit(name)
