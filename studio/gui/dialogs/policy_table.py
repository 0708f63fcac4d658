"""What the rules of approval come to: each tool with what holds for it, and which rule says so.

Above: `loop_approval`. Below: `session/policies`. Only shows.
"""

from collections.abc import Sequence
from fnmatch import fnmatchcase

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from studio.gui.dialogs.policy_row import decision_words
from studio.gui.look.icons import icon
from studio.gui.look.theme import theme
from studio.gui.widgets.row_inset import inset_rows
from studio.gui.words import fill, tip
from studio.messages.toolspec import ToolSpec
from studio.session.policies import Decision, Policy, decision

_ICONS: dict[Decision, tuple[str, str]] = {
    "allow": ("tick", "result"),
    "ask": ("lock", "warn"),
    "deny": ("reject", "error"),
}
_MOST_ROWS, _ROW = 8, 26


class PolicyTable(QTreeWidget):
    """Three columns: tool, decision, why."""

    def __init__(self, tools: Sequence[ToolSpec], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tools = tuple(tools)
        inset_rows(self, columns=3)
        self.setHeaderLabels([self.tr("Tool"), self.tr("What holds"), self.tr("Why"), ""])
        self.setUniformRowHeights(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setAccessibleName(self.tr("What holds for each tool"))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        header = self.header()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(2, QHeaderView.ResizeMode.Stretch)
        self.setVisible(bool(self._tools))

    def show_policies(self, policies: Sequence[Policy]) -> None:
        """Show what holds under these rules."""
        self.clear()
        for tool in self._tools:
            self.addTopLevelItem(self._item(tool, policies))
        rows = min(len(self._tools), _MOST_ROWS)
        self.setFixedHeight(self.header().sizeHint().height() + rows * theme().row(_ROW) + theme().px(8))

    def _item(self, tool: ToolSpec, policies: Sequence[Policy]) -> QTreeWidgetItem:
        found = decision(policies, tool)
        why = self._why(tool, policies)
        item = QTreeWidgetItem([tool.name, decision_words(found), why])
        name, colour = _ICONS[found]
        item.setIcon(1, icon(name, colour))
        item.setFont(0, theme().code_font())
        item.setSizeHint(2, QSize(0, theme().row(_ROW)))
        item.setForeground(2, theme().color("muted"))
        item.setToolTip(2, tip(why))
        item.setData(0, Qt.ItemDataRole.AccessibleTextRole, f"{tool.name}: {decision_words(found)}, {why}")
        return item

    def _why(self, tool: ToolSpec, policies: Sequence[Policy]) -> str:
        fits = next((each.pattern for each in policies if fnmatchcase(tool.name, each.pattern)), None)
        if fits is not None:
            return fill(self.tr("rule {pattern}"), pattern=fits)
        return self.tr("the tool is sensitive") if tool.sensitive else self.tr("no rule fits")
