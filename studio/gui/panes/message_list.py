"""The messages of the next request as a list: move, add, remove, and the role of each.

Above: the Form view of the request. Below: messages. Tells changes as (index, message); None removes, -1 adds.
"""

from collections.abc import Sequence

from msgspec.structs import replace
from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QFrame, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from studio.checks.history.problem import HistoryProblem
from studio.gui.look.icons import icon
from studio.gui.look.theme import theme
from studio.gui.panes.entry_look import look_of
from studio.gui.panes.history_words import line_of
from studio.gui.panes.message_entries import entries
from studio.gui.panes.wrapped_row import WrappedRow
from studio.gui.widgets.buttons import Button, IconButton
from studio.gui.widgets.named_combo import NamedCombo
from studio.gui.widgets.problem_lines import ProblemLines
from studio.gui.words import say
from studio.messages.message import Message, Role, user
from studio.present.hosted_parts import hosted_text

_ROLES: tuple[Role, ...] = ("user", "assistant", "system", "developer")
_MOST_SHOWN = 500
_MOST_ROWS = 10


class MessageList(QWidget):
    """`changed` gives a list of (index, message or None), `repair_wanted` a history problem."""

    changed = Signal(list)
    repair_wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._messages: list[Message] = []
        self._problems: tuple[HistoryProblem, ...] = ()
        self._editable = True
        self._first = 0
        self._row = 0
        self._signed: set[int] = set()
        """The messages whose item has a sign."""
        self.list, self.wrong = QListWidget(self), ProblemLines(self)
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setUniformItemSizes(True)
        self.role = NamedCombo(self)
        self.role.addItems(list(_ROLES))
        self.add = Button("", self, look="link", icon_name="plus")
        self.up, self.down = IconButton("up", "", self), IconButton("down", "", self)
        self.remove = IconButton("trash", "", self)
        self._lay_out()
        self._wire()
        self._reword()

    def set_messages(self, messages: Sequence[Message]) -> None:
        """Show the messages; the current row stays where it is."""
        at, row = self.list.currentRow(), max(self.list.fontMetrics().height() + theme().px(8), theme().px(24))
        self.list.blockSignals(True)
        if row != self._row:
            self._row = row
            self.list.clear()
        self._fit(messages)
        self._sign()
        self.list.setCurrentRow(min(max(at, 0), self.list.count() - 1))
        self.list.blockSignals(False)
        self.list.setFixedHeight(row * min(max(self.list.count(), 1), _MOST_ROWS) + 4)
        self._show()

    def _fit(self, messages: Sequence[Message]) -> None:
        """Make the items anew of those messages that are others; most of a history stays as it was."""
        signs, former, before = Signs(), self._messages, self._first
        self._messages, self._first = list(messages), max(len(messages) - _MOST_SHOWN, 0)
        if self._first < before:
            self.list.clear()
        for _ in range(min(self._first - before, self.list.count())):
            self.list.takeItem(0)
        for at, message in enumerate(self._messages[self._first :]):
            index = self._first + at
            same = index < len(former) and former[index] is message and index not in self._signed
            if not same or at >= self.list.count():
                self.list.takeItem(at)
                self.list.insertItem(at, _item(index, message, signs, self._row))
        while self.list.count() > len(self._messages) - self._first:
            self.list.takeItem(self.list.count() - 1)

    def show_problems(self, problems: Sequence[HistoryProblem], *, editable: bool) -> None:
        """Sign the messages that something is wrong with; below the list stands what is wrong with the current one."""
        now = (tuple(problems), editable)
        if now != (self._problems, self._editable):
            self._problems, self._editable = now
            self.set_messages(self._messages)

    def go_to(self, index: int) -> None:
        """Make a message the current row, where it is in the list."""
        if index >= self._first:
            self.list.setCurrentRow(index - self._first)

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
        super().changeEvent(event)

    def _lay_out(self) -> None:
        row = WrappedRow(self, gap=4)
        for widget in (self.add, self.role, self.up, self.down, self.remove):
            row.add(widget)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.list)
        column.addWidget(self.wrong)
        column.addWidget(row)

    def _wire(self) -> None:
        self.list.currentRowChanged.connect(lambda _row: self._show())
        self.wrong.repair_wanted.connect(lambda at: self.repair_wanted.emit(self._of(self._index())[at]))
        self.add.clicked.connect(lambda _on=False: self.changed.emit([(-1, user(""))]))
        self.up.clicked.connect(lambda _on=False: self._swap(-1))
        self.down.clicked.connect(lambda _on=False: self._swap(1))
        self.remove.clicked.connect(lambda _on=False: self._change(None))
        self.role.activated.connect(lambda _at: self._set_role())

    def _reword(self) -> None:
        self.list.setAccessibleName(self.tr("Messages"))
        self.role.setAccessibleName(self.tr("Role of the message"))
        self.add.set_words(self.tr("Add message"))
        self.up.set_words(self.tr("Move up"))
        self.down.set_words(self.tr("Move down"))
        self.remove.set_words(self.tr("Remove message"))

    def _of(self, index: int) -> list[HistoryProblem]:
        return [problem for problem in self._problems if problem.message == index]

    def _sign(self) -> None:
        """Put a sign before the messages that something is wrong with, and the sentences where they are read out."""
        self._signed = {problem.message for problem in self._problems if problem.message is not None}
        for index in self._signed:
            item = self.list.item(index - self._first)
            if item is not None:
                lines = [line_of(problem) for problem in self._of(index)]
                error = any(line.severity == "error" for line in lines)
                item.setIcon(icon("provider_error", "error") if error else icon("warn", "warn"))
                said = "\n".join(line.sentence for line in lines)
                item.setToolTip(said)
                item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{item.text()}\n{said}")

    def _index(self) -> int:
        return self._first + self.list.currentRow() if self.list.currentRow() >= 0 else -1

    def _show(self) -> None:
        at = self._index()
        there = 0 <= at < len(self._messages)
        self.up.setEnabled(there and at > 0)
        self.down.setEnabled(there and at + 1 < len(self._messages))
        self.remove.setEnabled(there)
        role = self._messages[at].role if there else "user"
        self.role.setEnabled(there and role in _ROLES)
        self.role.setCurrentText(role if role in _ROLES else "")
        self.wrong.show_lines([line_of(problem) for problem in self._of(at)], editable=self._editable)

    def _swap(self, by: int) -> None:
        at = self._index()
        one, other = self._messages[at], self._messages[at + by]
        self.list.setCurrentRow(self.list.currentRow() + by)
        self.changed.emit([(at, other), (at + by, one)])

    def _change(self, message: Message | None) -> None:
        self.changed.emit([(self._index(), message)])

    def _set_role(self) -> None:
        role = next(role for role in _ROLES if role == self.role.currentText())
        now = self._messages[self._index()]
        if role != now.role:
            self._change(replace(now, role=role))


class Signs:
    """Icons by look: many messages have the same one."""

    def __init__(self) -> None:
        self._made: dict[tuple[str, str], QIcon] = {}

    def of(self, name: str, colour: str) -> QIcon:
        """The icon."""
        if (name, colour) not in self._made:
            self._made[name, colour] = icon(name, colour)
        return self._made[name, colour]


def _item(index: int, message: Message, signs: Signs, row: int) -> QListWidgetItem:
    shown = entries([message], [], index, None)
    look = look_of(shown[0])
    said = [" ".join(entry.text.split())[:80] for entry in shown] if any(entry.text for entry in shown) else []
    said += [hosted_text(part, say)[:120] for entry in shown for part in entry.hosted]
    text = " · ".join(filter(None, said)) or look.calls.replace("\n", " ")[:120] or look.text.replace("\n", " ")[:120]
    item = QListWidgetItem(signs.of(look.icon, look.colour), f"{index + 1}  {message.role}   {text}")
    item.setToolTip(look.text[:500])
    item.setSizeHint(QSize(0, row))
    return item
