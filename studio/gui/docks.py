"""The docks of the window: timeline left, tools, breakpoints, watches and context right, all others at the bottom as tabs.

Above: `window`. Below: `widgets`. Knows no session; what stands in a dock is handed in.
"""

from collections.abc import Callable
from itertools import pairwise
from typing import TypeVar

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QDockWidget, QMainWindow, QTabBar, QTabWidget, QWidget

from studio.gui.aside import Aside
from studio.gui.dock_title import DockTitle, set_title
from studio.gui.look.theme import theme
from studio.gui.room import Room
from studio.gui.widgets.edge_strip import EdgeStrip

Content = TypeVar("Content", bound=QWidget)
_AREAS = {
    "timeline": Qt.DockWidgetArea.LeftDockWidgetArea,
    "tools": Qt.DockWidgetArea.RightDockWidgetArea,
    "breakpoints": Qt.DockWidgetArea.RightDockWidgetArea,
    "watch": Qt.DockWidgetArea.RightDockWidgetArea,
    "problems": Qt.DockWidgetArea.BottomDockWidgetArea,
    "console": Qt.DockWidgetArea.BottomDockWidgetArea,
    "http": Qt.DockWidgetArea.BottomDockWidgetArea,
    "events": Qt.DockWidgetArea.BottomDockWidgetArea,
    "mcp": Qt.DockWidgetArea.BottomDockWidgetArea,
    "branches": Qt.DockWidgetArea.BottomDockWidgetArea,
    "find": Qt.DockWidgetArea.BottomDockWidgetArea,
    "context": Qt.DockWidgetArea.RightDockWidgetArea,
    "cost": Qt.DockWidgetArea.BottomDockWidgetArea,
    "compare": Qt.DockWidgetArea.BottomDockWidgetArea,
    "sample": Qt.DockWidgetArea.BottomDockWidgetArea,
}
BOTTOM = ("problems", "console", "http", "events", "mcp", "branches", "find", "compare", "sample", "cost")
RIGHT = ("breakpoints", "watch", "context")
"""They stand below the tools, as tabs."""
SIDES = ("tools", *RIGHT)
_SIGNS = {
    "tools": "call",
    "breakpoints": "breakpoint",
    "watch": "eye",
    "context": "layers",
    "problems": "warn",
    "console": "console",
    "http": "globe",
    "events": "bolt",
    "mcp": "server",
    "branches": "branch",
    "find": "search",
    "compare": "both_ways",
    "sample": "sample",
    "cost": "coins",
}
_SIZES = {"timeline": 434, "tools": 280}
_BOTTOM_HEIGHT = 160
_ROOMY = {"console": 240, "mcp": 320, "branches": 260, "find": 260, "compare": 420, "sample": 300, "cost": 260}
"""Heights that a dock gets when it is asked for, where it has less: its pages have lists and a text."""


class Docks:
    """All docks of a window by name. Left and right ones are full height; those at the bottom are tabs. What has no room is in the
    strip. `changed` is called when something else is in view."""

    def __init__(self, window: QMainWindow) -> None:
        self._window = window
        self.all: dict[str, QDockWidget] = {}
        self.choices: dict[str, bool] = {}
        self._makers: dict[str, Callable[[], object]] = {}
        self._seen: set[str] = set()
        self.tabs_name = ""
        self.changed: Callable[[], object] = lambda: None
        self._own_headers: set[str] = set()
        self._opened = False
        self._room: Room | None = None
        self._scale = theme().text_scale
        self.strip = EdgeStrip(_SIGNS, window)
        window.addToolBar(Qt.ToolBarArea.RightToolBarArea, self.strip)
        self.strip.offer(frozenset())
        self.aside = Aside(window, self.all, self.strip, self._told)
        window.setDockOptions(
            QMainWindow.DockOption.AllowTabbedDocks
            | QMainWindow.DockOption.AnimatedDocks
            | QMainWindow.DockOption.AllowNestedDocks
        )
        window.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, QTabWidget.TabPosition.North)
        for corner, area in (
            (Qt.Corner.BottomLeftCorner, Qt.DockWidgetArea.LeftDockWidgetArea),
            (Qt.Corner.BottomRightCorner, Qt.DockWidgetArea.RightDockWidgetArea),
        ):
            window.setCorner(corner, area)

    def __getitem__(self, name: str) -> QDockWidget:
        return self.all[name]

    def add(self, name: str, content: QWidget, *, own_header: bool = False) -> QDockWidget:
        """Put a part into its place. `own_header`: the part has a header of its own, or the tab is its header."""
        dock = QDockWidget(self._window)
        dock.setObjectName(f"dock_{name}")
        dock.setWidget(content)
        if own_header:
            self._own_headers.add(name)
        dock.hide()  # until it is said what is shown: the start page may be in view
        self.all[name] = dock
        self._usual_title(name)
        self._window.addDockWidget(_AREAS[name], dock)
        return dock

    def add_late(self, name: str, make: Callable[[], object]) -> None:
        """A place for a part that `make` makes when it first comes into view; it puts the part there with `fill`."""
        dock = self.add(name, QWidget(self._window), own_header=True)
        self._makers[name] = make
        dock.visibilityChanged.connect(lambda seen: self._see(name, seen))

    def fill(self, name: str, content: Content) -> Content:
        """Put a part into the place that was kept for it."""
        self._makers.pop(name, None)
        dock = self.all[name]
        kept = dock.widget()
        dock.setWidget(content)
        content.show()  # now, for it may get the keyboard at once; Qt would show it with the next turn
        kept.deleteLater()
        return content

    def _see(self, name: str, seen: bool) -> None:
        """Qt says whether a dock is in view; one behind others counts as visible all the same. What comes into view is made with the
        next turn of the loop: docks that are put in their places come into view for a moment."""
        if seen:
            self._seen.add(name)
            QTimer.singleShot(0, self._window, lambda: self._make(name) if name in self._seen else None)
        else:
            self._seen.discard(name)

    def _make(self, name: str) -> None:
        make = self._makers.pop(name, None)
        if make is not None:
            make()

    def title(self, name: str, words: str) -> None:
        """Word the title of a dock."""
        dock = self.all[name]
        dock.setWindowTitle(words)
        bar = dock.titleBarWidget()
        if isinstance(bar, DockTitle):
            bar.header.set_title(words)
        if name in _SIGNS:
            self.strip.set_words(name, words)

    def tell_timeline(self, summary: str) -> None:
        """What the timeline holds, beside its title."""
        bar = self.all["timeline"].titleBarWidget()
        if isinstance(bar, DockTitle):
            bar.header.set_meta(summary)

    def choose(self, name: str, on: bool) -> None:
        """Show or hide a dock because the person wants it so. One that lies aside is open for the moment only."""
        if name not in self.aside.names:
            self.choices[name] = on
            self.all[name].setVisible(on)
        elif on:
            self._make(name)
            self.aside.open(name)
        elif self.aside.open_name == name:
            self.aside.close()

    def show_for(self, opened: bool, room: Room) -> None:
        """Show what the person chose; else everything that there is room for."""
        self._opened = opened
        self.aside.close()
        self.fit(room)
        for name, dock in self.all.items():
            if name not in self.aside.names:
                dock.setVisible(opened and self.choices.get(name, self._has_room(name, room)))
        if opened:
            for first in ("problems", RIGHT[0]):
                if not self.all[first].isHidden():
                    self.all[first].raise_()

    def fit(self, room: Room) -> None:
        """Let go of what has no room any more, and take it back when there is room again."""
        before, self._room = self._room, room
        if not room.sides and not self.aside.names:
            area = Qt.DockWidgetArea.RightDockWidgetArea
            right = (name for name in SIDES if self._window.dockWidgetArea(self.all[name]) is area)
            self.aside.take(frozenset(name for name in right if not self.all[name].isFloating()))
        elif room.sides:
            self._take_back()
        if before is not None and before.bottom != room.bottom:
            for name in BOTTOM:
                self.all[name].setVisible(self._opened and self.choices.get(name, room.bottom))
        if self._scale != theme().text_scale:
            self._scale = theme().text_scale
            QTimer.singleShot(0, self._window, self._widen)
        low = () if room.bottom else BOTTOM
        self.strip.offer(self.aside.names.union(low) if self._opened else frozenset())

    def _told(self) -> None:
        self.changed()

    def _has_room(self, name: str, room: Room) -> bool:
        return room.bottom if name in BOTTOM else room.sides or name not in SIDES

    def _take_back(self) -> None:
        """What lay aside stands at the right again."""
        given = self.aside.give_back()
        for name in (name for name in SIDES if name in given):
            self._usual_title(name)
            self._window.addDockWidget(_AREAS[name], self.all[name])
        if given >= set(SIDES):
            self._arrange_right()
        for name in given:
            self.all[name].setVisible(self._opened and self.choices.get(name, True))
        if given and self._opened:
            self.resize()

    def _usual_title(self, name: str) -> None:
        dock = self.all[name]
        set_title(dock, QWidget(dock) if name in self._own_headers else DockTitle(dock))

    def _arrange_right(self) -> None:
        self._window.splitDockWidget(self.all["tools"], self.all[RIGHT[0]], Qt.Orientation.Vertical)
        for first, second in pairwise(RIGHT):
            self._window.tabifyDockWidget(self.all[first], self.all[second])

    def arrange(self) -> None:
        """Everything at its usual place and size."""
        self._take_back()
        for name, dock in self.all.items():
            dock.setFloating(False)
            self._window.addDockWidget(_AREAS[name], dock)
        for first, second in pairwise(BOTTOM):
            self._window.tabifyDockWidget(self.all[first], self.all[second])
        self._arrange_right()
        for first in ("problems", RIGHT[0]):
            self.all[first].raise_()
        self.resize()

    def resize(self) -> None:
        """The usual sizes, as far as the window has room for them; once more when the window has laid out what came into it."""
        self._share()
        QTimer.singleShot(0, self._window, self._share)

    def _share(self) -> None:
        whole, px = self._window.size(), theme().px
        sizes = {"timeline": self._timeline_width(), "tools": px(_SIZES["tools"])}
        self._resize(sizes, Qt.Orientation.Horizontal)
        self._resize({"problems": min(px(_BOTTOM_HEIGHT), whole.height() * 3 // 10)}, Qt.Orientation.Vertical)
        right = {"tools": whole.height() * 53 // 100, RIGHT[0]: whole.height() * 37 // 100}
        self._resize(right, Qt.Orientation.Vertical)

    def _timeline_width(self) -> int:
        share = 27 if self._room is None or self._room.both_panes else 33
        return min(theme().px(_SIZES["timeline"]), max(260, self._window.width() * share // 100))

    def _widen(self) -> None:
        """With larger text the centre took all it needed for two panes side by side; as tabs it gives some of it back."""
        width = self._timeline_width()
        if self.all["timeline"].width() < width:
            self._resize({"timeline": width}, Qt.Orientation.Horizontal)

    def _resize(self, sizes: dict[str, int], along: Qt.Orientation) -> None:
        placed = {name: size for name, size in sizes.items() if name not in self.aside.names}
        self._window.resizeDocks([self.all[name] for name in placed], list(placed.values()), along)

    def name_tabs(self) -> None:
        """Name the tab bars that Qt makes for docks; it makes them anew now and then. The strip says what is open."""
        for bar in self._window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly):
            bar.setAccessibleName(self.tabs_name)
            bar.setElideMode(Qt.TextElideMode.ElideNone)  # whole words, of which the last are a step to the side
            bar.setUsesScrollButtons(True)
        self.strip.tell(frozenset(name for name, dock in self.all.items() if not dock.isHidden()))

    def show(self, name: str) -> None:
        """Bring a dock into view."""
        if name in self.aside.names:
            self.choose(name, True)
            return
        for each in RIGHT if name in RIGHT else (name,):
            if each not in self.aside.names:
                self.choose(each, True)  # their tab bar is their header
        dock = self.all[name]
        dock.raise_()
        self._make(name)
        self._give_room(name)

    def enlarge(self, name: str, on: bool) -> None:
        """Give a dock at the bottom all the room of the centre, which is folded by now, or its usual height; with the next turn of the
        loop, when the window knows how little the centre needs."""
        QTimer.singleShot(0, self._window, lambda: self._enlarge(name, on))

    def _enlarge(self, name: str, on: bool) -> None:
        dock = self.all[name]
        if not dock.isFloating():
            height = self._window.height() if on else self._least(name)
            self._window.resizeDocks([dock], [height], Qt.Orientation.Vertical)

    def _give_room(self, name: str) -> None:
        dock, least = self.all[name], self._least(name) if name in _ROOMY else 0
        if not dock.isFloating() and dock.height() < least:
            self._window.resizeDocks([dock], [least], Qt.Orientation.Vertical)

    def _least(self, name: str) -> int:
        """The height that a dock has when it was asked for."""
        return min(_ROOMY.get(name, _BOTTOM_HEIGHT), self._window.height() * 42 // 100)
