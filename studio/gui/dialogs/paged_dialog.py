"""A dialog of pages beside their list that changes the settings of a session in one step.

Above: the settings of the loop, the groups of tools. Below: `tabbed_dialog`, the session. What cannot be saved is said in its place and
nothing is lost; what nobody touched stays as it became meanwhile.
"""

from collections.abc import Sequence
from typing import Any, Protocol

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QListWidget, QStackedWidget, QVBoxLayout, QWidget

from studio.gui.dialogs.dialog_frame import DialogFrame, main_button, plain_button, press_by_keys, wrap_plainly
from studio.gui.dialogs.of_agent import OfAgent
from studio.gui.dialogs.tabbed_dialog import TabbedDialog
from studio.gui.look.theme import theme
from studio.gui.parameters.field_section import FieldSection
from studio.gui.widgets.scroll_column import ScrollColumn
from studio.gui.words import told_error
from studio.problems import StudioError
from studio.workspace.opened import OpenedSession


class Page(Protocol):
    """What a page tells of itself: its values, as members of a setup."""

    def values(self) -> dict[str, Any]: ...


class PagedDialog(TabbedDialog):
    """`list` names the pages. Who derives from it gives its pages to `lay_out`, and says in `apply` how the change is made."""

    def __init__(self, parent: QWidget, session: OpenedSession, title: str, hint: str) -> None:
        super().__init__(parent)
        self._session, self._of = session, OfAgent(session)
        self._frame = DialogFrame(self, title, hint)
        self.list, self._stack, self._said = QListWidget(self), QStackedWidget(self), QLabel(self)
        self.list.setAccessibleName(self.tr("Pages"))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.currentRowChanged.connect(self._stack.setCurrentIndex)
        wrap_plainly(self._said)
        self._said.setProperty("role", "error")
        self._said.hide()
        self.ok, self._cancel = main_button(self.tr("OK"), self), plain_button(self.tr("Cancel"), self)
        self.ok.clicked.connect(self._accept)
        self._cancel.clicked.connect(self.reject)
        press_by_keys(self, self.ok)
        self._pages: Sequence[Page] = ()
        self._begun: dict[str, Any] = {}

    def lay_out(self, pages: Sequence[Page], widgets: Sequence[QWidget]) -> None:
        """Put the pages, as `widgets`, beside their list; what they hold now is what they began with."""
        for widget in widgets:
            self._stack.addWidget(widget)
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
        self._pages = pages
        self._begun = self.members()

    def members(self) -> dict[str, Any]:
        """All that stands in the pages, as members of a setup."""
        made: dict[str, Any] = {}
        for page in self._pages:
            made |= page.values()
        return made

    def refuse(self) -> bool:
        """Say where something cannot be saved, and show it; False when all can."""
        return False

    def apply(self, changed: dict[str, Any]) -> None:
        """Make the change. Raises StudioError when it is refused."""
        self._session.change_setup(**changed)

    def applied(self, changed: dict[str, Any]) -> None:
        """What follows once the dialog is closed and the change made."""

    def _accept(self) -> None:
        if self.refuse():
            return
        changed = {name: value for name, value in self.members().items() if value != self._begun[name]}
        said = self._of.refusal(changed)
        try:
            if not said:
                self.apply(changed)
        except StudioError as error:
            said = told_error(error)
        self._said.setText(said)
        self._said.setVisible(bool(said))
        if not said:
            self.accept()
            self.applied(changed)


def scrolled(page: FieldSection, parent: QWidget) -> ScrollColumn:
    """A page that scrolls where the dialog is too low for it."""
    area = ScrollColumn(page.accessibleName(), parent)
    page.column.setContentsMargins(0, 0, theme().px(16), 0)
    area.add(page)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return area
