"""The pages of one MCP server: tools, resources, prompts, protocol, log, about it; only the one that is in view is kept up to date.

Above: the MCP dock. Below: the pages, `mcp_offered`, `bridge`. What needs a dialog is asked for by signals.
"""

from collections.abc import Callable
from typing import Literal

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QMenu, QStackedWidget, QVBoxLayout, QWidget

from studio.gui.bridge import Bridge
from studio.gui.look.icons import icon
from studio.gui.panes.mcp_about_page import AboutPage
from studio.gui.panes.mcp_lines_page import LinesPage
from studio.gui.panes.mcp_log_page import LogPage
from studio.gui.panes.mcp_offered import Kind, OfferedKept
from studio.gui.panes.mcp_protocol_page import ProtocolPage
from studio.gui.panes.mcp_server_lines import prompt_lines, resource_lines, tool_lines
from studio.gui.words import told_error
from studio.problems import StudioError
from studio.session.server_view import ServerLook
from studio.workspace.opened import OpenedSession
from studio.workspace.serving import TakenTool

Page = Literal["tools", "resources", "prompts", "protocol", "log", "about"]
PAGES: tuple[Page, ...] = ("tools", "resources", "prompts", "protocol", "log", "about")


class McpPages(QWidget):
    """`page_wanted` and `call_wanted` give a tool by the model's name, `filter_wanted` the server and the own name of a tool that is
    to be taken in or left out, `resource_wanted` and `prompt_wanted` the server and the URI or name."""

    page_wanted = Signal(str)
    call_wanted = Signal(str)
    filter_wanted = Signal(str, str, bool)
    resource_wanted = Signal(str, str)
    prompt_wanted = Signal(str, str)

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge, self._look = bridge, ServerLook(name="", phase="stopped")
        self._tools: dict[str, TakenTool] = {}
        self.offered = OfferedKept(bridge, self)
        self.tools, self.resources, self.prompts = LinesPage("", self), LinesPage("", self), LinesPage("", self)
        self.protocol, self.log, self.about = ProtocolPage(self), LogPage(self), AboutPage(self)
        self._stack = QStackedWidget(self)
        for page in (self.tools, self.resources, self.prompts, self.protocol, self.log, self.about):
            self._stack.addWidget(page)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._stack)
        self._join()
        self._reword()

    def sizeHint(self) -> QSize:
        """As little as may be: what is around the pages asks first."""
        return self.minimumSizeHint()

    def minimumSizeHint(self) -> QSize:
        """That of the page in view."""
        page = self._stack.currentWidget()
        return page.minimumSizeHint() if page is not None else super().minimumSizeHint()

    @property
    def page(self) -> Page:
        """The page in view."""
        return PAGES[self._stack.currentIndex()]

    def show_page(self, page: Page) -> None:
        """Bring a page into view."""
        self._stack.setCurrentIndex(PAGES.index(page))
        self.updateGeometry()
        self.refresh()

    def show_server(self, look: ServerLook) -> None:
        """Show a server as it is now."""
        self._look = look
        self.refresh()

    def enter(self) -> None:
        """Give the keyboard to what the page in view shows."""
        parts: dict[Page, QWidget] = {
            "tools": self.tools.list,
            "resources": self.resources.list,
            "prompts": self.prompts.list,
            "protocol": self.protocol.list,
            "log": self.log.text,
            "about": self.about,
        }
        parts[self.page].setFocus(Qt.FocusReason.TabFocusReason)

    def refresh(self) -> None:
        """Read what the page in view shows."""
        session, name = self._bridge.session, self._look.name
        if session is None or not name or not self.isVisible():
            return
        match self.page:
            case "tools":
                self._show_tools(session, name)
            case "resources" | "prompts" as kind:
                self._show_offered(kind, name)
            case "protocol":
                self.protocol.show_messages((session, name), session.server_messages(name))
            case "log":
                self.log.show_messages((session, name), session.server_messages(name))
            case "about":
                self.about.show_server(self._look, session.server_messages(name))

    def counts(self) -> dict[Page, int]:
        """How many each list holds, as far as that is known."""
        look = self._look
        known: dict[Page, int] = {"tools": look.tools + look.left}
        kinds: tuple[tuple[Kind, int | None], ...] = (("resources", look.resources), ("prompts", look.prompts))
        for kind, told in kinds:
            known[kind] = told or len(self.offered.of(look.name, kind).found)
        return known

    # ---- lists

    def _show_tools(self, session: OpenedSession, name: str) -> None:
        server = next((each for each in session.state.setup.servers if each.name == name), None)
        if server is None:
            return  # it went; the dock is about to show another one
        tools = session.server_tools(name)
        self._tools = {tool.own_name: tool for tool in tools}
        none = self.tr("This server offers no tools.") if self._look.phase == "ready" else self._not_known()
        self.tools.show_lines(tool_lines(tools, server), none, icon=self._sign("call"))

    def _show_offered(self, kind: Kind, name: str) -> None:
        page = self.resources if kind == "resources" else self.prompts
        if self._look.phase != "ready":
            page.show_busy(False)
            page.show_lines((), self._not_known(), icon=self._sign("file" if kind == "resources" else "message"))
            return
        self.offered.look(name, kind)
        kept = self.offered.of(name, kind)
        page.show_busy(kept.fetching)
        lines = resource_lines(kept.found) if kind == "resources" else prompt_lines(kept.found)  # type: ignore[arg-type]
        none = self.tr("This server offers no resources.")
        if kind == "prompts":
            none = self.tr("This server offers no prompts.")
        page.show_lines(lines, self.tr("Asking the server…") if kept.fetching else kept.error or none)

    def _sign(self, name: str) -> str:
        """The sign over the sentence of an empty page; the bar of a server that failed needs the room more."""
        return "" if self._look.phase == "failed" else name

    def _not_known(self) -> str:
        return self.tr("What this server offers is known once it has started.")

    # ---- what the person does

    def tool_menu(self, own_name: str) -> QMenu:
        """The menu of a tool."""
        menu, tool = QMenu(self), self._tools[own_name]
        name = tool.spec.name if tool.spec is not None else ""
        open_page = self._entry(menu, "call", self.tr("Open the page…"), "Return", lambda: self.page_wanted.emit(name))
        call = self._entry(menu, "run", self.tr("Call by hand…"), "C", lambda: self.call_wanted.emit(name))
        for each in (open_page, call):
            each.setEnabled(bool(name))
        menu.addSeparator()
        said = self.tr("Leave out of this session") if name else self.tr("Take into this session")
        session = self._bridge.session
        filtering = self._entry(menu, "filter", said, "Space", lambda: self._filter(own_name))
        filtering.setEnabled(session is not None and not session.read_only)
        copied = name or own_name
        self._entry(menu, "copy", self.tr("Copy name"), "", lambda: QGuiApplication.clipboard().setText(copied))
        return menu

    def offered_menu(self, kind: Kind, key: str) -> QMenu:
        """The menu of a resource or a prompt."""
        menu = QMenu(self)
        if kind == "resources":
            self._entry(menu, "eye", self.tr("Read…"), "Return", lambda: self._open_offered(kind, key))
            self._entry(menu, "copy", self.tr("Copy URI"), "", lambda: QGuiApplication.clipboard().setText(key))
        else:
            self._entry(menu, "plus", self.tr("Insert…"), "Return", lambda: self._open_offered(kind, key))
            self._entry(menu, "copy", self.tr("Copy name"), "", lambda: QGuiApplication.clipboard().setText(key))
        return menu

    def _entry(self, menu: QMenu, sign: str, said: str, key: str, act: Callable[[], object]) -> QAction:
        action = menu.addAction(icon(sign), said)
        action.triggered.connect(lambda _on=False: act())
        if key:
            action.setShortcut(QKeySequence(key))
        return action

    def _open_tool(self, own_name: str) -> None:
        tool = self._tools.get(own_name)
        if tool is not None and tool.spec is not None:
            self.page_wanted.emit(tool.spec.name)

    def _tool_key(self, own_name: str, key: int) -> None:
        tool = self._tools.get(own_name)
        if key == Qt.Key.Key_Space:
            self._filter(own_name)
        elif tool is not None and tool.spec is not None:
            self.call_wanted.emit(tool.spec.name)

    def _filter(self, own_name: str) -> None:
        tool = self._tools.get(own_name)
        if tool is not None:
            self.filter_wanted.emit(self._look.name, own_name, tool.spec is None)

    def _open_offered(self, kind: Kind, key: str) -> None:
        wanted = self.resource_wanted if kind == "resources" else self.prompt_wanted
        wanted.emit(self._look.name, key)

    def _pop(self, menu: QMenu, where: QPoint) -> None:
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(where)

    def _send(self, text: str) -> None:
        self._bridge.start("send again", lambda opened: self._send_again(opened, self._look.name, text))

    async def _send_again(self, session: OpenedSession, name: str, text: str) -> None:
        self.protocol.detail.refuse("")
        try:
            await session.send_message_again(name, text)
        except StudioError as error:
            self.protocol.detail.refuse(told_error(error))
            return
        self.protocol.detail.sent()
        self.protocol.list.set_following(True)
        self.refresh()

    # ---- making

    def _join(self) -> None:
        self.offered.changed.connect(self.refresh)
        self.tools.list.own_keys = frozenset((Qt.Key.Key_C, Qt.Key.Key_Space))
        self.tools.list.opened.connect(self._open_tool)
        self.tools.list.key_pressed.connect(self._tool_key)
        self.tools.list.menu_wanted.connect(lambda key, where: self._pop(self.tool_menu(key), where))
        kinds: tuple[tuple[Kind, LinesPage], ...] = (("resources", self.resources), ("prompts", self.prompts))
        for kind, page in kinds:
            page.list.opened.connect(lambda key, kind=kind: self._open_offered(kind, key))
            page.list.menu_wanted.connect(lambda key, where, kind=kind: self._pop(self.offered_menu(kind, key), where))
        self.protocol.send.connect(self._send)

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
            self.refresh()
        super().changeEvent(event)

    def _reword(self) -> None:
        self.tools.name(self.tr("Tools of the server"))
        self.resources.name(self.tr("Resources of the server"))
        self.prompts.name(self.tr("Prompts of the server"))
