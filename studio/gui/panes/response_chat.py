"""The Chat view of the Response pane: thinking, text and calls as they were said.

Above: the Response pane. Below: widgets, entries. Knows whole replies only.
"""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from studio.gui.panes.commit_bar import EditMode
from studio.gui.panes.entry_look import thought_of
from studio.gui.panes.find_here import FindHere
from studio.gui.panes.hosted_view import HostedView
from studio.gui.panes.message_entries import call_line
from studio.gui.panes.reply_text import ReplyText
from studio.gui.panes.said_call import SaidCall
from studio.gui.panes.tab_order import tab_through
from studio.gui.panes.texts_target import TextsTarget
from studio.gui.panes.thinking_fold import ThinkingFold, Thought
from studio.gui.widgets.message_block import MessageBlock
from studio.gui.widgets.scroll_column import ScrollColumn
from studio.gui.words import say
from studio.messages.parts import Call, Reasoning, Refusal
from studio.messages.reply import ChatReply
from studio.present.form_names import way_of
from studio.present.hosted_parts import hosted_parts, sealed_beside
from studio.present.words import words

_INSET = 12


class ResponseChat(QWidget):
    """`edited` gives the new text, `call_wanted` the place of a call that was opened."""

    edited = Signal(str)
    reverted = Signal()
    """The text shall be again what the model said."""
    call_wanted = Signal(int)
    draft_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._thoughts: list[ThinkingFold] = []
        self._blocks: list[MessageBlock] = []
        self._calls: list[SaidCall] = []
        self._parts: tuple[object, ...] = ()
        self.column = ScrollColumn("", self, inset=0, gap=0)
        self.text = ReplyText(self)
        self.text.setContentsMargins(_INSET, _INSET, _INSET, _INSET)
        self.hosted = HostedView(self, inset=_INSET)
        self.column.add(self.hosted)
        self.column.add(self.text)
        held = QWidget(self)
        self._chips = QVBoxLayout(held)
        self._chips.setContentsMargins(_INSET, 0, _INSET, _INSET)
        self._chips.setSpacing(4)
        self.column.add(held)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.column, 1)
        self.finding = FindHere(self, layout, TextsTarget(self.column))
        self.text.committed.connect(self.edited)
        self.text.reverted.connect(self.reverted)
        self.text.draft_changed.connect(self.draft_changed)
        self._reword()

    def show_reply(self, reply: ChatReply, mode: EditMode, *, edited: bool, place: object = None) -> None:
        """Show a whole reply."""
        self.text.show_text(reply.text, mode, edited=edited, place=place)
        self.hosted.show_parts(hosted_parts(reply.parts))
        self.finding.search_again()
        others = tuple(part for part in reply.parts if isinstance(part, Call | Reasoning | Refusal))
        if others != self._parts:
            self._parts = others
            self._fill(reply)

    @property
    def has_draft(self) -> bool:
        """Whether the text holds something that is not committed."""
        return self.text.has_draft

    @property
    def drafts(self) -> set[object]:
        """The replies whose text holds something that is not committed."""
        return self.text.drafts

    def thoughts(self) -> list[ThinkingFold]:
        """The folded thinking, from top to bottom."""
        return list(self._thoughts)

    def calls(self) -> list[SaidCall]:
        """The chips of the calls, from top to bottom."""
        return list(self._calls)

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
            self._parts = ()
        super().changeEvent(event)

    def _reword(self) -> None:
        self.column.setAccessibleName(self.tr("Response"))

    def _fill(self, reply: ChatReply) -> None:
        for widget in (*self._thoughts, *self._blocks, *self._calls):
            widget.hide()
            widget.deleteLater()
        self._thoughts, self._blocks, self._calls = [], [], []
        for part in reply.parts:
            if isinstance(part, Reasoning):
                self._add_thought(thought_of(part, sealed_beside(reply.extra)))
            elif isinstance(part, Refusal):
                self._add_refusal(part.text)
        for at, call in enumerate(reply.calls):
            self._add_call(at, call)
        tab_through([*self._thoughts, *self._blocks, self.hosted, self.text, *self._calls])

    def _add_thought(self, thought: Thought) -> None:
        fold = ThinkingFold(self)
        fold.setContentsMargins(_INSET - 4, 6, _INSET, 0)
        fold.show_thought(thought)
        self._thoughts.append(fold)
        self.column.insert(len(self._thoughts) - 1, fold)

    def _add_refusal(self, text: str) -> None:
        block = MessageBlock(self)
        block.set_head("warn", say(words("mark.refusal")), "warn")
        block.set_text(text, colour="muted")
        self._blocks.append(block)
        self.column.insert(len(self._thoughts) + len(self._blocks) - 1, block)

    def _add_call(self, at: int, call: Call) -> None:
        name, arguments = call_line(call)
        way = way_of(call)
        chip = SaidCall(name, arguments, " · ".join(filter(None, (call.id, say(way) if way is not None else ""))), self)
        chip.clicked.connect(lambda _on=False: self.call_wanted.emit(at))
        self._calls.append(chip)
        self._chips.addWidget(chip, 0, Qt.AlignmentFlag.AlignLeft)
