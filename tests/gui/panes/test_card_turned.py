"""A card that shows another call shows it as a card made for it would: nothing of the former call stays, whatever was open in it."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from studio.gui.panes.call_card import CallCard
from tests.gui.panes.conftest import Panes
from tests.gui.panes.memory_session import MemorySession
from tests.gui.panes.refund import keys, paused_session

Typed = Callable[[QWidget, str], None]
_SAID = ("text", "toPlainText", "isChecked", "isReadOnly")


def _shown(card: CallCard) -> list[tuple[str, str, str, bool, list[str]]]:
    """Every part of a card that is in view, with what it says."""
    seen = [each for each in card.findChildren(QWidget) if each.isVisibleTo(card)]
    return [
        (
            *(type(each).__name__, each.accessibleName(), each.toolTip(), each.isEnabled()),
            [str(getattr(each, name)()) for name in _SAID if hasattr(each, name)],
        )
        for each in seen
    ]


def _nothing(_card: CallCard, _typed: Typed) -> None:
    """The card as it was."""


def _another_view(card: CallCard, _typed: Typed) -> None:
    card.expand()
    card.arguments.switch.choose("diff")


def _an_answer(card: CallCard, typed: Typed) -> None:
    card.act("mock")
    typed(card.answer.text, "shipped")


def _a_draft_dropped(card: CallCard, typed: Typed) -> None:
    typed(card.arguments.editor, "{")
    card.arguments.flush()
    card.revert()


def _a_result_opened(card: CallCard, _typed: Typed) -> None:
    card.result.open_editor()


def _output(card: CallCard, _typed: Typed) -> None:
    card.live.add("printed")
    card.show_progress(0.5, "half")


def _a_find_bar(card: CallCard, _typed: Typed) -> None:
    QTest.keyClick(card.arguments.editor, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)


_BEFORE = (_nothing, _another_view, _an_answer, _a_draft_dropped, _a_result_opened, _output, _a_find_bar)


@pytest.mark.parametrize("before", _BEFORE)
@pytest.mark.parametrize("to_first", [True, False])
def test_a_card_turned_to_another_call_shows_what_a_new_card_shows(
    panes: Panes, typed: Typed, qtbot: QtBot, to_first: bool, before: Callable[[CallCard, Typed], None]
) -> None:
    session, *both = paused_session()
    panes.open(session)
    first, second = (panes.response.calls.card(key) for key in both)
    assert first is not None
    assert second is not None
    card, facts = (second, first.facts) if to_first else (first, second.facts)
    assert QTest.qWaitForWindowActive(panes.holder)
    before(card, typed)
    card.hide()  # so does the view: the keyboard goes elsewhere
    card.turn_to(facts)
    card.show()
    fresh = CallCard(facts, panes.response.door, panes.response.calls)
    panes.response.calls.column.add(fresh)
    qtbot.waitUntil(lambda: _shown(card) == _shown(fresh))
    assert not card.has_draft
    assert not card.arguments.editor.document().isUndoAvailable()


def _request_before(session: MemorySession) -> int:
    sent = [node for node in session.tree.path(session.head) if session.tree.kind(node) == "request"]
    return int(sent[-2])


def test_the_cards_of_another_round_are_those_of_the_round_before_but_for_those_in_which_something_is_typed(
    panes: Panes, typed: Typed
) -> None:
    session, refund, notify = paused_session()
    panes.open(session)
    calls = panes.response.calls
    drafted, plain = calls.card(refund), calls.card(notify)
    assert drafted is not None
    typed(drafted.arguments.editor, '{"order_id": "1", "amount": 1, "currency": "EUR"}')
    draft = drafted.arguments.editor.shown()
    panes.bridge.select(_request_before(session))  # type: ignore[arg-type]
    assert [card.facts.call.call.name for card in calls.cards()] == ["search_policy", "get_customer"]
    assert drafted not in calls.cards()
    assert calls.cards()[0] is plain
    panes.bridge.select(None)
    assert [card.facts.call.call.name for card in calls.cards()] == ["issue_refund", "notify_customer"]
    assert calls.card(refund) is drafted
    assert drafted.arguments.draft is not None
    assert drafted.arguments.editor.shown() == draft


def test_what_is_done_in_a_card_that_was_turned_is_done_to_the_call_that_it_shows(panes: Panes) -> None:
    session, refund, notify = paused_session()
    panes.open(session)
    calls = panes.response.calls
    panes.bridge.select(_request_before(session))  # type: ignore[arg-type]
    panes.bridge.select(None)
    card = calls.card(notify)
    assert card is not None
    card.head.renamed.emit("get_order")
    assert [each[:3] for each in session.asked] == [("edit_call", notify, "get_order")]
    card.remove.emit()
    assert keys(session) == [refund]


class _Looks(QObject):
    """Asks for something whenever a widget is hidden."""

    def __init__(self, look: Callable[[], object], parent: QObject) -> None:
        super().__init__(parent)
        self.look, self.saw = look, list[object]()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Hide:
            self.saw.append(self.look())
        return False


def test_who_looks_while_cards_are_put_away_finds_those_that_are_left(panes: Panes) -> None:
    session, refund, notify = paused_session()
    panes.open(session)
    calls = panes.response.calls
    looks = _Looks(lambda: (len(calls.cards()), len(calls.typed_problems())), calls)
    for key in (refund, notify):
        card = calls.card(key)
        assert card is not None
        card.installEventFilter(looks)
    panes.bridge.select(_request_before(session))  # type: ignore[arg-type]
    assert looks.saw == [(0, 0), (0, 0)]
