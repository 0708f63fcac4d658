"""What of the window is in view and where the keyboard goes: the actions of the menu View.

Above: `window`. Below: `docks`, `centre`, `session_panes`, `focus_round`. Changes no session.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QMainWindow

from studio.gui.commands import session_checks
from studio.gui.docks import BOTTOM, Docks
from studio.gui.look.theme import theme
from studio.gui.room import Room, room_of
from studio.session.notes import Stopped

if TYPE_CHECKING:
    from studio.checks.history.problem import HistoryProblem
    from studio.gui.centre import Centre
    from studio.gui.focus_round import FocusRound
    from studio.gui.session_panes import SessionPanes
    from studio.session.nodes import CallKey
    from studio.workspace.opened import OpenedSession

PARTS = (
    "timeline",
    "request",
    "response",
    "tools",
    "problems",
    "console",
    "http",
    "events",
    "mcp",
    "branches",
    "breakpoints",
    "watch",
    "find",
    "compare",
    "sample",
    "context",
    "cost",
)


_TRIES, _MOMENT = 10, 10
"""How often, and after how many milliseconds, a part that takes no keyboard yet is asked again."""


class Views:
    """`changed` is called when something else is in view."""

    def __init__(
        self,
        window: QMainWindow,
        parts: tuple[Docks, "Centre", "SessionPanes", "FocusRound"],
        changed: Callable[[], None],
    ) -> None:
        self._window, self._changed = window, changed
        self._docks, self._centre, self._panes, self._focus = parts
        self._even = False
        self._docks.changed = changed
        self._docks.strip.pressed.connect(self.toggle)

    def table(self) -> Mapping[str, Callable[[], object]]:
        """What to do by the id of the action."""
        return {
            "cut": lambda: self._focus.edit("cut"),
            "copy": lambda: self._focus.edit("copy"),
            "paste": lambda: self._focus.edit("paste"),
            **{f"show_{name}": self._toggler(name) for name in self._docks.all},
            "show_bottom": lambda: self.toggle(*BOTTOM),
            "stacked": lambda: self.stack(not self._centre.is_stacked),
            "alone": lambda: self.show_alone("request" if self._focus.name() == "request" else "response"),
            **{f"focus_{part}": self._goer(part) for part in PARTS},
            "memory": self.show_memory,
            "attach": self.attach,
            "full_screen": self.toggle_full_screen,
            "next_part": lambda: self._focus.go(1),
            "previous_part": lambda: self._focus.go(-1),
        }

    def checks(self, session: "OpenedSession | None") -> dict[str, bool]:
        """Which of the actions that are chosen or not stand chosen, by id."""
        seen = {name: not dock.isHidden() for name, dock in self._docks.all.items()}
        return {
            "alone": self._centre.is_alone,
            "stacked": self._centre.is_stacked,
            "full_screen": self._window.isFullScreen(),
            **{f"show_{name}": on for name, on in seen.items()},
            "show_bottom": any(seen[name] for name in BOTTOM),
            **(session_checks(session) if session is not None else {}),
        }

    def toggle_full_screen(self) -> None:
        """Give the window the whole screen, or the size that it had."""
        self._window.setWindowState(self._window.windowState() ^ Qt.WindowState.WindowFullScreen)
        self._changed()

    def go_to(self, part: str) -> None:
        """Bring a part into view and put the keyboard into it."""
        if part in self._docks.all:
            self._docks.show(part)
        elif part in ("request", "response"):
            self._centre.bring(self._panes.of(part))
        self._enter(part)
        self._changed()

    def bring(self, part: str) -> None:
        """Bring a dock into view; the keyboard stays where it is."""
        self._docks.show(part)
        self._changed()

    def enlarge(self, part: str, on: bool) -> None:
        """Give a dock at the bottom the room of the two panes, or give it back to them."""
        self._centre.fold(on)
        self._docks.enlarge(part, on)

    def _enter(self, part: str, tries: int = _TRIES) -> None:
        """A part that is made now, or draws when it is in view, takes the keyboard a moment later."""
        if not self._focus.enter(part) and tries:
            QTimer.singleShot(_MOMENT, self._window, lambda: self._enter(part, tries - 1))

    def show_call(self, key: "CallKey", pointer: str = "") -> None:
        """Bring the card of a call into view, or a value of its arguments."""
        self._centre.bring(self._panes.response)
        self._panes.show_call(key, pointer)

    def show_history(self, problem: "HistoryProblem | None" = None) -> None:
        """Bring the place of a problem of the next request into view; without one that of the first."""
        self._centre.bring(self._panes.request)
        self._panes.show_history(problem)

    def write_message(self) -> None:
        """Put the keyboard where the next message is written."""
        self.go_to("request")
        self._panes.focus_composer()

    def attach(self) -> None:
        """Choose a file for the next message."""
        self.write_message()
        self._panes.attach()

    def write_reply(self) -> None:
        """Put the keyboard where the reply is written by hand."""
        self.go_to("response")
        self._panes.response.begin_writing()

    def show_memory(self) -> None:
        """Put the keyboard into the memory of the request."""
        self.go_to("request")
        self._panes.go_to_memory()

    def bring_forward(self, change: object) -> None:
        """Of the two tabs of a narrow window, show the one that a stop is about."""
        if isinstance(change, Stopped) and self._centre.are_tabs:
            fails = change.what in (
                "provider_error",
                "reply_wanted",
            )  # why, and what helps, stands in the place of the reply
            is_request = change.reason == "waiting" or (change.place == "before_request" and not fails)
            self._centre.bring(self._panes.request if is_request else self._panes.response)

    def show_alone(self, part: str) -> None:
        """Show one of the two panes alone, or both again."""
        self._centre.show_alone(None if self._centre.is_alone else self._panes.of(part))
        self._changed()

    def stack(self, on: bool) -> None:
        """The panes one above the other, or side by side."""
        self._centre.stack(on)
        self._changed()

    def toggle(self, *names: str) -> None:
        """Hide docks, or show them again."""
        shown = any(not self._docks[name].isHidden() for name in names)
        for name in names:
            self._docks.choose(name, not shown)
        if self._docks.aside.open_name in names:
            self._focus.enter(self._docks.aside.open_name)
        self._changed()

    def begin(self, *, restored: bool) -> None:
        """All docks in their places; `restored`: the places and sizes of the last time are in force."""
        if not restored:
            self._docks.arrange()
        self._even = not restored

    def reset(self) -> None:
        """All parts back to their places."""
        self._docks.choices.clear()
        self._docks.arrange()
        self._centre.show_alone(None)
        self._centre.stack(False)
        self._even = True
        self.show_for(True)

    def show_for(self, opened: bool) -> None:
        """Show what belongs to an open session, or to the start page."""
        self._centre.show_start(not opened)
        self._centre.fold(False)
        self._docks.show_for(opened, self.room)
        if opened and self._even:
            self._even = False
            self._docks.resize()
            self._centre.even()

    def fit(self) -> None:
        """Show as much beside one another as there is room for."""
        self._centre.use_tabs(not self.room.both_panes)
        self._docks.fit(self.room)

    @property
    def room(self) -> Room:
        """The room that the window has at the size of its text."""
        return room_of(self._window.width(), self._window.height(), theme().text_scale)

    def _goer(self, part: str) -> Callable[[], object]:
        return lambda: self.go_to(part)

    def _toggler(self, name: str) -> Callable[[], object]:
        return lambda: self.toggle(name)
