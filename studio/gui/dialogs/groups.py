"""Which tools requests offer: groups with a rule, sources, who chooses among groups, context values; a page each.

Above: `tool_room`. Below: its pages, the session. *OK* makes one change of the session's settings, which can be undone.
"""

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QListWidget, QStackedWidget, QVBoxLayout, QWidget

from studio.gui.dialogs.chooser_page import ChooserPage
from studio.gui.dialogs.context_page import ContextPage
from studio.gui.dialogs.dialog_frame import DialogFrame, main_button, plain_button, press_by_keys, wrap_plainly
from studio.gui.dialogs.groups_page import GroupsPage
from studio.gui.dialogs.kept_size import keep_size
from studio.gui.dialogs.of_agent import OfAgent
from studio.gui.dialogs.source_rows import SourceRows
from studio.gui.dialogs.tabbed_dialog import TabbedDialog
from studio.gui.look.theme import theme
from studio.gui.parameters.field_section import FieldSection
from studio.gui.widgets.scroll_column import ScrollColumn
from studio.problems import StudioError
from studio.workspace.group_looks import group_looks
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace

_EDGE = 10
PAGES = ("groups", "sources", "chooser", "context")


class GroupsDialog(TabbedDialog):
    """`groups`, `sources`, `chooser` and `context` are the pages. `show_page` brings one to the front. `review_wanted`: a source's
    file is to be looked at and trusted."""

    review_wanted = Signal()

    def __init__(self, parent: QWidget, workspace: Workspace, session: OpenedSession) -> None:
        super().__init__(parent)
        hint = self.tr("Which tools a request offers, chosen anew for each. OK is one step that Undo takes back.")
        self._session, self._of = session, OfAgent(session)
        self._frame = DialogFrame(self, self.tr("Tool groups"), self._of.hint(hint))
        setup = session.state.setup
        self.list, self._stack, self._said = QListWidget(self), QStackedWidget(self), QLabel(self)
        self.groups = GroupsPage(setup.groups, lambda groups: group_looks(session, groups), self)
        self.sources, self.chooser = SourceRows(setup, self), ChooserPage(setup, workspace, self)
        self.context = ContextPage(setup.context, self)
        self.ok, self._cancel = main_button(self.tr("OK"), self), plain_button(self.tr("Cancel"), self)
        self._prepare()
        self._lay_out()
        self._frame.resize(1080, 680)
        keep_size(self, workspace, "groups")
        self.show_page("groups")
        self._begun = self.members()

    def show_page(self, page: str) -> None:
        """Bring a page to the front."""
        self.list.setCurrentRow(PAGES.index(page))

    def members(self) -> dict[str, Any]:
        """All that stands in the pages, as members of a setup."""
        made: dict[str, Any] = {}
        for page in (self.groups, self.sources, self.chooser, self.context):
            made |= page.values()
        return made

    def _prepare(self) -> None:
        self.list.setAccessibleName(self.tr("Pages"))
        self.list.addItems([self.tr("Groups"), self.tr("Sources"), self.tr("Who chooses"), self.tr("Context values")])
        self.list.setFixedWidth(self.list.sizeHintForColumn(0) + theme().px(20) + _EDGE)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.currentRowChanged.connect(self._stack.setCurrentIndex)
        wrap_plainly(self._said)
        self._said.setProperty("role", "error")
        self._said.hide()
        for page in (self.groups, self.sources, self.chooser, self.context):
            page.edited.connect(self._said.hide)
        self.ok.clicked.connect(self._accept)
        self.ok.setEnabled(not self._session.read_only)
        self.ok.setToolTip(self._session.read_only)
        self._cancel.clicked.connect(self.reject)
        press_by_keys(self, self.ok)

    def _lay_out(self) -> None:
        self._stack.addWidget(self.groups)
        for page in (self.sources, self.chooser, self.context):
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
        """Make the change; what cannot be saved is shown in its place, and nothing is lost. What nobody touched here stays as it
        became meanwhile."""
        pages = (self.groups.refuse, self.sources.refuse, self.chooser.refuse, self.context.refuse)
        for name, refuse in zip(PAGES, pages, strict=True):
            if refuse():
                self.show_page(name)
                refuse()  # the keyboard goes to the field once it can be seen
                return
        changed = {name: value for name, value in self.members().items() if value != self._begun[name]}
        said = self._of.refusal(changed)
        try:
            if not said:
                self._session.change_toolbox(**changed)
        except StudioError as error:
            said = str(error)
        self._said.setText(said)
        self._said.setVisible(bool(said))
        if not said:
            self.accept()
            if "sources" in changed and self._session.untrusted:
                self.review_wanted.emit()


def _scrolled(page: FieldSection, parent: QWidget) -> ScrollColumn:
    area = ScrollColumn(page.accessibleName(), parent)
    page.column.setContentsMargins(0, 0, theme().px(16), 0)
    area.add(page)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return area
