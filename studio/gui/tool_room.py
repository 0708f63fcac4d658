"""The dialogs about tools: their pages, adding and importing them, reviewing what they send or run.

Above: `dialog_room`. Below: `dialogs`, `bridge`. Nothing runs here; what is added is one step of the session.
"""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDialog, QMenu, QWidget

from studio.gui.action_set import ActionSet
from studio.gui.bridge import Bridge
from studio.gui.dialogs.tool_import import ImportToolsDialog
from studio.gui.dialogs.tool_new import NewToolDialog
from studio.gui.dialogs.tool_page import ToolPage
from studio.gui.dialogs.tool_trust import TrustExecutorsDialog
from studio.gui.panes.tool_menus import ADDING
from studio.workspace.workspace import Workspace


class ToolRoom(QObject):
    """`show` puts a dialog up."""

    def __init__(
        self, window: QWidget, workspace: Workspace, bridge: Bridge, show: Callable[[QDialog], object]
    ) -> None:
        super().__init__(window)
        self._window, self._workspace, self._bridge, self._show = window, workspace, bridge, show

    def table(self) -> Mapping[str, Callable[[], object]]:
        """What to do by the id of the action."""
        return {
            "add_by_hand": lambda: self.add("hand"),
            "add_http": lambda: self.add("http"),
            "add_command": lambda: self.add("command"),
            "import_tools": self.import_list,
        }

    def add(self, kind: str) -> None:
        """Add a tool: hand, http or command. One that runs is reviewed at once."""
        session = self._bridge.session
        if session is not None:
            dialog = NewToolDialog(self._window, self._workspace, session, kind)
            dialog.added.connect(lambda name: self.review((name,)) if kind != "hand" else None)
            self._show(dialog)

    def import_list(self) -> None:
        """Import declarations that other programs keep."""
        session = self._bridge.session
        if session is not None:
            self._show(ImportToolsDialog(self._window, self._workspace, session))

    def page(self, name: str) -> None:
        """The page of a tool."""
        session = self._bridge.session
        tool = next((each for each in session.state.setup.tools if each.name == name), None) if session else None
        if session is not None and tool is not None:
            self._show(ToolPage(self._window, self._workspace, session, tool))

    def review(self, names: tuple[str, ...]) -> None:
        """See what tools send or run, and trust them."""
        session = self._bridge.session
        if session is not None and names:
            self._show(TrustExecutorsDialog(self._window, session, names))

    def remove(self, name: str) -> None:
        """Take a declared tool away; that is one step that Undo takes back."""
        self._bridge.do(lambda opened: opened.undeclare(name))


def adding_menu(actions: ActionSet, parent: QWidget) -> QMenu:
    """The ways to add a tool, as actions of the window."""
    menu = QMenu(parent)
    menu.setToolTipsVisible(True)
    for id in ADDING:
        menu.addAction(actions[id])
    return menu
