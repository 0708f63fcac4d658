"""The rows of runs that went otherwise: attempts, changed arguments, rules and faults, a rollback and what came of each undo."""

import pytest

from studio.present.labels import english
from studio.present.row import Row, Standing
from studio.present.row_filter import row_filter
from studio.present.row_speech import spoken
from studio.present.rows import Rows
from studio.session.events import UndoEnded, UndoStarted
from studio.session.nodes import NodeId
from studio.session.tree import ROOT
from tests.flow.canned import Canned
from tests.sessions.every_kind import told
from tests.unit.present.test_rows import line, say

pytestmark = pytest.mark.anyio


@pytest.fixture
async def canned() -> Canned:
    return await told()


def _rows(canned: Canned, head: NodeId | None = None) -> Rows:
    return Rows(canned.journal.tree, canned.journal.head if head is None else head, names=canned.journal.names)


def _lines(rows: Rows) -> list[str]:
    return [line(row) for row in rows]


def _one(rows: Rows, beginning: str) -> Row:
    (found,) = (row for row in rows if line(row).startswith(beginning))
    return found


async def test_a_rollback_stands_under_the_calls_of_its_round_with_each_undo_below(canned: Canned) -> None:
    lines = _lines(_rows(canned))
    at = lines.index("rollback | Rolled back 1 call | because fly failed · 2 could not be undone")
    assert lines[at - 2].startswith("error | ConnectionError: The service does not answer.")
    assert lines[at - 1] == "fork | Fork: by hand | 4 rounds"
    assert lines[at + 1 : at + 4] == [
        "undone | cancel | cancelled car",
        "undone | pay_back | ValueError: the bank is closed | NOT UNDONE",
        "undone | cancel | they want the room | NOT UNDONE BY HAND",
    ]
    assert lines[at + 4].startswith("round | Round 4")


async def test_results_of_earlier_rounds_say_that_they_were_rolled_back_and_keep_what_the_tool_gave(
    canned: Canned,
) -> None:
    lines = _lines(_rows(canned))
    assert "result | booked car |  | ROLLED BACK" in lines
    assert "result | booked hotel |  | NOT UNDONE" in lines
    assert "result | paid hotel |  | NOT UNDONE" in lines


async def test_calls_and_results_say_how_they_were_run(canned: Canned) -> None:
    rows = _rows(canned)
    assert line(_one(rows, "call | look")).endswith("RETRY 1")
    assert line(_one(rows, "call | count")).endswith("CHANGED TO FIT")
    assert line(_one(rows, "call | wipe")).endswith("APPROVED")
    assert line(_one(rows, "error | ConnectionError")).endswith("MOCK FAULT")
    assert line(_one(rows, "result | It rains in Rome.")).endswith("MOCK")
    assert line(_one(rows, "error | secret was not run")).endswith("DENIED")
    assert line(_one(rows, "result | Rome and Rome")).endswith("CUT")
    notes = [english(note) for row in rows for note in row.notes if not isinstance(note, str)]
    for note in (
        'ran with {"n": 27}',
        "1 attempt failed before",
        "mock rule rain",
        "picture 1",
        "cut from 108 characters",
    ):
        assert note in notes


async def test_rows_that_grow_event_by_event_say_the_same_as_those_that_are_read_at_once(canned: Canned) -> None:
    tree, path = canned.journal.tree, canned.journal.tree.path(canned.journal.head)
    grown = Canned(canned.services.model)
    rows = Rows(grown.journal.tree, ROOT)
    for node in path:
        event = grown.journal.append(tree.event(node))
        rows.add(event)
        rows.go(event.id)
    assert _lines(rows) == _lines(Rows(grown.journal.tree, grown.journal.head))


async def test_another_branch_says_what_was_undone_on_it_and_not_what_was_on_the_first(canned: Canned) -> None:
    by_hand = canned.journal.tree.branches(canned.journal.names)[1]
    rows = _rows(canned)
    rows.go(by_hand.tip)
    assert "result | paid hotel |  | ROLLED BACK" in _lines(rows)
    rows.go(canned.journal.head)
    assert "result | paid hotel |  | NOT UNDONE" in _lines(rows)
    assert _lines(rows)[:-1] == _lines(_rows(canned))[: len(rows) - 1]


async def test_an_undo_without_an_end_may_have_happened_unless_it_runs_now(canned: Canned) -> None:
    tree = canned.journal.tree
    begun = next(event for event in tree.events(canned.journal.head) if isinstance(event, UndoStarted))
    cut = Canned(canned.services.model)
    for node in tree.path(begun.id):
        cut.journal.append(tree.event(node))
    rows = _rows(cut)
    assert line(_one(rows, "rollback")) == "rollback | Rolling back | because fly failed"
    assert line(_one(rows, "undone")) == "undone | cancel |  | MAY BE UNDONE"
    key = _one(rows, "undone").call
    assert key is not None
    rows.stand(Standing(call=key, running=frozenset({key})))
    assert line(_one(rows, "undone")) == "undone | cancel |  | RUNNING"
    assert not _one(rows, 'call | book | what="car"').running
    assert _one(rows, "undone").rewind == tree.parent(begun.id)


async def test_each_event_of_an_undo_is_shown_on_its_row(canned: Canned) -> None:
    rows = _rows(canned)
    for event in canned.journal.tree.events(canned.journal.head):
        if isinstance(event, UndoStarted | UndoEnded):
            at = rows.row_of(event.id)
            assert at is not None
            assert (rows.row(at).kind, rows.row(at).call) == ("undone", event.call)


async def test_a_rollback_is_found_and_read_out(canned: Canned) -> None:
    rows = _rows(canned)
    wanted = row_filter("kind:rollback", say)
    assert wanted is not None
    assert [row.kind for row in rows if wanted(row)] == ["rollback", "undone", "undone", "undone"]
    wanted = row_filter("is:rolled_back", say)
    assert wanted is not None
    assert [line(row).split(" | ")[1] for row in rows if wanted(row)] == ["booked car"]
    said = ", ".join(map(say, spoken(_one(rows, "undone | pay_back"))))
    assert said == "Round 3, undoing of pay_back, not undone, ValueError: the bank is closed"
    assert say(spoken(_one(rows, "rollback"))[1]) == "rollback"
