"""The timeline: branch tabs, filter, and the list of rounds and steps of the shown branch.

Above: `window`. Below: `timeline_frame`, the model, `timeline_port`. Takes one session as a plain source; moves nothing by itself: what
the person wants is told by signals.
"""

from PySide6.QtCore import QPoint, QTimer
from PySide6.QtWidgets import QWidget

from studio.gui.panes import timeline_choices
from studio.gui.panes.step_drag import StepDrag
from studio.gui.panes.timeline_choices import looked_at
from studio.gui.panes.timeline_frame import TimelineFrame
from studio.gui.panes.timeline_menu import row_menu
from studio.gui.panes.timeline_metrics import GUTTER, px
from studio.gui.panes.timeline_port import TimelineSource
from studio.gui.words import say
from studio.present.branch_tree import expectation_words
from studio.present.made_rows import made_rows
from studio.present.row import Row
from studio.present.row_filter import faults_of
from studio.present.row_kinds import name_of
from studio.present.row_stops import place_of_row
from studio.present.rows import Rows
from studio.present.words import words
from studio.session.nodes import CallKey, Node, NodeId, Place
from studio.session.notes import BranchHidden, BranchNamed, HeadMoved, Titled
from studio.session.tree import ROOT

BEAT = 100
"""Milliseconds between two looks at how far what is under way has come."""


class TimelinePane(TimelineFrame):
    """Feed it with `take` (each event and note) and `refresh` (anything may have changed, at most once a frame)."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._source: TimelineSource | None = None
        self._summary = ""
        self._forked = ROOT
        self._slices = QTimer(self)
        self._slices.setInterval(0)
        self._slices.timeout.connect(self._work)
        self._beat = QTimer(self)
        self._beat.setInterval(BEAT)
        self._beat.timeout.connect(self.tick)
        self.drag = StepDrag(self.view, self._node_at, lambda: px(GUTTER * 2))
        self._connect()
        self.redraw()

    # What it shows

    def show_source(self, source: TimelineSource | None, made: Rows | None = None) -> None:
        """Show another session, or none; `made` are its rows where somebody has made them already."""
        self._source = source
        if source is None:
            self.model.show(None)
        else:
            self.model.show(made or made_rows(source.journal, source.begun, self.model.unwanted))
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
                before = rows.shown_branch
                rows.add(change)  # type: ignore[arg-type]
                rows.go(source.journal.head)
                self._forked = rows.shown_branch if change.id == rows.shown_branch else ROOT
                if rows.shown_branch != before != ROOT:
                    self.clear_selection()
            case HeadMoved():
                self._go(rows, source.journal.head)
            case BranchNamed() | BranchHidden():
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
            self._follow_time(False)
            self.tabs.show_branches(None, ROOT, ROOT)
            self.more.hide()
            self.kept.tell("", None, None, fresh=False)
        else:
            now = source.standing
            rows.stand(now)
            rows.date(source.begun)
            self._follow_time(bool(now.running) or now.asking)
            running = rows.shown_branch if now.running or now.asking else ROOT
            self.tabs.show_branches(
                rows.branches, rows.shown_branch, running, lambda start: self._kept_words(source, start)
            )
            self._tell_kept(source, rows)
            self.view.tell_row()
            self.more.setVisible(not rows.is_empty)
            self.more.setEnabled(source.allowed("fork", source.journal.head))
        self.choose_page()
        self._tell_summary()

    def _follow_time(self, on: bool) -> None:
        """While something is under way its bars grow."""
        if on and not self._beat.isActive():
            self._beat.start()
            self.tick()
        elif not on and self._beat.isActive():
            self._beat.stop()
            self.tick()

    def tick(self) -> None:
        """Show how far what is under way has come."""
        if self.model.rows is not None:
            going = self._source is not None and self._beat.isActive()
            self.model.rows.tick(self._source.live if going and self._source is not None else None)

    @property
    def source(self) -> TimelineSource | None:
        """The session that is shown."""
        return self._source

    def tool_names(self) -> tuple[str, ...]:
        """The tools of the session."""
        return self._source.tools if self._source is not None else ()

    def _tell_kept(self, source: TimelineSource, rows: Rows) -> None:
        """What is kept of the branch that is shown; right after a fork the offer to write it."""
        start = rows.shown_branch
        if start == ROOT:
            self.kept.tell("", None, None, fresh=False)
            return
        noted, fresh = (
            source.journal.branch_notes.get(start),
            start == self._forked and rows.branches.parent(start) is not None,
        )
        self.kept.tell(rows.branches.name(start), noted, source.expectation(start), fresh=fresh)

    def _kept_words(self, source: TimelineSource, start: NodeId) -> str:
        noted = source.journal.branch_notes.get(start)
        if noted is None:
            return ""
        became = source.expectation(start) if noted.expects else None
        expects = say(words("expectation.expects", expression=noted.expects)) if noted.expects else ""
        said = f"{expects}: {say(expectation_words(became))}" if became is not None else expects
        return "\n".join(filter(None, (noted.note, said)))

    def redraw(self) -> None:
        """Draw everything anew, in the colours, sizes and words in force."""
        super().redraw()
        self._filter(self.filter.text())
        self.refresh()

    @property
    def summary(self) -> str:
        """How much there is: *3 rounds · 23 steps*; while a filter is set, how much it finds: *3 of 18 steps*."""
        rows = self.model.rows
        if rows is not None and rows.found is not None:
            hits, steps = rows.found
            return say(words("count.found", hits=hits, n=steps))
        if rows is None or not rows.rounds:
            return ""
        return f"{say(words('count.rounds', n=rows.rounds))} · {say(words('count.steps', n=rows.steps))}"

    def select_node(self, node: NodeId) -> None:
        """Select the row on which an event is shown, if it is on this branch; its round when that is folded."""
        at = self.model.rows.row_of(node) if self.model.rows is not None else None
        if at is not None:
            self.view.select(at)

    def select_call(self, key: CallKey) -> None:
        """Select the row of a call, if it is on this branch; that of its round when that is folded."""
        at = self.model.rows.row_of_call(key) if self.model.rows is not None else None
        if at is not None:
            self.view.select(at)

    @property
    def place(self) -> tuple[Place, str] | None:
        """The place of the selected row, and its tool; None where there is none."""
        row = self.model.row_at(self.view.current_row)
        return place_of_row(row) if row is not None else None

    def clear_selection(self) -> None:
        """Look at no row: the panes show the head."""
        self.view.clear_selection()
        self.selected.emit(None, None)

    def fold_all(self, folded: bool) -> None:
        """Fold or open every round."""
        if self.model.rows is not None:
            self.model.rows.fold_all(folded)
            self._go_on()

    # What the person does

    def show_menu(self, at: int, where: QPoint) -> None:
        """Show what can be done with a row."""
        row = self.model.row_at(at)
        if row is not None and self._source is not None:
            menu = row_menu(self, row, lambda id: self.choose(id, row), self.allowed)
            menu.aboutToHide.connect(menu.deleteLater)
            menu.popup(where)

    def choose(self, id: str, row: Row) -> None:
        """Do what an entry of a row's menu is for."""
        if id in ("fold_all", "open_all"):
            self.fold_all(id == "fold_all")
        elif id == "hide_kind":
            self.hide_kinds(self.model.hidden | {name_of(row.kind)})
        else:
            timeline_choices.choose(self, self._source, id, row)

    def allowed(self, id: str, row: Row) -> bool:
        """Whether an entry of a row's menu can be chosen now."""
        return timeline_choices.allowed(self._source, id, row)

    def hide_kinds(self, names: frozenset[str]) -> None:
        """Show all rows but those of these kinds (names of `present/row_kinds`)."""
        if names != self.model.hidden:
            self.model.hide(names)
            self.kinds.tell(names)
            self._go_on()
            self.kinds_changed.emit(names)

    def _connect(self) -> None:
        self.more.clicked.connect(self._fork_at_head)
        self.view.row_selected.connect(self._selected)
        self.view.row_activated.connect(self._activated)
        self.view.cleared.connect(lambda: self.selected.emit(None, None))
        self.view.menu_wanted.connect(self.show_menu)
        self.view.gutter_pressed.connect(self._gutter_pressed)
        self.tabs.branch_selected.connect(self.branch_selected)
        self.tabs.branch_renamed.connect(self.branch_renamed)
        self.tabs.kept_wanted.connect(self.branch_kept)
        self.tabs.hide_wanted.connect(self.branch_hidden)
        self.kept.edit_wanted.connect(self._keep_shown)
        self.filter.textChanged.connect(self._filter)
        self.kinds.changed.connect(self.hide_kinds)
        self.empty.pressed.connect(self.message_wanted)

    def _node_at(self, y: int) -> int:
        """The node of the row at a height of the view; 0 where there is none."""
        row = self.model.row_at(self.view.rowAt(y))
        return (looked_at(row) or 0) if row is not None else 0

    def _selected(self, at: int) -> None:
        row = self.model.row_at(at)
        if row is not None:
            self.selected.emit(looked_at(row), row.call)
            self.looked.emit(row)

    def _activated(self, at: int) -> None:
        row = self.model.row_at(at)
        if row is not None and row.kind == "fork":
            self.branch_selected.emit(row.start)
        elif row is not None:
            self.activated.emit(row)

    def _keep_shown(self) -> None:
        if self.model.rows is not None:
            self.branch_kept.emit(self.model.rows.shown_branch)

    def _gutter_pressed(self, at: int) -> None:
        row = self.model.row_at(at)
        if row is not None and self.allowed("breakpoint", row):
            self.choose("breakpoint", row)

    def _fork_at_head(self) -> None:
        if self._source is not None:
            self.fork_requested.emit(self._source.journal.head)

    # Long lists

    def _filter(self, text: str) -> None:
        self.model.set_filter(text.strip())
        self.tell_faults(faults_of(text))
        self._go_on()

    def _go_on(self) -> None:
        """Long lists are read in slices between the person's keys."""
        rows = self.model.rows
        if rows is not None and rows.busy:
            self._slices.start()
        self.choose_page()
        self._tell_summary()

    def _work(self) -> None:
        rows = self.model.rows
        if rows is None or not rows.work():
            self._slices.stop()
            self.choose_page()
        self._tell_summary()

    def _tell_summary(self) -> None:
        if self.summary != self._summary:
            self._summary = self.summary
            self.summary_changed.emit(self._summary)
