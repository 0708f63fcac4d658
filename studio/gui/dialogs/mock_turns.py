"""Which of a rule's answers is being written: they are given in turn, the last one from then on.

Above: `mock_answer`. Below: widgets. Knows only how many there are.
"""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QWidget

from studio.gui.panes.wrapped_row import WrappedRow
from studio.gui.widgets.buttons import Button, IconButton
from studio.gui.words import fill


class MockTurns(WrappedRow):
    """`moved` gives the answer that is to be shown, from 0; `added` and `removed` are about the one that is."""

    moved = Signal(int)
    added = Signal()
    removed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, gap=4)
        self._at, self._count = 0, 1
        self.before = IconButton("up", self.tr("The answer before"), self)
        self.next = IconButton("down", self.tr("The next answer"), self)
        self.said = QLabel(self)
        self.add_one = Button(self.tr("Then another answer"), self, look="quiet", icon_name="plus")
        self.remove = IconButton("trash", self.tr("Remove this answer"), self)
        for widget in (self.said, self.before, self.next, self.remove, self.add_one):
            self.add(widget)
        self.before.clicked.connect(lambda _on=False: self.moved.emit(self._at - 1))
        self.next.clicked.connect(lambda _on=False: self.moved.emit(self._at + 1))
        self.add_one.clicked.connect(lambda _on=False: self.added.emit())
        self.remove.clicked.connect(lambda _on=False: self.removed.emit())
        self.show_turn(0, 1)

    def show_turn(self, at: int, count: int) -> None:
        """Show that the answer `at`, from 0, of so many is being written."""
        self._at, self._count = at, count
        last = at == count - 1
        words = self.tr("Answer {n} of {all}, and from then on") if last else self.tr("Answer {n} of {all}")
        self.said.setText(fill(words, n=at + 1, all=count))
        for widget in (self.said, self.before, self.next, self.remove):
            widget.setVisible(count > 1)
        self.before.setEnabled(at > 0)
        self.next.setEnabled(not last)
