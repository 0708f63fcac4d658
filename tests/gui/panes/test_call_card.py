"""A call as a card: arguments are changed in three views, checked, fixed, executed, mocked, rejected, and results edited."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from studio.gui.panes.call_card import CallCard
from studio.messages.parts import Call
from studio.messages.reply import ChatReply
from tests.gui.panes.conftest import Panes
from tests.gui.panes.memory_session import MemorySession
from tests.gui.panes.refund import BAD, asked_session, keys, paused_session

Typed = Callable[[QWidget, str], None]
FIXED = BAD.replace('"89.90"', "89.90").replace('"eur"', '"EUR"')


@pytest.fixture
def paused(panes: Panes) -> tuple[MemorySession, CallCard, CallCard]:
    """Stopped before the first call; no approval is asked for."""
    session, refund, notify = paused_session()
    session.stop = None
    panes.open(session)
    first, second = panes.response.calls.card(refund), panes.response.calls.card(notify)
    assert first is not None
    assert second is not None
    return session, first, second


def _press(widget: QWidget, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(widget, key, modifier)


def test_arguments_changed_as_json_reach_the_session_with_only_the_change(
    paused: tuple[MemorySession, CallCard, CallCard], typed: Typed
) -> None:
    session, card, _ = paused
    typed(card.arguments.editor, card.arguments.editor.toPlainText().replace('"89.90"', "89.9"))
    _press(card.arguments.editor, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert session.asked == [("edit_call", card.facts.call.key, None, BAD.replace('"89.90"', "89.9"), None)]


def test_ctrl_enter_in_the_editor_commits_and_runs_nothing(
    paused: tuple[MemorySession, CallCard, CallCard], typed: Typed
) -> None:
    session, card, _ = paused
    typed(card.arguments.editor, '{"order_id": "1", "amount": 1, "currency": "EUR"}')
    _press(card.arguments.editor, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert [each[0] for each in session.asked] == ["edit_call"]


def test_arguments_changed_as_a_form_reach_the_session_with_only_the_change(
    paused: tuple[MemorySession, CallCard, CallCard],
) -> None:
    session, card, _ = paused
    card.arguments.switch.choose("form")
    row = card.arguments.form.row("/order_id")
    assert row is not None
    assert row.editor is not None
    row.editor.changed.emit('"48214"')
    card.arguments.commit_requested.emit()
    assert session.asked[-1][3] == BAD.replace('"48213"', '"48214"')


def test_a_draft_made_in_the_form_is_the_draft_of_the_json_view(
    paused: tuple[MemorySession, CallCard, CallCard],
) -> None:
    _, card, _ = paused
    card.arguments.switch.choose("form")
    row = card.arguments.form.row("/notify")
    assert row is not None
    assert row.editor is not None
    row.editor.changed.emit("false")
    card.arguments.switch.choose("json")
    assert '"notify": false' in card.arguments.editor.toPlainText()
    assert card.arguments.draft == BAD.replace("true", "false")


def test_both_problems_are_marked_on_their_values_and_counted(paused: tuple[MemorySession, CallCard, CallCard]) -> None:
    _, card, _ = paused
    shown = card.arguments.editor.toPlainText()
    assert [shown[mark.start : mark.end] for mark in card.arguments.editor.marks()] == ['"89.90"', '"eur"']
    assert card.head.chip.text() == "2 problems"


def test_fix_types_lists_the_repairs_and_commits_all_of_them_as_one_change(
    paused: tuple[MemorySession, CallCard, CallCard],
) -> None:
    session, card, _ = paused
    assert card.bar.changes.text().split(" · ") == ["amount: 89.90", 'currency: "EUR"']
    card.bar.fix.click()
    card._door.bridge.refreshed.emit()
    assert session.asked == [("edit_call", card.facts.call.key, None, FIXED, None)]
    assert (card.arguments.draft, card.arguments.current) == (None, FIXED)
    assert card.head.chip.text() == "WAITING"


def test_alt_enter_fixes_the_problem_at_the_caret(paused: tuple[MemorySession, CallCard, CallCard]) -> None:
    _, card, _ = paused
    editor = card.arguments.editor
    editor.setFocus()
    editor.go_to(editor.toPlainText().index('"eur"'))
    _press(editor, Qt.Key.Key_Return, Qt.KeyboardModifier.AltModifier)
    assert card.arguments.draft == BAD.replace('"eur"', '"EUR"')


def test_a_draft_that_is_not_json_cannot_be_executed_and_says_why(
    paused: tuple[MemorySession, CallCard, CallCard], typed: Typed
) -> None:
    session, card, _ = paused
    typed(card.arguments.editor, '{"order_id": ')
    card.arguments.flush()
    assert not card.bar.execute.isEnabled()
    assert "not JSON" in card.bar.execute.toolTip()
    assert card.bar.go.isVisible()
    card.run()
    assert session.asked == []


def test_a_valid_draft_is_committed_and_then_executed(paused: tuple[MemorySession, CallCard, CallCard]) -> None:
    session, card, _ = paused
    card.arguments.fix()
    assert card.bar.execute.text() == "Commit and execute"
    card.bar.execute.click()
    key = card.facts.call.key
    assert session.asked == [("edit_call", key, None, FIXED, None), ("run_call", key)]
    assert card.head.chip.text() == "DONE"


def test_a_committed_draft_is_none_any_more_also_when_the_card_is_not_shown_again(
    paused: tuple[MemorySession, CallCard, CallCard],
) -> None:
    session, card, _ = paused
    key = card.facts.call.key
    card._door.bridge.refreshed.disconnect()
    card.arguments.fix()
    assert card.has_draft
    assert card.commit()
    assert session.asked == [("edit_call", key, None, FIXED, None)]
    assert not card.has_draft
    assert card.arguments.current == FIXED


def test_esc_keeps_the_draft_and_revert_drops_it(
    paused: tuple[MemorySession, CallCard, CallCard], typed: Typed
) -> None:
    _, card, _ = paused
    typed(card.arguments.editor, '{"order_id": "2"}')
    _press(card.arguments.editor, Qt.Key.Key_Escape)
    assert card.has_draft
    card.bar.revert.click()
    assert not card.has_draft
    assert card.arguments.current == BAD


def test_revert_without_a_draft_goes_back_to_what_the_model_said(
    paused: tuple[MemorySession, CallCard, CallCard],
) -> None:
    session, card, _ = paused
    session.edit_call(card.facts.call.key, arguments="{}")
    card._door.bridge.refreshed.emit()
    card.bar.revert.click()
    card._door.bridge.refreshed.emit()
    assert session.asked[-1] == ("revert_call", card.facts.call.key)
    assert card.arguments.current == BAD


def test_a_draft_stays_while_another_call_changes(
    paused: tuple[MemorySession, CallCard, CallCard], typed: Typed
) -> None:
    session, card, other = paused
    typed(card.arguments.editor, '{"order_id": "2"}')
    session.mock(other.facts.call.key, "done")
    card._door.bridge.refreshed.emit()
    assert other.head.chip.text() == "MOCK"
    assert card.arguments.editor.toPlainText() == '{"order_id": "2"}'


def test_ctrl_m_opens_the_mock_editor_and_ctrl_enter_uses_it(
    paused: tuple[MemorySession, CallCard, CallCard], typed: Typed
) -> None:
    session, card, _ = paused
    card.arguments.editor.setFocus()
    _press(card.arguments.editor, Qt.Key.Key_M, Qt.KeyboardModifier.ControlModifier)
    assert card.answer.isVisible()
    typed(card.answer.text, "all is well")
    _press(card.answer.text, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert session.asked == [("mock", card.facts.call.key, "all is well", False)]


def test_a_mock_written_as_broken_json_cannot_be_used(
    paused: tuple[MemorySession, CallCard, CallCard], typed: Typed
) -> None:
    session, card, _ = paused
    card.bar.mock.click()
    card.answer.form.choose("json")
    typed(card.answer.json, '{"a": ')
    _press(card.answer.json, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert not card.answer.use.isEnabled()
    assert session.asked == []


def test_ctrl_enter_beside_an_open_answer_gives_it_and_executes_nothing(
    paused: tuple[MemorySession, CallCard, CallCard], typed: Typed
) -> None:
    session, card, _ = paused
    card.bar.mock.click()
    typed(card.answer.text, "all is well")
    for widget in (card.answer.cancel, card):
        card.answer.open("mock", "all is well")
        widget.setFocus()
        session.asked.clear()
        _press(widget, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        assert session.asked == [("mock", card.facts.call.key, "all is well", False)]


def test_an_answer_that_is_not_json_says_so_and_stays(
    paused: tuple[MemorySession, CallCard, CallCard], typed: Typed
) -> None:
    session, card, _ = paused
    card.bar.mock.click()
    card.answer.form.choose("json")
    typed(card.answer.json, '{"a": ')
    card.setFocus()
    _press(card, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert session.asked == []
    assert card.answer.why.isVisible()
    assert "not JSON" in card.answer.why.text()
    assert card.answer.json.text() == '{"a": '
    typed(card.answer.json, '{"a": 1}')
    card.answer.json.flush()
    assert not card.answer.why.isVisible()


def test_return_error_gives_a_result_that_is_an_error(
    paused: tuple[MemorySession, CallCard, CallCard], typed: Typed
) -> None:
    session, card, _ = paused
    card.bar.error.click()
    typed(card.answer.text, "out of order")
    card.answer.use.click()
    assert session.asked == [("mock", card.facts.call.key, "out of order", True)]


def test_an_approval_offers_to_approve_or_to_reject(panes: Panes, typed: Typed) -> None:
    session, refund, _ = paused_session()
    panes.open(session)
    card = panes.response.calls.card(refund)
    assert card is not None
    assert card.bar.approve.isVisible()
    assert not card.bar.execute.isVisible()
    card.bar.reject.click()
    typed(card.answer.text, "too much money")
    card.answer.use.click()
    assert session.asked == [("reject", refund, "too much money")]


def test_ctrl_enter_on_the_card_approves(panes: Panes) -> None:
    session, refund, _ = paused_session()
    panes.open(session)
    card = panes.response.calls.card(refund)
    assert card is not None
    card.setFocus()
    _press(card, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert session.asked[0] == ("approve", refund, False)


def test_the_menu_approves_all_calls_of_a_sensitive_tool(panes: Panes) -> None:
    session, refund, _ = paused_session()
    panes.open(session)
    sensitive, other = panes.response.calls.cards()[:2]
    words = "Approve all of this tool"
    assert words not in [action.text() for action in other.head.make_menu().actions()]
    next(action for action in sensitive.head.make_menu().actions() if action.text() == words).trigger()
    assert session.asked[0] == ("approve", refund, True)


def test_a_call_that_may_have_run_asks_what_to_do(panes: Panes, typed: Typed) -> None:
    session, refund, _ = paused_session()
    session.stop = None
    session.start_call(refund)
    panes.open(session)
    card = panes.response.calls.card(refund)
    assert card is not None
    assert card.head.chip.text() == "MAY HAVE RUN"
    assert [button.text() for button in (card.bar.execute, card.bar.type_result, card.bar.reject) if button.isVisible()] == [
        "Run again", "Type the result…", "Reject…"
    ]  # fmt: skip
    card.bar.type_result.click()
    typed(card.answer.text, "it was paid")
    card.answer.use.click()
    assert session.asked == [("mock", refund, "it was paid", False)]


def test_a_running_call_shows_what_it_prints_and_offers_nothing(
    paused: tuple[MemorySession, CallCard, CallCard],
) -> None:
    session, card, _ = paused
    key = card.facts.call.key
    session.start_call(key)
    session.become(kind="tools", calls=frozenset({key}))
    card._door.bridge.refreshed.emit()
    session.output(key, "line one\n")
    assert card.head.chip.text().startswith("RUNNING")
    assert card.live.toPlainText() == "line one\n"
    assert not card.bar.isVisible()


def test_a_result_can_be_changed(paused: tuple[MemorySession, CallCard, CallCard], typed: Typed) -> None:
    session, card, _ = paused
    card.run()
    card.result.pencil.click()
    typed(card.result.editor, "something else")
    _press(card.result.editor, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert session.asked[-1] == ("edit_result", card.facts.call.key, "something else", False)
    card._door.bridge.refreshed.emit()
    assert card.result.chip.isVisible()
    assert not card.has_draft


def test_what_a_tool_printed_is_folded_below_its_result(paused: tuple[MemorySession, CallCard, CallCard]) -> None:
    _, card, _ = paused
    card.run()
    assert not card.result.printed.isVisible()
    card.result.output.click()
    assert "looked it up" in card.result.printed.toPlainText()


def test_arguments_of_a_call_that_has_begun_are_changed_on_a_fork(
    paused: tuple[MemorySession, CallCard, CallCard], typed: Typed
) -> None:
    session, card, _ = paused
    reply, key = session.head, card.facts.call.key
    card.run()
    typed(card.arguments.editor, '{"order_id": "3"}')
    card.arguments.flush()
    assert card.commit_bar.main.text() == "Fork here with this change"
    card.commit_bar.main.click()
    assert ("edit_past", reply) in session.asked
    state = session.state.call(key)
    assert state is not None
    assert state.status == "open"


def test_an_unknown_tool_is_marked_and_the_nearest_one_is_offered(
    paused: tuple[MemorySession, CallCard, CallCard],
) -> None:
    session, card, _ = paused
    session.edit_call(card.facts.call.key, name="isue_refund")
    card._door.bridge.refreshed.emit()
    assert card.head.name.toolTip() == "isue_refund is not among the tools that were sent."
    card.head.suggestion.click()
    assert session.asked[-1] == ("edit_call", card.facts.call.key, "issue_refund", None, None)


def test_the_call_id_is_changed_in_its_field(paused: tuple[MemorySession, CallCard, CallCard]) -> None:
    session, card, _ = paused
    card.head.id.setFocus()
    card.head.id.selectAll()
    QTest.keyClicks(card.head.id, "call_9")
    _press(card.head.id, Qt.Key.Key_Return)
    assert session.asked == [("edit_call", card.facts.call.key, None, None, "call_9")]


def test_a_repair_of_broken_arguments_is_shown_as_a_difference_and_committed_by_the_person(panes: Panes) -> None:
    broken = "{'order_id': '1', 'amount': 2, 'currency': 'EUR'}"
    session = asked_session(ChatReply((Call("issue_refund", broken, "call_1"),), "tool_calls"))
    session.request()
    session.answer()
    (refund,) = keys(session)
    session.asked.clear()
    panes.open(session)
    card = panes.response.calls.card(refund)
    assert card is not None
    assert card.bar.fix.text() == "Show a repair"
    card.bar.fix.click()
    assert session.asked == []
    assert card.arguments.switch.current() == "diff"
    assert card.arguments.draft == '{"order_id": "1", "amount": 2, "currency": "EUR"}'
    card.commit()
    assert session.asked == [("edit_call", refund, None, '{"order_id": "1", "amount": 2, "currency": "EUR"}', None)]


def test_the_free_text_of_a_custom_call_is_no_json_and_has_no_problems(panes: Panes, typed: Typed) -> None:
    session = asked_session(ChatReply((Call("get_order", 'echo {"x"', "call_1", "custom"),), "tool_calls"))
    session.request()
    session.answer()
    (key,) = keys(session)
    session.asked.clear()
    panes.open(session)
    card = panes.response.calls.card(key)
    assert card is not None
    assert card.arguments.problems() == ()
    typed(card.arguments.editor, "echo {done")
    assert card.arguments.is_valid
    card.commit()
    assert session.asked == [("edit_call", key, None, "echo {done", None)]
