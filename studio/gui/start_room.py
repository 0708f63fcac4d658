"""The start page joined to the program: what its parts ask for, and which sessions it offers.

Above: `window`. Below: `start_page`, `desk`, `bridge`, `workspace`. What is long to read is read in a thread.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject

from studio.gui.bridge import Bridge
from studio.gui.desk import Desk
from studio.gui.panes.start_page import StartPage
from studio.gui.shown_folder import show_folder


class StartRoom(QObject):
    """`do` does an action of the window by its id."""

    def __init__(self, page: StartPage, bridge: Bridge, desk: Desk, do: Callable[[str], object]) -> None:
        super().__init__(page)
        self._page, self._bridge, self._workspace = page, bridge, desk.workspace
        page.demo_wanted.connect(desk.demo)
        page.new_wanted.connect(partial(do, "new"))
        page.open_wanted.connect(partial(do, "open"))
        page.file_wanted.connect(desk.open)
        page.forget_wanted.connect(self._forget)
        page.pin_wanted.connect(self._pin)
        page.folder_wanted.connect(lambda path: show_folder(bridge, path))
        page.sample_wanted.connect(desk.sample)
        page.leave_wanted.connect(desk.leave_closed)

    def show(self) -> None:
        """Offer the recent sessions, first by what is known without reading a file: the page is painted meanwhile."""
        self._page.recent.show_sessions(self._workspace.shelves.at_once())
        self._bridge.spawn("list sessions", self._show_whole())

    def leave(self) -> None:
        """A session is shown: what was left open is looked for anew when the page comes back."""
        self._page.recovery.show_sessions(())

    async def _show_whole(self) -> None:
        whole = await self._workspace.shelves.whole()
        self._page.recovery.show_sessions(await self._workspace.shelves.left_open_aside())
        self._page.recent.show_sessions(whole)

    def _forget(self, path: Path) -> None:
        self._bridge.attempt(lambda: self._workspace.forget(path))
        self.show()

    def _pin(self, path: Path, on: bool) -> None:
        self._bridge.attempt(lambda: self._workspace.shelves.pin(path, on))
        self.show()
