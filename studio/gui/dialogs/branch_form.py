"""Name, note and expectation of a branch. What cannot be read is said while it is typed, with the place.

Above: `branch_room`. Below: `dialog_frame`, `checks/expressions`. Changes nothing: `given` tells what was written.
"""

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QLineEdit, QPlainTextEdit, QPushButton, QWidget

from studio.checks.expressions import ExpressionError, compiled, respelled
from studio.gui.dialogs.dialog_frame import DialogFrame, group, main_button, plain_button, press_by_keys, wrap_plainly
from studio.gui.dialogs.tabbed_dialog import TabbedDialog
from studio.gui.look.theme import theme
from studio.gui.widgets.buttons import Button
from studio.gui.words import fill, told_error

EXAMPLE = "contains(messages[].calls[].name, 'issue_refund')"


class BranchForm(TabbedDialog):
    """`given`: name, note and expectation, when they are kept."""

    given = Signal(str, str, str)

    def __init__(
        self,
        parent: QWidget,
        name: str,
        note: str,
        expects: str,
        taken: Callable[[str], bool],
        read: Callable[[str], object] = compiled,
    ) -> None:
        """`taken` says whether another branch has a name; `read` raises ExpressionError for what can be no expectation."""
        super().__init__(parent)
        self._taken, self._read = taken, read
        frame = DialogFrame(
            self,
            self.tr("Branch"),
            self.tr("What you write here is kept in the session; nothing of it is sent to a model."),
        )
        self.name, self.note, self.expects = QLineEdit(name, self), QPlainTextEdit(note, self), QLineEdit(expects, self)
        self.note.setProperty("look", "field")
        self.note.setTabChangesFocus(True)
        self.expects.setFont(theme().code_font())
        self.expects.setPlaceholderText(EXAMPLE)
        self.said, self.mend = QLabel(self), Button("", self, look="link")
        self.said.setProperty("role", "error")
        wrap_plainly(self.said)
        self._keep = main_button(self.tr("Keep"), self)
        cancel = plain_button(self.tr("Cancel"), self)
        hint = self.tr(
            "An expression that holds where the branch comes out as you expect: JMESPath over reply, messages, call, result, usage."
        )
        frame.body.addLayout(group(self.tr("Name"), self.name))
        frame.body.addLayout(group(self.tr("Note"), self.note), 1)
        frame.body.addLayout(group(self.tr("Expectation"), self.expects, hint))
        frame.body.addWidget(self.said)
        frame.body.addWidget(self.mend)
        frame.add_buttons((), (cancel, self._keep))
        self._name_fields()
        frame.resize(520, 430)
        self._begin(cancel)

    def _begin(self, cancel: QPushButton) -> None:
        """Listen to the fields, and say how they stand."""
        self._keep.clicked.connect(self._accept)
        cancel.clicked.connect(self.reject)
        press_by_keys(self, self._keep)
        self.name.textChanged.connect(self._check)
        self.expects.textChanged.connect(self._check)
        self.mend.clicked.connect(lambda _on=False: self.expects.setText(respelled(self.expects.text()) or ""))
        self.name.selectAll()
        self._check()

    def _name_fields(self) -> None:
        for field, words in (
            (self.name, self.tr("Name")), (self.note, self.tr("Note")), (self.expects, self.tr("Expectation")),
        ):  # fmt: skip
            field.setAccessibleName(words)

    def refusal(self) -> str:
        """Why it cannot be kept as it stands; empty when it can."""
        if self._taken(self.name.text().strip()):
            return self.tr("Another branch has this name.")
        text = self.expects.text().strip()
        try:
            if text:
                self._read(text)
        except ExpressionError as error:
            return told_error(error)
        return ""

    def _check(self) -> None:
        refused = self.refusal()
        self.said.setText(refused)
        self.said.setVisible(bool(refused))
        self._keep.setEnabled(not refused)
        better = respelled(self.expects.text()) if refused else None
        self.mend.setVisible(better is not None)
        if better is not None:
            self.mend.set_words(fill(self.tr("Write {expression}"), expression=better))

    def _accept(self) -> None:
        if not self.refusal():
            self.accept()
            self.given.emit(self.name.text().strip(), self.note.toPlainText().strip(), self.expects.text().strip())
