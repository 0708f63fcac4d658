"""What the timeline asks of the window: kinds of rows that are remembered, forms of breakpoints, actions for the selected row, and that
what the row is about comes into view in the panes.

Above: `session_side`. Below: `panes/timeline`, `break_room`, `session_panes`, `views`, the settings of the workspace.
"""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject

from studio.gui.actions_rows import KIND_WORDS
from studio.gui.break_room import BreakRoom
from studio.gui.panes.point_words import new_point
from studio.gui.panes.timeline import TimelinePane
from studio.gui.session_panes import SessionPanes
from studio.gui.shell import Shell
from studio.gui.views import Views
from studio.present.row import Row
from studio.present.row_kinds import HIDDEN_AT_FIRST, pane_of
from studio.session.breakpoints import pattern_of
from studio.session.nodes import Place


class TimelineRoom(QObject):
    """`kinds_changed` of the timeline is remembered here; what was remembered is in force from the first."""

    def __init__(
        self, shell: Shell, timeline: TimelinePane, breaks: BreakRoom, panes: SessionPanes, views: Views
    ) -> None:
        super().__init__(timeline)
        self._shell, self._timeline, self._breaks = shell, timeline, breaks
        self._panes, self._views = panes, views
        timeline.looked.connect(self._look)
        timeline.activated.connect(self._enter)
        timeline.hide_kinds(frozenset(shell.workspace.settings.hidden_rows) & KIND_WORDS.keys())
        timeline.kinds_changed.connect(self._keep)
        timeline.breakpoint_form_wanted.connect(self._form)
        timeline.action_wanted.connect(lambda id: shell.actions[id].trigger())

    def table(self) -> Mapping[str, Callable[[], object]]:
        """What to do by the id of the action."""
        return {
            **{f"rows_{name}": self._turner(name) for name in KIND_WORDS},
            "rows_all": lambda: self._timeline.hide_kinds(HIDDEN_AT_FIRST),
        }

    def checks(self) -> dict[str, bool]:
        """Which kinds are shown, by the id of the action."""
        return {f"rows_{name}": name not in self._timeline.model.hidden for name in KIND_WORDS}

    def _turner(self, name: str) -> Callable[[], object]:
        return lambda: self._timeline.hide_kinds(self._timeline.model.hidden ^ {name})

    def _keep(self, hidden: frozenset[str]) -> None:
        workspace = self._shell.workspace
        workspace.settings.hidden_rows = sorted(hidden)
        self._shell.bridge.attempt(workspace.save_settings)
        self._shell.refresh()

    def _look(self, row: Row) -> None:
        """Bring what a row is about into view; of two tabs the one that shows it. The keyboard stays where it is."""
        centre = self._shell.centre
        if centre.are_tabs:
            centre.bring(self._panes.of(pane_of(row)))
        if row.call is not None:
            self._panes.response.calls.reveal(row.call)
        if row.kind == "message":
            self._reveal_message(row)
        else:
            self._panes.request.chat.mark_none()

    def _reveal_message(self, row: Row) -> None:
        session = self._shell.bridge.session
        if session is not None and row.event in session.tree:
            self._panes.request.chat.reveal(len(session.tree.state(row.event).messages) - 1)

    def _enter(self, row: Row) -> None:
        """Put the keyboard into the editor of what a row is about."""
        if row.call is not None:
            self._views.show_call(row.call)
        else:
            self._views.go_to(pane_of(row))

    def _form(self, place: tuple[Place, str]) -> None:
        self._breaks.edit(new_point(place[0], pattern_of(place[1])))
