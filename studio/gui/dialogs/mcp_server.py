"""An MCP server is added or changed: by form, by paste, from a file; and tried before anything calls it.

Above: `server_room`. Below: the form, the choice among several, the trial, `workspace/serving`. Nothing starts before it is trusted.
"""

import asyncio
from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPlainTextEdit, QStackedWidget, QWidget

from studio.gui.bridge import Bridge
from studio.gui.dialogs.dialog_frame import DialogFrame, main_button, plain_button, press_by_keys, wrap_plainly
from studio.gui.dialogs.kept_size import keep_size
from studio.gui.dialogs.mcp_choice import McpChoice
from studio.gui.dialogs.mcp_form import McpForm
from studio.gui.dialogs.mcp_paste import McpPaste
from studio.gui.dialogs.mcp_reading import kind_of, names_servers, server_in, words_of
from studio.gui.dialogs.mcp_trial import McpTrial
from studio.gui.dialogs.mcp_trust import McpTrustDialog
from studio.gui.dialogs.tabbed_dialog import TabbedDialog
from studio.gui.look.theme import theme
from studio.gui.words import fill, sentence, together, told_error
from studio.problems import StudioError
from studio.session.mcp_servers import McpServer
from studio.workspace.opened import OpenedSession
from studio.workspace.serving import ReadServers
from studio.workspace.workspace import Workspace

_PAUSE = 250


class McpServerDialog(TabbedDialog):
    """`name` is that of the server to be changed, empty for a new one. `page` is form, paste, choice or trial."""

    def __init__(
        self, parent: QWidget, workspace: Workspace, bridge: Bridge, session: OpenedSession, name: str = ""
    ) -> None:
        super().__init__(parent)
        self._bridge, self._session, self._name = bridge, session, name
        self._trying: asyncio.Task[None] | None = None
        self._is_open = True
        self._show_outcome: Callable[[], object] = lambda: None
        self._frame = DialogFrame(self, self._title(), self._hint())
        self.form, self.choice, self.trial = McpForm(self), McpChoice(self), McpTrial(self)
        self.text, self._looked = QPlainTextEdit(self), QTimer(self, singleShot=True, interval=_PAUSE)
        self._pages: dict[str, QWidget] = {
            "form": self.form,
            "paste": self.text,
            "choice": self.choice,
            "trial": self.trial,
        }
        self.page, self._stack, self._said = "form", QStackedWidget(self), QLabel(self)
        self.back, self.paste = plain_button(self.tr("Back"), self), plain_button(self.tr("Paste"), self)
        self.test, self.ok = plain_button(self.tr("Test"), self), main_button("", self)
        self.cancel = plain_button(self.tr("Cancel"), self)
        self.trust: McpTrustDialog | None = None
        self._lay_out()
        self._connect()
        self._frame.resize(780, 700)
        keep_size(self, workspace, "mcp_server")
        kept = next((each for each in session.state.setup.servers if each.name == name), None)
        if kept is not None:
            self.form.show_server(kept)
        self.show_page("form")

    def show_page(self, page: str) -> None:
        """Bring a page to the front."""
        self.page = page
        self._stack.setCurrentWidget(self._pages[page])
        self._frame.hint.setVisible(page != "trial")
        self._say("")
        self._fit()
        focus = {"form": self.form.name, "paste": self.text, "choice": self.choice.list, "trial": self.cancel}[page]
        focus.setFocus()

    def begin_paste(self) -> None:
        """Take the servers of the clipboard, where there are some; else show a place to paste them into."""
        text = QApplication.clipboard().text()
        if not (names_servers(text) and self.take_text(text)):
            self.show_page("paste")

    def take_text(self, text: str) -> bool:
        """Fill the form from a text, or show the servers that it holds to be ticked. Says what is wrong with it; whether it was taken."""
        if kind_of(text) == "json":
            return self.take_json(text.encode("utf-8", "surrogatepass"))
        server = server_in(text)
        if server is None:
            self._say(self.tr("This is neither mcpServers JSON, nor a command line, nor an address."), wrong=True)
            return False
        self._fill(server, {})
        return True

    def take_json(self, data: bytes, file: str = "") -> bool:
        """The same from JSON, of a file where one is named."""
        try:
            read = self._session.read_servers(data, file)
        except StudioError as error:
            self._say(told_error(error), wrong=True)
            return False
        if not read.servers:
            self._say(self.tr("No server stands there."), wrong=True)
        elif len(read.servers) == 1:
            server = read.servers[0]
            self._fill(server, {name: value for (_, name), value in read.secrets.items()}, read.notes)
        else:
            self.choice.show_servers(read, {each.name for each in self._session.state.setup.servers})
            self.show_page("choice")
        return bool(read.servers)

    def take_file(self, path: Path) -> None:
        """The same from a file."""
        try:
            data = self._session.servers_file(path)
        except StudioError as error:
            self._say(told_error(error), wrong=True)
        else:
            self.take_json(data, path.name)

    def reject(self) -> None:
        """Esc ends what is under way first, and a second one closes; when another session is shown it closes at once."""
        if self._trying is not None and self._bridge.session is self._session:
            self._trying.cancel()
        else:
            super().reject()

    # ---- making

    def _title(self) -> str:
        return fill(self.tr("Server {name}"), name=self._name) if self._name else self.tr("Add an MCP server")

    def _hint(self) -> str:
        return self.tr(
            "Paste a command line, an address or mcpServers JSON anywhere here, or drop its file. Nothing starts before you have seen "
            "and trusted exactly what."
        )

    def _lay_out(self) -> None:
        for page in self._pages.values():
            self._stack.addWidget(page)
        self.text.setPlaceholderText('{"mcpServers": {"files": {"command": "npx", "args": ["-y", "…"]}}}')
        self.text.setAccessibleName(self.tr("Text of the servers"))
        self.text.setProperty("look", "field")
        self.text.setFont(theme().editor_font())
        self.text.setTabChangesFocus(True)
        wrap_plainly(self._said)
        self._said.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._said.hide()
        self._frame.body.addWidget(self._stack, 1)
        self._frame.body.addWidget(self._said)
        self._frame.add_buttons((self.back, self.paste), (self.test, self.ok, self.cancel))
        self.paste.setToolTip(self.tr("Take the server or servers of the clipboard"))
        self.test.setToolTip(self.tr("Save, ask for trust where it is needed, start it and list what it offers"))

    def _connect(self) -> None:
        self.watch = McpPaste(self, self._takes, self.take_file)
        self.form.edited.connect(self._edited)
        self._looked.timeout.connect(self._look)
        self.choice.edited.connect(self._fit)
        self.text.textChanged.connect(lambda: self._say(""))
        self.back.clicked.connect(lambda: self.show_page("form"))
        self.paste.clicked.connect(lambda: self.take_text(QApplication.clipboard().text()))
        self.test.clicked.connect(self._test)
        self.ok.clicked.connect(self._accept)
        self.cancel.clicked.connect(self.reject)
        self.finished.connect(lambda _result: self._left())
        press_by_keys(self, self.ok)

    def _fit(self) -> None:
        """The buttons of the page."""
        trying, page = self._trying is not None, self.page
        count = len(self.choice.chosen().servers) if page == "choice" else 0
        words = {
            "form": self.tr("Save") if self._name else self.tr("Add"),
            "paste": self.tr("Read"),
            "choice": self.tr("Add %n server(s)", "", count),
            "trial": self.tr("Close"),
        }
        self.ok.setText(words[page])
        self.ok.setEnabled(not (page == "choice" and not count) and not self._session.read_only)
        self.ok.setVisible(not trying)
        self.back.setVisible(page != "form" and not trying)
        self.paste.setVisible(page == "form")
        self.test.setVisible(page == "form" or (page == "trial" and not trying))
        self.test.setText(self.tr("Test again") if page == "trial" else self.tr("Test"))
        self.cancel.setVisible(page != "trial" or trying)

    def _edited(self) -> None:
        self._say("")
        self._looked.start()

    def _look(self) -> None:
        """What is named and holds nothing is offered a value in its place."""
        self.form.tell_unset(self._session.server_shown(self.form.server()).unset)

    # ---- pasting

    def _takes(self, text: str, field: QWidget) -> bool:
        """Whether a pasted text is meant for the whole dialog, and not for the field that has the keyboard; then it is taken."""
        if self.page == "trial":
            return False
        if names_servers(text) or (self.page == "form" and self._fills(text, field)):
            self.take_text(text)
            return True
        return False

    def _fills(self, text: str, field: QWidget) -> bool:
        kind = kind_of(text)
        if not isinstance(field, QLineEdit | QPlainTextEdit):
            return bool(kind)
        if field in (self.form.name, self.form.command.program):
            first = field is self.form.command.program and not self.form.command.program.text()
            return kind == "address" or (kind == "command" and first and len(words_of(text)) > 1)
        return False

    def _fill(self, server: McpServer, secrets: dict[str, str], notes: tuple[str, ...] = ()) -> None:
        """Put a server into the form; a name that stands there stays."""
        typed = self._name or self.form.name.text().strip()
        self.form.show_server(replace(server, name=typed or server.name), secrets)
        self.show_page("form")
        kept = [self.tr("%n key(s) of it go to the keyring when you save.", "", len(secrets))] if secrets else []
        said = [self.tr("Filled in from what was pasted."), *kept, *map(sentence, notes)]
        self._say(together(*said))

    # ---- keeping

    def _accept(self) -> None:
        match self.page:
            case "paste":
                self.take_text(self.text.toPlainText())
            case "choice":
                self._add_all(self.choice.chosen())
            case "trial":
                self.accept()
            case _:
                if self._save():
                    self._done((self._name,))

    def _save(self) -> bool:
        """Keep the server as it stands, and its keys in the keyring."""
        others = {each.name for each in self._session.state.setup.servers} - {self._name}
        if self.form.refuse(others):
            return False
        server, secrets = self.form.server(), self.form.secrets
        try:
            self._session.put_server(server, was=self._name)
        except StudioError as error:
            self._say(told_error(error), wrong=True)
            return False
        self._name = server.name
        self._frame.set_title(self._title())
        self._keep(server, secrets)
        self._say("")
        self._fit()
        return True

    def _keep(self, server: McpServer, secrets: dict[str, str]) -> None:
        """Keep its keys in the keyring; where there is none, for this run of the program, which is said."""
        try:
            for name, value in secrets.items():
                self._session.store_server_secret(server.name, name, value)
        except StudioError as error:
            kept = {(server.name, name): value for name, value in secrets.items()}
            self._session.add_servers(ReadServers((server,), kept))
            said = self.tr("{error} Its key is kept until the program is closed.")
            self._bridge.notice.emit(fill(said, error=sentence(error.said)))

    def _add_all(self, read: ReadServers) -> None:
        try:
            names = self._session.add_servers(read)
        except StudioError as error:
            self._say(told_error(error), wrong=True)
            return
        unkept = [name for name in names if self._session.keys_for_this_run(name)]
        if unkept:
            said = self.tr("There is no keyring: keys of {servers} are kept until the program is closed.")
            self._bridge.notice.emit(fill(said, servers=", ".join(unkept)))
        self._done(names)

    def _done(self, names: tuple[str, ...]) -> None:
        """Close; what waits for trust now is asked about next."""
        waits = [name for name in self._session.untrusted_servers() if name in names]
        self.accept()
        if waits:
            self._bridge.servers_waiting.emit(tuple(waits))

    # ---- trying

    def _test(self) -> None:
        """Keep it, ask for trust where it is needed, then start it."""
        if not self._save():
            if self.page != "form":
                self.show_page("form")
            return
        if self._session.server_trust(self._name).trusted:
            self._try()
            return
        self.trust = McpTrustDialog(self, self._session, (self._name,))
        self.trust.trusted.connect(lambda _name: self._try())
        self.trust.finished.connect(self.trust.deleteLater)
        self.trust.open()

    def _try(self) -> None:
        self.trial.begin()
        self._show_outcome = self._show_cancelled
        self._trying = self._bridge.spawn("try a server", self._start(self._name))
        self._trying.add_done_callback(lambda _task: self._tried())
        self.show_page("trial")

    async def _start(self, name: str) -> None:
        try:
            await self._session.restart_server(name)
        except StudioError as error:
            said = told_error(error)
            self._show_outcome = lambda: self.trial.show_failed(said, self._session.server_messages(name))
        else:
            self._show_outcome = lambda: self._show_ready(name)

    def _show_ready(self, name: str) -> None:
        look = next((each for each in self._session.servers if each.name == name), None)
        server = next((each for each in self._session.state.setup.servers if each.name == name), None)
        if look is None or server is None:
            self.trial.show_stopped(runs=False)  # it was taken out of the session meanwhile
        else:
            self.trial.show_ready(look, self._session.server_tools(name), server.takes)

    def _show_cancelled(self) -> None:
        phase = next((each.phase for each in self._session.servers if each.name == self._name), "stopped")
        self.trial.show_stopped(runs=phase == "ready")

    def _tried(self) -> None:
        """The trial is over; a dialog that was closed meanwhile has no widgets to show it."""
        self._trying = None
        if self._is_open:
            self._show_outcome()
            self._fit()
            self.ok.setFocus()

    def _left(self) -> None:
        self._is_open = False
        if self._trying is not None:
            self._trying.cancel()

    def _say(self, words: str, *, wrong: bool = False) -> None:
        self._said.setProperty("role", "error" if wrong else "muted")
        self._said.style().unpolish(self._said)
        self._said.style().polish(self._said)
        self._said.setText(words)
        self._said.setVisible(bool(words))
