"""The side of a window that shows a session: docks, panes, banners, toolbar. Made when a session is first shown.

Above: `window`. Below: all panes, `docks`, `centre`, the rooms. What it does to a session goes through `bridge`, `commands` and `desk`.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from studio.gui.announcer import Announcer
from studio.gui.approval_hint import ApprovalHint
from studio.gui.break_room import BreakRoom
from studio.gui.commands import Commands
from studio.gui.compare_room import CompareRoom
from studio.gui.damage_room import DamageRoom
from studio.gui.dock_titles import dock_titles, problems_title, tabs_name
from studio.gui.docks import BOTTOM, RIGHT, Docks
from studio.gui.failure_help import FailureHelp
from studio.gui.focus_keeper import FocusKeeper
from studio.gui.focus_round import FocusRound
from studio.gui.here import Here
from studio.gui.hint_room import HintRoom
from studio.gui.late_panes import LatePanes
from studio.gui.layout import restore_parts, save_layout
from studio.gui.offers import Offers
from studio.gui.panes.banner_content import banner_content
from studio.gui.panes.console_pane import ConsolePane
from studio.gui.panes.problems_pane import ProblemsPane
from studio.gui.panes.request_pane import RequestPane
from studio.gui.panes.response_pane import ResponsePane
from studio.gui.panes.timeline import TimelinePane
from studio.gui.panes.tools_pane import ToolsPane
from studio.gui.profile_list import ProfileList
from studio.gui.session_panes import SessionPanes
from studio.gui.shell import Shell
from studio.gui.spent_room import Around, SpentRoom
from studio.gui.timeline_room import TimelineRoom
from studio.gui.timeline_source import join_timeline
from studio.gui.toolbar import Toolbar
from studio.gui.undo_offer import UndoOffer
from studio.gui.views import Views
from studio.late import Late
from studio.workspace.saved_prompts import SavedPrompts

if TYPE_CHECKING:
    from studio.gui import find_room
else:
    find_room = Late("studio.gui.find_room")


class SessionSide:
    """Nothing of it is there before `making` has come to its end. `late` are the panes that are made when they first come into view."""

    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        self.window, self.bridge, self.dialogs, self.actions = shell.window, shell.bridge, shell.dialogs, shell.actions
        self.centre, self._profiles = shell.centre, ProfileList(shell.workspace)
        self.making = self._make()

    def _make(self) -> Iterator[None]:
        """Make everything, with a pause between two parts."""
        for part in (
            self._make_request,
            self._make_panes,
            self._make_lists,
            self._make_docks,
            self._make_rooms,
            self._join,
            self._join_panes,
        ):
            part()
            yield
        self.reword()
        choices = self.docks.choices
        self.views.begin(restored=restore_parts(self.window, self.centre.splitter, choices, self._shell.workspace))
        self.fit()

    # Parts

    def _make_request(self) -> None:
        self._request = RequestPane(self.bridge, self.window)

    def _make_panes(self) -> None:
        workspace = self._shell.workspace
        self.panes = SessionPanes(self.bridge, self._request, ResponsePane(self.bridge, self.window))
        keep = partial(self.bridge.attempt, workspace.save_settings)
        self.panes.use_prompts(SavedPrompts(lambda: workspace.settings, keep))
        self.centre.take(
            self.panes.request, self.panes.response, (self.panes.request.header, self.panes.response.header)
        )

    def _make_lists(self) -> None:
        window, bridge = self.window, self.bridge
        self.timeline, self.tools = TimelinePane(window), ToolsPane(bridge, window)
        self.problems, self.console = ProblemsPane(bridge, window), ConsolePane(bridge, window)
        self.problems.settle = self.panes.settle
        self.toolbar = Toolbar(self.actions, bridge, window)
        self.toolbar.hide()
        window.addToolBar(self.toolbar)

    def _make_docks(self) -> None:
        self.docks = Docks(self.window)
        self.late = LatePanes(self._shell, self.docks)
        show = self.dialogs.show_for_session
        self.breaks = BreakRoom(self.window, self.bridge, self.timeline, show, self._watch)
        made = {"breakpoints": self.breaks.points, "problems": self.problems, "console": self.console}
        self.docks.add("timeline", self.timeline)
        self.docks.add("tools", self.tools)
        for name in (*RIGHT, *BOTTOM):
            if name in made:
                self.docks.add(name, made[name], own_header=True)
            elif name == "find":
                self.docks.add_late(name, lambda: self.finding)
            else:
                self.docks.add_late(name, self.late.maker(name))

    def _make_rooms(self) -> None:
        shell = self._shell
        self.commands = Commands(self.bridge, self.panes.settle)
        self.focus = FocusRound(self._focus_parts)
        self.keeper = FocusKeeper(self.window, self.bridge, self.panes, self.centre)
        self.offers = Offers(self.bridge, self.commands, self.dialogs, self.panes)
        self.views = Views(self.window, (self.docks, self.centre, self.panes, self.focus), shell.refresh)
        self.offers.join(self.actions, self.views, self._show_server_log)
        self.compared = CompareRoom(shell, self.late, self.views, self.timeline)
        SpentRoom(shell, self.late, Around(self.panes, self.views, self.tools))
        self.rows = TimelineRoom(shell, self.timeline, self.breaks, self.panes, self.views)
        parts = (self.panes, self.timeline, lambda: self.late.http)
        self.here = Here(self.window, self.bridge, parts, self.commands.table()["step"])

    @cached_property
    def finding(self) -> "find_room.FindRoom":
        """What finds in the session; made when it is first asked for, like the part it stands in."""
        room = find_room.FindRoom(self.window, self.bridge, (self.panes, self.views), self._shell.desk.look_at)
        self.docks.fill("find", room.pane)
        return room

    def _focus_parts(self) -> Mapping[str, QWidget]:
        """The parts that F6 goes round, in reading order."""
        return {
            "timeline": self.timeline.view,
            "questions": self.centre.questions,
            "banner": self.centre.banner,
            "hints": self.hints.strip,
            "request": self.panes.request,
            "response": self.panes.response,
            "notice": self.centre.notice,
            "problems": self.problems,
            "console": self.console,
            **self.late.made("http", "events", "mcp", "branches", "compare", "sample", "cost"),
            **({"find": self.finding.pane} if "finding" in self.__dict__ else {}),
            "tools": self.tools,
            "breakpoints": self.breaks.points,
            **self.late.made("watch", "context"),
            "strip": self.docks.strip,
        }

    # How they are joined

    def _join(self) -> None:
        bridge, centre = self.bridge, self.centre
        join_timeline(self.timeline, bridge, self.dialogs.branches)
        bridge.happened.connect(self.views.bring_forward)
        UndoOffer(bridge, centre.notice)
        ApprovalHint(self.window, bridge, centre)
        self.hints = HintRoom(self._shell, self.panes)
        self.problems.gone_to.connect(Announcer(self.window, bridge).say)
        FailureHelp(self._shell, self.panes, self.views)
        self.problems.line_wanted.connect(DamageRoom(self._shell, self.dialogs.show_for_session).show_line)
        centre.banner.chosen.connect(self.offers.take)
        self.toolbar.profile_chosen.connect(self._profile_chosen)
        self.dialogs.tools.join(self.tools, self.actions, self.dialogs.review_tools)
        self.dialogs.servers.join_questions(centre.questions)
        self.late.message_wanted, self.late.step_wanted = self.views.write_message, self.timeline.select_node
        self._shell.desk.step_wanted = self.timeline.select_node

    def _join_panes(self) -> None:
        timeline, problems, panes, views = self.timeline, self.problems, self.panes, self.views
        timeline.message_wanted.connect(views.write_message)
        timeline.summary_changed.connect(self.docks.tell_timeline)
        problems.counted.connect(self._count_problems)
        problems.call_wanted.connect(views.show_call)
        problems.history_wanted.connect(views.show_history)
        problems.step_wanted.connect(timeline.select_call)
        problems.rule_wanted.connect(self.dialogs.rules.set)
        problems.rules_wanted.connect(self.dialogs.rules.open)
        panes.join_problems(problems)
        for name, pane in (("request", panes.request), ("response", panes.response)):
            pane.entered.connect(lambda name=name: self.focus.enter(name))
        panes.request.alone_wanted.connect(lambda: views.show_alone("request"))
        panes.response.alone_wanted.connect(lambda: views.show_alone("response"))

    # What the actions do

    def table(self) -> Mapping[str, Callable[[], object]]:
        """What to do by the id of the action."""
        return {
            **self.commands.table(),
            **self.views.table(),
            **self.here.table(),
            **self.breaks.table(),
            **self.rows.table(),
            **self.compared.table(),
            "find_session": lambda: self.finding.open(""),
            "next_problem": lambda: self.problems.go(1),
            "previous_problem": lambda: self.problems.go(-1),
        }

    def go_to(self, part: str) -> None:
        """Bring a part into view and put the keyboard into it."""
        self.views.go_to(part)

    def save(self) -> None:
        """Remember where everything is. Raises SettingsError."""
        save_layout(self.window, self.centre.splitter, self.docks.choices, self._shell.workspace)

    def _show_server_log(self, name: str) -> None:
        self.go_to("mcp")
        self.late.mcp.show_server(name, "log")

    def _watch(self) -> None:
        self.go_to("watch")
        self.late.watch.begin()

    def _profile_chosen(self, name: str) -> None:
        workspace = self._shell.workspace
        profile = next((one for one in workspace.profiles if one.name == name), None)
        if profile is not None:
            self.commands.use_profile(workspace.choice(profile), profile.params)

    # What is shown

    def show_for(self, opened: bool) -> None:
        """Show what belongs to an open session, or nothing of it."""
        self.toolbar.setVisible(opened)
        self.views.show_for(opened)
        self.fit()
        self.late.look()
        if opened:
            self.timeline.view.setFocus()
            self.panes.focus_composer()
            self.keeper.begun()

    def refresh(self) -> None:
        """Show where the session stands now."""
        session = self.bridge.session
        for id, on in (self.views.checks(session) | self.rows.checks()).items():
            self.actions.check(id, on)
        self.centre.banner.tell(banner_content(session) if session is not None else None)
        self.docks.name_tabs()
        self.toolbar.tell(session, self._profiles.now())

    def _count_problems(self, errors: int, warnings: int) -> None:
        self.docks.title("problems", problems_title(errors, warnings))
        self._shell.situated()

    def reword(self) -> None:
        """Everything in the language in force."""
        for name, text in dock_titles().items():
            self.docks.title(name, text)
        self.docks.tabs_name = tabs_name()

    def fit(self) -> None:
        """Fit the size of the window and of the text."""
        self.views.fit()
        self.toolbar.fit(self.views.room.width)
