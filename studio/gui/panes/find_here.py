"""Joins a find bar to a pane that is no single text: Ctrl+F opens it above the texts or rows, F3 and Shift+F3 go on.

Above: chat views, lists of the docks. Below: the find bar, and what it looks into. Knows not what is searched.
"""

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QBoxLayout, QWidget

from studio.gui.widgets.find_bar import FindBar
from studio.gui.widgets.find_target import Searched


class FindHere(QObject):
    """`pane` gets the keys; the bar is made when it is first asked for and is put first into `column`. Who shows other texts calls
    `search_again`."""

    def __init__(self, pane: QWidget, column: QBoxLayout, target: Searched) -> None:
        super().__init__(pane)
        self._pane, self._column, self._target = pane, column, target
        self._bar: FindBar | None = None
        for keys, does in (("Ctrl+F", self.open), ("F3", lambda: self._go(1)), ("Shift+F3", lambda: self._go(-1))):
            self._key(keys, does)

    @property
    def bar(self) -> FindBar:
        """The bar of the pane."""
        if self._bar is None:
            self._bar = FindBar(self._target, self._pane)
            self._column.insertWidget(0, self._bar)
        return self._bar

    def open(self) -> None:
        """Show the bar and put the keyboard into it."""
        self.bar.open_bar()

    def search_again(self) -> None:
        """What the pane shows is something else."""
        if self._bar is not None:
            self._bar.search_again()

    def _go(self, by: int) -> None:
        if self._bar is not None and self._bar.rows.field.text() and not self._bar.isHidden():
            self._bar.go(by)
        else:
            self.open()

    def _key(self, keys: str, does: Callable[[], object]) -> None:
        made = QShortcut(QKeySequence(keys), self._pane)
        made.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        made.activated.connect(does)
