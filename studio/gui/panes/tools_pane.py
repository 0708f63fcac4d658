"""The tools dock: what the next request offers and why, what it leaves out, what each costs, and what waits for trust.

Above: `window`. Below: `bridge`, `tools_view`, `tool_lines`, `tool_menus`. Adding, trusting, groups, search and the page of a tool are
asked for by signals.
"""

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QLineEdit, QMenu, QStackedWidget, QVBoxLayout, QWidget

from studio.gui.bridge import Bridge
from studio.gui.look.theme import theme
from studio.gui.panes.notes_kept import NotesKept
from studio.gui.panes.tool_acts import Asks, acts_on, open_groups_menu, switch_tool
from studio.gui.panes.tool_lines import ToolBook, ToolLine, as_sent, fitting, tool_lines
from studio.gui.panes.tool_menus import row_menu
from studio.gui.panes.tool_row import from_file
from studio.gui.panes.tools_foot import ToolsFoot
from studio.gui.panes.tools_model import ToolsModel
from studio.gui.panes.tools_view import ToolsView
from studio.gui.widgets.buttons import Button, IconButton
from studio.gui.widgets.empty_state import EmptyState
from studio.gui.widgets.field_sign import FieldSign
from studio.gui.widgets.pane_header import IconSign
from studio.gui.widgets.segmented import Segmented
from studio.gui.words import fill, sentence
from studio.session.mcp_servers import server_of
from studio.session.own_tools import SEARCH, SKILLS
from studio.session.state import SessionState
from studio.workspace.opened import OpenedSession

_MOST_NAMED = 4


class ToolsPane(QWidget):
    """A check box sends a tool or leaves it out; that is one change of the session's setup. `add_menu` and `more_menu` are put in by the
    window."""

    review_wanted = Signal()
    executors_wanted = Signal(object)
    """The names of tools whose executors are to be reviewed."""
    page_wanted = Signal(str)
    notes_wanted = Signal(str)
    """What the checks say of a tool is to be shown; of all tools where the name is empty."""
    remove_wanted = Signal(str)
    rename_wanted = Signal(str)
    groups_wanted = Signal(str, str)
    """The groups are to be shown: the name of one (or none), and of a tool that is to be added to it (or none)."""
    settings_wanted = Signal(str)
    """What switches one of the program's own tools is to be shown: tool_search, skills or tool_groups."""

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("tools_pane")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setProperty("look", "surface")
        self._bridge, self._book, self._notes = bridge, ToolBook(), NotesKept(bridge, self)
        self._state: SessionState | None = None
        self._lines: list[ToolLine] = []
        self._edge = _line(self)
        self._listed: list[ToolLine] = []
        self._waiting: tuple[str, ...] = ()
        self.add_menu: QMenu | None = None
        self.more_menu: QMenu | None = None
        self.view = Segmented(self.tr("Which tools are listed"), (("sent", ""), ("all", "")), self)
        self.view.set_current("all")
        self.model = ToolsModel(self)
        self.field, self.list, self.foot = QLineEdit(self), ToolsView(self.model, self), ToolsFoot(self)
        self._none, self._stack = EmptyState("", parent=self, icon="search"), QStackedWidget(self)
        self._sign = FieldSign(self.field, "search")
        self.add, self.more, self._trouble = (
            Button("", self, icon_name="plus"),
            IconButton("dots", "", self),
            QLabel(self),
        )
        self.trust_bar = self._make_trust_bar()
        self._prepare()
        self._lay_out()
        self._reword()
        bridge.session_changed.connect(self._anew)
        bridge.refreshed.connect(self._refresh)
        theme().changed.connect(self._redraw)

    def way_in(self) -> QWidget:
        """Where the keyboard goes first."""
        return self._stack.currentWidget() or self.list

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
            self._anew()
        super().changeEvent(event)

    # ---- what is shown

    def _redraw(self) -> None:
        self.list.redraw()

    def _anew(self) -> None:
        self._state = None
        self._refresh()

    def _refresh(self) -> None:
        session = self._bridge.session
        if session is None:
            return
        self._tell_trust(session)
        if session.state is not self._state:
            self._state = session.state
            self._take(session)

    def _take(self, session: OpenedSession) -> None:
        """Read off what the next request offers."""
        setup, found, request = session.state.setup, session.offering(), session.next_tokens()
        self._notes.follow(session, len(found.tools))
        lines = tool_lines(setup, found.tools, found.left, self._book, self._notes.of, request.factor)
        self._lines, self._listed = lines, lines if self.view.current() == "all" else as_sent(lines, found.tools)
        self.model.most = max((line.tokens for line in lines), default=1)
        self._tell_trouble((*session.tool_problems, *found.problems))
        self.foot.tell(lines, request, self._notes.all)
        for part in (self._edge, self.foot):
            part.setVisible(bool(lines))
        self._filter()

    def _filter(self) -> None:
        session = self._bridge.session
        if session is None:
            return
        kept, setup = self.list.current, session.state.setup
        shown = fitting(self._listed, self.field.text())
        told = setup.chooses or bool(setup.pinned)
        self.model.show(shown, setup, locked=bool(session.read_only), told=told)
        self.list.fit()
        if kept and kept != self.list.current:
            self.list.choose(kept)
        self._stack.setCurrentIndex(0 if shown else 1)
        if self.field.text().strip() and self._lines:
            self._none.set(self.tr("No tool holds these words."), self.tr("Clear the filter"), "search")
        elif self._lines:
            self._none.set(self.tr("The next request offers no tool."), self.tr("Show all tools"), "call")
        else:
            self._none.set(self.tr("No tools yet."), self.tr("Add a tool…"), "call")

    def _press_empty(self) -> None:
        if self._lines and self.field.text().strip():
            self.field.clear()
        elif self._lines:
            self.view.choose("all")
        else:
            self._pop(self.add_menu, self._none)

    def _tell_trouble(self, said: tuple[str, ...]) -> None:
        self._trouble.setText("\n".join(map(sentence, said)))
        self._trouble.setVisible(bool(said))

    def _tell_trust(self, session: OpenedSession) -> None:
        untrusted = self._bridge.untrusted
        self._waiting, servers = session.untrusted_executors(), session.untrusted_servers()
        self.trust_bar.setVisible(bool(untrusted or self._waiting or servers))
        self._untrusted.setText(self._trust_words(len(untrusted), len(self._waiting), servers))

    def _trust_words(self, files: int, tools: int, servers: tuple[str, ...]) -> str:
        said = []
        if files:
            said.append(self.tr("%n tools file(s) of this session wait for your trust.", "", files))
        if tools:
            said.append(self.tr("%n tool(s) wait for your trust.", "", tools))
        if len(servers) == 1:
            said.append(fill(self.tr("The MCP server {name} waits for your trust."), name=servers[0]))
        elif servers:
            named = fill(self.tr("MCP servers wait for your trust: {names}."), names=", ".join(servers[:_MOST_NAMED]))
            said.append(named)
        return "\n".join(said)

    def show_tool(self, name: str) -> None:
        """Bring a tool into view and give it the keyboard."""
        self.field.clear()
        if self.list.model().rowCount() and self.model.row_of(name) < 0:
            self.view.choose("all")
        self.list.choose(name)
        self.list.setFocus()

    # ---- what the person does

    def make_menu(self, name: str) -> QMenu | None:
        """The menu of a tool's row; None when there is no such tool, or it is one of the program's own."""
        session = self._bridge.session
        line = next((each for each in self._lines if each.tool.name == name), None)
        if session is None or line is None or line.own:
            return None
        setup = session.state.setup
        return row_menu(
            self,
            line,
            setup,
            self._acts,
            locked=bool(session.read_only),
            waits=name in self._waiting,
            by_hand=not from_file(line.tool, setup) and server_of(setup.servers, line.tool) is None,
        )

    def make_more_menu(self) -> QMenu:
        """What can be done with all tools: each group opened or closed for the next request, and the dialogs about them."""
        menu, session = QMenu(self), self._bridge.session
        menu.setToolTipsVisible(True)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if session is not None and session.state.setup.groups:
            menu.addMenu(open_groups_menu(menu, self._bridge, session))
            menu.addSeparator()
        if self.more_menu is not None:
            menu.addActions(self.more_menu.actions())
        return menu

    def _open_menu(self, name: str, where: QPoint) -> None:
        menu = self.make_menu(name)
        if menu is not None:
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.popup(where)

    def _pop(self, menu: QMenu | None, button: QWidget) -> None:
        if menu is not None:
            menu.popup(button.mapToGlobal(QPoint(0, button.height())))

    def _review(self) -> None:
        if self._bridge.untrusted or not self._waiting:
            self.review_wanted.emit()
        else:
            self.executors_wanted.emit(self._waiting)

    def _switch(self, name: str) -> None:
        if not switch_tool(self._bridge, name):
            self._anew()

    # ---- making

    def _prepare(self) -> None:
        self._acts = acts_on(self._bridge, self._asks())
        self.model.switched.connect(self._switch)
        self.list.opened.connect(self._open)
        self.list.menu_wanted.connect(self._open_menu)
        self.list.pin_wanted.connect(self._acts.pin)
        self.list.rename_wanted.connect(self.rename_wanted)
        self.list.remove_wanted.connect(self.remove_wanted)
        self.field.setClearButtonEnabled(True)
        self.field.textChanged.connect(lambda _text: self._filter())
        self.view.chosen.connect(lambda _id: self._anew())
        self.add.clicked.connect(lambda _on=False: self._pop(self.add_menu, self.add))
        self.more.clicked.connect(lambda _on=False: self._pop(self.make_more_menu(), self.more))
        self._notes.changed.connect(self._anew)
        self._none.pressed.connect(self._press_empty)
        self.foot.notes_wanted.connect(lambda: self.notes_wanted.emit(""))
        self._trouble.setProperty("role", "error")
        self._trouble.setWordWrap(True)
        self._trouble.setTextFormat(Qt.TextFormat.PlainText)
        self._trouble.hide()

    def _asks(self) -> Asks:
        return Asks(
            self.page_wanted.emit,
            self.notes_wanted.emit,
            lambda name: self.executors_wanted.emit((name,)),
            self.remove_wanted.emit,
            self.rename_wanted.emit,
            lambda name: self.groups_wanted.emit("", name),
        )

    def _open(self, name: str) -> None:
        """The page of a tool; the program's own have none, but settings."""
        mine = next((line.tool.source for line in self._lines if line.own and line.tool.name == name), "")
        if mine:
            self.settings_wanted.emit({SEARCH: "tool_search", SKILLS: "skills"}.get(mine, "tool_groups"))
        else:
            self.page_wanted.emit(name)

    def _make_trust_bar(self) -> QFrame:
        bar = QFrame(self)
        bar.setObjectName("trust_bar")
        self._untrusted, self.review = QLabel(bar), Button("", bar)
        self._untrusted.setWordWrap(True)
        self.review.clicked.connect(lambda _on=False: self._review())
        row = QHBoxLayout(bar)
        row.setContentsMargins(10, 6, 6, 6)
        row.addWidget(IconSign("lock", "warn", bar))
        row.addWidget(self._untrusted, 1)
        row.addWidget(self.review)
        bar.hide()
        return bar

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setContentsMargins(12, 8, 12, 0)
        top.addWidget(self.view)
        top.addStretch(1)
        top.addWidget(self.add)
        top.addWidget(self.more)
        self._stack.addWidget(self.list)
        self._stack.addWidget(self._none)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 10)
        column.setSpacing(8)
        column.addLayout(top)
        for widget, inset in (
            (self.trust_bar, 12),
            (self.field, 12),
            (self._stack, 0),
            (self._edge, 0),
            (self._trouble, 12),
            (self.foot, 12),
        ):
            row = QHBoxLayout()
            row.setContentsMargins(inset, 0, inset, 0)
            row.addWidget(widget)
            column.addLayout(row, 1 if widget is self._stack else 0)

    def _reword(self) -> None:
        self.view.set_words("all", self.tr("All"))
        self.view.set_words("sent", self.tr("Sent"))
        self.view.setAccessibleName(self.tr("Which tools are listed"))
        self.field.setPlaceholderText(self.tr("Find a tool"))
        self.field.setAccessibleName(self.tr("Find a tool"))
        self.list.setAccessibleName(self.tr("Tools"))
        self.add.set_words(self.tr("Add…"))
        self.add.setToolTip(self.tr("Add tools: a Python file, by hand, HTTP, a command, an agent, a skill, a list"))
        self.more.set_words(self.tr("Groups, search and checks of tools"))
        self.review.set_words(self.tr("Review…"))


def _line(parent: QWidget) -> QFrame:
    line = QFrame(parent)
    line.setProperty("look", "line")
    return line
