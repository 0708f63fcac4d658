"""A line at the bottom of the centre: what could not be done, and what helps. It stays until it is closed, or its reason is gone.

Above: `window`, `trouble_keeper`. Below: `widgets`. Knows no session. All lines are kept in the console, too.
"""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAccessible, QAccessibleEvent, QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QWidget

from studio.gui.widgets.buttons import IconButton
from studio.gui.widgets.pane_header import IconSign
from studio.gui.words import together


class TroubleBar(QFrame):
    """Hidden while there is nothing to say. Esc or the cross closes it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("trouble_bar")
        self._text = QLabel(self)
        self._text.setWordWrap(True)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.close_button = IconButton("close", self.tr("Close this line"), self)
        self.close_button.clicked.connect(self.hide)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 6, 8, 6)
        row.setSpacing(10)
        row.addWidget(IconSign("provider_error", "error", self))
        row.addWidget(self._text, 1)
        row.addWidget(self.close_button)
        self.hide()

    def say(self, sentence: str, help: str = "") -> None:
        """Say what could not be done, and what helps."""
        self._text.setText(together(sentence, help))
        self.setAccessibleName(self._text.text())
        self.show()
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))

    @property
    def text(self) -> str:
        """What is said now; empty while hidden."""
        return "" if self.isHidden() else self._text.text()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc closes it."""
        if event.key() == Qt.Key.Key_Escape:
            self.hide()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Word the button anew when the language changes. What was said in the other language goes."""
        if event.type() == QEvent.Type.LanguageChange:
            self.hide()
            self.close_button.set_words(self.tr("Close this line"))
        super().changeEvent(event)
