"""The Calls view of the Response pane: the assistant's text, one card a call, and *Add tool call*.

Above: the Response pane. Below: cards, the edit door. Cards are kept by their call's key, with what is half typed in them.
"""

from collections.abc import Callable, Collection, Sequence
from typing import Any

from PySide6.QtCore import QEvent, QPoint, Signal
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget

from studio.checks.problem import Problem
from studio.gui.look.icons import icon
from studio.gui.panes.call_card import CallCard
from studio.gui.panes.call_facts import CardFacts
from studio.gui.panes.commit_bar import EditMode
from studio.gui.panes.edit_door import EditDoor
from studio.gui.panes.find_here import FindHere
from studio.gui.panes.hosted_view import HostedView
from studio.gui.panes.reply_text import ReplyText
from studio.gui.panes.tab_order import tab_through
from studio.gui.panes.texts_target import TextsTarget
from studio.gui.widgets.buttons import Button
from studio.gui.widgets.scroll_column import ScrollColumn
from studio.gui.words import fill
from studio.messages.toolspec import ToolSpec
from studio.present.hosted_parts import hosted_parts
from studio.session.nodes import CallKey
from studio.session.state import OpenReply

_ABOVE = 3
"""Widgets above the first card."""
MOST = 100
"""Cards that are shown at a time; of a reply with more calls the others are a press away."""
_MOST_SPARE = 4
_MOST_ORDERED = 40
"""Calls up to which Tab goes on from the text to the cards: Qt looks through the whole window for each widget that is moved, which takes
a minute for 200 cards. Beyond it the cards follow one another still, after the other panes."""


Shown = tuple[OpenReply, Sequence[CardFacts], tuple[ToolSpec, ...], EditMode]


class CallsView(QWidget):
    """Shows one open reply."""

    draft_changed = Signal()

    def __init__(self, door: EditDoor, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._door = door
        self._tools: tuple[ToolSpec, ...] = ()
        self._cards: dict[CallKey, CallCard] = {}
        self._spare: list[CallCard] = []
        """Cards of calls that are not shown any more, hidden: the next ones are shown by them."""
        self._due: CallKey | None = None
        self._shown: Shown | None = None
        """What was shown last."""
        self._part = 0
        """Which hundred of the calls is shown."""
        self._said = ""
        """The text as the model said it."""
        self._order: list[CallKey] = []
        self._stops: list[CallCard] = []
        """The cards that Tab goes through."""
        self.column = ScrollColumn("", self, inset=12, gap=10)
        self.text, self.hosted = ReplyText(self), HostedView(self, inset=4)
        self.add = Button("", self, look="quiet", icon_name="plus")
        self.before, self.after = Button("", self, look="link"), Button("", self, look="link")
        for widget in (self.hosted, self.text, self.before, self.after, self.add):
            self.column.add(widget)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.column)
        self.finding = FindHere(self, layout, TextsTarget(self.column))
        self.text.committed.connect(lambda text: self._door.change(lambda session: session.edit_reply_text(text)))
        self.text.reverted.connect(lambda: self._door.change(lambda session: session.edit_reply_text(self._said)))
        self.text.draft_changed.connect(self.draft_changed)
        self.add.clicked.connect(lambda _on=False: self._open_menu())
        self.before.clicked.connect(lambda _on=False: self._turn_to(self._part - 1))
        self.after.clicked.connect(lambda _on=False: self._turn_to(self._part + 1))
        self._reword()

    def show_reply(
        self, opened: OpenReply, facts: Sequence[CardFacts], tools: tuple[ToolSpec, ...], mode: EditMode
    ) -> None:
        """Show a reply with the facts of its calls; the card that is newly due comes into view."""
        another = self._shown is None or self._shown[0].event != opened.event
        self._tools, self._said, self._shown = tools, opened.original.text, (opened, facts, tools, mode)
        facts = self._part_of(facts, another=another)
        edited = opened.reply.text != opened.original.text
        self.text.show_text(opened.reply.text, mode, edited=edited, place=opened.event)
        self.hosted.show_parts(hosted_parts(opened.reply.parts))
        keys = [each.call.key for each in facts]
        self._order = [key for key in self._order if key in keys]  # who looks meanwhile sees those that stay
        for key in [key for key in self._cards if key not in keys]:
            self._put_away(key)
        for at, each in enumerate(facts):
            self._show_card(at, each)
        self.add.setVisible(mode != "locked")
        self._end_spare(_MOST_SPARE)
        self._order = keys
        self._order_tabs()
        due = next((each.call.key for each in self._shown[1] if each.is_due), None)
        if due is not None and due != self._due:
            self.column.reveal(self._cards[due])
        self._due = due

    def _part_of(self, facts: Sequence[CardFacts], *, another: bool) -> Sequence[CardFacts]:
        """The calls to show: those around the one that is newly due, or the hundred that the person turned to."""
        due = next((at for at, each in enumerate(facts) if each.is_due), None)
        if due is not None and facts[due].call.key != self._due:
            self._part = due // MOST
        elif another:
            self._part = 0
        self._part = min(self._part, max(len(facts) - 1, 0) // MOST)
        first, last = self._part * MOST, (self._part + 1) * MOST
        self.before.setVisible(first > 0)
        self.after.setVisible(last < len(facts))
        self.before.set_words(self.tr("Show the %n calls before", "", min(first, MOST)))
        self.after.set_words(self.tr("Show the %n calls after", "", min(len(facts) - last, MOST)))
        return facts[first:last]

    def _turn_to(self, part: int) -> None:
        """Show another hundred of the calls."""
        if self._shown is not None:
            self._part = part
            self.show_reply(*self._shown)
            self.column.reveal(self._cards[self._order[0]])

    def _order_tabs(self) -> None:
        cards = self.cards()
        if cards != self._stops and len(cards) <= _MOST_ORDERED:
            tab_through([self.hosted, self.text, self.before, *cards, self.after, self.add])
        self._stops = cards

    def cards(self) -> list[CallCard]:
        """The cards from top to bottom."""
        return [self._cards[key] for key in self._order]

    def card(self, key: CallKey) -> CallCard | None:
        """The card of a call."""
        return self._cards.get(key)

    def reveal(self, key: CallKey, *, focus: bool = False) -> None:
        """Bring a card into view, open, and with the focus if asked."""
        if key not in self._order and self._shown is not None:
            at = next((at for at, each in enumerate(self._shown[1]) if each.call.key == key), None)
            if at is not None:
                self._turn_to(at // MOST)
        card = self._cards.get(key)
        if card is not None:
            card.expand()
            self.column.reveal(card)
            if focus:
                card.setFocus()

    def typed_problems(self) -> dict[CallKey, tuple[Problem, ...]]:
        """What is wrong with the arguments that are typed in cards."""
        typed = (card for card in self.cards() if card.arguments.draft is not None)
        return {card.facts.call.key: card.arguments.problems_told() for card in typed}

    @property
    def has_draft(self) -> bool:
        """Whether a card or the text holds something that is not committed."""
        return self.text.has_draft or any(card.has_draft for card in self._cards.values())

    @property
    def drafts(self) -> set[object]:
        """The replies of which something typed is not committed."""
        return {*self.text.drafts, *(key[0] for key, card in self._cards.items() if card.has_draft)}

    def has_other_draft(self, replies: Collection[object]) -> bool:
        """Whether the text, a result or a notice of these replies holds something that is not committed; `settle` takes care of
        arguments."""
        cards = (card for key, card in self._cards.items() if key[0] in replies)
        text = not self.text.drafts.isdisjoint(replies)
        return text or any(card.result.has_draft or card.truth.has_draft for card in cards)

    def settle(self, replies: Collection[object]) -> str:
        """Commit the arguments that are typed in cards of these replies; a sentence when something is typed that cannot be committed."""
        for card in [card for key, card in self._cards.items() if key[0] in replies]:
            name = card.facts.call.call.name
            card.settle_notice()
            if card.answer.is_typed:
                return fill(self.tr("A result for {tool} is being typed. Use it, or close it first."), tool=name)
            if card.facts.phase in ("open", "approval") and not card.commit():
                return fill(self.tr("The arguments of {tool} cannot be committed as they are typed."), tool=name)
        return ""

    def make_add_menu(self) -> QMenu:
        """The tools of which a call can be added."""
        menu = QMenu(self)
        for tool in self._tools:
            action = menu.addAction(icon("lock" if tool.sensitive else "call", "call"), tool.name)
            action.triggered.connect(lambda _on=False, name=tool.name: self._add(name))
        other = menu.addAction(self.tr("Another tool"))
        other.triggered.connect(lambda _on=False: self._add("tool"))
        return menu

    def changeEvent(self, event: QEvent) -> None:
        """Word everything anew when the language changes."""
        if event.type() == QEvent.Type.LanguageChange:
            self._reword()
        super().changeEvent(event)

    def _reword(self) -> None:
        self.add.set_words(self.tr("Add tool call"))
        self.column.setAccessibleName(self.tr("Calls of the response"))

    def forget(self) -> None:
        """Drop every draft: another session is shown."""
        for card in self._cards.values():
            self.column.remove(card)
        self._cards.clear()
        self._end_spare(0)
        self._order, self._stops, self._due, self._shown = [], [], None, None
        self.text.forget()

    def _put_away(self, key: CallKey) -> None:
        """Take a card of another reply away; one with a draft is only hidden."""
        if self._cards[key].has_draft:
            self._cards[key].hide()
        else:
            self._spare.append(card := self._cards.pop(key))
            card.hide()

    def _end_spare(self, most: int) -> None:
        """Keep no more spare cards than that."""
        for card in self._spare[most:]:
            self.column.remove(card)
        del self._spare[most:]

    def _show_card(self, at: int, facts: CardFacts) -> None:
        key = facts.call.key
        card = self._cards.get(key)
        if card is None:
            card = self._cards[key] = self._turned(facts) if self._spare else self._make_card(facts)
        else:
            if card.facts != facts:  # a reply may have hundreds of calls, of which one went on
                card.show_facts(facts)
            card.show()
        if self.column.widget_at(at + _ABOVE) is not card:
            self.column.insert(at + _ABOVE, card)

    def _turned(self, facts: CardFacts) -> CallCard:
        """A spare card that shows another call now."""
        card = self._spare.pop(0)
        card.turn_to(facts)
        card.show()
        return card

    def _make_card(self, facts: CardFacts) -> CallCard:
        card = CallCard(facts, self._door, self)
        card.moved.connect(lambda by: self._move(card.facts.call.key, by))
        card.duplicate.connect(lambda: self._change(card, lambda session, key: session.duplicate_call(key)))
        card.remove.connect(lambda: self._change(card, lambda session, key: session.remove_call(key)))
        card.draft_changed.connect(self.draft_changed)
        card.answer.opened.connect(lambda: self.column.reveal(card.answer))
        return card

    def _change(self, card: CallCard, edit: Callable[[Any, CallKey], object]) -> None:
        key = card.facts.call.key
        self._door.change(lambda session: edit(session, key))

    def _add(self, name: str) -> None:
        self._door.change(lambda session: session.add_call(name))

    def _move(self, key: CallKey, by: int) -> None:
        to = self._part * MOST + self._order.index(key) + by
        self._door.change(lambda session: session.move_call(key, to))

    def _open_menu(self) -> None:
        self.make_add_menu().popup(self.add.mapToGlobal(QPoint(0, self.add.height())))
