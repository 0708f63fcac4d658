"""The dialogs about MCP servers, opened by their names, and what the dock of the servers asks of the window.

Above: `dialog_room`. Below: `dialogs/roster`, `bridge`. Nothing starts here.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QBoxLayout, QDialog, QFileDialog, QMenu, QWidget

from studio.gui.action_set import ActionSet
from studio.gui.bridge import Bridge
from studio.gui.panes.mcp_pane import McpPane
from studio.gui.panes.question_banner import QuestionBanner
from studio.gui.shown_folder import show_folder
from studio.gui.words import fill
from studio.late import Late
from studio.problems import StudioError
from studio.session.server_view import Answer
from studio.workspace.workspace import Workspace

if TYPE_CHECKING:
    from studio.gui.dialogs import roster
else:
    roster = Late("studio.gui.dialogs.roster")


class ServerRoom(QObject):
    """`show` puts a dialog up."""

    def __init__(
        self, window: QWidget, workspace: Workspace, bridge: Bridge, show: Callable[[QDialog], object]
    ) -> None:
        super().__init__(window)
        self._window, self._workspace, self._bridge, self._show = window, workspace, bridge, show
        self._banners: list[QuestionBanner] = []
        bridge.refreshed.connect(self._tell_questions)
        bridge.servers_waiting.connect(self.review)
        bridge.hand_call_wanted.connect(self.call)
        bridge.resource_wanted.connect(self.resource)

    def table(self) -> Mapping[str, Callable[[], object]]:
        """What to do by the id of the action."""
        return {
            "add_server": self.add,
            "paste_servers": self.paste,
            "export_servers": self.export,
            "call_by_hand": self.call,
        }

    def join(self, pane: McpPane, actions: ActionSet, page: Callable[[str], object]) -> None:
        """Do what the dock asks for; `page` opens the page of a tool."""
        menu = pane.add_menu = QMenu(pane)
        menu.setToolTipsVisible(True)
        for id in ("add_server", "paste_servers"):
            menu.addAction(actions[id])
        acts, pages = pane.acts, pane.pages
        acts.add_wanted.connect(self.add)
        acts.paste_wanted.connect(self.paste)
        acts.export_wanted.connect(self.export)
        acts.edit_wanted.connect(self.edit)
        acts.trust_wanted.connect(self.trust)
        pages.page_wanted.connect(page)
        pages.call_wanted.connect(self.call)
        pages.resource_wanted.connect(self.resource)
        pages.prompt_wanted.connect(self.prompt)
        pane.file_wanted.connect(self.take_file)
        pane.text_wanted.connect(self.paste)

    def join_questions(self, banner: QuestionBanner) -> None:
        """Show what servers ask, and let it be answered."""
        bridge = self._bridge
        self._banners.append(banner)
        banner.answer_wanted.connect(lambda number: self.answer(number, banner.window()))
        banner.decline_wanted.connect(
            lambda number: bridge.do(lambda opened: opened.answer_question(number, Answer(action="decline")))
        )
        self._tell_questions()

    def open(self, name: str, about: "roster.About", over: QWidget | None = None) -> QDialog | None:
        """Open a dialog of the roster, over the window or over a dialog of it; None without a session."""
        session, make = self._bridge.session, roster.ROSTER.get(name)
        if session is None or make is None:
            return None
        try:
            dialog = make(roster.Place(over or self._window, self._workspace, self._bridge, session), about)
        except roster.NobodyAsksError as error:
            self._bridge.fail(error)
            return None
        if name != "server_question":
            self._ask_in(dialog)
        self._show(dialog)
        return dialog

    def add(self) -> None:
        """Add a server by form."""
        self.open("mcp_server", roster.About())

    def paste(self, text: bytes = b"", file: str = "") -> None:
        """Add the servers of a `mcpServers` text."""
        self.open("mcp_server", roster.About(text=text, file=file))

    def edit(self, name: str) -> None:
        """Change how a server is reached and what is taken of it."""
        self.open("mcp_server", roster.About(server=name))

    def trust(self, name: str) -> None:
        """Look at what a server starts, and trust it or not."""
        self.open("mcp_trust", roster.About(server=name))

    def review(self, names: tuple[str, ...]) -> None:
        """Look at what several servers start, one after the other."""
        if names:
            self.open("mcp_trust", roster.About(names=names))

    def answer(self, number: int, over: QWidget | None = None) -> None:
        """Answer what a server asks."""
        self.open("server_question", roster.About(number=number), over)

    def call(self, tool: str = "") -> None:
        """Call a tool by hand."""
        self.open("call_by_hand", roster.About(tool=tool))

    def resource(self, server: str, uri: str) -> None:
        """Read a resource, and put it into the request."""
        self.open("mcp_resource", roster.About(server=server, item=uri))

    def prompt(self, server: str, name: str) -> None:
        """Fill in a prompt, and put it into the session."""
        self.open("mcp_prompt", roster.About(server=server, item=name))

    def take_file(self, path: Path) -> None:
        """Show the servers of a dropped file; nothing is added before the person says so."""
        self._bridge.do(lambda opened: self.paste(opened.servers_file(path), str(path)))

    def export(self) -> None:
        """Choose a file and write the servers into it, as other programs read them."""
        dialog = QFileDialog(self._window, self.tr("Export MCP servers"), "", self.tr("JSON (*.json)"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("json")
        dialog.selectFile("mcp.json")
        dialog.fileSelected.connect(
            lambda name: self._bridge.do(lambda opened: self._write(opened.servers_text(), name))
        )
        self._show(dialog)

    def _write(self, text: str, name: str) -> None:
        try:
            Path(name).write_text(text, encoding="utf-8")
        except OSError as error:
            said = fill(self.tr("{file} cannot be written: {error}."), file=name, error=error.strerror or error)
            raise StudioError(said) from error
        said = fill(self.tr("The servers are written to {file}, without any key."), file=name)
        self._bridge.offered.emit(said, self.tr("Show"), lambda: show_folder(self._bridge, Path(name)))

    def _ask_in(self, dialog: QDialog) -> None:
        """What a server asks meanwhile stands in the dialog too: it covers the window, which takes no press while the dialog is up."""
        layout, banner = dialog.layout(), QuestionBanner(dialog)
        if isinstance(layout, QBoxLayout):
            layout.insertWidget(0, banner)
        dialog.finished.connect(lambda _result: self._leave_out(banner))
        self.join_questions(banner)

    def _leave_out(self, banner: QuestionBanner) -> None:
        """Its dialog is closed; one that is pressed twice says so twice."""
        if banner in self._banners:
            self._banners.remove(banner)

    def _tell_questions(self) -> None:
        session = self._bridge.session
        for banner in self._banners:
            banner.tell(session.questions if session is not None else ())
