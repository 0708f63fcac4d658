"""The limits of a session: round trips after one message, and seconds for one call.

Above: `window`. Below: Qt, the values of `session/setup`. Open it with `open()`; `given` tells the two numbers.
"""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QDoubleSpinBox, QSpinBox, QWidget

from studio.gui.dialogs.dialog_frame import (
    DialogFrame,
    aligned_form,
    hint_label,
    inset_number,
    main_button,
    plain_button,
)
from studio.session.setup import Setup


class LimitsDialog(QDialog):
    """Reaching a limit stops the session; nothing is lost."""

    given = Signal(int, float)

    def __init__(self, parent: QWidget, setup: Setup) -> None:
        super().__init__(parent)
        frame = DialogFrame(self, self.tr("Limits"), self.tr("Reaching a limit stops the session; nothing is lost."))
        self.trips, self.seconds = QSpinBox(self), QDoubleSpinBox(self)
        self.trips.setRange(1, 10_000)
        self.trips.setValue(setup.max_round_trips)
        self.trips.setAccessibleName(self.tr("Round trips after one message"))
        self.seconds.setRange(0.5, 86_400)
        self.seconds.setDecimals(1)
        self.seconds.setValue(setup.call_seconds)
        self.seconds.setAccessibleName(self.tr("Seconds for one call"))
        self.seconds.setSuffix(" s")
        inset_number(self.trips)
        inset_number(self.seconds)
        ok, cancel = main_button(self.tr("OK"), self), plain_button(self.tr("Cancel"), self)
        ok.clicked.connect(self._accept)
        cancel.clicked.connect(self.reject)
        note = hint_label(
            self.tr("A reply with tool calls is one round trip. The count starts anew with each message."), self
        )
        form = aligned_form()
        form.addRow(self.tr("Round trips after one message"), self.trips)
        form.addRow(self.tr("Time for one call"), self.seconds)
        frame.body.addLayout(form)
        frame.body.addWidget(note)
        frame.body.addStretch(1)
        frame.add_buttons((), (ok, cancel))
        self.setMinimumWidth(480)

    def _accept(self) -> None:
        self.accept()
        self.given.emit(self.trips.value(), self.seconds.value())
