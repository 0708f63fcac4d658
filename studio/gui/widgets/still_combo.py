"""A choice in a page that scrolls: the wheel scrolls the page and changes nothing unless the choice has the keyboard.

Above: forms. Below: `elided_combo`. Knows nothing of what is chosen.
"""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QComboBox, QWidget

from studio.gui.widgets.elided_combo import ElidedCombo


class StillCombo(ElidedCombo):
    """Entries are words with a value; it can be narrower than its longest words."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(8)
        self._values: list[Any] = []

    def show_choices(self, choices: Sequence[tuple[Any, str]], chosen: Any) -> None:
        """Other entries (value, words), without telling; a chosen value that is none of them chooses the first."""
        with QSignalBlocker(self):
            self.clear()
            self.addItems([said for _, said in choices])
            self._values = [value for value, _ in choices]
            self.setCurrentIndex(self._values.index(chosen) if chosen in self._values else 0)

    def value(self) -> Any:
        """The value that is chosen; None where there is nothing to choose."""
        return self._values[self.currentIndex()] if self._values else None

    def choose(self, value: Any) -> None:
        """Choose as the person would. Raises ValueError for a value that is not there."""
        self.setCurrentIndex(self._values.index(value))
        self.activated.emit(self.currentIndex())

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Left to the page, unless the keyboard is here."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()
