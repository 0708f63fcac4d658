"""The rules of the checks as rows: what each means, its id, and what it counts as; found by words, or only those that are changed.

Above: `page_checks`. Below: `rule_row`, `checks/rules`. What would let a faulty request go is asked once more.
"""

from typing import Any

from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from studio.checks.rules import RULES, Rule, with_level
from studio.gui.dialogs.rule_lowered import RuleLoweredDialog
from studio.gui.look.theme import theme
from studio.gui.settings.page import Control, SettingsPort, worded
from studio.gui.settings.rule_row import RuleRow
from studio.gui.settings.session_rules import SessionRules
from studio.gui.widgets.field_sign import FieldSign
from studio.gui.widgets.segmented import Segmented
from studio.present.marked import QT_TRANSLATE_NOOP

_ROOMS = {
    "history": QT_TRANSLATE_NOOP("Settings", "History"),
    "loop": QT_TRANSLATE_NOOP("Settings", "Loops"),
    "tools": QT_TRANSLATE_NOOP("Settings", "Advice on tools"),
    "arguments": QT_TRANSLATE_NOOP("Settings", "Arguments"),
}
_NOTHING = QT_TRANSLATE_NOOP("Settings", "No rule has these words.")
_NONE_CHANGED = QT_TRANSLATE_NOOP("Settings", "All rules count as usual.")


class RuleRows(Control):
    """`rows` by the ids of the rules; `search` and `switch` say which are shown; `here` are those of the open session."""

    def __init__(self, port: SettingsPort) -> None:
        super().__init__()
        self._port, self._levels = port, dict[str, Any]()
        self.search = QLineEdit(self)
        self.search.setClearButtonEnabled(True)
        FieldSign(self.search, "search")
        self.switch = Segmented("", (("all", ""), ("changed", "")), self)
        self.here = SessionRules(port, self)
        self._none = QLabel(self)
        self._none.setProperty("role", "muted")
        self.rows: dict[str, RuleRow] = {}
        self._heads: dict[str, QLabel] = {}
        self._lay_out()
        self.search.textChanged.connect(lambda _text: self._look())
        self.switch.chosen.connect(lambda _key: self._look())
        self.reword()

    def _lay_out(self) -> None:
        line = QHBoxLayout()
        line.setSpacing(theme().px(8))
        line.addWidget(self.search, 1)
        line.addWidget(self.switch)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().px(8))
        column.addLayout(line)
        column.addWidget(self.here)
        for rule in RULES.values():
            if rule.room not in self._heads:
                self._heads[rule.room] = head = QLabel(self)
                head.setProperty("role", "strong")
                column.addWidget(head)
            self.rows[rule.id] = row = RuleRow(rule, self)
            row.given.connect(lambda level, rule=rule: self._given(rule, level))
            column.addWidget(row)
        column.addWidget(self._none)
        column.addStretch(1)

    def tell(self, value: Any) -> None:
        """Show what is made of each rule."""
        self._levels = dict(value)
        for id, row in self.rows.items():
            row.tell(self._levels.get(id))
        self._look()

    def name_it(self, words: str, hint: str) -> None:
        """The search bears the name."""
        self.setAccessibleName(words)
        self.setAccessibleDescription(hint)

    def target(self) -> QWidget:
        """The search."""
        return self.search

    def look_for(self, words: str) -> None:
        """Show one rule, or with nothing those that are changed."""
        self.switch.set_current("all" if words else "changed")
        self.search.setText(words)
        self._look()

    def reword(self) -> None:
        """All words in another language."""
        self.search.setPlaceholderText(worded(QT_TRANSLATE_NOOP("Settings", "Find a rule")))
        self.search.setAccessibleName(worded(QT_TRANSLATE_NOOP("Settings", "Find a rule")))
        self.switch.setAccessibleName(worded(QT_TRANSLATE_NOOP("Settings", "Which rules")))
        self.switch.set_words("all", worded(QT_TRANSLATE_NOOP("Settings", "All")))
        self.switch.set_words("changed", worded(QT_TRANSLATE_NOOP("Settings", "Changed")))
        for room, head in self._heads.items():
            head.setText(worded(_ROOMS[room]))
        for row in self.rows.values():
            row.reword()
        self.here.reword()
        self._look()

    def _look(self) -> None:
        """Show the rows that fit."""
        words, changed = self.search.text().casefold().split(), self.switch.current() == "changed"
        shown = {id for id, row in self.rows.items() if row.fits(words) and (not changed or id in self._levels)}
        for id, row in self.rows.items():
            row.setVisible(id in shown)
        for room, head in self._heads.items():
            head.setVisible(any(RULES[id].room == room for id in shown))
        self._none.setText(worded(_NOTHING if words or not changed else _NONE_CHANGED))
        self._none.setVisible(not shown)

    def _given(self, rule: Rule, level: Any) -> None:
        """A row was set: what holds no faulty request back any more is asked for once more."""
        lowered = level is not None and level != "error" and rule.blocks
        if not lowered:
            self.given.emit(with_level(self._levels, rule.id, level))
            return
        self.rows[rule.id].tell(self._levels.get(rule.id))  # as it was, until that is agreed
        dialog = RuleLoweredDialog(self.window(), rule.id, level, always=True)
        dialog.agreed.connect(lambda: self.given.emit(with_level(self._levels, rule.id, level)))
        self._port.show(dialog)
