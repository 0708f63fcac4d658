"""The settings of the loop: limits, what is done when something goes wrong, values, calls, approval; a page each.

Above: `window`. Below: its pages, the session. *OK* makes one change of the session's settings, which can be undone.
"""

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QListWidget, QStackedWidget, QVBoxLayout, QWidget

from studio.gui.dialogs.dialog_frame import DialogFrame, main_button, plain_button, press_by_keys, wrap_plainly
from studio.gui.dialogs.kept_size import keep_size
from studio.gui.dialogs.loop_approval import LoopApproval
from studio.gui.dialogs.loop_calls import LoopCalls
from studio.gui.dialogs.loop_errors import LoopErrors
from studio.gui.dialogs.loop_limits import LoopLimits
from studio.gui.dialogs.loop_values import LoopValues
from studio.gui.dialogs.of_agent import OfAgent
from studio.gui.dialogs.tabbed_dialog import TabbedDialog
from studio.gui.look.theme import theme
from studio.gui.parameters.field_section import FieldSection
from studio.gui.widgets.scroll_column import ScrollColumn
from studio.problems import StudioError
from studio.session.setup import Setup
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace

PAGES = ("limits", "errors", "values", "calls", "approval")


class LoopDialog(TabbedDialog):
    """`limits`, `errors`, `values`, `calls` and `approval` are the pages. `show_page` brings one to the front."""

    def __init__(self, parent: QWidget, workspace: Workspace, session: OpenedSession) -> None:
        super().__init__(parent)
        hint = self.tr("How this session goes on by itself, and where it stops. OK is one step that Undo takes back.")
        self._frame = DialogFrame(self, self.tr("Loop settings"), hint)
        self._session, self._of = session, OfAgent(session)
        setup: Setup = session.state.setup
        self.list, self._stack, self._said = QListWidget(self), QStackedWidget(self), QLabel(self)
        self.limits, self.errors, self.values = (
            LoopLimits(setup, self),
            LoopErrors(setup, self),
            LoopValues(setup, self),
        )
        self.calls, self.approval = LoopCalls(setup, self), LoopApproval(setup, self)
        self.ok, self._cancel = main_button(self.tr("OK"), self), plain_button(self.tr("Cancel"), self)
        self._prepare()
        self._lay_out()
        self._frame.resize(820, 640)
        keep_size(self, workspace, "loop")
        self.show_page("limits")
        self._begun = self.members()

    def show_page(self, page: str, field: str = "") -> None:
        """Bring a page to the front; `field` is the code of a limit, whose number gets the keyboard."""
        self.list.setCurrentRow(PAGES.index(page))
        if page == "limits" and field:
            self.limits.focus_field(field)

    def members(self) -> dict[str, Any]:
        """All that stands in the pages, as members of a setup."""
        made: dict[str, Any] = {}
        for page in (self.limits, self.errors, self.values, self.calls, self.approval):
            made |= page.values()
        return made

    def _prepare(self) -> None:
        self.list.setAccessibleName(self.tr("Pages"))
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
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.currentRowChanged.connect(self._stack.setCurrentIndex)
        wrap_plainly(self._said)
        self._said.setProperty("role", "error")
        self._said.hide()
        self.ok.clicked.connect(self._accept)
        self._cancel.clicked.connect(self.reject)
        press_by_keys(self, self.ok)

    def _lay_out(self) -> None:
        for page in (self.limits, self.errors, self.values, self.calls, self.approval):
            self._stack.addWidget(_scrolled(page, self))
        right = QVBoxLayout()
        right.setSpacing(theme().px(8))
        right.addWidget(self._stack, 1)
        right.addWidget(self._said)
        panes = QHBoxLayout()
        panes.setSpacing(theme().px(20))
        panes.addWidget(self.list)
        panes.addLayout(right, 1)
        self._frame.body.addLayout(panes, 1)
        self._frame.add_buttons((), (self.ok, self._cancel))

    def _accept(self) -> None:
        """Make the change; one that is refused is said here, and nothing is lost. What nobody touched here stays as it became
        meanwhile."""
        changed = {name: value for name, value in self.members().items() if value != self._begun[name]}
        said = self._of.refusal(changed)
        try:
            if not said:
                self._session.change_setup(**changed)
        except StudioError as error:
            said = str(error)
        self._said.setText(said)
        self._said.setVisible(bool(said))
        if not said:
            self.accept()


def _scrolled(page: FieldSection, parent: QWidget) -> ScrollColumn:
    area = ScrollColumn(page.accessibleName(), parent)
    page.column.setContentsMargins(0, 0, theme().px(16), 0)
    area.add(page)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return area
