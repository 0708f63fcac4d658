"""The resources and prompts of an MCP server, fetched when somebody looks, and kept until the server tells of others.

Above: the MCP dock. Below: `bridge`. A fetch that is under way for what is shown no more ends without a trace.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Literal

import msgspec
from PySide6.QtCore import QObject, Signal

from studio.gui.bridge import Bridge
from studio.gui.words import told_error
from studio.problems import StudioError
from studio.session.server_view import PromptInfo, ResourceInfo
from studio.workspace.opened import OpenedSession

Kind = Literal["resources", "prompts"]
Found = tuple[ResourceInfo, ...] | tuple[PromptInfo, ...]


class Offered(msgspec.Struct, frozen=True):
    """What is known of a list: `found`, or the `error` that came instead; neither while it is `fetching`."""

    found: Found = ()
    error: str = ""
    fetching: bool = False
    known: bool = False


class OfferedKept(QObject):
    """`changed` says that more is known of a server's list."""

    changed = Signal()

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._kept: dict[tuple[str, Kind], Offered] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def of(self, server: str, kind: Kind) -> Offered:
        """What is known now."""
        return self._kept.get((server, kind), Offered())

    def look(self, server: str, kind: Kind) -> None:
        """Fetch a list that is not known yet."""
        session, known = self._bridge.session, self.of(server, kind)
        if session is None or known.known or known.fetching:
            return
        self._kept[server, kind] = Offered(fetching=True)
        task = self._bridge.spawn(f"{kind} of {server}", self._fetch(session, server, kind))
        if task is not None:
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def forget(self, server: str = "") -> None:
        """What a server offers may be other than it was; without a name: another session."""
        self._kept = {key: kept for key, kept in self._kept.items() if server and key[0] != server}
        if not server:
            for task in self._tasks:
                task.cancel()

    async def _fetch(self, session: OpenedSession, server: str, kind: Kind) -> None:
        ask: Callable[[str], Awaitable[Found]] = (
            session.server_resources if kind == "resources" else session.server_prompts
        )
        try:
            made = Offered(await ask(server), known=True)
        except StudioError as error:
            made = Offered(error=told_error(error), known=True)
        if session is self._bridge.session and self.of(server, kind).fetching:
            self._kept[server, kind] = made
            self.changed.emit()
