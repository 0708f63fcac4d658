"""All actions with their keys, and what each does; a field finds them.

Above: `window`. Below: `action_set`. Reads the table; changes nothing.
"""

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLineEdit, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from studio.gui.action_set import ActionSet, shortcuts, worded


class KeysDialog(QDialog):
    """One row an action: words, keys, what it does."""

    def __init__(self, parent: QWidget, actions: ActionSet) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Keys"))
        self.field, self.list = QLineEdit(self), QTreeWidget(self)
        self.field.setPlaceholderText(self.tr("Find an action or a key"))
        self.field.setAccessibleName(self.tr("Find an action or a key"))
        self.field.textChanged.connect(self._find)
        self.list.setHeaderLabels([self.tr("Action"), self.tr("Keys"), self.tr("What it does")])
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        self.list.setAccessibleName(self.tr("Keys"))
        for spec, action in actions:
            keys = ", ".join(key.toString(QKeySequence.SequenceFormat.NativeText) for key in shortcuts(spec))
            self.list.addTopLevelItem(QTreeWidgetItem([action.text(), keys, worded(spec.hint)]))
        offers = {
            self.tr("Approve"): ("A", self.tr("While the banner has the keyboard.")),
            self.tr("Reject"): ("R", self.tr("While the banner has the keyboard.")),
        }
        for words, (key, hint) in offers.items():
            self.list.addTopLevelItem(QTreeWidgetItem([words, key, hint]))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        for widget in (self.field, self.list, buttons):
            column.addWidget(widget)
        self.resize(760, 560)
        self.list.resizeColumnToContents(0)
        self.list.setColumnWidth(1, 190)

    def _find(self, text: str) -> None:
        typed = text.lower().split()
        for at in range(self.list.topLevelItemCount()):
            item = self.list.topLevelItem(at)
            if item is not None:
                said = " ".join(item.text(column) for column in range(3)).lower()
                item.setHidden(not all(part in said for part in typed))
