"""A call that a model prints although it was told its tools natively: seen, read on demand, and sent natively from then on."""

from msgspec.structs import replace

from studio.dialects.openai_chat import OpenAIChat
from studio.engine import edits
from studio.engine.compose import Composer
from studio.engine.printed_reply import as_calls, printed_form
from studio.messages.message import user
from studio.messages.parts import Call, Reasoning, Text
from studio.messages.reply import ChatReply
from studio.messages.toolspec import ToolSpec
from studio.session.events import MessageAdded, ReplyReceived, ResultRecorded, SetupChanged
from tests.histories import Telling

TOOLS = (ToolSpec("search", parameters={"type": "object", "properties": {"q": {"type": "string"}}}),)
PRINTED = 'I look.\n<tool_call>\n{"name": "search", "arguments": {"q": "tea"}}\n</tool_call>'


def told(reply: ChatReply, tools: tuple[ToolSpec, ...] = TOOLS) -> Telling:
    telling = Telling()
    telling.journal.append(SetupChanged(tools=tools))
    telling.journal.append(MessageAdded(message=user("Find tea.")))
    telling.ask()
    telling.journal.append(ReplyReceived(reply=reply))
    return telling


def test_a_printed_call_of_a_sent_tool_is_seen() -> None:
    assert printed_form(told(ChatReply((Text(PRINTED),), "stop")).journal.state) == "hermes"


def test_talk_other_tools_and_native_calls_are_none() -> None:
    talk = ChatReply((Text("Use a <tool_call> element to search."),), "stop")
    assert printed_form(told(talk).journal.state) == ""
    assert printed_form(told(ChatReply((Text(PRINTED),)), tools=()).journal.state) == ""
    native = ChatReply((Text(PRINTED), Call("search", "{}", "c1")), "tool_calls")
    assert printed_form(told(native).journal.state) == ""


def test_read_as_calls_the_rest_stays_and_the_call_has_an_id() -> None:
    reply = ChatReply((Reasoning("hm"), Text(PRINTED)), "stop", model_name="m")
    made = as_calls(reply, "hermes", TOOLS, "7")
    assert made.parts[:2] == (Reasoning("hm"), Text("I look.\n"))
    (call,) = made.calls
    assert (call.name, call.arguments, call.id, call.form) == ("search", '{"q": "tea"}', "call_7_0", "text")
    assert replace(made, parts=()) == replace(reply, parts=())


def test_what_was_read_goes_on_as_a_native_call_with_its_result() -> None:
    telling = told(ChatReply((Text(PRINTED),), "stop"))
    opened = telling.journal.state.open
    assert opened is not None
    event = edits.edit_reply(telling.journal.state, as_calls(opened.reply, "hermes", TOOLS, "7"))
    assert event is not None
    telling.journal.append(event)
    telling.journal.append(ResultRecorded(call=(opened.event, 0), text="found"))
    body = Composer(OpenAIChat()).compose(telling.journal.state)
    messages = OpenAIChat().read_request(body.sent.join()).messages
    assert [message.role for message in messages] == ["user", "assistant", "tool"]
    assert messages[1].calls[0].form == "function"
    assert [remark.code for remark in body.remarks] == ["printed_call_native"]
