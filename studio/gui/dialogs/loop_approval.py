"""The page of the loop's settings with the rules of approval, in order, and what they come to for each tool.

Above: `loop_settings`. Below: `policy_row`, `session/policies`. The first rule that fits a tool decides.
"""

from typing import Any

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from studio.gui.dialogs.dialog_frame import hint_label
from studio.gui.dialogs.policy_row import PolicyRow, decision_words
from studio.gui.dialogs.policy_table import PolicyTable
from studio.gui.look.theme import theme
from studio.gui.panes.tab_order import tab_through
from studio.gui.parameters.field_section import FieldSection
from studio.gui.widgets.buttons import Button
from studio.messages.toolspec import ToolSpec
from studio.session.policies import Policy
from studio.session.setup import Setup

__all__ = ["LoopApproval", "decision_words"]


class LoopApproval(FieldSection):
    """`rows` from top to bottom."""

    def __init__(self, setup: Setup, parent: QWidget | None = None) -> None:
        super().__init__(QCoreApplication.translate("LoopApproval", "Approval"), parent)
        self._tools: tuple[ToolSpec, ...] = setup.tools
        self.rows_: list[PolicyRow] = []
        why = self.tr("The first rule that fits a tool decides. Without one, sensitive tools ask and all others run.")
        self.column.addWidget(hint_label(why, self))
        self.add_button = Button(self.tr("Add a rule"), self, icon_name="plus")
        self.add_button.clicked.connect(lambda _on=False: self._add_new())
        line = QHBoxLayout()
        line.addWidget(self.add_button)
        line.addStretch(1)
        self.column.addLayout(line)
        self._list = QVBoxLayout()
        self._list.setSpacing(theme().px(8))
        self.column.addLayout(self._list)
        self._none = QLabel(self.tr("No rules yet."), self)
        self._none.setProperty("role", "muted")
        self.column.addWidget(self._none)
        self.table = PolicyTable(self._tools, self)
        self.column.addWidget(self.table)
        for policy in setup.policies:
            self._insert(len(self.rows_), policy)
        self._changed()

    def values(self) -> dict[str, Any]:
        """What stands in the rows, as a member of a setup; rows without a pattern are left out."""
        return {"policies": self.policies()}

    def policies(self) -> tuple[Policy, ...]:
        """The rules as they stand."""
        return tuple(policy for row in self.rows_ if (policy := row.policy()).pattern)

    def _add_new(self) -> None:
        row = self._insert(len(self.rows_), Policy("", "ask"))
        self._changed()
        row.show()
        row.pattern.setFocus(Qt.FocusReason.OtherFocusReason)

    def _insert(self, at: int, policy: Policy) -> PolicyRow:
        row = PolicyRow(policy, [tool.name for tool in self._tools], self)
        row.changed.connect(self._changed)
        row.removed.connect(lambda: self._remove(row))
        row.moved.connect(lambda by: self._move(row, by))
        self.rows_.insert(at, row)
        self._list.insertWidget(at, row)
        return row

    def _remove(self, row: PolicyRow) -> None:
        at = self.rows_.index(row)
        self.rows_.remove(row)
        self._list.removeWidget(row)
        row.hide()
        row.deleteLater()
        near = self.rows_[min(at, len(self.rows_) - 1)].pattern if self.rows_ else self.add_button
        near.setFocus(Qt.FocusReason.OtherFocusReason)
        self._changed()

    def _move(self, row: PolicyRow, by: int) -> None:
        at = self.rows_.index(row)
        to = at + by
        if not 0 <= to < len(self.rows_):
            return
        self.rows_.insert(to, self.rows_.pop(at))
        self._list.removeWidget(row)
        self._list.insertWidget(to, row)
        self._changed()
        row.keep_focus(by)

    def _changed(self) -> None:
        earlier: list[str] = []
        for at, row in enumerate(self.rows_):
            row.show_place(first=at == 0, last=at == len(self.rows_) - 1, earlier=earlier)
            earlier.append(row.policy().pattern)
        self._none.setVisible(not self.rows_)
        tab_through([self.add_button, *self.rows_, self.table])
        self.table.show_policies(self.policies())
