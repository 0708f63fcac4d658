"""*Compare*: two branches of the session, or one of them and another session, round by round.

Above: `session_room`. Below: `compare_pairs`, `compare_verdict`, `workspace/comparing`. Reads only: nothing is asked, run or written.
"""

import asyncio
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLabel, QSplitter, QWidget

from studio.gui.dialogs.compare_pairs import PairList
from studio.gui.dialogs.compare_verdict import VerdictView
from studio.gui.dialogs.dialog_frame import DialogFrame, main_button, plain_button, wrap_plainly
from studio.gui.dialogs.kept_size import keep_size
from studio.gui.dialogs.tabbed_dialog import TabbedDialog
from studio.gui.look.theme import theme
from studio.gui.panes.diff_view import DiffView
from studio.gui.widgets.buttons import Button
from studio.gui.widgets.elided_combo import ElidedCombo
from studio.gui.widgets.progress_line import ProgressLine
from studio.gui.words import say
from studio.present.compare_report import compare_markdown
from studio.present.compare_text import round_text
from studio.present.compared import Comparison
from studio.problems import StudioError
from studio.session.nodes import NodeId
from studio.tasks import spawn
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace

_FILE = -2
AT_ONCE = 500
"""Events of a session that are compared within some milliseconds; longer ones are compared beside the window."""
_FILE_AT_ONCE = 500_000


class CompareDialog(TabbedDialog):
    """`round_wanted` tells the branch (by its first node) and the round of the left side that the person wants to see."""

    round_wanted = Signal(int, int)

    def __init__(
        self, parent: QWidget, workspace: Workspace, session: OpenedSession, *, at_once: int = AT_ONCE
    ) -> None:
        super().__init__(parent)
        self._at_once = at_once
        self._session, self._other = session, Path()
        self.found: Comparison | None = None
        self._task: asyncio.Task[None] | None = None
        self.progress, self.working = ProgressLine(self), Button("", self, look="link")
        self.working.set_words(self.tr("Cancel (Esc)"))
        hint = self.tr(
            "Two branches, or this session and another one, round by round. Nothing is asked, run or changed."
        )
        self._frame = DialogFrame(self, self.tr("Compare"), hint)
        self.left, self.right = ElidedCombo(self), ElidedCombo(self)
        self.other_session = plain_button(self.tr("Another session…"), self)
        self.swap = plain_button(self.tr("Swap"), self)
        self.verdict, self.pairs, self.diff = VerdictView(self), PairList(self), DiffView(self)
        self.trouble, self.nothing = QLabel(self), QLabel(self)
        self.trouble.setProperty("role", "error")
        self.nothing.setProperty("role", "muted")
        self.nothing.setText(self.tr("This session has one branch. Choose another session, or fork this one first."))
        for label in (self.trouble, self.nothing):
            wrap_plainly(label)
        self.before, self.after = (
            plain_button(text, self) for text in (self.tr("Previous difference"), self.tr("Next difference"))
        )
        self.copy = plain_button(self.tr("Copy as Markdown"), self)
        self.done_ = main_button(self.tr("Close"), self)
        self._lay_out()
        self._connect()
        self._fill()
        self._frame.resize(1080, 760)
        keep_size(self, workspace, "compare")
        self._compare()
        self.pairs.setFocus()

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(theme().px(8))
        for widget, stretch in ((self.left, 1), (self.swap, 0), (self.right, 1), (self.other_session, 0)):
            row.addWidget(widget, stretch)
        self.left.setAccessibleName(self.tr("Left side"))
        self.right.setAccessibleName(self.tr("Right side"))
        self._both = both = QSplitter(Qt.Orientation.Vertical, self)
        both.setChildrenCollapsible(False)
        both.addWidget(self.pairs)
        both.addWidget(self.diff)
        both.setStretchFactor(0, 2)
        both.setStretchFactor(1, 3)
        row.addWidget(self.working)
        self.working.hide()
        self._frame.body.addLayout(row)
        self._frame.body.addWidget(self.progress)
        self._frame.body.addWidget(self.trouble)
        self._frame.body.addWidget(self.nothing)
        self._frame.body.addWidget(self.verdict)
        self._frame.body.addWidget(both, 1)
        self._frame.body.addStretch()
        self._frame.add_buttons((self.before, self.after, self.copy), (self.done_,))

    def _connect(self) -> None:
        self.left.activated.connect(lambda _at: self._compare())
        self.right.activated.connect(lambda _at: self._compare())
        self.other_session.clicked.connect(self._choose_file)
        self.swap.clicked.connect(self._swap)
        self.pairs.chosen.connect(self._show_pair)
        self.pairs.activated_row.connect(self._go)
        self.before.clicked.connect(lambda: self.go_to_difference(-1))
        self.after.clicked.connect(lambda: self.go_to_difference(1))
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.markdown()))
        self.done_.clicked.connect(self.accept)
        self.working.clicked.connect(lambda _on=False: self.cancel_work())
        self.finished.connect(lambda _result: self._end_work())
        for keys, step in (("Alt+F8", 1), ("Alt+Shift+F8", -1)):
            QShortcut(QKeySequence(keys), self).activated.connect(lambda step=step: self.go_to_difference(step))

    def _fill(self) -> None:
        """The branches to choose from: on the left that of the head, on the right the newest other one."""
        here = self._session.branch
        for combo in (self.left, self.right):
            for branch in self._session.branches:
                combo.addItem(branch.name, int(branch.start))
        others = [branch for branch in self._session.branches if here is None or branch.start != here.start]
        self.left.setCurrentIndex(max(self.left.findData(int(here.start) if here is not None else 0), 0))
        if others:
            self.right.setCurrentIndex(self.right.findData(int(max(branch.start for branch in others))))

    def with_file(self, path: Path) -> None:
        """Compare with another session."""
        self._other = path
        at = self.right.findData(_FILE)
        if at < 0:
            self.right.addItem(path.name, _FILE)
            at = self.right.count() - 1
        self.right.setItemText(at, path.name)
        self.right.setCurrentIndex(at)
        self._compare()

    def _choose_file(self) -> None:
        dialog = QFileDialog(
            self, self.tr("Compare with"), str(self._session.path.parent), self.tr("Sessions (*.tcsession)")
        )
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda name: self.with_file(Path(name)))
        dialog.open()

    def _swap(self) -> None:
        left, right = self.left.currentIndex(), self.right.currentIndex()
        self.left.setCurrentIndex(right)
        self.right.setCurrentIndex(left)
        self._compare()

    def _compare(self) -> None:
        is_file = self.right.currentData() == _FILE
        alone = not is_file and len(self._session.branches) < 2
        self.nothing.setVisible(alone)
        for part in (self.verdict, self._both):
            part.setVisible(not alone)
        if alone:
            self._say("")
            for button in (self.before, self.after, self.copy, self.swap):
                button.setEnabled(False)
            return
        self._enable_sides(is_file)
        self._end_work()
        if self._is_long(is_file):
            self._begin_work(is_file)
            return
        try:
            self._take(self._found(is_file))
        except StudioError as error:
            self._refuse(str(error))

    def _take(self, found: Comparison) -> None:
        """Show a comparison."""
        self.found = found
        self._say("")
        self.verdict.show_comparison(found)
        first = found.first
        self.pairs.show_pairs(found.pairs, first.pair if first is not None else 0)
        self._show_pair(self.pairs.currentIndex().row())
        differs = any(not pair.same for pair in found.pairs)
        self.before.setEnabled(differs)
        self.after.setEnabled(differs)

    def _refuse(self, why: str) -> None:
        self.found = None
        self._say(why)
        self.before.setEnabled(False)
        self.after.setEnabled(False)

    # ---- long sessions

    def _is_long(self, is_file: bool) -> bool:
        return len(self._session.tree) > self._at_once or (is_file and _size(self._other) > _FILE_AT_ONCE)

    def _begin_work(self, is_file: bool) -> None:
        """Compare beside the window; what was shown goes until it is known."""
        self._refuse("")
        self.progress.show_busy(self.tr("Comparing"))
        self.working.show()
        self._both.setEnabled(False)
        self._task = spawn(self._work(is_file), name="compare")

    async def _work(self, is_file: bool) -> None:
        left = NodeId(self.left.currentData())
        right = self._other if is_file else NodeId(self.right.currentData())
        try:
            found = await self._session.compare_beside(left, right)
        except StudioError as error:
            self._end_work()
            self._refuse(str(error))
        else:
            self._end_work()
            self._take(found)

    def _end_work(self) -> None:
        task, self._task = self._task, None
        if task is not None and task is not asyncio.current_task():
            task.cancel()
        self.progress.show_idle()
        self.working.hide()
        self._both.setEnabled(True)

    def cancel_work(self) -> None:
        """Stop comparing; nothing was changed by it."""
        if self._task is not None:
            self._end_work()
            self._refuse(self.tr("Cancelled. Choose a branch or a session to compare again."))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc ends the comparing that is under way, else the dialog."""
        if event.key() == Qt.Key.Key_Escape and self._task is not None:
            self.cancel_work()
        else:
            super().keyPressEvent(event)

    def _enable_sides(self, is_file: bool) -> None:
        """Another session stands beside the branch of the head: that one is shown on the left then."""
        here = self._session.branch
        if is_file and here is not None:
            self.left.setCurrentIndex(max(self.left.findData(int(here.start)), 0))
        why = self.tr("Another session is compared with the branch on which this one stands.") if is_file else ""
        for part in (self.left, self.swap):
            part.setEnabled(not is_file)
            part.setToolTip(why)

    def _found(self, is_file: bool) -> Comparison:
        if is_file:
            return self._session.compare_with_file(self._other)
        return self._session.compare_branches(NodeId(self.left.currentData()), NodeId(self.right.currentData()))

    def _say(self, sentence: str) -> None:
        self.trouble.setText(sentence)
        self.trouble.setVisible(bool(sentence))
        for part in (self.verdict, self.pairs, self.diff):
            part.setEnabled(not sentence)
        self.copy.setEnabled(not sentence)

    def _show_pair(self, row: int) -> None:
        if self.found is not None and 0 <= row < len(self.found.pairs):
            pair = self.found.pairs[row]
            self.diff.set_texts(round_text(pair.left), round_text(pair.right))

    def go_to_difference(self, step: int) -> None:
        """The next pair that differs (1), or the one before (-1)."""
        at = self.pairs.next_difference(step) if self.found is not None and self.found.pairs else None
        if at is not None:
            self.pairs.go(at)

    def _go(self, row: int) -> None:
        if self.found is None:
            return
        round = self.found.pairs[row].left
        if round is not None:
            self.round_wanted.emit(self.left.currentData(), round.number)

    def markdown(self) -> str:
        """All of it, to be read elsewhere."""
        return compare_markdown(self.found, say) if self.found is not None else ""


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
