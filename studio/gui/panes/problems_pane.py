"""The problems of where the session stands: what does not fit in the calls, and what is wrong with tools or the file.

Above: `window`. Below: `problem_list`, `bridge`, `gui/look`. A repair is one edit of the call's arguments.
"""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QCoreApplication, QEvent, QModelIndex, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QGuiApplication, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QFrame,
    QHeaderView,
    QStackedLayout,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from studio.checks.history.problem import HistoryProblem
from studio.checks.rules import off
from studio.gui.bridge import Bridge
from studio.gui.look.icons import icon
from studio.gui.look.theme import theme
from studio.gui.panes.find_here import FindHere
from studio.gui.panes.history_words import place_of, repair_words
from studio.gui.panes.no_fix import tell_no_fix
from studio.gui.panes.problem_groups import Grouping, counts, grouped
from studio.gui.panes.problem_list import Found, Typed, found_problems
from studio.gui.panes.problem_menu import ProblemActs, problem_menu
from studio.gui.panes.rows_target import RowsTarget
from studio.gui.panes.rules_off_line import RulesOffLine
from studio.gui.widgets.buttons import Button
from studio.gui.widgets.empty_state import EmptyState
from studio.gui.widgets.row_inset import inset_rows
from studio.gui.words import fill
from studio.session.nodes import CallKey

_FOUND = Qt.ItemDataRole.UserRole
_NARROW = 560
_MARGINS = 12
_SIGNS = {"error": ("provider_error", "error"), "warning": ("warn", "warn"), "hint": ("info", "muted")}


class ProblemsPane(QWidget):
    """A list that is made anew when the session stands elsewhere. Enter goes to the call."""

    counted = Signal(int, int)
    """How many errors there are now, and how many warnings."""
    rule_wanted = Signal(str, str, bool)
    """A rule (its id) is to count as this level from now on: always, or in this session."""
    rules_wanted = Signal(str)
    """All rules are to be shown, beginning with this one, or with those that are off."""
    call_wanted = Signal(object, str)
    """The call (`CallKey`) whose card is to be shown, and the value of its arguments (a JSON Pointer)."""
    typed_repair_wanted = Signal(object)
    """What is wrong with what is typed (`Found`), to be mended there."""
    history_wanted = Signal(object)
    """The problem of the next request (`HistoryProblem`) whose place is to be shown."""
    line_wanted = Signal(int)
    """The number of the damaged line of the file that is to be shown."""
    gone_to = Signal(str)
    """What is said of the problem at whose place the keyboard is put: that place may have others, and is told with all of them."""
    step_wanted = Signal(object)
    """The call (`CallKey`) whose row in the timeline is to be looked at."""

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setProperty("look", "surface")
        self._bridge = bridge
        self._shown: tuple[Found, ...] | None = None
        self._narrow = False
        self.settle: Callable[[], str] = lambda: ""
        """Says why the messages cannot be mended while something is typed in their place."""
        self.typed: Callable[[], Typed] = Typed
        """Tells what is wrong with what is typed; `look_again` when that is something else."""
        self.list, self._none, self.off_line = QTreeWidget(self), EmptyState("", parent=self), RulesOffLine(self)
        self._items: list[QTreeWidgetItem] = []
        self._by: Grouping = "none"
        self._prepare()
        pages = QWidget(self)
        self._stack = QStackedLayout(pages)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(pages)
        column.addWidget(self.off_line)
        self.finding = FindHere(self, column, RowsTarget(self.list))
        self._stack.addWidget(self._none)
        self._stack.addWidget(self.list)
        bridge.session_changed.connect(self._refresh)
        bridge.refreshed.connect(self._refresh)
        theme().changed.connect(self._redraw)
        self._reword()

    def way_in(self) -> QWidget:
        """Where the keyboard goes first."""
        return self.list if self._shown else self._none

    @property
    def count(self) -> int:
        """How many problems are listed."""
        return len(self._items)

    def go(self, by: int) -> None:
        """Go to the next problem, or the one before, and to its place."""
        at = self._chosen()
        at = at + by if at >= 0 else min(by, 0)
        if self._items:
            item = self._items[at % len(self._items)]
            self.list.setCurrentItem(item)
            self._go_to(item)
            self.gone_to.emit(str(item.data(0, Qt.ItemDataRole.AccessibleTextRole)))

    def group(self, by: Grouping) -> None:
        """Put the problems into groups, or not."""
        self._by = by
        self._redraw()

    def _chosen(self) -> int:
        """Which problem is chosen; -1 for none."""
        chosen = self.list.selectedItems()
        return self._items.index(chosen[0]) if chosen and chosen[0] in self._items else -1

    def _redraw(self) -> None:
        inset_rows(self.list, columns=4)
        self._shown = None
        self._refresh()

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
            self._redraw()
        super().changeEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow pane the sentence has the room of its place, which the tooltip keeps."""
        super().resizeEvent(event)
        narrow = self.width() < theme().px(_NARROW)
        self.list.setColumnHidden(2, narrow)
        if narrow != self._narrow:
            self._narrow = narrow
            self._redraw()

    def _prepare(self) -> None:
        inset_rows(self.list, columns=4)
        self.list.setHeaderHidden(True)
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setWordWrap(True)  # a sentence is read whole, however narrow the list
        header = self.list.header()
        for column, mode in enumerate(
            (
                QHeaderView.ResizeMode.ResizeToContents,
                QHeaderView.ResizeMode.Stretch,
                QHeaderView.ResizeMode.ResizeToContents,
                QHeaderView.ResizeMode.ResizeToContents,
            )
        ):
            header.setSectionResizeMode(column, mode)
        header.sectionResized.connect(lambda column, *_: self._fit_rows() if column == 1 else None)
        self.list.itemActivated.connect(self._go_to)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.customContextMenuRequested.connect(self._open_menu)
        self.off_line.wanted.connect(lambda: self.rules_wanted.emit(""))
        fix = QShortcut(QKeySequence("Alt+Return"), self.list)
        fix.setContext(Qt.ShortcutContext.WidgetShortcut)
        fix.activated.connect(self._fix_current)

    def _reword(self) -> None:
        self.list.setAccessibleName(self.tr("Problems"))

    def look_again(self) -> None:
        """Something else is typed now."""
        self._refresh()

    def _refresh(self) -> None:
        session = self._bridge.session
        found = found_problems(session, session.not_run, self.typed()) if session is not None else ()
        rounds = session.state.rounds if session is not None else 0
        self._none.set(self.tr("No problems in %n round(s)", "", rounds) if rounds else self.tr("No problems"))
        self.off_line.tell(off(session.rule_levels) if session is not None else ())
        if found == self._shown:
            return
        self._shown = found
        self._stack.setCurrentWidget(self.list if found else self._none)
        self._list_anew(found)
        self.counted.emit(*counts(found))

    def _list_anew(self, found: tuple[Found, ...]) -> None:
        """The chosen one stays chosen; where it is mended and the keyboard is here, the one that takes its place is."""
        at = self._chosen()
        was = self._items[at].data(0, _FOUND) if at >= 0 else None
        focus: QWidget | None = self.focusWidget()
        here = (
            focus is not None and (focus is self.list or self.list.isAncestorOf(focus)) and self.list.isActiveWindow()
        )
        self._items = []
        self.list.setCurrentIndex(QModelIndex())  # else Qt measures all columns anew for each row that goes
        self.list.clear()
        listed: list[Found] = []
        for name, problems in grouped(found, self._by):
            if name:
                self._add_head(name, len(problems))
            for problem in problems:
                self._add(problem)
            listed += problems
        self._fit_rows()
        place = listed.index(was) if was in listed else min(at, len(listed) - 1) if here else -1
        if place >= 0:
            self.list.setCurrentItem(self._items[place])

    def _fit_rows(self) -> None:
        """Let each row be as high as its sentence needs."""
        metrics, room = self.list.fontMetrics(), self.list.header().sectionSize(1) - theme().px(_MARGINS)
        for item in self._items:
            wrap = Qt.TextFlag.TextWordWrap.value
            needed = metrics.boundingRect(QRect(0, 0, max(room, 40), 10_000), wrap, item.text(1)).height()
            item.setSizeHint(1, QSize(40, max(needed + theme().px(8), theme().row(28))))

    def _add_head(self, name: str, count: int) -> None:
        """The line of a group: nothing that could be chosen."""
        item = QTreeWidgetItem([fill(self.tr("{group} ({n})"), group=name, n=count)])
        item.setFlags(Qt.ItemFlag.ItemIsEnabled)
        font = self.list.font()
        font.setBold(True)
        item.setFont(0, font)
        item.setSizeHint(0, QSize(40, theme().row(28)))
        self.list.addTopLevelItem(item)
        item.setFirstColumnSpanned(True)

    def _add(self, found: Found) -> None:
        item = QTreeWidgetItem([found.rule, found.sentence, self._place(found), ""])
        item.setIcon(0, icon(*_SIGNS[found.severity]))
        item.setFont(0, theme().code_font())
        width = QFontMetrics(theme().code_font()).horizontalAdvance(found.rule) + theme().px(52)
        item.setSizeHint(0, QSize(width, theme().row(28)))
        item.setForeground(2, theme().color("muted"))
        item.setToolTip(1, "\n".join(filter(None, (found.sentence, self._place(found)))))
        item.setData(0, _FOUND, found)
        severity = {"error": self.tr("error"), "warning": self.tr("warning")}.get(found.severity, self.tr("hint"))
        item.setData(0, Qt.ItemDataRole.AccessibleTextRole, f"{severity}, {found.rule}, {found.sentence}")
        self.list.addTopLevelItem(item)
        self._items.append(item)
        button = self._button(found)
        if button is not None:
            self.list.setItemWidget(item, 3, button)

    def _button(self, found: Found) -> Button | None:
        """The repair of a problem, where one is known."""
        if found.typed:
            return self._mend_typed(found)
        if found.call is not None and _use(found):
            return self._fix(found, found.call)
        if found.history is not None and found.history.repair:
            return self._mend(found.history)
        return self._line(found.line) if found.line else None

    def _line(self, number: int) -> Button:
        button = Button(self.tr("Show line"), self.list, look="link")
        button.clicked.connect(lambda: self.line_wanted.emit(number))
        return button

    def _mend_typed(self, found: Found) -> Button | None:
        words = repair_words(found.history) if found.history is not None else _use(found)
        if not words:
            return None
        short = self._narrow and found.history is not None
        button = Button(self.tr("Repair") if short else words, self.list, look="link")
        button.setToolTip(words)
        button.clicked.connect(lambda: self.typed_repair_wanted.emit(found))
        return button

    def _fix_current(self) -> None:
        """What the repair of the current problem does, by the key."""
        buttons = [self.list.itemWidget(item, 3) for item in self.list.selectedItems()]
        known = [button for button in buttons if isinstance(button, Button)]
        for button in known:
            button.click()
        if not known:
            tell_no_fix(self._bridge)

    def _mend(self, problem: HistoryProblem) -> Button:
        button = Button(self.tr("Repair") if self._narrow else repair_words(problem), self.list, look="link")
        button.setToolTip(repair_words(problem))
        button.clicked.connect(lambda: self._repair(problem))
        return button

    def _repair(self, problem: HistoryProblem) -> None:
        """Mend the messages as they are committed; what is typed would undo it when it is committed after it."""
        refused = self.settle()
        if refused:
            self._bridge.refuse(refused)
        else:
            self._bridge.do(lambda opened: opened.repair(problem))

    def _fix(self, found: Found, call: CallKey) -> Button:
        button = Button(_use(found), self.list, look="link")
        does = (
            self.tr("Put {value} at {pointer}") if found.repair is not None else self.tr("Rename {pointer} to {name}")
        )
        button.setToolTip(fill(does, value=found.repair or "", pointer=found.pointer or "/", name=found.near))
        button.clicked.connect(
            lambda: self._bridge.do(lambda opened: opened.edit_call(call, arguments=found.repaired()))
        )
        return button

    def _place(self, found: Found) -> str:
        place = self._where(found)
        return fill(self.tr("{place} · as typed"), place=place) if found.typed else place

    def _where(self, found: Found) -> str:
        if found.history is not None:
            return place_of(found.history)
        if found.loop is not None:
            return fill(self.tr("Round {round}"), round=found.round)
        if not found.of:
            return ""
        parts = {"round": found.round, "call": found.position, "pointer": found.pointer}
        return fill(self.tr("Round {round} › call {call} {pointer}"), **parts).rstrip()

    def _open_menu(self, at: QPoint) -> None:
        """The menu of the row there, or of the current one when it is asked for by the keyboard."""
        item = self.list.itemAt(at)
        found: Any = item.data(0, _FOUND) if item is not None else None
        link = self.list.itemWidget(item, 3) if item is not None else None
        session = self._bridge.session
        acts = ProblemActs(
            go=lambda: self._go_to(item) if item is not None else None,
            mend=link.click if isinstance(link, Button) else None,
            copy=lambda: _copy(found),
            set_rule=self.rule_wanted.emit,
            show_rules=self.rules_wanted.emit,
            group=self.group,
        )
        menu = problem_menu(self, found, acts, self._by, locked=session.read_only if session is not None else "")
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.list.viewport().mapToGlobal(at))

    def _go_to(self, item: QTreeWidgetItem) -> None:
        found = item.data(0, _FOUND)
        if found is None:
            return
        if found.call is not None:
            self.call_wanted.emit(found.call, found.pointer)
        elif found.history is not None:
            self.history_wanted.emit(found.history)
        elif found.line:
            self.line_wanted.emit(found.line)
        elif found.loop is not None:
            self.step_wanted.emit(found.loop)


def _copy(found: Found) -> None:
    QGuiApplication.clipboard().setText(f"{found.rule}: {found.sentence}")


def _use(found: Found) -> str:
    """What the repair of an argument puts in, or the name that it gives; empty where none is known."""
    if found.repair is None:
        renames = QCoreApplication.translate("ProblemsPane", "Rename to {name}")
        return fill(renames, name=_short(found.near)) if found.near else ""
    return fill(QCoreApplication.translate("ProblemsPane", "Use {value}"), value=_short(found.repair))


def _short(text: str) -> str:
    return text if len(text) <= 24 else text[:23] + "…"
