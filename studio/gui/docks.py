"""The docks of the window: timeline left, tools, breakpoints and watches right, all others at the bottom as tabs.

Above: `window`. Below: `widgets`. Knows no session; what stands in a dock is handed in.
"""

from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow, QTabBar, QTabWidget, QVBoxLayout, QWidget

from studio.gui.widgets.pane_header import PaneHeader

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
}
BOTTOM = ("problems", "console", "http", "events", "mcp", "branches")
RIGHT = ("breakpoints", "watch")
"""They stand below the tools, as tabs."""
_SIZES = {"timeline": 434, "tools": 280}
_BOTTOM_HEIGHT = 160
_ROOMY = {"mcp": 320, "branches": 260}
"""Heights that a dock gets when it is asked for, where it has less: its pages have lists and a text."""


class Docks:
    """All docks of a window by name. Left and right ones are full height; those at the bottom are tabs."""

    def __init__(self, window: QMainWindow) -> None:
        self._window = window
        self.all: dict[str, QDockWidget] = {}
        self.choices: dict[str, bool] = {}
        self.tabs_name = ""
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
        dock.setTitleBarWidget(QWidget(dock) if own_header else DockTitle(dock))
        self.all[name] = dock
        self._window.addDockWidget(_AREAS[name], dock)
        return dock

    def title(self, name: str, words: str) -> None:
        """Word the title of a dock."""
        dock = self.all[name]
        dock.setWindowTitle(words)
        bar = dock.titleBarWidget()
        if isinstance(bar, DockTitle):
            bar.header.set_title(words)

    def tell_timeline(self, summary: str) -> None:
        """What the timeline holds, beside its title."""
        bar = self.all["timeline"].titleBarWidget()
        if isinstance(bar, DockTitle):
            bar.header.set_meta(summary)

    def choose(self, name: str, on: bool) -> None:
        """Show or hide a dock because the person wants it so."""
        self.choices[name] = on
        self.all[name].setVisible(on)

    def show_for(self, opened: bool, *, room: bool) -> None:
        """Show what the person chose; else everything, but what stands right only where there is room for it."""
        for name, dock in self.all.items():
            dock.setVisible(opened and self.choices.get(name, room or name not in ("tools", *RIGHT)))
        if opened:
            self.all["problems"].raise_()
            self.all[RIGHT[0]].raise_()

    def arrange(self) -> None:
        """Everything at its usual place and size."""
        for name, dock in self.all.items():
            dock.setFloating(False)
            self._window.addDockWidget(_AREAS[name], dock)
        for first, second in pairwise(BOTTOM):
            self._window.tabifyDockWidget(self.all[first], self.all[second])
        self._window.splitDockWidget(self.all["tools"], self.all[RIGHT[0]], Qt.Orientation.Vertical)
        self._window.tabifyDockWidget(self.all[RIGHT[0]], self.all[RIGHT[1]])
        for first in ("problems", RIGHT[0]):
            self.all[first].raise_()
        self.resize()

    def resize(self) -> None:
        """The usual sizes."""
        wide = [self.all["timeline"], self.all["tools"]]
        width = min(_SIZES["timeline"], max(260, self._window.width() * 27 // 100))
        self._window.resizeDocks(wide, [width, _SIZES["tools"]], Qt.Orientation.Horizontal)
        self._window.resizeDocks([self.all["problems"]], [_BOTTOM_HEIGHT], Qt.Orientation.Vertical)
        right = [self.all["tools"], self.all[RIGHT[0]]]
        self._window.resizeDocks(
            right, [self._window.height() * 58 // 100, self._window.height() * 32 // 100], Qt.Orientation.Vertical
        )

    def name_tabs(self) -> None:
        """Name the tab bars that Qt makes for docks; it makes them anew now and then."""
        for bar in self._window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly):
            bar.setAccessibleName(self.tabs_name)

    def show(self, name: str) -> None:
        """Bring a dock into view."""
        for each in RIGHT if name in RIGHT else (name,):
            self.choose(each, True)  # their tab bar is their header
        dock = self.all[name]
        dock.raise_()
        least = min(_ROOMY.get(name, 0), self._window.height() * 42 // 100)
        if not dock.isFloating() and dock.height() < least:
            self._window.resizeDocks([dock], [least], Qt.Orientation.Vertical)


class DockTitle(QWidget):
    """A pane header as the title of a dock: Qt asks it for the size it needs."""

    def __init__(self, dock: QDockWidget) -> None:
        super().__init__(dock)
        self.header = PaneHeader("", parent=self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.header)
