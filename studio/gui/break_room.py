"""Breakpoints and watches as the person sets them: by key, in the gutter, in the docks, in a form.

Above: `window`. Below: `dialogs/breakpoint`, the docks, `bridge`. Which breakpoint is meant: the selected one of the dock where the
keyboard is there, else that of the selected step, else that of what is due.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDialog, QWidget

from studio.gui.bridge import Bridge
from studio.gui.panes.breakpoints_pane import BreakpointsPane
from studio.gui.panes.point_words import new_point
from studio.gui.panes.timeline import TimelinePane
from studio.gui.situation import due_kind
from studio.late import Late
from studio.problems import StudioError
from studio.session.breakpoints import Breakpoint, pattern_of
from studio.session.nodes import Place
from studio.workspace.opened import OpenedSession

if TYPE_CHECKING:
    from studio.gui.dialogs import breakpoint as breakpoint_form
else:
    breakpoint_form = Late("studio.gui.dialogs.breakpoint")


class BreakRoom(QObject):
    """`points` is the dock. `show` puts a dialog up; `watch` puts the keyboard where an expression to watch is typed."""

    def __init__(
        self,
        window: QWidget,
        bridge: Bridge,
        timeline: TimelinePane,
        show: Callable[[QDialog], object],
        watch: Callable[[], object],
    ) -> None:
        super().__init__(window)
        self._window, self._bridge, self._show = window, bridge, show
        self.watch = watch
        self._timeline = timeline
        self._forms: dict[str, breakpoint_form.BreakpointDialog] = {}
        self.points = BreakpointsPane(bridge, window)
        timeline.breakpoint_wanted.connect(self._toggle)
        self.points.edit_wanted.connect(self.edit)

    def table(self) -> Mapping[str, Callable[[], object]]:
        """What to do by the id of the action."""
        return {
            "toggle_breakpoint": self.toggle,
            "new_breakpoint": self.new,
            "edit_breakpoint": self.edit_here,
            "switch_breakpoint": self.switch,
            "switch_breakpoints": self.switch_all,
            "add_watch": self.watch,
        }

    def toggle(self) -> None:
        """Set a breakpoint at the place that is looked at, or take it away."""
        self._toggle(self._place())

    def _toggle(self, place: tuple[Place, str] | None) -> None:
        if place is None:
            self._bridge.fail(self._nowhere())
        else:
            self._bridge.do(lambda opened: opened.toggle(*place))

    def new(self) -> None:
        """A new breakpoint, with the place that is looked at."""
        place, tool = self._place() or ("before_call", "")
        self.edit(new_point(place, pattern_of(tool)))

    def edit_here(self) -> None:
        """The form of the breakpoint that is meant; of a new one where there is none."""
        point = self._meant()
        if point is not None:
            self.edit(point)
        else:
            self.new()

    def edit(self, point: Breakpoint) -> "breakpoint_form.BreakpointDialog | None":
        """Show a breakpoint in its form, one form for each."""
        session = self._bridge.session
        if session is None:
            return None
        shown = self._forms.get(point.id)
        if shown is not None:
            shown.raise_()
            shown.activateWindow()
            return shown
        dialog = breakpoint_form.BreakpointDialog(self._window, self._bridge, session, point)
        if point.id:
            self._forms[point.id] = dialog
            dialog.finished.connect(lambda _code: self._forms.pop(point.id, None))
        self._show(dialog)
        return dialog

    def switch(self) -> None:
        """Switch the breakpoint that is meant off, or on again."""
        point = self._meant()
        if point is None:
            self._bridge.fail(self._nowhere())
        else:
            self._bridge.do(lambda opened: opened.switch_breakpoint(point.id, not point.on))

    def switch_all(self) -> None:
        """Switch all breakpoints off, or on where all are off."""
        self._bridge.do(lambda opened: opened.switch_all(not any(point.on for point in opened.breakpoints)))

    def _nowhere(self) -> StudioError:
        return StudioError(
            self.tr("There is no breakpoint here."), self.tr("Select a request, a reply, a call or a result.")
        )

    def _meant(self) -> Breakpoint | None:
        session, id = self._bridge.session, self.points.selected if self.points.list.hasFocus() else ""
        if session is None:
            return None
        chosen = next((point for point in session.breakpoints if point.id == id), None)
        place = self._place()
        return chosen or (next(iter(session.breakpoints_at(*place)), None) if place is not None else None)

    def _place(self) -> tuple[Place, str] | None:
        session = self._bridge.session
        return self._timeline.place or (_due_place(session) if session is not None else None)


def _due_place(session: OpenedSession) -> tuple[Place, str] | None:
    """The place before what is due."""
    match due_kind(session):
        case "AskModel" | "ChooseTools":
            return ("before_request", "")
        case "RunCalls":
            calls = getattr(session.due, "calls", ())
            found = session.state.call(calls[0]) if calls else None
            return ("before_call", found.call.name) if found is not None else None
        case _:
            return None
