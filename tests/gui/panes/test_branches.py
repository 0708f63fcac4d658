"""The tree of branches and the bar under the tabs, each alone: clicks, keys, names typed in place, what is said of a branch."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from studio.gui.panes.branch_bar import BranchBar
from studio.gui.panes.branch_tree_view import BranchTreeView
from studio.gui.panes.timeline import TimelinePane
from studio.present.branch_tree import BranchRow, branch_rows
from studio.present.row import Standing
from studio.session.expectations import Expectation, Met, NotMet, Unknown
from studio.session.nodes import NodeId
from studio.session.notes import BranchHidden, BranchNamed, BranchNoted
from tests.sample_session import Sample, SampleSource

Key = Qt.Key


@pytest.fixture
def sample() -> Sample:
    """main, and two branches of its first message; the session stands on the second of them."""
    made = Sample()
    made.say("Go on.")
    made.rounds(2)
    for name in ("first", "second"):
        made.move(NodeId(1))
        made.journal.note(BranchNamed(made.setup(), name))
    return made


@pytest.fixture
def view(qtbot: QtBot, sample: Sample) -> BranchTreeView:
    made = BranchTreeView()
    qtbot.addWidget(made)
    made.resize(900, 200)
    made.show_rows(rows(sample))
    made.show()
    qtbot.waitExposed(made)
    return made


def rows(sample: Sample, became: Expectation | None = None, *, hidden: bool = False) -> tuple[BranchRow, ...]:
    return branch_rows(sample.journal, lambda _: became, hidden=hidden)


def click(view: BranchTreeView, at: int) -> None:
    place = QPoint(60, view.rowViewportPosition(at) + 8)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)


def test_a_click_and_enter_go_to_a_branch(qtbot: QtBot, view: BranchTreeView, sample: Sample) -> None:
    starts = [row.start for row in rows(sample)]
    assert view.current == starts[2], "the branch of the head has the keyboard"
    with qtbot.waitSignal(view.go_wanted) as told:
        click(view, 0)
    assert told.args == [starts[0]]
    QTest.keyClick(view, Key.Key_Down)
    with qtbot.waitSignal(view.go_wanted) as told:
        QTest.keyClick(view, Key.Key_Return)
    assert told.args == [starts[1]]


def test_f2_renames_in_place_and_esc_keeps_the_name(qtbot: QtBot, view: BranchTreeView) -> None:
    QTest.keyClick(view, Key.Key_F2)
    assert view.field.text() == "second"
    view.field.setText("nothing")
    QTest.keyClick(view.field, Key.Key_Escape)
    assert view.field.isHidden()
    QTest.keyClick(view, Key.Key_F2)
    view.field.setText("cheaper model")
    gone: list[int] = []
    view.go_wanted.connect(gone.append)
    with qtbot.waitSignal(view.renamed) as told:
        QTest.keyClick(view.field, Key.Key_Return)
    assert told.args == [view.current, "cheaper model"]
    assert not gone, "to rename a branch is not to go there"


def test_the_keys_of_a_row_ask_for_its_note_and_to_hide_it(qtbot: QtBot, view: BranchTreeView) -> None:
    for key, signal in (
        (Key.Key_N, view.kept_wanted),
        (Key.Key_H, view.hide_wanted),
        (Key.Key_Delete, view.hide_wanted),
    ):
        with qtbot.waitSignal(signal) as told:
            QTest.keyClick(view, key)
        assert told.args == [view.current]


def test_the_keyboard_stays_on_its_branch_until_the_session_goes_to_another(
    view: BranchTreeView, sample: Sample
) -> None:
    starts = [row.start for row in rows(sample)]
    view.choose_branch(starts[1])
    sample.setup(system="Be short.")
    view.show_rows(rows(sample))
    assert view.current == starts[1]
    sample.move(sample.journal.tree.tip(starts[0]))
    view.show_rows(rows(sample))
    assert view.current == starts[0]


def test_those_who_hear_it_are_told_all_of_a_branch(view: BranchTreeView, sample: Sample) -> None:
    start = rows(sample)[1].start
    sample.journal.note(BranchNoted(start, "Try it shorter.", "reply.text == 'x'"))
    sample.journal.note(BranchHidden(start))
    view.show_rows(rows(sample, NotMet(), hidden=True))
    spoken = view.branches.index(1, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == (
        "first · before round 1 · 0 rounds · only begun · hidden, Try it shorter., expects reply.text == 'x': not met"
    )


@pytest.mark.parametrize(
    ("became", "chip"),
    [(Met(), "met"), (NotMet(), "not met"), (NotMet(so_far=True), "not met so far"), (Unknown(), "not known yet"),
     (Unknown("It broke."), "cannot be said")],
)  # fmt: skip
def test_the_bar_tells_note_and_expectation_and_what_became_of_it(qtbot: QtBot, became: Expectation, chip: str) -> None:
    bar = BranchBar()
    qtbot.addWidget(bar)
    bar.tell("B", BranchNoted(NodeId(1), "Try it\nshorter.", "reply.text == 'x'"), became, fresh=True)
    assert (bar.words.text(), bar.expects.text(), bar.chip.text()) == ("Try it shorter.", "reply.text == 'x'", chip)
    assert (bar.offer.isHidden(), bar.edit.isHidden(), bar.isHidden()) == (True, False, False)


def test_the_bar_offers_a_note_right_after_a_fork_and_is_away_otherwise(qtbot: QtBot) -> None:
    bar = BranchBar()
    qtbot.addWidget(bar)
    assert bar.isHidden()
    bar.tell("B", None, None, fresh=True)
    assert (bar.isHidden(), bar.words.text()) == (False, "Branch B begins.")
    with qtbot.waitSignal(bar.edit_wanted):
        bar.offer.click()
    bar.tell("B", BranchNoted(NodeId(1)), None, fresh=False)
    assert bar.isHidden()


def test_the_timeline_shows_what_is_kept_of_its_branch_and_leaves_hidden_ones_out(qtbot: QtBot, sample: Sample) -> None:
    source = SampleSource(sample, Standing())
    main, first, second = (row.start for row in rows(sample))
    source.became[second] = Met()
    sample.journal.note(BranchNoted(second, "As a comparison.", "round == `0`"))
    pane = TimelinePane()
    qtbot.addWidget(pane)
    pane.show_source(source)
    sample.journal.subscribe(pane.take)
    assert (pane.kept.words.text(), pane.kept.chip.text()) == ("As a comparison.", "met")
    assert "As a comparison.\nexpects round == `0`: met" in pane.tabs.tabToolTip(2)
    forks = [row.start for row in pane.model.rows or () if row.kind == "fork"]
    sample.journal.note(BranchHidden(first))
    pane.refresh()
    assert [pane.tabs.tabData(at) for at in range(pane.tabs.count())] == [main, second]
    assert forks.count(first) == 1
    assert first not in [row.start for row in pane.model.rows or () if row.kind == "fork"]
    sample.journal.note(BranchHidden(first, hidden=False))
    pane.refresh()
    assert pane.tabs.count() == 3
