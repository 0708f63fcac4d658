"""A form that an MCP server asks the person to fill in.

Above: `dialogs/roster`. Below: `schema_form`, `workspace/asked_by_servers`, which checks it.
"""

from PySide6.QtWidgets import QWidget

from studio.checks.problem import Problem
from studio.gui.bridge import Bridge
from studio.gui.dialogs.schema_form import FlatForm
from studio.gui.dialogs.server_question import QuestionDialog
from studio.gui.look.theme import theme
from studio.gui.widgets.scroll_column import ScrollColumn
from studio.session.server_view import Answer, Question
from studio.workspace.opened import OpenedSession


class FormQuestion(QuestionDialog):
    """`form` holds the fields. Nothing is sent before *Accept*, and only what stands in the fields then."""

    def __init__(self, parent: QWidget, bridge: Bridge, session: OpenedSession, question: Question) -> None:
        super().__init__(parent, bridge, session, question)
        self.form = FlatForm(self.tr("Your answer"), question.schema, self)
        self.form.column.setContentsMargins(0, 0, theme().px(16), 0)
        area = ScrollColumn(self.form.accessibleName(), self)
        area.add(self.form)
        self.lay_out(area)
        self.form.edited.connect(self._check)
        self.frame.resize(620, min(220 + 74 * max(len(self.form.fields), 2), 640))
        first = next(iter(self.form.fields.values()), None)
        (first.focus_place if first is not None else self.ok).setFocus()

    def hint_words(self) -> str:
        """What is to be known before answering."""
        return self.tr(
            "What you accept goes to this server, and is kept in the session. Never give it a password or a key."
        )

    def answer_it(self) -> None:
        """Send what stands in the fields, when it fits."""
        found = self._problems()
        left = self.form.show_problems(found, everywhere=True)
        self.say(left)
        if found:
            self.form.go_to_problem()
            return
        self.answer(Answer(action="accept", content=self.form.filled().arguments))

    def _check(self) -> None:
        self.say(self.form.show_problems(self._problems()))

    def _problems(self) -> tuple[Problem, ...]:
        """What is wrong with a field, or with the whole; only what hinders."""
        filled = self.form.filled()
        if filled.problems or not self.is_open:
            return filled.problems
        found = self._session.check_answer(self.question.number, filled.arguments)
        return tuple(problem for problem in found if problem.severity == "error")
