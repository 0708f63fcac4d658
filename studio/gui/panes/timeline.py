"""The timeline: branch tabs, filter, and the list of rounds and steps of the shown branch.

Above: `window`. Below: `timeline_view`, `branch_tabs`, the model. Takes one session as a plain source; moves nothing by itself: what the
person wants is told by signals.
"""

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from studio.gui.look.icons import icon
from studio.gui.look.theme import theme
from studio.gui.models.timeline_model import TimelineModel
from studio.gui.panes.branch_tabs import BranchTabs
from studio.gui.panes.empty_page import EmptyPage
from studio.gui.panes.timeline_menu import row_json, row_menu, row_text
from studio.gui.panes.timeline_source import TimelineSource
from studio.gui.panes.timeline_view import TimelineView
from studio.gui.words import say
from studio.present.row import Row
from studio.present.rows import Rows
from studio.present.words import words
from studio.session.events import BranchNamed, HeadMoved, Node, NodeId, Titled
from studio.session.tree import ROOT


class TimelinePane(QWidget):
    """Feed it with `take` (each event and note) and `refresh` (anything may have changed, at most once a frame)."""

    selected = Signal(object, object)
    """The node and the call key (or None) that the person looks at; (None, None) when no row is selected."""
    activated = Signal(object, object)
    """Enter or double click on a row: node and call key."""
    rewind_requested = Signal(int)
    fork_requested = Signal(int)
    run_to_requested = Signal(int)
    send_again_requested = Signal(int)
    branch_selected = Signal(int)
    """The first node of the branch that the person wants to see."""
    branch_renamed = Signal(int, str)
    message_wanted = Signal()
    """The button of the empty timeline."""
    summary_changed = Signal(str)
    """*3 rounds · 23 steps*, for the dock's title."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("timeline_pane")
        self._source: TimelineSource | None = None
        self._summary = ""
        self._slices = QTimer(self)
        self._slices.setInterval(0)
        self._slices.timeout.connect(self._work)
        self.model = TimelineModel(self)
        self.tabs = BranchTabs(self)
        self.filter = QLineEdit(self)
        self.view = TimelineView(self.model, self)
        self.jump = QPushButton(self.view)
        self.empty, self.no_hits = EmptyPage(self), EmptyPage(self)
        self.pages = QStackedWidget(self)
        self._lay_out()
        self._connect()
        self._reword()
        self.redraw()
        self._choose_page()

    # What it shows

    def show_source(self, source: TimelineSource | None) -> None:
        """Show another session, or none."""
        self._source = source
        if source is None:
            self.model.show(None)
        else:
            journal = source.journal
            self.model.show(
                Rows(journal.tree, journal.head, names=journal.names, title=journal.title, begun=source.begun)
            )
            self.view.follow()
            self._go_on()
        self.refresh()

    def take(self, change: object) -> None:
        """An event or a note was written."""
        rows, source = self.model.rows, self._source
        if rows is None or source is None:
            return
        match change:
            case Node():
                rows.add(change)  # type: ignore[arg-type]
                rows.go(source.journal.head)
            case HeadMoved():
                self._go(rows, source.journal.head)
            case BranchNamed():
                rows.refresh_branches()
            case Titled(title=title):
                rows.rename(title)
            case _:
                pass

    def _go(self, rows: Rows, head: NodeId) -> None:
        rows.go(head)
        at = rows.head_row()
        if at is not None and not self.view.in_sight(at):
            self.view.show_row(at)

    def refresh(self) -> None:
        """Take over where the session stands."""
        rows, source = self.model.rows, self._source
        if rows is None or source is None:
            self.tabs.show_branches(None, ROOT, ROOT)
        else:
            now = source.standing
            rows.stand(now)
            running = rows.shown_branch if now.running or now.asking else ROOT
            self.tabs.show_branches(rows.branches, rows.shown_branch, running)
        self._choose_page()
        self._tell_summary()

    @property
    def summary(self) -> str:
        """How much there is: *3 rounds · 23 steps*."""
        rows = self.model.rows
        if rows is None or not rows.rounds:
            return ""
        return f"{say(words('count.rounds', n=rows.rounds))} · {say(words('count.steps', n=rows.steps))}"

    def select_node(self, node: NodeId) -> None:
        """Select the row on which an event is shown, if it is on this branch; its round when that is folded."""
        at = self.model.rows.row_of(node) if self.model.rows is not None else None
        if at is not None:
            self.view.select(at)

    def clear_selection(self) -> None:
        """Look at no row: the panes show the head."""
        self.view.clear_selection()

    def focus_filter(self) -> None:
        """Put the keyboard into the filter."""
        self.filter.setFocus()
        self.filter.selectAll()

    def redraw(self) -> None:
        """Draw everything anew, in the colours and sizes of the theme."""
        self.tabs.redraw()
        self.view.redraw()
        self.jump.setIcon(icon("down", "accent"))
        for action in self.filter.actions():
            action.setIcon(icon("filter"))
        self._place_jump()
        self.refresh()

    # Inside

    def _lay_out(self) -> None:
        self.filter.addAction(icon("filter"), QLineEdit.ActionPosition.LeadingPosition)
        self.filter.setClearButtonEnabled(True)
        row = QHBoxLayout()
        row.setContentsMargins(8, 6, 8, 6)
        row.addWidget(self.filter)
        for page in (self.view, self.empty, self.no_hits):
            self.pages.addWidget(page)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.tabs)
        column.addLayout(row)
        column.addWidget(self.pages, 1)
        self.jump.hide()
        self.jump.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def _connect(self) -> None:
        self.view.row_selected.connect(lambda at: self._tell(self.selected, at))
        self.view.row_activated.connect(self._activated)
        self.view.cleared.connect(lambda: self.selected.emit(None, None))
        self.view.menu_wanted.connect(self.show_menu)
        self.view.following_changed.connect(lambda _following: self._place_jump())
        self.jump.clicked.connect(self.view.follow)
        self.tabs.branch_selected.connect(self.branch_selected)
        self.tabs.branch_renamed.connect(self.branch_renamed)
        self.filter.textChanged.connect(self._filter)
        self.filter.returnPressed.connect(self.view.setFocus)
        self.empty.chosen.connect(self.message_wanted)
        self.no_hits.chosen.connect(self.filter.clear)
        theme().changed.connect(self.redraw)
        QShortcut(QKeySequence("Ctrl+L"), self).activated.connect(self.focus_filter)
        rename = QShortcut(QKeySequence("F2"), self.view)
        rename.setContext(Qt.ShortcutContext.WidgetShortcut)
        rename.activated.connect(lambda: self.tabs.rename(self.tabs.currentIndex()))

    def _reword(self) -> None:
        self.setAccessibleName(self.tr("Timeline"))
        self.view.setAccessibleName(self.tr("Steps of the session"))
        self.tabs.setAccessibleName(self.tr("Branches"))
        self.filter.setPlaceholderText(self.tr("Filter steps   kind:call tool:issue_* is:edited"))
        self.filter.setAccessibleName(self.tr("Filter steps"))
        self.filter.setToolTip(
            self.tr("Plain words, and kind:call, tool:issue_*, is:edited|mocked|error|uncertain (Ctrl+L)")
        )
        self.jump.setText(self.tr("Jump to newest (End)"))
        self.empty.say(self.tr("Nothing has happened yet. Write a message to begin."), self.tr("Write a message"))
        self.no_hits.say(self.tr("No step fits the filter."), self.tr("Clear the filter"))

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
            self.model.set_filter(self.filter.text())
            self.redraw()
        super().changeEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_jump()

    def _filter(self, text: str) -> None:
        self.model.set_filter(text.strip())
        self._go_on()

    def fold_all(self, folded: bool) -> None:
        """Fold or open every round."""
        if self.model.rows is not None:
            self.model.rows.fold_all(folded)
            self._go_on()

    def _go_on(self) -> None:
        """Long lists are read in slices between the person's keys."""
        rows = self.model.rows
        if rows is not None and rows.busy:
            self._slices.start()
        self._choose_page()

    def _work(self) -> None:
        rows = self.model.rows
        if rows is None or not rows.work():
            self._slices.stop()
            self._choose_page()

    def _choose_page(self) -> None:
        rows = self.model.rows
        page: QWidget = self.view
        if rows is None or rows.is_empty:
            page = self.empty
        elif not len(rows) and not rows.busy:
            page = self.no_hits
        self.pages.setCurrentWidget(page)

    def _tell_summary(self) -> None:
        if self.summary != self._summary:
            self._summary = self.summary
            self.summary_changed.emit(self._summary)

    def _place_jump(self) -> None:
        self.jump.setVisible(not self.view.following and self.model.rowCount() > 0)
        self.jump.adjustSize()
        size: QSize = self.jump.size()
        self.jump.move((self.view.width() - size.width()) // 2, self.view.height() - size.height() - 12)

    def _tell(self, signal: object, at: int) -> None:
        row = self.model.row_at(at)
        if row is not None:
            signal.emit(self._node(row), row.call)  # type: ignore[attr-defined]

    def _node(self, row: Row) -> NodeId | None:
        """What a row lets the person look at; the next step is looked at through the head."""
        node = row.event if row.event != ROOT else row.node
        return None if row.kind in ("next", "session") else node

    def _activated(self, at: int) -> None:
        row = self.model.row_at(at)
        if row is not None and row.kind == "fork":
            self.branch_selected.emit(row.start)
        elif row is not None:
            self._tell(self.activated, at)

    def show_menu(self, at: int, where: QPoint) -> None:
        """Show what can be done with a row."""
        row = self.model.row_at(at)
        if row is not None and self._source is not None:
            menu = row_menu(self, row, lambda id: self.choose(id, row), self._allowed)
            menu.aboutToHide.connect(menu.deleteLater)
            menu.popup(where)

    def _allowed(self, id: str, row: Row) -> bool:
        if id in ("run_to", "rewind", "fork", "send_again"):
            return self._source is not None and row.kind != "next" and self._source.allowed(id, self._target(id, row))
        return id != "copy_json" or row.event != ROOT

    def _target(self, id: str, row: Row) -> NodeId:
        """Going back means to stand before what a row will do; going forward, to reach it."""
        return row.rewind if id in ("rewind", "fork") else row.event

    def choose(self, id: str, row: Row) -> None:
        """Do what an entry of a row's menu is for."""
        assert self._source is not None
        signals = {
            "run_to": self.run_to_requested,
            "rewind": self.rewind_requested,
            "fork": self.fork_requested,
            "send_again": self.send_again_requested,
        }
        if id in signals:
            signals[id].emit(self._target(id, row))
        elif id in ("copy_text", "copy_json"):
            make = row_text if id == "copy_text" else row_json
            QGuiApplication.clipboard().setText(make(row, self._source.journal.tree))
        else:
            self.fold_all(id == "fold_all")
