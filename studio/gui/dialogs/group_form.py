"""The form of one group of tools: its name, its tools, and the rule by which it is open. What is wrong is said while it is typed.

Above: the page of groups. Below: `group_words`, `mended_line`. Knows no session: what the group comes to is handed in.
"""

from PySide6.QtCore import QCoreApplication, QSignalBlocker, Signal
from PySide6.QtWidgets import QCheckBox, QLineEdit, QWidget

from studio.checks.group_rules import rule_problem
from studio.gui.dialogs.group_words import KINDS, kind_of, kind_words, listed, look_words, members_words
from studio.gui.look.theme import theme
from studio.gui.parameters.field_section import FieldSection
from studio.gui.widgets.mended_line import MendedLine
from studio.gui.widgets.still_combo import StillCombo
from studio.gui.words import sentence, together
from studio.session.toolbox import Always, ByExpression, ByHand, ByWords, Chosen, Rule, ToolGroup
from studio.workspace.group_looks import GroupLook


class GroupForm(FieldSection):
    """`group()` is what stands in the fields. `edited`: that is another one now."""

    edited = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(QCoreApplication.translate("GroupForm", "Group"), parent)
        self._on = True
        self.name, self.described, self.tools = QLineEdit(self), QLineEdit(self), QLineEdit(self)
        self.kind, self.words = StillCombo(self), QLineEdit(self)
        self.expression, self.open = MendedLine(self), QCheckBox(self.tr("Open now"), self)
        self._prepare()
        self._add_rows()
        self._fit()

    def show_group(self, group: ToolGroup) -> None:
        """Fill the fields, without telling."""
        with QSignalBlocker(self):
            self._on, rule = group.on, group.rule
            for field, text in ((self.name, group.name), (self.described, group.description)):
                if field.text() != text:
                    field.setText(text)
            self.tools.setText(", ".join(group.tools))
            self.kind.choose(kind_of(rule))
            self.words.setText(", ".join(rule.words) if isinstance(rule, ByWords) else "")
            self.expression.line.setText(rule.text if isinstance(rule, ByExpression) else "")
            self.open.setChecked(isinstance(rule, ByHand) and rule.open)
            self.clear_problems()
        self._fit()

    def group(self) -> ToolGroup:
        """What stands in the fields; it may be none that can be saved."""
        name, said = self.name.text().strip(), self.described.text().strip()
        return ToolGroup(name, listed(self.tools.text()), self._rule(), said, self._on)

    def switch(self, on: bool) -> None:
        """The group was switched on or off in the list."""
        self._on = on

    def tell(self, look: GroupLook) -> None:
        """What the group comes to as it stands."""
        self.rows["tools"].set_hint(members_words(listed(self.tools.text()), look.tools))
        kind = self.kind.value()
        field = kind if kind in ("words", "expression") else "rule"
        self.rows["rule"].set_hint(kind_words(kind)[1])
        for name in ("words", "expression"):
            self.rows[name].set_problem("")
        typed = bool(self.words.text() if kind == "words" else self.expression.line.text())
        wrong = rule_problem(self._rule()) if typed else ""
        self.expression.show_problem(kind == "expression" and bool(wrong))
        if field != "rule":
            self.rows[field].set_problem(sentence(wrong))
            self.rows[field].set_hint("" if wrong or not typed else look_words(look))
        elif kind in ("chosen", "hand"):
            self.rows["rule"].set_hint(together(kind_words(kind)[1], look_words(look)))

    def _rule(self) -> Rule:
        rules: dict[str, Rule] = {
            "always": Always(),
            "words": ByWords(listed(self.words.text())),
            "expression": ByExpression(self.expression.line.text().strip()),
            "hand": ByHand(self.open.isChecked()),
            "chosen": Chosen(),
        }
        return rules[self.kind.value()]

    def _prepare(self) -> None:
        self.kind.show_choices([(kind, kind_words(kind)[0]) for kind in KINDS], "always")
        for field in (self.name, self.tools):
            field.setFont(theme().code_font())
        self.tools.setPlaceholderText("issue_*, get_order")
        self.words.setPlaceholderText(self.tr("refund, pay back"))
        self.expression.line.setPlaceholderText("context.role == 'admin'")
        named: tuple[tuple[QWidget, str], ...] = (
            (self.name, self.tr("Name of the group")),
            (self.described, self.tr("What the group is for")),
            (self.tools, self.tr("Tools of the group")),
            (self.kind, self.tr("By what the group is open")),
            (self.words, self.tr("Words that open the group")),
            (self.expression.line, self.tr("Expression that opens the group")),
        )
        for widget, name in named:
            widget.setAccessibleName(name)
        for line in (self.name, self.described, self.tools, self.words, self.expression.line):
            line.textChanged.connect(lambda _text: self.edited.emit())
        self.open.toggled.connect(lambda _on: self.edited.emit())
        self.kind.currentIndexChanged.connect(lambda _at: self._changed_kind())

    def _add_rows(self) -> None:
        self.add("name", self.tr("Name"), self.name)
        told = self.tr("Whoever chooses among groups reads this.")
        self.add("description", self.tr("Description"), self.described, told)
        self.add("tools", self.tr("Tools"), self.tools)
        self.add("rule", self.tr("Open"), self.kind)
        self.add("words", self.tr("Words"), self.words)
        self.expression.put_below(self.add("expression", self.tr("Expression"), self.expression.line))
        self.add("hand", "", self.open)

    def _changed_kind(self) -> None:
        self._fit()
        self.edited.emit()

    def _fit(self) -> None:
        for name in ("words", "expression", "hand"):
            self.show_row(name, self.kind.value() == name)
