"""What stands where there is nothing yet: one sentence and one button.

Above: panes. Below: `gui/look`.
"""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget


class EmptyPage(QWidget):
    """`chosen` is the button."""

    chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setProperty("look", "surface")
        self.sentence, self.button = QLabel(self), QPushButton(self)
        self.sentence.setWordWrap(True)
        self.sentence.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.sentence.setProperty("role", "muted")
        self.button.clicked.connect(self.chosen)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 24)
        column.setSpacing(12)
        column.addStretch(1)
        column.addWidget(self.sentence)
        column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(2)

    def say(self, sentence: str, button: str) -> None:
        """Set the words."""
        self.sentence.setText(sentence)
        self.button.setText(button)
