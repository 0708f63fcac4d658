"""The line below a long JSON text: how long it is, that it is shown for reading, and the way to edit it.

Above: the JSON page. Below: widgets. Knows not the text.
"""

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from studio.gui.look.theme import theme
from studio.gui.widgets.buttons import Button
from studio.gui.widgets.elided_label import ElidedLabel
from studio.gui.words import fill, number


class ReadingBar(QWidget):
    """Hidden where the text is short or in the editor."""

    edit_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._size, self._loads = 0, False
        self.said, self.edit = ElidedLabel("", self, colour="muted", size=12), Button("", self, icon_name="edit")
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 6, 8, 6)
        row.setSpacing(8)
        row.addWidget(self.said, 1)
        row.addWidget(self.edit)
        self.edit.clicked.connect(self.edit_wanted)
        self._reword()
        self.hide()

    def show_state(self, size: int, *, reads: bool, loads: bool, locked: bool) -> None:
        """`size` in characters; `loads`: it is on its way into the editor."""
        self._size, self._loads = size, loads
        self.edit.setVisible(reads and not locked)
        self.setVisible(reads or loads)
        self._reword()

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
        super().changeEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the ground and the line above."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme().color("raised"))
        painter.fillRect(0, 0, self.width(), 1, theme().color("border"))

    def _reword(self) -> None:
        self.edit.set_words(self.tr("Edit"))
        self.edit.setToolTip(self.tr("Put the text into the editor (Enter)"))
        said = self.tr("{size} MB, on its way into the editor…") if self._loads else self.tr("{size} MB, for reading")
        self.said.set_text(fill(said, size=number(self._size / 1_000_000, 1)))
