"""How a window or a session ends: ask when something runs, stop it with a time limit, then go.

Above: `window`. Below: `bridge`, `desk`. A dialog never blocks; nothing is unsaved, ever.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QAbstractButton, QMessageBox, QWidget

from studio.tasks import spawn

if TYPE_CHECKING:
    from studio.gui.bridge import Bridge
    from studio.gui.desk import Desk

LIMIT = 10.0
"""Seconds that closing may take; what does not end by then is left and logged."""


class Closing(QObject):
    """The ends of one window."""

    def __init__(
        self,
        window: QWidget,
        bridge: "Bridge",
        desk: "Desk",
        has_draft: Callable[[], bool],
        commit: Callable[[], str] = lambda: "",
    ) -> None:
        """`has_draft`: whether text is half typed that would be lost; `commit` commits it, and gives a sentence when it cannot."""
        super().__init__(window)
        self._window, self._bridge, self._desk = window, bridge, desk
        self._has_draft, self._commit = has_draft, commit
        self.box: QMessageBox | None = None
        self._ending = False

    def ask_then(self, do: Callable[[], object]) -> None:
        """Do it; when something runs, ask first: *Stop and close* or *Cancel*; when something is typed: *Commit*, *Discard* or *Cancel*."""
        if self._ending or self.box is not None:
            return
        running = self._bridge.running or (self._bridge.session is not None and self._bridge.session.is_sampling)
        if running or self._has_draft():
            self.box = self._make_box(do, running=running)
            self.box.open()
        else:
            do()

    def finish(self, then: Callable[[], object]) -> None:
        """Stop everything of the window with a time limit, then go on with `then`."""
        if not self._ending:
            self._ending = True
            spawn(self._finish(then), name="close window")

    async def _finish(self, then: Callable[[], object]) -> None:
        ending = spawn(self._desk.close(), name="close session")
        _, late = await asyncio.wait([ending], timeout=LIMIT)
        left = await self._bridge.end(LIMIT / 2)
        if late or left:
            logging.getLogger(__name__).error(
                "Not everything ended in time: %s", [*left, *(["session"] if late else [])]
            )
        then()

    def _make_box(self, do: Callable[[], object], *, running: bool) -> QMessageBox:
        box = QMessageBox(self._window)
        box.setIcon(QMessageBox.Icon.Question)
        box.setWindowTitle("Toolcall Studio")
        if running:
            box.setText(self.tr("The session is running."))
            said = self.tr("Everything up to now is saved. What is under way would be stopped.")
            lost = self.tr("What is typed and not committed would be lost.") if self._has_draft() else ""
            box.setInformativeText("\n".join(part for part in (said, lost) if part))
        else:
            box.setText(self.tr("Something is typed that is not committed."))
            box.setInformativeText(self.tr("The session is saved; what is only typed would be lost."))
        acts: dict[QAbstractButton, Callable[[], object]] = {}
        if running:
            acts[box.addButton(self.tr("Stop and close"), QMessageBox.ButtonRole.AcceptRole)] = do
        else:
            commit = box.addButton(self.tr("Commit"), QMessageBox.ButtonRole.AcceptRole)
            acts[commit] = lambda: self._commit_then(do)
            acts[box.addButton(self.tr("Discard"), QMessageBox.ButtonRole.DestructiveRole)] = do
            box.setDefaultButton(commit)
        cancel = box.addButton(QMessageBox.StandardButton.Cancel)
        box.setEscapeButton(cancel)
        if running:
            box.setDefaultButton(cancel)
        box.finished.connect(lambda _result: self._answered(box, acts.get(box.clickedButton())))
        return box

    def _commit_then(self, do: Callable[[], object]) -> None:
        """Commit what is typed and do it; where that cannot be, say why and stay."""
        refused = self._commit()
        if refused:
            self._bridge.refuse(refused)
        else:
            do()

    def _answered(self, box: QMessageBox, do: Callable[[], object] | None) -> None:
        self.box = None
        box.deleteLater()
        if do is not None:
            do()
