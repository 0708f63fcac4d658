"""The reply as it streams, as cards, as JSON and compared; failures and what is past."""

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from studio.messages.parts import Call, Reasoning, Text
from studio.messages.reply import ChatReply, ProviderError
from studio.session.nodes import NodeId
from tests.gui.panes.conftest import Panes
from tests.gui.panes.memory_session import MemorySession
from tests.gui.panes.refund import REPLIES, asked_session, keys, paused_session, run

Typed = Callable[[QWidget, str], None]
RATE_LIMIT = ProviderError("http", "Too many requests.", 429, "rate_limit", '{"error": 1}', 20.0)


def _streaming(panes: Panes) -> MemorySession:
    session = asked_session()
    session.request()
    panes.open(session)
    session.become(kind="streaming")
    panes.bridge.tick()
    return session


def _first_request(session: MemorySession) -> NodeId:
    return next(node for node in session.tree.path(session.head) if session.tree.kind(node) == "request")


def test_a_streamed_reply_grows_by_one_append_a_frame(panes: Panes) -> None:
    session = _streaming(panes)
    text = ""
    for word in ("The ", "cup ", "is ", "covered"):
        text += word
        session.stream(ChatReply((Text(text),)))
    panes.bridge.tick()
    assert panes.response.arriving.text.toPlainText() == "The cup is covered"
    assert panes.response.arriving.text.appended == 1
    session.stream(ChatReply((Text(text + "."), Call("f", '{"a"'))))
    panes.bridge.tick()
    assert panes.response.arriving.text.toPlainText() == 'The cup is covered.\n\n→ f {"a"'
    assert panes.response.arriving.text.appended == 2


def test_while_it_streams_a_line_and_a_count_say_so(panes: Panes) -> None:
    session = _streaming(panes)
    session.stream(ChatReply((Text("four"),)))
    panes.bridge.tick()
    assert panes.response.progress.is_busy()
    assert panes.response.header.meta.text().startswith("4 characters · ")


def test_a_whole_reply_takes_the_place_of_what_streamed(panes: Panes) -> None:
    session = _streaming(panes)
    session.stream(ChatReply((Text("The"),)))
    panes.bridge.tick()
    session.partial = None
    session.answer()
    session.become(kind="idle")
    panes.bridge.tick()
    assert [card.facts.call.call.name for card in panes.response.calls.cards()] == ["get_order"]
    assert panes.response.calls.isVisible()
    assert not panes.response.progress.is_busy()
    assert panes.response.header.meta.text() == "tool_calls · 38 tok · 1.84 s"


def test_text_that_is_taken_back_begins_anew(panes: Panes) -> None:
    session = _streaming(panes)
    session.stream(ChatReply((Text("abc"),)))
    panes.bridge.tick()
    session.stream(ChatReply((Reasoning("hm"), Text("abc"))))
    panes.bridge.tick()
    assert panes.response.arriving.text.toPlainText() == "thinking\nhm\n\nabc"


def test_a_refused_request_says_what_happened_and_is_tried_again(panes: Panes) -> None:
    session = asked_session(RATE_LIMIT, REPLIES[0])
    session.request()
    session.answer()
    panes.open(session)
    failure = panes.response.none.failure
    assert failure.isVisible()
    advice = "Wait, and look at the limits and the credit of the account."
    assert failure.accessibleName() == f"Too many requests (429) Too many requests. {advice}"
    assert advice in [label.text() for label in failure.findChildren(QLabel) if label.isVisible()]
    failure.again.click()
    assert session.asked == [("step",)]
    assert panes.response.calls.isVisible()


def test_refused_tools_lead_to_telling_them_as_text(panes: Panes) -> None:
    session = asked_session(ProviderError("http", "tiny does not support tools", 400), ProviderError("cancelled", ""))
    session.request()
    session.answer()
    panes.open(session)
    failure = panes.response.none.failure
    assert failure.advice == "Choose a model that takes tools, or set the calls to automatic or a text form."
    session.request()
    session.answer()
    panes.bridge.tick()
    assert failure.advice == ""
    assert failure.accessibleName().endswith("Stopped by you.")


def test_a_retry_that_counts_can_be_stopped(panes: Panes) -> None:
    session = asked_session(RATE_LIMIT, REPLIES[0])
    session.request()
    session.answer()
    panes.open(session)
    failure = panes.response.none.failure
    assert (failure.again.text(), failure.later.text()) == ("Retry", "Retry in 20 s")
    assert failure.seconds_left == 0, "nothing is sent unasked"
    failure.later.click()
    assert failure.again.text() == "Retry in 20 s"
    failure._count()
    assert failure.again.text() == "Retry in 19 s"
    failure.later.click()
    assert failure.seconds_left == 0
    assert failure.again.text() == "Retry"


def test_a_retry_that_counted_down_asks_again(panes: Panes) -> None:
    session = asked_session(RATE_LIMIT, REPLIES[0])
    session.request()
    session.answer()
    panes.open(session)
    panes.response.none.failure.later.click()
    for _ in range(20):
        panes.response.none.failure._count()
    assert session.asked == [("step",)]


def test_a_retry_does_not_go_on_counting_when_something_else_is_shown(panes: Panes) -> None:
    session = asked_session(RATE_LIMIT, REPLIES[0])
    session.request()
    session.answer()
    panes.open(session)
    failure = panes.response.none.failure
    failure.later.click()
    assert failure.seconds_left == 20
    panes.open(paused_session()[0])
    assert failure.seconds_left == 0


def test_the_same_failure_a_second_time_offers_to_wait_anew(panes: Panes) -> None:
    session = asked_session(RATE_LIMIT, RATE_LIMIT)
    session.request()
    session.answer()
    panes.open(session)
    failure = panes.response.none.failure
    failure.later.click()
    failure._count()
    session.request()
    session.become(kind="sending")
    panes.bridge.tick()
    assert failure.seconds_left == 0
    session.answer()
    session.become(kind="idle")
    panes.bridge.tick()
    assert failure.seconds_left == 0
    assert failure.later.text() == "Retry in 20 s"


def test_details_hold_status_and_body(panes: Panes) -> None:
    session = asked_session(RATE_LIMIT)
    session.request()
    session.answer()
    panes.open(session)
    failure = panes.response.none.failure
    failure.details.click()
    assert failure._body.isVisible()
    assert failure._body.toPlainText().splitlines() == [
        "kind: http", "status: 429", "type: rate_limit", "retry_after: 20.0", "", '{"error": 1}'
    ]  # fmt: skip


def test_what_had_arrived_before_a_break_is_kept_in_view(panes: Panes) -> None:
    session = asked_session(ProviderError("incomplete", "The stream broke off."))
    session.partial = ChatReply((Text("The cup is"),))
    session.request()
    session.answer()
    session.partial = None
    panes.open(session)
    assert panes.response.none.text.isVisible()
    assert panes.response.none.text.accessibleName() == "The cup is"


def test_a_request_without_an_end_can_be_sent_again(panes: Panes) -> None:
    session = asked_session()
    session.request()
    panes.open(session)
    assert panes.response.none.unsure.isVisible()
    panes.response.none.send.click()
    assert session.asked[0] == ("send_again",)


def test_nothing_sent_yet_says_so(panes: Panes) -> None:
    panes.open(asked_session())
    assert panes.response.none.empty.isVisible()
    assert panes.response.none.empty.sentence() == "The request was not sent yet."


def test_the_text_above_the_calls_is_changed_in_place(panes: Panes, typed: Typed) -> None:
    session = panes.open(paused_session()[0])
    text = panes.response.calls.text
    text.pencil.click()
    typed(text.editor, "Another text.")
    QTest.keyClick(text.editor, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    panes.bridge.tick()
    assert session.state.open is not None
    assert session.state.open.reply.text == "Another text."
    assert len(session.state.open.calls) == 2
    assert text.chip.isVisible()


def test_calls_are_added_doubled_moved_and_removed(panes: Panes) -> None:
    session = panes.open(paused_session()[0])

    def names() -> list[str]:
        panes.bridge.tick()
        return [card.facts.call.call.name for card in panes.response.calls.cards()]

    panes.response.calls.make_add_menu().actions()[0].trigger()
    assert names() == ["issue_refund", "notify_customer", "get_order"]
    panes.response.calls.cards()[2].head.moved.emit(-1)
    assert names() == ["issue_refund", "get_order", "notify_customer"]
    panes.response.calls.cards()[0].head.duplicate.emit()
    assert names() == ["issue_refund", "issue_refund", "get_order", "notify_customer"]
    panes.response.calls.cards()[0].head.remove.emit()
    assert names() == ["issue_refund", "get_order", "notify_customer"]
    assert session.state.open is not None
    ids = [call.call.id for call in session.state.open.calls]
    assert len(set(ids)) == 3


def test_the_reply_is_changed_as_json(panes: Panes, typed: Typed) -> None:
    session = panes.open(paused_session()[0])
    panes.response.switch.choose("json")
    page = panes.response.json
    typed(page.editor, page.editor.toPlainText().replace("call_7Qm2ZxT9", "call_1"))
    page.commit()
    assert session.asked[0][0] == "edit_reply_json"
    assert '"call_1"' in session.asked[0][1]
    assert not page.has_draft


def test_json_that_is_broken_is_not_committed_and_one_can_go_to_the_error(panes: Panes, typed: Typed) -> None:
    session = panes.open(paused_session()[0])
    panes.response.switch.choose("json")
    page = panes.response.json
    typed(page.editor, '{"content": 1,, }')
    page.commit()
    assert session.asked == []
    assert page.bar.go.isVisible()
    assert not page.bar.main.isEnabled()
    page.bar.go.click()
    assert page.editor.textCursor().position() in (13, 14)


def test_the_difference_shows_what_the_model_said_and_what_stands_now(panes: Panes) -> None:
    session, refund, _ = paused_session()
    session.edit_call(refund, arguments='{"order_id": "1"}')
    panes.open(session)
    panes.response.switch.choose("diff")
    assert '−   "order_id": "48213",' in panes.response.diff.text()
    assert '+   "order_id": "1"' in panes.response.diff.text()


def test_an_earlier_round_is_changed_on_a_fork(panes: Panes, typed: Typed) -> None:
    session = panes.open(paused_session()[0])
    before = session.head
    panes.bridge.look_at(_first_request(session))
    card = panes.response.calls.cards()[0]
    assert not card.bar.isVisible()
    typed(card.arguments.editor, '{"order_id": "2"}')
    card.arguments.flush()
    card.commit_bar.main.click()
    assert session.asked[0][0] == "edit_past"
    assert session.state.open is not None
    assert session.state.open.calls[0].call.arguments == '{"order_id":"2"}'
    assert session.tree.state(before).open is not None


def test_a_result_of_an_earlier_round_is_changed_on_a_fork(panes: Panes, typed: Typed) -> None:
    session = panes.open(paused_session()[0])
    panes.bridge.look_at(_first_request(session))
    result = panes.response.calls.cards()[0].result
    result.pencil.click()
    typed(result.editor, "not found")
    assert result.bar.main.text() == "Fork here with this change"
    result.bar.main.click()
    assert [each[0] for each in session.asked] == ["edit_past", "edit_result"]


def test_a_draft_of_a_card_is_still_there_after_a_look_at_another_round(panes: Panes, typed: Typed) -> None:
    session = panes.open(paused_session()[0])
    typed(panes.response.calls.cards()[0].arguments.editor, '{"order_id": "9"}')
    panes.response.calls.cards()[0].arguments.flush()
    panes.bridge.look_at(_first_request(session))
    assert [card.facts.call.call.name for card in panes.response.calls.cards()] == ["get_order"]
    panes.bridge.look_at(None)
    assert panes.response.calls.cards()[0].arguments.draft == '{"order_id":"9"}'


def test_a_session_for_reading_only_can_be_looked_at_and_not_changed(panes: Panes) -> None:
    session, refund, _ = paused_session()
    session.read_only = "This file is open in another window."
    panes.open(session)
    card = panes.response.calls.card(refund)
    assert card is not None
    assert card.arguments.editor.isReadOnly()
    assert not card.head.name.isEnabled()
    assert not card.bar.isVisible()
    assert not panes.response.calls.add.isVisible()


def test_alt_and_a_digit_choose_the_view(panes: Panes, qtbot: QtBot) -> None:
    panes.open(paused_session()[0])
    card = panes.response.calls.cards()[0]
    with qtbot.waitActive(panes.holder):
        panes.holder.activateWindow()
    card.setFocus()
    QTest.keyClick(card, Qt.Key.Key_3, Qt.KeyboardModifier.AltModifier)
    assert panes.response.switch.current() == "json"
    QTest.keyClick(panes.response.json.editor, Qt.Key.Key_2, Qt.KeyboardModifier.AltModifier)
    assert panes.response.switch.current() == "calls"


def test_a_call_in_the_chat_view_opens_its_card(panes: Panes) -> None:
    panes.open(paused_session()[0])
    panes.response.switch.choose("chat")
    panes.response.chat.calls()[1].click()
    assert panes.response.switch.current() == "calls"
    assert panes.response.calls.cards()[1].bar.isVisible()


def test_the_first_call_without_a_result_is_the_due_one(panes: Panes) -> None:
    session = panes.open(paused_session()[0])
    assert [card.facts.is_due for card in panes.response.calls.cards()] == [True, False]
    session.mock(keys(session)[0], "done")
    panes.bridge.tick()
    assert [card.facts.is_due for card in panes.response.calls.cards()] == [False, True]
    assert panes.response.calls.cards()[1].bar.isVisible()


def test_tab_goes_from_the_text_through_the_cards_to_the_last_button(panes: Panes) -> None:
    panes.open(paused_session()[0])
    calls = panes.response.calls
    stops: list[QWidget] = []
    at: QWidget | None = calls.text.pencil
    while at is not None and len(stops) < 200:
        stops.append(at)
        at = at.nextInFocusChain()
    first, second = calls.cards()
    places = [
        stops.index(each)
        for each in (
            calls.text.pencil,
            first.head.name,
            first.arguments.editor,
            first.bar.approve,
            second.head.name,
            calls.add,
        )
    ]
    assert places == sorted(places)


def test_a_click_on_a_card_shows_what_can_be_done_with_it(panes: Panes) -> None:
    panes.open(paused_session()[0])
    card = panes.response.calls.cards()[1]
    assert not card.bar.isVisible()
    QTest.mouseClick(card, Qt.MouseButton.LeftButton, pos=card.rect().topLeft() + QPoint(1, 1))
    assert card.bar.isVisible()


def test_a_draft_is_told_to_the_window(panes: Panes, typed: Typed, qtbot: QtBot) -> None:
    panes.open(paused_session()[0])
    card = panes.response.calls.cards()[0]
    with qtbot.waitSignal(panes.bridge.edits_open) as told:
        typed(card.arguments.editor, "{}")
        card.arguments.flush()
    assert told.args == [True]
    with qtbot.waitSignal(panes.bridge.edits_open) as told:
        card.arguments.revert()
    assert told.args == [False]


def test_the_last_reply_is_shown_as_text_when_it_has_no_calls(panes: Panes) -> None:
    session, first, second = paused_session()
    run(session.run_call(first))
    run(session.run_call(second))
    run(session.step())
    panes.open(session)
    assert panes.response.switch.current() == "chat"
    assert panes.response.chat.text.body.accessibleName() == "The refund of 89.90 EUR is on its way."
