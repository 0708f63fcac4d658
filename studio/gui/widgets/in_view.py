"""Whether a widget is in view to stay: a dock behind others comes into view for a moment while all are put in their places.

Above: panes in docks. Knows no pane.
"""

from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget


class InView(QObject):
    """Follows a widget. `came`: it is in view, and was still with the next turn of the loop."""

    came = Signal()

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.is_there = False
        self._widget = widget
        self._turn = QTimer(self, singleShot=True, interval=0)
        self._turn.timeout.connect(self._look)
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Look when it is shown; one that is hidden is gone at once."""
        if event.type() == QEvent.Type.Show:
            self._turn.start()
        elif event.type() == QEvent.Type.Hide:
            self.is_there = False
            self._turn.stop()
        return super().eventFilter(watched, event)

    def _look(self) -> None:
        self.is_there = self._widget.isVisible()
        if self.is_there:
            self.came.emit()
