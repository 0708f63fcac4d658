"""Tests of the journal: what cannot be written does not happen, and the head is found again."""

import pytest
from hypothesis import given

from studio.messages.message import user
from studio.problems import StudioError
from studio.session.events import Event, MessageAdded
from studio.session.journal import Cursor, Journal, ReadOnlyError
from studio.session.lines import decode
from studio.session.nodes import NodeId
from studio.session.notes import AnyNote, BranchNamed, HeadMoved, Stopped, Titled
from studio.session.tree import Tree
from tests.histories import Telling, few, moves


class Kept:
    """A sink in memory that can be full: then it refuses every line."""

    def __init__(self) -> None:
        self.lines: list[bytes] = []
        self.full = False

    def write(self, line: bytes) -> None:
        if self.full:
            raise StudioError("The disk is full.")
        self.lines.append(line)


def _journal(sink: Kept | None = None) -> Journal:
    return Journal(Tree(), sink or Kept(), lambda: 5)


def _say(journal: Journal, text: str = "x", cursor: Cursor | None = None) -> NodeId:
    return journal.append(MessageAdded(message=user(text)), cursor).id


def test_a_failed_write_changes_nothing_and_tells_nobody() -> None:
    sink = Kept()
    journal = _journal(sink)
    first = _say(journal)
    heard: list[Event | AnyNote] = []
    journal.subscribe(heard.append)
    sink.full = True
    for change in (lambda: _say(journal), lambda: journal.note(Titled("t")), lambda: journal.move(NodeId(0))):
        with pytest.raises(StudioError, match="full"):
            change()
    assert (journal.head, journal.tree.last, journal.title, heard) == (first, first, "", [])
    sink.full = False
    assert _say(journal) == first + 1


def test_a_journal_for_reading_takes_nothing() -> None:
    journal = _journal()
    journal.read_only = "It is open elsewhere."
    with pytest.raises(ReadOnlyError, match="open elsewhere"):
        _say(journal)
    with pytest.raises(ReadOnlyError):
        journal.note(Titled("t"))


def test_the_head_stays_when_a_run_goes_on_on_an_old_branch() -> None:
    sink = Kept()
    journal = _journal(sink)
    _say(journal)
    old = journal.cursor
    _say(journal, cursor=old)
    journal.move(NodeId(1))
    third = _say(journal, cursor=old)
    assert (journal.head, old.at, journal.tree.parent(third)) == (1, third, 2)
    fourth = _say(journal)
    assert (journal.tree.parent(fourth), old.at) == (1, third)
    assert decode(sink.lines[-2]) == HeadMoved(NodeId(1))


def test_the_parent_is_left_out_when_it_is_the_node_before() -> None:
    sink = Kept()
    journal = _journal(sink)
    _say(journal)
    _say(journal)
    journal.move(NodeId(0))
    _say(journal)
    assert [b'"parent"' in line for line in sink.lines if b'"message"' in line] == [False, False, True]
    assert journal.tree.path(NodeId(3)) == [3]


def test_to_move_to_a_node_that_is_not_there_is_refused() -> None:
    with pytest.raises(KeyError):
        _journal().move(NodeId(4))


def test_moving_to_where_the_head_is_writes_nothing() -> None:
    sink = Kept()
    journal = _journal(sink)
    journal.move(_say(journal))
    assert len(sink.lines) == 1


def test_notes_are_known_again_the_last_one_wins() -> None:
    notes = (
        Titled("a"),
        BranchNamed(NodeId(1), "n"),
        Stopped(NodeId(1), "step"),
        Titled("b"),
        Stopped(NodeId(1), "pause"),
    )
    journal = Journal(Tree(), Kept(), lambda: 0, notes)
    assert (journal.title, journal.names) == ("b", {1: "n"})
    assert journal.stopped == Stopped(NodeId(1), "pause")


def test_a_listener_that_was_taken_off_hears_no_more() -> None:
    journal = _journal()
    heard: list[Event | AnyNote] = []
    off = journal.subscribe(heard.append)
    _say(journal)
    off()
    _say(journal)
    assert len(heard) == 1


@few
@given(moves)
def test_a_session_read_from_its_lines_has_the_same_head_and_the_same_state(
    drawn: list[tuple[str, str, float]],
) -> None:
    sink = Kept()
    journal = Telling(sink).tell(drawn).journal
    tree, notes, head = Tree(), [], NodeId(0)
    for line in map(decode, sink.lines):
        if isinstance(line, Event):
            tree.add(line)
            head = line.id
        elif isinstance(line, HeadMoved):
            notes.append(line)
            head = line.at
    again = Journal(tree, Kept(), lambda: 0, tuple(notes), head)
    assert (again.head, again.tree.last) == (journal.head, journal.tree.last)
    assert list(again.state.messages) == list(journal.state.messages)
    assert again.state.open == journal.state.open
