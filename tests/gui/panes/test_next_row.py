"""What the row of the next request says that it carries."""

from studio.gui.panes.timeline_standing import sends
from studio.messages.message import Message, user
from studio.messages.parts import Call, Result
from studio.present.words import Words, words
from studio.session.events import MessageAdded
from tests.sample_session import Sample


def test_messages_that_were_edited_and_not_sent_are_told_of_also_behind_another_setting() -> None:
    sample = Sample()
    sample.say("hello")
    assert sends(sample.journal, 0) == Words("due.send_message")
    sample.edit_history("changed")
    assert sends(sample.journal, 0) == Words("due.send_edited")
    sample.setup(params={"temperature": 0})
    assert sends(sample.journal, 0) == Words("due.send_edited")
    sample.ask()
    assert sends(sample.journal, 0) == Words("due.send_message")


def test_results_that_stand_in_the_messages_are_sent_as_results() -> None:
    sample = Sample()
    for message in (
        user("hello"),
        Message("assistant", (Call("look", "{}", "a"), Call("look", "{}", "b"))),
        Message("tool", (Result("a", "x", "look"), Result("b", "y", "look"))),
    ):
        sample.journal.append(MessageAdded(message=message))
    assert sends(sample.journal, 0) == words("due.send_results", n=2)
    assert sends(sample.journal, 1) == words("due.send_results", n=1)
