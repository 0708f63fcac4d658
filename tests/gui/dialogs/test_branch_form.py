"""The form of a branch: what cannot be kept is said while it is typed, with the right spelling to take."""

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from studio.gui.dialogs.branch_form import BranchForm


@pytest.fixture
def parent(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    return made


@pytest.fixture
def dialog(parent: QWidget) -> BranchForm:
    return BranchForm(parent, "B", "", "", {"main"}.__contains__)


def test_what_is_written_is_given_when_it_is_kept(qtbot: QtBot, dialog: BranchForm) -> None:
    dialog.name.setText(" cheaper ")
    dialog.note.setPlainText("Is the small model enough?")
    dialog.expects.setText("reply.finish == 'stop'")
    with qtbot.waitSignal(dialog.given) as told:
        dialog._keep.click()
    assert told.args == ["cheaper", "Is the small model enough?", "reply.finish == 'stop'"]


def test_a_slip_is_said_at_once_and_mended_by_one_click(dialog: BranchForm) -> None:
    dialog.expects.setText('reply.text == "sorry"')
    assert not dialog._keep.isEnabled()
    assert "double quotes" in dialog.said.text()
    dialog.mend.click()
    assert (dialog.expects.text(), dialog._keep.isEnabled()) == ("reply.text == 'sorry'", True)
    dialog.expects.setText("reply.text = ")
    assert (dialog._keep.isEnabled(), dialog.mend.isHidden()) == (False, True)


def test_the_name_of_another_branch_is_refused(dialog: BranchForm) -> None:
    dialog.name.setText("main")
    assert (dialog.said.text(), dialog._keep.isEnabled()) == ("Another branch has this name.", False)
