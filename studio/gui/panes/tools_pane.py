"""The tools dock: which tools the next request declares, where they come from, and files that wait for trust.

Above: `window`. Below: `bridge`, `gui/look`. Loading and trusting are asked for by signals.
"""

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from studio.gui.bridge import Bridge
from studio.gui.look.icons import icon
from studio.gui.look.theme import theme
from studio.gui.widgets.buttons import Button
from studio.gui.widgets.field_sign import FieldSign
from studio.gui.widgets.pane_header import IconSign
from studio.gui.widgets.row_inset import inset_rows
from studio.gui.widgets.segmented import Segmented
from studio.gui.words import fill, say
from studio.messages.toolspec import ToolSpec
from studio.present.declared_tools import kind_sentence, kind_word, tool_kind
from studio.session.setup import Setup

_NAME = Qt.ItemDataRole.UserRole
_KIND_ICONS = {"deferred": "clock", "hosted": "globe", "tool_search": "search", "custom": "message", "group": "folder"}
_SCROLL_BAR, _LEAST_SOURCE = 12, 48


class ToolsPane(QWidget):
    """A check box sends a tool or leaves it out; that is one change of the session's setup."""

    add_wanted = Signal()
    review_wanted = Signal()

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("tools_pane")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setProperty("look", "surface")
        self._bridge = bridge
        self._setup: Setup | None = None
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
        self.field.setClearButtonEnabled(True)
        self.field.textChanged.connect(self._anew)
        self.view.chosen.connect(lambda _id: self._anew())
        self.add.clicked.connect(self.add_wanted)
        self._trouble.setProperty("role", "error")
        self._trouble.setWordWrap(True)

    def _make_trust_bar(self) -> QFrame:
        bar = QFrame(self)
        bar.setObjectName("trust_bar")
        self._untrusted, self.review = QLabel(bar), Button("", bar)
        self._untrusted.setWordWrap(True)
        self.review.clicked.connect(self.review_wanted)
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
        self.add.setToolTip(self.tr("Add a Python file with tools"))
        self.review.set_words(self.tr("Review…"))

    def _redraw(self) -> None:
        self._sign.redraw()
        inset_rows(self.list, columns=3)
        self.list.header().resizeSection(1, theme().px(24))
        self._anew()

    def _anew(self) -> None:
        self._setup = None
        self._refresh()

    def _refresh(self) -> None:
        session = self._bridge.session
        if session is None:
            return
        untrusted = self._bridge.untrusted
        self.trust_bar.setVisible(bool(untrusted))
        self._untrusted.setText(self.tr("%n tools file(s) of this session wait for your trust.", "", len(untrusted)))
        self._trouble.setText("\n".join(session.tool_problems))
        self._trouble.setVisible(bool(session.tool_problems))
        if session.state.setup is not self._setup:
            self._setup = session.state.setup
            self._fill(self._setup, locked=bool(session.read_only))

    def _fill(self, setup: Setup, *, locked: bool) -> None:
        current = self.list.currentItem()
        kept = current.data(0, _NAME) if current is not None else ""
        self.list.blockSignals(True)
        self.list.clear()
        wanted = self.field.text().lower().split()
        only_sent = self.view.current() == "sent"
        for tool in setup.tools:
            sent = tool.name not in setup.off
            if (sent or not only_sent) and all(word in f"{tool.name} {tool.description}".lower() for word in wanted):
                item = self._item(tool, sent=sent, locked=locked)
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

    def _item(self, tool: ToolSpec, *, sent: bool, locked: bool) -> QTreeWidgetItem:
        kind, why = kind_word(tool), kind_sentence(tool)
        source = " · ".join(filter(None, (say(kind) if kind is not None else "", tool.source)))
        item = QTreeWidgetItem([tool.name, "", source])
        item.setData(0, _NAME, tool.name)
        item.setFont(0, theme().code_font())
        item.setFont(2, theme().font(11))
        item.setForeground(2, theme().color("muted"))
        item.setTextAlignment(2, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        item.setToolTip(2, say(why) if why is not None else tool.source)
        item.setForeground(0, theme().color("text" if sent else "muted"))
        item.setSizeHint(0, QSize(0, theme().px(27)))
        item.setCheckState(0, Qt.CheckState.Checked if sent else Qt.CheckState.Unchecked)
        if locked:
            item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsUserCheckable)
        item.setToolTip(
            0, "\n".join(filter(None, (tool.description or tool.name, say(why) if why is not None else "")))
        )
        state = self.tr("sent") if sent else self.tr("not sent")
        said = [tool.name, state, source]
        if kind is not None:
            item.setIcon(1, icon(_KIND_ICONS[tool_kind(tool)], "muted"))
            item.setToolTip(1, say(why) if why is not None else "")
        if tool.sensitive:
            item.setIcon(1, icon("lock", "warn"))
            item.setToolTip(1, self.tr("Sensitive: asks before it runs"))
            said.append(self.tr("sensitive"))
        item.setData(0, Qt.ItemDataRole.AccessibleTextRole, ", ".join(part for part in said if part))
        return item

    def _switched(self, item: QTreeWidgetItem, column: int) -> None:
        session = self._bridge.session
        if session is None or column != 0:
            return
        name = item.data(0, _NAME)
        off = set(session.state.setup.off) - {name}
        if item.checkState(0) is Qt.CheckState.Unchecked:
            off.add(name)
        ordered = tuple(tool.name for tool in session.state.setup.tools if tool.name in off)
        if not self._bridge.do(lambda opened: opened.change_setup(off=ordered)):
            self._anew()


def _line(parent: QWidget) -> QFrame:
    line = QFrame(parent)
    line.setProperty("look", "line")
    return line
