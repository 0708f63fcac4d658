"""Which round the panes show within an agent and of its caller, and what is known of the messages there; without any widget."""

from studio.gui.panes.round_shown import shown_at, shown_at_head
from studio.present.exchanges import round_exchanges
from studio.present.history_marks import HistoryMarks
from studio.present.time_spent import TimeSpent
from studio.session.agents import Agent
from studio.session.nodes import NodeId
from studio.session.state import settled
from tests.sample_session import Sample


def inside() -> tuple[Sample, NodeId, NodeId]:
    """Within the agent of the second call; the nodes of the caller's request and of the agent's."""
    sample = Sample()
    sample.setup(executors={"billing": Agent()})
    sample.say("Is it paid?")
    outer = sample.ask(1)
    sample.reply(("get_order", "{}"), ("billing", "{}"))
    sample.run(0, "delivered", ms=500)
    sample.enter(1, "Which are open?")
    inner = sample.ask(1)
    sample.reply(("look", "{}"), ms=2000)
    sample.run(0, "none", ms=1000)
    return sample, outer, inner


def test_at_the_head_within_an_agent_its_own_request_is_shown() -> None:
    sample, _, inner = inside()
    tree, head = sample.journal.tree, sample.journal.head
    assert shown_at_head(tree.state(head)).depth == 1
    earlier = shown_at(tree, inner, head)
    assert (earlier.request, earlier.live, earlier.depth) == (inner, True, 1), "what was sent is looked at"
    assert [message.text for message in settled(earlier.ended(tree))][:1] == ["Which are open?"]


def test_the_round_of_the_call_is_shown_with_its_calls_while_the_agent_works() -> None:
    sample, outer, _ = inside()
    tree = sample.journal.tree
    shown = shown_at(tree, outer, sample.journal.head)
    assert (shown.request, shown.live, shown.depth) == (outer, False, 0)
    opened = shown.ended(tree).open
    assert opened is not None
    assert [call.call.name for call in opened.calls] == ["get_order", "billing"]
    assert shown.asked_from(tree).messages.value.text == "Is it paid?"


def test_the_round_of_the_call_goes_on_after_the_agent() -> None:
    sample, outer, inner = inside()
    sample.ask(3)
    sample.reply(text="None is open.")
    sample.leave("None is open.")
    after = sample.ask(4)
    sample.reply(text="It is paid.")
    tree, head = sample.journal.tree, sample.journal.head
    shown = shown_at(tree, outer, head)
    assert (shown.request, shown.end) == (outer, tree.parent(after))
    assert shown_at(tree, inner, head).ended(tree).outer is not None


def test_messages_of_an_agent_have_marks_of_their_own() -> None:
    sample, _, _ = inside()
    marks = HistoryMarks(sample.journal.tree)
    head = sample.journal.head
    assert len(marks.at(head)) == len(settled(sample.journal.state)) == 3
    assert len(marks.at(head, 0)) == 3
    sample.ask(3)
    sample.reply(text="None.")
    sample.leave("None.")
    assert marks.at(sample.journal.head).value.sources == ("ran", "ran")


def test_the_time_of_an_agent_counts_once() -> None:
    sample, _, _ = inside()
    spent = TimeSpent()
    before = spent.at(sample.journal.tree, sample.journal.head)
    assert before == 3.5
    sample.leave("None.", ms=3000)
    assert spent.at(sample.journal.tree, sample.journal.head) == before


def test_the_exchanges_are_those_of_the_round_that_is_looked_at() -> None:
    sample, outer, inner = inside()
    sample.ask(3)
    sample.reply(text="None.")
    result = sample.leave("None.")
    tree, head = sample.journal.tree, sample.journal.head
    assert [one.node for one in round_exchanges(tree, result, head)] == [outer]
    assert [one.node for one in round_exchanges(tree, inner, head)] == [inner]


def test_what_the_caller_decided_is_changed_where_its_agent_had_not_begun() -> None:
    sample, outer, _ = inside()
    tree, head = sample.journal.tree, sample.journal.head
    at = shown_at(tree, outer, head).edits_at(tree)
    state = tree.state(at)
    assert (state.depth, [call.status for call in state.open.calls] if state.open else []) == (0, ["done", "open"])
    assert shown_at_head(tree.state(head)).edits_at(tree) == head
