"""The transcript shows text forms, remarks, ways of calls, hosted parts, sealed thinking and paused turns; so does its JSON."""

import msgspec
from msgspec.structs import replace

from studio.messages.message import Message
from studio.messages.parts import Result
from studio.messages.remark import Remark
from studio.messages.reply import ChatReply
from studio.present.transcript import transcript
from studio.present.transcript_text import entry_lines
from studio.session.agents import Agent
from studio.session.events import MessageAdded, ReplyReceived, RequestSent, SetupChanged
from studio.session.executors import CommandLine, Executor
from studio.session.journal import Journal, NowhereSink
from studio.session.memory import Memory
from studio.session.mocks import MockRule
from studio.session.policies import Policy
from studio.session.tree import Tree
from tests.unit.present.parts_sample import (
    CLAUDE,
    PAUSED,
    PRINTED,
    QUESTION,
    SEARCHING,
    SETUP,
    item,
    printed_call,
    responses_search,
)


def journal() -> Journal:
    made = Journal(Tree(), NowhereSink(), lambda: 0)
    made.append(SetupChanged(responder=CLAUDE, tools=SETUP.tools))
    made.append(MessageAdded(message=QUESTION))
    return made


def text(made: Journal, width: int = 200) -> str:
    return "\n".join(str(line) for line in entry_lines(transcript(made.tree, made.head), width))


def test_a_reply_shows_sealed_thinking_and_what_the_provider_s_tools_did() -> None:
    made = journal()
    made.append(RequestSent(count=1, tools=3))
    made.append(ReplyReceived(reply=SEARCHING))
    shown = text(made)
    assert "The person wants the weather in Kyoto; I need a tool for it." in shown
    assert "(signed, goes back unchanged)" in shown
    assert "Redacted thinking · encrypted, goes back unchanged" in shown
    assert "Tool search: weather → get_weather, get_forecast" in shown


def test_a_request_says_its_form_and_each_remark_with_its_message() -> None:
    made = journal()
    remarks = (Remark("reasoning_left_out", "1204", 1), Remark("tool_left_out", "web_search"))
    made.append(RequestSent(count=1, tools=3, form="react", remarks=remarks))
    shown = text(made)
    assert "3 tools, tools told as text: ReAct" in shown
    assert (
        "Remark     Reasoning (1,204 characters) is left out: only the provider that made it takes it back. (message 2)"
        in shown
    )
    assert "The tool web_search is left out: another provider runs it." in shown


def test_settings_changed_by_the_program_are_marked_with_why() -> None:
    made = journal()
    remarks = (Remark("tools_refused", "hermes"),)
    made.append(SetupChanged(responder=replace(CLAUDE, text_form="hermes"), remarks=remarks, automatic=True))
    shown = text(made)
    assert "(automatic)" in shown
    assert "they are told as text (Hermes) from here on." in shown


def test_a_printed_call_says_so_and_the_json_has_what_was_printed() -> None:
    made = journal()
    made.append(RequestSent(count=1, tools=3, form="hermes"))
    made.append(ReplyReceived(reply=ChatReply((printed_call(),))))
    assert 'get_weather({"city": "Kyoto"})' in text(made)
    assert "(printed into the text, in the form Hermes)" in text(made)
    entry = msgspec.to_builtins(transcript(made.tree, made.head)[-1])
    assert entry["calls"][0] == {
        "tool": "get_weather",
        "arguments": '{"city": "Kyoto"}',
        "id": None,
        "form": "text",
        "in_form": "hermes",
        "printed": PRINTED,
        "signed": False,
    }


def test_a_paused_turn_says_what_the_next_step_does() -> None:
    made = journal()
    made.append(RequestSent(count=1, tools=3))
    made.append(ReplyReceived(reply=PAUSED))
    assert "The provider paused here: the turn is not over. The next step sends this response back" in text(made)
    assert msgspec.to_builtins(transcript(made.tree, made.head)[-1])["resumable"] is True


def test_hosted_parts_are_in_the_json_whole() -> None:
    made = journal()
    made.append(RequestSent(count=1, tools=3))
    made.append(ReplyReceived(reply=ChatReply(responses_search("get_weather"))))
    hosted = msgspec.to_builtins(transcript(made.tree, made.head)[-1])["hosted"]
    assert [(part["kind"], part["line"], len(part["values"])) for part in hosted] == [
        ("tool_search", "Tool search: weather → get_weather", 2)
    ]


def test_messages_show_their_hosted_parts_too() -> None:
    made = journal()
    found = [{"type": "tool_reference", "tool_name": "get_weather"}]
    made.append(MessageAdded(message=Message("tool", (Result("c1", "", extra={"layout": found}),))))
    made.append(
        MessageAdded(
            message=Message("tool", (item(type="tool_search_output", call_id="c", execution="client", tools=[]),))
        )
    )
    shown = text(made)
    assert "Tool found: get_weather" in shown
    assert "Tool search · run by the client · nothing found" in shown


def test_settings_that_hold_several_things_with_members_have_one_on_a_line() -> None:
    made = journal()
    rules = MockRule("m1", "get_order", text="paid"), MockRule("m2", "refund", fault="timeout")
    runs: dict[str, Executor] = {
        "look": CommandLine(("echo", "two words"), "/tmp"),
        "helper": Agent("Look.", ("look",), memory=Memory("messages", 3)),
        "boss": Agent("Lead."),
    }
    made.append(SetupChanged(mocks=rules, policies=(Policy("get_*", "allow"),), executors=runs))
    shown = text(made)
    assert "policies:\n           - pattern get_*, decision allow\n" in shown
    assert (
        "mocks:\n           - id m1, tool get_order, text paid\n           - id m2, tool refund, fault timeout" in shown
    )
    assert 'executors:\n           - look: type command, argv ["echo", "two words"], folder /tmp\n' in shown
    assert '- helper: type agent, system Look., tools ["look"], memory kind messages, most 3' in shown
    assert "- boss: type agent, system Lead.\n" in shown
