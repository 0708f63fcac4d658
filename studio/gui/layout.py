"""The places and sizes of the window's parts, remembered between runs.

Above: `window`. Below: the settings of the workspace. A layout of another version is passed over.
"""

from PySide6.QtCore import QByteArray, QSize
from PySide6.QtWidgets import QMainWindow

from studio.gui.dialogs.kept_size import PREFIX
from studio.gui.widgets.shares import Shares
from studio.workspace.workspace import Workspace

VERSION = 5
SMALLEST = (1024, 680)
USUAL = (1600, 1000)
"""The usual size where the screen has room for it."""
_TITLE_BAR = 32
"""About as high as the desktop's bar with the title. To ask the style loads its hundreds of names before the first paint."""


def size_window(window: QMainWindow) -> None:
    """Give a window its usual size, or as much of it as its screen has room for."""
    room = window.screen().availableGeometry().size() - QSize(0, _TITLE_BAR)
    window.setMinimumSize(QSize(*SMALLEST).boundedTo(room))
    window.resize(QSize(*USUAL).boundedTo(room))


def save_layout(window: QMainWindow, splitter: Shares, choices: dict[str, bool], workspace: Workspace) -> None:
    """Remember the layout; `choices` are the docks that the person shows or hides. Raises SettingsError."""
    others = {name: kept for name, kept in workspace.settings.window.items() if name.startswith(PREFIX)}
    workspace.settings.window = {
        **others,
        "version": str(VERSION),
        "geometry": _text(window.saveGeometry()),
        "docks": _text(window.saveState(VERSION)),
        "panes": splitter.kept(),
        "docks_shown": " ".join(name for name, on in choices.items() if on),
        "docks_hidden": " ".join(name for name, on in choices.items() if not on),
    }
    workspace.save_settings()


def restore_size(window: QMainWindow, workspace: Workspace) -> None:
    """Give a window the place and size of the last time; without any its usual size."""
    size_window(window)
    if workspace.settings.window.get("version") == str(VERSION):
        window.restoreGeometry(_bytes(workspace.settings.window.get("geometry", "")))


def restore_parts(window: QMainWindow, splitter: Shares, choices: dict[str, bool], workspace: Workspace) -> bool:
    """Take over the remembered places of the parts, also into `choices`; False when there are none of this version."""
    kept = workspace.settings.window
    if kept.get("version") != str(VERSION):
        return False
    choices.update(dict.fromkeys(kept.get("docks_shown", "").split(), True))
    choices.update(dict.fromkeys(kept.get("docks_hidden", "").split(), False))
    splitter.take(kept.get("panes", ""))
    return window.restoreState(_bytes(kept.get("docks", "")), VERSION)


def forget_layout(workspace: Workspace) -> None:
    """Take back what was remembered. Raises SettingsError."""
    workspace.settings.window = {}
    workspace.save_settings()


def _text(data: QByteArray) -> str:
    return bytes(data.toBase64().data()).decode("ascii")


def _bytes(text: str) -> QByteArray:
    return QByteArray.fromBase64(text.encode("ascii", "ignore"))
