"""The reply that the person writes in the model's place: words and calls, given whole, kept until it is."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from studio.messages.parts import Call
from studio.messages.reply import ChatReply
from tests.gui.panes.conftest import Panes
from tests.gui.panes.memory_session import MemorySession
from tests.gui.panes.refund import asked_session, keys, paused_session

Typed = Callable[[QWidget, str], None]
pytestmark = pytest.mark.promise("H1")


def _wanted(panes: Panes) -> MemorySession:
    session = asked_session()
    session.wants_reply = True
    panes.open(session)
    panes.bridge.tick()
    return session


def test_where_the_reply_is_the_persons_it_is_written_in_the_response_pane(panes: Panes) -> None:
    _wanted(panes)
    writer = panes.response.writer
    assert writer.isVisible()
    assert not writer.give.isEnabled()
    panes.response.begin_writing()
    assert panes.response.way_in() is writer.text


def test_words_and_calls_are_given_as_they_are_written(panes: Panes, typed: Typed) -> None:
    session = _wanted(panes)
    writer = panes.response.writer
    typed(writer.text, "I look.")
    call = writer.add_call("issue_refund")
    assert ("blank", "issue_refund") in session.asked
    typed(call.arguments.editor, '{"order_id": 1}')
    call.arguments.flush()
    QTest.keyClick(writer.text, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    (given,) = [what[1] for what in session.asked if what[0] == "by hand"]
    assert isinstance(given, ChatReply)
    assert (given.text, given.calls) == ("I look.", (Call("issue_refund", '{"order_id": 1}'),))
    assert not writer.has_draft
    assert not writer.isVisible()


def test_a_call_that_is_no_json_is_not_given_and_says_so(panes: Panes, typed: Typed) -> None:
    session = _wanted(panes)
    writer = panes.response.writer
    call = writer.add_call("get_order")
    typed(call.arguments.editor, '{"order_id": ')
    writer._give()
    assert writer.said.text() == "The arguments of get_order are not JSON."
    assert not writer.give.isEnabled()
    assert not [what for what in session.asked if what[0] == "by hand"]
    call.remove.click()
    assert not writer.has_draft
    assert writer.said.isHidden()


def test_nothing_moves_while_a_reply_is_written_and_not_given(panes: Panes, typed: Typed) -> None:
    _wanted(panes)
    assert panes.response.settle() == ""
    typed(panes.response.writer.text, "Half a")
    assert "not given yet" in panes.response.settle()
    assert panes.response.has_draft
    panes.response.writer.drop.click()
    assert panes.response.settle() == ""


def test_behind_results_one_can_look_back_at_the_reply_before_and_return(panes: Panes) -> None:
    session, _, _ = paused_session()
    for key in keys(session):
        session.mock(key, "ok")
    session.wants_reply = True
    panes.open(session)
    panes.bridge.tick()
    assert panes.response.writer.isVisible()
    panes.response.show_view("calls")
    assert panes.response.calls.isVisible()
    assert panes.response.due.text == "The next reply is yours to write."
    panes.response.due.button.click()
    assert panes.response.writer.isVisible()
    assert panes.response.due.text == ""
