"""The Chat view of the Request pane: the history as blocks, the newest last, and the composer at its end.

Above: the Request pane. Below: entry blocks, composer. Knows no session: signals say what the person wants.
"""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from studio.checks.history.problem import HistoryProblem
from studio.gui.panes.commit_bar import EditMode
from studio.gui.panes.composer import Composer
from studio.gui.panes.entry_block import EntryBlock
from studio.gui.panes.history_words import line_of
from studio.gui.panes.message_entries import Entry
from studio.gui.panes.tab_order import tab_through
from studio.gui.widgets.buttons import Button
from studio.gui.widgets.empty_state import EmptyState
from studio.gui.widgets.scroll_column import ScrollColumn
from studio.gui.words import fill, number

_NEAR_END = 40
_SURELY_SCROLLED = 60


class RequestChat(QWidget):
    """`edited` gives an entry and its new text, `removed` an entry, `earlier_wanted` asks for more of the past."""

    edited = Signal(object, str)
    removed = Signal(object)
    repair_wanted = Signal(object)
    """A history problem whose repair was pressed."""
    earlier_wanted = Signal()
    draft_changed = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._blocks: list[EntryBlock] = []
        self._problems: dict[tuple[int, int | None], list[HistoryProblem]] = {}
        self._hidden = 0
        self._place: object = None
        self._drafts: dict[object, dict[tuple[int, int | None], str]] = {}
        self.column = ScrollColumn("", self)
        self.earlier = Button("", self, look="link")
        self.empty = EmptyState("", "", self, icon="message")
        self.composer = Composer(self)
        self.column.add(self.earlier)
        self.column.add(self.empty)
        self.column.add(self.composer)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.column)
        self._following = True
        self.column.verticalScrollBar().rangeChanged.connect(lambda _least, _most: self._follow())
        self._moved = QTimer(self, singleShot=True, interval=0)
        self._moved.timeout.connect(self._look)
        self.column.verticalScrollBar().actionTriggered.connect(lambda _action: self._moved.start())
        self.earlier.clicked.connect(lambda _on=False: self.earlier_wanted.emit())
        self._reword()

    def show_entries(
        self, entries: Sequence[Entry], mode: EditMode, *, hidden: int, composer: bool, place: object = None
    ) -> None:
        """Show the entries; `hidden` messages stand before them. Blocks are kept where they can be, with their drafts;
        each `place` has drafts of its own."""
        if place != self._place:
            self._drafts[self._place] = {block.key: block.take_draft() for block in self._blocks if block.has_draft}
        if not self._blocks:
            self._following = True
        # With many blocks the bar is there anyhow; left to Qt, every height would be measured at two widths.
        always = len(entries) > _SURELY_SCROLLED
        policy = Qt.ScrollBarPolicy
        self.column.setVerticalScrollBarPolicy(policy.ScrollBarAlwaysOn if always else policy.ScrollBarAsNeeded)
        self._match(entries, mode)
        if place != self._place:
            self._place = place
            self._restore(self._drafts.pop(place, {}))
        self._hidden = hidden
        self.earlier.setVisible(hidden > 0)
        focus = QApplication.focusWidget()
        typing = not composer and focus is not None and self.composer.isAncestorOf(focus)
        self.composer.setVisible(composer)
        if typing and self._blocks:
            self._blocks[-1].setFocus()
        self.empty.setVisible(composer and not any(entry.index >= 0 for entry in entries) and hidden == 0)
        self._reword()

    def _match(self, entries: Sequence[Entry], mode: EditMode) -> None:
        """Give each entry its block."""
        self._lay_out_later(True)
        self._drop_former(entries)
        former = self._former(entries)
        for at, entry in former:
            self._add(entry, mode, at)
        for block, entry in zip(self._blocks, entries, strict=False):
            block.show_entry(entry, mode)
        added = entries[len(self._blocks) :]
        for entry in added:
            self._add(entry, mode, len(self._blocks))
        self._lay_out_later(False)
        if added or former:
            before = len(self._blocks) - len(added) if not former else 0
            tab_through(
                [*(self._blocks[max(before - 1, 0) :] if before else [self.earlier, *self._blocks]), self.composer]
            )
        for block in self._blocks[len(entries) :]:
            self.column.remove(block)
        del self._blocks[len(entries) :]

    def _drop_former(self, entries: Sequence[Entry]) -> None:
        """Drop the blocks of messages that are now before the first one shown: the others keep theirs, with what is typed."""
        start = sum(block.entry.index < 0 for block in self._blocks[:1])
        first = next((entry.index for entry in entries if entry.index >= 0), None)
        gone = [block for block in self._blocks[start:] if first is not None and block.entry.index < first]
        if gone and len(gone) < len(self._blocks) - start:
            for block in gone:
                self.column.remove(block)
                self._blocks.remove(block)

    def _former(self, entries: Sequence[Entry]) -> list[tuple[int, Entry]]:
        """The entries that stand before the first message which has a block now, with their places."""
        first = next((block.key for block in self._blocks if block.entry.index >= 0), None)
        keys = [(entry.index, entry.part) for entry in entries]
        if first is None or first not in keys:
            return []
        start = sum(entry.index < 0 for entry in entries[:1])
        return list(enumerate(entries))[start : keys.index(first)]

    def forget(self) -> None:
        """Drop every draft: another session is shown."""
        self.show_entries([], "locked", hidden=0, composer=False)
        self._drafts.clear()
        self.composer.clear()

    def _restore(self, drafts: dict[tuple[int, int | None], str]) -> None:
        for block in self._blocks:
            if block.key in drafts:
                block.set_draft(drafts[block.key])

    def show_problems(self, problems: Sequence[HistoryProblem]) -> None:
        """Show each problem at its message, or at the result that it is about."""
        self._problems = {}
        for problem in problems:
            block = self._block_for(problem)
            if block is not None:
                self._problems.setdefault(block.key, []).append(problem)
        for block in self._blocks:
            block.show_problems([line_of(problem) for problem in self._problems.get(block.key, ())])

    def _block_for(self, problem: HistoryProblem) -> EntryBlock | None:
        """The block that a problem is told at: of several results in one message that of its call."""
        own = [block for block in self._blocks if problem.message is not None and block.entry.index == problem.message]
        of_call = (block for block in own if problem.call_id and block.entry.call_id == problem.call_id)
        return next(of_call, own[0] if own else None)

    def _repair(self, block: EntryBlock, at: int) -> None:
        found = self._problems.get(block.key, [])
        if at < len(found):
            self.repair_wanted.emit(found[at])

    def blocks(self) -> list[EntryBlock]:
        """The blocks from top to bottom."""
        return list(self._blocks)

    def block_of(self, index: int, part: int | None = None) -> EntryBlock | None:
        """The block of a message, or of one of its results."""
        fits = (each for each in self._blocks if each.entry.index == index and part in (None, each.entry.part))
        return next(fits, None)

    def reveal(self, index: int) -> None:
        """Bring a message into view and mark it as the current one."""
        for block in self._blocks:
            block.block.set_current(block.entry.index == index)
        found = self.block_of(index)
        if found is not None:
            self._following = False
            self.column.reveal(found)

    def reveal_problem(self, problem: HistoryProblem) -> None:
        """Bring the block that tells a problem into view, mark it alone, and put the keyboard there."""
        found = self._block_for(problem)
        if found is None:
            return
        for block in self._blocks:
            block.block.set_current(block is found)
        self._following = False
        self.column.reveal(found)
        found.block.setFocus()

    def show_end(self) -> None:
        """Scroll to the newest message."""
        bar = self.column.verticalScrollBar()
        bar.setValue(bar.maximum())

    @property
    def has_draft(self) -> bool:
        """Whether a block holds something that is not committed."""
        return any(block.has_draft for block in self._blocks)

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
        super().changeEvent(event)

    def _add(self, entry: Entry, mode: EditMode, at: int) -> None:
        block = EntryBlock(entry, mode, self)
        block.committed.connect(lambda text, block=block: self.edited.emit(block.entry, text))
        block.removed.connect(lambda block=block: self.removed.emit(block.entry))
        block.repair_wanted.connect(lambda at, block=block: self._repair(block, at))
        block.draft_changed.connect(lambda: self.draft_changed.emit(self.has_draft))
        self.column.insert(1 + at, block)
        block.resize(self.column.viewport().width(), block.height())
        block.show()
        self._blocks.insert(at, block)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scrolling up stops following; scrolling to the end begins again."""
        super().wheelEvent(event)
        self._look()

    def _lay_out_later(self, later: bool) -> None:
        """Hold the layout back while many blocks come: each of them would move all others."""
        holder = self.column.widget()
        layout = holder.layout() if holder is not None else None
        if layout is not None:
            layout.setEnabled(not later)
            if not later:
                layout.invalidate()
                layout.activate()

    def _follow(self) -> None:
        if self._following:
            self.show_end()

    def _look(self) -> None:
        bar = self.column.verticalScrollBar()
        self._following = bar.value() >= bar.maximum() - _NEAR_END

    def _reword(self) -> None:
        self.column.setAccessibleName(self.tr("Messages of the request"))
        self.earlier.set_words(fill(self.tr("Show {n} earlier messages"), n=number(self._hidden)))
        self.empty.set(
            self.tr("Nothing was said yet. Write the first message; nothing is sent before you press Send."),
            icon="message",
        )
