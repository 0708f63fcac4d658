"""The size of a dialog, remembered between runs.

Above: dialogs. Below: the settings of the workspace, where it stands beside the layout of the window.
"""

from contextlib import suppress

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QDialog

from studio.problems import StudioError
from studio.workspace.workspace import Workspace

PREFIX = "dialog_"
"""Of the names under which sizes are kept."""
_DIGITS = 10
"""Of width and height together; nobody has a screen for more."""


def keep_size(dialog: QDialog, workspace: Workspace, name: str) -> None:
    """Give a dialog the size that it had last, as far as its window has room, and remember the one that it ends with."""
    width, _, height = workspace.settings.window.get(PREFIX + name, "").partition("x")
    if width.isdecimal() and height.isdecimal() and len(width + height) < _DIGITS:
        parent = dialog.parentWidget()
        kept = QSize(int(width), int(height))
        dialog.resize(kept.boundedTo(parent.window().size()) if parent is not None else kept)
    begun_with = dialog.size()

    def remember(_result: int) -> None:
        size = dialog.size()
        if size != begun_with:
            window = {**workspace.settings.window, PREFIX + name: f"{size.width()}x{size.height()}"}
            workspace.settings.window = window
            with suppress(StudioError):
                workspace.save_settings()

    dialog.finished.connect(remember)
