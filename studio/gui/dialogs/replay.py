"""Which recorded session to step through, and who answers: the recording, or the model and the tools for real.

Above: `window`. Below: Qt, `widgets`. Open it with `open()`; `given` tells file and switches.
"""

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QDialog, QDialogButtonBox, QFormLayout, QLabel, QPushButton, QWidget

from studio.gui.dialogs.file_field import FileField


class ReplayDialog(QDialog):
    """The recording is never changed: a replay is a session of its own."""

    given = Signal(Path, bool, bool)
    """File, model live, tools live."""

    def __init__(self, parent: QWidget, path: Path | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Replay"))
        self.file = FileField(self, self.tr("Session file"), self.tr("Sessions (*.tcsession)"))
        self.model, self.tools = QCheckBox(self), QCheckBox(self)
        self.model.setText(self.tr("Ask the model live"))
        self.model.setToolTip(self.tr("Off: replies come from the recording and nothing is sent."))
        self.tools.setText(self.tr("Run the tools live"))
        self.tools.setToolTip(self.tr("Off: results come from the recording and no tool runs."))
        note = QLabel(
            self.tr("A request that differs from the recorded one stops with the first differing place."), self
        )
        note.setProperty("role", "hint")
        note.setWordWrap(True)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        self.main = QPushButton(self.tr("Replay"), self)
        self.main.setProperty("look", "main")
        self.main.setDefault(True)
        buttons.addButton(self.main, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.accepted.connect(self._accept)
        buttons.rejected.connect(self.reject)
        self.file.changed.connect(lambda path: self.main.setEnabled(bool(path)))
        self.main.setEnabled(path is not None)
        self.file.set_path(path)
        form = QFormLayout(self)
        form.addRow(self.tr("Session file"), self.file)
        form.addRow(self.tr("Model"), self.model)
        form.addRow(self.tr("Tools"), self.tools)
        form.addRow(note)
        form.addRow(buttons)
        self.setMinimumWidth(520)

    def _accept(self) -> None:
        path = self.file.path
        if path is not None:
            self.accept()
            self.given.emit(path, self.model.isChecked(), self.tools.isChecked())
