"""Going back says which tools had run on the steps that are left."""

from studio.present.left_behind import MOST, left_behind
from studio.session.events import UndoEnded
from studio.session.tree import ROOT
from tests.unit.present.sample import ONE, TWO, Sample


def test_tools_that_ran_are_named_in_their_order_and_what_was_mocked_is_not() -> None:
    sample = Sample()
    start = sample.journal.head
    sample.ask(ONE, TWO)
    sample.run(0)
    middle = sample.journal.head
    sample.run(1, source="mock")
    tree = sample.journal.tree
    assert left_behind(tree, sample.journal.head, start) == ("get_order",)
    assert left_behind(tree, sample.journal.head, middle) == ()
    assert left_behind(tree, start, sample.journal.head) == ()
    assert left_behind(tree, sample.journal.head, ROOT) == ("get_order",)


def test_a_call_that_was_undone_is_not_named() -> None:
    sample = Sample()
    start = sample.journal.head
    sample.ask(ONE, TWO)
    sample.run(0)
    sample.run(1)
    sample.journal.append(UndoEnded(call=(sample.reply, 1), tool="cancel", text="cancelled"))
    assert left_behind(sample.journal.tree, sample.journal.head, start) == ("get_order",)


def test_on_another_branch_only_what_is_not_shared_is_left() -> None:
    sample = Sample()
    sample.ask(ONE, TWO)
    sample.run(0)
    fork = sample.journal.head
    sample.run(1)
    first = sample.journal.head
    sample.journal.move(fork)
    sample.run(1, source="mock")
    assert left_behind(sample.journal.tree, first, sample.journal.head) == ("issue_refund",)


def test_of_a_long_way_back_the_latest_are_named() -> None:
    sample = Sample()
    start = sample.journal.head
    for _ in range(MOST + 5):
        sample.ask(ONE)
        sample.run(0)
    assert len(left_behind(sample.journal.tree, sample.journal.head, start)) == MOST
