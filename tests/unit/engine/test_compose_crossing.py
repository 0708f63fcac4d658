"""A session that changes its dialect: what could not be sent as it stood is said with the first request that needs it, once."""

from studio.dialects.call_ids import CallIds
from studio.dialects.crossing import Crossing
from studio.dialects.ollama_chat import OllamaChat
from studio.dialects.openai_chat import OpenAIChat
from studio.dialects.traits import Traits
from studio.engine.compose import Composer
from studio.messages.message import Message, user
from studio.messages.parts import Call, Reasoning, Result, Text
from studio.messages.remark import Remark
from studio.messages.reply import ChatReply
from studio.messages.toolspec import ToolSpec
from studio.session.events import HistoryEdited, MessageAdded, ReplyReceived, RequestSent, SetupChanged
from studio.session.nodes import NodeId
from tests.histories import Telling

THOUGHT = Message("assistant", (Reasoning("hm", "sig"), Call("f", "{}", "c1")), origin="anthropic_messages")
HISTORY = (user("Where?"), THOUGHT, Message("tool", (Result("c1", "here", "f"),)))


def telling() -> Telling:
    made = Telling()
    made.journal.append(HistoryEdited(start=0, removed=0, inserted=HISTORY))
    return made


def asked(made: Telling) -> RequestSent:
    event = made.journal.tree.event(made.ask())
    assert isinstance(event, RequestSent)
    return event


def test_what_is_left_out_is_said_once_on_a_path() -> None:
    made = telling()
    assert asked(made).remarks == (Remark("reasoning_left_out", "2", 1),)
    made.tell([("reply", "Here.", 0), ("say", "Sure?", 0)])
    assert asked(made).remarks == ()


def test_after_reopening_nothing_is_said_again_and_only_the_new_is() -> None:
    made = telling()
    asked(made)
    made.tell([("reply", "Here.", 0)])
    made.composer = Composer(OpenAIChat())
    made.journal.append(MessageAdded(message=Message("assistant", (Text("x", {"citations": []}),), origin="other")))
    made.journal.append(MessageAdded(message=user("on")))
    assert [remark.place for remark in asked(made).remarks] == [4]


def test_going_over_to_another_dialect_keeps_both_bodies_readable_to_the_byte() -> None:
    made = telling()
    first = made.ask()
    made.journal.append(ReplyReceived(reply=ChatReply((Text("Here."),), "stop")))
    made.composer = Composer(OllamaChat(), crossing=Crossing("ollama_chat", CallIds("ollama_chat", Traits())))
    made.tell([("say", "and on", 0)])
    second = made.ask()
    for node in (first, second):
        assert made.journal.tree.body(node) == made.sent[node]
    assert b'"arguments":{}' in made.sent[second]


def test_tools_that_cannot_be_declared_are_said_too() -> None:
    made = telling()
    hosted = ToolSpec("search", extra={"entry": {"type": "web_search"}}, origin="openai_responses")
    made.journal.append(SetupChanged(tools=(hosted, ToolSpec("f"))))
    event = asked(made)
    assert [remark.code for remark in event.remarks] == ["tool_left_out", "reasoning_left_out"]
    assert b"web_search" not in made.sent[NodeId(event.id)]
