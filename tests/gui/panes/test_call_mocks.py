"""Mocks from the card of a call: a fault with one click, the rules of the tool, and a result as a rule."""

import pytest
from pytestqt.qtbot import QtBot

from studio.gui.panes.call_card import CallCard
from studio.gui.panes.call_chip import chip_of
from studio.gui.panes.fault_words import FAULTS
from studio.session.events import ResultRecorded
from tests.gui.panes.conftest import Panes
from tests.gui.panes.memory_session import MemorySession
from tests.gui.panes.refund import paused_session


@pytest.fixture
def paused(panes: Panes) -> tuple[MemorySession, CallCard]:
    """Stopped before the first call; no approval is asked for."""
    session, refund, _ = paused_session()
    session.stop = None
    panes.open(session)
    card = panes.response.calls.card(refund)
    assert card is not None
    return session, card


def _entry(card: CallCard, words: str) -> None:
    next(each for each in card.head.make_menu().actions() if each.text() == words).trigger()


def test_each_way_to_go_wrong_is_one_click(paused: tuple[MemorySession, CallCard]) -> None:
    session, card = paused
    actions = [action for action in card.bar.make_faults().actions() if not action.isSeparator()]
    assert len(actions) == len(FAULTS) + 1
    actions[0].trigger()
    assert session.asked == [("fault", card.facts.call.key, "timeout")]


def test_a_typed_draft_goes_with_the_fault(paused: tuple[MemorySession, CallCard]) -> None:
    session, card = paused
    card.arguments.editor.selectAll()
    card.arguments.editor.insertPlainText('{"order_id": "1", "amount": 1, "currency": "EUR"}')
    card.act("fault:slow")
    assert [each[0] for each in session.asked] == ["edit_call", "fault"]


def test_a_mocked_error_says_that_it_is_mocked(paused: tuple[MemorySession, CallCard], panes: Panes) -> None:
    _, card = paused
    card.act("fault:closed")
    panes.bridge.tick()
    assert chip_of(card.facts, 0) == ("MOCK ERROR", "err")


def test_the_rules_of_the_tool_are_asked_for_with_the_call_that_waits(
    paused: tuple[MemorySession, CallCard], panes: Panes, qtbot: QtBot
) -> None:
    _, card = paused
    with qtbot.waitSignal(panes.bridge.mocks_wanted) as told:
        card.bar.make_faults().actions()[-1].trigger()
    assert told.args == ["issue_refund", card.facts.call.key]
    with qtbot.waitSignal(panes.bridge.mocks_wanted) as told:
        _entry(card, "Mock rules for this tool…")
    assert told.args == ["issue_refund", card.facts.call.key]


def test_a_result_is_recorded_as_a_rule_from_the_menu(
    paused: tuple[MemorySession, CallCard], panes: Panes, qtbot: QtBot
) -> None:
    session, card = paused
    entry = next(each for each in card.head.make_menu().actions() if each.text() == "Record as a rule")
    assert not entry.isEnabled()
    session.mock(card.facts.call.key, "paid")
    panes.bridge.tick()
    with qtbot.waitSignal(panes.bridge.rule_wanted) as told:
        _entry(card, "Record as a rule")
    event = session.tree.event(told.args[0])
    assert isinstance(event, ResultRecorded)
    assert event.text == "paid"


def test_a_rejected_call_has_no_result_to_record(paused: tuple[MemorySession, CallCard], panes: Panes) -> None:
    session, card = paused
    session.reject(card.facts.call.key, "no")
    panes.bridge.tick()
    entry = next(each for each in card.head.make_menu().actions() if each.text() == "Record as a rule")
    assert not entry.isEnabled()
