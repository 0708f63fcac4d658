"""The fields of a server behind an address: the URL, headers, and a token that the keyring keeps.

Above: the form of a server. Below: `mcp_values`. Typing sends nothing.
"""

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from studio.gui.dialogs.mcp_values import McpValues
from studio.gui.look.theme import theme
from studio.gui.parameters.field_section import FieldSection
from studio.gui.widgets.still_combo import StillCombo
from studio.session.mcp_servers import StreamableHttp


class McpAddress(FieldSection):
    """`edited`: another address stands in the fields. `token` is what was typed to be kept; empty leaves what is kept."""

    edited = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(QCoreApplication.translate("McpAddress", "Address"), parent)
        self.url, self.kind, self.line = QLineEdit(self), StillCombo(self), QLineEdit(self)
        self.headers = McpValues(self.tr("Header"), self.tr("Add a header"), self)
        self._prepare()
        self._add_rows()
        self.url.textChanged.connect(lambda _text: self._changed())
        self.line.textChanged.connect(lambda _text: self._changed())
        self.headers.edited.connect(self._changed)
        self.kind.currentIndexChanged.connect(lambda _at: self._changed())
        self._fit()

    def show_way(self, way: StreamableHttp, secrets: dict[str, str]) -> None:
        """Show another address; `secrets` are keys that go to the keyring on saving, the token under the empty name."""
        self.clear_problems()
        self.url.setText(way.url)
        self.headers.show_pairs(way.headers, {name: secret for name, secret in secrets.items() if name})
        self.kind.setCurrentIndex(1 if way.key_ring or "" in secrets else 0)
        self.line.setText(secrets.get("", ""))
        self._fit()

    def way(self) -> StreamableHttp:
        """The address as it stands."""
        return StreamableHttp(self.url.text().strip(), self.headers.pairs(), self.kind.value() == "keyring")

    @property
    def token(self) -> str:
        """A token that was typed to be kept in the keyring."""
        return self.line.text().strip() if self.kind.value() == "keyring" else ""

    def refuse(self) -> bool:
        """Say beside a field what keeps the address from being saved; False when nothing does."""
        self.clear_problems()
        url = self.url.text().strip()
        if not url.startswith(("http://", "https://")) or len(url.partition("://")[2].strip("/")) == 0:
            return self.say("url", self.tr("Write a whole address that begins with https:// or http://."))
        wrong = self.headers.problem()
        return bool(wrong) and self.say("headers", wrong)

    def _prepare(self) -> None:
        self.url.setFont(theme().code_font())
        self.url.setPlaceholderText("https://mcp.example/mcp")
        self.line.setEchoMode(QLineEdit.EchoMode.Password)
        self.line.setPlaceholderText(self.tr("leave empty to keep the stored token"))
        ways = [("none", self.tr("no token")), ("keyring", self.tr("in the system's keyring"))]
        self.kind.show_choices(ways, "none")

    def _add_rows(self) -> None:
        self.add("url", self.tr("Address"), self.url, self.tr("The server speaks streamable HTTP there."))
        self.add("token", self.tr("Token"), self.kind, self.tr("Goes along as “Authorization: Bearer …”."))
        self.add("typed", self.tr("New token"), self.line)
        said = self.tr("${NAME} is taken from the environment or the keyring when the server is asked.")
        self.add("headers", self.tr("Headers"), self.headers, said, focus=self.headers.add)
        self.url.setAccessibleName(self.tr("Address"))
        self.kind.setAccessibleName(self.tr("Where the token is"))
        self.line.setAccessibleName(self.tr("Token to store in the system's keyring"))

    def _changed(self) -> None:
        self.clear_problems()
        self._fit()
        self.edited.emit()

    def _fit(self) -> None:
        self.show_row("typed", self.kind.value() == "keyring")
