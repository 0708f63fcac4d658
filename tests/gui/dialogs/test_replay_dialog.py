"""The dialog *Replay* alone: what it offers of a file, and which rules it gives."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from studio.gui.dialogs.replay import ReplayDialog
from studio.messages.message import user
from studio.session.replay_rules import ReplayRules
from studio.workspace.workspace import Workspace

RECORDED = Path(__file__).parents[2] / "sessions" / "v1" / "refund.tcsession"
pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def dialog(tmp_path: Path) -> Iterator[ReplayDialog]:
    parent = QWidget()
    yield ReplayDialog(parent, Workspace(tmp_path / "data", tmp_path / "config", {}))
    parent.deleteLater()


def _given(dialog: ReplayDialog) -> list[tuple[object, ...]]:
    made: list[tuple[object, ...]] = []
    dialog.given.connect(lambda *values: made.append(values))
    return made


def test_the_called_tools_of_the_file_are_offered_and_the_rules_are_what_stands_there(dialog: ReplayDialog) -> None:
    before, given = RECORDED.read_bytes(), _given(dialog)
    assert not dialog.main.isEnabled()
    dialog.file.set_path(RECORDED)
    names = [dialog.live.item(row).text() for row in range(dialog.live.count())]
    assert "get_order" in names
    dialog.live.item(names.index("get_order")).setCheckState(Qt.CheckState.Checked)
    dialog.paced.setChecked(True)
    dialog.places.setPlainText("/messages/*/content/time\n\n /tools/0 ")
    dialog.main.click()
    rules = ReplayRules(("/messages/*/content/time", "/tools/0"), ("get_order",), paced=True)
    assert given == [(RECORDED, False, False, rules, "main")]
    assert RECORDED.read_bytes() == before


def test_with_all_tools_live_none_is_chosen_by_itself(dialog: ReplayDialog) -> None:
    dialog.file.set_path(RECORDED)
    dialog.live.item(0).setCheckState(Qt.CheckState.Checked)
    dialog.tools.setChecked(True)
    assert not dialog.live.isEnabled()
    assert dialog.rules().live == ()


def test_a_path_that_is_none_is_named_and_holds_the_button_back(dialog: ReplayDialog) -> None:
    dialog.file.set_path(RECORDED)
    dialog.places.setPlainText("/messages/*\ntime")
    assert (dialog.main.isEnabled(), dialog.wrong.text().startswith("time is no path.")) == (False, True)
    dialog.places.setPlainText("/messages/*")
    assert (dialog.main.isEnabled(), dialog.wrong.text()) == (True, "")


def test_a_file_that_cannot_be_read_offers_no_tools(dialog: ReplayDialog, tmp_path: Path) -> None:
    (tmp_path / "none.tcsession").write_text("nothing", encoding="utf-8")
    dialog.file.set_path(tmp_path / "none.tcsession")
    assert (dialog.live.count(), dialog.live.isEnabled(), dialog.main.isEnabled()) == (0, False, True)


def test_the_branch_that_is_gone_along_is_named_and_can_be_chosen(dialog: ReplayDialog, tmp_path: Path) -> None:
    workspace, given = Workspace(tmp_path / "data", tmp_path / "config", {}), _given(dialog)
    made = workspace.new()
    made.add_message(user("One."))
    first = made.head
    made.add_message(user("Two."))
    made.fork(first, "other")
    made.add_message(user("Three."))
    dialog.file.set_path(made.path)
    names = [dialog.branch.itemText(at) for at in range(dialog.branch.count())]
    assert (names, dialog.branch.value()) == (["main", "other"], "other")
    dialog.branch.choose("main")
    dialog.main.click()
    assert given[0][-1] == "main"
    asyncio.run(workspace.close())
