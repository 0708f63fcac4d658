"""The menu Help: first steps, expressions, the report.

Above: `dialog_room`. Below: `dialogs`, `report_text`. The list of keys and *About* stand in `dialog_room`.
"""

from collections import deque
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDialog, QWidget

from studio.gui.bridge import Bridge
from studio.late import Late
from studio.workspace.workspace import Workspace

if TYPE_CHECKING:
    from studio.gui import report_text
    from studio.gui.action_set import ActionSet
    from studio.gui.dialogs import expressions, first_steps, report
else:
    expressions = Late("studio.gui.dialogs.expressions")
    first_steps = Late("studio.gui.dialogs.first_steps")
    report = Late("studio.gui.dialogs.report")
    report_text = Late("studio.gui.report_text")

_KEPT = 20


class HelpRoom(QObject):
    """`show` puts a dialog up; `actions` gives the actions of the window once they are there."""

    def __init__(
        self,
        window: QWidget,
        workspace: Workspace,
        bridge: Bridge,
        show: Callable[[QDialog], object],
        actions: "Callable[[], ActionSet | None]",
    ) -> None:
        super().__init__(window)
        self._window, self._workspace, self._bridge = window, workspace, bridge
        self._show, self._actions = show, actions
        self._said: deque[str] = deque(maxlen=_KEPT)
        bridge.failed.connect(lambda sentence, help: self._said.append(f"{sentence} {help}".strip()))

    def table(self) -> Mapping[str, Callable[[], object]]:
        """What to do by the id of the action."""
        return {"first_steps": self.first_steps, "expressions": self.expressions, "report": self.report}

    def first_steps(self) -> None:
        """What to do first."""
        actions = self._actions()
        if actions is not None:
            dialog = first_steps.FirstStepsDialog(self._window, actions)
            dialog.wanted.connect(lambda id: actions[id].trigger())
            self._show(dialog)

    def expressions(self) -> None:
        """What expressions can ask for."""
        self._show(expressions.ExpressionsDialog(self._window, self._workspace, self._bridge))

    def report(self) -> None:
        """Facts to copy."""

        def make(session: bool, messages: bool) -> str:
            return report_text.report_text(
                self._workspace, self._bridge, self._said, session=session, messages=messages
            )

        self._show(report.ReportDialog(self._window, make))
