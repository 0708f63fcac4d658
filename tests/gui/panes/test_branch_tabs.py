"""The tabs of branches, where there are very many: the newest stand there, and the one that is shown."""

import pytest
from pytestqt.qtbot import QtBot

from studio.gui.panes.branch_tabs import BranchTabs
from studio.messages.message import user
from studio.present.branch_facts import BranchFacts
from studio.session.events import MessageAdded
from studio.session.journal import Journal, NowhereSink
from studio.session.nodes import NodeId
from studio.session.tree import ROOT, Tree


@pytest.fixture(name="forked", scope="module")
def _forked() -> BranchFacts:
    """A session with 5,000 branches."""
    journal = Journal(Tree(), NowhereSink(), lambda: 0)
    base = journal.append(MessageAdded(message=user("Go.")))
    for at in range(5000):
        journal.append(MessageAdded(message=user(f"Way {at}.")))
        journal.move(base.id)
    return BranchFacts(journal.tree)


@pytest.mark.parametrize("at", [0, 2500, 4999])
def test_of_very_many_branches_the_newest_have_tabs_and_the_one_that_is_shown(
    qtbot: QtBot, forked: BranchFacts, at: int
) -> None:
    tabs = BranchTabs()
    qtbot.addWidget(tabs)
    starts = forked.listed(NodeId(0))
    tabs.show_branches(forked, starts[at], ROOT)
    shown = [tabs.tabData(tab) for tab in range(tabs.count())]
    assert len(shown) == 60
    assert tabs.tabData(tabs.currentIndex()) == starts[at]
    assert shown == sorted({starts[at], *starts[-59 if at < 4000 else -60 :]})
