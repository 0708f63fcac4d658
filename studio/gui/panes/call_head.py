"""The head of a call card: sign, tool name, call id, state, and a menu of what else can be done with the call.

Above: the call card. Below: widgets. Knows no session: signals say what the person wants.
"""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, Signal
from PySide6.QtGui import QFontMetrics, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QMenu, QSizePolicy, QVBoxLayout, QWidget

from studio.checks.names import nearest_name
from studio.gui.look.theme import theme
from studio.gui.panes.call_way import CallWay
from studio.gui.panes.tool_names import ToolNames
from studio.gui.panes.wrapped_row import WrappedRow
from studio.gui.widgets.buttons import Button, IconButton
from studio.gui.widgets.chip import Chip, Kind
from studio.gui.widgets.pane_header import IconSign
from studio.gui.words import fill
from studio.messages.parts import Call
from studio.messages.toolspec import ToolSpec


class CallHead(QWidget):
    """`renamed` and `id_changed` come when a value is taken (Enter, a choice, leaving the field)."""

    renamed = Signal(str)
    id_changed = Signal(str)
    new_id = Signal()
    moved = Signal(int)
    duplicate = Signal()
    remove = Signal()
    copy = Signal()
    approve_all = Signal()
    rules_wanted = Signal()
    """The mock rules of the tool."""
    rule_wanted = Signal()
    """A rule that gives the result again."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name, self._id = "", ""
        self._tools: tuple[ToolSpec, ...] = ()
        self._editable = True
        self._places = (False, False)
        self._approval = False
        self._rules = (False, False)
        self._sign = IconSign("call", "call", self)
        self.name = ToolNames(self)
        self.suggestion = Button("", self, look="link")
        self.id, self.renew = QLineEdit(self), IconButton("restart", "", self)
        self.chip = Chip("", parent=self, large=True)
        self.menu, self.way = IconButton("dots", "", self), CallWay(self)
        self._prepare()
        self._lay_out()
        self._reword()

    def show_call(self, call: Call, tools: Sequence[ToolSpec], *, editable: bool) -> None:
        """Show name, id and the way the call came; `tools` are those sent, which the list offers."""
        self._name, self._id, self._editable = call.name, call.id or "", editable
        self.way.show_call(call)
        self._tools = tuple(tools)
        self.name.show_tools(self._tools, call.name)
        line = self.name.lineEdit()
        if line is not None and not self._is_typing(line):
            self.name.setEditText(call.name)
            line.setCursorPosition(0)  # of a long name the beginning is shown
        if not self._is_typing(self.id):
            self.id.setText(self._id)
            self.id.setCursorPosition(0)
        for field in (self.name, self.id):
            field.setEnabled(editable)
        self.renew.setVisible(editable)
        self._fit()
        self._reword()

    def show_place(self, *, first: bool, last: bool, approval: bool = False) -> None:
        """Say whether the call is the first or the last of the reply, and whether it waits for an approval."""
        self._places, self._approval = (first, last), approval

    def show_rules(self, *, writable: bool, has_result: bool) -> None:
        """Say whether mock rules can be changed, and whether there is a result to make one of."""
        self._rules = (writable, writable and has_result)

    def show_state(self, words: str, kind: Kind) -> None:
        """Show the state in the chip."""
        self.chip.set(words, kind)

    @property
    def is_known(self) -> bool:
        """Whether the tool is one of those sent."""
        return any(tool.name == self._name for tool in self._tools)

    def showEvent(self, event: QShowEvent) -> None:
        """A box with a style sheet loses its font when it gets another parent, so it is set again."""
        super().showEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
        super().changeEvent(event)

    def _prepare(self) -> None:
        self.id.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.name.activated.connect(lambda _at: self._take_name())
        line = self.name.lineEdit()
        assert line is not None
        line.editingFinished.connect(self._take_name)
        self.id.editingFinished.connect(self._take_id)
        self.menu.clicked.connect(self._open_menu)
        self.renew.clicked.connect(lambda _on=False: self.new_id.emit())
        self.suggestion.clicked.connect(self._take_suggestion)
        theme().changed.connect(self._restyle)
        self._restyle()

    def _lay_out(self) -> None:
        row = WrappedRow(self)
        row.set_margins(12, 6, 8, 6)
        end = QWidget(self)
        ends = QHBoxLayout(end)
        ends.setContentsMargins(0, 0, 0, 0)
        ends.setSpacing(8)
        ends.addWidget(self.chip)
        ends.addWidget(self.menu)
        for widget in (self._sign, self.name, self.suggestion, self._id_pair()):
            row.add(widget)
        row.add_right(end)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(row)
        column.addWidget(self.way)

    def _id_pair(self) -> QWidget:
        """The id with the button that gives another one: they go to the next line together."""
        pair = QWidget(self)
        row = QHBoxLayout(pair)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        row.addWidget(self.id)
        row.addWidget(self.renew)
        return pair

    def _reword(self) -> None:
        near = None if self.is_known else nearest_name(self._name, [tool.name for tool in self._tools])
        unknown = fill(self.tr("{tool} is not among the tools that were sent."), tool=self._name)
        words = self.tr("Tool")
        self.name.setAccessibleName(words if self.is_known else f"{words}. {unknown}")
        self.name.setToolTip(self._name if self.is_known else unknown)
        self.name.setProperty("problem", not self.is_known)
        self.id.setAccessibleName(self.tr("Call id"))
        self.id.setPlaceholderText(self.tr("no id"))
        self.id.setToolTip(self._id)
        self.renew.set_words(self.tr("New id"))
        self.menu.set_words(self.tr("More about this call"))
        self.suggestion.setVisible(near is not None and self._editable)
        self.suggestion.set_words(fill(self.tr("{tool}?"), tool=near or ""))
        self.suggestion.setToolTip(fill(self.tr("Rename to {tool}"), tool=near or ""))
        sensitive = any(tool.name == self._name and tool.sensitive for tool in self._tools)
        self._sign.set("call" if self.is_known else "warn", "call")
        mark = self.tr("sensitive")
        self.setAccessibleName(f"{self._name}, {mark}" if sensitive else self._name)

    def _is_typing(self, field: QLineEdit | None) -> bool:
        return field is not None and field.hasFocus() and field.isModified()

    def _take_name(self) -> None:
        name = self.name.currentText().strip()
        if name and name != self._name:
            self._name = name
            self.renamed.emit(name)

    def _take_suggestion(self) -> None:
        near = nearest_name(self._name, [tool.name for tool in self._tools])
        if near is not None:
            self._name = near
            self.renamed.emit(near)

    def _take_id(self) -> None:
        if self.id.text() != self._id:
            self._id = self.id.text()
            self.id_changed.emit(self._id)

    def _open_menu(self) -> None:
        self.make_menu().popup(self.menu_place())

    def menu_place(self) -> QPoint:
        """Where the menu opens: below its button."""
        return self.menu.mapToGlobal(QPoint(0, self.menu.height()))

    def make_menu(self) -> QMenu:
        """The menu, for the button and for tests."""
        menu = QMenu(self)
        first, last = self._places
        entries = (
            (self.tr("New id"), self.new_id.emit, self._editable),
            (self.tr("Move up"), lambda: self.moved.emit(-1), self._editable and not first),
            (self.tr("Move down"), lambda: self.moved.emit(1), self._editable and not last),
            (self.tr("Duplicate"), self.duplicate.emit, self._editable),
            (self.tr("Copy as JSON"), self.copy.emit, True),
            (self.tr("Remove"), self.remove.emit, self._editable),
            (self.tr("Mock rules for this tool…"), self.rules_wanted.emit, self._rules[0]),
            (self.tr("Record as a rule"), self.rule_wanted.emit, self._rules[1]),
        )
        if self._approval:
            menu.addAction(self.tr("Approve all of this tool")).triggered.connect(
                lambda _on=False: self.approve_all.emit()
            )
            menu.addSeparator()
        for words, act, allowed in entries:
            action = menu.addAction(words)
            action.triggered.connect(lambda _on=False, act=act: act())
            action.setEnabled(allowed)
        return menu

    def _restyle(self) -> None:
        self.name.restyle()
        self._fit()

    def _fit(self) -> None:
        """As wide as the words, within bounds."""
        px, metrics = theme().px, QFontMetrics(theme().code_font(12))
        for field in (self.name, self.name.lineEdit(), self.id):
            if field is not None:
                field.setFont(theme().code_font(12))
        name, id = metrics.horizontalAdvance(self._name), metrics.horizontalAdvance(self._id)
        self.name.setFixedWidth(min(max(name + px(14) + px(24) + 44, px(150)), px(250)))
        self.id.setFixedWidth(min(max(id + 2 * px(8) + 12, px(90)), px(220)))
