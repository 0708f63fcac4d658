"""The tools dock: which tools the next request declares, where they come from, and what waits for trust.

Above: `window`. Below: `bridge`, `tool_row`, `tool_menus`. Adding, trusting and the page of a tool are asked for by signals.
"""

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMenu,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from studio.gui.bridge import Bridge
from studio.gui.look.theme import theme
from studio.gui.panes.tool_marks import marks_width, tool_marks
from studio.gui.panes.tool_menus import ToolActs, row_menu, with_rule
from studio.gui.panes.tool_row import NAME, from_file, tool_row
from studio.gui.widgets.buttons import Button
from studio.gui.widgets.field_sign import FieldSign
from studio.gui.widgets.pane_header import IconSign
from studio.gui.widgets.row_inset import inset_rows
from studio.gui.widgets.segmented import Segmented
from studio.gui.words import fill
from studio.session.setup import Setup

_SCROLL_BAR, _LEAST_SOURCE = 12, 48


class ToolsPane(QWidget):
    """A check box sends a tool or leaves it out; that is one change of the session's setup. `add_menu` is put in by the window."""

    review_wanted = Signal()
    executors_wanted = Signal(object)
    """The names of tools whose executors are to be reviewed."""
    page_wanted = Signal(str)
    remove_wanted = Signal(str)

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("tools_pane")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setProperty("look", "surface")
        self._bridge = bridge
        self._setup: Setup | None = None
        self._waiting: tuple[str, ...] = ()
        self.add_menu: QMenu | None = None
        self.view = Segmented(self.tr("Which tools are listed"), (("sent", ""), ("all", "")), self)
        self.view.set_current("all")
        self.field, self.list = QLineEdit(self), QTreeWidget(self)
        self._sign = FieldSign(self.field, "search")
        self.add, self._sum, self._trouble = Button("", self, icon_name="plus"), QLabel(self), QLabel(self)
        self.trust_bar = self._make_trust_bar()
        self._prepare()
        self._lay_out()
        self._reword()
        self._redraw()
        bridge.session_changed.connect(self._anew)
        bridge.refreshed.connect(self._refresh)
        theme().changed.connect(self._redraw)

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
            self._anew()
        super().changeEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Names keep their room before sources do."""
        super().resizeEvent(event)
        self._fit_columns()

    def _fit_columns(self) -> None:
        px, metrics = theme().px, QFontMetrics(theme().code_font())
        tools = self._setup.tools if self._setup is not None else ()
        longest = max((metrics.horizontalAdvance(tool.name) for tool in tools), default=0)
        room = self.width() - px(24 + 12) - _SCROLL_BAR
        named = longest + px(12 + 24) + 12
        most = max((len(tool_marks(tool, self._setup)) for tool in tools), default=0) if self._setup is not None else 0
        self.list.header().resizeSection(1, max(marks_width(most) + 10, px(24)))
        room -= self.list.header().sectionSize(1) - px(24)
        self.list.header().resizeSection(
            0, max(min(named, room if room - named < px(_LEAST_SOURCE) else named), px(60))
        )

    def _prepare(self) -> None:
        inset_rows(self.list, columns=3)
        self.list.setHeaderHidden(True)
        self.list.setUniformRowHeights(True)
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        header = self.list.header()
        header.setStretchLastSection(False)
        header.setMinimumSectionSize(20)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(2, QHeaderView.ResizeMode.Stretch)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.itemChanged.connect(self._switched)
        self.list.itemActivated.connect(lambda item, _column: self.page_wanted.emit(item.data(0, NAME)))
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.customContextMenuRequested.connect(self._open_menu)
        self.field.setClearButtonEnabled(True)
        self.field.textChanged.connect(self._anew)
        self.view.chosen.connect(lambda _id: self._anew())
        self.add.clicked.connect(lambda _on=False: self._open_add())
        self._trouble.setProperty("role", "error")
        self._trouble.setWordWrap(True)
        self._trouble.setTextFormat(Qt.TextFormat.PlainText)

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
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 10)
        column.setSpacing(8)
        column.addLayout(top)
        for widget, inset in (
            (self.trust_bar, 12),
            (self.field, 12),
            (self.list, 0),
            (_line(self), 0),
            (self._trouble, 12),
            (self._sum, 12),
        ):
            row = QHBoxLayout()
            row.setContentsMargins(inset, 0, inset, 0)
            row.addWidget(widget)
            column.addLayout(row, 1 if widget is self.list else 0)

    def _reword(self) -> None:
        self.view.set_words("all", self.tr("All"))
        self.view.set_words("sent", self.tr("Sent"))
        self.view.setAccessibleName(self.tr("Which tools are listed"))
        self.field.setPlaceholderText(self.tr("Find a tool"))
        self.field.setAccessibleName(self.tr("Find a tool"))
        self.list.setAccessibleName(self.tr("Tools"))
        self.add.set_words(self.tr("Add…"))
        self.add.setToolTip(self.tr("Add tools: a Python file, by hand, HTTP, a command, a list"))
        self.review.set_words(self.tr("Review…"))

    def _redraw(self) -> None:
        self._sign.redraw()
        inset_rows(self.list, columns=3)
        self._anew()

    def _anew(self) -> None:
        self._setup = None
        self._refresh()

    def _refresh(self) -> None:
        session = self._bridge.session
        if session is None:
            return
        untrusted = self._bridge.untrusted
        self._waiting = session.untrusted_executors()
        self.trust_bar.setVisible(bool(untrusted or self._waiting))
        self._untrusted.setText(self._trust_words(len(untrusted), len(self._waiting)))
        self._trouble.setText("\n".join(session.tool_problems))
        self._trouble.setVisible(bool(session.tool_problems))
        if session.state.setup is not self._setup:
            self._setup = session.state.setup
            self._fill(self._setup, locked=bool(session.read_only))

    def _fill(self, setup: Setup, *, locked: bool) -> None:
        current = self.list.currentItem()
        kept = current.data(0, NAME) if current is not None else ""
        self.list.blockSignals(True)
        self.list.clear()
        wanted = self.field.text().lower().split()
        only_sent, names = self.view.current() == "sent", {tool.name for tool in setup.sent_tools}
        for tool in setup.tools:
            sent = tool.name in names
            if (sent or not only_sent) and all(word in f"{tool.name} {tool.description}".lower() for word in wanted):
                item = tool_row(tool, setup, sent=sent, locked=locked, ratio=self.devicePixelRatioF())
                self.list.addTopLevelItem(item)
                if tool.name == kept:
                    self.list.setCurrentItem(item)
        self.list.blockSignals(False)
        self._fit_columns()
        self._sum.setText(self._summed(setup))

    def _summed(self, setup: Setup) -> str:
        if not setup.tools:
            return self.tr("No tools. Add a Python file to have some.")
        counts = {"sent": len(setup.sent_tools), "all": len(setup.tools)}
        return fill(self.tr("{sent} of {all} sent"), **counts)

    def _trust_words(self, files: int, tools: int) -> str:
        said = []
        if files:
            said.append(self.tr("%n tools file(s) of this session wait for your trust.", "", files))
        if tools:
            said.append(self.tr("%n tool(s) wait for your trust.", "", tools))
        return "\n".join(said)

    def make_menu(self, name: str) -> QMenu | None:
        """The menu of a tool's row; None when there is no such tool."""
        session = self._bridge.session
        tool = next((each for each in session.state.setup.tools if each.name == name), None) if session else None
        if session is None or tool is None:
            return None
        setup = session.state.setup
        acts = ToolActs(
            self.page_wanted.emit,
            self._switch,
            self._approve,
            lambda name: self.executors_wanted.emit((name,)),
            self.remove_wanted.emit,
            lambda name: self._bridge.mocks_wanted.emit(name, None),
            lambda name, on: self._bridge.do(lambda opened: opened.switch_mocks(name, on)),
        )
        return row_menu(
            self,
            tool,
            setup,
            acts,
            locked=bool(session.read_only),
            waits=name in self._waiting,
            by_hand=not from_file(tool, setup),
        )

    def _open_menu(self, at: QPoint) -> None:
        item = self.list.currentItem()  # a press of the right button makes the row the current one first
        menu = self.make_menu(item.data(0, NAME)) if item is not None else None
        if item is None or menu is None:
            return
        row = self.list.visualItemRect(item)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.list.viewport().mapToGlobal(at if row.contains(at) else row.bottomLeft()))

    def _open_add(self) -> None:
        if self.add_menu is not None:
            self.add_menu.popup(self.add.mapToGlobal(QPoint(0, self.add.height())))

    def _review(self) -> None:
        if self._bridge.untrusted:
            self.review_wanted.emit()
        else:
            self.executors_wanted.emit(self._waiting)

    def _approve(self, name: str, chosen: str) -> None:
        self._bridge.do(lambda opened: opened.change_setup(policies=with_rule(opened.state.setup, name, chosen)))

    def _switched(self, item: QTreeWidgetItem, column: int) -> None:
        session = self._bridge.session
        if session is None or column != 0:
            return
        self._switch(item.data(0, NAME))

    def _switch(self, name: str) -> None:
        """Send a tool that is left out, or leave it out."""
        session = self._bridge.session
        if session is None:
            return
        off = set(session.state.setup.off) ^ {name}
        ordered = tuple(tool.name for tool in session.state.setup.tools if tool.name in off)
        if not self._bridge.do(lambda opened: opened.change_setup(off=ordered)):
            self._anew()


def _line(parent: QWidget) -> QFrame:
    line = QFrame(parent)
    line.setProperty("look", "line")
    return line
