"""Which tools requests offer: groups with a rule, sources, who chooses among groups, context values; a page each.

Above: `tool_room`. Below: its pages, `paged_dialog`. *OK* makes one change of the session's settings, which can be undone.
"""

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from studio.gui.dialogs.chooser_page import ChooserPage
from studio.gui.dialogs.context_page import ContextPage
from studio.gui.dialogs.groups_page import GroupsPage
from studio.gui.dialogs.kept_size import keep_size
from studio.gui.dialogs.of_agent import OfAgent
from studio.gui.dialogs.paged_dialog import PagedDialog, scrolled
from studio.gui.dialogs.source_rows import SourceRows
from studio.gui.look.theme import theme
from studio.gui.words import sentence
from studio.workspace.group_looks import group_looks
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace

_EDGE = 10
PAGES = ("groups", "sources", "chooser", "context")


class GroupsDialog(PagedDialog):
    """`groups`, `sources`, `chooser` and `context` are the pages. `show_page` brings one to the front. `review_wanted`: a source's
    file is to be looked at and trusted."""

    review_wanted = Signal()

    def __init__(self, parent: QWidget, workspace: Workspace, session: OpenedSession) -> None:
        hint = self.tr("Which tools a request offers, chosen anew for each. OK is one step that Undo takes back.")
        super().__init__(parent, session, self.tr("Tool groups"), OfAgent(session).hint(hint))
        setup = session.state.setup
        self.groups = GroupsPage(setup.groups, lambda groups: group_looks(session, groups), self)
        self.sources, self.chooser = SourceRows(setup, self), ChooserPage(setup, workspace, self)
        self.context = ContextPage(setup.context, self)
        self.list.addItems([self.tr("Groups"), self.tr("Sources"), self.tr("Who chooses"), self.tr("Context values")])
        self.list.setFixedWidth(self.list.sizeHintForColumn(0) + theme().px(20) + _EDGE)
        for page in (self.groups, self.sources, self.chooser, self.context):
            page.edited.connect(self._said.hide)
        self.ok.setEnabled(not session.read_only)
        self.ok.setToolTip(sentence(session.read_only))
        lower = (self.sources, self.chooser, self.context)
        self.lay_out((self.groups, *lower), [self.groups, *(scrolled(page, self) for page in lower)])
        self._frame.resize(1080, 680)
        keep_size(self, workspace, "groups")
        self.show_page("groups")

    def show_page(self, page: str) -> None:
        """Bring a page to the front."""
        self.list.setCurrentRow(PAGES.index(page))

    def refuse(self) -> bool:
        """Say in the first page that cannot be saved why, and bring it to the front."""
        pages = (self.groups.refuse, self.sources.refuse, self.chooser.refuse, self.context.refuse)
        for name, refuse in zip(PAGES, pages, strict=True):
            if refuse():
                self.show_page(name)
                return refuse()  # the keyboard goes to the field once it can be seen
        return False

    def apply(self, changed: dict[str, Any]) -> None:
        """As one change of the toolbox."""
        self._session.change_toolbox(**changed)

    def applied(self, changed: dict[str, Any]) -> None:
        """The file of a new source is to be looked at."""
        if "sources" in changed and self._session.untrusted:
            self.review_wanted.emit()
