"""Which tools a new session has: a list to check, of tools files and MCP servers that are known, and files that are added.

Above: `new_session`. Below: Qt. Reads no file but whether it is there.
"""

from collections.abc import Collection, Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QFileDialog, QHBoxLayout, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from studio.gui.dialogs.dialog_frame import plain_button
from studio.gui.look.icons import icon
from studio.gui.look.theme import theme
from studio.gui.words import fill
from studio.paths import is_file

_KIND, _NAME = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1


class ToolChecks(QWidget):
    """Space checks an entry, Del takes a file off. `changed` says that anything was chosen otherwise."""

    changed = Signal()

    def __init__(self, parent: QDialog) -> None:
        super().__init__(parent)
        self.list = QListWidget(self)
        self.list.setAccessibleName(self.tr("Tools"))
        self.list.setFixedHeight(theme().px(104))
        self.list.itemChanged.connect(lambda _item: self.changed.emit())
        self.add_button, self._remove = plain_button(self.tr("Add…"), parent), plain_button(self.tr("Remove"), parent)
        self.add_button.setAccessibleName(self.tr("Add a tools file"))
        self._remove.setAccessibleName(self.tr("Take the tools file off the list"))
        self.add_button.clicked.connect(self._browse)
        self._remove.clicked.connect(self._take)
        self._remove.setEnabled(False)
        self.list.itemSelectionChanged.connect(self._tell)
        beside = QVBoxLayout()
        beside.setSpacing(8)
        for button in (self.add_button, self._remove):
            beside.addWidget(button)
        beside.addStretch(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.list, 1)
        row.addLayout(beside)

    def offer(self, files: Sequence[str], servers: Sequence[str]) -> None:
        """Offer these, none of them checked; what is there already stays as it is."""
        for path in files:
            self._offer("file", path, Path(path).name, str(Path(path).parent))
        for name in servers:
            self._offer("server", name, name, self.tr("MCP server"))

    def check(self, files: Collection[str], servers: Collection[str]) -> None:
        """Check exactly these; a file that is not in the list comes into it."""
        self.offer([path for path in files if self._item("file", path) is None], ())
        for item in self._items():
            chosen = files if item.data(_KIND) == "file" else servers
            self._set(item, item.data(_NAME) in chosen)

    def addItems(self, paths: Sequence[str]) -> None:
        """Add files, checked."""
        self.check([*self.files(), *paths], self.servers())

    def files(self) -> list[str]:
        """The files that are checked."""
        return self._checked("file")

    def servers(self) -> list[str]:
        """The names of the servers that are checked."""
        return self._checked("server")

    def missing(self) -> str:
        """A sentence about a checked file that is not there; empty when all are."""
        gone = next((path for path in self.files() if not is_file(Path(path))), None)
        return fill(self.tr("{file} is not there any more."), file=gone) if gone is not None else ""

    def _offer(self, kind: str, name: str, words: str, beside: str) -> None:
        if self._item(kind, name) is not None:
            return
        item = QListWidgetItem(icon("call" if kind == "file" else "server", "muted", theme().px(16)), "")
        item.setText(fill(self.tr("{name} — {where}"), name=words, where=beside))
        item.setData(_KIND, kind)
        item.setData(_NAME, name)
        item.setToolTip(name)
        item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable)
        item.setCheckState(Qt.CheckState.Unchecked)
        self.list.addItem(item)

    def _items(self) -> list[QListWidgetItem]:
        return [self.list.item(row) for row in range(self.list.count())]

    def _item(self, kind: str, name: str) -> QListWidgetItem | None:
        return next((each for each in self._items() if (each.data(_KIND), each.data(_NAME)) == (kind, name)), None)

    def _checked(self, kind: str) -> list[str]:
        on = Qt.CheckState.Checked
        return [each.data(_NAME) for each in self._items() if each.data(_KIND) == kind and each.checkState() == on]

    def _set(self, item: QListWidgetItem, on: bool) -> None:
        item.setCheckState(Qt.CheckState.Checked if on else Qt.CheckState.Unchecked)

    def _tell(self) -> None:
        chosen = self.list.selectedItems()
        self._remove.setEnabled(bool(chosen) and chosen[0].data(_KIND) == "file")

    def _take(self) -> None:
        """Off the list, from the button: never while the list tells of a change."""
        row = self.list.currentRow()
        if row >= 0:
            self.list.takeItem(row)
            self.changed.emit()

    def _browse(self) -> None:
        dialog = QFileDialog(self, self.tr("Add a tools file"), "", self.tr("Python files (*.py)"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.filesSelected.connect(self.addItems)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
