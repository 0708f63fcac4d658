"""The main button of the toolbar: *Run*, and *Stop* in the same place while something is under way.

Above: the toolbar. Below: `action_set`, the button of `widgets`. F5 and F10 are the actions' own.
"""

from PySide6.QtCore import QTimer
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QWidget

from studio.gui.action_set import ActionSet, worded
from studio.gui.actions import BY_ID
from studio.gui.widgets.buttons import Button
from studio.gui.words import keyed

_SETTLES = 250
"""Milliseconds after which a run is shown as one: a step that is over by then does not flicker, a double click on *Run* is no *Stop*."""


class RunButton(Button):
    """`tell` as often as something changes. What a press does is that of the action whose words it shows."""

    def __init__(self, actions: ActionSet, parent: QWidget) -> None:
        super().__init__("", parent, look="main", icon_name="run")
        self._actions = actions
        self._running = False
        self._shown = "run"
        self._settles = QTimer(self, singleShot=True, interval=_SETTLES)
        self._settles.timeout.connect(self._settle)
        self.clicked.connect(lambda _on=False: self._press())

    @property
    def shown(self) -> str:
        """The id of the action that a press is for: run or stop."""
        return self._shown

    def tell(self, *, running: bool) -> None:
        """Show what can be done now."""
        if running and not self._running:
            self._settles.start()
        elif not running:
            self._settles.stop()
            self._shown = "run"
        self._running = running
        self._show()

    def _settle(self) -> None:
        if self._running:
            self._shown = "stop"
            self._show()

    def _press(self) -> None:
        if self._shown == "stop" or not self._running:
            self._actions[self._shown].trigger()

    def _show(self) -> None:
        action = self._actions[self._shown]
        words = {id: worded(BY_ID[id].words) for id in ("run", "stop")}
        self.set_words(words[self._shown])
        self.set_icon_name(self._shown)
        self.setMinimumWidth(max(self._width_of(each) for each in words.values()))
        self.setEnabled(action.isEnabled())
        key = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        hint = action.statusTip()
        self.setToolTip(f"{keyed(words[self._shown], key)}\n{hint}" if key else hint)
        self.setStatusTip(hint)

    def _width_of(self, words: str) -> int:
        metrics = self.fontMetrics()
        return self.sizeHint().width() - metrics.horizontalAdvance(self.text()) + metrics.horizontalAdvance(words)
