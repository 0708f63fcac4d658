"""Keeps the line of what could not be done true: it goes with its reason, with the next thing that goes well, and with the place.

Above: `window`. Below: `bridge`, the bar. All lines are kept in the console, too.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

if TYPE_CHECKING:
    from studio.gui.bridge import Bridge
    from studio.gui.panes.trouble_bar import TroubleBar
    from studio.session.nodes import NodeId

Typed = Callable[[], bool]


class TroubleKeeper(QObject):
    """Lives as long as the bar. `typed` are the panes, each as whether something typed in it is not committed."""

    def __init__(self, bridge: "Bridge", bar: "TroubleBar", *typed: Typed) -> None:
        super().__init__(bar)
        self._bridge, self._bar, self._typed = bridge, bar, typed
        self._reason: Typed | None = None
        self._branch: NodeId | None = None
        self._fresh = QTimer(self, singleShot=True, interval=0)
        """What is done in the same breath does not take the line away."""
        bridge.failed.connect(self._say)
        bridge.unsettled.connect(self._by_typing)
        bridge.done.connect(self._done)
        bridge.refreshed.connect(self._look)
        bridge.session_changed.connect(self._go)

    def _say(self, sentence: str, help: str) -> None:
        self._reason, self._branch = None, self._here()
        self._bar.say(sentence, help)
        self._fresh.start()

    def _by_typing(self) -> None:
        """The pane that holds what is typed is the reason."""
        self._reason = next((typed for typed in self._typed if typed()), None)

    def _done(self) -> None:
        if not self._fresh.isActive():
            self._go()

    def _look(self) -> None:
        gone = self._reason is not None and not self._reason()
        if self._bar.text and (gone or self._here() != self._branch):
            self._go()

    def _here(self) -> "NodeId | None":
        """The first node of the branch on which the session stands."""
        session = self._bridge.session
        return session.tree.branch_of(session.head) if session is not None and session.head else None

    def _go(self) -> None:
        self._reason = None
        self._bar.hide()
