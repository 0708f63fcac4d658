"""What is chosen in the settings, as far as it acts in one window: keys of actions, how long notices stay, the demo's hints.

Above: `window`. Below: `chosen`, `own_keys`. Colours, sizes and languages act in all windows at once (`look_choice`).
"""

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from studio.gui.action_set import ActionSet
from studio.gui.bridge import Bridge
from studio.gui.chosen import Chosen
from studio.gui.own_keys import OwnKeys
from studio.gui.widgets.notice import Notice


class ChosenHere(QObject):
    """`reword` is called when the keys of the window are others than before."""

    def __init__(
        self,
        window: QWidget,
        chosen: Chosen,
        actions: ActionSet,
        shown: tuple[Bridge, Notice],
        reword: Callable[[], object],
    ) -> None:
        super().__init__(window)
        self._chosen, (self._bridge, self._notice) = chosen, shown
        self.keys = OwnKeys(window, actions, chosen, reword)
        chosen.changed.connect(self._follow)
        self._follow("start.notice_seconds")

    def _follow(self, path: str) -> None:
        if path == "start.notice_seconds":
            self._notice.stay(self._chosen.value(path))
        elif path == "start.hints":
            self._bridge.refreshed.emit()
