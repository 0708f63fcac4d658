"""The form of an MCP server: its name, the way it is reached, what of it is taken in. Pasted text can fill it.

Above: the dialog of a server. Below: its parts. Knows no session: the names that are taken are handed in.
"""

from collections.abc import Collection

from msgspec.structs import replace
from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from studio.checks.server_problem import server_problem
from studio.gui.dialogs.mcp_address import McpAddress
from studio.gui.dialogs.mcp_command import McpCommand
from studio.gui.dialogs.mcp_taking import McpTaking
from studio.gui.look.theme import theme
from studio.gui.parameters.field_section import FieldSection
from studio.gui.widgets.scroll_column import ScrollColumn
from studio.gui.widgets.still_combo import StillCombo
from studio.gui.words import fill, sentence
from studio.session.mcp_servers import McpServer, Stdio


class McpForm(ScrollColumn):
    """`edited`: another server stands in the fields."""

    edited = Signal()

    def __init__(self, parent: QWidget) -> None:
        """Scrolls where the dialog is too low for it."""
        super().__init__(QCoreApplication.translate("McpForm", "Server"), parent, gap=theme().px(20))
        self._begun = McpServer("", Stdio(""))
        self.head = FieldSection(self.tr("Server"), self)
        self.name, self.kind = QLineEdit(self), StillCombo(self)
        self.command, self.address, self.taking = McpCommand(self), McpAddress(self), McpTaking(self)
        self.kind.show_choices(
            [("stdio", self.tr("a command that is started here")), ("http", self.tr("an address"))], "stdio"
        )
        self.name.setAccessibleName(self.tr("Name of the server"))
        self.kind.setAccessibleName(self.tr("How it is reached"))
        self.name.setPlaceholderText("files")
        self.head.add("name", self.tr("Name"), self.name, self.tr("Its tools say that they come from here."))
        self.head.add("kind", self.tr("Reached by"), self.kind)
        for part in (self.head, self.command, self.address, self.taking):
            part.column.setContentsMargins(0, 0, theme().px(16), 0)
            self.add(part)
        self.name.textChanged.connect(lambda _text: self._edited())
        self.kind.currentIndexChanged.connect(lambda _at: self._fit())
        self.kind.activated.connect(lambda _at: self._edited())
        for each in (self.command, self.address, self.taking):
            each.edited.connect(self.edited)
        self._fit()

    def show_server(self, server: McpServer, secrets: dict[str, str] | None = None) -> None:
        """Show another server; `secrets` are keys to be kept on saving, by the name that stands for them (the token: an empty one)."""
        self._begun, kept = server, secrets or {}
        self.name.setText(server.name)
        self.kind.setCurrentIndex(0 if isinstance(server.way, Stdio) else 1)
        if isinstance(server.way, Stdio):
            self.command.show_way(server.way, kept)
        else:
            self.address.show_way(server.way, kept)
        self.taking.show_server(server)
        self.head.clear_problems()
        self._fit()
        self.edited.emit()

    def server(self) -> McpServer:
        """The server as it stands; members that are not in the form stay as they were."""
        way = self.command.way() if self.is_command else self.address.way()
        return replace(self._begun, name=self.name.text().strip(), way=way, **self.taking.members())

    @property
    def secrets(self) -> dict[str, str]:
        """What the keyring is to keep on saving, by the name that stands for it; the token under the empty name."""
        if self.is_command:
            return self.command.env.secrets
        token = self.address.token
        return {**self.address.headers.secrets, **({"": token} if token else {})}

    @property
    def is_command(self) -> bool:
        """Whether the server is a process."""
        return bool(self.kind.value() == "stdio")

    def tell_unset(self, name: str) -> None:
        """Offer to give `${name}` a value; empty when every variable that is named holds something."""
        self.command.env.tell_unset(name if self.is_command else "")
        self.address.headers.tell_unset("" if self.is_command else name)

    def refuse(self, taken: Collection[str]) -> bool:
        """Say beside a field why the server cannot be saved; `taken` are names of others. False when it can."""
        self.head.clear_problems()
        server = self.server()
        if not server.name:
            return self.head.say("name", self.tr("The server needs a name, such as files."))
        if server.name in taken:
            said = self.tr("There is a server named {name} already. Choose another name.")
            return self.head.say("name", fill(said, name=server.name))
        way = self.command if self.is_command else self.address
        if way.refuse():
            return True
        wrong = server_problem(server)
        return bool(wrong) and way.say(self._place(wrong), sentence(wrong))

    def _place(self, wrong: str) -> str:
        """The field that a sentence about the whole is shown beside."""
        if not self.is_command:
            return "headers" if self.address.headers.pairs() and "address" not in wrong else "url"
        if self.command.folder.text().strip() and "folder" in wrong:
            return "cwd"
        return "env" if self.command.env.pairs() and "command" not in wrong else "program"

    def _edited(self) -> None:
        self.head.clear_problems()
        self.edited.emit()

    def _fit(self) -> None:
        self.command.setVisible(self.is_command)
        self.address.setVisible(not self.is_command)
