"""What the history says of an edited call, chosen on its card, with the next request as a difference."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from studio.gui.panes.call_card import CallCard
from studio.gui.panes.call_truth import CallTruth, TruthShown
from studio.problems import StudioError
from studio.session.truths import Truth
from tests.gui.panes.conftest import Panes
from tests.gui.panes.memory_session import MemorySession
from tests.gui.panes.refund import paused_session

Typed = Callable[[QWidget, str], None]
SHOWN = TruthShown(offered=True, truth="notify")
MINE = '{"order_id": "1", "amount": 1, "currency": "EUR"}'


@pytest.fixture
def card(panes: Panes) -> tuple[MemorySession, CallCard]:
    """Stopped before the first call."""
    session, refund, _ = paused_session()
    session.stop = None
    panes.open(session)
    found = panes.response.calls.card(refund)
    assert found is not None
    return session, found


@pytest.mark.promise("F2")
def test_the_choice_stands_beside_the_arguments_of_an_edited_call_and_shows_the_next_request(
    panes: Panes, card: tuple[MemorySession, CallCard]
) -> None:
    session, shown = card
    truth, key = shown.truth, shown.facts.call.key
    assert truth.link.isHidden(), "nobody changed it"
    session.edit_call(key, arguments=MINE)
    panes.bridge.tick()
    assert truth.link.isVisible()
    assert truth.link.text() == "History keeps your edit"
    truth.link.click()
    assert truth.isVisible()
    assert "+" in truth.diff.text()
    assert "not there yet" not in truth.diff.text(), "what stands in for the result is in both"
    truth.buttons["notify"].click()
    panes.bridge.tick()
    assert session.asked[-1] == ("set_truth", key, "notify", "")
    assert "What ran: issue_refund" in truth.notice.text()
    assert "not there yet" in truth.diff.text()
    truth.notice.setFocus()
    truth.notice.selectAll()
    QTest.keyClicks(truth.notice, "By hand.")
    QTest.keyClick(truth.notice, Qt.Key.Key_Return)
    panes.bridge.tick()
    assert session.asked[-1] == ("set_truth", key, "notify", "By hand.")
    truth.buttons["keep"].click()
    panes.bridge.tick()
    assert not truth.notice.isVisible()
    assert not truth.diff.isVisible()
    assert truth.link.text() == "History keeps the model's call"
    truth.default.click()
    panes.bridge.tick()
    assert session.state.setup.edit_truth == "keep"
    assert not truth.default.isVisible()


def test_a_notice_that_is_typed_goes_along_when_the_session_moves_on(
    panes: Panes, card: tuple[MemorySession, CallCard]
) -> None:
    session, shown = card
    key = shown.facts.call.key
    session.edit_call(key, arguments=MINE)
    session.set_truth(key, "notify")
    panes.bridge.tick()
    shown.truth.link.click()
    assert not panes.response.has_draft
    QTest.keyClicks(shown.truth.notice, "Mine: ")
    assert panes.response.has_draft
    assert panes.response.settle() == ""
    panes.bridge.tick()
    assert session.asked[-1][:3] == ("set_truth", key, "notify")
    assert str(session.asked[-1][3]).startswith("Mine: ")
    assert not panes.response.has_draft


@pytest.fixture
def view(qtbot: QtBot) -> CallTruth:
    """The choices alone, of a call whose result begins with a note."""
    made = CallTruth(lambda _truth, _notice: ("a", "b"))
    qtbot.addWidget(made)
    made.show_truth(SHOWN, draft=False)
    return made


def test_a_typed_notice_stays_typed_while_it_cannot_be_taken_and_what_was_refused_is_not_shown_as_chosen(
    view: CallTruth,
) -> None:
    told: list[tuple[str, str]] = []
    view.chosen.connect(lambda truth, notice: told.append((truth, notice)))
    QTest.keyClicks(view.notice, "Mine")
    view.show_truth(replace(SHOWN, editable=False, place=1), draft=False)
    view.settle()
    assert (told, view.notice.text()) == ([], "Mine")
    view.show_truth(replace(SHOWN, here=False, place=2), draft=False)
    view.notice.editingFinished.emit()
    assert (told, view.notice.text(), view.has_draft) == ([], "Mine", True), "leaving the field forks nothing"
    QTest.keyClick(view.notice, Qt.Key.Key_Return)
    assert told == [("notify", "Mine")]
    view.refused("Mine")
    assert (view.notice.text(), view.has_draft) == ("Mine", True)
    view.buttons["keep"].click()
    view.refused("")
    assert view.buttons["notify"].isChecked()


def test_tab_goes_from_the_arguments_through_the_choices_to_what_can_be_done(
    card: tuple[MemorySession, CallCard],
) -> None:
    _, shown = card
    parts = (
        shown.head,
        shown.arguments,
        shown.truth,
        shown.changes,
        shown.commit_bar,
        shown.bar,
        shown.answer,
        shown.result,
    )
    places = [shown.children().index(part) for part in parts]  # Tab goes through them in the order of their making
    assert places == sorted(places)


def test_choices_that_were_asked_for_of_a_call_that_is_as_the_model_wrote_it_do_not_open_by_themselves_later(
    view: CallTruth,
) -> None:
    view.show_truth(TruthShown(), draft=True)
    view.open()
    view.show_truth(TruthShown(place=1), draft=False)
    view.show_truth(SHOWN, draft=False)
    assert view.isHidden()


def test_a_typed_edit_is_committed_before_the_choice_opens(
    panes: Panes, card: tuple[MemorySession, CallCard], typed: Typed
) -> None:
    session, shown = card
    typed(shown.arguments.editor, MINE)
    shown.arguments.flush()
    assert shown.truth.link.isVisible()
    shown.truth.link.click()
    panes.bridge.tick()
    assert session.asked[0][0] == "edit_call"
    assert shown.truth.isVisible()
    typed(shown.arguments.editor, "{")
    shown.arguments.flush()
    panes.bridge.tick()
    assert shown.arguments.draft is not None


def test_a_request_that_cannot_be_made_says_why_and_a_choice_that_is_locked_cannot_be_made(
    qtbot: object,
) -> None:
    def refuse(_truth: Truth, _notice: str) -> tuple[str, str]:
        raise StudioError("It cannot be written.")

    view = CallTruth(refuse)
    told: list[tuple[str, str]] = []
    view.chosen.connect(lambda truth, notice: told.append((truth, notice)))
    view.show_truth(TruthShown(offered=True, truth="notify", editable=False, warning="it is signed"), draft=False)
    view.open()
    view.buttons["keep"].click()
    assert told == []
    assert not view.warning.isHidden()
    assert view.diff.isHidden()
    view.deleteLater()
