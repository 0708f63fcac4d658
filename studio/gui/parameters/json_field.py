"""A JSON editor as a field of a form: it grows with its text, and tells when the keyboard has left it.

Above: the fields with JSON in them. Below: the JSON editor. Knows not what the JSON is.
"""

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QFocusEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from studio.gui.editors.json_editor import JsonEditor


class JsonField(JsonEditor):
    """`finished`: what was typed is settled, and the keyboard is elsewhere."""

    finished = Signal()

    def __init__(self, parent: QWidget, *, least: int, most: int) -> None:
        """Between `least` and `most` lines high."""
        super().__init__("", parent)
        self.setProperty("look", "field")
        self.fit_height(least, most)
        # A height that changes while the form is being laid out is not seen by it, so it is told again.
        self._told = QTimer(self, singleShot=True, interval=0)
        self._told.timeout.connect(self.updateGeometry)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """What was typed is settled first."""
        super().focusOutEvent(event)
        self.finished.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Tell the form the height once more."""
        super().resizeEvent(event)
        self._told.start()
