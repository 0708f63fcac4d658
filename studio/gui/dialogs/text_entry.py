"""One text asked of the person: a title, a reason, a result.

Above: `window`. Below: Qt. Open it with `open()`; `given` tells the text when it was accepted.
"""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QLineEdit, QPlainTextEdit, QWidget

from studio.gui.dialogs.dialog_frame import DialogFrame, group, main_button, plain_button


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
        frame = DialogFrame(self, title)
        self._field: QLineEdit | QPlainTextEdit = QPlainTextEdit(text, self) if lines else QLineEdit(text, self)
        self._field.setAccessibleName(label)
        if lines:
            self._field.setProperty("look", "field")
        main, cancel = main_button(ok or self.tr("OK"), self), plain_button(self.tr("Cancel"), self)
        main.clicked.connect(self._accept)
        cancel.clicked.connect(self.reject)
        frame.body.addLayout(group(label, self._field, hint), 1 if lines else 0)
        frame.add_buttons((), (main, cancel))
        self.resize(500, 320 if lines else self.sizeHint().height())
        self._field.selectAll()

    @property
    def text(self) -> str:
        """What stands in the field."""
        field = self._field
        return field.text() if isinstance(field, QLineEdit) else field.toPlainText()

    def _accept(self) -> None:
        self.accept()
        self.given.emit(self.text)
