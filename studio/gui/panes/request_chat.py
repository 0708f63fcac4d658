"""The Chat view of the Request pane: the history as blocks, the newest last, and the composer at its end.

Above: the Request pane. Below: entry blocks, composer. Knows no session: signals say what the person wants. Only the messages in and
near the view have a block.
"""

from collections.abc import Hashable, Sequence

from PySide6.QtCore import QEvent, QTimer, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from studio.checks.history.problem import HistoryProblem
from studio.gui.look.theme import theme
from studio.gui.panes.chat_target import ChatTarget
from studio.gui.panes.commit_bar import EditMode
from studio.gui.panes.composer import Composer
from studio.gui.panes.entry_block import EntryBlock
from studio.gui.panes.find_here import FindHere
from studio.gui.panes.history_words import line_of
from studio.gui.panes.message_entries import Entry
from studio.gui.panes.tab_order import tab_through
from studio.gui.widgets.buttons import Button
from studio.gui.widgets.empty_state import EmptyState
from studio.gui.widgets.message_block import FOLDED_LINES
from studio.gui.widgets.virtual_column import VirtualColumn
from studio.gui.words import fill, number

Key = tuple[int, int | None]
Drafts = dict[Key, str]
_EARLIER, _EMPTY, _COMPOSER = "earlier", "empty", "composer"
_ORDERED_AFTER = 60
"""Milliseconds after which Tab knows the blocks that came by scrolling."""


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
        self._entries: dict[Key, Entry] = {}
        self._mode: EditMode = "locked"
        self._problems: dict[Key, list[HistoryProblem]] = {}
        self._hidden = 0
        self._place: object = None
        self._drafts: dict[object, Drafts] = {}
        self._unseen: Drafts = {}
        """Drafts of messages whose block is not there."""
        self._unfolded: set[Key] = set()
        self._current: Key | None = None
        self._spare: list[EntryBlock] = []
        self.column = VirtualColumn("", self)
        holder = self.column.viewport()
        self.earlier = Button("", holder, look="link")
        self.empty = EmptyState("", "", holder, icon="message", airy=True)
        self.composer = Composer(holder)
        for widget in (self.earlier, self.empty, self.composer):
            widget.hide()
        self.column.make, self.column.free, self.column.estimate = self._make, self._free, self._estimate
        self.column.loose = frozenset((_EARLIER,))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.column)
        self.finding = FindHere(self, layout, ChatTarget(self, self, lambda: self._current))
        self._ordered = QTimer(self, singleShot=True, interval=_ORDERED_AFTER)
        self._ordered.timeout.connect(self._order)
        self.column.realized_changed.connect(self._ordered.start)
        self.column.at_top.connect(self._want_earlier)
        self.earlier.clicked.connect(lambda _on=False: self.earlier_wanted.emit())
        self._reword()

    def show_entries(
        self, entries: Sequence[Entry], mode: EditMode, *, hidden: int, composer: bool, place: object = None
    ) -> None:
        """Show the entries; `hidden` messages stand before them. Blocks are kept where they can be, with their drafts;
        each `place` has drafts of its own."""
        drafts = self._take_place(place)
        former, self._entries, self._mode = self._entries, {(each.index, each.part): each for each in entries}, mode
        self._hidden = hidden
        for block in self.blocks():
            if block.key in self._entries:
                block.show_entry(self._entries[block.key], mode)
        changed = [key for key, entry in self._entries.items() if former.get(key) != entry]
        self.column.set_rows(self._rows(composer=composer), changed=changed)
        self.finding.search_again()
        if drafts is not None:
            self._restore(drafts)
        self._reword()

    def _take_place(self, place: object) -> Drafts | None:
        """Put the drafts of the former place by; those of a new one, None where it is the same."""
        if place == self._place:
            return None
        held = {block.key: block.take_draft() for block in self.blocks() if block.has_draft}
        self._drafts[self._place] = {**self._unseen, **held}
        self._unseen.clear()
        self._place = place
        return self._drafts.pop(place, {})

    def _rows(self, *, composer: bool) -> list[Hashable]:
        """All rows: the link to the past, the messages, and what stands below them."""
        nothing = composer and not any(index >= 0 for index, _ in self._entries) and self._hidden == 0
        fixed = ((_EMPTY, nothing), (_COMPOSER, composer))
        return [*([_EARLIER] if self._hidden else []), *self._entries, *(key for key, there in fixed if there)]

    def forget(self) -> None:
        """Drop every draft: another session is shown."""
        for block in self.blocks():
            block.take_draft()
        self.show_entries([], "locked", hidden=0, composer=False)
        self._drafts.clear()
        self._unseen.clear()
        self._unfolded.clear()
        self._current = None
        self.column.show_end()
        self.composer.clear()

    def _restore(self, drafts: Drafts) -> None:
        for key, draft in drafts.items():
            block = self._block(key)
            if block is not None:
                block.set_draft(draft)
            elif key in self._entries or key[0] < self._first_index():
                self._unseen[key] = draft

    # ---- the blocks that are there

    def _make(self, key: Hashable) -> QWidget:
        """The block of a message, one that is not needed any more where there is one."""
        fixed = {_EARLIER: self.earlier, _EMPTY: self.empty, _COMPOSER: self.composer}
        if key in fixed:
            return fixed[key]
        assert isinstance(key, tuple)
        block = self._spare.pop() if self._spare else self._new_block(self._entries[key])
        block.show_entry(self._entries[key], self._mode)
        block.show_problems([line_of(problem) for problem in self._problems.get(key, ())])
        block.block.set_current(key == self._current)
        if block.is_unfolded != (key in self._unfolded):
            block.unfold(key in self._unfolded)
        draft = self._unseen.pop(key, None)
        if draft is not None:
            block.set_draft(draft)
        return block

    def _free(self, key: Hashable, widget: QWidget) -> bool:
        """Keep a block for another message. One in which somebody types stays, while its message is there."""
        if not isinstance(widget, EntryBlock):
            return True
        if (widget.has_draft or widget.editor is not None) and key in self._entries:
            return False
        if widget.has_draft and widget.key[0] < self._first_index():
            self._unseen[widget.key] = widget.take_draft()
        (self._unfolded.add if widget.is_unfolded else self._unfolded.discard)(widget.key)
        self._spare.append(widget)
        return True

    def _new_block(self, entry: Entry) -> EntryBlock:
        block = EntryBlock(entry, self._mode, self.column.viewport())
        block.committed.connect(lambda text, block=block: self.edited.emit(block.entry, text))
        block.removed.connect(lambda block=block: self.removed.emit(block.entry))
        block.repair_wanted.connect(lambda at, block=block: self._repair(block, at))
        block.step_wanted.connect(lambda by, block=block: self._step(block, by))
        block.draft_changed.connect(lambda: self.draft_changed.emit(self.has_draft))
        return block

    def _first_index(self) -> int:
        """The first message that is shown."""
        return next((index for index, _ in self._entries if index >= 0), 0)

    def _want_earlier(self) -> None:
        """The person scrolled up to the first message that is shown."""
        if self._hidden:
            self.earlier_wanted.emit()

    def _order(self) -> None:
        """Let Tab go through the blocks as they stand."""
        tab_through([self.earlier, *self.blocks(), self.composer])

    def _step(self, block: EntryBlock, by: int) -> None:
        """Go to the message before or after."""
        keys = list(self._entries)
        at = keys.index(block.key) + by
        if 0 <= at < len(keys):
            self.column.reveal(keys[at])
            found = self._block(keys[at])
            if found is not None:
                found.block.setFocus()

    def show_problems(self, problems: Sequence[HistoryProblem]) -> None:
        """Show each problem at its message, or at the result that it is about."""
        self._problems = {}
        for problem in problems:
            key = self._key_for(problem)
            if key is not None:
                self._problems.setdefault(key, []).append(problem)
        for block in self.blocks():
            block.show_problems([line_of(problem) for problem in self._problems.get(block.key, ())])

    def _key_for(self, problem: HistoryProblem) -> Key | None:
        """The entry that a problem is told at: of several results in one message that of its call."""
        if problem.message is None:
            return None
        own = [key for key in self._entries if key[0] == problem.message]
        of_call = (key for key in own if problem.call_id and self._entries[key].call_id == problem.call_id)
        return next(of_call, own[0] if own else None)

    def _repair(self, block: EntryBlock, at: int) -> None:
        found = self._problems.get(block.key, [])
        if at < len(found):
            self.repair_wanted.emit(found[at])

    def blocks(self) -> list[EntryBlock]:
        """The blocks that are there, from top to bottom: those of all messages where they are few, else those in and near the view."""
        return [widget for widget in self.column.realized() if isinstance(widget, EntryBlock)]

    def shown(self) -> list[Entry]:
        """All entries, whether they have a block now or not."""
        return list(self._entries.values())

    def block_of(self, index: int, part: int | None = None) -> EntryBlock | None:
        """The block of a message, or of one of its results."""
        keys = (key for key in self._entries if key[0] == index and part in (None, key[1]))
        key = next(keys, None)
        return self._block(key) if key is not None else None

    def _block(self, key: Key) -> EntryBlock | None:
        found = self.column.widget(key)
        return found if isinstance(found, EntryBlock) else None

    def reveal(self, index: int, part: int | None = None) -> None:
        """Bring a message, or one of its results, into view and mark it as the current one."""
        self._mark(next((key for key in self._entries if key[0] == index and part in (None, key[1])), None))

    def mark_none(self) -> None:
        """Mark no message as the current one."""
        if self._current is not None:
            self._mark(None)

    def reveal_problem(self, problem: HistoryProblem) -> None:
        """Bring the block that tells a problem into view, mark it alone, and put the keyboard there."""
        key = self._key_for(problem)
        self._mark(key)
        found = self._block(key) if key is not None else None
        if found is not None:
            found.block.setFocus()

    def _mark(self, key: Key | None) -> None:
        self._current = key
        if key is not None:
            self.column.reveal(key)
        for block in self.blocks():
            block.block.set_current(block.key == key)

    def show_end(self) -> None:
        """Scroll to the newest message."""
        self.column.show_end()

    @property
    def follows(self) -> bool:
        """Whether the newest message is in view."""
        return self.column.follows

    @property
    def has_draft(self) -> bool:
        """Whether a block holds something that is not committed."""
        return bool(self._unseen) or any(block.has_draft for block in self.blocks())

    @property
    def drafts(self) -> set[object]:
        """The places at which something typed is not committed, that which is shown included."""
        kept = {place for place, drafts in self._drafts.items() if drafts}
        return {*kept, *([self._place] if self.has_draft else ())}

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
        super().changeEvent(event)

    def _estimate(self, key: Hashable, width: int) -> int:
        """About how high a message is that was never seen."""
        entry = self._entries.get(key) if isinstance(key, tuple) else None
        if entry is None:
            return theme().px(40)
        across = max(width // theme().px(7), 10)
        lines = min(entry.text.count("\n", 0, 2_000) + len(entry.text) // across + 1, FOLDED_LINES) + len(entry.calls)
        return theme().px(36) + lines * theme().px(16)

    def _reword(self) -> None:
        self.column.setAccessibleName(self.tr("Messages of the request"))
        self.earlier.set_words(fill(self.tr("Show {n} earlier messages"), n=number(self._hidden)))
        self.empty.set(
            self.tr("Nothing was said yet. Write the first message; nothing is sent before you press Send."),
            icon="message",
        )
