"""The form of one mock rule: which calls, and what it answers. A wrong condition is said while it is typed.

Above: the mock editor. Below: its two parts. Knows no session: how a rule is checked is handed in.
"""

from collections.abc import Callable, Sequence

from msgspec.structs import replace
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from studio.gui.dialogs.mock_answer import MockAnswer
from studio.gui.dialogs.mock_calls import MockCalls
from studio.gui.look.theme import theme
from studio.gui.words import fill, told_error
from studio.problems import StudioError
from studio.session.mocks import MockRule, RuleError

NEW = MockRule("", "")


class MockForm(QWidget):
    """`rule()` is what stands in the fields. `edited`: that is another one now."""

    edited = Signal()

    def __init__(
        self,
        check: Callable[[MockRule], MockRule],
        recorded: Callable[[str], Sequence[MockRule]],
        parent: QWidget | None = None,
    ) -> None:
        """`check` raises RuleError for a rule that cannot be saved; `recorded` gives the results of the tools of a pattern as rules."""
        super().__init__(parent)
        self._check, self._shown = check, NEW
        self._title = QLabel(self)
        self._title.setProperty("role", "strong")
        self.calls, self.answer = MockCalls(self), MockAnswer(self)
        self.answer.recorded = lambda: recorded(self.calls.pattern())
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, theme().px(16), 0)
        column.setSpacing(theme().px(20))
        column.addWidget(self._title)
        column.addWidget(self.calls)
        column.addWidget(self.answer)
        column.addStretch(1)
        for part in (self.calls, self.answer):
            part.edited.connect(self._typed)

    def show_rule(self, rule: MockRule, names: Sequence[str]) -> None:
        """Fill the fields; a rule without an id is a new one. `names` are those of the tools."""
        self._title.setText(fill(self.tr("Rule {id}"), id=rule.id) if rule.id else self.tr("New rule"))
        self.calls.show_rule(rule, names)
        self.answer.show_rule(rule)
        self._shown = rule

    def follow(self, rule: MockRule) -> None:
        """Take over what became of the rule elsewhere: its switch, and all of it while nothing is typed."""
        if self.is_changed:
            self._shown = replace(self._shown, on=rule.on)
        elif rule != self._shown:
            self.show_rule(rule, self.calls.names)

    @property
    def is_changed(self) -> bool:
        """Whether anything in the fields is not as it was shown."""
        return self.rule() != self._shown

    @property
    def is_empty(self) -> bool:
        """Whether no tool is named yet."""
        return not self.calls.pattern()

    def rule(self) -> MockRule:
        """What stands in the fields; it may be none that can be saved."""
        return replace(
            self._shown,
            tool=self.calls.pattern(),
            when=self.calls.when.text().strip(),
            nth=self.calls.nth.whole(),
            times=self.calls.times.whole(),
            **self.answer.values(),
        )

    def refuse(self, error: StudioError) -> bool:
        """Say beside a field what is wrong with it; False where it is no field's."""
        for part in (self.calls, self.answer):
            part.clear_problems()
        member = error.member if isinstance(error, RuleError) else ""
        said = any(part.say(member, told_error(error)) for part in (self.calls, self.answer))
        if isinstance(error, RuleError) and member == "when":
            self.calls.show_problem(error)
        return said

    def begin(self) -> None:
        """Put the keyboard to the first thing that is to be typed."""
        if self.calls.pattern():
            self.calls.when.setFocus()
        else:
            self.calls.tool.setFocus()

    def _typed(self) -> None:
        """What is wrong with the condition is said at once, all else when the rule is saved."""
        for part in (self.calls, self.answer):
            part.clear_problems()
        self.calls.show_problem(self._wrong_condition())
        self.edited.emit()

    def _wrong_condition(self) -> RuleError | None:
        when = self.calls.when.text().strip()
        try:
            self._check(MockRule("", "*", when))
        except RuleError as error:
            return error
        return None
