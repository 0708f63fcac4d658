"""What was spent along a path: tokens, money and time, by round, tool and model."""

from datetime import UTC, datetime
from random import Random

import pytest

from studio.messages.price import Price, Rate
from studio.messages.reply import ChatReply, Usage
from studio.present.spending import Spending
from studio.present.spending_sums import Spent
from studio.present.spending_values import Entry, Stood, Sums, Who
from studio.session.agents import Agent
from studio.session.events import GroupsChosen, ReplyReceived, RequestSent, ServerAsked
from studio.session.frames import spent
from studio.session.nodes import NodeId
from studio.session.responder_choice import ResponderChoice
from tests.sample_session import Sample, refund_session

MINI = ResponderChoice("live", "p", "openai_chat", "https://api.openai.com/v1", "mini")
LARGE = ResponderChoice("live", "p", "openai_chat", "https://api.openai.com/v1", "large")
RATES = {
    "mini": Price("mini", "P", Rate(1.0), Rate(2.0), Rate(0.5)),
    "large": Price("large", "P", Rate(10.0), Rate(20.0)),
}


def _price(who: Who, _when: datetime | None) -> Price | None:
    return RATES.get(who.model)


def _spent(sample: Sample) -> Spent:
    return Spending(sample.journal.tree, _price).follow(sample.journal.head).sums


def _entries(sample: Sample) -> list[Entry]:
    return Spending(sample.journal.tree, _price).follow(sample.journal.head).entries


def _live() -> Sample:
    sample = Sample()
    sample.setup(responder=MINI)
    sample.say("Go.")
    return sample


def _seen(spending: Spending) -> tuple[object, ...]:
    return spending.sums, spending.entries


def test_each_round_has_the_tokens_the_cost_and_the_time_of_its_model_and_its_tools() -> None:
    sample = _live()
    sample.ask()
    sample.reply(("refund", '{"order": 1}'), ms=1500, tokens=(1000, 100))
    sample.run(0, "done", ms=250, error=True)
    sample.ask()
    sample.reply(text="Done.", ms=500, tokens=(2000, 50))
    spending = _spent(sample)
    first, second = spending.rounds
    assert (first.input, first.output, first.paid) == (1000, 100, 0.0012)
    assert (first.model_seconds, first.tool_seconds, first.calls, first.errors) == (1.5, 0.25, 1, 1)
    assert (second.input, second.calls, round(second.paid, 9)) == (2000, 0, 0.0021)
    assert (spending.total.input, round(spending.total.paid, 9)) == (3000, 0.0033)
    assert spending.models[Who("mini", MINI.base_url)].input == 3000
    assert spending.tools["refund"].told > 0


def test_what_came_from_a_cache_is_counted_at_its_own_price() -> None:
    sample = _live()
    sample.ask()
    sample.journal.append(ReplyReceived(reply=ChatReply(usage=Usage(1000, 0, 400))))
    total = _spent(sample).total
    assert (total.cached, total.paid) == (400, 0.0008)


def test_what_an_agent_spends_counts_to_the_round_of_its_call_to_its_model_and_to_its_tool() -> None:
    sample = Sample()
    sample.setup(responder=MINI, executors={"helper": Agent(responder=LARGE)})
    sample.say("Go.")
    sample.ask()
    sample.reply(("helper", "{}"), tokens=(100, 10))
    sample.enter(0)
    sample.ask()
    sample.reply(("look", "{}"), ms=300, tokens=(1000, 100))
    sample.run(0, "seen", ms=200)
    sample.ask()
    sample.reply(text="Well.", tokens=(2000, 100))
    sample.leave("Well.", ms=900)
    sample.ask()
    sample.reply(text="Done.", tokens=(200, 20))
    spending = _spent(sample)
    assert [(sums.input, sums.output) for sums in spending.rounds] == [(3100, 210), (200, 20)]
    assert {who.model: sums.input for who, sums in spending.models.items()} == {"mini": 300, "large": 3000}
    helper = spending.tools["helper"]
    assert (helper.input, helper.replies, helper.tool_seconds) == (3000, 2, 0.0)
    assert spending.tools["look"].tool_seconds == 0.2
    assert spending.total.tool_seconds == 0.2
    assert (spending.total.input, spending.total.output) == spent(sample.journal.state)


def test_the_time_in_which_nothing_was_done_is_that_of_the_person() -> None:
    sample = _live()
    sample.ask()
    sample.reply(("refund", "{}"), ms=1000, tokens=(1, 1))
    sample.ms += 60_000
    sample.run(0, "done", ms=2000)
    sample.ms += 30
    sample.ask()
    spending = _spent(sample)
    assert (spending.total.waited, spending.rounds[0].waited) == (60.0, 60.0)
    assert (spending.total.model_seconds, spending.total.tool_seconds) == (1.0, 2.0)


def test_an_answer_that_the_person_writes_is_waited_for() -> None:
    sample = _live()
    sample.ask()
    sample.reply(("refund", "{}"), tokens=(1, 1))
    sample.ms += 5_000
    sample.result(0, "written", "mock")
    assert [entry.seconds for entry in _entries(sample) if isinstance(entry, Stood)] == [5.0]


def test_an_unknown_price_is_counted_as_unknown_and_so_is_a_reply_without_tokens() -> None:
    sample = _live()
    sample.ask()
    sample.reply(tokens=(1000, 0))
    sample.setup(responder=ResponderChoice("live", model_name="nobody-knows"))
    sample.ask()
    sample.reply(tokens=(1000, 0))
    sample.setup(responder=MINI)
    sample.ask()
    sample.reply()
    total = _spent(sample).total
    assert (total.live, total.unknown, total.uncounted, total.paid) == (3, 2, 1, 0.001)


@pytest.mark.parametrize("source", ["recorded", "scripted"])
def test_what_is_recorded_or_scripted_costs_nothing_and_says_what_it_would(source: str) -> None:
    sample = _live()
    sample.journal.append(RequestSent(source=source))  # type: ignore[arg-type]
    sample.reply(tokens=(1000, 0))
    total = _spent(sample).total
    assert (total.live, total.paid, total.unpaid, total.unpaid_known) == (0, 0.0, 0.001, 1)


def test_what_nobody_sells_is_neither_paid_nor_unknown() -> None:
    sample = Sample()
    sample.setup(responder=ResponderChoice("scripted", script="demo"))
    for source in ("scripted", "by_hand"):
        sample.journal.append(RequestSent(source=source))
        sample.reply(tokens=(1000, 0))
    total = _spent(sample).total
    assert (total.free, total.unknown, total.unpaid_unknown) == (2, 0, 0)


def test_a_failed_request_counts_its_time_and_no_tokens() -> None:
    sample = _live()
    sample.ask()
    sample.fail(500, "broken", ms=300)
    sample.ask()
    sample.reply(tokens=(1000, 0))
    spending = _spent(sample)
    assert (spending.rounds[0].failed, spending.rounds[0].replies, spending.total.input) == (1, 1, 1000)


def test_a_choice_of_groups_and_a_servers_question_are_counted_too() -> None:
    sample = _live()
    asked = ChatReply(usage=Usage(50, 5))
    sample.journal.append(GroupsChosen(asked="{}", reply=asked, seconds=0.5))
    sample.ask()
    sample.reply(("refund", "{}"), tokens=(100, 10))
    sample.journal.append(ServerAsked(what="sampling", reply=ChatReply(usage=Usage(7, 3))))
    spending = _spent(sample)
    assert (spending.total.input, spending.total.output) == spent(sample.journal.state) == (157, 18)
    assert spending.rounds[0].input == 157


def test_a_call_that_was_renamed_is_counted_by_the_name_that_ran() -> None:
    sample = _live()
    sample.ask()
    sample.reply(("refnd", "{}"), tokens=(1, 1))
    sample.edit_call(0, "refund", "{}")
    sample.run(0, "done", ms=10)
    assert list(_spent(sample).tools) == ["refund"]


def test_the_price_is_that_of_the_day_of_the_reply() -> None:
    days: list[datetime | None] = []
    sample = _live()
    sample.ms = 86_400_000
    sample.ask()
    sample.reply(tokens=(1, 1))
    Spending(sample.journal.tree, lambda _who, when: days.append(when), 1_700_000_000.0).follow(sample.journal.head)
    assert days == [datetime.fromtimestamp(1_700_086_400, UTC)]


def test_a_longer_path_costs_its_new_end_and_another_branch_what_it_does_not_share() -> None:
    sample = refund_session()
    tree = sample.journal.tree
    kept, random = Spending(tree, _price), Random(7)
    nodes = [NodeId(node) for node in range(1, tree.last + 1)]
    for node in [*random.choices(nodes, k=40), *nodes]:
        assert _seen(kept.follow(node)) == _seen(Spending(tree, _price).follow(node))
        assert (kept.sums.total.input, kept.sums.total.output) == spent(tree.state(node))


def test_nothing_has_happened_yet() -> None:
    assert Spending(Sample().journal.tree, _price).follow(NodeId(0)).sums.total == Sums()


def test_a_long_way_back_gives_the_very_sums_of_a_short_way_there() -> None:
    sample = _live()
    sample.rounds(700)
    kept = Spending(sample.journal.tree, _price).follow(sample.journal.head)
    for node in (3000, 2999, 20, 2801, 1, 2801):
        assert _seen(kept.follow(NodeId(node))) == _seen(Spending(sample.journal.tree, _price).follow(NodeId(node)))
