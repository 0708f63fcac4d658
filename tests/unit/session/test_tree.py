"""Tests of the tree: paths, branches, gaps, and states that are only made when they are asked for."""

import pytest
from hypothesis import given

from studio.messages.message import user
from studio.session.events import Event, MessageAdded
from studio.session.lines import LineError
from studio.session.nodes import NodeId
from studio.session.tree import ROOT, Tree
from tests.histories import Telling, few, moves
from tests.sample_session import Sample, refund_session


def _tree(*parents: int) -> Tree:
    """Node 1, 2, … under the given parents."""
    tree = Tree(lambda node: MessageAdded(id=node, message=user(str(node))))
    for node, parent in enumerate(parents, 1):
        tree.place(NodeId(node), parent, "message", node)
    return tree


@few
@given(moves)
def test_a_path_leads_from_the_first_node_by_parents(drawn: list[tuple[str, str, float]]) -> None:
    tree = Telling().tell(drawn).journal.tree
    for node in map(NodeId, range(1, tree.last + 1)):
        path = tree.path(node)
        assert path[-1] == node
        assert [tree.parent(at) for at in path] == [ROOT, *path[:-1]]
        assert tree.whole(node)


@few
@given(moves)
def test_every_node_is_on_one_branch_that_ends_in_its_tip(drawn: list[tuple[str, str, float]]) -> None:
    tree = Telling().tell(drawn).journal.tree
    branches = tree.branches()
    for node in map(NodeId, range(1, tree.last + 1)):
        mine = [branch for branch in branches if branch.start == tree.branch_of(node)]
        assert [branch.tip for branch in mine] == [tree.tip(node)]
        assert node in tree.path(tree.tip(node))
    assert len({branch.name for branch in branches}) == len(branches)


@few
@given(moves)
def test_a_path_is_the_same_whichever_was_asked_for_before(drawn: list[tuple[str, str, float]]) -> None:
    tree = Telling().tell(drawn).journal.tree
    nodes = list(map(NodeId, range(1, tree.last + 1)))
    for first in nodes:
        for node in nodes[::-3]:
            tree.path(first).clear()  # what it gives is the caller's own
            path = tree.path(node)
            assert path[-1] == node
            assert [tree.parent(at) for at in path] == [ROOT, *path[:-1]]


def test_a_second_child_begins_a_branch() -> None:
    tree = _tree(0, 1, 2, 1, 4, 2)
    assert [(b.name, b.start, b.fork, b.tip, b.gap) for b in tree.branches()] == [
        ("main", 1, 0, 3, False),
        ("B", 4, 1, 5, False),
        ("C", 6, 2, 6, False),
    ]
    assert tree.branches({NodeId(4): "try again"})[1].name == "try again"


def test_a_missing_parent_makes_a_branch_marked_gap() -> None:
    tree = Tree()
    for node, parent in ((1, 0), (2, 1), (4, 3), (5, 4), (6, 2)):
        tree.place(NodeId(node), parent, "message", 0)
    assert [(b.start, b.tip, b.gap) for b in tree.branches()] == [(1, 6, False), (4, 5, True)]
    assert [tree.whole(NodeId(node)) for node in (2, 5, 6)] == [True, False, True]
    assert tree.path(NodeId(5)) == [4, 5]
    assert tree.newest_whole() == 6


@pytest.mark.parametrize("parent", [5, 7, 99])
def test_a_parent_that_comes_later_is_none(parent: int) -> None:
    tree = _tree(0, 1, 2, 3)
    tree.place(NodeId(5), parent, "message", 0)
    tree.place(NodeId(7), 5, "message", 0)
    assert tree.path(NodeId(7)) == [5, 7]
    assert not tree.whole(NodeId(7))
    assert tree.newest_whole() == 4


def test_what_hangs_under_a_node_taken_out_is_a_branch_of_its_own() -> None:
    tree = _tree(0, 1, 2, 3, 4, 2)
    tree.part(NodeId(3))
    assert [(b.start, b.fork, b.tip, b.gap) for b in tree.branches()] == [(1, 0, 6, False), (4, 3, 5, True)]
    assert (tree.whole(NodeId(5)), tree.whole(NodeId(6)), NodeId(3) in tree) == (False, True, False)
    assert (tree.tip(NodeId(2)), tree.last) == (6, 6)


def test_the_first_node_can_be_taken_out() -> None:
    tree = _tree(0, 1, 2)
    tree.part(NodeId(1))
    assert [(b.start, b.tip, b.gap) for b in tree.branches()] == [(2, 3, True)]
    assert tree.newest_whole() == ROOT


def test_states_do_not_depend_on_the_order_in_which_they_are_asked_for() -> None:
    sample = Sample()
    sample.say("go")
    sample.rounds(150)
    sample.move(NodeId(301))
    sample.rounds(20)
    tree = sample.journal.tree
    fresh = Tree()
    for node in map(NodeId, range(1, tree.last + 1)):
        fresh.add(tree.event(node))
    for node in (tree.last, NodeId(64), NodeId(301), NodeId(500), NodeId(1), NodeId(tree.last - 70)):
        one, other = tree.state(node), fresh.state(node)
        assert (one.rounds, one.trips, one.open, list(one.messages)) == (
            other.rounds,
            other.trips,
            other.open,
            list(other.messages),
        )


def test_of_several_who_walk_along_a_path_only_the_first_makes_its_states() -> None:
    sample = Sample()
    sample.say("Go on.")
    sample.rounds(200)
    tree = sample.journal.tree
    with tree.keeping():
        made = [tree.state(node) for node in tree.path(tree.last)]
        assert all(tree.state(node) is state for node, state in zip(tree.path(tree.last), made, strict=True))
    assert tree.state(tree.last) is made[-1]
    assert tree.state(NodeId(101)) is not made[100]  # afterwards no more than the last ones are there


def test_a_tree_says_which_kinds_of_events_it_has_seen() -> None:
    tree = _tree(0, 1)
    assert tree.has_seen("message")
    assert not tree.has_seen("agent_started")


def test_an_event_is_read_once_and_only_when_it_is_needed() -> None:
    read: list[int] = []

    def reader(node: NodeId) -> Event:
        read.append(node)
        return MessageAdded(id=node, t=node, message=user("x"))

    tree = Tree(reader)
    for node, parent in ((1, 0), (2, 1), (3, 1)):
        tree.place(NodeId(node), parent, "message", node)
    assert read == []
    tree.state(NodeId(3))
    tree.state(NodeId(3))
    assert read == [1, 3]


def test_a_line_that_cannot_be_read_is_an_error_where_it_is_needed() -> None:
    def reader(node: NodeId) -> Event:
        raise LineError("The line could not be read.")

    tree = Tree(reader)
    tree.place(NodeId(1), 0, "message", 0)
    with pytest.raises(LineError):
        tree.state(NodeId(1))


def test_no_two_branches_are_named_alike() -> None:
    tree = _tree(0, 1, 1, 1, 1)
    assert [b.name for b in tree.branches({NodeId(3): "C"})] == ["main", "C", "C 2", "D"]
    assert [b.name for b in tree.branches({NodeId(3): "x", NodeId(4): "x"})] == ["main", "x", "x 2", "D"]


def test_the_names_of_many_branches_go_on_after_z() -> None:
    tree = _tree(0, *([1] * 30))
    assert [branch.name for branch in tree.branches()][24:28] == ["Y", "Z", "AA", "AB"]


def test_the_refund_session_has_two_branches_and_a_body_only_where_there_is_a_request() -> None:
    tree = refund_session().journal.tree
    assert [branch.name for branch in tree.branches()] == ["main", "B"]
    with pytest.raises(KeyError):
        tree.body(NodeId(2))
    with pytest.raises(KeyError):
        tree.text(1)


def test_nodes_are_listed_by_their_ids_however_far_apart_they_are() -> None:
    tree = _tree(0, 1)
    tree.place(NodeId(10**15), 1, "message", 5)
    tree.place(NodeId(7), 2, "message", 6)
    assert tree.nodes() == [1, 2, 7, 10**15]
    assert tree.nodes(NodeId(2)) == [7, 10**15]
