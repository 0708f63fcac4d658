"""Docks that have no room beside the centre: they open over it, one at a time, until the keyboard goes elsewhere or Esc closes them.

Above: `docks`. Below: the strip of `widgets`. A dock that is taken stays a child of the window, outside of its layout.
"""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QEvent, QObject, QRect, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QDockWidget, QFrame, QMainWindow, QWidget
from shiboken6 import isValid

from studio.gui.dock_title import DockTitle, set_title
from studio.gui.look.theme import theme
from studio.gui.widgets.edge_strip import EdgeStrip

_WIDTH = 320
_MOST = 0.7
"""Of the width of the window."""


class Aside(QObject):
    """`strip` has the buttons that open them: the keyboard may be there meanwhile. `told` is called when another dock is open, or none."""

    def __init__(
        self, window: QMainWindow, docks: Mapping[str, QDockWidget], strip: EdgeStrip, told: Callable[[], object]
    ) -> None:
        super().__init__(window)
        self._window, self._docks, self._strip, self._told = window, docks, strip, told
        self.names: frozenset[str] = frozenset()
        self.open_name = ""
        self._frame = QFrame(window)
        self._frame.setObjectName("aside_frame")
        self._frame.hide()
        window.installEventFilter(self)
        theme().changed.connect(self._place)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._focus_changed)

    def take(self, names: frozenset[str]) -> None:
        """Take these docks out of the layout of the window; none is open then."""
        self.close()
        for name in names:
            dock = self._docks[name]
            self._window.removeDockWidget(dock)
            set_title(dock, DockTitle(dock, self.close))
            dock.installEventFilter(self)
        self.names |= names

    def give_back(self) -> frozenset[str]:
        """Let go of all docks; who asked puts them into the layout again."""
        self.close()
        given, self.names = self.names, frozenset()
        for name in given:
            self._docks[name].removeEventFilter(self)
        return given

    def open(self, name: str) -> None:
        """Show one of the docks over the centre."""
        if name != self.open_name:
            self.close()
        self.open_name = name
        dock = self._docks[name]
        self._place()
        self._frame.show()
        self._frame.raise_()
        dock.show()
        dock.raise_()
        self._told()

    def close(self) -> None:
        """Hide the dock that is open; a keyboard that is in it goes to the button that opens it."""
        name, focus = self.open_name, QApplication.focusWidget()
        if name and focus is not None and self._docks[name].isAncestorOf(focus):
            self._strip.button(name).setFocus(Qt.FocusReason.TabFocusReason)
        self.open_name = ""
        self._frame.hide()
        if name:
            self._docks[name].hide()
            self._told()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep to the size of the window; Esc in a dock that nothing in it takes closes it."""
        if event.type() == QEvent.Type.Resize and watched is self._window:
            self._place()
        elif self._is_escape(watched, event):
            self.close()
            return True
        return super().eventFilter(watched, event)

    def _is_escape(self, watched: QObject, event: QEvent) -> bool:
        pressed = (
            isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.key() == Qt.Key.Key_Escape
        )
        return pressed and watched is self._docks.get(self.open_name)

    def _place(self) -> None:
        centre = self._window.centralWidget()
        if not self.open_name or centre is None:
            return
        status = self._window.statusBar()
        bottom = status.y() if status.isVisible() else self._window.height()
        width = min(theme().px(_WIDTH), int(self._window.width() * _MOST))
        corner = centre.mapTo(self._window, centre.rect().topRight())
        rect = QRect(corner.x() + 1 - width, corner.y(), width, bottom - corner.y())
        self._docks[self.open_name].setGeometry(rect)
        self._frame.setGeometry(rect.adjusted(-1, 0, 0, 0))

    def _focus_changed(self, _old: QWidget | None, now: QWidget | None) -> None:
        if not self.open_name or now is None or not isValid(self._window) or now.window() is not self._window:
            return
        held = (self._docks[self.open_name], self._strip)
        if not any(now is each or each.isAncestorOf(now) for each in held):
            self.close()
