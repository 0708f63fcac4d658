"""*Try with…*: the call that rules are tried with, and what it would be answered.

Above: the mock editor. Below: widgets. Runs nothing; knows no session: what was tried is handed in.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from studio.gui.dialogs.dialog_frame import wrap_plainly
from studio.gui.editors.text_editor import TextEditor
from studio.gui.look.theme import theme
from studio.gui.panes.fault_words import fault_words
from studio.gui.widgets.still_combo import StillCombo
from studio.gui.words import fill, together
from studio.session.nodes import CallKey
from studio.session.state import CallState

if TYPE_CHECKING:
    from studio.workspace.mocking import Canned, Tried

_MOST_SHOWN = 4000
_LONGEST = 80


class MockTrial(QWidget):
    """`chosen`: another call is to be tried."""

    chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._keys: list[CallKey] = []
        self._label, self._said = QLabel(self.tr("Try with"), self), QLabel(self)
        self.call = StillCombo(self)
        self.answer = TextEditor(self.tr("What the call would be answered"), self, code=True)
        self.call.setAccessibleName(self.tr("Call to try the rules with"))
        self._label.setBuddy(self.call)
        wrap_plainly(self._said)
        self._said.setProperty("role", "small")
        self.answer.setReadOnly(True)
        self.answer.fit_height(1, 5)
        row = QHBoxLayout()
        row.setSpacing(theme().px(8))
        row.addWidget(self._label)
        row.addWidget(self.call, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().px(8))
        column.addLayout(row)
        column.addWidget(self._said)
        column.addWidget(self.answer)
        self.call.currentIndexChanged.connect(lambda _at: self.chosen.emit())

    def show_calls(self, calls: Sequence[CallState]) -> None:
        """Offer the calls that wait; the one chosen before stays."""
        waiting = [call for call in calls if call.status == "open"]
        self._keys = [call.key for call in waiting]
        self.call.show_choices([(call.key, _named(call)) for call in waiting], self.call.value())
        for widget in (self._label, self.call):
            widget.setVisible(bool(waiting))
        if not waiting:
            self._say(self.tr("No call waits now. While one does, its answer by these rules is shown here."), None)

    def key(self) -> CallKey | None:
        """The call to try the rules with; None when none waits."""
        key: CallKey | None = self.call.value()
        return key

    def choose(self, key: CallKey) -> None:
        """Try the rules with this call, if it waits."""
        if key in self._keys:
            self.call.choose(key)

    def show_tried(self, tried: "Tried") -> None:
        """Show what came of it."""
        if tried.why == "unknown_tool":
            self._say(self.tr("Its tool is not among those that were sent, so no rule is asked."), None)
        elif tried.why:
            self._say(self.tr("Its arguments do not fit the tool, so no rule is asked."), None)
        elif tried.answer is None:
            self._say(self.tr("No rule answers it: the tool runs."), None)
        else:
            self._say(self._words(tried.answer), None if tried.answer.real else tried.answer.text)

    def _words(self, answer: "Canned") -> str:
        """Who answers, how, and when."""
        if answer.rule:
            words = self.tr("Rule {id} lets the tool run.") if answer.real else self.tr("Rule {id} answers.")
        else:
            words = self.tr("The new rule lets the tool run.") if answer.real else self.tr("The new rule answers.")
        said = [fill(words, id=answer.rule)]
        if answer.fault:
            said.append(fill(self.tr("Made to go wrong: {fault}."), fault=fault_words(answer.fault)))
        elif answer.status != "ok":
            said.append(self.tr("The model reads an error."))
        if answer.delay:
            said.append(fill(self.tr("After {n} s."), n=f"{answer.delay:g}"))
        return together(*said)

    def _say(self, words: str, text: str | None) -> None:
        self._said.setText(words)
        self.answer.setVisible(text is not None)
        self.answer.set_text((text or "")[:_MOST_SHOWN])
        self.answer.setPlaceholderText(self.tr("an empty text"))


def _named(call: CallState) -> str:
    arguments = " ".join(call.call.arguments.split())
    return f"{call.call.name}  {arguments[:_LONGEST]}{'…' if len(arguments) > _LONGEST else ''}"
