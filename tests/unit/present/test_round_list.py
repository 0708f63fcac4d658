"""Rounds are listed by the numbers of the timeline, on the branch that is followed, and grow with it."""

import pytest

from studio.present.round_list import RoundList
from studio.session.agents import Agent
from studio.session.nodes import NodeId
from tests.sample_session import Sample, refund_session

pytestmark = pytest.mark.promise("G4")


def test_rounds_say_what_was_called_or_said_and_follow_the_branch() -> None:
    sample = refund_session()
    rounds = RoundList()
    rounds.follow(sample.journal.tree, sample.journal.head)
    said = {line.label: line.said for line in rounds.lines("", 10)}
    assert said == {
        "1": "get_order",
        "2": "search_policy, get_customer, lookup_stock",
        "3": "issue_refund, notify_customer",
    }
    other = sample.journal.tree.branches()[1]
    rounds.follow(sample.journal.tree, other.tip)
    assert {line.label: line.said for line in rounds.lines("3", 10)} == {"3": "I cannot refund this order."}
    rounds.follow(sample.journal.tree, NodeId(1))
    assert rounds.lines("3", 1)[0].said == "issue_refund, notify_customer"


def test_the_exact_number_comes_first_then_the_newest_that_begin_so() -> None:
    sample = Sample()
    sample.say("Go.")
    sample.rounds(21)
    rounds = RoundList()
    rounds.follow(sample.journal.tree, sample.journal.head)
    assert [line.label for line in rounds.lines("2", 10)] == ["2", "21", "20"]
    sample.rounds(1)
    rounds.follow(sample.journal.tree, sample.journal.head)
    assert rounds.labels()[-1] == "22"


def test_rounds_of_agents_and_failed_ones_have_their_lines() -> None:
    sample = Sample()
    sample.setup(executors={"helper": Agent()})
    sample.say("Go.")
    sample.ask()
    sample.reply(("helper", "{}"))
    sample.enter(0)
    sample.ask()
    sample.reply(text="deep answer")
    sample.leave("deep answer")
    sample.ask()
    sample.fail(429, "slow down")
    rounds = RoundList()
    rounds.follow(sample.journal.tree, sample.journal.head)
    assert [(line.label, line.said) for line in reversed(rounds.lines("", 10))] == [
        ("1", "helper"),
        ("1.1", "deep answer"),
        ("2", "slow down"),
    ]
