"""A reply while it streams in: its text as far as it came, a card for each call that is complete already, and what comes after those.

Above: the Response pane. Below: the streamed text, cards. The cards can be read, and say that they cannot run yet.
"""

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from studio.gui.panes.call_card import CallCard
from studio.gui.panes.call_facts import CardFacts
from studio.gui.panes.calls_view import MOST
from studio.gui.panes.edit_door import EditDoor
from studio.gui.panes.streamed_pieces import around
from studio.gui.panes.streamed_text import StreamedText
from studio.gui.widgets.scroll_column import ScrollColumn
from studio.messages.parts import Call
from studio.messages.reply import ChatReply
from studio.messages.toolspec import ToolSpec
from studio.present.arrived_calls import arrived_calls
from studio.session.nodes import NodeId
from studio.session.state import CallState

_LINES_ABOVE = 10
"""Lines of text at most once there are cards: the end of it stays in view."""
_LINES_BELOW = 4


class ArrivingReply(QWidget):
    """Told of the reply once a frame; makes one card a frame, so that a reply with many calls holds nothing up."""

    def __init__(self, door: EditDoor, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._door = door
        self._cards: list[CallCard] = []
        self.text, self.column = StreamedText(self), ScrollColumn("", self, inset=12, gap=10)
        self.rest = StreamedText(self)
        self.rest.limit(_LINES_BELOW)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(0)
        self._layout.addWidget(self.text, 1)
        self._layout.addWidget(self.column)
        self._layout.addWidget(self.rest)
        self.column.hide()
        self.rest.hide()
        self._reword()

    def show_partial(self, reply: ChatReply, tools: tuple[ToolSpec, ...]) -> None:
        """Show what has come so far."""
        arrived = arrived_calls(reply)
        shown = arrived[: min(len(self._cards) + 1, MOST)]
        for at, call in enumerate(shown):
            self._show_card(at, call, tools, last=at == len(arrived) - 1)
        self._drop(len(shown))
        for text, pieces in zip((self.text, self.rest), around(reply, shown), strict=True):
            text.grow(pieces)
            text.setVisible(not text.is_empty or (text is self.text and not shown))

    def forget(self) -> None:
        """The reply is over, or another one is shown."""
        if self._cards or not self.text.is_empty:
            self._drop(0)
            self.text.restart()
            self.rest.restart()
            self.rest.hide()

    def cards(self) -> list[CallCard]:
        """The cards from top to bottom."""
        return list(self._cards)

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
        super().changeEvent(event)

    def _reword(self) -> None:
        for text in (self.text, self.rest):
            text.setAccessibleName(self.tr("Response as it arrives"))
        self.column.setAccessibleName(self.tr("Calls that have arrived"))

    def _show_card(self, at: int, call: Call, tools: tuple[ToolSpec, ...], *, last: bool) -> None:
        state = CallState((NodeId(0), at), call, call)
        facts = CardFacts(state, "arriving", tools, "locked", first=at == 0, last=last)
        if at == len(self._cards):
            card = CallCard(facts, self._door, self)
            self._cards.append(card)
            self.column.add(card)
            self._share()
        elif self._cards[at].facts != facts:
            self._cards[at].show_facts(facts)

    def _drop(self, count: int) -> None:
        """Let the cards from `count` on go."""
        for card in self._cards[count:]:
            self.column.remove(card)
        if self._cards[count:]:
            del self._cards[count:]
            self._share()

    def _share(self) -> None:
        """All room for the text, or a few lines of it above the cards."""
        there = bool(self._cards)
        self.text.limit(_LINES_ABOVE if there else 0)
        self.column.setVisible(there)
        self._layout.setStretch(0, 0 if there else 1)
        self._layout.setStretch(1, 1 if there else 0)
