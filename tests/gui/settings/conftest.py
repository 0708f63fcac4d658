"""The settings window by itself: real settings in a folder of the test, no session; and the running program as in the window's tests."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QMainWindow

from studio.gui.action_set import ActionSet
from studio.gui.actions import ACTIONS
from studio.gui.bridge import Bridge
from studio.gui.look.icons import icon
from studio.gui.look.theme import apply_theme
from studio.gui.look_choice import LookChoice
from studio.gui.settings.page import SettingsPort
from studio.gui.settings.pages import PAGES
from studio.gui.settings.settings_window import SettingsWindow
from studio.workspace.workspace import Workspace
from tests.gui.window.conftest import live

__all__ = ["live"]


@dataclass
class Desk:
    """The window with its settings; `again` reads what is kept as another run of the program would."""

    window: QMainWindow
    look: LookChoice
    workspace: Workspace
    port: SettingsPort
    settings: SettingsWindow
    folder: Path

    def again(self) -> Workspace:
        """Another run."""
        return Workspace(self.folder / "data", self.folder / "config")


@pytest.fixture
def desk(qapp: QApplication, tmp_path: Path) -> Iterator[Desk]:
    """A window of 1280 × 800 with the settings open."""
    workspace = Workspace(tmp_path / "data", tmp_path / "config")
    look = LookChoice(qapp, workspace)
    look.use_language("en")
    look.apply()
    window = QMainWindow()
    window.resize(1280, 800)
    bridge = Bridge(window)
    actions = ActionSet(window, {spec.id: lambda: None for spec in ACTIONS}, icon)
    actions.reword()
    window.show()
    port = SettingsPort(window, look.chosen, workspace, bridge, actions, lambda dialog: dialog.show())
    settings = SettingsWindow(port, PAGES)
    settings.show()
    yield Desk(window, look, workspace, port, settings, tmp_path)
    settings.close()
    window.close()
    window.deleteLater()
    look.end()
    apply_theme(qapp, "light")
