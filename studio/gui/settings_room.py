"""The settings window as it is opened: one a window, brought to the front when it is there.

Above: `dialog_room`. Below: `settings`. Other parts ask it for a page by its id.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDialog, QWidget

from studio.gui.action_set import ActionSet
from studio.gui.bridge import Bridge
from studio.gui.chosen import Chosen
from studio.late import Late
from studio.workspace.workspace import Workspace

if TYPE_CHECKING:
    from studio.gui.settings import page, pages, settings_window
else:
    page = Late("studio.gui.settings.page")
    pages = Late("studio.gui.settings.pages")
    settings_window = Late("studio.gui.settings.settings_window")


class SettingsRoom(QObject):
    """`current` is the settings window while it is up. `join` hands in what there is only when the window is made."""

    def __init__(
        self,
        window: QWidget,
        workspace: Workspace,
        bridge: Bridge,
        show: Callable[[QDialog], object],
        count: Callable[[QDialog], object],
    ) -> None:
        """`show` puts a dialog of a page up; `count` is told of the settings window, which stays beside the window."""
        super().__init__(window)
        self._count = count
        self._window, self._workspace, self._bridge, self._show = window, workspace, bridge, show
        self.chosen: Chosen | None = None
        self._actions: ActionSet | None = None
        self.current: settings_window.SettingsWindow | None = None

    def join(self, chosen: Chosen, actions: ActionSet) -> None:
        """What was chosen, and the actions of the window."""
        self.chosen, self._actions = chosen, actions

    def table(self) -> Mapping[str, Callable[[], object]]:
        """What to do by the id of the action."""
        return {"settings": self.open}

    def open(self, page_id: str = "", field: str = "") -> None:
        """Show the settings, perhaps a page of them with the keyboard in a field."""
        if self.current is None:
            self.current = self._make()
            self._count(self.current)
            self.current.finished.connect(self._closed)
        self.current.show()
        self.current.raise_()
        self.current.activateWindow()
        if page_id:
            self.current.show_page(page_id, field)

    def _make(self) -> "settings_window.SettingsWindow":
        assert self.chosen is not None
        assert self._actions is not None
        port = page.SettingsPort(self._window, self.chosen, self._workspace, self._bridge, self._actions, self._show)
        return settings_window.SettingsWindow(port, pages.PAGES)

    def _closed(self) -> None:
        self.current = None
