"""One text asked of the person: a title, a reason, a result.

Above: `window`. Below: Qt. Open it with `open()`; `given` tells the text when it was accepted.
"""

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLabel, QLineEdit, QPlainTextEdit, QWidget

from studio.gui.dialogs.dialog_frame import (
    DialogFrame,
    group,
    hint_label,
    main_button,
    plain_button,
    press_by_keys,
    wrap_plainly,
)
from studio.gui.dialogs.tabbed_dialog import TabbedDialog


class TextEntry(TabbedDialog):
    """A line, or a field of several lines. `label` stands above it, `hint` below. Esc drops what was typed only when it is
    pressed twice; *Cancel* does so at once."""

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
        refuses: Callable[[str], str] = lambda _text: "",
    ) -> None:
        """`refuses` takes what was typed, and gives a sentence where it cannot be taken: then the dialog stays."""
        super().__init__(parent)
        self._refuses = refuses
        frame = DialogFrame(self, title)
        self._field: QLineEdit | QPlainTextEdit = QPlainTextEdit(text, self) if lines else QLineEdit(text, self)
        self._field.setAccessibleName(label)
        self._begun_with, self.warning = text, hint_label(self.tr("Esc once more drops what was typed."), self)
        self.warning.hide()
        if isinstance(self._field, QPlainTextEdit):
            self._field.setProperty("look", "field")
            self._field.setTabChangesFocus(True)
        main, cancel = main_button(ok or self.tr("OK"), self), plain_button(self.tr("Cancel"), self)
        main.clicked.connect(self._accept)
        cancel.clicked.connect(self.reject)
        press_by_keys(self, main)
        self.said = QLabel(self)
        self.said.setProperty("role", "error")
        wrap_plainly(self.said)
        self.said.hide()
        for each in (self.warning, self.said):
            self._field.textChanged.connect(lambda *_, each=each: each.hide())
        frame.body.addLayout(group(label, self._field, hint), 1 if lines else 0)
        frame.body.addWidget(self.said)
        frame.body.addWidget(self.warning)
        frame.add_buttons((), (main, cancel))
        self.resize(500, 320 if lines else self.sizeHint().height())
        self._field.selectAll()

    @property
    def text(self) -> str:
        """What stands in the field."""
        field = self._field
        return field.text() if isinstance(field, QLineEdit) else field.toPlainText()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The first Esc over something typed says what the second one does."""
        if event.key() == Qt.Key.Key_Escape and self.text != self._begun_with and self.warning.isHidden():
            self.warning.show()
        else:
            super().keyPressEvent(event)

    def _accept(self) -> None:
        refused = self._refuses(self.text)
        if refused:
            self.said.setText(refused)
            self.said.show()
            self._field.setFocus()
            return
        self.accept()
        self.given.emit(self.text)
