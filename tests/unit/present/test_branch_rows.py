"""Where the row stands that names the branch that is shown."""

from functools import partial

import pytest

from studio.present.rows import Rows
from studio.session.nodes import NodeId
from tests.sample_session import Sample, refund_session
from tests.unit.present.test_rows import line, rows_of

TREE = refund_session().journal.tree
FORKABLE = [node for node in range(2, TREE.last + 1) if TREE.tip(NodeId(node)) != node]


def _forked(node: int, then: str) -> tuple[Sample, NodeId]:
    sample = refund_session()
    sample.move(NodeId(node))
    start = sample.setup()
    if then == "ask":
        sample.ask(3, 6)
    return sample, start


@pytest.mark.parametrize("then", ["nothing", "ask"])
@pytest.mark.parametrize("node", FORKABLE)
def test_a_branch_is_named_under_what_it_hangs_under_and_before_its_own_rows(node: int, then: str) -> None:
    sample, start = _forked(node, then)
    rows = rows_of(sample)
    slots = [rows.slot(at) for at in range(len(rows))]
    name = next(at for at, slot in enumerate(slots) if slot is not None and slot.kind == "fork" and slot.start == start)
    own = rows.row_of(start)
    assert own is not None
    assert own == (name if rows.row(own).kind == "fork" else name + 1)
    if sample.journal.tree.kind(NodeId(node)) != "history_edited":
        under = rows.row_of(NodeId(node))
        assert under is not None
        assert {slot.kind for slot in slots[under + 1 : name] if slot is not None} <= {"fork"}


def test_the_rows_are_the_same_however_they_came_to_be() -> None:
    for node in FORKABLE:
        sample = refund_session()
        rows = rows_of(sample)
        sample.journal.subscribe(partial(_take, rows, sample))
        sample.move(NodeId(node))
        sample.setup()
        sample.ask(3, 6)
        assert [line(row) for row in rows] == [line(row) for row in rows_of(sample)], node


def _take(rows: Rows, sample: Sample, event: object) -> None:
    if hasattr(event, "id"):
        rows.add(event)  # type: ignore[arg-type]
    rows.go(sample.journal.head)


def test_a_branch_that_begins_with_nothing_within_a_round_has_one_row() -> None:
    sample, start = _forked(4, "nothing")
    rows = rows_of(sample)
    assert "setup | Branch begins" not in [line(row) for row in rows]
    own = rows.row_of(start)
    assert own is not None
    assert line(rows.row(own)) == "fork | Branch C starts here"
