"""The folder of a file that was written, in the file manager of the system. The file itself is never opened: that might run it.

Above: the rooms of dialogs. Below: `bridge`, Qt. Knows not what was written.
"""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QUrl
from PySide6.QtGui import QDesktopServices

from studio.gui.bridge import Bridge
from studio.gui.words import fill
from studio.problems import StudioError

OPENS: Callable[[Path], bool] = lambda folder: QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))  # noqa: E731
"""Shows a folder; says whether that went well."""


def show_folder(bridge: Bridge, file: Path, opens: Callable[[Path], bool] | None = None) -> None:
    """Show where a file lies; where there is no file manager, say so."""
    folder = file.absolute().parent
    if not (opens or OPENS)(folder):
        said = QCoreApplication.translate("ShownFolder", "There is no program here that shows folders.")
        where = QCoreApplication.translate("ShownFolder", "The file lies in {folder}.")
        bridge.fail(StudioError(said, fill(where, folder=folder)))
