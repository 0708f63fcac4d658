"""The part of a mock rule's form that says which calls it answers: tool, condition, which call, how often.

Above: `mock_form`. Below: `field_section`. Checks nothing itself: what is wrong is handed in, with the right spelling.
"""

from collections.abc import Sequence
from fnmatch import fnmatchcase

from PySide6.QtCore import QCoreApplication, QSignalBlocker, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QWidget

from studio.gui.dialogs.limit_number import LimitNumber
from studio.gui.look.theme import theme
from studio.gui.parameters.field_section import FieldSection
from studio.gui.widgets.buttons import Button
from studio.gui.widgets.still_combo import StillCombo
from studio.gui.words import fill, sentence, told_error
from studio.session.mocks import MockRule, RuleError

_MOST_NAMED = 3


class MockCalls(FieldSection):
    """`edited`: something else stands in the fields. `names` are those of the tools."""

    edited = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(QCoreApplication.translate("MockCalls", "Which calls"), parent)
        self.names: tuple[str, ...] = ()
        self._repair = ""
        self.tool, self.when = StillCombo(self), QLineEdit(self)
        self.mend = Button("", self, look="link")
        self.nth = LimitNumber(self.tr("Which call of the tool"), self, none=self.tr("any call"))
        self.times = LimitNumber(self.tr("How often the rule answers"), self, none=self.tr("no limit"))
        self.tool.setEditable(True)
        self.tool.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.tool.setAccessibleName(self.tr("Tool, or a pattern for names of tools"))
        self.when.setFont(theme().code_font())
        self.when.setPlaceholderText("city == 'Paris' && days > `3`")
        self.when.setAccessibleName(self.tr("Condition over the arguments"))
        self._add_rows()
        self._connect()

    def show_rule(self, rule: MockRule, names: Sequence[str]) -> None:
        """Fill the fields, without telling; `names` are those of the tools."""
        self.names = tuple(names)
        with QSignalBlocker(self):
            self.clear_problems()
            self.tool.clear()
            self.tool.addItems(list(names))
            self.tool.setEditText(rule.tool)
            self.when.setText(rule.when)
            self.when.setCursorPosition(0)
            self.nth.setValue(rule.nth)
            self.times.setValue(rule.times)
            self.mend.hide()
        self._tell_tools()

    def showEvent(self, event: QShowEvent) -> None:
        """A box with a style sheet loses its font when it gets another parent, so it is set again."""
        super().showEvent(event)
        for field in (self.tool, self.tool.lineEdit()):
            if field is not None:
                field.setFont(theme().code_font())

    def pattern(self) -> str:
        """The name or pattern as typed."""
        return self.tool.currentText().strip()

    def show_problem(self, error: RuleError | None) -> None:
        """Say what is wrong with the condition while it is typed; a right spelling is offered."""
        wrong = error if error is not None and error.member == "when" else None
        self._repair = wrong.repair if wrong is not None else ""
        said = "" if wrong is None else sentence(wrong.said) if self._repair else told_error(wrong)
        self.rows["when"].set_problem(said)
        self.mend.setVisible(bool(self._repair))
        self.mend.set_words(fill(self.tr("Write {text}"), text=self._repair.replace("&", "&&")))
        self.mend.setAccessibleName(fill(self.tr("Write {text}"), text=self._repair))

    def _add_rows(self) -> None:
        self.add("tool", self.tr("Tool"), self.tool)
        holder = QWidget(self)
        self.add(
            "when",
            self.tr("Arguments"),
            self.when,
            self.tr("A JMESPath condition; empty: any arguments. Numbers, true, false and null stand in backticks."),
        )
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.mend)
        row.addStretch(1)
        column = self.rows["when"].layout()
        assert column is not None
        column.addWidget(holder)
        self.add("nth", self.tr("Which call"), self.nth, self.tr("Of this tool, counted along the branch from 1."))
        self.add("times", self.tr("How often"), self.times)

    def _connect(self) -> None:
        self.tool.editTextChanged.connect(lambda _text: self._tell_tools())
        self.tool.editTextChanged.connect(lambda _text: self.edited.emit())
        self.when.textChanged.connect(lambda _text: self.edited.emit())
        self.nth.valueChanged.connect(lambda _value: self.edited.emit())
        self.times.valueChanged.connect(lambda _value: self.edited.emit())
        self.mend.clicked.connect(lambda _on=False: self._mend())

    def _mend(self) -> None:
        """Take the right spelling; the field's own undo takes it back."""
        self.when.selectAll()
        self.when.insert(self._repair)
        self.when.setFocus()

    def _tell_tools(self) -> None:
        pattern = self.pattern()
        found = [name for name in self.names if fnmatchcase(name, pattern)]
        if not pattern:
            said = self.tr("A name, or a pattern: * stands for any letters.")
        elif not found:
            said = self.tr("Fits no tool of this session.")
        elif found == [pattern]:
            said = ""
        else:
            named, rest = ", ".join(found[:_MOST_NAMED]), len(found) - _MOST_NAMED
            words = self.tr("Fits {names} and {n} more.") if rest > 0 else self.tr("Fits {names}.")
            said = fill(words, names=named, n=rest)
        self.rows["tool"].set_hint(said)
