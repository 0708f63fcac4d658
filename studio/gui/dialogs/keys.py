"""All actions with their keys, and what each does; a field finds them.

Above: `window`. Below: `action_set`. Reads the table; changes nothing.
"""

from PySide6.QtCore import QSize
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QLineEdit, QTreeWidget, QTreeWidgetItem, QWidget

from studio.gui.action_set import ActionSet, shortcuts, worded
from studio.gui.dialogs.dialog_frame import DialogFrame, plain_button
from studio.gui.dialogs.tabbed_dialog import TabbedDialog
from studio.gui.look.theme import theme


class KeysDialog(TabbedDialog):
    """One row an action: words, keys, what it does."""

    def __init__(self, parent: QWidget, actions: ActionSet) -> None:
        super().__init__(parent)
        frame = DialogFrame(self, self.tr("Keys"))
        self.field, self.list = QLineEdit(self), QTreeWidget(self)
        self.field.setPlaceholderText(self.tr("Find an action or a key"))
        self.field.setAccessibleName(self.tr("Find an action or a key"))
        self.field.textChanged.connect(self._find)
        self.list.setHeaderLabels([self.tr("Action"), self.tr("Keys"), self.tr("What it does")])
        self.list.setIndentation(theme().px(6))
        self.list.setItemsExpandable(False)
        self.list.setUniformRowHeights(True)
        self.list.setAccessibleName(self.tr("Keys"))
        for spec, action in actions:
            keys = ", ".join(key.toString(QKeySequence.SequenceFormat.NativeText) for key in shortcuts(spec))
            self._add(action.text(), keys, worded(spec.hint))
        offers = {
            self.tr("Approve"): ("A", self.tr("While the banner has the keyboard.")),
            self.tr("Reject"): ("R", self.tr("While the banner has the keyboard.")),
        }
        for words, (key, hint) in offers.items():
            self._add(words, key, hint)
        close = plain_button(self.tr("Close"), self)
        close.clicked.connect(self.reject)
        frame.body.addWidget(self.field)
        frame.body.addWidget(self.list, 1)
        frame.add_buttons((), (close,))
        frame.resize(960, 660)
        self.list.resizeColumnToContents(0)
        self.list.setColumnWidth(1, 190)

    def _add(self, words: str, keys: str, hint: str) -> None:
        item = QTreeWidgetItem([words, keys, hint])
        item.setSizeHint(2, QSize(0, theme().px(26)))
        self.list.addTopLevelItem(item)

    def _find(self, text: str) -> None:
        typed = text.lower().split()
        for at in range(self.list.topLevelItemCount()):
            item = self.list.topLevelItem(at)
            if item is not None:
                said = " ".join(item.text(column) for column in range(3)).lower()
                item.setHidden(not all(part in said for part in typed))
