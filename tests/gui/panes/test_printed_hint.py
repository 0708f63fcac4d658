"""A reply that prints a call although tools were told natively says so, and becomes a call on a press."""

from studio.messages.parts import Text
from studio.messages.reply import ChatReply
from tests.gui.panes.conftest import Panes
from tests.gui.panes.refund import asked_session

PRINTED = '<tool_call>\n{"name": "get_order", "arguments": {"order_id": "48213"}}\n</tool_call>'


def test_the_bar_names_the_form_and_its_button_reads_the_call(panes: Panes) -> None:
    session = asked_session(ChatReply((Text(PRINTED),), "stop"))
    session.request()
    session.answer()
    panes.open(session)
    bar = panes.response.printed
    assert bar.isVisible()
    assert "Hermes" in bar.text
    session.asked.clear()
    bar.button.click()
    assert session.asked == [("read_as_calls",)]


def test_a_reply_of_mere_text_has_no_bar(panes: Panes) -> None:
    session = asked_session(ChatReply((Text("Your order is on its way."),), "stop"))
    session.request()
    session.answer()
    panes.open(session)
    assert not panes.response.printed.isVisible()
