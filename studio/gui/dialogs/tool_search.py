"""Tool search: its settings at the left, the search test at the right, which tries what stands in the settings.

Above: `tool_room`. Below: `search_settings`, `search_test`. *OK* makes one change of the session; trying changes nothing.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from studio.gui.bridge import Bridge
from studio.gui.dialogs.dialog_frame import DialogFrame, main_button, plain_button, press_by_keys, wrap_plainly
from studio.gui.dialogs.kept_size import keep_size
from studio.gui.dialogs.of_agent import OfAgent
from studio.gui.dialogs.search_settings import SearchSettings
from studio.gui.dialogs.search_test import SearchTest
from studio.gui.dialogs.tabbed_dialog import TabbedDialog
from studio.gui.look.theme import theme
from studio.gui.widgets.scroll_column import ScrollColumn
from studio.gui.words import sentence, told_error
from studio.problems import StudioError
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace

if TYPE_CHECKING:
    from studio.workspace.finding import Found

_LARGE = 140
"""Per cent of the text size from which the settings need more of the width than the test."""


class ToolSearchDialog(TabbedDialog):
    """`settings` and `test` are its parts. `page_wanted` gives the name of a tool."""

    page_wanted = Signal(str)

    def __init__(self, parent: QWidget, workspace: Workspace, bridge: Bridge, session: OpenedSession) -> None:
        super().__init__(parent)
        hint = self.tr(
            "The model gets a tool that finds others. OK is one step that Undo takes back; the test changes nothing."
        )
        self._session, self._of = session, OfAgent(session)
        self._frame = DialogFrame(self, self.tr("Tool search"), self._of.hint(hint))
        setup = session.state.setup
        self.settings = SearchSettings(setup, workspace, self)
        self.test = SearchTest(bridge, self._find, self)
        self.test.show_tools(setup.tools)
        self._begun, self._said = self.settings.search(), QLabel(self)
        self.ok, self._cancel = main_button(self.tr("OK"), self), plain_button(self.tr("Cancel"), self)
        self._lay_out()
        self._connect()
        self._edited()
        self._frame.resize(1060, 680)
        keep_size(self, workspace, "tool_search")

    async def _find(self, query: str) -> "Sequence[Found]":
        return await self._session.search_tools(query, self.settings.search())

    def _edited(self) -> None:
        """Try again with other settings; an endpoint is only asked when the person presses Enter."""
        self._said.hide()
        self.settings.clear_problems()
        local = self.settings.search().ranking != "vectors"
        self.test.as_typed = local
        words = (
            self.tr("Words that the model might search for")
            if local
            else self.tr("Words, then Enter to ask the endpoint")
        )
        self.test.field.setPlaceholderText(words)
        if local:
            self.test.run_soon()
        else:
            self.test.wait()

    def _accept(self) -> None:
        """Make the change; what cannot be saved is said beside its field."""
        if self.settings.refuse():
            return
        search = self.settings.search()
        said = self._of.refusal() if search != self._begun else ""
        try:
            if search != self._begun and not said:
                self._session.change_setup(search=search)
        except StudioError as error:
            said = told_error(error)
        self._said.setText(said)
        self._said.setVisible(bool(said))
        if not said:
            self.accept()

    def _connect(self) -> None:
        self.settings.edited.connect(self._edited)
        self.test.opened.connect(self.page_wanted)
        self.finished.connect(lambda _result: self.test.stop())
        self.ok.clicked.connect(self._accept)
        self.ok.setEnabled(not self._session.read_only)
        self.ok.setToolTip(sentence(self._session.read_only))
        self._cancel.clicked.connect(self.reject)
        press_by_keys(self, self.ok)

    def _lay_out(self) -> None:
        area = ScrollColumn(self.tr("Settings"), self)
        self.settings.column.setContentsMargins(0, 0, theme().px(16), 0)
        area.add(self.settings)
        wrap_plainly(self._said)
        self._said.setProperty("role", "error")
        self._said.hide()
        left = QVBoxLayout()
        left.addWidget(area, 1)
        left.addWidget(self._said)
        panes = QHBoxLayout()
        panes.setSpacing(theme().px(24))
        large = theme().px(100) > _LARGE
        panes.addLayout(left, 11 if large else 1)
        panes.addWidget(self.test, 9 if large else 1)
        self._frame.body.addLayout(panes, 1)
        self._frame.add_buttons((), (self.ok, self._cancel))
