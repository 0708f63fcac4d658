"""All actions with their keys and what each does, by menus, and the keys of the parts; those of the part one comes from stand first.

Above: `window`. Below: `action_set`, `part_keys`. Reads the tables; changes nothing.
"""

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QLineEdit, QTreeWidget, QTreeWidgetItem, QWidget

from studio.gui.action_set import ActionSet, worded
from studio.gui.actions import MENUS
from studio.gui.dialogs.dialog_frame import DialogFrame, plain_button
from studio.gui.dialogs.part_keys import PARTS, PartKeys, part_of, part_words
from studio.gui.dialogs.tabbed_dialog import TabbedDialog
from studio.gui.look.theme import theme
from studio.gui.widgets.field_sign import FieldSign
from studio.gui.words import plain

_ROW = 26


class KeysDialog(TabbedDialog):
    """One row an action or key: words, keys, what it does."""

    def __init__(self, parent: QWidget, actions: ActionSet) -> None:
        super().__init__(parent)
        self._actions, self._frame = actions, DialogFrame(self, "")
        self.here = part_of(parent.focusWidget())
        self.field, self.list = QLineEdit(self), QTreeWidget(self)
        self.field.textChanged.connect(self._find)
        self._close = plain_button("", self)
        self._close.clicked.connect(self.reject)
        self._frame.body.addWidget(self.field)
        self._frame.body.addWidget(self.list, 1)
        self._frame.add_buttons((), (self._close,))
        self._frame.resize(960, 660)
        FieldSign(self.field, "search")
        self.list.setItemsExpandable(False)
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        theme().changed.connect(self._fill)
        actions.keys_changed.connect(self._fill)
        self._fill()

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and hasattr(self, "_close"):
            self._fill()

    def _fill(self) -> None:
        """All words, keys and colours as they are now."""
        self._frame.set_title(self.tr("Keys"))
        self.field.setPlaceholderText(self.tr("Find an action or a key"))
        self.field.setAccessibleName(self.tr("Find an action or a key"))
        self._close.setText(self.tr("Close"))
        self.list.clear()
        self.list.setHeaderLabels([self.tr("Action"), self.tr("Keys"), self.tr("What it does")])
        self.list.setAccessibleName(self.tr("Keys"))
        self.list.setIndentation(theme().px(12))
        if self.here is not None:
            self._add_part(self.here)
        self._add_actions(self._actions)
        for part in PARTS:
            if part is not self.here:
                self._add_part(part)
        self.list.expandAll()
        self.list.setColumnWidth(0, theme().px(280))
        self.list.setColumnWidth(1, theme().px(190))
        self._find(self.field.text())

    def _add_actions(self, actions: ActionSet) -> None:
        titles = dict(MENUS)
        groups: dict[str, QTreeWidgetItem] = {}
        for spec, action in actions:
            menu = spec.menu.partition(".")[0]
            if menu not in groups:
                groups[menu] = self._group(plain(worded(titles[menu])))
            keys = ", ".join(_native(key) for key in action.shortcuts())
            self._add(groups[menu], plain(action.text()), keys, worded(spec.hint))

    def _add_part(self, part: PartKeys) -> None:
        group = self._group(part_words(part.name))
        for keys, words in part.keys:
            said = ", ".join(_native(QKeySequence(key)) for key in keys.split(", "))
            self._add(group, part_words(words), said, part_words(part.name))

    def _group(self, title: str) -> QTreeWidgetItem:
        item = QTreeWidgetItem([title])
        item.setFlags(Qt.ItemFlag.ItemIsEnabled)
        item.setFont(0, theme().font(12, semibold=True))
        item.setForeground(0, theme().color("muted"))
        item.setSizeHint(0, QSize(0, theme().row(_ROW)))
        self.list.addTopLevelItem(item)
        item.setFirstColumnSpanned(True)
        return item

    def _add(self, group: QTreeWidgetItem, words: str, keys: str, hint: str) -> None:
        item = QTreeWidgetItem([words, keys, hint])
        item.setToolTip(2, hint)
        item.setSizeHint(2, QSize(0, theme().row(_ROW)))
        group.addChild(item)

    def _find(self, text: str) -> None:
        typed = text.lower().split()
        for at in range(self.list.topLevelItemCount()):
            group = self.list.topLevelItem(at)
            if group is not None:
                rows = [row for row in map(group.child, range(group.childCount())) if row is not None]
                for row in rows:
                    said = " ".join((group.text(0), *(row.text(column) for column in range(3)))).lower()
                    row.setHidden(not all(part in said for part in typed))
                group.setHidden(all(row.isHidden() for row in rows))


def _native(key: QKeySequence) -> str:
    return key.toString(QKeySequence.SequenceFormat.NativeText)
