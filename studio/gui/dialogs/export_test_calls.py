"""What a test asserts, as a tree: each call with its arguments, then the answers; each line says how it is asserted.

Above: `export_test`. Below: `interop/planned_test`. Only shows, and says which line is chosen.
"""

from typing import Any

import msgspec
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from studio.gui.dialogs.export_test_words import answer_words, member_words
from studio.gui.look.icons import icon
from studio.gui.look.theme import theme
from studio.gui.widgets.row_inset import inset_rows
from studio.gui.words import fill, tip
from studio.interop.planned_test import Loose, PlannedCall, PlannedTest, members, pointer_of

_ROW, _LONGEST = 26, 160


class Line(msgspec.Struct, frozen=True):
    """A line of the tree: a member of call `call` (`at`: JSON Pointer, empty for all its arguments), or the answer of a turn."""

    call: int | None = None
    at: str = ""
    turn: int | None = None


class CallTree(QTreeWidget):
    """`line_chosen` tells that another line has the keyboard, `choice_wanted` that Enter was pressed on it."""

    line_chosen = Signal()
    choice_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        inset_rows(self, columns=2)
        self.setItemsExpandable(True)
        self.setIndentation(theme().px(24))
        self.setHeaderLabels([self.tr("Call or answer"), self.tr("Asserted"), ""])
        self.setUniformRowHeights(True)
        self.setAccessibleName(self.tr("What the test asserts"))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.currentItemChanged.connect(lambda *_: self.line_chosen.emit())

    def show_plan(self, plan: PlannedTest) -> None:
        """Build the tree; the first line is chosen."""
        self.clear()
        self.addTopLevelItems([self._call(at, call) for at, call in enumerate(plan.calls)])
        several = len(plan.answers) > 1
        for at, answer in enumerate(plan.answers):
            words = fill(self.tr("Answer of turn {n}"), n=at + 1) if several else self.tr("Answer")
            line = f"{words}: {_one_line(answer.text)}"
            item = self._item(line, answer_words(answer.how, answer.said), Line(turn=at))
            item.setIcon(0, icon("message", "muted"))
            self.addTopLevelItem(item)
        if len(plan.calls) <= 20:
            self.expandAll()
        first = self.topLevelItem(0)
        if first is not None:
            self.setCurrentItem(first)

    def reword(self, plan: PlannedTest) -> None:
        """Say anew how each line is asserted."""
        for at in range(self.topLevelItemCount()):
            top = self.topLevelItem(at)
            for item in [top, *(top.child(each) for each in range(top.childCount()))] if top is not None else []:
                if item is not None:
                    self._say(item, _asserted(plan, line_of(item)))

    def line(self) -> Line | None:
        """The line that has the keyboard; None where there is none."""
        item = self.currentItem()
        return line_of(item) if item is not None else None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens the choice of the line; it exports nothing."""
        plain = not event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if plain and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.choice_wanted.emit()
        else:
            super().keyPressEvent(event)

    def _call(self, at: int, call: PlannedCall) -> QTreeWidgetItem:
        inside = fill(self.tr(" inside {agent}"), agent=call.inside) if call.inside else ""
        plain = call.arguments if isinstance(call.arguments, str) else ""
        top = self._item(f"{at + 1}. {call.name}{inside} {_one_line(plain)}".rstrip(), _how(call, ""), Line(at))
        top.setIcon(0, icon("agent" if call.inside else "call", "call"))
        for name in members(call):
            value = msgspec.json.encode(call.arguments[name]).decode()
            line = Line(at, pointer_of(name))
            top.addChild(self._item(f"{name}: {_one_line(value)}", _how(call, line.at), line))
        return top

    def _item(self, text: str, asserted: str, line: Line) -> QTreeWidgetItem:
        item = QTreeWidgetItem([text, "", ""])
        item.setSizeHint(0, QSize(0, theme().row(_ROW)))
        item.setToolTip(0, tip(text))
        item.setData(0, Qt.ItemDataRole.UserRole, line)
        item.setFont(0, theme().code_font())
        self._say(item, asserted)
        return item

    def _say(self, item: QTreeWidgetItem, asserted: str) -> None:
        item.setText(1, _one_line(asserted, 40))
        item.setForeground(1, theme().color("text" if asserted not in ("", member_words("exact")) else "muted"))
        item.setData(0, Qt.ItemDataRole.AccessibleTextRole, f"{item.text(0)}, {asserted}")


def line_of(item: QTreeWidgetItem) -> Line:
    """The line that an item stands for."""
    found: Any = item.data(0, Qt.ItemDataRole.UserRole)
    assert isinstance(found, Line)
    return found


def loose_at(call: PlannedCall, at: str) -> Loose:
    """How a member is asserted."""
    return next((each for each in call.loose if each.at == at), Loose(at, "exact"))


def _how(call: PlannedCall, at: str) -> str:
    found = loose_at(call, at)
    if at and loose_at(call, "").how != "exact":
        return ""
    return member_words(found.how, found.pattern)


def _asserted(plan: PlannedTest, line: Line) -> str:
    if line.turn is not None:
        answer = plan.answers[line.turn]
        return answer_words(answer.how, answer.said)
    assert line.call is not None
    return _how(plan.calls[line.call], line.at)


def _one_line(text: str, longest: int = _LONGEST) -> str:
    line = " ".join(text.split())
    return line if len(line) <= longest else f"{line[: longest - 1]}…"
