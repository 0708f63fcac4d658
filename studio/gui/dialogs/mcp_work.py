"""Something asked of an MCP server from a dialog: under way with a line and *Cancel*, and what went wrong in its place.

Above: the dialogs of resources and prompts. Below: `bridge`, the progress line. One thing at a time; a new one gives up the one before.
"""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from studio.gui.bridge import Bridge
from studio.gui.dialogs.dialog_frame import wrap_plainly
from studio.gui.widgets.buttons import Button
from studio.gui.widgets.progress_line import ProgressLine
from studio.gui.words import told_error
from studio.problems import StudioError

_SLOW = 300
"""Milliseconds after which it is shown that something is under way."""


class ServerWork(QWidget):
    """`said` is what went wrong, or what is to be known; `cancel` shows while something takes its time."""

    def __init__(self, bridge: Bridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._task: asyncio.Task[None] | None = None
        self.progress, self.said, self.cancel = ProgressLine(self), QLabel(self), Button(self.tr("Cancel"), self)
        self._slow = QTimer(self, singleShot=True, interval=_SLOW)
        self._what = ""
        wrap_plainly(self.said)
        row = QHBoxLayout()
        row.addWidget(self.said, 1)
        row.addWidget(self.cancel)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.progress)
        column.addLayout(row)
        self.cancel.hide()
        self.cancel.clicked.connect(lambda _on=False: self.give_up(self.tr("Cancelled; nothing was changed.")))
        self._slow.timeout.connect(self._show_busy)
        self.say("")

    @property
    def is_busy(self) -> bool:
        """Whether something is under way."""
        return self._task is not None

    def run(self, what: str, work: Coroutine[Any, Any, Any], then: Callable[[Any], None]) -> None:
        """Await `work` and hand on what came of it; `what` is said meanwhile."""
        self.give_up()
        self._what = what
        self.say("")
        self._slow.start()
        self._task = self._bridge.spawn("ask a server", self._awaited(work, then))
        self._task.add_done_callback(lambda _task: work.close())  # given up before it began it was never awaited

    def give_up(self, why: str = "") -> None:
        """Let go of what is under way."""
        if self._task is not None:
            self._task.cancel()
            self._over()
            self.say(why)

    def say(self, words: str, *, wrong: bool = False) -> None:
        """Say something in its place; empty for nothing."""
        self.said.setText(words)
        self.said.setProperty("role", "error" if wrong else "small_muted")
        self.said.style().unpolish(self.said)
        self.said.style().polish(self.said)
        self.said.setVisible(bool(words))

    async def _awaited(self, work: Coroutine[Any, Any, Any], then: Callable[[Any], None]) -> None:
        me = asyncio.current_task()
        try:
            found = await work
        except StudioError as error:
            if self._task is me:
                self._over()
                self.say(told_error(error), wrong=True)
            return
        if self._task is me:
            self._over()
            then(found)

    def _over(self) -> None:
        self._task = None
        self._slow.stop()
        self.progress.show_idle()
        self.cancel.hide()
        self.say("")

    def _show_busy(self) -> None:
        self.progress.show_busy(self._what)
        self.say(self._what)
        self.cancel.show()
