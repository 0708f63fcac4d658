"""Files dropped onto the window: a session is opened, a Python file offered as tools, JSON read as MCP servers.

Above: `window`. Below: `desk`, `dialog_room`, `bridge`. Opening runs nothing.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QDropEvent

from studio.gui.desk import SESSION_SUFFIX, Desk
from studio.problems import StudioError

if TYPE_CHECKING:
    from studio.gui.bridge import Bridge
    from studio.gui.dialog_room import DialogRoom

translate = QCoreApplication.translate

TAKEN = (SESSION_SUFFIX, ".py", ".json")


class Dropped:
    """`takes` says whether anything of a drop is for the window; `take` does what dropping it is for."""

    def __init__(self, desk: Desk, bridge: "Bridge", dialogs: "Callable[[], DialogRoom]") -> None:
        self._desk, self._bridge, self._dialogs = desk, bridge, dialogs

    def takes(self, event: QDropEvent) -> bool:
        """Whether a session file, a Python file or JSON is among what is dragged."""
        return any(path.suffix in TAKEN for path in _paths(event))

    def take(self, event: QDropEvent) -> None:
        """Take each file."""
        for path in _paths(event):
            self.take_file(path)
        event.acceptProposedAction()

    def take_file(self, path: Path) -> None:
        """What dropping a file does; tools and servers need an open session."""
        if path.suffix not in (".py", ".json"):
            self._desk.open(path)
        elif self._bridge.session is None:
            said = translate("Dropped", "MCP servers belong to a session.")
            said = translate("Dropped", "Tools belong to a session.") if path.suffix == ".py" else said
            self._bridge.fail(StudioError(said, translate("Dropped", "Open or begin one first.")))
        elif path.suffix == ".py":
            self._dialogs().add_tools(path)
        else:
            self._dialogs().servers.take_file(path)


def _paths(event: QDropEvent) -> list[Path]:
    return [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
