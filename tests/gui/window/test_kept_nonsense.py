"""Nonsense in what was remembered of the window: it is passed over, and every window and dialog opens."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QDialog, QMainWindow, QWidget
from pytestqt.qtbot import QtBot

from studio.gui import layout
from studio.gui.dialogs.kept_size import PREFIX, keep_size
from studio.gui.panes.mcp_place import KeptPlace
from studio.gui.widgets.shares import Shares
from studio.workspace.workspace import Workspace

NONSENSE = ("é漢", "\ud800", "☃ ☃ ☃", "AAAA/wAA" * 500, "")


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return Workspace(tmp_path / "data", tmp_path / "config", {})


@pytest.mark.parametrize("kept", NONSENSE)
def test_a_layout_that_is_none_leaves_the_window_as_it_is(qtbot: QtBot, workspace: Workspace, kept: str) -> None:
    window, splitter = QMainWindow(), Shares()
    qtbot.addWidget(window)
    splitter.addWidget(QWidget())
    window.setCentralWidget(splitter)
    names = ("geometry", "docks", "panes", "docks_shown", "docks_hidden", "dialog_mcp_dock")
    workspace.settings.window = {"version": str(layout.VERSION), **dict.fromkeys(names, kept)}
    layout.size_window(window)
    size = window.size()
    layout.restore_size(window, workspace)
    assert not layout.restore_parts(window, splitter, {}, workspace)
    assert window.size() == size
    assert splitter.kept() == "0.4000 Horizontal"
    assert KeptPlace(workspace, splitter).restore() == kept.split(" ", maxsplit=1)[0]


@pytest.mark.parametrize("kept", ["9" * 5000 + "x9", "99999999999x9", "x", "0x", "axb", "é", "-5x-5"])
def test_a_size_that_is_none_leaves_the_dialog_as_it_is(qtbot: QtBot, workspace: Workspace, kept: str) -> None:
    dialog = QDialog()
    qtbot.addWidget(dialog)
    dialog.resize(300, 200)
    workspace.settings.window = {f"{PREFIX}x": kept}
    keep_size(dialog, workspace, "x")
    assert (dialog.width(), dialog.height()) == (300, 200)
