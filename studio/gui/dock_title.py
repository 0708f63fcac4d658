"""The title of a dock: a pane header, with a cross where the dock lies over others.

Above: `docks`, `aside`. Below: `widgets`. Qt asks it for the size it needs.
"""

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QDockWidget, QVBoxLayout, QWidget

from studio.gui.widgets.buttons import IconButton
from studio.gui.widgets.pane_header import PaneHeader


class DockTitle(QWidget):
    """Says the title of its dock. With `close` it has a cross that calls it."""

    def __init__(self, dock: QDockWidget, close: Callable[[], object] | None = None) -> None:
        super().__init__(dock)
        self.header = PaneHeader(dock.windowTitle(), parent=self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.header)
        self._cross: IconButton | None = None
        if close is not None:
            self._cross = IconButton("close", _close_words(), self)
            self._cross.clicked.connect(lambda _on=False: close())
            self.header.add_widget(self._cross)

    def changeEvent(self, event: QEvent) -> None:
        """Word the cross anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange and self._cross is not None:
            self._cross.set_words(_close_words())
        super().changeEvent(event)


def set_title(dock: QDockWidget, bar: QWidget) -> None:
    """Give a dock another title bar, and end the one before."""
    before = dock.titleBarWidget()
    dock.setTitleBarWidget(bar)
    if before is not None:
        before.deleteLater()


def _close_words() -> str:
    return QCoreApplication.translate("DockTitle", "Close (Esc)")
