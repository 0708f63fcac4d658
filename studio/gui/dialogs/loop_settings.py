"""The settings of the loop: limits, what is done when something goes wrong, values, calls, approval; a page each.

Above: `window`. Below: its pages, `paged_dialog`. *OK* makes one change of the session's settings, which can be undone.
"""

from PySide6.QtWidgets import QWidget

from studio.gui.dialogs.kept_size import keep_size
from studio.gui.dialogs.loop_approval import LoopApproval
from studio.gui.dialogs.loop_calls import LoopCalls
from studio.gui.dialogs.loop_errors import LoopErrors
from studio.gui.dialogs.loop_limits import LoopLimits
from studio.gui.dialogs.loop_values import LoopValues
from studio.gui.dialogs.paged_dialog import PagedDialog, scrolled
from studio.gui.look.theme import theme
from studio.session.setup import Setup
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace

PAGES = ("limits", "errors", "values", "calls", "approval")


class LoopDialog(PagedDialog):
    """`limits`, `errors`, `values`, `calls` and `approval` are the pages. `show_page` brings one to the front."""

    def __init__(self, parent: QWidget, workspace: Workspace, session: OpenedSession) -> None:
        hint = self.tr("How this session goes on by itself, and where it stops. OK is one step that Undo takes back.")
        super().__init__(parent, session, self.tr("Loop settings"), hint)
        setup: Setup = session.state.setup
        self.limits, self.errors, self.values = (
            LoopLimits(setup, self),
            LoopErrors(setup, self),
            LoopValues(setup, self),
        )
        self.calls, self.approval = LoopCalls(setup, self), LoopApproval(setup, self)
        self.list.addItems(
            [
                self.tr("Limits"),
                self.tr("Errors"),
                self.tr("Values"),
                self.tr("Calls"),
                self.tr("Approval"),
            ]
        )
        self.list.setFixedWidth(min(theme().px(150), 240))
        pages = (self.limits, self.errors, self.values, self.calls, self.approval)
        self.lay_out(pages, [scrolled(page, self) for page in pages])
        self._frame.resize(820, 640)
        keep_size(self, workspace, "loop")
        self.show_page("limits")

    def show_page(self, page: str, field: str = "") -> None:
        """Bring a page to the front; `field` is the code of a limit, whose number gets the keyboard."""
        self.list.setCurrentRow(PAGES.index(page))
        if page == "limits" and field:
            self.limits.focus_field(field)
