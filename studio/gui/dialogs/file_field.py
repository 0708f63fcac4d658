"""A line for the path of a file with a button that browses.

Above: dialogs. Below: Qt. Knows nothing of what is in the file.
"""

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLineEdit, QPushButton, QWidget


class FileField(QWidget):
    """`label` names the field for screen readers, `kinds` are the filters of the file dialog."""

    changed = Signal(str)

    def __init__(self, parent: QWidget, label: str, kinds: str) -> None:
        super().__init__(parent)
        self._label, self._kinds = label, kinds
        words = self.tr("Browse…")
        self.line, self.browse = QLineEdit(self), QPushButton(words, self)
        self.browse.setAutoDefault(False)
        self.line.setAccessibleName(label)
        self.browse.setAccessibleName(f"{label}: {words}")
        self.line.textChanged.connect(self.changed)
        self.browse.clicked.connect(self._browse)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.line, 1)
        row.addWidget(self.browse)
        self.setFocusProxy(self.line)

    @property
    def path(self) -> Path | None:
        """The path that stands in the field, None when it is empty."""
        text = self.line.text().strip()
        return _at_home(Path(text)) if text else None

    def set_path(self, path: Path | None) -> None:
        """Put a path into the field."""
        self.line.setText(str(path) if path is not None else "")

    def _browse(self) -> None:
        dialog = QFileDialog(self, self._label, str(self.path.parent if self.path else ""), self._kinds)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self.line.setText)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()


def _at_home(path: Path) -> Path:
    """`~` is the person's home; a name behind it that nobody has stays as it is typed."""
    try:
        return path.expanduser()
    except RuntimeError:
        return path
