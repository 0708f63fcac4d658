"""The Compare dock: two of whatever is alike beside one another, from difference to difference, and saved as a report."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from studio.gui.panes.compare_pane import ComparePane
from studio.gui.panes.sample_pane import SamplePane
from studio.gui.panes.step_drag import STEP
from studio.present.labels import english
from studio.session.nodes import NodeId
from studio.workspace.opened import OpenedSession
from studio.workspace.workspace import Workspace
from tests.gui.panes.compared import sampled, two_branches
from tests.gui.panes.desk import MemoryBridge
from tests.gui.panes.refund import run

pytestmark = pytest.mark.promise("H1")
ALT_SHIFT = Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.ShiftModifier


class Dock:
    """The pane over a session with two branches."""

    def __init__(self, qtbot: QtBot) -> None:
        self.workspace = Workspace()
        self.session: OpenedSession = two_branches(self.workspace)
        self.opened = [self.session]
        self.bridge = MemoryBridge()
        self.notices: list[str] = []
        self.bridge.notice.connect(self.notices.append)
        self.bridge.show(self.session)
        self.pane = ComparePane(self.bridge)
        qtbot.addWidget(self.pane)
        self.pane.resize(900, 330)
        self.pane.show()
        self.pane.begin()

    def drop(self, data: QMimeData, at: float) -> None:
        """Let something fall on the pane."""
        event = QDropEvent(
            QPointF(at, 20), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        )
        self.pane.dropEvent(event)

    def standings(self) -> list[str]:
        """How each row stands."""
        laid = self.pane.laid
        assert laid is not None
        return [english(laid.row(at).standing) for at in range(len(laid))]

    def nodes(self, kind: str) -> list[NodeId]:
        """The nodes of a kind on the way to the head."""
        return [node for node in self.session.tree.path(self.session.head) if self.session.tree.kind(node) == kind]


@pytest.fixture
def dock(qtbot: QtBot) -> Iterator[Dock]:
    made = Dock(qtbot)
    yield made
    made.bridge.show(None)
    for session in made.opened:
        run(session.close())


def test_branches_stand_beside_one_another_and_the_keys_go_from_difference_to_difference(dock: Dock) -> None:
    pane = dock.pane
    assert dock.standings() == [
        "other results",
        "another result",
        "other results",
        "another result",
        "differs",
    ]
    assert pane.verdict.sentence.text() == "The first decision that differs is in round 3."
    assert pane.rows.currentIndex().row() == 4
    assert pane.diff.has_difference()
    pane.rows.setFocus()
    QTest.keyClick(pane.rows, Qt.Key.Key_F8, Qt.KeyboardModifier.AltModifier)
    assert pane.rows.currentIndex().row() == 1
    QTest.keyClick(pane.rows, Qt.Key.Key_F8, ALT_SHIFT)
    assert pane.rows.currentIndex().row() == 4
    wanted: list[tuple[int, int]] = []
    pane.round_wanted.connect(lambda start, number: wanted.append((start, number)))
    QTest.keyClick(pane.rows, Qt.Key.Key_Return)
    assert [number for _, number in wanted] == [3]


def test_in_a_low_place_it_is_one_line_and_in_a_high_one_all_of_it(dock: Dock) -> None:
    pane = dock.pane
    assert pane.verdict.line.isVisible()
    assert not pane.verdict.why.isVisible()
    assert "other calls" not in pane.verdict.line.text()
    pane.resize(900, 800)
    assert pane.verdict.why.isVisible()
    assert pane._both.orientation() is Qt.Orientation.Vertical
    asked: list[bool] = []
    pane.larger_wanted.connect(asked.append)
    pane.larger.click()
    assert pane.larger.accessibleName() == "Back to its place"
    pane.larger.click()
    assert asked == [True, False]


def test_a_step_is_laid_beside_the_one_like_it_and_any_other_can_be_chosen(dock: Dock) -> None:
    pane = dock.pane
    first, last = dock.nodes("result")
    pane.compare_step(last)
    assert pane.sides.mode.current() == "steps"
    assert pane.sides.left.currentText() == 'Round 1: get_order({"id": 0})'
    assert pane.sides.right.currentText() == 'Round 2: get_order({"id": 1})'
    assert dock.standings() == ["the same", "differs", "differs", "the same"]
    assert pane.verdict.sentence.text() == "They differ in 2 places."
    pane.sides.swap.click()
    assert pane.sides.left.currentText() == 'Round 2: get_order({"id": 1})'
    pane.sides.right.setCurrentIndex(0)
    pane.sides.right.activated.emit(0)
    assert pane.sides.right.currentText() == "Round 3: reply, It is lost."
    pane.compare_step(NodeId(1))
    assert dock.notices == ["There is nothing to compare in this step. Choose a request, a reply or a result."]
    pane.sides.mode.choose("branches")
    assert "other results" in dock.standings()
    assert first != last


def test_a_file_and_a_step_are_compared_where_they_are_dropped(dock: Dock, tmp_path: Path) -> None:
    other = two_branches(dock.workspace, tmp_path / "other.tcsession")
    dock.opened.append(other)
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(other.path))])
    dock.drop(data, 10)
    assert dock.pane.sides.left.currentText() == "other.tcsession"
    assert set(dock.standings()) <= {"the same", "another result", "other results", "differs"}
    data = QMimeData()
    data.setData(STEP, str(dock.nodes("reply")[0]).encode())
    dock.drop(data, 800)
    assert dock.pane.sides.right.currentText() == "Round 1: reply, get_order"
    assert dock.pane.sides.left.currentText() == "Round 2: reply, get_order"
    data = QMimeData()
    data.setData(STEP, b"nonsense")
    dock.drop(data, 800)
    assert dock.pane.sides.right.currentText() == "Round 1: reply, get_order"


def test_one_branch_alone_says_what_to_do_and_a_file_that_is_none_is_told(dock: Dock, tmp_path: Path) -> None:
    pane, alone = dock.pane, dock.workspace.new(path=tmp_path / "alone.tcsession")
    dock.opened.append(alone)
    dock.bridge.show(alone)
    pane.begin()
    assert pane.empty.isVisible()
    assert "one branch" in pane.empty.sentence()
    asked: list[bool] = []
    pane.file_wanted.connect(lambda: asked.append(True))
    pane.empty.pressed.emit()
    assert asked == [True]
    (tmp_path / "none.tcsession").write_text("no session")
    dock.bridge.show(dock.session)
    pane.begin()
    pane.compare_file(tmp_path / "none.tcsession")
    assert "none.tcsession is not a session file." in pane.said.text()
    assert not pane.save.isEnabled()


def test_it_follows_the_session_and_is_worded_anew(dock: Dock) -> None:
    pane = dock.pane
    QApplication.sendEvent(pane, QEvent(QEvent.Type.LanguageChange))
    assert pane.sides.left.count() == 2
    dock.session.rename_branch(dock.session.branches[1].start, "lost")
    pane.begin()
    assert "lost" in [pane.sides.left.itemText(at) for at in range(2)]


def test_the_report_is_copied_and_saved_whole(dock: Dock, tmp_path: Path, qtbot: QtBot) -> None:
    pane = dock.pane
    pane.copy.click()
    assert "## 3: differs" in QApplication.clipboard().text()
    pane.save.click()
    dialog = pane.saver.dialog
    assert dialog is not None
    dialog.reject()
    assert pane.saver.dialog is None


def test_two_answers_of_a_sample_are_compared_and_all_of_them_listed(dock: Dock, qtbot: QtBot) -> None:
    id, before = sampled(dock.session), dock.session.path.read_bytes()
    pane = SamplePane(dock.bridge)
    qtbot.addWidget(pane)
    pane.resize(900, 330)
    pane.show()
    pane.show_samples()
    assert pane.said.text() == "All 3 requests came to their end."
    assert "2 (67 %)" in pane.text.toPlainText()
    pane.switch.choose("answers")
    rows = pane.answers.rows
    assert [rows.data(rows.index(at, 2)) for at in range(3)] == [
        'get_order({"id": 1})',
        'get_order({"id": 1})',
        'refund({"id": 1})',
    ]
    assert pane.answers.text.toPlainText() == 'get_order({\n  "id": 1\n})\n\n[tool_calls]'
    pane.answers.list.selectRow(2)
    pane.compare_wanted.connect(dock.pane.compare_answers)
    pane.compare.click()
    assert dock.pane.sides.mode.current() == "answers"
    assert dock.pane.sides.right.currentText() == f"{id}: as it is, answer 3"
    assert dock.standings() == ["differs", "the same"]
    plans: list[object] = []
    pane.plan_wanted.connect(plans.append)
    pane.again.click()
    assert plans == [dock.session.samples()[0].plan]
    pane.copy.click()
    assert "| as it is | get_order | 2 (67 %) | 2 (67 %) |" in QApplication.clipboard().text()
    assert dock.session.path.read_bytes() == before


def test_without_a_sample_the_dock_says_so_and_offers_one(dock: Dock, qtbot: QtBot) -> None:
    pane = SamplePane(dock.bridge)
    qtbot.addWidget(pane)
    pane.show()
    pane.show_samples()
    plans: list[object] = []
    pane.plan_wanted.connect(plans.append)
    assert pane.empty.isVisible()
    assert not pane.which.isVisible()
    pane.empty.pressed.emit()
    assert plans == [None]
    assert pane.markdown() == ""
