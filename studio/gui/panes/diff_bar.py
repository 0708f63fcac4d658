"""The line above a difference: how many there are, from one to the next, one column or two, and *Revert this change*.

Above: the Diff view. Below: widgets. Knows no text.
"""

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from studio.gui.look.theme import theme
from studio.gui.widgets.buttons import Button, IconButton
from studio.gui.widgets.elided_label import ElidedLabel
from studio.gui.words import fill, number


class DiffBar(QWidget):
    """`go` gives 1 or -1; `sides_wanted` tells that another number of columns is wanted."""

    go = Signal(int)
    sides_wanted = Signal()
    revert = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._count, self._at, self._reverts = 0, -1, False
        self.said = ElidedLabel("", self, colour="muted", size=12)
        self.before, self.after = IconButton("up", "", self), IconButton("down", "", self)
        self.sides = IconButton("columns", "", self)
        self.sides.setCheckable(True)
        self.undo = Button("", self, look="quiet", icon_name="undo")
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 3, 8, 4)
        row.setSpacing(4)
        row.addWidget(self.said, 1)
        for widget in (self.undo, self.before, self.after, self.sides):
            row.addWidget(widget)
        self.before.clicked.connect(lambda: self.go.emit(-1))
        self.after.clicked.connect(lambda: self.go.emit(1))
        self.sides.toggled.connect(lambda _on: self.sides_wanted.emit())
        self.undo.clicked.connect(self.revert)
        self._reword()

    @property
    def wants_sides(self) -> bool:
        """Whether two columns are wanted."""
        return self.sides.isChecked()

    def set_room(self, room: bool) -> None:
        """Two columns can be had only where there is room."""
        self.sides.setEnabled(room)
        self._reword()

    def show_state(self, count: int, *, reverts: bool) -> None:
        """How many differences there are, and whether one can be undone by itself."""
        self._count, self._at, self._reverts = count, -1, reverts
        self.undo.setVisible(reverts)
        self._reword()

    def show_place(self, at: int, count: int) -> None:
        """Which of them one stands at."""
        self._at, self._count = at, count
        self._reword()

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
        if self._at >= 0:
            said = fill(self.tr("{n} of {whole}"), n=number(self._at + 1), whole=number(self._count))
        else:
            said = self.tr("%n differences", "", self._count)
        self.said.set_text(said)
        self.before.set_words(self.tr("Previous difference (Alt+Shift+F8)"))
        self.after.set_words(self.tr("Next difference (Alt+F8)"))
        narrow = self.tr("Side by side (there is no room for it here)")
        self.sides.set_words(self.tr("Side by side") if self.sides.isEnabled() else narrow)
        self.undo.set_words(self.tr("Revert this change"))
        self.undo.setToolTip(self.tr("Put back what stood there before, at the caret or after it"))
