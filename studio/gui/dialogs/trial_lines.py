"""The answers of a profile's test, one a line, as they come: a sign, the question, a sentence, and what to do about it.

Above: `profiles`. Below: `present/trial_words`. Asks nothing itself.
"""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QVBoxLayout, QWidget

from studio.gui.look.theme import theme
from studio.gui.widgets.pane_header import IconSign
from studio.gui.words import fill
from studio.present.trial_words import ANSWERS, FINDINGS, QUESTIONS, advice_template
from studio.workspace.trial_findings import Answer

SHOWN = ("reachable", "key", "model", "replies", "streams", "tools")
"""The questions that a test asks in the window, in order."""

_SIGNS = {"yes": ("tick", "result"), "no": ("error", "error"), "unknown": ("minus", "muted")}


class TrialLines(QWidget):
    """Empty until a test begins."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Answers of the test"))
        self._lines = {
            question: _Line(QCoreApplication.translate("trial", QUESTIONS[question]), self) for question in SHOWN
        }
        head = QLabel(self.tr("What the test found"), self)
        head.setProperty("role", "card_title")
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(theme().px(8))
        grid.setVerticalSpacing(theme().px(6))
        grid.setColumnStretch(2, 1)
        grid.addWidget(head, 0, 0, 1, 3)
        for at, line in enumerate(self._lines.values(), 1):
            grid.addWidget(line.sign, at, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(line.question, at, 1, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(line, at, 2)
        self.hide()

    def begin(self) -> None:
        """A test begins: nothing is known yet."""
        for line in self._lines.values():
            line.show_pending(self.tr("asking…"))
        self.show()

    def show_answers(self, answers: Sequence[Answer]) -> None:
        """What is known so far."""
        for answer in answers:
            line = self._lines.get(answer.question)
            if line is not None:
                line.show_answer(answer)

    def stop(self) -> None:
        """The test was ended before its end."""
        for line in self._lines.values():
            if line.pending:
                line.show_pending(self.tr("not asked"))

    def said(self, question: str) -> str:
        """What stands in a line, for a screen reader."""
        return self._lines[question].accessibleName()


class _Line(QWidget):
    """One question. Its sign and its question stand in columns of their own."""

    def __init__(self, question: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.pending = True
        self.sign, self.question = IconSign("clock", "muted", parent, size=14), QLabel(question, parent)
        self.question.setProperty("role", "small")
        self._sentence, self._help = _label("small", self), _label("hint", self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(self._sentence)
        column.addWidget(self._help)
        column.addStretch(1)

    def show_pending(self, words: str) -> None:
        """Nothing is known."""
        self.pending = True
        self.sign.set("clock", "muted")
        self._tell(words, "", "small_muted", "")

    def show_answer(self, answer: Answer) -> None:
        """What was found out."""
        self.pending = False
        self.sign.set(*_SIGNS[answer.answer])
        sentence = fill(QCoreApplication.translate("trial", FINDINGS[answer.code]), **answer.places)
        template = advice_template(answer.code, answer.places) if answer.answer == "no" else ""
        help = fill(QCoreApplication.translate("trial", template), **answer.places) if template else ""
        role = {"yes": "small", "no": "error", "unknown": "small_muted"}[answer.answer]
        self._tell(sentence, help, role, QCoreApplication.translate("trial", ANSWERS[answer.answer]))

    def _tell(self, sentence: str, help: str, role: str, answer: str) -> None:
        self._sentence.setProperty("role", role)
        self._sentence.style().unpolish(self._sentence)
        self._sentence.style().polish(self._sentence)
        self._sentence.setText(sentence)
        self._help.setText(help)
        self._help.setVisible(bool(help))
        self.setAccessibleName(f"{self.question.text()}: {' '.join(part for part in (answer, sentence, help) if part)}")


def _label(role: str, parent: QWidget) -> QLabel:
    made = QLabel(parent)
    made.setProperty("role", role)
    made.setWordWrap(True)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    made.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return made
