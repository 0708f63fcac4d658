"""A button that waits for a moment after something new is shown beside it: the second press of a double click, meant for what stood
there before, must not reach it.

Above: dialogs that ask for trust. Below: Qt.
"""

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication, QPushButton


class Unhurried(QObject):
    """Lives as long as its button."""

    def __init__(self, button: QPushButton) -> None:
        super().__init__(button)
        self._button, self._allowed = button, True
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._over)

    def begin(self, *, allowed: bool = True) -> None:
        """Something new is shown: the button is off for the time of a double click, and then on where it is `allowed`."""
        self._allowed = allowed
        self._button.setEnabled(False)
        self._timer.start(QApplication.doubleClickInterval())

    def _over(self) -> None:
        self._button.setEnabled(self._allowed)
