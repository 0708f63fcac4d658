"""A label and its field in one line; where the field would have too little room, the label stands above it.

Above: forms. Below: the theme. Knows not what the field is for.
"""

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QLabel, QWidget

from studio.gui.look.theme import theme

LABEL_WIDTH = 132
"""Of all labels at 100 % text, so that the fields of all parts begin at one line."""
_NARROW = 300
_FIELD_HEIGHT = 28


class LabelledField(QWidget):
    """`label` names the field for the eye; the field has an accessible name of its own."""

    def __init__(self, words: str, field: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.label = QLabel(words, self)
        self.label.setBuddy(field)
        self.label.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.label.setWordWrap(True)
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.addWidget(self.label)
        self._row.addWidget(field, 1)
        theme().changed.connect(self._restyle)
        self._restyle()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Side by side or one above the other."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        across, down = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        wanted = down if self.width() < theme().px(_NARROW) else across
        if self._row.direction() != wanted:
            self._row.setDirection(wanted)
            self._restyle()

    def _restyle(self) -> None:
        px = theme().px
        beside = self._row.direction() == QBoxLayout.Direction.LeftToRight
        # The first line of the label stands at the height of the words in the field.
        self.label.setContentsMargins(0, max(0, (px(_FIELD_HEIGHT) - px(17)) // 2) if beside else 0, 0, 0)
        self.label.setMinimumWidth(px(LABEL_WIDTH) if beside else 0)
        self.label.setMaximumWidth(px(LABEL_WIDTH) if beside else 16_777_215)
        self._row.setSpacing(16 if beside else 3)
