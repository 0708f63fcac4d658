"""A new session: who answers, the system text, tools files, the first message.

Above: `window`. Below: `workspace` (profiles), `widgets`. Open it with `open()`; `given` tells the setup and the message.
"""

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QHBoxLayout,
    QListWidget,
    QPlainTextEdit,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from studio.gui.dialogs.dialog_frame import DialogFrame, group, hint_label, main_button, plain_button, press_by_keys
from studio.gui.dialogs.tabbed_dialog import TabbedDialog
from studio.gui.look.theme import theme
from studio.session.setup import Setup, ToolFile
from studio.workspace.workspace import Workspace


class NewSessionDialog(TabbedDialog):
    """Everything here can be changed later. Tools files ask for trust when the session opens."""

    given = Signal(object, str)
    """The `Setup`, the first message (may be empty)."""
    profiles_wanted = Signal()

    def __init__(self, parent: QWidget, workspace: Workspace) -> None:
        super().__init__(parent)
        hint = self.tr("Everything here can be changed later.")
        self._frame = DialogFrame(self, self.tr("New session"), hint, scrolls=True)
        self._workspace = workspace
        self.profile, self.system, self.message = QComboBox(self), QPlainTextEdit(self), QPlainTextEdit(self)
        self.files = QListWidget(self)
        self._none = hint_label(self.tr("There is no profile yet. Make one to say which model answers."), self)
        self._main = main_button(self.tr("Begin"), self)
        self._prepare()
        self._lay_out()
        self.refresh()
        self._frame.resize(680, 660)

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
            (self.system, self.tr("System text")),
            (self.message, self.tr("First message")),
            (self.profile, self.tr("Profile")),
            (self.files, self.tr("Tools files")),
        ):
            field.setAccessibleName(name)
        for text in (self.system, self.message):
            text.setProperty("look", "field")
            text.setTabChangesFocus(True)
        for text in (self.system, self.message):
            text.setSizePolicy(
                QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored
            )  # the rest of the dialog is theirs
            text.setMinimumHeight(theme().px(64))
        self.files.setFixedHeight(theme().px(68))

    def _lay_out(self) -> None:
        edit = plain_button(self.tr("Profiles…"), self)
        edit.clicked.connect(self.profiles_wanted)
        who = QHBoxLayout()
        who.setSpacing(8)
        who.addWidget(self.profile, 1)
        who.addWidget(edit)
        profile = group(self.tr("Profile"), who)
        profile.addWidget(self._none)
        body = self._frame.body
        body.addLayout(profile)
        body.addLayout(group(self.tr("System text"), self.system), 1)
        asks = self.tr("A file runs only after you have read and trusted it; you are asked when the session opens.")
        body.addLayout(group(self.tr("Tools files"), self._files_row(), asks))
        body.addLayout(group(self.tr("First message"), self.message), 1)
        cancel = plain_button(self.tr("Cancel"), self)
        self._main.clicked.connect(self._accept)
        press_by_keys(self, self._main)
        cancel.clicked.connect(self.reject)
        self._frame.add_buttons((), (self._main, cancel))

    def _files_row(self) -> QHBoxLayout:
        add, remove = plain_button(self.tr("Add…"), self), plain_button(self.tr("Remove"), self)
        add.setAccessibleName(self.tr("Add a tools file"))
        remove.setAccessibleName(self.tr("Remove the tools file"))
        add.clicked.connect(self._browse)
        remove.clicked.connect(lambda: self.files.takeItem(self.files.currentRow()))
        remove.setEnabled(False)
        self.files.itemSelectionChanged.connect(lambda: remove.setEnabled(bool(self.files.selectedItems())))
        beside = QVBoxLayout()
        beside.setSpacing(8)
        beside.addWidget(add)
        beside.addWidget(remove)
        beside.addStretch(1)
        row = QHBoxLayout()
        row.setSpacing(8)
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
        made = Setup(
            responder=self._workspace.choice(profile),
            system=self.system.toPlainText().strip() or None,
            params=dict(profile.params),
            files=tuple(ToolFile(str(path.absolute()), interpreter) for path in dict.fromkeys(paths)),
        )
        return self._workspace.preferences.begun(made)

    def _accept(self) -> None:
        setup = self.setup()
        self._workspace.settings.last_profile = setup.responder.profile
        self._workspace.save_settings()
        self.accept()
        self.given.emit(setup, self.message.toPlainText().strip())
