"""Branches in the real window: a fork is one key, its note and expectation are offered, the tree goes there, hides and shows."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from studio.gui.dialogs.branch_form import BranchForm
from studio.session.nodes import NodeId
from tests.gui.window.conftest import Play, Stage

Live = Callable[[Play], None]


def _kinds(stage: Stage, first: NodeId) -> set[str]:
    """The kinds of the events after `first`, on any branch."""
    tree = stage.session.tree
    return {tree.kind(NodeId(node)) for node in range(first + 1, tree.last + 1)}


async def _fork_and_write(stage: Stage) -> None:
    window = stage.window
    window.actions_["fork"].trigger()
    await stage.frame()
    assert [branch.name for branch in stage.session.branches] == ["main", "B"]
    assert window.timeline.kept.words.text() == "Branch B begins."
    window.timeline.kept.offer.click()
    form = window.dialogs.current
    assert isinstance(form, BranchForm)
    form.name.setText("by hand")
    form.expects.setText("result.is_error")
    form._keep.click()
    await stage.frame()
    assert (stage.session.branches[1].name, window.timeline.kept.chip.text()) == ("by hand", "not known yet")


async def _go_hide_and_show(stage: Stage) -> None:
    window, tree, pane = stage.window, stage.window.branches.list, stage.window.branches
    window.go_to("branches")
    await stage.frame()
    assert [row.name for row in tree.branches.rows] == ["main", "by hand"]
    tree.choose(0)
    QTest.keyClick(tree, Qt.Key.Key_Return)
    await stage.frame()
    assert stage.session.branch is not None
    assert (stage.session.branch.name, pane.hide_one.isEnabled()) == ("main", False)
    tree.choose(1)
    QTest.keyClick(tree, Qt.Key.Key_H)
    await stage.frame()
    assert ([row.name for row in tree.branches.rows], window.timeline.tabs.count()) == (["main"], 1)
    pane.show_hidden.setChecked(True)
    tree.choose(1)
    pane.hide_one.click()
    await stage.frame()
    assert window.timeline.tabs.count() == 2


def test_a_fork_is_one_key_and_what_is_written_about_it_stands_in_the_tree(live: Live) -> None:
    async def play(stage: Stage) -> None:
        await stage.demo()
        before = stage.session.tree.last
        await _fork_and_write(stage)
        await _go_hide_and_show(stage)
        stage.window.actions_["next_branch"].trigger()
        await stage.frame()
        assert stage.session.branch is not None
        assert (stage.session.branch.name, _kinds(stage, before)) == ("by hand", {"setup"})

    live(play)
