"""The limits of a session: round trips after one message, and seconds for one call.

Above: `window`. Below: Qt, the values of `session/setup`. Open it with `open()`; `given` tells the two numbers.
"""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QDoubleSpinBox, QFormLayout, QLabel, QSpinBox, QWidget

from studio.session.setup import Setup


class LimitsDialog(QDialog):
    """Reaching a limit stops the session; nothing is lost."""

    given = Signal(int, float)

    def __init__(self, parent: QWidget, setup: Setup) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Limits"))
        self.trips, self.seconds = QSpinBox(self), QDoubleSpinBox(self)
        self.trips.setRange(1, 10_000)
        self.trips.setValue(setup.max_round_trips)
        self.trips.setAccessibleName(self.tr("Round trips after one message"))
        self.seconds.setRange(0.5, 86_400)
        self.seconds.setDecimals(1)
        self.seconds.setValue(setup.call_seconds)
        self.seconds.setAccessibleName(self.tr("Seconds for one call"))
        kinds = QDialogButtonBox.StandardButton
        buttons = QDialogButtonBox(kinds.Cancel | kinds.Ok, self)
        buttons.accepted.connect(self._accept)
        buttons.rejected.connect(self.reject)
        note = QLabel(
            self.tr("A reply with tool calls is one round trip. The count starts anew with each message."), self
        )
        note.setProperty("role", "hint")
        note.setWordWrap(True)
        form = QFormLayout(self)
        form.addRow(self.tr("Round trips after one message"), self.trips)
        form.addRow(self.tr("Seconds for one call"), self.seconds)
        form.addRow(note)
        form.addRow(buttons)
        self.setMinimumWidth(420)

    def _accept(self) -> None:
        self.accept()
        self.given.emit(self.trips.value(), self.seconds.value())
