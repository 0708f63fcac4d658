"""The MCP dock: the servers of the session with their states at the left, the pages of the chosen one beside them.

Above: `window`. Below: `mcp_pages`, `mcp_state_bar`, `mcp_acts`, `bridge`. Nothing starts by looking at it; what needs a dialog is asked
for by signals of `acts` and `pages`.
"""

import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QKeyEvent, QKeySequence, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QScrollArea, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from studio.gui.bridge import Bridge
from studio.gui.panes.mcp_acts import ServerActs
from studio.gui.panes.mcp_empty import NoServers
from studio.gui.panes.mcp_line_list import LineList
from studio.gui.panes.mcp_menu import KEYS, press, server_menu
from studio.gui.panes.mcp_pages import PAGES, McpPages, Page
from studio.gui.panes.mcp_place import KeptPlace
from studio.gui.panes.mcp_server_lines import server_lines
from studio.gui.panes.mcp_state_bar import StateBar
from studio.gui.widgets.buttons import IconButton
from studio.gui.widgets.row_inset import inset_bar
from studio.gui.widgets.segmented import Segmented
from studio.gui.words import fill
from studio.present.mcp_filter import leaving, taking
from studio.present.mcp_server_row import UNDER_WAY
from studio.problems import StudioError
from studio.session.server_view import ServerLook
from studio.workspace.changes import ServerChanged
from studio.workspace.workspace import Workspace

_SECOND = 1000


class McpPane(QWidget):
    """`failed` counts the servers that failed. `file_wanted` is a dropped file, `text_wanted` a dropped text."""

    failed = Signal(int)
    file_wanted = Signal(object)
    text_wanted = Signal(object)

    def __init__(self, bridge: Bridge, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setProperty("look", "surface")
        self.setAcceptDrops(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._bridge, self._looks, self._chosen = bridge, tuple[ServerLook, ...](), ""
        self.acts = ServerActs(bridge, self)
        self.list, self.pages, self.state = LineList(self), McpPages(bridge, self), StateBar(self)
        self.switch = Segmented("", tuple((page, "") for page in PAGES), self)
        self.add, self.more = IconButton("plus", "", self), IconButton("dots", "", self)
        self.none, self._stack = NoServers(self), QStackedWidget(self)
        self.split = QSplitter(self)
        self.add_menu: QMenu | None = None
        self._second = QTimer(self, interval=_SECOND)
        self._second.timeout.connect(self._show_servers)
        self._stale = False
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._late)
        self._lay_out()
        self._join()
        self._place = KeptPlace(workspace, self.split, self.pages.protocol.split)
        kept = self._place.restore()
        self._show_page(next((page for page in PAGES if page == kept), "tools"))
        self._reword()

    # ---- what is shown

    @property
    def look(self) -> ServerLook | None:
        """The chosen server as it is now."""
        return next((each for each in self._looks if each.name == self._chosen), None)

    def show_server(self, name: str, page: Page | None = None) -> None:
        """Choose a server, and perhaps one of its pages."""
        self._chosen = name
        self.refresh()
        if page is not None:
            self.switch.set_current(page)
            self._show_page(page)

    def refresh(self) -> None:
        """Read how the servers are now."""
        self._stale, session = False, self._bridge.session
        has = session is not None and session.state.setup.servers
        self._looks = session.servers if session is not None and has else ()
        self.failed.emit(sum(look.phase == "failed" for look in self._looks))
        if not self.isVisible():
            return
        if self._looks and self.look is None:
            self._chosen = self._looks[0].name
        self._stack.setCurrentIndex(0 if self._looks else 1)
        self.setFocusProxy(self.list if self._looks else self.none.add)
        self._show_servers()
        self._show_chosen()

    def _show_servers(self) -> None:
        waits = any(look.phase in UNDER_WAY for look in self._looks)
        if waits != self._second.isActive():
            (self._second.start if waits else self._second.stop)()
        self.list.show_lines(server_lines(self._looks, time.monotonic()))
        self.list.blockSignals(True)
        self.list.choose_key(self._chosen)
        self.list.blockSignals(False)

    def _show_chosen(self) -> None:
        look = self.look
        self.state.show_server(look)
        if look is not None:
            self.pages.show_server(look)
            self._show_counts()

    def _show_counts(self) -> None:
        counts = self.pages.counts()
        for page, words in self._page_words().items():
            self.switch.set_words(page, f"{words} {counts[page]}" if counts.get(page) else words)

    def _changed(self, change: ServerChanged) -> None:
        if change.what == "messages":
            if change.server == self._chosen and self.pages.page in ("protocol", "log"):
                self.pages.refresh()
            return
        if change.what == "lists" or change.what == "state":
            self.pages.offered.forget(change.server)
        if self._soon.isActive():
            self._stale = True
        else:
            self.refresh()
            self._soon.start()

    def _late(self) -> None:
        """Of what many servers told at once the first was shown; this is the rest."""
        if self._stale:
            self.refresh()

    def _frame(self) -> None:
        """Something of the session may have changed; out of view only what servers tell counts."""
        if self.isVisible():
            self.refresh()

    def _anew(self) -> None:
        self.acts.forget()
        self.pages.offered.forget()
        self._chosen = ""
        self.refresh()

    # ---- what the person does

    def make_menu(self, name: str) -> QMenu | None:
        """The menu of a server."""
        look, session = next((each for each in self._looks if each.name == name), None), self._bridge.session
        if look is None or session is None:
            return None
        return server_menu(self, look, self.acts, locked=bool(session.read_only))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ctrl+C in the list copies the command."""
        if event.matches(QKeySequence.StandardKey.Copy) and self.list.hasFocus():
            self.acts.copy_command(self._chosen)
        else:
            super().keyPressEvent(event)

    def _choose(self, name: str) -> None:
        if name and name != self._chosen:
            self._chosen = name
            self._show_chosen()

    def _open(self, name: str) -> None:
        """Enter: the page of a server that is ready, else what gets it there."""
        look = self.look
        if look is not None and look.phase == "ready":
            self.pages.enter()
        elif look is not None and look.phase not in UNDER_WAY:
            self._press("switch" if look.phase == "off" else "start")

    def _key(self, _name: str, key: int) -> None:
        look, session = self.look, self._bridge.session
        if look is not None and session is not None:
            press(key, look, self.acts, locked=bool(session.read_only))

    def _press(self, what: str) -> None:
        """A button of the bar."""
        acts = self.acts
        does: dict[str, Callable[[str], object]] = {
            "start": acts.start,
            "cancel": acts.stop,
            "trust": acts.trust_wanted.emit,
            "switch": acts.switch,
            "edit": acts.edit_wanted.emit,
            "log": lambda name: self.show_server(name, "log"),
        }
        does[what](self._chosen)

    def _filter(self, name: str, own_name: str, take: bool) -> None:
        server = self.acts.server(name)
        made = None if server is None else taking(server, own_name) if take else leaving(server, own_name)
        if server is not None and made is None:
            said = fill(self.tr("A pattern of the server's filter leaves {tool} out."), tool=own_name)
            self._bridge.fail(StudioError(said, self.tr("Edit the server.")))
        elif made is not None:
            self.acts.change(name, lambda _server: made)

    def _show_page(self, page: str) -> None:
        found: Page = next(each for each in PAGES if each == page)
        self.switch.set_current(found)
        self.pages.show_page(found)
        self.state.show_wrote(found != "log")
        self._place.keep(found)

    def _open_menu(self, name: str, where: QPoint) -> None:
        menu = self.make_menu(name)
        if menu is not None:
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.popup(where)

    def _pop_add(self) -> None:
        if self.add_menu is not None:
            self.add_menu.popup(self.add.mapToGlobal(QPoint(0, self.add.height())))

    # ---- Qt's events

    def showEvent(self, event: QShowEvent) -> None:
        """Read on when it comes into view."""
        super().showEvent(event)
        self.refresh()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take a file or a text that may hold servers."""
        data = event.mimeData()
        files = [url for url in data.urls() if url.isLocalFile()]
        if self._bridge.session is not None and (
            any(url.toLocalFile().endswith(".json") for url in files) or (data.hasText() and not files)
        ):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Show what was dropped; nothing is added before the person says so."""
        data = event.mimeData()
        files = [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
        event.acceptProposedAction()
        if files:
            self.file_wanted.emit(files[0])
        elif data.hasText():
            self.text_wanted.emit(data.text().encode())

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
            self.refresh()
        super().changeEvent(event)

    # ---- making

    def _join(self) -> None:
        bridge, acts = self._bridge, self.acts
        bridge.session_changed.connect(self._anew)
        bridge.refreshed.connect(self._frame)
        bridge.server.connect(self._changed)
        self.list.own_keys = KEYS
        self.list.chosen.connect(self._choose)
        self.list.opened.connect(self._open)
        self.list.key_pressed.connect(self._key)
        self.list.menu_wanted.connect(self._open_menu)
        self.switch.chosen.connect(self._show_page)
        self.pages.offered.changed.connect(self._show_counts)
        self.state.pressed.connect(self._press)
        self.state.leaving.connect(self.list.setFocus)
        self.add.clicked.connect(self._pop_add)
        self.more.clicked.connect(
            lambda: self._open_menu(self._chosen, self.more.mapToGlobal(QPoint(0, self.more.height())))
        )
        self.pages.filter_wanted.connect(self._filter)
        acts.ended.connect(lambda _name: self.refresh())
        self.none.add_wanted.connect(acts.add_wanted)
        self.none.paste_wanted.connect(acts.paste_wanted)

    def _lay_out(self) -> None:
        left, right = QWidget(self), QWidget(self)
        foot = QHBoxLayout()
        foot.setContentsMargins(8, 4, 8, 4)
        foot.addWidget(self.add)
        foot.addStretch(1)
        side = QVBoxLayout(left)
        side.setContentsMargins(0, 0, 0, 0)
        side.setSpacing(0)
        side.addWidget(self.list, 1)
        side.addWidget(_line(left))
        side.addLayout(foot)
        head = QHBoxLayout()
        inset_bar(head)
        head.addWidget(self.switch)
        head.addStretch(1)
        head.addWidget(self.more)
        main = QVBoxLayout(right)
        main.setContentsMargins(0, 0, 0, 0)
        main.setSpacing(0)
        main.addLayout(head)
        main.addWidget(_line(right))
        main.addWidget(self.state)
        main.addWidget(self.pages, 1)
        self.split.addWidget(left)
        self.split.addWidget(_scrolled(right, self))
        self.split.setHandleWidth(1)
        self.split.setChildrenCollapsible(False)
        self.split.setStretchFactor(1, 1)
        self.split.setSizes([240, 760])
        self._stack.addWidget(self.split)
        self._stack.addWidget(self.none)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._stack)

    def _page_words(self) -> dict[Page, str]:
        return {
            "tools": self.tr("Tools"),
            "resources": self.tr("Resources"),
            "prompts": self.tr("Prompts"),
            "protocol": self.tr("Protocol"),
            "log": self.tr("Log"),
            "about": self.tr("About"),
        }

    def _reword(self) -> None:
        for part in (self, self.list):
            part.setAccessibleName(self.tr("MCP servers"))
        self.switch.setAccessibleName(self.tr("Page of the server"))
        for page, words in self._page_words().items():
            self.switch.set_words(page, words)
        self.add.set_words(self.tr("Add MCP servers"))
        self.more.set_words(self.tr("What can be done with this server"))


def _scrolled(part: QWidget, parent: QWidget) -> QScrollArea:
    """A part that scrolls where it has less room than it needs: no text size makes the window taller."""
    area = QScrollArea(parent)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setProperty("look", "surface")
    part.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
    part.setProperty("look", "surface")
    area.setWidgetResizable(True)
    area.setWidget(part)
    return area


def _line(parent: QWidget) -> QFrame:
    line = QFrame(parent)
    line.setProperty("look", "line")
    return line
