"""A line at the bottom of a place: what is under way, how far it is, and a button that cuts it short.

Knows not what is under way. `cancelled` is its button, or Esc while it has the keyboard.
"""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent, QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from studio.gui.widgets.buttons import Button
from studio.gui.widgets.elided_label import ElidedLabel
from studio.gui.widgets.progress_line import ProgressLine
from studio.gui.words import fill


class WorkBar(QFrame):
    """Hidden while nothing is under way."""

    cancelled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("look", "bar")
        self._said, self._fraction = "", -1.0
        self.line, self.text, self.share = ProgressLine(self), ElidedLabel("", self), ElidedLabel("", self)
        self.cancel = Button("", self)
        self.cancel.clicked.connect(lambda _on=False: self.cancelled.emit())
        row = QHBoxLayout()
        row.setContentsMargins(16, 6, 12, 6)
        row.setSpacing(8)
        row.addWidget(self.text, 1)
        row.addWidget(self.share)
        row.addWidget(self.cancel)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.line)
        column.addLayout(row)
        self._reword()
        self.hide()

    def show_work(self, said: str, fraction: float | None) -> None:
        """Say what is under way, and how far it is where that is known."""
        self._fraction = -1.0 if fraction is None else fraction
        new, self._said = said != self._said or self.isHidden(), said
        self._reword()
        self.show()
        if new:
            QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))

    def show_idle(self) -> None:
        """Nothing is under way."""
        self.line.show_idle()
        self.hide()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc cancels."""
        if event.key() == Qt.Key.Key_Escape:
            self.cancelled.emit()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
        super().changeEvent(event)

    def _reword(self) -> None:
        known = self._fraction >= 0
        percent = fill(self.tr("{percent} %"), percent=int(self._fraction * 100)) if known else ""
        self.text.set_text(self._said)
        self.share.set_text(percent)
        self.share.setVisible(known)
        self.cancel.set_words(self.tr("Cancel"))
        self.cancel.setToolTip(self.tr("Esc"))
        self.setAccessibleName(f"{self._said} {percent}".strip())
        if known:
            self.line.show_fraction(self._fraction, self._said)
        elif self._said:
            self.line.show_busy(self._said)
