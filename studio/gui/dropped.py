"""Files that are dropped onto the window or chosen in *Open*: each is taken for what it is; one that is nothing known says what was tried.

Above: `window`. Below: `desk`, `dialog_room`, `bridge`, `workspace/file_kind`. Opening runs nothing.
"""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QDropEvent

from studio.gui.desk import SESSION_SUFFIX, Desk
from studio.gui.words import fill
from studio.late import Late
from studio.problems import StudioError

if TYPE_CHECKING:
    from studio.gui.bridge import Bridge
    from studio.gui.dialog_room import DialogRoom
    from studio.workspace import file_kind
else:
    file_kind = Late("studio.workspace.file_kind")

translate = QCoreApplication.translate
MOST = 20
"""Files that are taken at once: each may be a window of its own."""


class Dropped:
    """`takes` says whether anything of a drop is for the window; `take` does what dropping it is for."""

    def __init__(self, desk: Desk, bridge: "Bridge", dialogs: "Callable[[], DialogRoom]") -> None:
        self._desk, self._bridge, self._dialogs = desk, bridge, dialogs

    def takes(self, event: QDropEvent) -> bool:
        """Whether a file is among what is dragged; what it is shows when it is dropped."""
        return bool(_paths(event))

    def take(self, event: QDropEvent) -> None:
        """Take each file; more than anybody opens at once are none of them taken."""
        event.acceptProposedAction()
        paths = _paths(event)
        if len(paths) > MOST:
            self._bridge.fail(
                StudioError(
                    fill(translate("Dropped", "{n} files are too many to be opened at once."), n=len(paths)),
                    fill(translate("Dropped", "Drop {n} at most."), n=MOST),
                )
            )
            return
        for path in paths:
            self.take_file(path, alone=len(paths) == 1)

    def take_file(self, path: Path, *, alone: bool = True) -> None:
        """What dropping a file does: one whose name says it is a session is opened at once, another one is looked at in a thread. Of one
        that is nothing known and came `alone`, all that was tried is told."""
        if path.suffix == SESSION_SUFFIX:
            self._desk.open(path)
        elif path.suffix == ".py":
            self._take_python(path)
        else:
            self._bridge.spawn("look at a file", self._look(path, alone=alone))

    async def _look(self, path: Path, *, alone: bool) -> None:
        found = await asyncio.to_thread(file_kind.file_kind, path)
        match found.kind:
            case "session":
                self._desk.open(path)
            case "unknown" if alone:
                self._dialogs().unknown_file(path.name, found.tried)
            case "unknown":
                self._bridge.fail(
                    StudioError(
                        fill(translate("Dropped", "{file} is nothing that can be opened here."), file=path.name),
                        translate("Dropped", "Drop it alone to see what was tried."),
                    )
                )
            case "servers":
                self._for_session(
                    translate("Dropped", "MCP servers belong to a session."),
                    lambda: self._dialogs().servers.take_file(path),
                )
            case _:
                self._for_session(
                    translate("Dropped", "Tools belong to a session."), lambda: self._dialogs().tools.import_file(path)
                )

    def _take_python(self, path: Path) -> None:
        """Tools of the session that is open, else of a new one."""
        if self._bridge.session is None:
            self._dialogs().new([str(path.absolute())])
        else:
            self._dialogs().add_tools(path)

    def _for_session(self, said: str, act: Callable[[], object]) -> None:
        if self._bridge.session is None:
            self._bridge.fail(StudioError(said, translate("Dropped", "Open or begin one first.")))
        else:
            act()


def _paths(event: QDropEvent) -> list[Path]:
    return [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
