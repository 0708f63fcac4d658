"""The inline editor of a call card in which the person gives an answer: a mocked result, an error, or a rejection.

Above: the call card. Below: the editors. Knows no session: `given` tells text and whether it is an error.
"""

from typing import Literal

from PySide6.QtCore import QEvent, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from studio.gui.editors.json_editor import JsonEditor
from studio.gui.editors.text_editor import TextEditor
from studio.gui.look.theme import theme
from studio.gui.panes.argument_issues import is_json
from studio.gui.panes.wrapped_row import WrappedRow
from studio.gui.widgets.buttons import Button
from studio.gui.widgets.segmented import Segmented
from studio.gui.widgets.switch import Switch

AnswerKind = Literal["mock", "error", "reject", "result"]


class CallAnswer(QWidget):
    """`given` comes with the text and `is_error`; for a rejection the text is the reason."""

    given = Signal(str, str, bool)
    opened = Signal()
    """It is open and has its size: it can be brought into view."""
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.kind: AnswerKind = "mock"
        self._said, self._error_words, self.why = QLabel(self), QLabel(self), QLabel(self)
        self.form = Segmented("", [("text", ""), ("json", "")], self)
        self.text = TextEditor("", self)
        self.text.fit_height(2, 12)
        self.json = JsonEditor("", self)
        self.json.fit_height(3, 14)
        self.is_error = Switch("", self)
        self.use, self.cancel = Button("", self, look="main"), Button("", self, look="quiet")
        self._lay_out()
        self._wire()
        self._reword()
        self.hide()

    def open(self, kind: AnswerKind, text: str = "") -> None:
        """Open for one kind of answer. What was typed for the same kind before is still there."""
        if kind != self.kind or not self._typed():
            self.kind = kind
            self.text.set_text(text)
            self.json.set_text("")
            self.form.set_current("text")
            self.is_error.setChecked(kind == "error")
        self._reword()
        self._show_form()
        self.show()
        self._editor().setFocus()
        QTimer.singleShot(0, self, self.opened.emit)

    @property
    def is_typed(self) -> bool:
        """Whether the form is open and holds something."""
        return not self.isHidden() and self._typed()

    def close_answer(self) -> None:
        """Close; what was typed stays for the next time."""
        self.hide()
        self.closed.emit()

    def forget(self) -> None:
        """Close and forget what was typed."""
        self.text.set_text("")
        self.json.set_text("")
        self.hide()

    def give(self) -> None:
        """Give the answer as typed; one that is not JSON yet stays, and why is said."""
        self.json.flush()
        self._show_valid()
        self.why.setVisible(not self.use.isEnabled())
        if self.use.isEnabled():
            self.given.emit(self.kind, self.value(), self.is_error.isChecked())

    def value(self) -> str:
        """The answer as typed."""
        return self.json.text() if self._is_json() else self.text.text()

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
        super().changeEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the ground and the line above."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme().color(_GROUNDS[self.kind]))
        painter.fillRect(0, 0, self.width(), 1, theme().color("border"))

    def _lay_out(self) -> None:
        self._said.setProperty("role", "small")
        self._said.setWordWrap(True)
        self._error_words.setProperty("role", "small")
        self.why.setProperty("role", "error")
        self.why.setWordWrap(True)
        self.why.hide()
        bottom = WrappedRow(self)
        for part in (self.use, self.cancel, self.is_error, self._error_words):
            bottom.add(part)
        bottom.add_right(self.form)
        self._error_words.setBuddy(self.is_error)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 10, 12, 10)
        column.setSpacing(8)
        column.addWidget(self._said)
        column.addWidget(self.text)
        column.addWidget(self.json)
        column.addWidget(self.why)
        column.addWidget(bottom)

    def _wire(self) -> None:
        self.form.chosen.connect(self._change_form)
        for editor in (self.text, self.json):
            editor.commit_requested.connect(self.give)
            editor.left.connect(self.close_answer)
        self.text.edited.connect(lambda _text: self._show_valid())
        self.json.edited.connect(lambda _text: self._show_valid())
        self.use.clicked.connect(lambda _on=False: self.give())
        self.cancel.clicked.connect(self.close_answer)

    def _reword(self) -> None:
        said, use, field = self._words()
        self._said.setText(said)
        self.use.set_words(use)
        self.use.setToolTip(self.tr("Ctrl+Enter"))
        self.text.setAccessibleName(field)
        self.json.setAccessibleName(field)
        self.cancel.set_words(self.tr("Cancel"))
        self.form.setAccessibleName(self.tr("Write the result as"))
        self.form.set_words("text", self.tr("Text"))
        self.form.set_words("json", self.tr("JSON"))
        self.is_error.setAccessibleName(self.tr("The result is an error"))
        self._error_words.setText(self.tr("is an error"))
        self.setAccessibleName(said)
        self.update()

    def _words(self) -> tuple[str, str, str]:
        """What the editor is for, its button, and the name of its field."""
        match self.kind:
            case "reject":
                said = self.tr("The model reads that you rejected this call, and your reason:")
                return said, self.tr("Reject"), self.tr("Reason for the model")
            case "error":
                said = self.tr("The tool does not run; the model reads this error:")
                return said, self.tr("Return error"), self.tr("Error for the model")
            case "result":
                said = self.tr("The tool is not run again; the model reads this result:")
                return said, self.tr("Use as result"), self.tr("Result for the model")
            case _:
                said = self.tr("The tool does not run; the model reads this result:")
                return said, self.tr("Use as result"), self.tr("Mocked result")

    def _is_json(self) -> bool:
        return self.form.current() == "json"

    def _editor(self) -> TextEditor | JsonEditor:
        return self.json if self._is_json() else self.text

    def _typed(self) -> bool:
        return bool(self.text.text() or self.json.toPlainText())

    def _change_form(self, form: str) -> None:
        if form == "json":
            self.json.set_text(self.text.text())
        else:
            self.text.set_text(self.json.text())
        self._show_form()
        self._editor().setFocus()

    def _show_form(self) -> None:
        reject = self.kind == "reject"
        self.form.setVisible(not reject)
        self.is_error.setVisible(not reject)
        self._error_words.setVisible(not reject)
        self.text.setVisible(not self._is_json())
        self.json.setVisible(self._is_json())
        self._show_valid()

    def _show_valid(self) -> None:
        valid = not self._is_json() or is_json(self.json.draft())
        self.use.setEnabled(valid)
        self.why.setText(self.tr("This is not JSON yet."))
        if valid:
            self.why.hide()
        self.use.setToolTip(self.tr("Ctrl+Enter") if valid else self.tr("This is not JSON yet."))


_GROUNDS = {"mock": "soft_mock", "error": "soft_err", "reject": "soft_warn", "result": "raised"}
