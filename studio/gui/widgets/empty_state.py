"""What stands where nothing is yet: one sentence and one button.

Knows not what the button does.
"""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from studio.gui.look.theme import theme
from studio.gui.widgets.buttons import Button
from studio.gui.widgets.pane_header import IconSign


class EmptyState(QWidget):
    """`pressed` is the button; without words for it there is none."""

    pressed = Signal()

    def __init__(self, sentence: str, action: str = "", parent: QWidget | None = None, *, icon: str = "") -> None:
        super().__init__(parent)
        self._sentence = QLabel(sentence, self)
        self._sentence.setProperty("role", "muted")
        self._sentence.setWordWrap(True)
        self._sentence.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._button = Button(action, self)
        self._sign = IconSign(icon, "faint", self, size=24)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 24)
        column.setSpacing(12)
        column.addStretch(1)
        column.addWidget(self._sign, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(self._sentence)
        column.addWidget(self._button, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(2)
        self._button.clicked.connect(lambda _on=False: self.pressed.emit())
        self._sign.setVisible(bool(icon))
        self._button.setVisible(bool(action))
        theme().changed.connect(self.updateGeometry)

    def set(self, sentence: str, action: str = "", icon: str = "") -> None:
        """Change the sentence, the button's words and the icon."""
        self._sentence.setText(sentence)
        self._button.set_words(action)
        self._button.setVisible(bool(action))
        self._sign.set(icon, "faint")
        self._sign.setVisible(bool(icon))

    def sentence(self) -> str:
        """The sentence."""
        return self._sentence.text()
