"""Asks for the key of a profile, to be stored in the system's keyring. What is typed is not shown.

Above: the settings. Below: the frame. Keeps nothing.
"""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from studio.gui.dialogs.dialog_frame import DialogFrame, hint_label, main_button, plain_button, press_by_keys
from studio.gui.dialogs.tabbed_dialog import TabbedDialog
from studio.gui.words import fill


class KeyEntryDialog(TabbedDialog):
    """`replaces` is the environment variable that the profile names until now."""

    given = Signal(str)

    def __init__(self, parent: QWidget, profile: str, *, replaces: str = "") -> None:
        super().__init__(parent)
        hint = self.tr("It goes to the system's keyring, into no file, and is not shown again.")
        frame = DialogFrame(self, fill(self.tr("Key of {profile}"), profile=profile), hint)
        self.key = QLineEdit(self)
        self.key.setEchoMode(QLineEdit.EchoMode.Password)
        self.key.setAccessibleName(self.tr("Key to store in the system's keyring"))
        frame.body.addWidget(self.key)
        if replaces:
            said = self.tr("The profile takes it from the keyring then, and no more from {variable}.")
            frame.body.addWidget(hint_label(fill(said, variable=replaces), self))
        frame.body.addStretch(1)
        self.store = main_button(self.tr("Store"), self)
        cancel = plain_button(self.tr("Cancel"), self)
        self.store.setEnabled(False)
        self.key.textChanged.connect(lambda text: self.store.setEnabled(bool(text.strip())))
        self.store.clicked.connect(self._take)
        cancel.clicked.connect(self.reject)
        press_by_keys(self, self.store)
        self.key.returnPressed.connect(self._take)
        frame.add_buttons((), (self.store, cancel))
        frame.resize(480, 240)
        self.key.setFocus()

    def _take(self) -> None:
        key = self.key.text().strip()
        if key:
            self.key.clear()
            self.accept()
            self.given.emit(key)
