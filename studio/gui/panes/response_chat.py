"""The Chat view of the Response pane: thinking, text and calls as they were said.

Above: the Response pane. Below: widgets, entries. Knows whole replies only.
"""

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from studio.gui.panes.commit_bar import EditMode
from studio.gui.panes.hosted_view import HostedView
from studio.gui.panes.message_entries import call_line
from studio.gui.panes.reply_text import ReplyText
from studio.gui.widgets.message_block import MessageBlock
from studio.gui.widgets.scroll_column import ScrollColumn
from studio.gui.words import say
from studio.messages.parts import Call, Reasoning, Refusal
from studio.messages.reply import ChatReply
from studio.present.form_names import way_of
from studio.present.hosted_parts import hosted_parts, sealed, sealed_beside
from studio.present.words import Words, words


class ResponseChat(QWidget):
    """`edited` gives the new text, `call_wanted` the place of a call that was opened."""

    edited = Signal(str)
    call_wanted = Signal(int)
    draft_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._blocks: list[MessageBlock] = []
        self._parts: tuple[object, ...] = ()
        self.column = ScrollColumn("", self, inset=0, gap=0)
        self.text = ReplyText(self)
        self.text.setContentsMargins(12, 12, 12, 12)
        self.hosted = HostedView(self, inset=12)
        self.column.add(self.hosted)
        self.column.add(self.text)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.column, 1)
        self.text.committed.connect(self.edited)
        self.text.draft_changed.connect(self.draft_changed)
        self._reword()

    def show_reply(self, reply: ChatReply, mode: EditMode, *, edited: bool, place: object = None) -> None:
        """Show a whole reply."""
        self.text.show_text(reply.text, mode, edited=edited, place=place)
        self.hosted.show_parts(hosted_parts(reply.parts))
        others = tuple(part for part in reply.parts if isinstance(part, Call | Reasoning | Refusal))
        if others != self._parts:
            self._parts = others
            self._fill(reply)

    @property
    def has_draft(self) -> bool:
        """Whether the text holds something that is not committed."""
        return self.text.has_draft

    def blocks(self) -> list[MessageBlock]:
        """The blocks of thinking and calls."""
        return list(self._blocks)

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
            self._parts = ()
        super().changeEvent(event)

    def _reword(self) -> None:
        self.column.setAccessibleName(self.tr("Response"))

    def _fill(self, reply: ChatReply) -> None:
        for block in self._blocks:
            self.column.remove(block)
        self._blocks = []
        for part in reply.parts:
            if isinstance(part, Reasoning):
                self._add_thinking(part, sealed(part) or sealed_beside(reply.extra))
            elif isinstance(part, Refusal):
                self._add(len(self._blocks), "warn", say(words("mark.refusal")), "warn", part.text)
        for at, call in enumerate(reply.calls):
            self._add_call(at, call)

    def _add(self, place: int, icon: str, role: str, colour: str, text: str) -> MessageBlock:
        block = MessageBlock(self)
        block.set_head(icon, role, colour)
        block.set_text(text, colour="muted")
        self.column.insert(place, block)
        self._blocks.append(block)
        return block

    def _add_thinking(self, part: Reasoning, seal: Words | None) -> None:
        text = part.text or say(words("reasoning.hidden"))
        block = self._add(len(self._blocks), "agent", say(words("mark.thinking")), "agent", text)
        if seal is not None:
            block.set_head("lock", say(words("mark.thinking")), "agent", say(seal))

    def _add_call(self, at: int, call: Call) -> None:
        name, arguments = call_line(call)
        block = self._add(len(self.column.widgets()), "call", name, "call", "")
        way = way_of(call)
        block.set_head("call", name, "call", " · ".join(filter(None, (call.id, say(way) if way is not None else ""))))
        block.set_text(f"{name}({arguments})", code=True, colour="muted", spans=[(0, len(name), "call")])
        block.activated.connect(lambda: self.call_wanted.emit(at))
