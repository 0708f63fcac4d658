"""A new session: who answers, the system prompt, tools files, the first message.

Above: `window`. Below: `workspace` (profiles), `widgets`. Open it with `open()`; `given` tells the setup and the message.
"""

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from studio.session.setup import Setup, ToolFile
from studio.workspace.workspace import Workspace


class NewSessionDialog(QDialog):
    """Everything here can be changed later. Tools files ask for trust when the session opens."""

    given = Signal(object, str)
    """The `Setup`, the first message (may be empty)."""
    profiles_wanted = Signal()

    def __init__(self, parent: QWidget, workspace: Workspace) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("New session"))
        self._workspace = workspace
        self.profile, self.system, self.message = QComboBox(self), QPlainTextEdit(self), QPlainTextEdit(self)
        self.files = QListWidget(self)
        self._none = QLabel(self.tr("There is no profile yet. Make one to say which model answers."), self)
        self._none.setProperty("role", "hint")
        self._none.setWordWrap(True)
        self._main = QPushButton(self.tr("Begin"), self)
        self._main.setProperty("look", "main")
        self._prepare()
        self._lay_out()
        self.refresh()
        self.resize(620, 600)

    def refresh(self) -> None:
        """Read the profiles anew; the one used last is chosen."""
        chosen = self.profile.currentText() or self._workspace.settings.last_profile
        profiles = self._workspace.profiles
        self.profile.clear()
        self.profile.addItems([profile.name for profile in profiles])
        self.profile.setCurrentIndex(max(0, self.profile.findText(chosen)))
        self._none.setVisible(not profiles)
        self._main.setEnabled(bool(profiles))
        self._main.setToolTip("" if profiles else self._none.text())

    def _prepare(self) -> None:
        self.system.setPlaceholderText(self.tr("What the model is told before everything else. May be empty."))
        self.message.setPlaceholderText(self.tr("What you ask. Leave it empty to write it later."))
        for field, name in (
            (self.system, self.tr("System prompt")),
            (self.message, self.tr("First message")),
            (self.profile, self.tr("Profile")),
            (self.files, self.tr("Tools files")),
        ):
            field.setAccessibleName(name)
        for text in (self.system, self.message):
            text.setProperty("look", "field")
            text.setTabChangesFocus(True)
        self.files.setMaximumHeight(90)

    def _lay_out(self) -> None:
        edit = QPushButton(self.tr("Profiles…"), self)
        edit.clicked.connect(self.profiles_wanted)
        who = QHBoxLayout()
        who.addWidget(self.profile, 1)
        who.addWidget(edit)
        form = QFormLayout()
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapAllRows)
        form.addRow(self.tr("Profile"), who)
        form.addRow(self._none)
        form.addRow(self.tr("System prompt"), self.system)
        form.addRow(self.tr("Tools files"), self._files_row())
        form.addRow(self.tr("First message"), self.message)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        buttons.addButton(self._main, QDialogButtonBox.ButtonRole.AcceptRole)
        self._main.setDefault(True)
        buttons.accepted.connect(self._accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addLayout(form, 1)
        column.addWidget(buttons)

    def _files_row(self) -> QHBoxLayout:
        add, remove = QPushButton(self.tr("Add…"), self), QPushButton(self.tr("Remove"), self)
        add.setAccessibleName(self.tr("Add a tools file"))
        remove.setAccessibleName(self.tr("Remove the tools file"))
        add.clicked.connect(self._browse)
        remove.clicked.connect(lambda: self.files.takeItem(self.files.currentRow()))
        beside = QVBoxLayout()
        beside.addWidget(add)
        beside.addWidget(remove)
        beside.addStretch(1)
        row = QHBoxLayout()
        row.addWidget(self.files, 1)
        row.addLayout(beside)
        return row

    def _browse(self) -> None:
        dialog = QFileDialog(self, self.tr("Add a tools file"), "", self.tr("Python files (*.py)"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.filesSelected.connect(self.files.addItems)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def setup(self) -> Setup:
        """The settings as they stand in the form. IndexError when there is no profile."""
        profile = self._workspace.profiles[self.profile.currentIndex()]
        interpreter = self._workspace.settings.interpreter
        paths = [Path(self.files.item(row).text()) for row in range(self.files.count())]
        return Setup(
            responder=self._workspace.choice(profile),
            system=self.system.toPlainText().strip() or None,
            params=dict(profile.params),
            files=tuple(ToolFile(str(path.absolute()), interpreter) for path in dict.fromkeys(paths)),
        )

    def _accept(self) -> None:
        setup = self.setup()
        self._workspace.settings.last_profile = setup.responder.profile
        self._workspace.save_settings()
        self.accept()
        self.given.emit(setup, self.message.toPlainText().strip())
