"""Keeps the wheel from changing a number in a page that scrolls: it scrolls the page, unless the field has the keyboard.

Above: forms. Below: Qt. Knows nothing of what is counted.
"""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QAbstractSpinBox


class StillWheel(QObject):
    """Stands over one field, and ends with it."""

    def __init__(self, field: QAbstractSpinBox) -> None:
        super().__init__(field)
        self._field = field
        field.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        field.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Leave the wheel to the page."""
        if event.type() == QEvent.Type.Wheel and not self._field.hasFocus():
            event.ignore()
            return True
        return super().eventFilter(watched, event)
