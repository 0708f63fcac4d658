"""MCP servers on their way to trust: exactly what each starts or asks, one after the other.

Above: `server_room`, the dialog of a server. Below: `mcp_shown`, `workspace/serving`. Starts nothing: `trusted` asks for it.
"""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QWidget

from studio.gui.dialogs.dialog_frame import DialogFrame, main_button, plain_button, press_by_keys, wrap_plainly
from studio.gui.dialogs.mcp_shown import shown_lines
from studio.gui.dialogs.tabbed_dialog import TabbedDialog
from studio.gui.dialogs.unhurried import Unhurried
from studio.gui.look.theme import theme
from studio.gui.words import fill, sentence, told_error
from studio.problems import StudioError
from studio.session.mcp_servers import McpServer
from studio.workspace.opened import OpenedSession
from studio.workspace.serving import ServerShown


class McpTrustDialog(TabbedDialog):
    """`names` are gone through; *Not now* leaves one as it is. Only what is shown is trusted, and not by the second press of a double
    click or a key that is held."""

    trusted = Signal(str)
    """The name of a server that may start now."""

    def __init__(self, parent: QWidget, session: OpenedSession, names: tuple[str, ...]) -> None:
        super().__init__(parent)
        self._session, self._waiting = session, list(names)
        self.name = ""
        self._shown: McpServer | None = None
        self._frame = DialogFrame(self, self.tr("Trust a server"), " ")
        self.text, self._said = QPlainTextEdit(self), QLabel(self)
        self.trust = main_button(self.tr("Trust and start"), self)
        self.once, self.later = plain_button(self.tr("Only this time"), self), plain_button(self.tr("Not now"), self)
        self._unhurried = (Unhurried(self.trust), Unhurried(self.once))
        self._prepare()
        self._next()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter that is still held from the dialog before trusts nothing."""
        if not (event.isAutoRepeat() and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)):
            super().keyPressEvent(event)

    def _prepare(self) -> None:
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.text.setProperty("look", "field")
        self.text.setFont(theme().editor_font())
        self.text.setAccessibleName(self.tr("What is started, exactly"))
        wrap_plainly(self._said)
        self._frame.body.addWidget(self.text, 1)
        self._frame.body.addWidget(self._said)
        self._frame.add_buttons((), (self.trust, self.once, self.later))
        self.trust.clicked.connect(lambda: self._trust(for_good=True))
        self.once.clicked.connect(lambda: self._trust(for_good=False))
        self.later.clicked.connect(self._next)
        press_by_keys(self, self.trust)
        self._frame.resize(700, 480)

    def _next(self) -> None:
        """The next server that waits; without one the dialog is done."""
        servers = {server.name: server for server in self._session.state.setup.servers}
        while self._waiting:
            self.name = self._waiting.pop(0)
            if self.name in servers:
                self._show(servers[self.name], self._session.server_trust(self.name))
                return
        self.accept()

    def _show(self, server: McpServer, shown: ServerShown) -> None:
        self._shown = server
        by_address = shown.kind == "http"
        title = self.tr("{name} asks an address") if by_address else self.tr("{name} starts a program")
        self._frame.set_title(fill(title, name=server.name))
        self._frame.hint.setText(self._what_it_can(by_address=by_address))
        self.text.setPlainText("\n".join(shown_lines(shown)))
        said = sentence(shown.problem) or self._lacks(shown)
        self._say(said, wrong=bool(shown.problem))
        self.later.setText(self.tr("Not now"))
        self.text.setFocus()
        for button in self._unhurried:
            button.begin(allowed=not shown.problem)

    def _what_it_can(self, *, by_address: bool) -> str:
        holds = self.tr(
            "The trust holds for exactly what stands here, not for what a program's file holds; when it changes you are asked again."
        )
        if by_address:
            can = self.tr("What the model calls goes there, and what comes back is read by the model.")
        else:
            can = self.tr("It can do whatever a program of yours can do.")
        return f"{can} {holds}"

    def _lacks(self, shown: ServerShown) -> str:
        if shown.unset:
            said = self.tr(
                "{name} holds nothing now: set that variable, or keep its value in the keyring, before it starts."
            )
            return fill(said, name=f"${{{shown.unset}}}")
        if shown.kind != "http" and not shown.program:
            return self.tr("The program is not found here: write its whole path, or install it first.")
        return ""

    def _trust(self, *, for_good: bool) -> None:
        """Trust what is shown; what became another meanwhile is shown anew."""
        now = next((each for each in self._session.state.setup.servers if each.name == self.name), None)
        if now is None or self._shown is None or now.way != self._shown.way:
            self._waiting.insert(0, self.name)
            self._next()
            return
        try:
            self._session.trust_server(self.name, for_good=for_good)
        except StudioError as error:
            self._say(told_error(error), wrong=True)
            return
        self.trusted.emit(self.name)
        self._next()

    def _say(self, words: str, *, wrong: bool) -> None:
        self._said.setText(words)
        self._said.setProperty("role", "error" if wrong else "warn")
        self._said.style().unpolish(self._said)
        self._said.style().polish(self._said)
        self._said.setVisible(bool(words))
