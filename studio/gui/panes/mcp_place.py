"""Which page of the MCP dock was looked at, and the sizes of its parts, remembered between runs.

Above: the MCP dock. Below: the settings of the workspace, where they stand beside the layout of the window and are written with it.
"""

from PySide6.QtCore import QByteArray
from PySide6.QtWidgets import QSplitter

from studio.workspace.workspace import Workspace

_NAME = "dialog_mcp_dock"
"""Begins like the names of the sizes of dialogs, which the layout of the window leaves alone."""


class KeptPlace:
    """One line of the settings: the page, then the state of each splitter."""

    def __init__(self, workspace: Workspace, *splitters: QSplitter) -> None:
        self._workspace, self._splitters = workspace, splitters
        self._page = ""
        for splitter in splitters:
            splitter.splitterMoved.connect(lambda _at, _index: self.keep(self._page))

    def restore(self) -> str:
        """Give the parts their sizes; the page, empty where nothing is remembered."""
        page, *states = self._workspace.settings.window.get(_NAME, "").split(" ")
        for splitter, state in zip(self._splitters, states, strict=False):
            splitter.restoreState(QByteArray.fromBase64(state.encode("ascii", "ignore")))
        self._page = page
        return page

    def keep(self, page: str) -> None:
        """Remember page and sizes."""
        self._page = page
        states = [bytes(each.saveState().toBase64().data()).decode("ascii") for each in self._splitters]
        window = {**self._workspace.settings.window, _NAME: " ".join((page, *states))}
        self._workspace.settings.window = window
