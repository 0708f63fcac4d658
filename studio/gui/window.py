"""One window: menus, toolbar, docks, the centre, the status bar; it shows one session or the start page.

Above: `app`. Below: all parts of the room. What it does to a session goes through `bridge`, `commands` and `desk`.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QWidget

from studio.gui.action_set import ActionSet
from studio.gui.approval_hint import ApprovalHint
from studio.gui.break_room import BreakRoom
from studio.gui.bridge import Bridge
from studio.gui.centre import NARROW, Centre
from studio.gui.closing import Closing
from studio.gui.commands import Commands
from studio.gui.desk import Desk, Elsewhere
from studio.gui.dialog_room import DialogRoom
from studio.gui.dock_titles import dock_titles
from studio.gui.docks import BOTTOM, RIGHT, Docks
from studio.gui.dropped import Dropped
from studio.gui.focus_keeper import FocusKeeper
from studio.gui.focus_round import FocusRound
from studio.gui.here import Here
from studio.gui.layout import forget_layout, restore_layout, save_layout, size_window
from studio.gui.look.icons import icon
from studio.gui.look.theme import theme
from studio.gui.look_choice import LookChoice
from studio.gui.offers import Offers
from studio.gui.palette import Palette
from studio.gui.panes.banner_content import banner_content
from studio.gui.panes.branches_pane import BranchesPane
from studio.gui.panes.console_pane import ConsolePane
from studio.gui.panes.events_pane import EventsPane
from studio.gui.panes.http_pane import HttpPane
from studio.gui.panes.mcp_pane import McpPane
from studio.gui.panes.problems_pane import ProblemsPane
from studio.gui.panes.start_page import StartPage
from studio.gui.panes.status_line import StatusLine
from studio.gui.panes.timeline import TimelinePane
from studio.gui.panes.tools_pane import ToolsPane
from studio.gui.panes.wire_shown import WireShown
from studio.gui.recent_menu import RecentMenu
from studio.gui.session_panes import SessionPanes
from studio.gui.situation import Situation
from studio.gui.timeline_source import join_timeline
from studio.gui.toolbar import Toolbar
from studio.gui.trouble_keeper import TroubleKeeper
from studio.gui.undo_offer import UndoOffer
from studio.gui.views import Views
from studio.session.nodes import CallKey, NodeId
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace

if TYPE_CHECKING:
    from studio.workspace.profiles import Profile


class StudioWindow(QMainWindow):
    """`closed` says that all its work has ended. Sessions that do not fit here go `elsewhere`."""

    closed = Signal()

    def __init__(
        self,
        workspace: Workspace,
        look: LookChoice,
        elsewhere: Elsewhere,
        quit: Callable[[], object],
    ) -> None:
        super().__init__()
        self.setObjectName("studio_window")
        self.setAcceptDrops(True)
        self.workspace, self.look, self._quit = workspace, look, quit
        self._profiles_of: object = None
        self._known_profiles: list[Profile] = []
        self.bridge = Bridge(self)
        self.desk = Desk(workspace, self.bridge, elsewhere)
        self.commands = Commands(self.bridge, self._settle)
        self.dialogs = DialogRoom(self, self.desk, self.bridge)
        self.dropped = Dropped(self.desk, self.bridge, self.dialogs)
        self._make_parts()
        self.closing = Closing(self, self.bridge, self.desk, lambda: self.panes.has_draft)
        self.actions_ = ActionSet(self, self._table(), icon)
        self.dialogs.actions, self.dialogs.settle, self.problems.settle = self.actions_, self._settle, self._settle
        self._make_bars()
        self.offers.join(self.actions_, self.views)
        self._join()
        self._reword()
        self.actions_.redraw()
        size_window(self)
        self.views.begin(restored=restore_layout(self, self.centre.splitter, self.docks.choices, workspace))
        self._fit()
        self.refresh()

    # Parts

    def _make_parts(self) -> None:
        self.start, self.panes = StartPage(self), SessionPanes(self.bridge, self)
        self.centre = Centre(self.start, self.panes.request, self.panes.response, self)
        self.setCentralWidget(self.centre)
        self.timeline, self.tools = TimelinePane(self), ToolsPane(self.bridge, self)
        self.problems, self.console = ProblemsPane(self.bridge, self), ConsolePane(self.bridge, self)
        wire, self.docks = WireShown(self.bridge, self), Docks(self)
        self.http = HttpPane(self.bridge, wire, self, key_variable=self.desk.key_variable)
        self.events = EventsPane(self.bridge, wire, self)
        self.mcp, self.branches = McpPane(self.bridge, self.workspace, self), BranchesPane(self.bridge, self)
        self.breaks = BreakRoom(self, self.bridge, self.timeline, self.dialogs.show_for_session, self.go_to)
        right = (self.breaks.points, self.breaks.watched)
        self.docks.add("timeline", self.timeline)
        self.docks.add("tools", self.tools)
        bottom = (self.problems, self.console, self.http, self.events, self.mcp, self.branches)
        for name, pane in zip((*RIGHT, *BOTTOM), (*right, *bottom), strict=True):
            self.docks.add(name, pane, own_header=True)
        self.status = StatusLine(self)
        self.setStatusBar(self.status)
        self.focus = FocusRound(self._focus_parts())
        FocusKeeper(self, self.bridge, self.panes, self.centre)
        self.offers = Offers(self.bridge, self.commands, self.dialogs, self.panes)
        self.views = Views(self, (self.docks, self.centre, self.panes, self.focus), self.look, self.refresh)
        parts = (self.panes, self.timeline, lambda: self.http)
        self.here = Here(self, self.bridge, parts, self.commands.table()["step"])

    def _focus_parts(self) -> dict[str, QWidget]:
        """The parts that F6 goes round, in reading order."""
        return {
            "timeline": self.timeline.view,
            "questions": self.centre.questions,
            "banner": self.centre.banner,
            "request": self.panes.request,
            "response": self.panes.response,
            "problems": self.problems.list,
            "console": self.console,
            "http": self.http,
            "events": self.events,
            "mcp": self.mcp,
            "branches": self.branches.list,
            "tools": self.tools.list,
            "breakpoints": self.breaks.points,
            "watch": self.breaks.watched,
            "start": self.start,
        }

    def _make_bars(self) -> None:
        self.recent_menu = RecentMenu(self, self.workspace.recent)
        self.recent_menu.chosen.connect(self.desk.open)
        self.actions_.fill(self.menuBar(), recent=self.recent_menu)
        self.toolbar = Toolbar(self.actions_, self.bridge, self)
        self.addToolBar(self.toolbar)
        self.palette_ = Palette(self.actions_, self)

    def _join(self) -> None:
        join_timeline(self.timeline, self.bridge, self.dialogs.branches)
        self.dialogs.branches.join(self.branches)
        self.branches.fork_wanted.connect(self.actions_["fork"].trigger)
        self.branches.message_wanted.connect(self.views.write_message)
        self.bridge.session_changed.connect(self._session_changed)
        self.bridge.happened.connect(self.views.bring_forward)
        self.bridge.refreshed.connect(self.refresh)
        typed = (lambda: self.panes.request.has_draft, lambda: self.panes.response.has_draft)
        TroubleKeeper(self.bridge, self.centre.trouble, *typed)
        self.bridge.notice.connect(self.centre.notice.show_notice)
        UndoOffer(self.bridge, self.centre.notice)
        ApprovalHint(self, self.bridge, self.centre)
        self.bridge.selected.connect(lambda _node: self.refresh())
        self.centre.banner.chosen.connect(self.offers.take)
        self.timeline.message_wanted.connect(self.views.write_message)
        self.timeline.activated.connect(lambda _node, call: self._activated(call))
        self.timeline.summary_changed.connect(self.docks.tell_timeline)
        self.dialogs.tools.join(self.tools, self.actions_, self.dialogs.review_tools)
        self.dialogs.servers.join(self.mcp, self.actions_, self.dialogs.tools.page)
        self.dialogs.servers.join_questions(self.centre.questions)
        self.mcp.failed.connect(self._count_failed)
        self.problems.counted.connect(self._count_problems)
        self.problems.call_wanted.connect(self.views.show_call)
        self.problems.history_wanted.connect(self.views.show_history)
        self.panes.join_problems(self.problems)
        self.problems.step_wanted.connect(self.timeline.select_call)
        self.desk.step_wanted = self.timeline.select_node
        self.panes.request.alone_wanted.connect(lambda: self.views.show_alone("request"))
        self.panes.response.alone_wanted.connect(lambda: self.views.show_alone("response"))
        self.toolbar.profile_chosen.connect(self._profile_chosen)
        self.look.changed.connect(self.refresh)
        self.look.failed.connect(self.bridge.failed)
        theme().changed.connect(self._redraw)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._focus_changed)
        self._join_start()

    def _join_start(self) -> None:
        page = self.start
        page.demo_wanted.connect(self.desk.demo)
        page.new_wanted.connect(self.dialogs.new)
        page.open_wanted.connect(self.dialogs.open)
        page.file_wanted.connect(self.desk.open)
        page.forget_wanted.connect(self._forget)
        page.leave_wanted.connect(self.desk.leave_closed)
        page.language_wanted.connect(self.look.next_language)
        page.theme_wanted.connect(self.look.next_theme)

    # What the actions do

    def _table(self) -> Mapping[str, Callable[[], object]]:
        return {
            **self.commands.table(),
            **self.dialogs.table(),
            **self.views.table(),
            **self.here.table(),
            **self.breaks.table(),
            "demo": self.desk.demo,
            "close": self.close_session,
            "quit": self._quit,
            "palette": self._open_palette,
            "next_problem": lambda: self.problems.go(1),
            "previous_problem": lambda: self.problems.go(-1),
            "reset_layout": self.reset_layout,
        }

    def _settle(self) -> str:
        return self.panes.settle()

    def _open_palette(self) -> None:
        self.palette_.open_at()

    def go_to(self, part: str) -> None:
        """Bring a part into view and put the keyboard into it."""
        self.views.go_to(part)

    def _activated(self, call: CallKey | None) -> None:
        if call is None:
            self.views.go_to("request")
        else:
            self.views.show_call(call)

    def close_session(self) -> None:
        """Close the session and show the start page; without a session close the window."""
        if self.bridge.session is None:
            self.close()
        else:
            self.closing.ask_then(self._close_session_now)

    def _close_session_now(self) -> None:
        self.bridge.spawn("close session", self.desk.close())

    def reset_layout(self) -> None:
        """All parts back to their places."""
        self.bridge.attempt(lambda: forget_layout(self.workspace))
        self.views.reset()
        self.refresh()

    def _profile_chosen(self, name: str) -> None:
        profile = next((one for one in self.workspace.profiles if one.name == name), None)
        if profile is not None:
            self.commands.use_profile(self.workspace.choice(profile), profile.params)

    def _forget(self, path: Path) -> None:
        self.bridge.attempt(lambda: self.workspace.forget(path))
        self._session_changed()

    # What is shown

    @property
    def situation(self) -> Situation:
        """The facts by which actions are allowed."""
        selected = NodeId(self.bridge.selection or 0)
        return Situation(
            self.bridge.session,
            selected,
            self.here.text,
            not self.centre.are_tabs,
            self.bridge.waits_for_trust,
            self.problems.count,
            self.here.offers(),
        )

    def refresh(self) -> None:
        """Show where the session stands now."""
        session, running = self.bridge.session, self.bridge.running
        self.actions_.call_it("run", "Pause" if running else "Run", "pause" if running else "run")
        self.actions_.update(self.situation)
        for id, on in self.views.checks(session).items():
            self.actions_.check(id, on)
        self.centre.banner.tell(banner_content(session) if session is not None else None)
        self.status.tell(session)
        self.docks.name_tabs()
        self.toolbar.tell(session, self._profiles())
        self._tell_title(session)
        if session is None:
            self._tell_start()

    def _profiles(self) -> "list[Profile]":
        """The profiles, read anew when they have changed."""
        kept = self.workspace.settings.profiles
        if self._profiles_of is not kept:
            self._profiles_of, self._known_profiles = kept, self.workspace.profiles
        return self._known_profiles

    def _tell_title(self, session: OpenedSession | None) -> None:
        title = session.title if session is not None else ""
        self.setWindowTitle(f"{title} — Toolcall Studio" if title else "Toolcall Studio")

    def _tell_start(self) -> None:
        languages = {"en": "English", "zh_CN": "简体中文"}
        theme_words = self.actions_[f"theme_{self.look.theme}"].text()
        self.start.tell_choices(languages[self.look.language], self.tr("Theme: {name}").format(name=theme_words))

    def _session_changed(self) -> None:
        opened = self.bridge.session is not None
        self.toolbar.setVisible(opened)
        self.views.show_for(opened)
        if opened:
            self.timeline.view.setFocus()
            self.panes.focus_composer()
        else:
            self.start.show_sessions(self.workspace.recent(), self.workspace.left_open())
            self.start.focus_first()
        self.refresh()

    def _count_problems(self, count: int) -> None:
        self.docks.title("problems", self.tr("Problems ({n})").format(n=count) if count else self.tr("Problems"))
        self.actions_.update(self.situation)

    def _count_failed(self, count: int) -> None:
        self.docks.title("mcp", self.tr("MCP (%n failed)", "", count) if count else self.tr("MCP"))

    def _reword(self) -> None:
        self.actions_.reword()
        for name, text in dock_titles().items():
            self.docks.title(name, text)
        self.menuBar().setAccessibleName(self.tr("Menu bar"))
        self.docks.tabs_name = self.tr("Parts at the bottom")

    def _redraw(self) -> None:
        self.actions_.redraw()
        self._fit()

    def _fit(self) -> None:
        self.centre.use_tabs(self.views.width < NARROW)
        self.toolbar.fit(self.views.width)

    # Qt's events

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and hasattr(self, "toolbar"):
            self._reword()
            self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Panes become tabs in a narrow window."""
        super().resizeEvent(event)
        self._fit()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Never at once: first what runs is stopped, then the window goes."""
        event.ignore()
        self.closing.ask_then(self.close_now)

    def close_now(self) -> None:
        """Close without asking: what runs is stopped, then the window goes."""
        if self.bridge.session is not None:
            self.bridge.attempt(lambda: save_layout(self, self.centre.splitter, self.docks.choices, self.workspace))
        self.hide()
        self.closing.finish(self.closed.emit)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take session files, Python files and JSON."""
        if self.dropped.takes(event):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open a session file; offer a Python file as tools, JSON as MCP servers."""
        self.dropped.take(event)

    def take_file(self, path: Path) -> None:
        """What dropping a file does."""
        self.dropped.take_file(path)

    def _focus_changed(self, _old: QWidget | None, now: QWidget | None) -> None:
        if now is not None and self.isAncestorOf(now):
            self.actions_.update(self.situation)
