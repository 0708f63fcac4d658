"""The Compare dock: two branches, sessions, steps or answers beside one another, with what differs, why, and what both came to.

Above: `compare_room`. Below: `compare_sides`, `compare_rows`, `compare_verdict`, `workspace/laying`. Reads only: nothing is asked, run or
written.
"""

import asyncio
from pathlib import Path

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication, QKeyEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from studio.gui.bridge import Bridge
from studio.gui.look.theme import theme
from studio.gui.panes.compare_rows import LaidRows
from studio.gui.panes.compare_sides import CompareSides
from studio.gui.panes.compare_verdict import VerdictView
from studio.gui.panes.diff_view import DiffView
from studio.gui.panes.step_drag import STEP
from studio.gui.report_saver import ReportSaver
from studio.gui.widgets.buttons import Button, IconButton
from studio.gui.widgets.empty_state import EmptyState
from studio.gui.widgets.in_view import InView
from studio.gui.widgets.progress_line import ProgressLine
from studio.gui.widgets.row_inset import inset_bar
from studio.gui.words import say, told_error
from studio.present.laid import Laid, title
from studio.present.report_markdown import markdown
from studio.problems import StudioError
from studio.session.nodes import NodeId
from studio.workspace.laying import BranchSide, Side
from studio.workspace.opened import OpenedSession

_TALL = 430
"""Pixels at 100 % from which the texts stand below the rows and not beside them."""
_LOWEST, _LOW = 24, 160
"""The least heights of rows and texts, and of the whole."""
_ONE_LINE, _NARROWEST = 640, 320
"""Widths at 100 %: from which the sides and what can be done with them stand in one line, and the least of all."""


class ComparePane(QWidget):
    """`round_wanted` tells the branch (by its first node) and the round of the left side that the person wants to see; `file_wanted` that
    another session is to be chosen; `larger_wanted` that the pane wants more room, or gives it back."""

    round_wanted = Signal(int, int)
    file_wanted = Signal()
    larger_wanted = Signal(bool)

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setProperty("look", "surface")
        self.setAcceptDrops(True)
        self._bridge, self.in_view = bridge, InView(self)
        self.laid: Laid | None = None
        self._of: OpenedSession | None = None
        self._shown: object = None
        self._task: asyncio.Task[None] | None = None
        self.sides, self.progress = CompareSides(self), ProgressLine(self)
        self.working, self.said = Button("", self, look="link"), QLabel(self)
        self.verdict, self.rows, self.diff = VerdictView(self), LaidRows(self), DiffView(self, bar=False, keys=False)
        self.alike, self._texts = QPlainTextEdit(self), QStackedWidget(self)
        self.before, self.after = IconButton("up", "", self), IconButton("down", "", self)
        self.copy, self.save = IconButton("copy", "", self), IconButton("save", "", self)
        self.larger = IconButton("columns", "", self)
        self.empty = EmptyState("", "", self, icon="both_ways")
        self.saver = ReportSaver(bridge, self)
        self._bar = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._lay_out()
        self._join()
        self._reword()
        self._redraw()

    # ---- what is compared

    def begin(self) -> None:
        """Compare what is chosen, as it is now, and put the keyboard into what came of it."""
        self._look(again=True)
        self.way_in().setFocus()

    def way_in(self) -> QWidget:
        """Where the keyboard goes first."""
        return self.rows if self._stack.currentWidget() is self._both else self.sides.mode

    def compare_file(self, path: Path, *, left: bool = False) -> None:
        """Compare with another session."""
        self._take_session()
        self.sides.compare_file(path, left=left)

    def compare_step(self, node: NodeId, *, left: bool = False) -> None:
        """Compare a step with the one like it before, or with the one that is chosen."""
        self._take_session()
        if not self.sides.compare_step(node, left=left):
            self._bridge.notice.emit(
                self.tr("There is nothing to compare in this step. Choose a request, a reply or a result.")
            )

    def compare_answers(self, sample: str, left: int, right: int) -> None:
        """Compare two answers of a sample."""
        self._take_session()
        self.sides.compare_answers(sample, left, right)

    def parts_title(self) -> str:
        """Both sides by name."""
        return title(self.laid, say) if self.laid is not None else ""

    def text(self) -> str:
        """All of it as Markdown, to be read elsewhere."""
        return markdown(self.laid.parts(say)) if self.laid is not None else ""

    def go_to_difference(self, step: int) -> None:
        """The next row that differs (1), or the one before (-1)."""
        self.rows.go_to_difference(step)

    def _take_session(self) -> None:
        session = self._bridge.session
        if session is not self._of:
            self.cancel_work(told=False)
            self._of, self._shown = session, None
            self._take(None)
        self.sides.show_session(session)

    def _look(self, *, again: bool = False) -> None:
        """Look whether something else is to be compared; `again`: also where nothing was chosen otherwise."""
        if not self.in_view.is_there and not again:
            return
        self._take_session()
        session = self._of
        now = (self.sides.sides(), len(session.tree), session.head) if session is not None else None
        if again or (self._shown is None and now != self._shown):
            self._shown = now
            self._compare()

    def _compare(self) -> None:
        session, sides = self._of, self.sides.sides()
        self._end_work()
        if session is None or sides is None:
            self._take(None)
            self._say("")
            self._stack.setCurrentWidget(self.empty)
            self._word_empty()
            return
        self._stack.setCurrentWidget(self._both)
        if session.lays_long(*sides):
            self._begin_work(session, sides)
            return
        try:
            self._take(session.lay(*sides))
        except StudioError as error:
            self._refuse(told_error(error))

    def _take(self, laid: Laid | None) -> None:
        """Show what came of it."""
        self.laid = laid
        self._say("")
        self.verdict.setVisible(laid is not None)
        self.verdict.show_laid(laid)
        self.rows.show_laid(laid)
        differs = laid is not None and any(laid.differs(at) for at in (laid.first,) if at < len(laid))
        for button in (self.before, self.after):
            button.setEnabled(differs)
        for button in (self.copy, self.save):
            button.setEnabled(laid is not None)
        if laid is None or not len(laid):
            self.alike.clear()
            self._texts.setCurrentWidget(self.alike)

    def _refuse(self, why: str) -> None:
        self._take(None)
        self._say(why)

    def _say(self, sentence: str) -> None:
        self.said.setText(sentence)
        self.said.setVisible(bool(sentence))

    def _show_row(self, at: int) -> None:
        if self.laid is not None and 0 <= at < len(self.laid):
            left, right = self.laid.texts(at, say)
            self.diff.set_texts(left, right)
            self.alike.setPlainText(left if left == right else "")
            self._texts.setCurrentWidget(self.alike if left == right else self.diff)

    def _go(self, at: int) -> None:
        sides = self.sides.sides()
        number = self.laid.round_at(at) if self.laid is not None else None
        if number is not None and sides is not None and isinstance(sides[0], BranchSide):
            self.round_wanted.emit(sides[0].start, number)

    # ---- long work

    def _begin_work(self, session: OpenedSession, sides: tuple[Side, Side]) -> None:
        """Compare beside the window; what was shown goes until it is known."""
        self._take(None)
        self.progress.show_busy(self.tr("Comparing"))
        self.working.show()
        self._task = self._bridge.spawn("compare", self._work(session, sides))

    async def _work(self, session: OpenedSession, sides: tuple[Side, Side]) -> None:
        try:
            laid = await session.lay_beside(*sides)
        except StudioError as error:
            self._end_work()
            self._refuse(told_error(error))
        else:
            self._end_work()
            self._take(laid)

    def _end_work(self) -> None:
        task, self._task = self._task, None
        if task is not None and not task.done() and task is not asyncio.current_task():
            task.cancel()
        self.progress.show_idle()
        self.working.hide()

    def cancel_work(self, *, told: bool = True) -> None:
        """Stop comparing; nothing was changed by it."""
        if self._task is not None:
            self._end_work()
            self._refuse(self.tr("Cancelled. Choose again to compare again.") if told else "")

    # ---- events

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc ends the comparing that is under way."""
        if event.key() == Qt.Key.Key_Escape and self._task is not None:
            self.cancel_work()
        else:
            super().keyPressEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """A step of the timeline, or the file of a session."""
        if event.mimeData().hasFormat(STEP) or _session_file(event) is not None:
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """It is compared: on the side where it falls."""
        left = event.position().x() < self.width() / 2
        path = _session_file(event)
        if event.mimeData().hasFormat(STEP):
            number = bytes(event.mimeData().data(STEP).data()).decode("ascii", "replace")
            if number.isdecimal():
                self.compare_step(NodeId(int(number)), left=left)
        elif path is not None:
            self.compare_file(path, left=left)
        event.acceptProposedAction()

    def _lower(self, _page: int) -> None:
        """Rows and texts scroll; the words of the empty page need their height."""
        self._stack.setMinimumHeight(_LOWEST if self._stack.currentWidget() is self._both else 0)

    def minimumSizeHint(self) -> QSize:
        """Narrow: what has no room beside the sides stands below them, and no dock forces the window wider."""
        return QSize(theme().px(_NARROWEST), min(super().minimumSizeHint().height(), theme().px(_LOW)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a low place the texts stand beside the rows, and what it came to is one line."""
        super().resizeEvent(event)
        narrow = self.width() < theme().px(_ONE_LINE)
        self._bar.setDirection(QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
            self.verdict.show_laid(self.laid)
            self.rows.viewport().update()
        super().changeEvent(event)

    # ---- its parts

    def _lay_out(self) -> None:
        px = theme().px
        row = self._bar
        inset_bar(row)
        row.setSpacing(px(4))
        row.addWidget(self.sides, 1)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        for button in (self.working, self.before, self.after, self.copy, self.save, self.larger):
            buttons.addWidget(button)
        row.addLayout(buttons)
        self.working.hide()
        self.larger.setCheckable(True)
        self.said.setProperty("role", "muted")
        self.said.setWordWrap(True)
        self.said.setTextFormat(Qt.TextFormat.PlainText)
        self.said.setContentsMargins(px(12), 0, px(12), px(4))
        self._both = QSplitter(Qt.Orientation.Horizontal, self)
        self._both.setChildrenCollapsible(False)
        self._both.setHandleWidth(1)
        self.diff.bar.sides.setChecked(True)
        self.alike.setReadOnly(True)
        self.alike.setTabChangesFocus(True)
        self.alike.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        for part in (self.alike, self.diff):
            self._texts.addWidget(part)
        for half in (self.rows, self._texts):
            half.setMinimumHeight(_LOWEST)  # they scroll, and give up their height before the bars do
            self._both.addWidget(half)
        self._both.setSizes([560, 440])
        self._stack = QStackedWidget(self)
        self._stack.currentChanged.connect(self._lower)
        for page in (self._both, self.empty):
            self._stack.addWidget(page)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row)
        for widget, stretch in ((self.progress, 0), (self.said, 0), (self.verdict, 0), (self._stack, 1)):
            column.addWidget(widget, stretch)

    def _redraw(self) -> None:
        self.alike.setFont(theme().editor_font())
        self.alike.document().setDocumentMargin(theme().px(10))
        self._fit()

    def _fit(self) -> None:
        tall = self.height() >= theme().px(_TALL)
        self.verdict.be_low(not tall)
        self._both.setOrientation(Qt.Orientation.Vertical if tall else Qt.Orientation.Horizontal)

    def _join(self) -> None:
        self.sides.changed.connect(self._compare)
        self.sides.file_wanted.connect(self.file_wanted)
        self.empty.pressed.connect(self.file_wanted)
        self.rows.chosen.connect(self._show_row)
        self.rows.activated_row.connect(self._go)
        self.before.clicked.connect(lambda _on=False: self.go_to_difference(-1))
        self.after.clicked.connect(lambda _on=False: self.go_to_difference(1))
        self.copy.clicked.connect(lambda _on=False: QGuiApplication.clipboard().setText(self.text()))
        self.save.clicked.connect(lambda _on=False: self.save_report())
        self.larger.toggled.connect(self.larger_wanted)
        self.larger.toggled.connect(lambda _on: self._reword())
        self.working.clicked.connect(lambda _on=False: self.cancel_work())
        self._bridge.session_changed.connect(self._take_session)
        self._bridge.refreshed.connect(self._look)
        self.in_view.came.connect(self._look)
        theme().changed.connect(self._redraw)
        for keys, step in (("Alt+F8", 1), ("Alt+Shift+F8", -1)):
            made = QShortcut(QKeySequence(keys), self)
            made.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            made.activated.connect(lambda step=step: self.go_to_difference(step))

    def save_report(self) -> None:
        """Ask where, and write all of it there."""
        laid = self.laid
        if laid is not None:
            self.saver.ask(lambda: laid.parts(say), self.parts_title(), self.tr("comparison"))

    def _reword(self) -> None:
        self.alike.setAccessibleName(self.tr("What both say"))
        self.rows.setAccessibleName(self.tr("Both sides beside one another"))
        self.working.set_words(self.tr("Cancel (Esc)"))
        self.before.set_words(self.tr("Previous difference (Shift+Alt+F8)"))
        self.after.set_words(self.tr("Next difference (Alt+F8)"))
        self.copy.set_words(self.tr("Copy as Markdown"))
        self.save.set_words(self.tr("Save report…"))
        self.larger.set_words(self.tr("Back to its place") if self.larger.isChecked() else self.tr("Larger"))
        self._word_empty()

    def _word_empty(self) -> None:
        if self.sides.mode.current() == "branches":
            words = self.tr("This session has one branch. Fork it, or choose another session beside it.")
            self.empty.set(words, self.tr("Another session…"), "both_ways")
        else:
            words = self.tr("There are no two steps to compare yet.")
            self.empty.set(words, "", "both_ways")


def _session_file(event: QDropEvent) -> Path | None:
    urls = (url for url in event.mimeData().urls() if url.isLocalFile())
    return next((path for url in urls if (path := Path(url.toLocalFile())).suffix == ".tcsession"), None)
