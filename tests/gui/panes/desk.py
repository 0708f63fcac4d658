"""A bridge over a session in memory: what it starts runs to its end at once, so that no loop is needed."""

from collections.abc import Coroutine
from typing import Any, cast

from studio.gui.bridge import Bridge
from studio.problems import StudioError
from studio.session.nodes import NodeId
from studio.workspace.opened import OpenedSession
from tests.gui.panes.memory_session import MemorySession
from tests.gui.panes.refund import run


class MemoryBridge(Bridge):
    """Notes the errors that were shown to the person in `shown`."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: list[str] = []
        self.failed.connect(lambda sentence, _help: self.shown.append(sentence))

    def open(self, session: MemorySession) -> None:
        """Show a session in memory."""
        self.show(cast(OpenedSession, session))

    def look_at(self, node: NodeId | None) -> None:
        """Select a node and draw at once."""
        self.select(node)
        self.tick()

    def tick(self) -> None:
        """Tell now what is told once a frame."""
        self._soon()
        self._tell()

    def spawn(self, name: str, coro: Coroutine[Any, Any, Any]) -> None:  # type: ignore[override] # no task is made
        """Run to the end now."""
        try:
            run(coro)
        except StudioError as error:
            self.fail(error)
        self.tick()
