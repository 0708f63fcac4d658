"""What of a server is taken in, and how it starts: prefix, names, switched on, needed, the time that it may take.

Above: the form of a server. Below: `field_section`. Knows no session.
"""

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QCheckBox, QLineEdit, QWidget

from studio.gui.dialogs.group_words import listed
from studio.gui.dialogs.limit_number import LimitNumber
from studio.gui.look.theme import theme
from studio.gui.parameters.field_section import FieldSection
from studio.session.mcp_servers import START_SECONDS, McpServer


class McpTaking(FieldSection):
    """`applied` gives a server with what stands here."""

    edited = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(QCoreApplication.translate("McpTaking", "Tools and start"), parent)
        self.prefix, self.only, self.without = QLineEdit(self), QLineEdit(self), QLineEdit(self)
        self.on = QCheckBox(self.tr("Switched on: it starts when the session runs"), self)
        self.needed = QCheckBox(self.tr("Needed: without it the session stops"), self)
        self.seconds = LimitNumber(self.tr("Seconds to start"), self, least=1, most=3600, suffix=" s")
        self._prepare()
        self._add_rows()

    def show_server(self, server: McpServer) -> None:
        """Show what holds for another server."""
        self.prefix.setText(server.prefix)
        self.only.setText(", ".join(server.only))
        self.without.setText(", ".join(server.without))
        self.on.setChecked(server.on)
        self.needed.setChecked(server.needed)
        self.seconds.setValue(server.start_seconds)

    def members(self) -> dict[str, object]:
        """What stands here, as members of a server."""
        return {
            "prefix": self.prefix.text().strip(),
            "only": listed(self.only.text()),
            "without": listed(self.without.text()),
            "on": self.on.isChecked(),
            "needed": self.needed.isChecked(),
            "start_seconds": self.seconds.number(),
        }

    def _prepare(self) -> None:
        for line in (self.prefix, self.only, self.without):
            line.setFont(theme().code_font())
            line.textChanged.connect(lambda _text: self.edited.emit())
        self.only.setPlaceholderText("read_*, list_directory")
        self.without.setPlaceholderText("write_*, delete_*")
        self.seconds.setValue(START_SECONDS)
        for box in (self.on, self.needed):
            box.toggled.connect(lambda _on: self.edited.emit())
        self.seconds.valueChanged.connect(lambda _value: self.edited.emit())

    def _add_rows(self) -> None:
        said = self.tr("Stands before the names that the model sees; the server always gets its own names.")
        self.add("prefix", self.tr("Prefix"), self.prefix, said)
        said = self.tr("The server's own names or patterns, separated by commas; left empty, all are taken in.")
        self.add("only", self.tr("Only"), self.only, said)
        self.add("without", self.tr("Without"), self.without)
        self.add("on", self.tr("Start"), self.on)
        said = self.tr("Any other server that cannot start is told, and the session goes on without it.")
        self.add("needed", "", self.needed, said)
        self.add("start_seconds", self.tr("Seconds to start"), self.seconds)
        for widget, name in (
            (self.prefix, self.tr("Prefix of the tools' names")),
            (self.only, self.tr("Only these tools")),
            (self.without, self.tr("Without these tools")),
        ):
            widget.setAccessibleName(name)
