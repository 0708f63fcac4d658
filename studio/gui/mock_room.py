"""The mock editor as it is opened: for the session, for a tool, for a call, or with a recorded result as a new rule.

Above: `dialog_room`. Below: `dialogs/mocks`, `bridge`. Panes ask for it through the bridge.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDialog, QWidget

from studio.gui.bridge import Bridge
from studio.late import Late
from studio.present.result_parts import beside
from studio.session.events import ResultRecorded
from studio.session.nodes import CallKey, NodeId
from studio.workspace.workspace import Workspace

if TYPE_CHECKING:
    from studio.gui.dialogs import mocks
else:
    mocks = Late("studio.gui.dialogs.mocks")


class MockRoom(QObject):
    """`show` puts a dialog up."""

    def __init__(
        self, window: QWidget, workspace: Workspace, bridge: Bridge, show: Callable[[QDialog], object]
    ) -> None:
        super().__init__(window)
        self._window, self._workspace, self._bridge, self._show = window, workspace, bridge, show
        bridge.mocks_wanted.connect(self.mock_tool)
        bridge.rule_wanted.connect(lambda node: self.record(NodeId(node)))

    def table(self) -> Mapping[str, Callable[[], object]]:
        """What to do by the id of the action."""
        return {"mocks": self.open}

    def open(self) -> "mocks.MocksDialog | None":
        """Look at the rules of the session."""
        session = self._bridge.session
        if session is None:
            return None
        dialog = mocks.MocksDialog(self._window, self._workspace, self._bridge, session)
        self._show(dialog)
        return dialog

    def mock_tool(self, tool: str, key: CallKey | None = None) -> None:
        """Begin a rule for a tool, tried with a call if it waits; where rules for the tool are there, look at the first."""
        dialog, session = self.open(), self._bridge.session
        if dialog is None or session is None:
            return
        mine = next((rule.id for rule in session.state.setup.mocks if rule.tool == tool), "")
        dialog.try_with(key)
        if mine:
            dialog.show_rule(mine)
        else:
            dialog.begin(tool)

    def record(self, node: NodeId) -> None:
        """Make the result recorded at a node a rule, before all others, and look at it."""
        made: list[str] = []
        if self._bridge.do(lambda opened: made.append(opened.add_mock(opened.rule_from(node), 0))):
            self._tell_what_is_left_out(node)
            dialog = self.open()
            if dialog is not None:
                dialog.show_rule(made[0])

    def _tell_what_is_left_out(self, node: NodeId) -> None:
        """A rule answers with text and pictures, if they are not too large: other parts of a result are not in it."""
        session = self._bridge.session
        event = session.tree.event(node) if session is not None else None
        if session is not None and isinstance(event, ResultRecorded):
            made = session.state.setup.mocks[0]
            if beside(event) or made.media != event.media:
                said = self.tr(
                    "The rule answers with text and small pictures: the other parts of the result are not in it."
                )
                self._bridge.notice.emit(said)
