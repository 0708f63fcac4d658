"""One text asked of the person: a title, a reason, a result.

Above: `window`. Below: Qt. Open it with `open()`; `given` tells the text when it was accepted.
"""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)


class TextEntry(QDialog):
    """A line, or a field of several lines. `label` stands above it, `hint` below."""

    given = Signal(str)

    def __init__(
        self,
        parent: QWidget,
        title: str,
        label: str,
        *,
        text: str = "",
        hint: str = "",
        ok: str = "",
        lines: bool = False,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self._field: QLineEdit | QPlainTextEdit = QPlainTextEdit(text, self) if lines else QLineEdit(text, self)
        self._field.setAccessibleName(label)
        name = QLabel(label, self)
        name.setBuddy(self._field)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        main = QPushButton(ok or self.tr("OK"), self)
        main.setProperty("look", "main")
        main.setDefault(True)
        buttons.addButton(main, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.accepted.connect(self._accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(name)
        column.addWidget(self._field)
        if hint:
            note = QLabel(hint, self)
            note.setProperty("role", "hint")
            note.setWordWrap(True)
            column.addWidget(note)
        column.addWidget(buttons)
        self.resize(460, 240 if lines else 130)
        self._field.selectAll()

    @property
    def text(self) -> str:
        """What stands in the field."""
        field = self._field
        return field.text() if isinstance(field, QLineEdit) else field.toPlainText()

    def _accept(self) -> None:
        self.accept()
        self.given.emit(self.text)
