"""*Report*: the facts that whoever helps asks for, as they will be copied, with what the person adds.

Above: `help_room`. Below: `report_text`. Sends nothing.
"""

from collections.abc import Callable

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QCheckBox, QLabel, QVBoxLayout, QWidget

from studio.gui.dialogs.dialog_frame import DialogFrame, main_button, plain_button, wrap_plainly
from studio.gui.dialogs.tabbed_dialog import TabbedDialog
from studio.gui.editors.code_editor import CodeEditor


class ReportDialog(TabbedDialog):
    """`make(session, messages)` gives the text."""

    def __init__(self, parent: QWidget, make: Callable[[bool, bool], str]) -> None:
        super().__init__(parent)
        hint = self.tr(
            "Nothing is sent. Read it, copy it, and give it to whom you like. It holds no key and no text of a session."
        )
        frame = DialogFrame(self, self.tr("Report"), hint)
        self._make = make
        self.session = QCheckBox(self.tr("How large the open session is, and by what it is answered"), self)
        self.messages = QCheckBox(self.tr("What the program said last; that may name files and tools"), self)
        self.text, self.said = CodeEditor(self.tr("The report"), self), QLabel(self)
        self.copy, close = main_button(self.tr("Copy"), self), plain_button(self.tr("Close"), self)
        self.session.setChecked(True)
        self.text.setReadOnly(True)
        self.text.setLineWrapMode(CodeEditor.LineWrapMode.WidgetWidth)
        wrap_plainly(self.said)
        self.said.setProperty("role", "muted")
        self.said.hide()
        boxes = QVBoxLayout()
        boxes.addWidget(self.session)
        boxes.addWidget(self.messages)
        frame.body.addWidget(self.text, 1)
        frame.body.addLayout(boxes)
        frame.body.addWidget(self.said)
        frame.add_buttons((), (self.copy, close))
        frame.resize(760, 600)
        for box in (self.session, self.messages):
            box.toggled.connect(lambda _on: self._show())
        self.copy.clicked.connect(lambda _on=False: self._copy())
        close.clicked.connect(lambda _on=False: self.reject())
        self._show()
        self.copy.setFocus()

    def _show(self) -> None:
        self.text.setPlainText(self._make(self.session.isChecked(), self.messages.isChecked()))
        self.said.hide()

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.text.toPlainText())
        self.said.setText(self.tr("The report is in the clipboard."))
        self.said.show()
