"""Which recorded session to step through, and who answers: the recording, or the model and the tools for real.

Above: `window`. Below: Qt, `widgets`. Open it with `open()`; `given` tells file and switches.
"""

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QWidget

from studio.gui.dialogs.dialog_frame import DialogFrame, aligned_form, hint_label, main_button, plain_button
from studio.gui.dialogs.file_field import FileField
from studio.gui.dialogs.tabbed_dialog import TabbedDialog


class ReplayDialog(TabbedDialog):
    """The recording is never changed: a replay is a session of its own."""

    given = Signal(Path, bool, bool)
    """File, model live, tools live."""

    def __init__(self, parent: QWidget, path: Path | None = None) -> None:
        super().__init__(parent)
        frame = DialogFrame(
            self, self.tr("Replay"), self.tr("Step through a recorded session again. The recording stays as it is.")
        )
        self.file = FileField(self, self.tr("Session file"), self.tr("Sessions (*.tcsession)"))
        self.model, self.tools = QCheckBox(self), QCheckBox(self)
        self.model.setText(self.tr("Ask the model live"))
        self.model.setToolTip(self.tr("Off: replies come from the recording and nothing is sent."))
        self.tools.setText(self.tr("Run the tools live"))
        self.tools.setToolTip(self.tr("Off: results come from the recording and no tool runs."))
        note = hint_label(
            self.tr("A request that differs from the recorded one stops with the first differing place."), self
        )
        self.main, cancel = main_button(self.tr("Replay"), self), plain_button(self.tr("Cancel"), self)
        self.main.clicked.connect(self._accept)
        cancel.clicked.connect(self.reject)
        self.file.changed.connect(lambda path: self.main.setEnabled(bool(path)))
        self.main.setEnabled(path is not None)
        self.file.set_path(path)
        form = aligned_form()
        form.addRow(self.tr("Session file"), self.file)
        form.addRow(self.tr("Model"), self.model)
        form.addRow(self.tr("Tools"), self.tools)
        frame.body.addLayout(form)
        frame.body.addWidget(note)
        frame.body.addStretch(1)
        frame.add_buttons((), (self.main, cancel))
        self.setMinimumWidth(560)

    def _accept(self) -> None:
        path = self.file.path
        if path is not None:
            self.accept()
            self.given.emit(path, self.model.isChecked(), self.tools.isChecked())
