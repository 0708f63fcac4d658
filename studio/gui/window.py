"""One window: menus, the start page, the status bar; the side that shows a session is made when there is one.

Above: `app`. Below: `session_side`, `start_page`, `desk`, `dialog_room`. What it does to a session goes through `bridge`.
"""

from collections.abc import Callable, Iterator
from functools import cached_property, partial
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QWidget

from studio.gui.action_set import ActionSet
from studio.gui.actions import ACTIONS
from studio.gui.bridge import Bridge
from studio.gui.centre import Centre
from studio.gui.chosen_here import ChosenHere
from studio.gui.closing import Closing
from studio.gui.desk import Desk, Elsewhere
from studio.gui.dropped import Dropped
from studio.gui.layout import forget_layout, restore_size
from studio.gui.look.icons import icon
from studio.gui.look.theme import theme
from studio.gui.look_choice import LookChoice
from studio.gui.palette_entry import Doors
from studio.gui.panes.start_page import StartPage
from studio.gui.panes.status_line import StatusLine
from studio.gui.recent_menu import RecentMenu
from studio.gui.shell import Shell
from studio.gui.situation import NOTHING, Situation
from studio.gui.start_room import StartRoom
from studio.gui.tab_round import TabRound
from studio.gui.trouble_keeper import TroubleKeeper
from studio.gui.work_shown import WorkShown
from studio.late import Late
from studio.workspace.workspace import Workspace

if TYPE_CHECKING:
    from studio.gui import dialog_room, palette, session_side
    from studio.gui.break_room import BreakRoom
    from studio.gui.commands import Commands
    from studio.gui.docks import Docks
    from studio.gui.focus_round import FocusRound
    from studio.gui.here import Here
    from studio.gui.offers import Offers
    from studio.gui.panes.branches_pane import BranchesPane
    from studio.gui.panes.console_pane import ConsolePane
    from studio.gui.panes.events_pane import EventsPane
    from studio.gui.panes.http_pane import HttpPane
    from studio.gui.panes.mcp_pane import McpPane
    from studio.gui.panes.problems_pane import ProblemsPane
    from studio.gui.panes.timeline import TimelinePane
    from studio.gui.panes.tools_pane import ToolsPane
    from studio.gui.session_panes import SessionPanes
    from studio.gui.toolbar import Toolbar
    from studio.gui.views import Views
else:
    dialog_room = Late("studio.gui.dialog_room")
    palette = Late("studio.gui.palette")
    session_side = Late("studio.gui.session_side")


Kind = TypeVar("Kind")


class Part(Generic[Kind]):
    """A part of the side that shows a session, by its path: asking for it makes it."""

    def __init__(self, path: str) -> None:
        self._part: Callable[[object], Kind] = attrgetter(path)

    def __get__(self, window: object, _owner: type[object]) -> Kind:
        return self._part(window)


class StudioWindow(QMainWindow):
    """`closed` says that all its work has ended. Sessions that do not fit here go `elsewhere`."""

    closed = Signal()
    panes: "Part[SessionPanes]" = Part("side.panes")
    docks: "Part[Docks]" = Part("side.docks")
    timeline: "Part[TimelinePane]" = Part("side.timeline")
    tools: "Part[ToolsPane]" = Part("side.tools")
    problems: "Part[ProblemsPane]" = Part("side.problems")
    console: "Part[ConsolePane]" = Part("side.console")
    breaks: "Part[BreakRoom]" = Part("side.breaks")
    focus: "Part[FocusRound]" = Part("side.focus")
    views: "Part[Views]" = Part("side.views")
    offers: "Part[Offers]" = Part("side.offers")
    toolbar: "Part[Toolbar]" = Part("side.toolbar")
    here: "Part[Here]" = Part("side.here")
    commands: "Part[Commands]" = Part("side.commands")
    http: "Part[HttpPane]" = Part("side.late.http")
    events: "Part[EventsPane]" = Part("side.late.events")
    mcp: "Part[McpPane]" = Part("side.late.mcp")
    branches: "Part[BranchesPane]" = Part("side.late.branches")

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
        self._making: session_side.SessionSide | None = None
        self._made: session_side.SessionSide | None = None
        self._tab_round = TabRound(self)
        self.bridge = Bridge(self)
        self.desk = Desk(workspace, self.bridge, elsewhere)
        self.desk.trust_wanted = partial(self._do, "review_tools")
        self.dropped = Dropped(self.desk, self.bridge, lambda: self.dialogs)
        self.start, self.status = StartPage(self), StatusLine(self)
        self.centre = Centre(self.start, self)
        self.setCentralWidget(self.centre)
        self.setStatusBar(self.status)
        self.closing = Closing(self, self.bridge, self.desk, self._has_draft, self._commit)
        self._does = self._table()
        self.actions_ = ActionSet(self, {spec.id: partial(self._do, spec.id) for spec in ACTIONS}, icon)
        self.recent_menu = RecentMenu(self, self.workspace.recent)
        self.actions_.fill(self.menuBar(), recent=self.recent_menu)
        ChosenHere(self, look.chosen, self.actions_, (self.bridge, self.centre.notice), self._reword)
        self._join()
        self._reword()
        self.actions_.redraw()
        restore_size(self, workspace)
        self.refresh()

    # The side that shows a session

    @property
    def side(self) -> "session_side.SessionSide":
        """All that shows a session; made when it is first asked for."""
        self._arrive()
        assert self._made is not None
        return self._made

    def make_side(self) -> Iterator[None]:
        """Make what shows a session, or the rest of it, with a pause between two parts."""
        if self._made is not None:
            return
        if self._making is None:
            self._making = session_side.SessionSide(self._shell())
        yield from self._making.making
        if self._made is None:
            self._made = self._making
            self._made.show_for(self.bridge.session is not None)
            self.refresh()

    def _shell(self) -> Shell:
        return Shell(
            window=self,
            workspace=self.workspace,
            bridge=self.bridge,
            desk=self.desk,
            dialogs=self.dialogs,
            actions=self.actions_,
            centre=self.centre,
            refresh=self.refresh,
            situated=self._situate,
        )

    @cached_property
    def dialogs(self) -> "dialog_room.DialogRoom":
        """All dialogs of this window."""
        room = dialog_room.DialogRoom(self, self.desk, self.bridge)
        room.actions, room.settle, room.take_file = self.actions_, self._settle, self.dropped.take_file
        room.settings.join(self.look.chosen, self.actions_)
        return room

    @cached_property
    def palette_(self) -> "palette.Palette":
        """The command palette."""
        doors = Doors(self.bridge, self.desk.look_at, self.go_to, self._show_tool, self._find)
        return palette.Palette(self.actions_, self, doors)

    def _show_tool(self, name: str) -> None:
        self.dialogs.tools.page(name)

    def _find(self, words: str) -> None:
        self.side.finding.open(words)

    def _join(self) -> None:
        self.recent_menu.chosen.connect(self.desk.open)
        self.bridge.arriving.connect(self._arrive)
        self.bridge.session_changed.connect(self._session_changed)
        self.bridge.refreshed.connect(self.refresh)
        self.bridge.notice.connect(self.centre.notice.show_notice)
        self.bridge.offered.connect(self.centre.notice.show_notice)
        self.bridge.selected.connect(lambda _node: self.refresh())
        self.status.save_as_wanted.connect(partial(self._do, "save_as"))
        self.look.changed.connect(self.refresh)
        self.look.chosen.failed.connect(self.bridge.failed)
        WorkShown(self, self.bridge.works, self.centre.work_bar)
        TroubleKeeper(
            self.bridge, self.centre.trouble, *(partial(self._typed_in, part) for part in ("request", "response"))
        )
        theme().changed.connect(self._redraw)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._focus_changed)
        self._start_room = StartRoom(self.start, self.bridge, self.desk, self._do)
        self.start.language_wanted.connect(self.look.next_language)
        self.start.theme_wanted.connect(self.look.next_theme)

    # What the actions do

    def _table(self) -> dict[str, Callable[[], object]]:
        """What actions do that need nothing of the side that shows a session."""
        return {
            **self.look.table(),
            "demo": self.desk.demo,
            "sample_loop": partial(self.desk.sample, "loop"),
            "sample_agent": partial(self.desk.sample, "agent"),
            "close": self.close_session,
            "quit": self._quit,
            "palette": self._open_palette,
            "go_to_round": lambda: self.palette_.open_at(":"),
            "reset_layout": self.reset_layout,
        }

    def _do(self, id: str) -> None:
        """Do what an action of the table does. KeyError when nobody does it."""
        if id not in self._does:
            self._does.update(self.dialogs.table())
        if id not in self._does:
            self._does.update(self.side.table())
        self._does[id]()

    def _settle(self) -> str:
        return self._made.panes.settle() if self._made is not None else ""

    def _commit(self) -> str:
        return self._made.panes.commit() if self._made is not None else ""

    def _has_draft(self) -> bool:
        return self._made is not None and self._made.panes.has_draft

    def _typed_in(self, part: str) -> bool:
        return self._made is not None and bool(getattr(self._made.panes, part).has_draft)

    def _open_palette(self) -> None:
        self.palette_.open_at()

    def go_to(self, part: str) -> None:
        """Bring a part into view and put the keyboard into it."""
        self.side.go_to(part)

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
        self.side.views.reset()
        self.refresh()

    # What is shown

    @property
    def situation(self) -> Situation:
        """The facts by which actions are allowed."""
        side = self._made
        if side is None:
            return Situation(self.bridge.session)
        return Situation(
            self.bridge.session,
            self.bridge.selection or NOTHING,
            side.here.text,
            not self.centre.are_tabs,
            self.bridge.waits_for_trust,
            side.problems.count,
            side.here.offers(),
        )

    def _situate(self) -> None:
        self.actions_.update(self.situation)

    def refresh(self) -> None:
        """Show where the session stands now."""
        session, running = self.bridge.session, self.bridge.running
        self.actions_.call_it("run", "Pause" if running else "Run", "pause" if running else "run")
        self._situate()
        self.actions_.check(f"theme_{self.look.theme}", True)
        self.actions_.check(f"language_{self.look.language}", True)
        if self._made is not None:
            self._made.refresh()
        self.status.tell(session)
        title = session.title if session is not None else ""
        self.setWindowTitle(f"{title} — Toolcall Studio" if title else "Toolcall Studio")
        if session is None:
            self._tell_start()

    def _tell_start(self) -> None:
        languages = {"en": "English", "zh_CN": "简体中文"}
        theme_words = self.actions_[f"theme_{self.look.theme}"].text()
        self.start.tell_choices(languages[self.look.language], self.tr("Theme: {name}").format(name=theme_words))

    def _arrive(self) -> None:
        if self._made is None:
            with self.look.styled_after():
                for _ in self.make_side():
                    pass

    def _session_changed(self) -> None:
        opened = self.bridge.session is not None
        self.centre.show_start(not opened)
        self._start_room.leave()
        if self._made is not None:
            self._made.show_for(opened)
        if not opened:
            self._start_room.show()
            self.start.focus_first()
        self.refresh()

    def _reword(self) -> None:
        self.actions_.reword()
        self.menuBar().setAccessibleName(self.tr("Menu bar"))
        if self._made is not None:
            self._made.reword()

    def _redraw(self) -> None:
        self.actions_.redraw()
        if self._made is not None:
            self._made.fit()

    # Qt's events

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and hasattr(self, "recent_menu"):
            self._reword()
            self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Panes become tabs in a narrow window."""
        super().resizeEvent(event)
        if self._made is not None:
            self._made.fit()

    def focusNextPrevChild(self, next: bool) -> bool:
        """Tab goes through the window as it is read."""
        return self._tab_round.go(1 if next else -1) or super().focusNextPrevChild(next)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Never at once: first what runs is stopped, then the window goes."""
        event.ignore()
        self.closing.ask_then(self.close_now)

    def close_now(self) -> None:
        """Close without asking: what runs is stopped, then the window goes."""
        if self._made is not None and self.bridge.session is not None:
            self.bridge.attempt(self._made.save)
        self.hide()
        self.closing.finish(self.closed.emit)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take files."""
        if self.dropped.takes(event):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Take each file for what it is."""
        self.dropped.take(event)

    def take_file(self, path: Path) -> None:
        """What dropping a file does."""
        self.dropped.take_file(path)

    def _focus_changed(self, _old: QWidget | None, now: QWidget | None) -> None:
        if now is not None and self.isAncestorOf(now):
            self._situate()
