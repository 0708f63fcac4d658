"""The page of a new session: what is missing is said, tools are checked, templates are saved and chosen, the last choice comes back."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from studio.gui.dialogs.new_session import NewSessionDialog
from studio.session.mcp_servers import McpServer, Stdio
from studio.session.setup import Setup
from studio.workspace.profiles import read_profile
from studio.workspace.workspace import Workspace

pytestmark = pytest.mark.promise("H2")


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return Workspace(tmp_path / "data", tmp_path / "config", {})


@pytest.fixture
def window(qapp: QApplication) -> Iterator[QWidget]:
    made = QWidget()
    made.resize(1280, 800)
    made.show()
    yield made
    made.close()


def _with_profile(workspace: Workspace) -> Workspace:
    workspace.save_profile(read_profile({"name": "local", "base_url": "http://127.0.0.1:9/v1", "model": "m"}))
    return workspace


def _dialog(workspace: Workspace, window: QWidget) -> NewSessionDialog:
    made = NewSessionDialog(window, workspace)
    made.open()
    return made


def test_without_a_profile_it_says_so_and_cannot_begin(workspace: Workspace, window: QWidget) -> None:
    dialog = _dialog(workspace, window)
    assert "no profile yet" in dialog.missing.text()
    first = dialog.focusWidget()
    assert isinstance(first, QPushButton), "Enter goes where one is made"
    assert first.text() == "Profiles…"
    assert not dialog._main.isEnabled()
    _with_profile(workspace)
    dialog.refresh()
    assert dialog.missing.isHidden()
    assert dialog._main.isEnabled()
    dialog.reject()


def test_a_file_that_is_gone_is_said_until_it_is_not_chosen_any_more(
    workspace: Workspace, window: QWidget, tmp_path: Path
) -> None:
    dialog = _dialog(_with_profile(workspace), window)
    dialog.tools.addItems([str(tmp_path / "gone.py")])
    assert "gone.py is not there" in dialog.missing.text()
    assert not dialog._main.isEnabled()
    dialog.tools.list.setCurrentRow(0)
    QTest.keyClick(dialog.tools.list, Qt.Key.Key_Space)
    assert dialog._main.isEnabled()
    dialog.reject()


def test_what_was_chosen_last_comes_back_in_the_next_run(workspace: Workspace, window: QWidget, tmp_path: Path) -> None:
    (tmp_path / "shop.py").write_text("")
    _with_profile(workspace).templates.keep_servers([McpServer("files", Stdio("server"))])
    dialog = _dialog(workspace, window)
    given: list[tuple[Setup, str]] = []
    dialog.given.connect(lambda setup, message: given.append((setup, message)))
    dialog.system.setPlainText("Be short.")
    dialog.message.setPlainText("Hello")
    dialog.tools.addItems([str(tmp_path / "shop.py")])
    dialog.tools.check(dialog.tools.files(), ["files"])
    dialog.limits.fields["tokens"].setValue(5000)
    QTest.keyClick(dialog._main, Qt.Key.Key_Space)
    setup, message = given[0]
    assert (message, setup.system, setup.limits.tokens) == ("Hello", "Be short.", 5000)
    assert [server.name for server in setup.servers] == ["files"]
    assert [Path(file.path).name for file in setup.files] == ["shop.py"]
    again = _dialog(Workspace(tmp_path / "data", tmp_path / "config", {}), window)
    assert (again.system.toPlainText(), again.message.toPlainText()) == ("Be short.", "")
    assert (again.tools.files(), again.tools.servers()) == ([str(tmp_path / "shop.py")], ["files"])
    again.reject()


def test_a_template_is_saved_chosen_and_deleted_by_keys(workspace: Workspace, window: QWidget) -> None:
    dialog = _dialog(_with_profile(workspace), window)
    dialog.system.setPlainText("You sell tea.")
    dialog.message.setPlainText("What is new?")
    QTest.keyClick(dialog.templates.save, Qt.Key.Key_Space)
    entry = dialog.templates.entry
    assert entry is not None
    QTest.keyClicks(entry._field, "Tea")
    QTest.keyClick(entry._field, Qt.Key.Key_Return)
    assert dialog.templates.choice.currentText() == "Tea"
    dialog.templates.choice.choose(("bundled", "empty"))
    assert dialog.system.toPlainText() == ""
    assert not dialog.templates.delete.isEnabled()
    dialog.templates.choice.choose(("saved", "Tea"))
    assert (dialog.system.toPlainText(), dialog.message.toPlainText()) == ("You sell tea.", "What is new?")
    QTest.keyClick(dialog.templates.delete, Qt.Key.Key_Space)
    assert workspace.templates.saved() == ()
    dialog.reject()


def test_a_replay_is_asked_for_in_its_own_dialog(workspace: Workspace, window: QWidget) -> None:
    dialog = _dialog(workspace, window)
    wanted: list[bool] = []
    dialog.replay_wanted.connect(lambda: wanted.append(dialog.isVisible()))
    dialog.templates.choice.choose(("replay", ""))
    assert wanted == [False]
