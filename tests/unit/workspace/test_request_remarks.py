"""What a request leaves out is known before it goes, and afterwards which of it was new."""

import pytest
from msgspec.structs import replace

from studio.dialects import roster
from studio.dialects.call_ids import CallIds
from studio.dialects.crossing import Crossing
from studio.dialects.dialect_error import DialectError
from studio.dialects.openai_chat import OpenAIChat
from studio.dialects.traits import Traits
from studio.engine.compose import Composer
from studio.messages.message import Message, user
from studio.messages.parts import Text
from studio.messages.remark import Remark
from studio.messages.reply import ChatReply
from studio.messages.toolspec import ToolSpec
from studio.session.events import MessageAdded, ReplyReceived, RequestSent, SetupChanged
from studio.session.journal import Journal, NowhereSink
from studio.session.nodes import NodeId
from studio.session.tree import Tree
from studio.workspace.request_remarks import RequestRemarks, Said, next_remarks, sent_remarks
from tests.unit.present.parts_sample import CLAUDE, QUESTION, THINKING


class Crossed:
    """A session of Anthropic with one reply whose thinking cannot cross; goes on in Chat Completions."""

    def __init__(self) -> None:
        self.journal = Journal(Tree(), NowhereSink(), lambda: 0)
        self.composer = Composer(
            roster.make("openai_chat"), crossing=Crossing("openai_chat", CallIds("openai_chat", Traits()))
        )
        self.journal.append(SetupChanged(responder=CLAUDE))
        self.journal.append(MessageAdded(message=QUESTION))
        self.journal.append(RequestSent(count=1))
        reply = ChatReply((THINKING, Text("It is fine.")), "end_turn", origin="anthropic_messages")
        self.journal.append(ReplyReceived(reply=reply))
        responder = replace(CLAUDE, dialect="openai_chat")
        self.journal.append(SetupChanged(responder=responder, remarks=(Remark("parameter_left_out", "seed"),)))
        self.journal.append(MessageAdded(message=user("And tomorrow?")))

    def next(self) -> RequestRemarks:
        return next_remarks(self.journal.tree, self.journal.state, self.composer, Said(self.journal.tree))

    def send(self) -> NodeId:
        state = self.journal.state
        composed = self.composer.compose(state)
        event = self.journal.append(self.composer.event(composed, self.journal.tree, state))
        self.composer.sent(event.id, composed)
        self.journal.append(ReplyReceived(reply=ChatReply((Text("Rain."),), "stop")))
        return event.id


THOUGHT = Remark("reasoning_left_out", str(len(THINKING.text)), 1)
SEED = Remark("parameter_left_out", "seed")


def test_the_next_request_says_what_it_will_leave_out_before_it_goes() -> None:
    assert Crossed().next() == RequestRemarks((SEED, THOUGHT), ())


def test_the_sent_request_says_the_same() -> None:
    session = Crossed()
    before = session.next()
    node = session.send()
    assert sent_remarks(session.journal.tree, node, session.composer) == before


def test_later_requests_have_said_it_before() -> None:
    session = Crossed()
    session.send()
    session.journal.append(MessageAdded(message=user("And then?")))
    assert session.next() == RequestRemarks((), (THOUGHT,))
    node = session.send()
    assert sent_remarks(session.journal.tree, node, session.composer) == RequestRemarks((), (THOUGHT,))


def test_what_was_said_is_read_once_for_each_request() -> None:
    session = Crossed()
    node = session.send()
    said = Said(session.journal.tree)
    assert said.at(node) == {THOUGHT}
    session.journal.append(MessageAdded(message=user("And then?")))
    later = session.send()
    assert said.at(session.journal.head) == {THOUGHT}
    assert said.at(later) is said.at(node)


def test_on_another_branch_nothing_was_said_yet() -> None:
    session = Crossed()
    request = session.send()
    session.journal.move(session.journal.tree.parent(request))
    assert session.next() == RequestRemarks((SEED, THOUGHT), ())


class Refusing(OpenAIChat):
    """Can write no message."""

    def write_message(self, message: Message) -> bytes:
        raise DialectError(f"No {message.role}.")


def test_a_request_that_cannot_be_composed_says_only_what_the_settings_brought() -> None:
    session = Crossed()
    found = next_remarks(session.journal.tree, session.journal.state, Composer(Refusing()), Said(session.journal.tree))
    assert found == RequestRemarks((SEED,), ())


@pytest.mark.parametrize(("tools", "form"), [((), ""), ((ToolSpec("f"),), "hermes")])
def test_the_form_is_that_of_the_composer_while_tools_are_sent(tools: tuple[ToolSpec, ...], form: str) -> None:
    session = Crossed()
    session.journal.append(SetupChanged(tools=tools))
    composer = Composer(session.composer.dialect, text_form="hermes")
    assert next_remarks(session.journal.tree, session.journal.state, composer, Said(session.journal.tree)).form == form


def test_a_refusal_just_met_is_not_told_twice() -> None:
    session = Crossed()
    refused = Remark("tools_refused", "hermes")
    session.journal.append(SetupChanged(remarks=(refused,), automatic=True))
    session.journal.append(RequestSent(count=3, form="hermes", remarks=(Remark("told_as_text", "hermes"),)))
    found = sent_remarks(session.journal.tree, session.journal.head, session.composer)
    assert refused in found.new
    assert "told_as_text" not in [remark.code for remark in found.new]
    assert found.form == "hermes"
