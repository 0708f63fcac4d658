"""The groups, each with its switch, its rule, and whether it is open now.

Above: the page of groups. Below: `group_words`. Changes nothing: `chosen` and `switched` tell what the person does.
"""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from studio.gui.dialogs.group_words import look_words, rule_words
from studio.gui.look.icons import icon
from studio.gui.look.theme import theme
from studio.gui.widgets.row_inset import inset_rows
from studio.gui.words import tip
from studio.session.toolbox import ToolGroup
from studio.workspace.group_looks import GroupLook

_ROW, _NOW, _NARROW = 28, 92, 280


class GroupList(QTreeWidget):
    """`chosen` gives the place of the group that was selected; `switched` a place and whether it is to be on."""

    chosen = Signal(int)
    switched = Signal(int, bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        inset_rows(self, columns=3)
        self.setHeaderLabels([self.tr("Group"), self.tr("Open by"), self.tr("Now"), ""])
        self.setUniformRowHeights(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("Groups of tools"))
        self.setTabKeyNavigation(False)
        header = self.header()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(2, QHeaderView.ResizeMode.Fixed)
        header.resizeSection(2, theme().px(_NOW))
        self.currentItemChanged.connect(self._tell_chosen)
        self.itemChanged.connect(self._tell_switched)

    def show_groups(self, groups: Sequence[ToolGroup], looks: Sequence[GroupLook], chosen: int) -> None:
        """Show these groups and select one, without telling; a place that is none selects nothing."""
        with QSignalBlocker(self):
            while self.topLevelItemCount() > len(groups):
                self.takeTopLevelItem(self.topLevelItemCount() - 1)
            while self.topLevelItemCount() < len(groups):
                self.addTopLevelItem(_new_item())
            for at, (group, look) in enumerate(zip(groups, looks, strict=True)):
                self._fill(at, group, look)
            item = self.topLevelItem(chosen)
            if item is not None:
                self.setCurrentItem(item)
            else:
                self.setCurrentIndex(QModelIndex())
                self.clearSelection()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where there is little room, the rule stands in the form and the tooltip only."""
        super().resizeEvent(event)
        self.setColumnHidden(1, self.viewport().width() < theme().px(_NARROW))

    def _fill(self, at: int, group: ToolGroup, look: GroupLook) -> None:
        item = self.topLevelItem(at)
        assert item is not None
        rule, why = rule_words(group.rule), look_words(look)
        item.setText(0, group.name or self.tr("(no name)"))
        item.setText(1, rule)
        item.setText(2, self.tr("open") if look.open else self.tr("closed"))
        sign = ("tick", "result") if look.open else ("warn", "warn") if look.why == "wrong" else ("minus", "muted")
        item.setIcon(2, icon(*sign))
        item.setToolTip(0, tip("\n".join(filter(None, (group.name, group.description)))))
        item.setToolTip(1, tip(rule))
        item.setToolTip(2, tip(why))
        item.setFont(0, theme().code_font())
        item.setCheckState(0, Qt.CheckState.Checked if group.on else Qt.CheckState.Unchecked)
        item.setForeground(0, theme().color("text" if group.on else "muted"))
        item.setForeground(1, theme().color("muted"))
        item.setForeground(2, theme().color("result" if look.open else "muted"))
        for column in (1, 2):
            item.setSizeHint(column, QSize(0, theme().row(_ROW)))
        said = (group.name, rule, item.text(2), why)
        item.setData(0, Qt.ItemDataRole.AccessibleTextRole, ", ".join(filter(None, said)))

    def _tell_chosen(self, item: QTreeWidgetItem | None) -> None:
        if item is not None:
            self.chosen.emit(self.indexOfTopLevelItem(item))

    def _tell_switched(self, item: QTreeWidgetItem, column: int) -> None:
        if column == 0:
            self.switched.emit(self.indexOfTopLevelItem(item), item.checkState(0) == Qt.CheckState.Checked)


def _new_item() -> QTreeWidgetItem:
    item = QTreeWidgetItem()
    item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable)
    return item
