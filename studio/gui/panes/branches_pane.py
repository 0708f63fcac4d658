"""The Branches dock: the tree of branches, and what can be done with one.

Above: `window`. Below: `branch_tree_view`, `present/branch_tree`, `bridge`. Rows are made only while they are seen.
"""

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QLabel, QMenu, QStackedWidget, QVBoxLayout, QWidget

from studio.gui.bridge import Bridge
from studio.gui.look.icons import icon
from studio.gui.look.theme import theme
from studio.gui.panes.branch_tree_view import BranchTreeView
from studio.gui.panes.wrapped_row import WrappedRow
from studio.gui.widgets.buttons import Button
from studio.gui.widgets.empty_state import EmptyState
from studio.gui.widgets.in_view import InView
from studio.present.branch_facts import BranchFacts
from studio.present.branch_tree import BranchRow, branch_rows
from studio.session.journal import Journal
from studio.session.nodes import Node, NodeId

_LEAST = 24
"""The list gives up its height before the buttons give up theirs."""


class BranchesPane(QWidget):
    """`go_wanted`, `renamed`, `kept_wanted` (write note and expectation), `hide_wanted` (True: hide) give the first node of a branch."""

    go_wanted = Signal(int)
    renamed = Signal(int, str)
    kept_wanted = Signal(int)
    hide_wanted = Signal(int, bool)
    fork_wanted = Signal()
    message_wanted = Signal()

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("branches_pane")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setProperty("look", "surface")
        self._bridge, self.in_view = bridge, InView(self)
        self._facts: tuple[Journal, BranchFacts] | None = None
        self._stale = True
        self.list, self.empty, self.pages = BranchTreeView(self), EmptyState("", parent=self), QStackedWidget(self)
        self.fork = Button("", self, icon_name="fork", colour="fork")
        self.note, self.rename, self.hide_one = Button("", self), Button("", self), Button("", self)
        self.show_hidden, self.hint = QCheckBox(self), QLabel(self)
        self._lay_out()
        self._join()
        self._reword()

    def refresh(self) -> None:
        """Show the branches as they are now, if they are seen and something has changed."""
        if not self.in_view.is_there:
            return
        if self._stale:
            self._stale = False
            session, rows = self._bridge.session, self._rows()
            self.list.show_rows(rows)
            self.pages.setCurrentWidget(self.list if rows else self.empty)
            self.show_hidden.setVisible(session is not None and bool(session.journal.hidden))
        self._tell()

    def renew(self) -> None:
        """Other branches, or others of them, are to be shown."""
        self._stale = True
        self.refresh()

    def _rows(self) -> tuple[BranchRow, ...]:
        session = self._bridge.session
        if session is None:
            return ()
        hidden = self.show_hidden.isChecked()
        return branch_rows(session.journal, session.expectation, hidden=hidden, facts=self._facts_of(session.journal))

    def _facts_of(self, journal: Journal) -> BranchFacts:
        """The facts of the branches; counted once for a session and then kept up to date."""
        if self._facts is None or self._facts[0] is not journal:
            self._facts = (journal, BranchFacts(journal.tree, journal.names))
        return self._facts[1]

    def take(self, change: object) -> None:
        """An event or a note was written."""
        self._stale = True
        session = self._bridge.session
        if self._facts is None or session is None or self._facts[0] is not session.journal:
            return
        if isinstance(change, Node):
            self._facts[1].add(change.id)
        else:
            self._facts[1].refresh()

    def _tell(self) -> None:
        """What can be done with the branch that has the keyboard."""
        session, row = self._bridge.session, self.list.branches.row_at(self.list.row)
        can = session is not None and not session.read_only and not self._bridge.running
        for button in (self.note, self.rename):
            button.setEnabled(can and row is not None)
        self.fork.setEnabled(can and bool(self.list.branches.rows))
        self.hide_one.setEnabled(can and row is not None and not row.current)
        self.hide_one.set_words(self.tr("Show") if row is not None and row.hidden else self.tr("Hide"))
        why = self.tr("The session stands on this branch: go to another one first.")
        self.hide_one.setToolTip(why if row is not None and row.current else self._hide_hint)
        self.hint.setVisible(len(self.list.branches.rows) == 1)

    def _menu(self, start: int, where: QPoint) -> None:
        row = self.list.branches.row_at(self.list.branches.place_of(NodeId(start)))
        if row is None:
            return
        menu = QMenu(self)
        go = menu.addAction(icon("branch"), self.tr("Go to this branch"))
        go.triggered.connect(lambda _on=False: self.go_wanted.emit(start))
        go.setEnabled(not row.current and "gap" not in row.marks)
        for button, act in (
            (self.rename, lambda: self.list.rename(NodeId(start))),
            (self.note, lambda: self.kept_wanted.emit(start)),
            (self.hide_one, lambda: self._hide(start)),
        ):
            entry = menu.addAction(button.text())
            entry.setEnabled(button.isEnabled())
            entry.triggered.connect(lambda _on=False, act=act: act())
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(where)

    def _hide(self, start: int) -> None:
        row = self.list.branches.row_at(self.list.branches.place_of(NodeId(start)))
        if row is not None:
            self.hide_wanted.emit(start, not row.hidden)

    def _lay_out(self) -> None:
        bar = WrappedRow(self)
        px = theme().px
        bar.set_margins(px(12), px(4), px(8), px(4))
        self.hint.setProperty("role", "hint")
        for part in (self.fork, self.rename, self.note, self.hide_one, self.hint):
            bar.add(part)
        bar.add_right(self.show_hidden)
        self.pages.setMinimumHeight(_LEAST)
        self.pages.addWidget(self.list)
        self.pages.addWidget(self.empty)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(bar)
        column.addWidget(self.pages, 1)

    def _join(self) -> None:
        self._bridge.happened.connect(self.take)
        self._bridge.session_changed.connect(self.renew)
        self._bridge.refreshed.connect(self.refresh)
        self.list.go_wanted.connect(self.go_wanted)
        self.list.renamed.connect(self.renamed)
        self.list.kept_wanted.connect(self.kept_wanted)
        self.list.hide_wanted.connect(self._hide)
        self.list.menu_wanted.connect(self._menu)
        self.list.chosen.connect(lambda _start: self._tell())
        self.fork.clicked.connect(lambda _on=False: self.fork_wanted.emit())
        self.rename.clicked.connect(lambda _on=False: self.list.rename(self.list.current))
        self.note.clicked.connect(lambda _on=False: self.kept_wanted.emit(self.list.current))
        self.hide_one.clicked.connect(lambda _on=False: self._hide(self.list.current))
        self.show_hidden.toggled.connect(lambda _on: self.renew())
        self.empty.pressed.connect(self.message_wanted)
        self.in_view.came.connect(self.refresh)

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
            self.list.redraw()
        super().changeEvent(event)

    def _reword(self) -> None:
        self.setAccessibleName(self.tr("Branches"))
        self.list.setAccessibleName(self.tr("Branches of the session"))
        self.fork.set_words(self.tr("Fork from here"))
        self.rename.set_words(self.tr("Rename"))
        self.note.set_words(self.tr("Note and expectation…"))
        self.show_hidden.setText(self.tr("Show hidden"))
        self.hint.setText(self.tr("A fork begins another branch; this one stays as it is."))
        self.fork.setToolTip(
            self.tr("Begin a branch where the session stands, or at the step looked at (Ctrl+Shift+B)")
        )
        self.rename.setToolTip(self.tr("Name the branch otherwise (F2)"))
        self.note.setToolTip(self.tr("Write down what the branch is for, and what you expect of it (N)"))
        self._hide_hint = self.tr("Take the branch out of tabs and lists, or put it back; nothing is deleted (H)")
        self.empty.set(
            self.tr("No branches yet. The first one begins with your message."), self.tr("Write a message"), "branch"
        )
        self._tell()
