"""The steps that can be compared, the newest first, and what a step is best laid beside."""

import pytest

from studio.present.labels import english
from studio.present.step_list import partner, step_at, steps
from studio.session.tree import ROOT
from tests.sample_session import Sample

pytestmark = pytest.mark.promise("H1")


def _sample() -> Sample:
    sample = Sample()
    sample.say("go")
    for nth in range(2):
        sample.ask()
        sample.reply(("get", f'{{"x": {nth}}}'), ("note", "{}"))
        sample.run(0, "found")
        sample.run(1, "noted")
    sample.ask()
    sample.fail(500, "broken")
    return sample


def test_requests_replies_failures_and_calls_are_listed_with_their_round() -> None:
    sample = _sample()
    listed = steps(sample.journal.tree, sample.journal.head)
    assert [english(one.words) for one in listed][:6] == [
        "Round 3: failed, broken",
        "Round 3: request",
        "Round 2: note({})",
        'Round 2: get({"x": 1})',
        "Round 2: reply, get, note",
        "Round 2: request",
    ]
    assert len(steps(sample.journal.tree, sample.journal.head, most=1)) == 2
    assert steps(sample.journal.tree, ROOT) == []


def test_a_step_is_laid_beside_the_one_like_it_before_else_after() -> None:
    sample = _sample()
    listed = steps(sample.journal.tree, sample.journal.head)
    told = {english(one.words): one for one in listed}

    def beside(words: str) -> str:
        found = partner(listed, told[words].node)
        return english(found.words) if found is not None else ""

    assert beside('Round 2: get({"x": 1})') == 'Round 1: get({"x": 0})', "the same tool goes first"
    assert beside('Round 1: get({"x": 0})') == 'Round 2: get({"x": 1})'
    assert beside("Round 3: request") == "Round 2: request"
    assert beside("Round 3: failed, broken") == "Round 2: reply, get, note"
    assert partner([], ROOT) is None
    assert partner(listed[:1], listed[0].node) is None
    assert partner(listed, ROOT) == listed[0]


def test_a_row_leads_to_its_step_and_a_call_without_a_result_to_its_reply() -> None:
    sample = Sample()
    said = sample.say("go")
    sample.ask()
    reply = sample.reply(("get", "{}"))
    started = sample.start(0)
    tree = sample.journal.tree
    listed = steps(tree, sample.journal.head)
    assert step_at(tree, listed, reply) == reply
    assert step_at(tree, listed, started) == reply
    assert step_at(tree, listed, said) is None
    assert step_at(tree, listed, ROOT) is None
