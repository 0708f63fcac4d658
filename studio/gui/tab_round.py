"""Tab through the whole window as it is read: toolbar, what stands left, the centre, the bottom, the right, the strip.

Above: `window`. Below: the stops of `widgets`. Qt's own order is that in which widgets were made, and leads into docks that lie
behind others. Knows no session.
"""

from collections.abc import Iterator
from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDockWidget, QMainWindow, QTabBar, QToolBar, QWidget

from studio.gui.widgets.tab_stops import next_at, stop_at, tab_stops, takes_tab

Part = TypeVar("Part", bound=QWidget)
_LEFT, _CENTRE, _BOTTOM, _RIGHT, _OVER = range(5)
_RANKS = {
    Qt.DockWidgetArea.LeftDockWidgetArea: _LEFT,
    Qt.DockWidgetArea.TopDockWidgetArea: _CENTRE,
    Qt.DockWidgetArea.BottomDockWidgetArea: _BOTTOM,
    Qt.DockWidgetArea.RightDockWidgetArea: _RIGHT,
}


class TabRound:
    """One for each window."""

    def __init__(self, window: QMainWindow) -> None:
        self._window = window

    def go(self, step: int) -> bool:
        """Give the keyboard to what is read next (1) or was before (-1); False where there is nothing."""
        stops = list(self.stops())
        if not stops:
            return False
        here = QApplication.focusWidget()
        at = next_at(stops, here, step)
        stop_at(stops[self._inside(stops, here) if at is None else at], step)
        return True

    def stops(self) -> Iterator[QWidget]:
        """All at which Tab stops now, in reading order."""
        for part in self._parts():
            if takes_tab(part):
                yield part
            yield from tab_stops(part)

    @staticmethod
    def _inside(stops: list[QWidget], here: QWidget | None) -> int:
        """From a place that holds others (the centre) to the first of these."""
        return next((at for at, stop in enumerate(stops) if here is not None and here.isAncestorOf(stop)), 0)

    def _parts(self) -> Iterator[QWidget]:
        bars = [bar for bar in self._own(QToolBar) if self._window.toolBarArea(bar) is Qt.ToolBarArea.TopToolBarArea]
        yield from bars
        tabs = self._own(QTabBar)
        for part in sorted(self._held(), key=self._place):
            yield from (tab for tab in tabs if _stands_over(tab, part))
            yield from _inner(part)
        yield from (bar for bar in self._own(QToolBar) if bar not in bars)
        yield self._window.statusBar()

    def _held(self) -> Iterator[QWidget]:
        yield from self._own(QDockWidget)
        centre = self._window.centralWidget()
        if centre is not None:
            yield centre

    def _own(self, kind: type[Part]) -> list[Part]:
        """Those that stand in the window and are seen: a dock behind another one counts as visible, too."""
        found = self._window.findChildren(kind, options=Qt.FindChildOption.FindDirectChildrenOnly)
        return [each for each in found if not each.isWindow() and not each.visibleRegion().isEmpty()]

    def _place(self, part: QWidget) -> tuple[int, int, int]:
        rank = _CENTRE
        if isinstance(part, QDockWidget):
            rank = _RANKS.get(self._window.dockWidgetArea(part), _OVER)
        return rank, part.y(), part.x()


def _inner(part: QWidget) -> Iterator[QWidget]:
    """Of a dock first the title, then what it holds."""
    if isinstance(part, QDockWidget):
        held: tuple[QWidget | None, ...] = (part.titleBarWidget(), part.widget())
        yield from (each for each in held if each is not None)
    else:
        yield part


def _stands_over(tabs: QTabBar, part: QWidget) -> bool:
    """Whether these are the tabs of a dock."""
    below = part.y() - tabs.geometry().bottom()
    return isinstance(part, QDockWidget) and abs(below) <= 4 and abs(part.x() - tabs.x()) <= 4
