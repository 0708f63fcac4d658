"""The tabs of panes that share one place, in the header of the pane in front: one bar says which panes there are and what this one holds.

Above: the centre. Below: the header of a pane. Knows not what the panes show.
"""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QTabBar

from studio.gui.widgets.pane_header import PaneHeader


class HeaderTabs(QObject):
    """Each header has a bar of its own; all say the same. `chosen` gives the place of the pane that is wanted."""

    chosen = Signal(int)

    def __init__(self, headers: Sequence[PaneHeader], parent: QObject) -> None:
        super().__init__(parent)
        self._headers = headers
        self._bars = [self._made(header, len(headers)) for header in headers]

    def show_in_headers(self, on: bool) -> None:
        """Stand in place of the names of the panes, or not at all."""
        for header, bar in zip(self._headers, self._bars, strict=True):
            header.lead(bar if on else None)

    def set_words(self, name: str, words: Sequence[str]) -> None:
        """Word all tabs; `name` is what a screen reader says of the bar."""
        for bar in self._bars:
            bar.setAccessibleName(name)
            for at, text in enumerate(words):
                bar.setTabText(at, text)

    def tell(self, place: int) -> None:
        """Say which pane is in front; the keyboard goes along from the bar that is not seen any more."""
        had_focus = any(bar.hasFocus() for bar in self._bars)
        for bar in self._bars:
            blocked = bar.blockSignals(True)
            bar.setCurrentIndex(place)
            bar.blockSignals(blocked)
        if had_focus:
            self._bars[place].setFocus(Qt.FocusReason.TabFocusReason)

    def bar(self, place: int) -> QTabBar:
        """The bar in the header of a pane."""
        return self._bars[place]

    def _made(self, header: PaneHeader, count: int) -> QTabBar:
        bar = QTabBar(header)
        bar.setObjectName("header_tabs")
        bar.setDrawBase(False)
        bar.setExpanding(False)
        bar.setUsesScrollButtons(False)
        for _ in range(count):
            bar.addTab("")
        bar.hide()
        bar.currentChanged.connect(self.chosen)
        return bar
