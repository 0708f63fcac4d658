"""The protocol view of an MCP server: all messages both ways, filtered, the one that is looked at, and sending it again.

Above: the MCP dock. Below: `mcp_message_list`, `mcp_message_detail`, `mcp_kinds`. Knows no session: `show_server` is told the messages,
`send` sends.
"""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QMenu, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from studio.gui.look.icons import icon
from studio.gui.look.theme import theme
from studio.gui.models.mcp_messages_model import line_of
from studio.gui.panes.mcp_kinds import KindBoxes
from studio.gui.panes.mcp_message_detail import MessageDetail
from studio.gui.panes.mcp_message_list import MessageList
from studio.gui.widgets.empty_state import EmptyState
from studio.gui.widgets.field_sign import FieldSign
from studio.present.mcp_messages import MessageFilter
from studio.session.server_view import WireMessage

_BESIDE = 620
"""Width from which the message stands beside the list, unless there is more height than that."""
_TALL = 420


class ProtocolPage(QWidget):
    """`send` gives the text that is to be sent again."""

    send = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.list = MessageList(self)
        self.detail = MessageDetail(self.list.messages.book, self)
        self.field, self.kinds = QLineEdit(self), KindBoxes(self)
        self._sign = FieldSign(self.field, "filter")
        self._none, self._stack = EmptyState("", parent=self, icon="both_ways"), QStackedWidget(self)
        self.split = QSplitter(self)
        self._of: tuple[object, str] | None = None
        self._lay_out()
        self._join()
        self._reword()

    def show_messages(self, of: tuple[object, str], messages: Sequence[WireMessage]) -> None:
        """Show what went to and from the server that `of` stands for, as far as it is new."""
        if of != self._of:
            self._of = of
            self.list.messages.forget()
            self.list.set_following(True)
            self.detail.show_message(None)
        self.list.follow(messages)
        self.detail.refresh()
        self._tell_none()

    def go_to(self, number: int) -> None:
        """Look at the message of a number, whatever the filter says."""
        if not self.list.choose_number(number):
            self.field.clear()
            self.kinds.show_all()
            self.list.choose_number(number)
        self.list.set_following(False)
        self.list.setFocus()

    # ---- what the person does

    def make_menu(self, message: WireMessage) -> QMenu:
        """The menu of a message."""
        menu, detail = QMenu(self), self.detail
        entries: tuple[tuple[str, str, str, Callable[[], object], bool], ...] = (
            ("copy", self.tr("Copy"), "Ctrl+C", lambda: self._copy("json"), True),
            ("copy", self.tr("Copy as line"), "Ctrl+Shift+C", lambda: self._copy("line"), True),
            ("send", self.tr("Send again…"), "S", detail.edit, detail.again.isEnabled()),
            ("both_ways", self.tr("Go to its request or answer"), "J", self._jump, self._other(message) is not None),
        )
        for sign, said, key, act, can in entries:
            action = menu.addAction(icon(sign), said)
            action.setShortcut(QKeySequence(key))
            action.triggered.connect(lambda _on=False, act=act: act())
            action.setEnabled(can)
        return menu

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy and find; the list passes on what it does not know."""
        both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
        if event.matches(QKeySequence.StandardKey.Copy):
            self._copy("json")
        elif event.key() == Qt.Key.Key_C and event.modifiers() == both:
            self._copy("line")
        elif event.matches(QKeySequence.StandardKey.Find):
            self.field.setFocus()
        else:
            super().keyPressEvent(event)

    def _key(self, _row: int, key: int) -> None:
        match key:
            case Qt.Key.Key_S:
                self.detail.edit()
            case Qt.Key.Key_J:
                self._jump()
            case _:
                pass

    def _copy(self, what: str) -> None:
        message = self.list.message
        if message is not None:
            said = message.text if what == "json" else line_of(self.list.messages.book, message)
            QGuiApplication.clipboard().setText(said)

    def _other(self, message: WireMessage) -> WireMessage | None:
        return self.list.messages.book.counterpart(message)

    def _jump(self) -> None:
        message = self.list.message
        other = self._other(message) if message is not None else None
        if other is not None:
            self.go_to(other.number)

    def _open_menu(self, row: int, where: QPoint) -> None:
        message = self.list.messages.message_at(row)
        if message is not None:
            menu = self.make_menu(message)
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.popup(where)

    def _filter(self) -> None:
        self.list.refilter(MessageFilter(self.field.text(), self.kinds.groups))
        self.detail.show_message(self.list.message)
        self._tell_none()

    def _looked_at(self, message: WireMessage | None) -> None:
        self.detail.show_message(message)
        last = self.list.messages.rowCount() - 1
        if message is not None and self.list.row < last and self.list.hasFocus():
            self.list.set_following(False)

    def _tell_none(self) -> None:
        rows = self.list.messages.rowCount()
        self._stack.setCurrentIndex(0 if rows else 1)
        if rows:
            return
        if self.list.messages.book.last:
            self._none.set(self.tr("No message fits the filter."), self.tr("Show all"), "search")
        else:
            self._none.set(self.tr("Nothing has gone to this server or come from it yet."), "", "both_ways")

    def _show_all(self) -> None:
        self.field.clear()
        self.kinds.show_all()

    # ---- making

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The message stands beside the list, or below it where there is more height."""
        super().resizeEvent(event)
        beside = self.width() >= theme().px(_BESIDE) and self.height() < theme().px(_TALL)
        way = Qt.Orientation.Horizontal if beside else Qt.Orientation.Vertical
        if way != self.split.orientation():
            self.split.setOrientation(way)

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
            self.list.redraw()
        super().changeEvent(event)

    def _lay_out(self) -> None:
        bar = QHBoxLayout()
        bar.setContentsMargins(12, 4, 12, 4)
        bar.setSpacing(12)
        bar.addWidget(self.field, 1)
        bar.addWidget(self.kinds, 2)
        self._stack.addWidget(self.list)
        self._stack.addWidget(self._none)
        self.split.addWidget(self._stack)
        self.split.addWidget(self.detail)
        self.split.setChildrenCollapsible(False)
        self.split.setHandleWidth(1)
        self.split.setStretchFactor(0, 3)
        self.split.setStretchFactor(1, 2)
        self.split.setSizes([600, 400])
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(bar)
        column.addWidget(self.split, 1)

    def _join(self) -> None:
        self.field.setClearButtonEnabled(True)
        self.field.textChanged.connect(lambda _text: self._filter())
        self.kinds.changed.connect(self._filter)
        self.kinds.follow_wanted.connect(self.list.set_following)
        self.list.following.connect(self.kinds.set_following)
        self.list.looked_at_message.connect(self._looked_at)
        self.list.own_keys = frozenset((Qt.Key.Key_S, Qt.Key.Key_J))
        self.list.key_at.connect(self._key)
        self.list.menu_at.connect(self._open_menu)
        self.list.activated_at.connect(lambda _row: self.detail.editor.setFocus())
        self.detail.go_wanted.connect(self.go_to)
        self.detail.copy_wanted.connect(self._copy)
        self.detail.send_wanted.connect(self.send)
        self._none.pressed.connect(self._show_all)

    def _reword(self) -> None:
        self.field.setPlaceholderText(self.tr("Filter, also by #number"))
        self.field.setAccessibleName(self.tr("Filter the messages"))
        self.list.setAccessibleName(self.tr("Messages of the protocol"))
        self._tell_none()
