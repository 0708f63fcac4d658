"""The rules in order, each with its switch, what it does, and what it makes of the call that they are tried with.

Above: the mock editor. Below: `mock_words`. Changes nothing: `switched` and `chosen` tell what the person does.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from studio.gui.dialogs.mock_words import rule_words, verdict
from studio.gui.look.icons import icon
from studio.gui.look.theme import theme
from studio.gui.widgets.row_inset import inset_rows
from studio.gui.words import tip
from studio.session.mocks import MockRule

if TYPE_CHECKING:
    from studio.workspace.mocking import Look

_ID = Qt.ItemDataRole.UserRole
_ROW, _NAME_SHARE, _VERDICT, _NARROW = 28, 0.3, 118, 360


class MockList(QTreeWidget):
    """`chosen` gives the id of the rule that was selected; `switched` an id and whether it is to be on."""

    chosen = Signal(str)
    switched = Signal(str, bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rules: tuple[MockRule, ...] = ()
        inset_rows(self, columns=3)
        self.setHeaderLabels([self.tr("Tool"), self.tr("When → answer"), self.tr("This call"), ""])
        self.setUniformRowHeights(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("Mock rules"))
        self.setTabKeyNavigation(False)
        header = self.header()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(2, QHeaderView.ResizeMode.Fixed)
        self.currentItemChanged.connect(self._tell_chosen)
        self.itemChanged.connect(self._tell_switched)

    def show_rules(self, rules: Sequence[MockRule], chosen: str) -> None:
        """Show these rules and select one, without telling; an id that none has selects nothing."""
        with QSignalBlocker(self):
            if [rule.id for rule in rules] != [rule.id for rule in self._rules]:
                self.clear()
                for rule in rules:
                    self.addTopLevelItem(_new_item(rule.id))
            for at, rule in enumerate(rules):
                self._fill(self._item(at), rule)
            self._rules = tuple(rules)
            self.select(chosen)
        self._show_columns()

    def show_looks(self, looks: "Sequence[Look]") -> None:
        """Show what each rule makes of the call; none: there is no call."""
        by_rule = {look.rule: look for look in looks}
        earlier = False
        with QSignalBlocker(self):
            for at, rule in enumerate(self._rules):
                item, look = self._item(at), by_rule.get(rule.id)
                word, said = verdict(rule, look, earlier=earlier) if look is not None else ("", "")
                answers = look is not None and not look.miss and not earlier
                item.setText(2, word)
                item.setToolTip(2, tip(said))
                item.setIcon(2, icon("tick", "result") if answers else QIcon())
                item.setForeground(2, theme().color("result" if answers else "muted"))
                item.setData(0, Qt.ItemDataRole.AccessibleTextRole, f"{rule.tool}, {rule_words(rule)}, {said}")
                earlier = earlier or answers
        self.setColumnHidden(2, not looks)
        self._show_columns()

    def select(self, id: str) -> None:
        """Select a rule without telling."""
        with QSignalBlocker(self):
            at = next((at for at, rule in enumerate(self._rules) if rule.id == id), None)
            if at is None:
                self.setCurrentIndex(QModelIndex())
                self.clearSelection()
            else:
                self.setCurrentItem(self._item(at))

    def _item(self, at: int) -> QTreeWidgetItem:
        item = self.topLevelItem(at)
        assert item is not None
        return item

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The name has its share."""
        super().resizeEvent(event)
        self._show_columns()

    def _show_columns(self) -> None:
        """Where there is little room, what the rules do stands in their form and their tooltips only."""
        header, width = self.header(), self.viewport().width()
        narrow = width < theme().px(_NARROW)
        self.setColumnHidden(1, narrow)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch if narrow else QHeaderView.ResizeMode.Fixed)
        header.resizeSection(0, round(width * _NAME_SHARE))
        header.resizeSection(2, theme().px(_VERDICT))

    def _fill(self, item: QTreeWidgetItem, rule: MockRule) -> None:
        said = rule_words(rule)
        item.setText(0, rule.tool)
        item.setText(1, said)
        item.setToolTip(0, tip(f"{rule.tool} ({rule.id})" if rule.id else rule.tool))
        item.setToolTip(1, tip(said))
        item.setFont(0, theme().code_font())
        item.setCheckState(0, Qt.CheckState.Checked if rule.on else Qt.CheckState.Unchecked)
        for column in (0, 1):
            item.setForeground(column, theme().color("text" if rule.on else "faint"))
        for column in (1, 2):
            item.setSizeHint(column, QSize(0, theme().row(_ROW)))

    def _tell_chosen(self, item: QTreeWidgetItem | None) -> None:
        if item is not None:
            self.chosen.emit(item.data(0, _ID))

    def _tell_switched(self, item: QTreeWidgetItem, column: int) -> None:
        if column == 0:
            self.switched.emit(item.data(0, _ID), item.checkState(0) == Qt.CheckState.Checked)


def _new_item(id: str) -> QTreeWidgetItem:
    item = QTreeWidgetItem()
    item.setData(0, _ID, id)
    item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable)
    return item
