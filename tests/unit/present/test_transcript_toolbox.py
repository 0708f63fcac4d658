"""The transcript of chosen tools, passages and memory, and the tokens of a small model in the story."""

from studio.messages.message import Message
from studio.messages.parts import Call, Text
from studio.messages.passage import Passage
from studio.messages.reply import ChatReply, Usage
from studio.present.story import story
from studio.present.story_values import Spent
from studio.present.transcript import entries_of, transcript
from studio.present.transcript_text import entry_lines
from studio.session.events import (
    GroupsChosen,
    MessageAdded,
    ReplyReceived,
    RequestSent,
    ResultRecorded,
    SetupChanged,
    SourceAsked,
    ToolsOffered,
)
from studio.session.journal import Journal
from studio.session.memory import Memory
from studio.session.setup import ResponderChoice
from studio.session.skills import Skill
from studio.session.toolbox import Added, ByWords, Chooser, OfferedTool, ToolGroup, ToolSearch, ToolSource
from tests.unit.present.sample import Sample

FOUND = Added(("refund", "book"), query="pay back")


def chosen() -> Journal:
    """One round whose tools were chosen, and whose call found more of them."""
    journal = Sample().journal
    journal.append(
        SetupChanged(
            groups=(ToolGroup("money", ("refund",), ByWords(("refund", "pay"))),),
            sources=(ToolSource("orders", "/home/me/orders.py", "more"),),
            chooser=Chooser("model", ResponderChoice(model_name="tiny")),
            search=ToolSearch(on=True),
            skills=(Skill("returns", "How to return", "/skills/returns", "a long text"),),
            memory=Memory("messages", 2),
        )
    )
    passage = Passage("policy.md", "Damaged goods…", "lines 3-40", always=True)
    journal.append(MessageAdded(message=Message("user", (Text("Pay me back."),), passages=(passage,))))
    journal.append(SourceAsked(source="orders", tools=("get_order",), seconds=0.5))
    journal.append(SourceAsked(source="shop", error="no such function"))
    journal.append(SourceAsked(source="half", tools=("refund",), error="It named tools that there are not: pay."))
    small = ChatReply((Text("money"),), "stop", Usage(50, 2), "tiny-2")
    journal.append(GroupsChosen(groups=("money",), reply=small, seconds=1.0))
    journal.append(
        ToolsOffered(tools=(OfferedTool("search_tools", "own"), OfferedTool("get_order", "source", "orders")))
    )
    journal.append(RequestSent(count=2, tools=2, left_out=((0, 1),), passages=1))
    call = Call("search_tools", '{"query": "pay back"}', "c")
    asked = journal.append(ReplyReceived(reply=ChatReply((call,), "tool_calls", Usage(100, 10))))
    journal.append(ResultRecorded(call=(asked.id, 0), text="refund, book", adds=FOUND))
    journal.append(ToolsOffered(tools=(OfferedTool("search_tools", "own"), OfferedTool("refund", "found", "pay back"))))
    return journal


def test_what_came_in_and_what_left_is_told_with_the_reason() -> None:
    journal = chosen()
    told = [str(line) for line in entry_lines(transcript(journal.tree, journal.head), 100)]
    for wanted in (
        "Passages   policy.md lines 3-40 (with every request)",
        "           named get_order",
        "           failed: no such function",
        "           named refund · failed: It named tools that there are not: pay.",
        "           asked tiny-2 · opened money",
        "           in: search_tools (of this program)",
        "           in: get_order (source orders)",
        "Request    1 message, 2 tools, 1 message left out, 1 passage",
        "           (found by “pay back”: refund, book)",
        "           in: refund (found by “pay back”)",
        "           out: get_order",
        "           - name money, tools refund, rule words: refund, pay",
        "           memory: kind messages, most 2",
    ):
        assert any(line.endswith(wanted.strip()) for line in told), (wanted, told)
    assert not any("a long text" in line or "/home/me" in line for line in told)


def test_the_entries_of_single_nodes_are_those_of_the_path_here_too() -> None:
    journal = chosen()
    path = journal.tree.path(journal.head)
    single = [entry for node in path for entry in entries_of(journal.tree, node)]
    assert tuple(single) == transcript(journal.tree, journal.head)


def test_the_tokens_of_a_small_model_are_counted_and_named() -> None:
    journal = chosen()
    made = story(journal.tree, journal.head)
    assert made.tokens == Spent(150, 12)
    assert (made.own, made.choosing) == (Spent(100, 10), Spent(50, 2))
    (one,) = made.rounds
    assert one.choice is not None
    assert (one.choice.model, one.choice.groups, one.left_out) == ("tiny-2", ("money",), 1)
    observed = one.actions[0].observation
    assert observed is not None
    assert observed.found == FOUND.tools
    assert made.content == ""
