"""What the checks say of the session's tools, looked at a moment after they changed, and beside the window where there are many.

Above: the Tools dock. Below: `bridge`, `workspace/tool_advice`. What was said last stays until more is known.
"""

import asyncio
from collections.abc import Mapping

from PySide6.QtCore import QObject, QTimer, Signal

from studio.gui.bridge import Bridge
from studio.gui.panes.tool_lines import by_tool
from studio.workspace.opened import OpenedSession
from studio.workspace.tool_advice import ToolAdvice, tool_advice

_PAUSE = 150
_AT_ONCE = 60
"""So many tools are checked within a frame."""


class NotesKept(QObject):
    """`all` are the notes, `of` those of each tool by its name. `changed`: they are others now."""

    changed = Signal()

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._key: tuple[object, ...] = ()
        self._tools: object = None
        self._session: OpenedSession | None = None
        self.all: tuple[ToolAdvice, ...] = ()
        self.of: Mapping[str, tuple[ToolAdvice, ...]] = {}
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE)
        self._pause.timeout.connect(self._look)

    def follow(self, session: OpenedSession, offered: int) -> None:
        """The session's tools may be others now, and so many are `offered`."""
        setup = session.state.setup
        key = (setup.off, setup.responder, offered)
        if session is not self._session:
            self._session = session
            self._take(())
        elif setup.tools is self._tools and key == self._key:
            return
        self._tools, self._key = setup.tools, key
        self._pause.start()

    def _look(self) -> None:
        session = self._session
        if session is None or session is not self._bridge.session:
            return
        if len(session.state.setup.tools) <= _AT_ONCE:
            self._take(tool_advice(session))
        else:
            self._bridge.spawn("tool checks", self._look_aside(session))

    async def _look_aside(self, session: OpenedSession) -> None:
        found = await asyncio.to_thread(tool_advice, session)
        if session is self._session:
            self._take(found)

    def _take(self, found: tuple[ToolAdvice, ...]) -> None:
        if found != self.all:
            self.all, self.of = found, by_tool(found)
            self.changed.emit()
