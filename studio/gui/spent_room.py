"""What the docks Context and Cost ask of the window: to show a message, a tool, a round, or the settings; and that the lists of prices are
loaded, in a thread, once a session needs them.

Above: `session_side`. Below: `late_panes`, `views`, the panes. Changes no session.
"""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject

from studio.gui.late_panes import LatePanes
from studio.gui.session_panes import SessionPanes
from studio.gui.shell import Shell
from studio.gui.views import Views

if TYPE_CHECKING:
    from studio.gui.panes.tools_pane import ToolsPane
    from studio.present.context_values import Part

_PAGE = "models"


class Around(NamedTuple):
    """The parts of the window that are gone to."""

    panes: SessionPanes
    views: Views
    tools: "ToolsPane"


class SpentRoom(QObject):
    """Lives as long as the window."""

    def __init__(self, shell: Shell, late: LatePanes, around: Around) -> None:
        super().__init__(shell.window)
        self._shell, self._late, self._around = shell, late, around
        self._loads = False
        late.joins["context"] = self._join_context
        late.joins["cost"] = self._join_cost
        shell.bridge.refreshed.connect(self._look)

    def _join_context(self) -> None:
        pane = self._late.context
        pane.part_wanted.connect(self.show_part)
        pane.limit_wanted.connect(self._settings)
        pane.message_wanted.connect(self._around.views.write_message)

    def _join_cost(self) -> None:
        pane = self._late.cost
        pane.step_wanted.connect(self._late.step_wanted)
        pane.tool_wanted.connect(self.show_tool)
        pane.prices_wanted.connect(self._settings)
        pane.message_wanted.connect(self._around.views.write_message)

    def show_part(self, part: "Part") -> None:
        """Bring a part of the prompt into view: a tool in its dock, all else in the request."""
        if part.origin == "tools":
            self.show_tool(part.name)
            return
        views, panes = self._around.views, self._around.panes
        views.go_to("request")
        panes.request.show_message(part.index, part.place)

    def show_tool(self, name: str) -> None:
        """Bring a tool into view and give it the keyboard."""
        self._around.views.go_to("tools")
        self._around.tools.show_tool(name)

    def _settings(self) -> None:
        self._shell.dialogs.settings.open(_PAGE)

    def _look(self) -> None:
        session = self._shell.bridge.session
        if session is not None and session.lacks_prices and not self._loads:
            self._loads = True
            self._shell.bridge.spawn("load prices", self._load(session.load_prices))

    async def _load(self, load: Callable[[], None]) -> None:
        await asyncio.to_thread(load)
