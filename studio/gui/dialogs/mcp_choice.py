"""The servers of a `mcpServers` file, to be ticked: what each starts, which keys go to the keyring, what was not taken as it stands.

Above: the dialog of a server. Below: `workspace/serving`. Adds nothing.
"""

from collections.abc import Collection

from msgspec.structs import replace
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QLabel, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from studio.gui.dialogs.dialog_frame import wrap_plainly
from studio.gui.dialogs.mcp_reading import line_of
from studio.gui.look.theme import theme
from studio.gui.words import fill, tip
from studio.present.text_lines import spelled
from studio.session.mcp_servers import McpServer, Stdio
from studio.workspace.serving import ReadServers


class McpChoice(QWidget):
    """`chosen` is what is ticked. `edited`: something else is ticked."""

    edited = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._read = ReadServers(())
        self.list, self._told, self._notes = QTreeWidget(self), QLabel(self), QLabel(self)
        self.list.setHeaderLabels([self.tr("Server"), self.tr("Command or address")])
        self.list.setIndentation(theme().px(8))
        self.list.setItemsExpandable(False)
        self.list.setAccessibleName(self.tr("Servers to add"))
        self.list.itemChanged.connect(lambda _item, _column: self.edited.emit())
        self._told.setProperty("role", "muted")
        self._notes.setProperty("role", "warn")
        for label in (self._told, self._notes):
            wrap_plainly(label)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().px(8))
        column.addWidget(self.list, 1)
        column.addWidget(self._told)
        column.addWidget(self._notes)

    def show_servers(self, read: ReadServers, there: Collection[str]) -> None:
        """Show what was read, all ticked; `there` are the names that the session has, whose servers would be replaced."""
        self._read = read
        self.list.blockSignals(True)
        self.list.clear()
        for server in read.servers:
            self.list.addTopLevelItem(self._item(server, replaces=server.name in there))
        self.list.blockSignals(False)
        self.list.resizeColumnToContents(0)
        self.list.setColumnWidth(0, min(self.list.columnWidth(0) + theme().px(16), theme().px(280)))
        first = self.list.topLevelItem(0)
        if first is not None:
            self.list.setCurrentItem(first)
        self._say()

    def chosen(self) -> ReadServers:
        """What is ticked, with its keys."""
        names = {
            server.name
            for at, server in enumerate(self._read.servers)
            if (item := self.list.topLevelItem(at)) is not None and item.checkState(0) is Qt.CheckState.Checked
        }
        secrets = {place: value for place, value in self._read.secrets.items() if place[0] in names}
        servers = tuple(server for server in self._read.servers if server.name in names)
        return replace(self._read, servers=servers, secrets=secrets)

    def _item(self, server: McpServer, *, replaces: bool) -> QTreeWidgetItem:
        told = spelled(line_of(server.way) if isinstance(server.way, Stdio) else server.way.url)
        name = fill(self.tr("{name} (replaces)"), name=server.name) if replaces else server.name
        item = QTreeWidgetItem([name if server.on else fill(self.tr("{name} (off)"), name=name), told])
        item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
        item.setCheckState(0, Qt.CheckState.Checked)
        item.setFont(1, theme().code_font(12))
        item.setToolTip(1, tip(told))
        item.setSizeHint(1, QSize(0, theme().row(28)))
        return item

    def _say(self) -> None:
        kept = len(self._read.secrets)
        said = [self.tr("Nothing starts before you have seen and trusted each command.")]
        if kept:
            said.append(self.tr("%n key(s) of the file go to the keyring; ${NAME} stands in their place.", "", kept))
        self._told.setText(" ".join(said))
        self._notes.setText("\n".join(self._read.notes))
        self._notes.setVisible(bool(self._read.notes))
