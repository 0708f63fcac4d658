"""A folder: typed, or chosen from those of the system; empty means the usual one, whose name stands there in grey.

Above: `page_general`. Below: Qt's dialog. A folder that is not there is made when something is written into it.
"""

from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from studio.gui.dialogs.dialog_frame import wrap_plainly
from studio.gui.settings.page import Control, SettingsPort
from studio.gui.shown_folder import show_folder
from studio.gui.widgets.buttons import Button
from studio.gui.words import fill


class SessionsFolder(Control):
    """Where new sessions are kept."""

    def __init__(self, port: SettingsPort) -> None:
        super().__init__()
        self._port = port
        self.field, self.said = QLineEdit(self), QLabel(self)
        self.browse, self.show_it = Button("", self), Button("", self, look="quiet")
        wrap_plainly(self.said)
        self.said.setProperty("role", "error")
        self.said.hide()
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.browse)
        row.addWidget(self.show_it)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.field)
        column.addLayout(row)
        column.addWidget(self.said)
        self.field.editingFinished.connect(lambda: self.take(self.field.text().strip()))
        self.browse.clicked.connect(self._browse)
        self.show_it.clicked.connect(self._show)
        self.field.setPlaceholderText(str(port.workspace.kept_in.usual))

    def tell(self, value: Any) -> None:
        """Show the folder that is chosen."""
        if self.field.text() != value:
            self.field.setText(str(value))
        self._say("")

    def name_it(self, words: str, hint: str) -> None:
        """The line bears the name."""
        self.field.setAccessibleName(words)
        self.field.setAccessibleDescription(hint)

    def target(self) -> QWidget:
        """The line."""
        return self.field

    def reword(self) -> None:
        """Words in the language of the window."""
        self.browse.set_words(self.tr("Browse…"))
        self.show_it.set_words(self.tr("Show folder"))

    def take(self, text: str) -> None:
        """Choose a folder; one that nothing can be written into is not taken, and why is said."""
        wrong = self._wrong(text) if text else ""
        self._say(wrong)
        if not wrong:
            self.given.emit(text)

    def _wrong(self, text: str) -> str:
        try:
            path = Path(text).expanduser()
            if not path.is_absolute():
                return self.tr("Write the whole path of the folder.")
            path.mkdir(parents=True, exist_ok=True)
        except (OSError, RuntimeError, ValueError) as error:
            why = getattr(error, "strerror", None) or str(error)
            return fill(self.tr("{folder} cannot be used: {why}"), folder=text, why=why)
        return ""

    def _say(self, words: str) -> None:
        self.said.setText(words)
        self.said.setVisible(bool(words))

    def _browse(self) -> None:
        dialog = QFileDialog(
            self.window(), self.tr("Where new sessions are kept"), str(self._port.workspace.kept_in.now)
        )
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.fileSelected.connect(self.take)
        self._port.show(dialog)

    def _show(self) -> None:
        show_folder(self._port.bridge, self._port.workspace.kept_in.now / "sessions")
