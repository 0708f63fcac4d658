"""The strip of hints over the demo: four sentences in their order, each a button that goes to what it tells of and can be closed.

Above: `hint_room`. Below: `widgets`. Knows no session.
"""

from collections.abc import Collection

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from studio.gui.look.theme import theme
from studio.gui.panes.wrapped_row import WrappedRow
from studio.gui.widgets.buttons import Button, IconButton
from studio.gui.words import fill

HINTS = ("call", "change", "execute", "go_on")
"""Ids of the hints in their order."""
_GAP, _EDGE = 0, 8


class HintStrip(WrappedRow):
    """`wanted` gives the hint that was pressed, `closed` the one that was closed; `off` switches all of them off."""

    wanted = Signal(str)
    closed = Signal(str)
    off = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, gap=_GAP)
        self._wanted, self._room = True, True
        self._closed: Collection[str] = ()
        self.set_margins(_EDGE, 4, _EDGE, 4)
        self.hints = {id: Hint(self) for id in HINTS}
        for id, hint in self.hints.items():
            hint.button.clicked.connect(lambda _on=False, id=id: self.wanted.emit(id))
            hint.close_button.clicked.connect(lambda _on=False, id=id: self.closed.emit(id))
            self.add(hint)
        self.none = Button("", self, look="link")
        self.none.clicked.connect(lambda _on=False: self.off.emit())
        self.add_right(self.none)
        self._reword()

    def show_hints(self, closed: Collection[str]) -> None:
        """Show all but these; where they need more than one line the first of them alone."""
        self._closed = closed
        self._fit()

    def setVisible(self, on: bool) -> None:
        """Shown where that is wanted and there is room."""
        self._wanted = on
        super().setVisible(on and self._room)

    def make_room(self, there: bool) -> None:
        """Whether there is room for hints beside what is due and the panes."""
        if there != self._room:
            self._room = there
            self.setVisible(self._wanted)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show what fits."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        left = [id for id in self.hints if id not in self._closed]
        needed = sum(self.hints[id].sizeHint().width() + _GAP for id in left) + self.none.sizeHint().width() + 2 * _EDGE
        shown = left if needed <= self.width() else left[:1]
        for id, hint in self.hints.items():
            if hint.isHidden() is (id in shown):
                hint.setVisible(id in shown)

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
        super().changeEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the ground and the line below."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme().color("raised"))
        painter.fillRect(0, self.height() - 1, self.width(), 1, theme().color("border"))

    def _reword(self) -> None:
        self.setAccessibleName(self.tr("Hints for the demo"))
        said = {
            "call": self.tr("This is the call the model made"),
            "change": self.tr("Change an argument"),
            "execute": self.tr("Execute or mock it"),
            "go_on": self.tr("F10 to go on"),
        }
        for number, (id, hint) in enumerate(self.hints.items(), 1):
            hint.say(number, said[id], fill(self.tr("Close hint {n}"), n=number))
        self.none.set_words(self.tr("No hints"))
        self.none.setToolTip(self.tr("Switches all hints off. Settings › General brings them back."))


class Hint(QWidget):
    """One of them with its cross."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.button, self.close_button = Button("", self, look="quiet"), IconButton("close", "", self)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.button)
        row.addWidget(self.close_button)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def say(self, number: int, words: str, close: str) -> None:
        """Show these words."""
        self.button.set_words(f"{number}  {words}")
        self.close_button.set_words(close)
