"""How the chosen line is asserted: the choice, and the pattern or text where one is needed.

Above: `export_test`. Below: widgets, `interop/planned_test`.
"""

import re
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace
from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from studio.gui.dialogs.dialog_frame import wrap_plainly
from studio.gui.dialogs.export_test_calls import Line, loose_at
from studio.gui.dialogs.export_test_words import answer_choices, member_choices
from studio.gui.look.theme import theme
from studio.gui.widgets.still_combo import StillCombo
from studio.gui.words import fill
from studio.interop.planned_test import Loose, PlannedTest, made_loose, schema_at, value_at

_WITH_TEXT = ("like", "contains")


class HowField(QWidget):
    """`changed` tells that the person chose otherwise; `plan_with` then gives the plan. `problem` says why a pattern cannot stand."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._line: Line | None = None
        self.problem = ""
        self.label, self.how, self.text, self.said = QLabel(self), StillCombo(self), QLineEdit(self), QLabel(self)
        self.how.setAccessibleName(self.tr("How it is asserted"))
        self.how.setMinimumWidth(theme().px(140))
        self.text.setFont(theme().code_font())
        self.said.setProperty("role", "error")
        wrap_plainly(self.said)
        self.said.hide()
        row = QHBoxLayout()
        row.setSpacing(theme().px(8))
        row.addWidget(self.label)
        row.addWidget(self.how)
        row.addWidget(self.text, 1)
        row.addStretch(0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().px(4))
        column.addLayout(row)
        column.addWidget(self.said)
        self.label.setBuddy(self.how)
        self.how.currentIndexChanged.connect(lambda _at: self._changed())
        self.text.textChanged.connect(lambda _text: self._changed())

    def open_choice(self) -> None:
        """Let the person choose, by the keyboard."""
        if self.isEnabled():
            self.how.setFocus()
            self.how.showPopup()

    def show_line(self, plan: PlannedTest, line: Line | None) -> None:
        """Show how a line is asserted, without telling."""
        self._line = line
        self.setEnabled(line is not None)
        if line is None:
            return
        if line.turn is not None:
            answer = plan.answers[line.turn]
            self._show(self.tr("The answer"), answer_choices(), answer.how, answer.said)
            return
        assert line.call is not None
        call = plan.calls[line.call]
        found = loose_at(call, line.at)
        choices = [
            (how, words) for how, words in member_choices() if how != "schema" or schema_at(call, line.at) is not None
        ]
        words = fill(self.tr("The argument {name}"), name=line.at[1:]) if line.at else self.tr("All arguments")
        value = value_at(call, line.at)
        pattern = found.pattern or (
            re.escape(value).replace("\\ ", " ") if isinstance(value, str) and len(value) < 200 else ".*"
        )
        self._show(words, choices, found.how, pattern)

    def _show(self, words: str, choices: Sequence[tuple[Any, str]], how: str, text: str) -> None:
        self.label.setText(words)
        self.how.show_choices(choices, how)
        with QSignalBlocker(self.text):
            self.text.setText(text)
        self._fit()

    def plan_with(self, plan: PlannedTest) -> PlannedTest:
        """The plan with what stands here."""
        line, how = self._line, self.how.value()
        if line is None or self.problem:
            return plan
        said = self.text.text() if how in _WITH_TEXT else ""
        if line.turn is not None:
            answers = list(plan.answers)
            answers[line.turn] = replace(answers[line.turn], how=how, said=said)
            return replace(plan, answers=tuple(answers))
        assert line.call is not None
        return made_loose(plan, line.call, Loose(line.at, how, said))

    def _changed(self) -> None:
        self._fit()
        self.changed.emit()

    def _fit(self) -> None:
        """The text is there where one is needed; a pattern that cannot be read is said below."""
        how = self.how.value()
        self.text.setVisible(how in _WITH_TEXT)
        is_pattern = how == "like"
        self.text.setAccessibleName(
            self.tr("Pattern (regular expression)") if is_pattern else self.tr("Text that is in it")
        )
        self.text.setPlaceholderText(self.tr("empty: the whole text") if how == "contains" else "")
        self.problem = _wrong(self.text.text()) if is_pattern else ""
        self.said.setText(fill(self.tr("The pattern cannot be read: {why}"), why=self.problem))
        self.said.setVisible(bool(self.problem))


def _wrong(pattern: str) -> str:
    """Why a pattern cannot be read; empty when it can."""
    try:
        re.compile(pattern)
    except re.error as error:
        return str(error)
    return ""
