"""The places and sizes of the window's parts, remembered between runs.

Above: `window`. Below: the settings of the workspace. A layout of another version is passed over.
"""

from PySide6.QtCore import QByteArray
from PySide6.QtWidgets import QMainWindow, QSplitter

from studio.workspace.workspace import Workspace

VERSION = 1
SMALLEST = (1024, 680)
USUAL = (1600, 1000)


def save_layout(window: QMainWindow, splitter: QSplitter, workspace: Workspace) -> None:
    """Remember the layout. Raises SettingsError."""
    workspace.settings.window = {
        "version": str(VERSION),
        "geometry": _text(window.saveGeometry()),
        "docks": _text(window.saveState(VERSION)),
        "panes": _text(splitter.saveState()),
    }
    workspace.save_settings()


def restore_layout(window: QMainWindow, splitter: QSplitter, workspace: Workspace) -> bool:
    """Take over the remembered layout; False when there is none of this version."""
    kept = workspace.settings.window
    if kept.get("version") != str(VERSION):
        return False
    restored = window.restoreGeometry(_bytes(kept.get("geometry", "")))
    splitter.restoreState(_bytes(kept.get("panes", "")))
    return window.restoreState(_bytes(kept.get("docks", "")), VERSION) and restored


def forget_layout(workspace: Workspace) -> None:
    """Take back what was remembered. Raises SettingsError."""
    workspace.settings.window = {}
    workspace.save_settings()


def _text(data: QByteArray) -> str:
    return bytes(data.toBase64().data()).decode("ascii")


def _bytes(text: str) -> QByteArray:
    return QByteArray.fromBase64(text.encode("ascii"))
